/*
 * window/story/baseline.h - what is usual: busy terms and fixed phrases.
 *
 * A story can be large and yet no news, in two ways that need no word list.
 *
 * Its terms are always this busy. Every term has a counter of recent items
 * with a half-life of two hours, and remembers the most that counter ever was
 * in each of the last 60 periods of six hours. The rise of a term is
 *     counter / (largest remembered + 1)
 * leaving out the present period and the one before: what is breaking now
 * must not hide itself. A term never busy rises by its whole count. Only
 * periods in which the stream spoke are counted: after an outage, or for a
 * stream that rests at night, what was usual before still is. 60 periods are
 * 15 days of a stream that never rests, so a weekly notice is met twice.
 *
 * What a story rises by is the geometric mean of the rises of the terms that
 * a quarter of its items hold, weighted by share and idf. A mean, because any
 * story has some name that is new today; what matters is whether the words
 * that make it up are usual. (Bursts of terms: Kleinberg, KDD 2002; against
 * a baseline of their own: Weng and Lee, ICWSM 2011.)
 *
 * Its texts are one form filled in. In a template (a dividend notice, a
 * rating) the texts share one fixed phrase and differ in every rare word; in
 * an event they share rare words too. So:
 *     run  = share of the texts that hold the commonest run of three words
 *     rare = among the terms that fewer than half of the texts hold, the
 *            share of occurrences that belong to terms at least three hold;
 *            of fewer than seven texts, two
 * and a template is: run high, rare low.
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

#define TCN_BASELINE_HALF_LIFE_MS (2 * TCN_HOUR_MS)
#define TCN_BASELINE_PERIOD_MS    (6 * TCN_HOUR_MS)
#define TCN_BASELINE_RING         64 /* the 60, the present and more */
#define TCN_BASELINE_PERIODS      60 /* periods that are looked back on */
#define TCN_BASELINE_WARMUP       4 /* periods: a day */

/* How often something comes: a term, a publisher, the stream. All zero is
 * "never seen". */
struct tcn_baseline_rate {
	struct tcn_decay_count now; /* items lately */
	uint8_t *peaks; /* the most `now` was, by period; may be NULL */
	int32_t active_periods; /* the newest period of peaks */
	int32_t baseline_at; /* the period for which ... */
	float baseline; /* ... this is the largest peak to compare with */
	uint8_t top; /* the peak of that newest period: saves a look-up */
};

/* The one clock of all terms. */
struct tcn_baseline_clock {
	struct tcn_decay decay;
	int64_t period; /* of real time */
	int32_t active_periods; /* in how many the stream has spoken */
	bool adjacent; /* whether it spoke in the one just before */
	struct tcn_baseline_rate volume; /* all items: counted like a term */
	double above[UINT8_MAX]; /* levels from here on are a higher byte */
};

void tcn_baseline_init(struct tcn_baseline_clock *clock);

/* An item has come at now_ms (not before the last). */
void tcn_baseline_advance(struct tcn_baseline_clock *clock, int64_t now_ms);

/*
 * Counts one more item of the term at the clock's time. A term whose counter
 * never reached 2 remembers nothing. TCN_NOMEM changes nothing.
 */
TCN_MUST_USE enum tcn_rc tcn_baseline_count(struct tcn_slab *slab,
    const struct tcn_baseline_clock *clock, struct tcn_baseline_rate *rate);

/* Takes saved peaks back, once rate->active_periods is. TCN_NOMEM changes
 * nothing. */
TCN_MUST_USE enum tcn_rc tcn_baseline_load_peaks(struct tcn_slab *slab,
    struct tcn_baseline_rate *rate, const uint8_t peaks[TCN_BASELINE_RING]);

/*
 * What is usual of the term: its largest remembered counter, 0 when there is
 * none. It is looked for once a period and kept.
 */
double tcn_baseline_level(const struct tcn_baseline_clock *clock,
    struct tcn_baseline_rate *rate);

/* How far the term has risen above that, as above. */
double tcn_baseline_burst_ratio(const struct tcn_baseline_clock *clock,
    struct tcn_baseline_rate *rate);

/*
 * How far the stream as a whole exceeds its usual volume, at least 1. A day
 * on which everything is told more often makes no word news: rises are
 * divided by it. A stream quieter than usual divides by nothing.
 */
double tcn_baseline_volume_ratio(const struct tcn_baseline_clock *clock);

/* Gives the memory back. */
void tcn_baseline_free_rate(struct tcn_slab *slab,
    struct tcn_baseline_rate *rate);

/*
 * How common a word is among the items of its language, so that "y" and "el"
 * are no rarer where few items are Spanish. The share is smoothed by
 * TCN_BASELINE_LANG_PRIOR items without the word: of a language hardly seen
 * nothing is known. Languages beyond the table's room count as one.
 */
#define TCN_BASELINE_LANGS      64
#define TCN_BASELINE_LANG_PRIOR 200

struct tcn_baseline_lang {
	char code[8];
	struct tcn_decay_count docs;
};

struct tcn_baseline_langs {
	struct tcn_baseline_lang at[TCN_BASELINE_LANGS];
	uint32_t n;
};

/* The number of the language, for as long as the table lives. */
uint8_t tcn_baseline_lang(struct tcn_baseline_langs *langs, const char code[8]);

/* The share of the language's items, of which `items` hold the word. */
double tcn_baseline_lang_share(const struct tcn_baseline_langs *langs,
    uint8_t lang, const struct tcn_decay *decay, double items);

/*
 * Whether a rate agrees with itself and lies in the clock's past: TCN_CORRUPT
 * and a sentence when not. O(1).
 */
TCN_MUST_USE enum tcn_rc
tcn_baseline_check(const struct tcn_baseline_clock *clock,
    const struct tcn_baseline_rate *rate, struct tcn_err *err);

#endif
