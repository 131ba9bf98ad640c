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

/* The ids of the events that closed at since_ms or later, at most limit. */
static const char *
closed(int64_t since_ms, size_t limit)
{
	static char text[512];
	struct tcn_store_open_list list;
	struct tcn_arena arena;
	size_t n = 0;

	tcn_arena_init(&arena, 0);
	ck_assert_int_eq(tcn_store_closed_events(st, since_ms, limit, &arena,
			     &list),
	    TCN_OK);
	text[0] = '\0';
	for (size_t i = 0; i < list.n; i++)
		n += (size_t)snprintf(text + n, sizeof text - n, "%s%s",
		    n ? " " : "", list.at[i].event);
	tcn_arena_fini(&arena);
	return text;
}

static void
set(const char *sql)
{
	ck_assert_int_eq(tcn_db_exec(st, sql), TCN_OK);
}

/* a, b, c and d fired at the hour 0, and changed last at 1, 2, 3 and 3. */
static void
four_events(void)
{
	set("PRAGMA foreign_keys = OFF;"
	    "DELETE FROM event_terms; DELETE FROM evidence;"
	    "DELETE FROM event_revisions; DELETE FROM actions;"
	    "DELETE FROM events;"
	    "INSERT INTO events (id, rule, story, fired, revision) VALUES"
	    " ('a', 'r', 0, 0, 1), ('b', 'r', 0, 0, 1), ('c', 'r', 0, 0, 1),"
	    " ('d', 'r', 0, 0, 1);"
	    "INSERT INTO event_revisions (event, revision, story, state,"
	    " changed, first_ts, last_ts, items, origins, publishers, central)"
	    " SELECT id, 1, 0, 2, 3600000 * CASE id WHEN 'a' THEN 1"
	    " WHEN 'b' THEN 2 ELSE 3 END, 0, 0, 9, 9, 9, 1 FROM events");
}

START_TEST(what_closed_last_comes_first)
{
	four_events();
	ck_assert_str_eq(closed(3600000, 9), "c d b a");
	ck_assert_str_eq(closed(3600001, 9), "c d b");
	ck_assert_str_eq(closed(0, 3), "c d b");
	set("UPDATE events SET open = 1 WHERE id = 'c'");
	ck_assert_str_eq(closed(0, 9), "d b a");
	/* What is part of another is not told of by itself. */
	set("UPDATE event_revisions SET merged_into = 'c' WHERE event = 'd'");
	ck_assert_str_eq(closed(0, 9), "b a");
	set("INSERT INTO actions (event, revision, at, author, kind, was, "
	    "value)"
	    " VALUES ('b', 1, 0, 'x', 6, '', 'c'), ('b', 1, 0, 'x', 3, '', "
	    "'')");
	ck_assert_str_eq(closed(0, 9), "a");
	set("INSERT INTO actions (event, revision, at, author, kind, was, "
	    "value)"
	    " VALUES ('b', 1, 0, 'x', 7, '', 'c')");
	ck_assert_str_eq(closed(0, 9), "b a");
	/* One that is being removed, and one that fired more than a week before
	 * the period. */
	set("UPDATE events SET revision = 0 WHERE id = 'b'");
	ck_assert_str_eq(closed(0, 9), "a");
	set("UPDATE event_revisions SET changed = 700000000 WHERE event = 'a'");
	ck_assert_str_eq(closed(604800000, 9), "a");
	ck_assert_str_eq(closed(604800001, 9), "");
}
END_TEST

TCN_TESTS(store_now)
{
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, feeds_are_counted_and_the_last_event_is_known);
	tcase_add_test(tc, what_closed_last_comes_first);
}
