/*
 * window/story/publisher.h - how far each publisher exceeds its own baseline.
 *
 * A publisher may say much at once without anything having happened: its
 * archive is fetched for the first time, or a system publishes three hundred
 * recipes again under today's date. Large stories form then, in words that are
 * more frequent than ever. So every publisher has a rate as terms have
 * (window/story/baseline.h): its rate of items with a half-life of two hours,
 * and the peak of it in each of the last 60 periods. Then
 *
 *	volume ratio = max(1, rate / max(baseline + 1, publisher_floor))
 *
 * The floor keeps it at 1 for a publisher of few items, as eight of them are no
 * dump of an archive. A story is weighed by the mean of the volume ratios of
 * its items' publishers (window/story/story_volume.c). A story of N items that
 * are all of a publisher's recent items still has a burst ratio of 8 left: much
 * about one thing is news, and only much about everything is damped.
 *
 * A publisher is new when its first item, or the first after 60 silent periods,
 * came in the last warmup_periods periods; it has no baseline of its own yet.
 * Its baseline is then the mean of all publishers, the stream's baseline over
 * their number, or its own if that is more. So among hundreds of sites a new
 * one counts as a dump after few items, but beside a single wire, or when that
 * changes its name, it may send as much as the wire.
 *
 * Where all publishers are new no baseline means anything yet: the ratio is 1
 * until the first of them was seen more than warmup_periods periods ago.
 * That is so in a stream's first day, when the warm-up gate holds back what
 * is not corroborated, and in a store that is older than these counts. In a
 * stream of one publisher its ratio is not above tcn_baseline_volume_ratio().
 *
 * At most TCN_PUBLISHER_MAX publishers. When there is no room, the least
 * important quarter is evicted: first those whose rate never reached 2, as
 * little is lost, then those silent for longest; ties by hash. Cost: a map
 * look-up and one row an item; an eviction O(n log n) every n / 4 new
 * publishers. 72 bytes a row, 16 to 43 in the map, and 64 for the peaks, from
 * the slab, of those that reached 2.
 *
 * Invariants (tcn_publisher_check): the map names every row; first_period <=
 * returned_period <= last_period, none before `first` or after the clock.
 */
#ifndef TCN_WINDOW_STORY_PUBLISHER_H
#define TCN_WINDOW_STORY_PUBLISHER_H

#include <stddef.h>
#include <stdint.h>

#include "engine/base/map.h"
#include "engine/base/rc.h"
#include "engine/item/word_case.h"
#include "window/base/journal.h"
#include "window/base/slab.h"
#include "window/story/baseline.h"
#include "window/story/df.h"

#define TCN_PUBLISHER_MAX 65536

struct tcn_publisher {
	uint64_t publisher; /* hash of its name */
	struct tcn_baseline_rate rate;
	int64_t last_ms; /* stream time of its last item */
	/* Decaying counts of its headlines written as a sentence or a title,
	 * and of those written as a title. */
	struct tcn_decay_count formed, titled;
	/* Periods, counted as tcn_baseline_clock.active_periods: */
	int32_t first_period; /* of its first item */
	int32_t returned_period; /* of its first item after 60 without */
	int32_t last_period; /* of its last item */
	uint32_t mark; /* of the journal */
};

/* All zero is none. */
struct tcn_publisher_table {
	struct tcn_publisher *rows;
	size_t n, cap;
	struct tcn_map by_publisher; /* index into rows */
	int32_t first; /* the least first_period */
	struct tcn_journal journal; /* publishers that changed or went */
};

/* Frees everything but the peaks, which the slab owns. */
void tcn_publisher_fini(struct tcn_publisher_table *publishers);

/* Counts one more item of the publisher, with a headline of that form, at the
 * clock's time; decay is the clock of formed and titled. */
void tcn_publisher_count(struct tcn_publisher_table *publishers,
    struct tcn_slab *slab, const struct tcn_baseline_clock *clock,
    const struct tcn_decay *decay, uint64_t publisher,
    enum tcn_word_case_form form);

/*
 * The share of the publisher's headlines that are titles, smoothed by the prior
 * `share`, which counts as twenty headlines.
 */
double tcn_publisher_titled(const struct tcn_publisher_table *publishers,
    const struct tcn_decay *decay, uint64_t publisher, double share);

/*
 * The publisher's volume ratio as above; 1 for an unknown one. A map look-up;
 * once for each period and publisher also O(periods).
 */
double tcn_publisher_volume_ratio(const struct tcn_publisher_table *publishers,
    const struct tcn_baseline_clock *clock, uint64_t publisher);

/*
 * Makes a row for a saved publisher and sets *row to it, valid until the next
 * call; the caller fills in the rate and the times. Errors: TCN_CORRUPT (it has
 * a row already, or there are too many).
 */
TCN_MUST_USE enum tcn_rc
tcn_publisher_load(struct tcn_publisher_table *publishers, uint64_t publisher,
    int32_t since, struct tcn_publisher **row);

/* The publisher's row, until the next call; NULL when it has none. */
struct tcn_publisher *
tcn_publisher_find(const struct tcn_publisher_table *publishers,
    uint64_t publisher);

/* Bytes held outside the slab. */
size_t tcn_publisher_bytes(const struct tcn_publisher_table *publishers);

/*
 * Validator: TCN_CORRUPT, and in err a sentence, when map, rows, periods and
 * journal disagree. O(publishers).
 */
TCN_MUST_USE enum tcn_rc
tcn_publisher_check(const struct tcn_publisher_table *publishers,
    const struct tcn_baseline_clock *clock, struct tcn_err *err);

#endif
