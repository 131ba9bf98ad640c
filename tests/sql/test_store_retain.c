/*
 * Retention: what is old goes, what others need stays, what is left is whole
 * after every step, and a step does no more than it was asked for.
 */
#include "tests/base/run.h"

#include <sqlite3.h>
#include <stdio.h>

#include "sql/outbox.h"
#include "sql/query.h"
#include "sql/store_check.h"
#include "sql/store_feeds.h"
#include "sql/store_read.h"
#include "sql/store_retain.h"
#include "sql/store_search.h"
#include "sql/store_space.h"
#include "tests/base/long.h"
#include "tests/sql/sample.h"

#define BATCHES 12

/* More than what goes of one event, article or story of the sample at once. */
#define ONE_MORE 40

static struct tcn_store *st;

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

static int64_t
count(const char *sql)
{
	int64_t n;

	ck_assert_int_eq(tcn_db_int(st, sql, &n), TCN_OK);
	return n;
}

static void
print_finding(void *ctx, const char *finding)
{
	(void)ctx;
	printf("%s\n", finding);
}

static struct tcn_store_retain_conf
keep_nothing(void)
{
	struct tcn_store_retain_conf conf = { .now_ms = 77 };

	for (int i = 0; i < TCN_STORE_KEPT_KINDS; i++)
		conf.before_ms[i] = INT64_MAX;
	conf.before_ms[TCN_STORE_KEPT_KEYS] = TCN_STORE_KEEP_ALL;
	conf.before_ms[TCN_STORE_KEPT_COPIES] = TCN_STORE_KEEP_ALL;
	return conf;
}

/* A whole pass in steps of so much work; the store is checked after each, or
 * after some of many small ones. */
static struct tcn_store_retain
run_pass(const struct tcn_store_retain_conf *conf, size_t work)
{
	const size_t every = work < 3 ? long_or(1, 8) : 1;
	struct tcn_store_retain pass;
	bool done = false;

	tcn_store_retain_begin(&pass, conf);
	for (size_t step = 0; !done; step++) {
		struct tcn_store_tx *tx;
		int before = sqlite3_total_changes(st->db->sqlite);

		ck_assert_int_eq(tcn_store_begin(st, &tx), TCN_OK);
		ck_assert_int_eq(tcn_store_retain_step(tx, &pass, work, &done),
		    TCN_OK);
		ck_assert_int_eq(tcn_store_commit(st), TCN_OK);
		if (done || step % every == 0)
			ck_assert_int_eq(tcn_store_check(st, print_finding,
					     NULL),
			    TCN_OK);
		/* FTS5 counts rows of its own tables, too. */
		ck_assert_uint_le((size_t)(sqlite3_total_changes(st->db
								     ->sqlite) -
				      before),
		    4 * (work + ONE_MORE));
	}
	return pass;
}

