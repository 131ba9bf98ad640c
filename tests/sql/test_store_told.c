/*
 * The log of what is told, and which events are open, beside a model of each.
 */
#include "tests/base/run.h"

#include <stdio.h>
#include <string.h>

#include "engine/base/mem.h"
#include "sql/query.h"
#include "sql/store_check.h"
#include "sql/store_desk.h"
#include "sql/store_retain.h"
#include "sql/store_silences.h"
#include "sql/store_told.h"
#include "tests/sql/sample.h"

static struct tcn_store *st;
static struct tcn_arena arena;

static void
setup(void)
{
	st = sample_store(0);
	tcn_arena_init(&arena, 0);
}

static void
teardown(void)
{
	tcn_arena_fini(&arena);
	tcn_store_close(st);
	ck_assert_uint_eq(tcn_mem_live_bytes(), 0);
}

static struct tcn_store_tx *
begin(void)
{
	struct tcn_store_tx *tx;

	ck_assert_int_eq(tcn_store_begin(st, &tx), TCN_OK);
	return tx;
}

static void
put(struct tcn_store_tx *tx, const char *id, unsigned revision,
    enum tcn_event_state state)
{
	struct tcn_event e = { .rule = TCN_STR("story"),
		.revision = revision,
		.state = state,
		.fired_ms = 100 };

	snprintf(e.id, sizeof e.id, "%s", id);
	ck_assert_int_eq(tcn_store_put_event(tx, &e), TCN_OK);
}

static void
tell(const char *says)
{
	struct tcn_store_told told = { .kind = TCN_STORE_TOLD_RULES,
		.says = tcn_str(says) };

	ck_assert_int_eq(tcn_store_tell(begin(), &told), TCN_OK);
	ck_assert_int_eq(tcn_store_commit(st), TCN_OK);
}

static struct tcn_store_told_list
after(uint64_t seq)
{
	struct tcn_store_told_list list;

	ck_assert_int_eq(tcn_store_told_after(st, seq, 0, &arena, &list),
	    TCN_OK);
	return list;
}

static void
expect_range(uint64_t oldest, uint64_t last)
{
	uint64_t is_oldest, is_last;

	ck_assert_int_eq(tcn_store_told_range(st, &is_oldest, &is_last),
	    TCN_OK);
	ck_assert_uint_eq(is_oldest, oldest);
	ck_assert_uint_eq(is_last, last);
}

START_TEST(each_change_is_told_once_in_order)
{
	struct tcn_store_action action = { .event = "e",
		.author = TCN_STR("Ada") };
	struct tcn_silence silence = { .kind = TCN_SILENCE_EVENT,
		.value = TCN_STR("e"),
		.author = TCN_STR("Ada"),
		.expires_ms = 9 };
	struct tcn_event late = { .id = "e", .revision = 2 };
	struct tcn_store_told_list list;
	enum tcn_store_act_result came;
	struct tcn_store_tx *tx = begin();
	bool found;

	expect_range(1, 0);
	put(tx, "e", 1, TCN_EVENT_OPEN);
	put(tx, "e", 2, TCN_EVENT_UPDATED);
	ck_assert_int_eq(tcn_store_told_late(tx, &late), TCN_OK);
	for (int i = 0; i < 2; i++) /* the second changes nothing */
		ck_assert_int_eq(tcn_store_put_action(tx, &action, &arena,
				     &came),
		    TCN_OK);
	ck_assert_int_eq(tcn_store_put_silence(tx, &silence), TCN_OK);
	for (int i = 0; i < 2; i++)
		ck_assert_int_eq(tcn_store_end_silence(tx, silence.id, 5,
				     tcn_str("Bob"), &found),
		    TCN_OK);
	ck_assert_int_eq(tcn_store_commit(st), TCN_OK);
	tell("{\"rules\":3}");
	expect_range(1, 6);
	list = after(0);
	ck_assert_uint_eq(list.n, 6);
	for (size_t i = 0; i < list.n; i++) {
		ck_assert_uint_eq(list.at[i].seq, i + 1);
		ck_assert_int_eq(list.at[i].late, i == 1);
	}
	ck_assert_int_eq(list.at[1].kind, TCN_STORE_TOLD_EVENT);
	ck_assert_str_eq(list.at[1].event, "e");
	ck_assert_uint_eq(list.at[1].number, 2);
	ck_assert_int_eq(list.at[2].kind, TCN_STORE_TOLD_DESK);
	ck_assert_uint_eq(list.at[2].number, action.id);
	ck_assert_int_eq(list.at[3].kind, TCN_STORE_TOLD_SILENCE);
	ck_assert_str_eq(list.at[3].event, "e");
	ck_assert_int_eq(list.at[4].kind, TCN_STORE_TOLD_SILENCE);
	ck_assert(tcn_str_equal(list.at[5].says, tcn_str("{\"rules\":3}")));
	ck_assert_uint_eq(after(5).n, 1);
	ck_assert_uint_eq(after(6).n, 0);
}
END_TEST

