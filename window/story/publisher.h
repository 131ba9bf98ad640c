/*
 * window/story/publisher.h - what is usual of each publisher, and how far it
 * exceeds that.
 *
 * A source may say much at once without anything having happened: its archive
 * is fetched for the first time, or a system publishes three hundred recipes
 * anew under today's date. Large stories form then, in words that are busy as
 * never before. So every publisher is counted as a term is
 * (window/story/baseline.h): items of late, with a half-life of two hours, and
 * the most they were in each of the last 60 periods. How much it swells is
 * items of late / max(usual + 1, TCN_PUBLISHER_FLOOR), at least 1 which is 1
 * for who is hardly heard: to say eight things is no dump. The items of a story
 * swell by the mean of their sources. A story of N items that are all that its
 * source says of late keeps a rise of 8 for it: who says much of one thing
 * tells news; it is who says much of everything that is damped.
 *
 * Of a source that is new nothing is known: heard first, or again after 60
 * periods, in the last TCN_BASELINE_WARMUP ones. Its usual is taken to be what
 * the stream has for each of its sources, its usual volume over their number,
 * or its own if that is more. Among hundreds of sites a new one may say little
 * before it swells, which is the first fetch of an archive; beside one wire,
 * or when that changes its name, it may say as much as a wire does.
 *
 * Where all sources are new no usual says anything yet: nobody swells until
 * the first of them was heard more than TCN_BASELINE_WARMUP periods ago. So it
 * is in a stream's first day, in which the settling of stories holds what is
 * not corroborated, and for a store that is older than these counts. In a
 * stream of one publisher its count is the stream's, and swells no more than
 * tcn_baseline_volume_ratio says.
 *
 * At most TCN_PUBLISHER_MAX publishers. When they are used up, the quarter that
 * counts least goes: first those whose count never reached 2, for they lose
 * next to nothing, then those silent for longest; ties by hash. Cost: a map
 * look-up and one row an item; an eviction O(n log n) every n / 4 new
 * publishers. 72 bytes a row, 16 to 43 in the map, and 64 for the peaks, from
 * the slab, of those that reached 2.
 */
#ifndef TCN_WINDOW_STORY_PUBLISHER_H
#define TCN_WINDOW_STORY_PUBLISHER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/base/map.h"
#include "engine/base/rc.h"
#include "window/base/journal.h"
#include "window/base/slab.h"
#include "window/story/baseline.h"
#include "window/story/df.h"

#define TCN_PUBLISHER_MAX   65536
#define TCN_PUBLISHER_FLOOR 8.0 /* items of late that are never too many */

struct tcn_publisher {
	uint64_t publisher; /* hash of its name */
	struct tcn_baseline_rate rate;
	int64_t last_ms; /* stream time of its last item */
	/* By tcn_baseline_clock.active_periods: */
	int32_t first_period; /* its first item */
	int32_t returned_period; /* the first since it was silent for all of the
				    past */
	int32_t last_period; /* its last item */
	uint32_t mark; /* of the journal */
};

/* All zero is none. */
struct tcn_publisher_table {
	struct tcn_publisher *rows;
	size_t n, cap;
	struct tcn_map by_publisher; /* index into rows */
	int32_t first; /* least since of them all */
	struct tcn_journal journal; /* publishers that changed or went */
};

/* Peaks stay with the slab. */
void tcn_publisher_fini(struct tcn_publisher_table *sources);

/*
 * The publisher has said one more thing at the clock's time. TCN_NOMEM may
 * leave some forgotten, or the item half counted.
 */
TCN_MUST_USE enum tcn_rc
tcn_publisher_count(struct tcn_publisher_table *sources, struct tcn_slab *slab,
    const struct tcn_baseline_clock *clock, uint64_t publisher);

/*
 * How much the publisher swells, 1 or more, as above; 1 for one that is not
 * known. A map look-up; once a period and publisher also O(periods).
 */
double tcn_publisher_volume_ratio(const struct tcn_publisher_table *sources,
    const struct tcn_baseline_clock *clock, uint64_t publisher);

/*
 * A row for a saved publisher that has none: *source, until the next call,
 * for the caller to fill in its busy. Errors: TCN_NOMEM, TCN_CORRUPT (it has
 * a row, or there are too many).
 */
TCN_MUST_USE enum tcn_rc tcn_publisher_load(struct tcn_publisher_table *sources,
    uint64_t publisher, int32_t since, struct tcn_publisher **source);

/* The publisher's row, until the next call; NULL when it has none. */
struct tcn_publisher *
tcn_publisher_find(const struct tcn_publisher_table *publishers,
    uint64_t publisher);

/* Bytes held outside the slab. */
size_t tcn_publisher_bytes(const struct tcn_publisher_table *sources);

/*
 * Whether map, rows, periods and journal agree: TCN_CORRUPT and a sentence
 * when not. O(publishers).
 */
TCN_MUST_USE enum tcn_rc
tcn_publisher_check(const struct tcn_publisher_table *publishers,
    const struct tcn_baseline_clock *clock, struct tcn_err *err);

#endif