START_TEST(all_goes_and_the_keys_stay)
{
	static const size_t works[] = { 1, 2, 7, 100, 100000 };
	struct tcn_store_retain_conf conf = keep_nothing();
	struct tcn_store_retain pass = run_pass(&conf, works[_i]);
	struct tcn_store_search_hits hits;
	struct tcn_store_removed removed[TCN_STORE_KEPT_KINDS];
	struct tcn_arena arena;
	uint64_t seq;
	int64_t met_ms;
	char buf[512];

	/* A second one takes originals whose copies went with the first. */
	run_pass(&conf, works[_i]);
	ck_assert_int_eq(count("SELECT count(*) FROM events"), 0);
	ck_assert_int_eq(count("SELECT count(*) FROM event_revisions"), 0);
	ck_assert_int_eq(count("SELECT count(*) FROM event_terms"), 0);
	ck_assert_int_eq(count("SELECT count(*) FROM event_reasons"), 0);
	ck_assert_int_eq(count("SELECT count(*) FROM evidence"), 0);
	ck_assert_int_eq(count("SELECT count(*) FROM reports"), 0);
	ck_assert_int_eq(count("SELECT count(*) FROM actions"), 0);
	ck_assert_int_eq(pass.removed[TCN_STORE_KEPT_EVENTS], BATCHES);
	/* The last item stays, with its original and its story. */
	ck_assert_int_eq(count("SELECT max(seq) FROM items"),
	    BATCHES * SAMPLE_ITEMS);
	ck_assert_int_eq(count("SELECT count(*) FROM items"), 2);
	ck_assert_int_eq(count("SELECT count(*) FROM articles"), 1);
	ck_assert_int_eq(count("SELECT count(*) FROM stories WHERE closed"), 1);
	tcn_arena_init(&arena, 0);
	ck_assert_int_eq(tcn_store_search(st, tcn_str("flood"),
			     TCN_STORE_SEARCH_NEWEST, 0, &arena, &hits),
	    TCN_OK);
	ck_assert_uint_eq(hits.n, 1);
	tcn_arena_fini(&arena);
	ck_assert_int_eq(tcn_store_find_removed(st, sample_article(5, buf).key,
			     &seq, &met_ms),
	    TCN_OK);
	ck_assert_uint_eq(seq, 5);
	ck_assert_int_eq(met_ms, 77);
	ck_assert_int_eq(tcn_store_removed(st, removed), TCN_OK);
	ck_assert_uint_eq(removed[TCN_STORE_KEPT_ITEMS].n,
	    BATCHES * SAMPLE_ITEMS - 2);
	ck_assert_int_eq(removed[TCN_STORE_KEPT_ITEMS].newest_ms,
	    1000000 + (BATCHES * SAMPLE_ITEMS - 2) * 1000);
}
END_TEST

START_TEST(by_age)
{
	struct tcn_store_retain_conf conf = keep_nothing();

	conf.before_ms[TCN_STORE_KEPT_ITEMS] = 1000000 + 41 * 1000;
	conf.before_ms[TCN_STORE_KEPT_EVENTS] = 500000;
	run_pass(&conf, 13);
	run_pass(&conf, 13);
	ck_assert_int_eq(count("SELECT min(fired) FROM events"), 500000);
	ck_assert_int_eq(count("SELECT min(ts) FROM items"), 1041000);
}
END_TEST

START_TEST(what_an_event_cites_stays_with_it)
{
	struct tcn_store_retain_conf conf = keep_nothing();

	conf.before_ms[TCN_STORE_KEPT_EVENTS] = TCN_STORE_KEEP_ALL;
	run_pass(&conf, 50);
	run_pass(&conf, 50);
	ck_assert_int_eq(count("SELECT count(*) FROM events"), BATCHES);
	ck_assert_int_eq(count("SELECT count(*) FROM evidence"), BATCHES * 3);
	/* Three of evidence; a copy among them brings its original along. */
	ck_assert_int_eq(count("SELECT count(*) FROM items"), BATCHES * 3 + 2);
	ck_assert_int_eq(count("SELECT count(*) FROM reports"), 0);
}
END_TEST

/* What editions told of each story, which did not fire: lines and figures. */
static void
tell_stories(void)
{
	static const char sql[] =
	    "INSERT INTO told_events"
	    " SELECT 'day', 'story:' || id, 1, 1, 0, 9, 9, 9, ''"
	    " FROM stories;"
	    "INSERT INTO told_lines SELECT 'day', 'story:' || id, 1, 5, x''"
	    " FROM stories;"
	    "INSERT INTO told_figures SELECT 'day', 'story:' || id, 1, 'dead',"
	    " '', 3000, 3000, 1 FROM stories";

	ck_assert_int_eq(tcn_db_exec(st, sql), TCN_OK);
}