START_TEST(what_is_undone_is_not_told)
{
	put(begin(), "e", 1, TCN_EVENT_OPEN);
	tcn_store_rollback(st);
	expect_range(1, 0);
	put(begin(), "f", 1, TCN_EVENT_OPEN);
	ck_assert_int_eq(tcn_store_commit(st), TCN_OK);
	expect_range(1, 1);
	ck_assert_str_eq(after(0).at[0].event, "f");
}
END_TEST

/* Numbers go on, though no row is left of those before. */
START_TEST(no_number_comes_twice)
{
	static const char empty[] = "DELETE FROM told";
	struct tcn_query q;

	tell("{}");
	tell("{}");
	q = tcn_query_tx(begin(), empty);
	ck_assert_int_eq(tcn_query_run(&q), TCN_OK);
	ck_assert_int_eq(tcn_store_commit(st), TCN_OK);
	expect_range(3, 2);
	tell("{}");
	expect_range(3, 3);
}
END_TEST

START_TEST(so_many_rows_are_kept_and_no_more)
{
	struct tcn_store_told told = { .kind = TCN_STORE_TOLD_FEED };
	struct tcn_store_tx *tx = begin();

	for (int i = 0; i < TCN_STORE_TOLD_MAX + 7; i++)
		ck_assert_int_eq(tcn_store_tell(tx, &told), TCN_OK);
	ck_assert_int_eq(tcn_store_commit(st), TCN_OK);
	expect_range(8, TCN_STORE_TOLD_MAX + 7);
	ck_assert_uint_eq(after(0).n, TCN_STORE_TOLD_MAX);
}
END_TEST

/* --- which events are open --- */

static int
opens(void)
{
	static const char sql[] = "SELECT open FROM events WHERE id = 'e'";
	struct tcn_query q = tcn_query(st, sql);
	int open = tcn_query_next(&q) ? (int)tcn_query_get_int(&q) : -1;

	ck_assert_int_eq(tcn_query_end(&q), TCN_OK);
	return open;
}

/* What is done to the event, and whether it is open then: whoever spoke last,
 * but growth alone does not open what a desk has closed. */
static const struct {
	enum {
		STREAM,
		DESK
	} who;
	int what;
	int open;
} steps[] = {
	{ STREAM, TCN_EVENT_OPEN, 1 },
	{ STREAM, TCN_EVENT_UPDATED, 1 },
	{ DESK, TCN_STORE_ACTION_ACK, 1 },
	{ DESK, TCN_STORE_ACTION_CLOSE, 0 },
	{ STREAM, TCN_EVENT_UPDATED, 0 },
	{ DESK, TCN_STORE_ACTION_REOPEN, 1 },
	{ STREAM, TCN_EVENT_CLOSED, 0 },
	{ STREAM, TCN_EVENT_REOPENED, 1 },
	{ DESK, TCN_STORE_ACTION_CLOSE, 0 },
	{ STREAM, TCN_EVENT_CLOSED, 0 },
	{ STREAM, TCN_EVENT_REOPENED, 1 },
	{ STREAM, TCN_EVENT_CLOSED, 0 },
	{ DESK, TCN_STORE_ACTION_REOPEN, 1 },
};

START_TEST(who_spoke_last_says_whether_it_is_open)
{
	enum tcn_store_act_result came;
	unsigned revision = 0;

	for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
		struct tcn_store_action action = { .event = "e",
			.kind = (enum tcn_store_action_kind)steps[i].what,
			.author = TCN_STR("Ada") };
		struct tcn_store_tx *tx = begin();

		if (steps[i].who == STREAM)
			put(tx, "e", ++revision,
			    (enum tcn_event_state)steps[i].what);
		else
			ck_assert_int_eq(tcn_store_put_action(tx, &action,
					     &arena, &came),
			    TCN_OK);
		ck_assert_int_eq(tcn_store_commit(st), TCN_OK);
		ck_assert_msg(opens() == steps[i].open, "after step %zu", i);
		ck_assert_int_eq(tcn_store_check(st, NULL, NULL), TCN_OK);
	}
}
END_TEST

TCN_TESTS(store_told)
{
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_set_timeout(tc, 60);
	tcase_add_test(tc, each_change_is_told_once_in_order);
	tcase_add_test(tc, what_is_undone_is_not_told);
	tcase_add_test(tc, no_number_comes_twice);
	tcase_add_test(tc, so_many_rows_are_kept_and_no_more);
	tcase_add_test(tc, who_spoke_last_says_whether_it_is_open);
}
