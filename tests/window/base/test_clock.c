#include "tests/base/run.h"

#include "engine/base/duration.h"
#include "engine/item/record.h"
#include "tests/base/sound.h"
#include "window/base/clock.h"

#define NO_BOUND TCN_CLOCK_NO_BOUND

static const struct tcn_clock_conf conf = {
	.lateness_ms = 4 * TCN_HOUR_MS,
	.jump_ms = TCN_HOUR_MS,
	.future_ms = 10 * TCN_MINUTE_MS,
};

/* One item, after which the clock is sound. */
static enum tcn_clock_case
take(struct tcn_clock *clock, int64_t ts_ms, uint64_t publisher,
    int64_t bound_ms, int64_t *at)
{
	const struct tcn_clock_arrival item = {
		.ts_ms = ts_ms,
		.publisher = publisher,
		.bound_ms = bound_ms,
	};
	enum tcn_clock_case which = tcn_clock_item(clock, &conf, &item, at);

	ck_sound(tcn_clock_check, clock);
	return which;
}

/* The same for one whose date is confirmed. */
static enum tcn_clock_case
take_confirmed(struct tcn_clock *clock, int64_t ts_ms, int64_t bound_ms,
    int64_t *at)
{
	const struct tcn_clock_arrival item = {
		.ts_ms = ts_ms,
		.confirmed = true,
		.publisher = 1,
		.bound_ms = bound_ms,
	};
	enum tcn_clock_case which = tcn_clock_item(clock, &conf, &item, at);

	ck_sound(tcn_clock_check, clock);
	return which;
}

static const int64_t start = INT64_C(1400000000000);

/* A clock that n items of two publishers, a minute apart, have settled. */
static struct tcn_clock
settled(int n)
{
	struct tcn_clock clock;
	int64_t at;

	tcn_clock_init(&clock);
	for (int i = 0; i < n; i++)
		take(&clock, start + i * TCN_MINUTE_MS, 1 + (uint64_t)i % 2,
		    NO_BOUND, &at);
	return clock;
}

START_TEST(follows_dates_in_order)
{
	struct tcn_clock clock = settled(100);
	int64_t at;

	ck_assert_int_eq(clock.now_ms, start + 99 * TCN_MINUTE_MS);
	ck_assert_int_eq(take(&clock, start, 1, NO_BOUND, &at),
	    TCN_CLOCK_ORDERED);
	ck_assert_int_eq(at, start);
	ck_assert_int_eq(clock.now_ms, start + 99 * TCN_MINUTE_MS);
}
END_TEST

START_TEST(one_wrong_date_moves_nothing)
{
	static const int64_t wrong[] = { INT64_C(4000000000000),
		INT64_C(1400000000000) + 200 * TCN_HOUR_MS, 0, -1, INT64_MAX,
		INT64_MIN + 1 };

	for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
		struct tcn_clock clock = settled(50), before = clock;
		enum tcn_clock_case which;
		int64_t at;

		which = take(&clock, wrong[i], 1, NO_BOUND, &at);
		ck_assert_int_eq(clock.now_ms, before.now_ms);
		if (wrong[i] > start) {
			ck_assert_int_eq(which, TCN_CLOCK_FUTURE);
			ck_assert_int_eq(at, before.now_ms);
		} else {
			ck_assert_int_eq(which, TCN_CLOCK_LATE);
			ck_assert_int_eq(at, wrong[i]);
		}
	}
}
END_TEST

START_TEST(one_hostile_publisher_moves_nothing)
{
	struct tcn_clock clock = settled(50);
	int64_t at, now = clock.now_ms;

	for (int i = 0; i < 1000; i++) {
		take(&clock, start + 9000 * TCN_HOUR_MS + i, 7, NO_BOUND, &at);
		if (i % 10 == 0)
			take(&clock, now, 1, NO_BOUND, &at);
		ck_assert_int_eq(clock.now_ms, now);
	}
}
END_TEST

START_TEST(a_gap_is_crossed_when_others_bear_it_out)
{
	struct tcn_clock clock = settled(50);
	int64_t at, later = start + 100 * TCN_HOUR_MS;

	take(&clock, later, 1, NO_BOUND, &at);
	take(&clock, later + TCN_MINUTE_MS, 2, NO_BOUND, &at);
	ck_assert_int_lt(clock.now_ms, later);
	ck_assert_int_eq(take(&clock, later + 2 * TCN_MINUTE_MS, 1, NO_BOUND,
			     &at),
	    TCN_CLOCK_ORDERED);
	ck_assert_int_eq(clock.now_ms, later + 2 * TCN_MINUTE_MS);
	ck_assert_int_eq(at, later + 2 * TCN_MINUTE_MS);
}
END_TEST