START_TEST(what_was_told_of_a_story_goes_with_it)
{
	struct tcn_store_retain_conf conf = keep_nothing();

	int64_t all = count("SELECT count(*) FROM stories"), left;

	tell_stories();
	run_pass(&conf, 7);
	run_pass(&conf, 7);
	left = count("SELECT count(*) FROM stories");
	ck_assert_int_lt(left, all);
	ck_assert_int_eq(count("SELECT count(*) FROM told_events t, stories s"
			       " WHERE t.event = 'story:' || s.id"),
	    left);
	ck_assert_int_eq(count("SELECT count(*) FROM told_events"), left);
	ck_assert_int_eq(count("SELECT count(*) FROM told_lines"), left);
	ck_assert_int_eq(count("SELECT count(*) FROM told_figures"), left);
}
END_TEST

/* Only copies go; their originals count them and stand for them. */
START_TEST(copies_alone)
{
	static const char central[] = "SELECT central FROM stories "
				      "WHERE id = 1";
	struct tcn_store_retain_conf conf = keep_nothing();
	struct tcn_store_retain pass;
	int64_t all = count("SELECT count(*) FROM items");
	int64_t articles = count("SELECT count(*) FROM articles");
	struct tcn_store_tx *tx;
	uint64_t gone;

	for (int i = 0; i < TCN_STORE_KEPT_KINDS; i++)
		conf.before_ms[i] = TCN_STORE_KEEP_ALL;
	conf.before_ms[TCN_STORE_KEPT_COPIES] = INT64_MAX;
	ck_assert_int_eq(tcn_store_begin(st, &tx), TCN_OK);
	ck_assert_int_eq(tcn_db_exec(st,
			     "DELETE FROM evidence WHERE seq = 8;"
			     "UPDATE event_revisions SET central = 7"
			     " WHERE central = 8;"
			     "UPDATE events SET item = 7 WHERE item = 8;"
			     "UPDATE stories SET central = 8 WHERE id = 1"),
	    TCN_OK);
	ck_assert_int_eq(tcn_store_commit(st), TCN_OK);
	pass = run_pass(&conf, 3);
	ck_assert_int_gt(pass.removed[TCN_STORE_KEPT_COPIES], 0);
	ck_assert_int_eq(count("SELECT count(*) FROM items"),
	    all - (int64_t)pass.removed[TCN_STORE_KEPT_COPIES]);
	ck_assert_int_eq(count("SELECT count(*) FROM articles"), articles);
	ck_assert_int_eq(count("SELECT sum(copies) FROM articles"),
	    pass.removed[TCN_STORE_KEPT_COPIES]);
	ck_assert_int_eq(count(central), 7);
	ck_assert_int_eq(tcn_store_copies_gone(st, 7, &gone), TCN_OK);
	ck_assert_uint_eq(gone, 1);
	/* What is left is named by an event, or the last there is. */
	ck_assert_int_eq(count("SELECT count(*) FROM items i "
			       "WHERE article <> seq"
			       " AND seq <> (SELECT max(seq) FROM items)"
			       " AND NOT EXISTS (SELECT 1 FROM evidence v"
			       " WHERE v.seq = i.seq)"
			       " AND NOT EXISTS (SELECT 1 FROM event_revisions"
			       " WHERE central = i.seq)"
			       " AND NOT EXISTS (SELECT 1 FROM events"
			       " WHERE item = i.seq)"),
	    0);
}
END_TEST

/* With the keys go the notes of pages without an article. */
START_TEST(pages_that_were_visited)
{
	struct tcn_store_retain_conf conf = { .now_ms = 77 };
	struct tcn_store_tx *tx;
	bool found;

	for (int i = 0; i < TCN_STORE_KEPT_KINDS; i++)
		conf.before_ms[i] = TCN_STORE_KEEP_ALL;
	conf.before_ms[TCN_STORE_KEPT_KEYS] = 1005;
	ck_assert_int_eq(tcn_store_begin(st, &tx), TCN_OK);
	for (uint64_t i = 0; i < 10; i++) {
		const uint64_t key[2] = { i * 77, i };

		ck_assert_int_eq(tcn_store_put_visited(tx, key,
				     1000 + (int64_t)i),
		    TCN_OK);
	}
	ck_assert_int_eq(tcn_store_commit(st), TCN_OK);
	ck_assert_uint_eq(run_pass(&conf, 2).removed[TCN_STORE_KEPT_KEYS], 5);
	for (uint64_t i = 0; i < 10; i++) {
		const uint64_t key[2] = { i * 77, i };

		ck_assert_int_eq(tcn_store_has_visited(st, key, &found),
		    TCN_OK);
		ck_assert_int_eq(found, i >= 5);
	}
}
END_TEST

