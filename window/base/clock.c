#include "window/base/clock.h"

#include <assert.h>

#include "engine/item/record.h"

void
tcn_clock_init(struct tcn_clock *clock)
{
	*clock = (struct tcn_clock){ .now_ms = TCN_UNDATED };
	for (int i = 0; i < TCN_CLOCK_RECENT; i++)
		clock->recent_ms[i] = TCN_UNDATED;
}

/* Whether two dates lie at most span apart; unsigned, so that none overflow. */
static bool
within(int64_t a, int64_t b, int64_t span)
{
	uint64_t apart =
	    a > b ? (uint64_t)a - (uint64_t)b : (uint64_t)b - (uint64_t)a;

	return apart <= (uint64_t)span;
}

static bool
is_ahead(const struct tcn_clock *clock, const struct tcn_clock_conf *conf,
    int64_t ts_ms)
{
	return ts_ms > clock->now_ms &&
	    !within(ts_ms, clock->now_ms, conf->jump_ms);
}

static bool
is_behind(const struct tcn_clock *clock, const struct tcn_clock_conf *conf,
    int64_t ts_ms)
{
	return ts_ms < clock->now_ms &&
	    !within(ts_ms, clock->now_ms, conf->lateness_ms);
}

/* Puts ts_ms among the QUORUM largest seen so far, largest first. */
static void
keep_largest(int64_t largest[TCN_CLOCK_QUORUM], int64_t ts_ms)
{
	for (int i = 0; i < TCN_CLOCK_QUORUM; i++) {
		int64_t smaller = largest[i];

		if (ts_ms <= smaller)
			continue;
		largest[i] = ts_ms;
		ts_ms = smaller;
	}
}

/* Whether the wall clock leaves a date possible. */
static bool
is_possible(const struct tcn_clock_conf *conf, int64_t ts_ms, int64_t bound_ms)
{
	return ts_ms <= bound_ms || within(ts_ms, bound_ms, conf->future_ms);
}

/*
 * Whether enough recent arrivals lie on the same side of the clock as this one
 * does. Then *to_ms is the least of the newest of them, at most bound_ms. What
 * lies beyond the wall clock bears nothing out, however many say so.
 */
static bool
has_quorum(const struct tcn_clock *clock, const struct tcn_clock_conf *conf,
    bool ahead, int64_t bound_ms, int64_t *to_ms)
{
	uint32_t newest = clock->recent_at + TCN_CLOCK_RECENT - 1;
	uint64_t publisher = clock->recent_publisher[newest % TCN_CLOCK_RECENT];
	int64_t largest[TCN_CLOCK_QUORUM] = { TCN_UNDATED, TCN_UNDATED,
		TCN_UNDATED };
	uint32_t near_n = 0, all_n = 0;
	bool others = !clock->multi_publisher;

	for (uint32_t i = 0; i < TCN_CLOCK_RECENT; i++) {
		uint32_t at = (newest - i) % TCN_CLOCK_RECENT;
		int64_t ts_ms = clock->recent_ms[at];

		if (ts_ms == TCN_UNDATED ||
		    !is_possible(conf, ts_ms, bound_ms) ||
		    !(ahead ? is_ahead(clock, conf, ts_ms)
			    : is_behind(clock, conf, ts_ms)))
			continue;
		all_n++;
		if (i >= TCN_CLOCK_QUORUM_OF)
			continue;
		near_n++;
		others |= clock->recent_publisher[at] != publisher;
		keep_largest(largest, ts_ms);
	}
	*to_ms = largest[TCN_CLOCK_QUORUM - 1];
	if (*to_ms > bound_ms)
		*to_ms = bound_ms;
	return near_n >= TCN_CLOCK_QUORUM &&
	    (!ahead || *to_ms > clock->now_ms) &&
	    (others || all_n == TCN_CLOCK_RECENT);
}

/* The same, and where the clock is to move then. */
static bool
may_move(const struct tcn_clock *clock, const struct tcn_clock_conf *conf,
    const struct tcn_clock_arrival *item, bool ahead, int64_t *to_ms)
{
	if (!ahead || !item->confirmed)
		return has_quorum(clock, conf, ahead, item->bound_ms, to_ms);
	*to_ms = item->ts_ms < item->bound_ms ? item->ts_ms : item->bound_ms;
	return true;
}