/* Hours between items: the clock follows two items behind. */
START_TEST(a_sparse_stream_is_followed)
{
	struct tcn_clock clock;
	int64_t at;

	tcn_clock_init(&clock);
	for (int i = 0; i < 100; i++) {
		take(&clock, start + i * 3 * TCN_HOUR_MS, 1, NO_BOUND, &at);
		if (i >= 2)
			ck_assert_int_eq(clock.now_ms,
			    start + (i - 2) * 3 * TCN_HOUR_MS);
	}
}
END_TEST

START_TEST(a_lone_publisher_crosses_a_gap_in_time)
{
	struct tcn_clock clock = settled(50);
	int64_t at, later = start + 100 * TCN_HOUR_MS;
	int n = 0;

	while (clock.now_ms < later && n < 100)
		take(&clock, later + n++, 1, NO_BOUND, &at);
	ck_assert_int_eq(n, TCN_CLOCK_RECENT);
}
END_TEST

START_TEST(a_wrong_first_date_is_corrected)
{
	struct tcn_clock clock;
	int64_t at;

	tcn_clock_init(&clock);
	take(&clock, start + 9000 * TCN_HOUR_MS, 1, NO_BOUND, &at);
	for (int i = 0; i < 4; i++)
		take(&clock, start + i * TCN_MINUTE_MS, 2 + (uint64_t)i % 2,
		    NO_BOUND, &at);
	ck_assert_int_eq(clock.now_ms, start + 3 * TCN_MINUTE_MS);
}
END_TEST

START_TEST(undated_items_arrive_now)
{
	struct tcn_clock clock = settled(5);
	int64_t at;

	ck_assert_int_eq(take(&clock, TCN_UNDATED, 1, NO_BOUND, &at),
	    TCN_CLOCK_UNDATED);
	ck_assert_int_eq(at, clock.now_ms);
	tcn_clock_init(&clock);
	take(&clock, TCN_UNDATED, 1, NO_BOUND, &at);
	ck_assert_int_eq(at, 0);
	take(&clock, TCN_UNDATED, 1, start, &at);
	ck_assert_int_eq(at, start);
}
END_TEST

START_TEST(the_wall_clock_bounds)
{
	struct tcn_clock clock = settled(5);
	int64_t at, wall = clock.now_ms + TCN_MINUTE_MS;

	for (int i = 0; i < 40; i++) {
		take(&clock, wall + 30 * TCN_HOUR_MS + i, (uint64_t)i, wall,
		    &at);
		ck_assert_int_le(clock.now_ms, wall);
		ck_assert_int_le(at, wall);
	}
}
END_TEST

/* What three publishers said of next year bears out no other date later. */
START_TEST(nothing_beyond_the_wall_clock_bears_out_a_date)
{
	struct tcn_clock clock = settled(5);
	int64_t at, wall = clock.now_ms + 2 * TCN_HOUR_MS;

	for (int i = 0; i < 3; i++)
		take(&clock, wall + 9000 * TCN_HOUR_MS, 1 + (uint64_t)i, wall,
		    &at);
	for (int i = 0; i < 5; i++) {
		take(&clock, wall + i, 4 + (uint64_t)i, wall, &at);
		ck_assert_int_le(clock.now_ms, wall);
	}
	ck_assert_int_eq(clock.now_ms, wall);
}
END_TEST

/* The wall clock is set back: the stream's time stands still, then goes on. */
START_TEST(it_waits_for_a_wall_clock_that_was_set_back)
{
	static const int64_t back_ms[] = { TCN_MINUTE_MS, 5 * TCN_MINUTE_MS,
		3 * TCN_HOUR_MS, 30 * TCN_HOUR_MS };
	struct tcn_clock clock;
	int64_t at;

	for (size_t b = 0; b < sizeof back_ms / sizeof *back_ms; b++) {
		int64_t now, wall;

		clock = settled(50);
		now = clock.now_ms;
		wall = now - back_ms[b];
		for (int i = 0; wall <= now; i++, wall += TCN_MINUTE_MS) {
			take(&clock, wall + i % 15 * TCN_MINUTE_MS,
			    (uint64_t)i % 3, wall, &at);
			ck_assert_int_eq(clock.now_ms, now);
		}
		for (int i = 0; i < 5; i++, wall += TCN_MINUTE_MS)
			take(&clock, wall, (uint64_t)i % 3, wall, &at);
		ck_assert_int_eq(clock.now_ms, wall - TCN_MINUTE_MS);
	}
}
END_TEST