/* A pass may begin in the middle: what is before stays. */
START_TEST(copies_from_a_time_on)
{
	struct tcn_store_retain_conf conf = { .now_ms = 77 };
	struct tcn_store_retain pass;
	const int64_t from_ms = 1000000 + 40 * 1000;
	struct tcn_store_tx *tx;
	bool done = false;

	for (int i = 0; i < TCN_STORE_KEPT_KINDS; i++)
		conf.before_ms[i] = TCN_STORE_KEEP_ALL;
	conf.before_ms[TCN_STORE_KEPT_COPIES] = from_ms + 40 * 1000;
	tcn_store_retain_begin_at(&pass, &conf, TCN_STORE_KEPT_COPIES, from_ms);
	ck_assert_int_eq(tcn_store_begin(st, &tx), TCN_OK);
	while (!done)
		ck_assert_int_eq(tcn_store_retain_step(tx, &pass, 5, &done),
		    TCN_OK);
	ck_assert_int_eq(tcn_store_commit(st), TCN_OK);
	ck_assert_int_gt(pass.removed[TCN_STORE_KEPT_COPIES], 0);
	/* The 8th, 16th ... are copies; the 40th is the first in the span. */
	ck_assert_int_eq(count("SELECT count(*) FROM removed_keys "
			       "WHERE seq < 40 OR seq >= 80"),
	    0);
	ck_assert_int_eq(count("SELECT count(*) FROM removed_keys "
			       "WHERE seq = 40"),
	    1);
}
END_TEST

static bool
needs_the_third(void *ctx, const char *event)
{
	(void)ctx;
	return strcmp(event, "event-2") == 0;
}

/* Whole batch 2: its event, and each item of its story. */
START_TEST(an_event_that_goes_on_keeps_its_story)
{
	struct tcn_store_retain_conf conf = keep_nothing();

	conf.needs = needs_the_third;
	run_pass(&conf, 50);
	run_pass(&conf, 50);
	ck_assert_int_eq(count("SELECT count(*) FROM events"), 1);
	ck_assert_int_eq(count("SELECT count(*) FROM reports"), 1);
	/* Batch 3's story was merged into it. */
	ck_assert_int_eq(count("SELECT count(*) FROM items "
			       "WHERE seq BETWEEN 17 AND 32"),
	    2 * SAMPLE_ITEMS);
	ck_assert_int_eq(count("SELECT count(*) FROM items"),
	    2 * SAMPLE_ITEMS + 2);
}
END_TEST

#define REVISIONS 3000

/* Event 0 gets so many revisions with two terms each. */
static void
grow_event(void)
{
	char sql[1024];

	snprintf(sql, sizeof sql,
	    "WITH RECURSIVE n (i) AS (VALUES (2) UNION ALL"
	    " SELECT i + 1 FROM n WHERE i < %d) "
	    "INSERT INTO event_revisions SELECT event, i, story, state,"
	    " changed, first_ts, last_ts, items, origins, publishers, central,"
	    " why, merged_into, languages, seq, severity, headline,"
	    " headline_item, headline_origins, headline_first, places"
	    " FROM event_revisions, n"
	    " WHERE event = 'event-0' AND revision = 1;"
	    "INSERT INTO event_terms SELECT r.event, r.revision, t.rank,"
	    " t.word, t.weight FROM event_revisions r, event_terms t"
	    " WHERE r.event = 'event-0' AND r.revision > 1"
	    " AND t.event = 'event-0' AND t.revision = 1;"
	    "UPDATE events SET revision = %d WHERE id = 'event-0'",
	    REVISIONS, REVISIONS);
	ck_assert_int_eq(tcn_db_exec(st, sql), TCN_OK);
}

