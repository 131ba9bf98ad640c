/*
 * window/story/baseline.h - the greatest rate of a term when nothing has
 * happened.
 *
 * A story can be large and yet no news, because its terms are always this
 * frequent. So every term has a rate: a count of the items that contain it,
 * which decays with a half-life of two hours (window/base/decay.h). Time is cut
 * into periods of six hours, and the peak of the rate is stored for each of the
 * last 60. The baseline of a term is the largest of these peaks, except those
 * of the current period and the one just before, so that breaking news does not
 * hide itself; and
 *
 *	burst ratio = rate / (baseline + 1)
 *
 * (Bursts of terms: Kleinberg, Bursty and hierarchical structure in streams,
 * KDD 2002; against a baseline of each term's own: Weng and Lee, Event
 * detection in Twitter, ICWSM 2011.) The largest peak, not a mean, because
 * news that comes once a week is to be expected once a week. A term without a
 * baseline has its whole rate as its burst ratio.
 *
 * Only active periods count, those in which the stream had items at all: after
 * an outage, or in a stream that rests at night, the baseline is what it was.
 * 60 periods are 15 days of a stream that never rests, so a weekly notice is in
 * them twice.
 *
 * window/story/story_judge.c makes a story's burst ratio from those of its
 * terms; publishers (window/story/publisher.h) and the stream as a whole
 * (volume, below) are counted in the same way.
 *
 * Memory: 64 peaks of a byte each, but only for terms that once reached a rate
 * of 2; most never do. A peak is the logarithm of the rate, exact to 3 per
 * cent. Cost: O(1) an item; the largest peak is searched for once a period.
 *
 * Invariants (tcn_baseline_check): a rate is never ahead of the clock; top is
 * the peak of the rate's newest period.
 */
#ifndef TCN_WINDOW_STORY_BASELINE_H
#define TCN_WINDOW_STORY_BASELINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/base/duration.h"
#include "engine/base/err.h"
#include "engine/base/rc.h"
#include "window/base/decay.h"
#include "window/base/slab.h"
#include "window/story/numbers.h"

#define TCN_BASELINE_RING 64 /* room for peaks; a power of two */
#define TCN_BASELINE_DAY  4 /* periods of a day */

/*
 * The rate of a term, of a publisher, or of the stream. All zero is "never
 * seen".
 */
struct tcn_baseline_rate {
	struct tcn_decay_count now; /* the rate */
	uint8_t *peaks; /* a ring, by period; NULL: the rate never reached 2 */
	int32_t active_periods; /* number of the newest period of peaks */
	int32_t baseline_at; /* the period in which `baseline` was computed */
	float baseline; /* the largest peak that counts, in that period */
	uint8_t top; /* the peak of the newest period */
};

/* The one clock of all rates, and the rate of the whole stream. */
struct tcn_baseline_clock {
	const struct tcn_numbers *numbers; /* live as long as the clock */
	struct tcn_decay decay;
	int64_t period; /* of the last item, counted from 1970 */
	int32_t active_periods; /* how many periods had items so far */
	bool adjacent; /* the period just before had items */
	struct tcn_baseline_rate volume; /* the rate of all items */
	/* the least rate whose peak is a larger byte */
	double above[UINT8_MAX];
};

/* Begins a clock; the numbers must live as long as it does. */
void tcn_baseline_init(struct tcn_baseline_clock *clock,
    const struct tcn_numbers *numbers);

/* Moves the clock to now_ms, the time of an item; never back. */
void tcn_baseline_advance(struct tcn_baseline_clock *clock, int64_t now_ms);

/* Counts one more item at the clock's time, which tcn_baseline_advance()
 * sets. */
void tcn_baseline_count(struct tcn_slab *slab,
    const struct tcn_baseline_clock *clock, struct tcn_baseline_rate *rate);

/* Restores saved peaks; rate->active_periods must be restored already. */
void tcn_baseline_load_peaks(struct tcn_slab *slab,
    struct tcn_baseline_rate *rate, const uint8_t peaks[TCN_BASELINE_RING]);

/*
 * The baseline as above: the largest peak that counts; 0 when there is none. It
 * is computed once a period and cached in the rate.
 */
double tcn_baseline_level(const struct tcn_baseline_clock *clock,
    struct tcn_baseline_rate *rate);

/* The burst ratio of a rate, as defined above. */
double tcn_baseline_burst_ratio(const struct tcn_baseline_clock *clock,
    struct tcn_baseline_rate *rate);

/*
 * The burst ratio of the whole stream, at least 1. Burst ratios of terms are
 * divided by it, because a day with more of everything makes no word news.
 */
double tcn_baseline_volume_ratio(const struct tcn_baseline_clock *clock);

/* Frees the peaks and resets the rate to "never seen". */
void tcn_baseline_free_rate(struct tcn_slab *slab,
    struct tcn_baseline_rate *rate);

/*
 * How common a word is among the items of its language, so that "y" and "el" do
 * not look rare where few items are Spanish. The share is smoothed by
 * lang_prior items without the word, because little is known of a rare
 * language. Languages that find no room in the table count as one.
 */
#define TCN_BASELINE_LANGS 64

struct tcn_baseline_lang {
	char code[8];
	struct tcn_decay_count docs;
};

struct tcn_baseline_langs {
	struct tcn_baseline_lang at[TCN_BASELINE_LANGS];
	uint32_t n;
};

/* The number of a language in the table, valid as long as the table lives. */
uint8_t tcn_baseline_lang(struct tcn_baseline_langs *langs, const char code[8]);

/* The smoothed share of the language's items that contain a word, which `items`
 * of them do. */
double tcn_baseline_lang_share(const struct tcn_numbers *numbers,
    const struct tcn_baseline_langs *langs, uint8_t lang,
    const struct tcn_decay *decay, double items);

/*
 * Validator: TCN_CORRUPT, and in err a sentence, when a rate contradicts itself
 * or lies in the clock's future. O(1).
 */
TCN_MUST_USE enum tcn_rc
tcn_baseline_check(const struct tcn_baseline_clock *clock,
    const struct tcn_baseline_rate *rate, struct tcn_err *err);

#endif