static enum tcn_clock_case
classify(struct tcn_clock *clock, const struct tcn_clock_conf *conf,
    const struct tcn_clock_arrival *item)
{
	int64_t ts_ms = item->ts_ms, to_ms;
	bool ahead = is_ahead(clock, conf, ts_ms);
	bool behind = is_behind(clock, conf, ts_ms);

	if (!is_possible(conf, ts_ms, item->bound_ms))
		return TCN_CLOCK_FUTURE;
	if ((ahead || (behind && clock->support < TCN_CLOCK_QUORUM)) &&
	    may_move(clock, conf, item, ahead, &to_ms)) {
		clock->now_ms = to_ms;
		clock->support = TCN_CLOCK_QUORUM;
		ahead = is_ahead(clock, conf, ts_ms);
		behind = is_behind(clock, conf, ts_ms);
	}
	if (ahead)
		return TCN_CLOCK_FUTURE;
	return behind ? TCN_CLOCK_LATE : TCN_CLOCK_ORDERED;
}

static enum tcn_clock_case
take_item(struct tcn_clock *clock, const struct tcn_clock_conf *conf,
    const struct tcn_clock_arrival *item)
{
	int64_t ts_ms = item->ts_ms, bound_ms = item->bound_ms;
	enum tcn_clock_case which;
	uint32_t at = clock->recent_at % TCN_CLOCK_RECENT;

	if (clock->recent_at == 0)
		clock->first_publisher = item->publisher;
	else if (item->publisher != clock->first_publisher)
		clock->multi_publisher = 1;
	clock->recent_ms[at] = ts_ms;
	clock->recent_publisher[at] = item->publisher;
	clock->recent_at++;
	if (clock->recent_at == 2 * TCN_CLOCK_RECENT)
		clock->recent_at = TCN_CLOCK_RECENT;
	if (clock->now_ms == TCN_UNDATED)
		clock->now_ms = ts_ms < bound_ms ? ts_ms : bound_ms;
	which = classify(clock, conf, item);
	if (which != TCN_CLOCK_ORDERED)
		return which;
	if (clock->support < TCN_CLOCK_QUORUM &&
	    within(ts_ms, clock->now_ms, conf->jump_ms))
		clock->support++;
	/* The wall clock may have been set back behind the stream's time, which
	 * then stands still. */
	if (ts_ms > bound_ms)
		ts_ms = bound_ms;
	if (ts_ms > clock->now_ms)
		clock->now_ms = ts_ms;
	return which;
}

bool
tcn_clock_leaps(const struct tcn_clock *clock,
    const struct tcn_clock_conf *conf, int64_t ts_ms)
{
	return ts_ms != TCN_UNDATED && clock->now_ms != TCN_UNDATED &&
	    is_ahead(clock, conf, ts_ms);
}

enum tcn_clock_case
tcn_clock_item(struct tcn_clock *clock, const struct tcn_clock_conf *conf,
    const struct tcn_clock_arrival *item, int64_t *effective_ms)
{
	int64_t ts_ms = item->ts_ms, bound_ms = item->bound_ms;
	enum tcn_clock_case which = TCN_CLOCK_UNDATED;

	assert(conf->lateness_ms >= 0 && conf->jump_ms >= 0 &&
	    conf->future_ms >= 0);
	if (ts_ms != TCN_UNDATED)
		which = take_item(clock, conf, item);
	else if (clock->now_ms == TCN_UNDATED && bound_ms != TCN_CLOCK_NO_BOUND)
		clock->now_ms = bound_ms;
	clock->counts[which]++;
	*effective_ms = ts_ms;
	if (which == TCN_CLOCK_UNDATED || which == TCN_CLOCK_FUTURE ||
	    ts_ms > clock->now_ms)
		*effective_ms =
		    clock->now_ms == TCN_UNDATED ? 0 : clock->now_ms;
	return which;
}

enum tcn_rc
tcn_clock_check(const struct tcn_clock *clock, struct tcn_err *err)
{
	uint32_t seen = clock->recent_at < TCN_CLOCK_RECENT ? clock->recent_at
							    : TCN_CLOCK_RECENT;

	if (clock->recent_at >= 2 * TCN_CLOCK_RECENT ||
	    clock->support > TCN_CLOCK_QUORUM || clock->multi_publisher > 1)
		return tcn_err_set(err, TCN_CORRUPT,
		    "clock: %u arrivals, borne out by %u", clock->recent_at,
		    clock->support);
	if (seen && clock->now_ms == TCN_UNDATED)
		return tcn_err_set(err, TCN_CORRUPT,
		    "clock: %u arrivals, but no time", seen);
	for (uint32_t i = 0; i < TCN_CLOCK_RECENT; i++)
		if ((clock->recent_ms[i] != TCN_UNDATED) != (i < seen))
			return tcn_err_set(err, TCN_CORRUPT,
			    "clock: arrival %u of %u", i, seen);
	return TCN_OK;
}