/* Returns whether an event is found; then it has all its revisions. */
static bool
is_whole(const char *id)
{
	struct tcn_store_event_list events;
	struct tcn_store_str_list ids;
	struct tcn_event *event;
	struct tcn_arena arena;
	bool found, listed = false;

	tcn_arena_init(&arena, 0);
	ck_assert_int_eq(tcn_store_event(st, id, &arena, &event), TCN_OK);
	found = event != NULL;
	ck_assert(!found || event->terms_n > 0);
	ck_assert(!found || event->evidence_n == 3);
	ck_assert_int_eq(tcn_store_event_history(st, id, &arena, &events),
	    TCN_OK);
	ck_assert_uint_eq(events.n, found ? REVISIONS : 0);
	ck_assert_int_eq(tcn_store_event_ids(st, 0, &arena, &ids), TCN_OK);
	for (size_t i = 0; i < ids.n; i++)
		listed |= tcn_str_equal(ids.at[i], tcn_str(id));
	ck_assert(listed == found);
	tcn_arena_fini(&arena);
	return found;
}

/* One step of as little work as can be, in its transaction; how many rows. */
static int
small_step(struct tcn_store_retain *pass, bool *done)
{
	int before = sqlite3_total_changes(st->db->sqlite);
	struct tcn_store_tx *tx;

	ck_assert_int_eq(tcn_store_begin(st, &tx), TCN_OK);
	ck_assert_int_eq(tcn_store_retain_step(tx, pass, 1, done), TCN_OK);
	ck_assert_int_eq(tcn_store_commit(st), TCN_OK);
	return sqlite3_total_changes(st->db->sqlite) - before;
}

/* A large event goes in many steps: it is whole until nobody finds it. What is
 * left after a restart goes as well, even when events are kept by then. */
START_TEST(a_large_event_goes_in_steps)
{
	struct tcn_store_retain_conf conf = keep_nothing();
	struct tcn_store_retain pass;
	bool done = false, found = true;
	int steps = 0;

	grow_event();
	ck_assert(is_whole("event-0"));
	conf.before_ms[TCN_STORE_KEPT_DELIVERIES] = TCN_STORE_KEEP_ALL;
	tcn_store_retain_begin(&pass, &conf);
	for (; pass.kind < TCN_STORE_KEPT_EVENTS || found || steps < 100;
	     steps++) {
		ck_assert_int_le(small_step(&pass, &done), ONE_MORE);
		if (steps % 16 == 0 || found) {
			ck_assert(found || !is_whole("event-0"));
			found = is_whole("event-0");
			ck_assert_int_eq(tcn_store_check(st, print_finding,
					     NULL),
			    TCN_OK);
		}
	}
	ck_assert_int_gt(count("SELECT count(*) FROM event_terms "
			       "WHERE event = 'event-0'"),
	    1000);
	for (int i = 0; i < TCN_STORE_KEPT_KINDS; i++)
		conf.before_ms[i] = TCN_STORE_KEEP_ALL;
	tcn_store_retain_begin(&pass, &conf);
	while (!done)
		ck_assert_int_le(small_step(&pass, &done), ONE_MORE);
	ck_assert_int_eq(count("SELECT count(*) FROM events "
			       "WHERE id = 'event-0'"),
	    0);
	ck_assert_int_eq(count("SELECT count(*) FROM events"), BATCHES - 1);
	ck_assert_int_eq(tcn_store_check(st, print_finding, NULL), TCN_OK);
}
END_TEST

