/*
 * window/base/clock.h - the stream's clock, and what to do with wrong dates.
 *
 * Time below tools/ is the stream's own: the newest date that can be believed
 * (a watermark, in the words of stream processing: Akidau et al., The Dataflow
 * Model, VLDB 2015). An item's date falls into one of these cases, in this
 * order:
 *
 *   undated   no date: the item arrives now;
 *   ordered   between now - lateness and now + jump: the date is taken as it
 *             is, and the clock moves up to it when it is newer;
 *   late      older than now - lateness: the item keeps its date and is marked
 *             as late, so that nobody counts old news as breaking;
 *   future    newer than now + jump: the item arrives now, and the clock
 *             stands still, unless others confirm it: 3 of the last 8 items
 *             lie there too, from two publishers where the stream has several,
 *             or the last 16 all do. Then there was a gap in the stream, and
 *             the clock goes to the least of the three newest.
 *
 * So one wrong date moves nothing, and neither does one hostile feed among
 * others. A date may also be confirmed already when it comes (tcn_article,
 * ts_confirmed): by what follows in its file, or by the wall clock after a time
 * in which nothing came. Such an item alone moves the clock however far ahead.
 *
 * A clock that is supported by fewer than 3 items, none of them confirmed, may
 * also be moved back by others, because the very first date may be the wrong
 * one. Where there is a wall clock it is a further bound: a date that lies
 * beyond it by no more than future_ms counts as now, and nothing later than
 * that is believed, confirmed or not. The clock never moves beyond the wall
 * clock. When that has been set back, it stands still until the wall clock has
 * caught up.
 *
 * Invariants (tcn_clock_check): the last 16 arrivals are a ring; the clock has
 * the date of a believed item, and counts the items that support it.
 */
#ifndef TCN_WINDOW_BASE_CLOCK_H
#define TCN_WINDOW_BASE_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/base/err.h"
#include "engine/base/rc.h"

#define TCN_CLOCK_NO_BOUND INT64_MAX

struct tcn_clock_conf {
	int64_t lateness_ms; /* how late an item may be and still count */
	int64_t jump_ms; /* how far one item alone may move the clock */
	int64_t future_ms; /* how far a date may be ahead of the wall clock */
};

enum tcn_clock_case {
	TCN_CLOCK_ORDERED,
	TCN_CLOCK_UNDATED,
	TCN_CLOCK_LATE,
	TCN_CLOCK_FUTURE,
};

enum {
	TCN_CLOCK_RECENT = 16, /* arrivals remembered */
	TCN_CLOCK_QUORUM = 3,
	TCN_CLOCK_QUORUM_OF = 8,
};

/* Plain bytes without padding: it is saved and restored as it stands. */
struct tcn_clock {
	int64_t now_ms; /* TCN_UNDATED until the first dated item */
	int64_t recent_ms[TCN_CLOCK_RECENT]; /* newest at recent_at - 1 */
	uint64_t recent_publisher[TCN_CLOCK_RECENT];
	uint64_t first_publisher;
	uint64_t counts[4]; /* by enum tcn_clock_case */
	uint32_t recent_at; /* arrivals; from 32 on counted as 16 again */
	uint32_t support; /* items that confirm now_ms, up to the quorum */
	uint32_t multi_publisher; /* more than one publisher was seen */
	uint32_t pad;
};

void tcn_clock_init(struct tcn_clock *clock);

/* What the clock needs to know about an item. */
struct tcn_clock_arrival {
	int64_t ts_ms; /* its date, or TCN_UNDATED */
	bool confirmed; /* the date is known to be right */
	uint64_t publisher;
	int64_t bound_ms; /* the wall clock, or TCN_CLOCK_NO_BOUND */
};

/*
 * Whether this date lies so far ahead that one unconfirmed item with it would
 * not move the clock. O(1).
 */
bool tcn_clock_leaps(const struct tcn_clock *clock,
    const struct tcn_clock_conf *conf, int64_t ts_ms);

/* Moves the clock by one item and sets *effective_ms to the time at which the
 * item is processed; returns which case applied. O(1). */
enum tcn_clock_case tcn_clock_item(struct tcn_clock *clock,
    const struct tcn_clock_conf *conf, const struct tcn_clock_arrival *item,
    int64_t *effective_ms);

/*
 * Validates the state of a clock, also one that was stored: TCN_CORRUPT, and in
 * err a sentence, when it breaks an invariant. O(1).
 */
TCN_MUST_USE enum tcn_rc tcn_clock_check(const struct tcn_clock *clock,
    struct tcn_err *err);

#endif
