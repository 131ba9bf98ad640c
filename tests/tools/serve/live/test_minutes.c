/*
 * Of the last day each minute is kept, and sums of minutes add up.
 */
#include "tests/base/run.h"

#include <event2/event.h>

#include "engine/base/mem.h"
#include "tools/serve/live/minutes.h"

static struct event_base *base;
static struct tcn_minutes *minutes;
static struct tcn_minutes_sample is; /* the counters */
static struct tcn_minutes_sample out[TCN_MINUTES_MAX];

static void
now(void *ctx, struct tcn_minutes_sample *to)
{
	(void)ctx;
	*to = is;
}

static void
setup(void)
{
	is = (struct tcn_minutes_sample){ .articles = 1000, .sent = 7 };
	base = event_base_new();
	minutes = tcn_minutes_new(base, now, NULL);
}

static void
teardown(void)
{
	tcn_minutes_free(minutes);
	event_base_free(base);
	ck_assert_uint_eq(tcn_mem_live_bytes(), 0);
}

START_TEST(a_minute_is_what_was_added)
{
	ck_assert_uint_eq(tcn_minutes_read(minutes, 1, TCN_MINUTES_MAX, out),
	    0);
	is.articles += 30;
	is.refused[TCN_MINUTES_LATE] += 3;
	is.listeners = 4;
	tcn_minutes_end(minutes, 60000);
	is.articles += 2;
	is.refused[TCN_MINUTES_LATE] += 4;
	is.sent = 3; /* of a receiver less */
	is.memory_bytes = 99;
	is.listeners = 1;
	tcn_minutes_end(minutes, 120000);
	ck_assert_uint_eq(tcn_minutes_read(minutes, 1, TCN_MINUTES_MAX, out),
	    2);
	ck_assert_int_eq(out[0].at_ms, 60000);
	ck_assert_uint_eq(out[0].articles, 30);
	ck_assert_uint_eq(out[0].refused[TCN_MINUTES_LATE], 3);
	ck_assert_uint_eq(out[0].listeners, 4);
	ck_assert_uint_eq(out[1].articles, 2);
	ck_assert_uint_eq(out[1].sent, 0);
	ck_assert_uint_eq(out[1].memory_bytes, 99);
	ck_assert_uint_eq(tcn_minutes_read(minutes, 5, TCN_MINUTES_MAX, out),
	    1);
	ck_assert_int_eq(out[0].at_ms, 120000);
	ck_assert_uint_eq(out[0].articles, 32);
	ck_assert_uint_eq(out[0].refused[TCN_MINUTES_LATE], 7);
	ck_assert_uint_eq(out[0].listeners, 4);
}
END_TEST

START_TEST(waits_are_told_by_their_bucket)
{
	for (int i = 0; i < 98; i++)
		tcn_minutes_waited(minutes, 3);
	tcn_minutes_waited(minutes, 100);
	tcn_minutes_waited(minutes, INT64_MAX);
	tcn_minutes_end(minutes, 1);
	tcn_minutes_waited(minutes, 0);
	tcn_minutes_end(minutes, 2);
	tcn_minutes_end(minutes, 3);
	ck_assert_uint_eq(tcn_minutes_read(minutes, 1, TCN_MINUTES_MAX, out),
	    3);
	ck_assert_uint_eq(out[0].wait_ms, 128);
	ck_assert_uint_eq(out[1].wait_ms, 1);
	ck_assert_uint_eq(out[2].wait_ms, 0);
}
END_TEST

/* Against sums made by hand, with a ring that has gone round. */
START_TEST(sums_add_up)
{
	uint64_t of[11000] = { 0 };

	for (int i = 0; i < 11000; i++) {
		of[i] = (uint64_t)(i * 7919 % 101);
		is.articles += of[i];
		tcn_minutes_end(minutes, i);
	}
	for (size_t every = 1; every < 100; every += 7) {
		size_t n = tcn_minutes_read(minutes, every, TCN_MINUTES_MAX,
			   out),
		       at = 11000;

		ck_assert_uint_eq(n, (TCN_MINUTES_MAX + every - 1) / every);
		for (size_t i = n; i-- > 0;) {
			size_t many = at - every >= 11000 - TCN_MINUTES_MAX
			    ? every
			    : at - (11000 - TCN_MINUTES_MAX);
			uint64_t sum = 0;

			for (size_t k = at - many; k < at; k++)
				sum += of[k];
			ck_assert_uint_eq(out[i].articles, sum);
			ck_assert_int_eq(out[i].at_ms, (int64_t)at - 1);
			at -= many;
		}
		ck_assert_uint_eq(at, 11000 - TCN_MINUTES_MAX);
	}
	/* the last ones alone */
	ck_assert_uint_eq(tcn_minutes_read(minutes, 42, 3, out), 3);
	ck_assert_int_eq(out[0].at_ms, 11000 - 1 - 84);
	ck_assert_uint_eq(tcn_minutes_read(minutes, 1, 60, out), 60);
	ck_assert_uint_eq(out[59].articles, of[10999]);
	ck_assert_uint_eq(out[0].articles, of[10940]);
}
END_TEST

TCN_TESTS(minutes)
{
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, a_minute_is_what_was_added);
	tcase_add_test(tc, waits_are_told_by_their_bucket);
	tcase_add_test(tc, sums_add_up);
}