static void
put_message(struct tcn_store_tx *tx, const char *event,
    enum tcn_outbox_state state)
{
	const struct tcn_outbox_message m = {
		.event = tcn_str(event),
		.revision = 1,
		.rule = TCN_STR("story"),
		.desk = TCN_STR(""),
		.receiver = TCN_STR("r"),
		.created_ms = 1000,
		.due_ms = 1000,
		.state = state,
		.why = TCN_STR(""),
		.body = TCN_STR("x"),
	};

	ck_assert_int_eq(tcn_outbox_put(tx, &m), TCN_OK);
}

START_TEST(a_message_keeps_its_event)
{
	struct tcn_store_retain_conf conf = keep_nothing();
	struct tcn_outbox_attempt attempt = { .at_ms = 1,
		.error = TCN_STR("") };
	struct tcn_store_tx *tx;

	conf.needs = needs_the_third;
	ck_assert_int_eq(tcn_store_begin(st, &tx), TCN_OK);
	put_message(tx, "event-0", TCN_OUTBOX_PENDING);
	put_message(tx, "event-1", TCN_OUTBOX_SUPERSEDED);
	put_message(tx, "event-2", TCN_OUTBOX_SUPERSEDED);
	ck_assert_int_eq(tcn_outbox_put_attempt(tx, 2, &attempt), TCN_OK);
	ck_assert_int_eq(tcn_store_commit(st), TCN_OK);
	conf.before_ms[TCN_STORE_KEPT_DELIVERIES] = 1000;
	run_pass(&conf, 50);
	ck_assert_int_eq(count("SELECT count(*) FROM messages"), 3);
	ck_assert_int_eq(count("SELECT count(*) FROM events"), 3);
	conf.before_ms[TCN_STORE_KEPT_DELIVERIES] = 1001;
	run_pass(&conf, 50);
	ck_assert_int_eq(count("SELECT count(*) FROM messages"), 2);
	ck_assert_int_eq(count("SELECT count(*) FROM tries"), 0);
	ck_assert_int_eq(count("SELECT count(*) FROM events "
			       "WHERE id = 'event-1'"),
	    0);
}
END_TEST

START_TEST(a_key_that_is_met_stays)
{
	struct tcn_store_retain_conf conf = keep_nothing();
	struct tcn_store_tx *tx;
	uint64_t seq;
	int64_t met_ms;
	char buf[512];

	run_pass(&conf, 1000);
	ck_assert_int_eq(tcn_store_begin(st, &tx), TCN_OK);
	ck_assert_int_eq(tcn_store_touch_removed_key(tx,
			     sample_article(5, buf).key, 100),
	    TCN_OK);
	ck_assert_int_eq(tcn_store_commit(st), TCN_OK);
	conf.before_ms[TCN_STORE_KEPT_KEYS] = 100;
	run_pass(&conf, 3);
	ck_assert_int_eq(count("SELECT count(*) FROM removed_keys"), 1);
	ck_assert_int_eq(tcn_store_find_removed(st, sample_article(5, buf).key,
			     &seq, &met_ms),
	    TCN_OK);
	ck_assert_int_eq(met_ms, 100);
}
END_TEST

/* Whoever adds a table that names an article, event or story must say in
 * sql/store_retain*.c what becomes of its rows. */
START_TEST(every_table_that_refers_is_known)
{
	ck_assert_int_eq(
	    count("SELECT count(*) FROM sqlite_schema s,"
		  " pragma_foreign_key_list(s.name) f WHERE s.type = 'table'"
		  " AND s.name || ' ' || f.\"table\" NOT IN"
		  " ('items articles', 'sketches articles', 'contents items', "
		  "'sent items', "
		  "'evidence items',"
		  " 'evidence events', 'event_revisions events',"
		  " 'event_terms event_revisions', 'reports event_revisions',"
		  " 'actions events', 'event_reasons events',"
		  " 'tries messages',"
		  " 'seen events', 'split_items events',"
		  " 'split_publishers events')"),
	    0);
}
END_TEST