START_TEST(what_is_no_clock_is_refused)
{
	struct tcn_clock clock = settled(5);
	struct tcn_err err;

	clock.recent_ms[7] = start;
	ck_assert_int_eq(tcn_clock_check(&clock, &err), TCN_CORRUPT);
	ck_assert_str_eq(err.text, "clock: arrival 7 of 5");
	clock = settled(5);
	clock.recent_at = 32;
	ck_assert_int_eq(tcn_clock_check(&clock, &err), TCN_CORRUPT);
	clock = settled(5);
	clock.now_ms = TCN_UNDATED;
	ck_assert_int_eq(tcn_clock_check(&clock, &err), TCN_CORRUPT);
}
END_TEST

START_TEST(a_confirmed_date_moves_it_alone)
{
	static const int hours[] = { 2, 5, 51, 24 * 365 };

	for (int i = 0; i < 4; i++) {
		struct tcn_clock clock = settled(50);
		int64_t ts_ms = start + hours[i] * TCN_HOUR_MS, at;

		ck_assert(tcn_clock_leaps(&clock, &conf, ts_ms));
		ck_assert_int_eq(take_confirmed(&clock, ts_ms, NO_BOUND, &at),
		    TCN_CLOCK_ORDERED);
		ck_assert_int_eq(at, ts_ms);
		ck_assert_int_eq(clock.now_ms, ts_ms);
		ck_assert(!tcn_clock_leaps(&clock, &conf, ts_ms));
		/* And those before it cannot take it back. */
		for (int k = 0; k < 3; k++)
			ck_assert_int_ne(take(&clock, start, 2, NO_BOUND, &at),
			    TCN_CLOCK_FUTURE);
		ck_assert_int_eq(clock.now_ms, ts_ms);
	}
}
END_TEST

/* Old and confirmed, it takes nothing back; confirmed or not, nothing goes
 * beyond the wall clock. */
START_TEST(confirmed_dates_have_their_limits)
{
	struct tcn_clock clock = settled(1);
	int64_t wall = start + 5 * TCN_HOUR_MS, at;

	ck_assert_int_eq(take_confirmed(&clock, start - 50 * TCN_HOUR_MS,
			     NO_BOUND, &at),
	    TCN_CLOCK_LATE);
	ck_assert_int_eq(clock.now_ms, start);
	ck_assert_int_eq(take_confirmed(&clock, wall + TCN_HOUR_MS, wall, &at),
	    TCN_CLOCK_FUTURE);
	ck_assert_int_eq(clock.now_ms, start);
	ck_assert_int_eq(take_confirmed(&clock, wall + 1000, wall, &at),
	    TCN_CLOCK_ORDERED);
	ck_assert_int_eq(clock.now_ms, wall);
	ck_assert_int_eq(at, wall);
}
END_TEST

TCN_TESTS(clock)
{
	tcase_add_test(tc, follows_dates_in_order);
	tcase_add_test(tc, one_wrong_date_moves_nothing);
	tcase_add_test(tc, one_hostile_publisher_moves_nothing);
	tcase_add_test(tc, a_gap_is_crossed_when_others_bear_it_out);
	tcase_add_test(tc, a_sparse_stream_is_followed);
	tcase_add_test(tc, a_lone_publisher_crosses_a_gap_in_time);
	tcase_add_test(tc, a_wrong_first_date_is_corrected);
	tcase_add_test(tc, undated_items_arrive_now);
	tcase_add_test(tc, the_wall_clock_bounds);
	tcase_add_test(tc, nothing_beyond_the_wall_clock_bears_out_a_date);
	tcase_add_test(tc, it_waits_for_a_wall_clock_that_was_set_back);
	tcase_add_test(tc, what_is_no_clock_is_refused);
	tcase_add_test(tc, a_confirmed_date_moves_it_alone);
	tcase_add_test(tc, confirmed_dates_have_their_limits);
}
