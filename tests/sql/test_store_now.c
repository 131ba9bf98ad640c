/*
 * What tells a quiet stream from one that does not come in.
 */
#include "tests/base/run.h"

#include <stdio.h>

#include "sql/db.h"
#include "sql/store_feeds.h"
#include "sql/store_now.h"
#include "tests/sql/sample.h"

#define BATCHES 5

static struct tcn_store *st;
static struct tcn_store_tx *tx;

static void
setup(void)
{
	st = sample_store(BATCHES);
}

static void
teardown(void)
{
	tcn_store_close(st);
}

START_TEST(feeds_are_counted_and_the_last_event_is_known)
{
	struct tcn_store_feed_row feed = { .tried_ms = TCN_UNDATED,
		.succeeded_ms = TCN_UNDATED,
		.since_ms = TCN_UNDATED };
	struct tcn_store_feed_counts counts;
	int64_t fired_ms = 0;

	ck_assert_int_eq(tcn_store_last_fired_ms(st, &fired_ms), TCN_OK);
	ck_assert_int_eq(fired_ms, 100000 * (BATCHES - 1));
	ck_assert_int_eq(tcn_store_begin(st, &tx), TCN_OK);
	for (unsigned i = 0; i < 6; i++) {
		char url[32];

		snprintf(url, sizeof url, "https://%u.example/", i);
		feed.url = tcn_str(url);
		feed.failures = i % 3;
		feed.paused = i == 5;
		ck_assert_int_eq(tcn_store_put_feed(tx, &feed), TCN_OK);
	}
	ck_assert_int_eq(tcn_store_commit(st), TCN_OK);
	ck_assert_int_eq(tcn_store_count_feeds(st, &counts), TCN_OK);
	ck_assert_uint_eq(counts.n, 6);
	ck_assert_uint_eq(counts.failing, 3); /* 1, 2 and 4 */
	ck_assert_uint_eq(counts.paused, 1);
	ck_assert_int_eq(tcn_db_exec(st, "UPDATE events SET revision = 0"),
	    TCN_OK);
	fired_ms = 7;
	ck_assert_int_eq(tcn_store_last_fired_ms(st, &fired_ms), TCN_OK);
	ck_assert_int_eq(fired_ms, 7);
}
END_TEST

TCN_TESTS(store_now)
{
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, feeds_are_counted_and_the_last_event_is_known);
}
