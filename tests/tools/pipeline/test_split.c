/*
 * An event that a desk made of articles of another goes on with it: it grows
 * when that has a new revision, ends with it, and comes back with what is new.
 */
#include "tests/base/run.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "engine/base/mem.h"
#include "sql/query.h"
#include "tools/pipeline/split.h"

static struct tcn_store *st;
static struct tcn_store_tx *tx;
static struct tcn_prepare *prep;
static struct tcn_arena arena;
static struct tcn_event from; /* the event of the stream */

/* An article of the story; even ones are of publisher 8, odd ones of 9. */
static void
put_item(uint64_t seq)
{
	char id[16], title[80];
	struct tcn_article a = {
		.source = TCN_STR("Paper"),
		.lang = TCN_STR("en"),
		.ts_ms = (int64_t)seq * 1000,
		.key = { seq, ~seq },
	};
	const struct tcn_placement p = {
		.seq = seq,
		.ts_ms = a.ts_ms,
		.publisher = 8 + seq % 2,
		.origin = seq,
		.text = seq,
		.text_key = seq,
		.story = 1,
	};

	snprintf(id, sizeof id, "i%" PRIu64, seq);
	snprintf(title, sizeof title, "Ferry sinks off harbour%" PRIu64, seq);
	a.id = tcn_str(id);
	a.title = tcn_str(title);
	ck_assert_int_eq(tcn_store_put_article(tx, &a, "en", &p), TCN_OK);
}

/* Stores the next revision of the stream's event. */
static void
put_revision(enum tcn_event_state state)
{
	from.revision++;
	from.state = state;
	from.changed_ms += 1000;
	ck_assert_int_eq(tcn_store_put_event(tx, &from), TCN_OK);
}

static void
setup(void)
{
	static const uint64_t evidence[] = { 1, 2, 3, 4 };
	const struct tcn_story story = { .id = 1, .items = 4 };

	tcn_arena_init(&arena, 0);
	prep = tcn_prepare_new(NULL);
	ck_assert_int_eq(tcn_store_open(":memory:", TCN_STORE_CREATE, &st,
			     NULL),
	    TCN_OK);
	ck_assert_int_eq(tcn_store_begin(st, &tx), TCN_OK);
	for (uint64_t seq = 1; seq <= 4; seq++)
		put_item(seq);
	ck_assert_int_eq(tcn_store_put_story(tx, &story), TCN_OK);
	from = (struct tcn_event){
		.id = "e",
		.rule = TCN_STR("story"),
		.story = 1,
		.items = 4,
		.evidence = evidence,
		.evidence_n = 4,
	};
	put_revision(TCN_EVENT_OPEN);
}

static void
teardown(void)
{
	tcn_prepare_free(prep);
	tcn_arena_fini(&arena);
	tcn_store_close(st);
	ck_assert_uint_eq(tcn_mem_live_bytes(), 0);
}

/* Splits off all that publisher 9 says. */
static struct tcn_event
split(enum tcn_split_result due)
{
	static const uint64_t publisher = 9;
	const struct tcn_split_order order = {
		.from = &from,
		.what = { NULL, 0, &publisher, 1 },
		.author = TCN_STR("eva"),
		.stream_ms = 5000,
	};
	struct tcn_store_action action;
	enum tcn_split_result result;
	struct tcn_event made;

	ck_assert_int_eq(tcn_split_make(tx, st, prep, &order, &arena, &made,
			     &action, &result),
	    TCN_OK);
	ck_assert_int_eq(result, due);
	return made;
}

/* What follows from the stream's event, one event at most. */
static size_t
follow(struct tcn_event *next)
{
	struct tcn_store_event_list events;

	ck_assert_int_eq(tcn_split_follow(tx, st, prep, &from, &arena, &events),
	    TCN_OK);
	ck_assert_uint_le(events.n, 1);
	if (events.n)
		*next = events.at[0];
	return events.n;
}

START_TEST(it_grows_and_ends_with_what_it_was_split_from)
{
	struct tcn_event made = split(TCN_SPLIT_DONE), next;

	ck_assert_uint_eq(made.items, 2);
	ck_assert_uint_eq(made.publishers, 1);
	ck_assert_uint_eq(made.terms_n, 4); /* ferry, sinks, two harbours */
	ck_assert_str_eq(made.split_from, "e");
	put_revision(TCN_EVENT_UPDATED);
	ck_assert_uint_eq(follow(&next), 0); /* nothing is new */
	put_item(5);
	put_item(6);
	put_revision(TCN_EVENT_UPDATED);
	ck_assert_uint_eq(follow(&next), 1);
	ck_assert_str_eq(next.id, made.id);
	ck_assert_uint_eq(next.revision, 2);
	ck_assert_int_eq(next.state, TCN_EVENT_UPDATED);
	ck_assert_uint_eq(next.items, 3);
	ck_assert_int_eq(next.last_ms, 5000);
	put_revision(TCN_EVENT_CLOSED);
	ck_assert_uint_eq(follow(&next), 1);
	ck_assert_uint_eq(next.revision, 3);
	ck_assert_int_eq(next.state, TCN_EVENT_CLOSED);
	put_revision(TCN_EVENT_REOPENED);
	ck_assert_uint_eq(follow(&next), 0); /* it has not grown */
	put_item(7);
	put_revision(TCN_EVENT_UPDATED);
	ck_assert_uint_eq(follow(&next), 1);
	ck_assert_int_eq(next.state, TCN_EVENT_REOPENED);
}
END_TEST

START_TEST(of_a_closed_event_it_is_closed)
{
	struct tcn_event made;

	put_revision(TCN_EVENT_CLOSED);
	made = split(TCN_SPLIT_DONE);
	ck_assert_uint_eq(made.revision, 2);
	ck_assert_int_eq(made.state, TCN_EVENT_CLOSED);
	split(TCN_SPLIT_NOTHING); /* these are gone from it */
}
END_TEST

/* With the event that was split, retention removes the orders about it. */
START_TEST(a_name_is_not_given_twice)
{
	static const char sql[] = "DELETE FROM actions";
	struct tcn_event first = split(TCN_SPLIT_DONE), second;
	struct tcn_query q = tcn_query_tx(tx, sql);

	ck_assert_int_eq(tcn_query_run(&q), TCN_OK);
	second = split(TCN_SPLIT_DONE);
	ck_assert_str_ne(second.id, first.id);
}
END_TEST

TCN_TESTS(split)
{
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, it_grows_and_ends_with_what_it_was_split_from);
	tcase_add_test(tc, of_a_closed_event_it_is_closed);
	tcase_add_test(tc, a_name_is_not_given_twice);
}