/* A deletion looks for rows that refer to the row: without an index it would
 * read a whole table. The items of an article are itself and its copies, which
 * have one. */
START_TEST(every_reference_has_an_index)
{
	ck_assert_int_eq(
	    count("SELECT count(*) FROM sqlite_schema s,"
		  " pragma_foreign_key_list(s.name) f WHERE s.type = 'table'"
		  " AND s.name || ' ' || f.\"from\" <> 'items article'"
		  " AND f.seq = 0 AND NOT EXISTS (SELECT 1 FROM"
		  " pragma_index_list(s.name) l, pragma_index_info(l.name) i"
		  " WHERE NOT l.partial AND i.seqno = 0"
		  " AND i.name = f.\"from\")"
		  " AND NOT EXISTS (SELECT 1 FROM pragma_table_info(s.name) c"
		  " WHERE c.pk = 1 AND c.name = f.\"from\")"),
	    0);
}
END_TEST

START_TEST(the_file_shrinks_in_steps)
{
	struct tcn_store_retain_conf conf = keep_nothing();
	struct tcn_store_space before, after;
	struct tcn_store_tx *tx;
	bool done = false;
	int steps = 0;

	for (unsigned b = BATCHES; b < 60 * BATCHES; b++)
		ck_assert_int_eq(sample_batch(st, b), TCN_OK);
	ck_assert_int_eq(tcn_store_space(st, &before), TCN_OK);
	ck_assert(before.shrinks);
	run_pass(&conf, 10000);
	run_pass(&conf, 10000);
	while (!done) {
		ck_assert_int_eq(tcn_store_begin(st, &tx), TCN_OK);
		ck_assert_int_eq(tcn_store_merge_search(tx, 1, steps++ == 0,
				     &done),
		    TCN_OK);
		ck_assert_int_eq(tcn_store_commit(st), TCN_OK);
		ck_assert_int_lt(steps, 10000);
	}
	ck_assert_int_ge(steps, 2);
	do {
		struct tcn_store_space was;

		ck_assert_int_eq(tcn_store_space(st, &was), TCN_OK);
		ck_assert_int_eq(tcn_store_begin(st, &tx), TCN_OK);
		ck_assert_int_eq(tcn_store_shrink(tx, 5), TCN_OK);
		ck_assert_int_eq(tcn_store_commit(st), TCN_OK);
		ck_assert_int_eq(tcn_store_space(st, &after), TCN_OK);
		ck_assert_uint_le(after.pages + 6, was.pages + 5);
		ck_assert_uint_ge(after.pages + 6, was.pages);
	} while (after.free_pages);
	ck_assert_uint_lt(after.pages, before.pages / 3);
	ck_assert_int_eq(tcn_store_check(st, print_finding, NULL), TCN_OK);
}
END_TEST

TCN_TESTS(store_retain)
{
	tcase_set_timeout(tc, 60);
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_loop_test(tc, all_goes_and_the_keys_stay, 0, 5);
	tcase_add_test(tc, what_was_told_of_a_story_goes_with_it);
	tcase_add_test(tc, copies_alone);
	tcase_add_test(tc, copies_from_a_time_on);
	tcase_add_test(tc, pages_that_were_visited);
	tcase_add_test(tc, by_age);
	tcase_add_test(tc, what_an_event_cites_stays_with_it);
	tcase_add_test(tc, an_event_that_goes_on_keeps_its_story);
	tcase_add_test(tc, a_large_event_goes_in_steps);
	tcase_add_test(tc, a_message_keeps_its_event);
	tcase_add_test(tc, a_key_that_is_met_stays);
	tcase_add_test(tc, every_table_that_refers_is_known);
	tcase_add_test(tc, every_reference_has_an_index);
	tcase_add_test(tc, the_file_shrinks_in_steps);
}
