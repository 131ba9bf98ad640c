#include "tests/base/run.h"

#include <signal.h>
#include <stdio.h>

#include "engine/base/mem.h"
#include "sql/db.h"
#include "sql/store_check.h"
#include "sql/store_desk.h"
#include "sql/store_read.h"
#include "sql/store_silences.h"
#include "tests/sql/sample.h"

static struct tcn_store *st;
static struct tcn_store_tx *tx;
static struct tcn_arena arena;

static void
put_event_of(enum tcn_event_kind kind, const char *id, int64_t fired_ms,
    uint32_t revision, enum tcn_event_state state)
{
	struct tcn_story_term term = { TCN_STR("Flood"), 1, 0 };
	struct tcn_event e = {
		.rule = TCN_STR("story"),
		.revision = revision,
		.state = state,
		.kind = kind,
		.fired_ms = fired_ms,
		.changed_ms = fired_ms + revision,
		.terms = &term,
		.terms_n = 1,
	};

	snprintf(e.id, sizeof e.id, "%s", id);
	ck_assert_int_eq(tcn_store_begin(st, &tx), TCN_OK);
	ck_assert_int_eq(tcn_store_put_event(tx, &e), TCN_OK);
	ck_assert_int_eq(tcn_store_commit(st), TCN_OK);
}

static void
put_event(const char *id, int64_t fired_ms, uint32_t revision,
    enum tcn_event_state state)
{
	put_event_of(TCN_EVENT_NEWS, id, fired_ms, revision, state);
}

static void
setup(void)
{
	st = sample_store(0);
	tcn_arena_init(&arena, 0);
	put_event("a", 100, 1, TCN_EVENT_OPEN);
}

static void
teardown(void)
{
	tcn_arena_fini(&arena);
	tcn_store_close(st);
	ck_assert_uint_eq(tcn_mem_live_bytes(), 0);
}

static enum tcn_store_act_result
act_on(const char *event, enum tcn_store_action_kind kind, const char *value,
    int64_t at_ms)
{
	struct tcn_store_action a = {
		.at_ms = at_ms,
		.author = TCN_STR("eva"),
		.kind = kind,
		.value = tcn_str(value),
	};
	enum tcn_store_act_result came;

	snprintf(a.event, sizeof a.event, "%s", event);
	ck_assert_int_eq(tcn_store_begin(st, &tx), TCN_OK);
	ck_assert_int_eq(tcn_store_put_action(tx, &a, &arena, &came), TCN_OK);
	ck_assert_int_eq(tcn_store_commit(st), TCN_OK);
	return came;
}

static struct tcn_store_desk_status
desk_of(const char *event)
{
	struct tcn_store_desk_status desk;

	ck_assert_int_eq(tcn_store_desk(st, event, &arena, &desk), TCN_OK);
	return desk;
}

/* What is done, what then stands, and whether it was added. */
static const struct {
	enum tcn_store_action_kind kind;
	const char *value;
	enum tcn_store_act_result came;
	bool acked, closed, reopened;
	const char *owner;
	uint32_t notes;
} steps[] = {
	{ TCN_STORE_ACTION_UNACK, "", TCN_STORE_ACT_UNCHANGED, 0, 0, 0, "", 0 },
	{ TCN_STORE_ACTION_ACK, "", TCN_STORE_ACT_DONE, 1, 0, 0, "", 0 },
	{ TCN_STORE_ACTION_ACK, "", TCN_STORE_ACT_UNCHANGED, 1, 0, 0, "", 0 },
	{ TCN_STORE_ACTION_OWN, "", TCN_STORE_ACT_UNCHANGED, 1, 0, 0, "", 0 },
	{ TCN_STORE_ACTION_OWN, "anna", TCN_STORE_ACT_DONE, 1, 0, 0, "anna",
	    0 },
	{ TCN_STORE_ACTION_NOTE, "x", TCN_STORE_ACT_DONE, 1, 0, 0, "anna", 1 },
	{ TCN_STORE_ACTION_NOTE, "x", TCN_STORE_ACT_DONE, 1, 0, 0, "anna", 2 },
	{ TCN_STORE_ACTION_REOPEN, "", TCN_STORE_ACT_UNCHANGED, 1, 0, 0, "anna",
	    2 },
	{ TCN_STORE_ACTION_CLOSE, "", TCN_STORE_ACT_DONE, 1, 1, 0, "anna", 2 },
	{ TCN_STORE_ACTION_CLOSE, "", TCN_STORE_ACT_UNCHANGED, 1, 1, 0, "anna",
	    2 },
	{ TCN_STORE_ACTION_REOPEN, "", TCN_STORE_ACT_DONE, 1, 0, 1, "anna", 2 },
	{ TCN_STORE_ACTION_OWN, "bob", TCN_STORE_ACT_DONE, 1, 0, 1, "bob", 2 },
	{ TCN_STORE_ACTION_UNACK, "", TCN_STORE_ACT_DONE, 0, 0, 1, "bob", 2 },
	{ TCN_STORE_ACTION_OWN, "", TCN_STORE_ACT_DONE, 0, 0, 1, "", 2 },
};
#define STEPS (sizeof steps / sizeof *steps)

START_TEST(what_stands_is_the_last_of_its_kind)
{
	struct tcn_store_action_list list;
	size_t done = 0;

	for (size_t i = 0; i < STEPS; i++) {
		struct tcn_store_desk_status desk;

		ck_assert_int_eq(act_on("a", steps[i].kind, steps[i].value,
				     (int64_t)i),
		    steps[i].came);
		done += steps[i].came == TCN_STORE_ACT_DONE;
		desk = desk_of("a");
		ck_assert_int_eq(desk.acked_ms != TCN_UNDATED, steps[i].acked);
		ck_assert_int_eq(desk.closed, steps[i].closed);
		ck_assert_int_eq(desk.reopened, steps[i].reopened);
		ck_assert(tcn_str_equal(desk.owner, tcn_str(steps[i].owner)));
		ck_assert_uint_eq(desk.notes, steps[i].notes);
	}
	ck_assert_int_eq(tcn_store_actions(st, "a", &arena, &list), TCN_OK);
	ck_assert_uint_eq(list.n, done);
	for (size_t i = 0; i < list.n; i++)
		ck_assert_uint_eq(list.at[i].id, i + 1);
	ck_assert(tcn_str_equal(list.at[list.n - 1].old_value, tcn_str("bob")));
	ck_assert_int_eq(tcn_store_check(st, NULL, NULL), TCN_OK);
}
END_TEST

START_TEST(an_action_names_its_event_and_revision)
{
	struct tcn_store_action_list list;

	ck_assert_int_eq(act_on("none", TCN_STORE_ACTION_ACK, "", 1),
	    TCN_STORE_ACT_NO_EVENT);
	put_event("a", 100, 2, TCN_EVENT_CLOSED);
	/* the stream has closed it: a desk may open it again */
	ck_assert_int_eq(act_on("a", TCN_STORE_ACTION_REOPEN, "", 1),
	    TCN_STORE_ACT_DONE);
	ck_assert_int_eq(tcn_store_actions(st, "a", &arena, &list), TCN_OK);
	ck_assert_uint_eq(list.at[0].revision, 2);
	ck_assert_int_eq(tcn_store_actions(st, "none", &arena, &list), TCN_OK);
	ck_assert_uint_eq(list.n, 0);
}
END_TEST

/* --- which events --- */

static void
finds(struct tcn_store_event_filter filter, const char *ids)
{
	struct tcn_store_event_list list;
	char got[256] = "";

	if (!filter.until_ms)
		filter.until_ms = INT64_MAX;
	ck_assert_int_eq(tcn_store_find_events(st, &filter, 0, &arena, &list),
	    TCN_OK);
	for (size_t i = 0; i < list.n; i++)
		strcat(got, list.at[i].id);
	ck_assert_str_eq(got, ids);
}

#define ANY .kind = -1, .state = -1, .acked = -1

START_TEST(events_are_found_by_what_they_are)
{
	put_event("b", 200, 1, TCN_EVENT_OPEN);
	put_event("c", 200, 1, TCN_EVENT_OPEN);
	put_event("c", 200, 2, TCN_EVENT_CLOSED);
	put_event_of(TCN_EVENT_REPORT, "d", 300, 1, TCN_EVENT_OPEN);
	act_on("b", TCN_STORE_ACTION_ACK, "", 1);
	act_on("d", TCN_STORE_ACTION_ACK, "", 1);
	act_on("d", TCN_STORE_ACTION_UNACK, "", 2);
	act_on("c", TCN_STORE_ACTION_OWN, "anna", 1);
	finds((struct tcn_store_event_filter){ ANY }, "abcd");
	finds((struct tcn_store_event_filter){ ANY, .newest = true }, "dcba");
	finds((struct tcn_store_event_filter){ ANY, .since_ms = 200 }, "bcd");
	finds((struct tcn_store_event_filter){ ANY, .until_ms = 200 }, "a");
	finds((struct tcn_store_event_filter){ ANY, .rule = "other" }, "");
	finds((struct tcn_store_event_filter){ ANY, .term = "fLOOD" }, "abcd");
	finds((struct tcn_store_event_filter){ ANY, .term = "fire" }, "");
	finds((struct tcn_store_event_filter){ ANY, .owner = "anna" }, "c");
	finds((struct tcn_store_event_filter){ ANY, .owner = "" }, "abd");
	finds((struct tcn_store_event_filter){ .kind = -1,
		  .state = TCN_EVENT_CLOSED,
		  .acked = -1 },
	    "c");
	finds((struct tcn_store_event_filter){ .kind = -1,
		  .state = -1,
		  .acked = 1 },
	    "b");
	finds((struct tcn_store_event_filter){ .kind = -1,
		  .state = -1,
		  .acked = 0 },
	    "acd");
	finds((struct tcn_store_event_filter){ .kind = TCN_EVENT_REPORT,
		  .state = -1,
		  .acked = -1 },
	    "d");
	finds((struct tcn_store_event_filter){ .kind = TCN_EVENT_NEWS,
		  .state = -1,
		  .acked = -1 },
	    "abc");
	finds((struct tcn_store_event_filter){ ANY, .place = "AU" }, "");
	ck_assert_int_eq(tcn_db_exec(st,
			     "UPDATE event_revisions SET places = 'NZ AU"
			     " Pacific/Auckland' WHERE event = 'b'"),
	    TCN_OK);
	finds((struct tcn_store_event_filter){ ANY, .place = "AU" }, "b");
	finds((struct tcn_store_event_filter){ ANY,
		  .place = "Pacific/Auckland" },
	    "b");
	finds((struct tcn_store_event_filter){ ANY, .place = "Pacific" }, "");
}
END_TEST

#define DAY INT64_C(86400000)

START_TEST(what_fired_is_counted_by_rule_and_day)
{
	struct tcn_store_fired_list days;

	put_event("b", 200, 1, TCN_EVENT_OPEN);
	put_event("b", 200, 2, TCN_EVENT_CLOSED); /* counts once */
	put_event("c", DAY - 1, 1, TCN_EVENT_OPEN);
	put_event("d", DAY, 1, TCN_EVENT_OPEN);
	put_event("e", -1, 1, TCN_EVENT_OPEN);
	ck_assert_int_eq(tcn_store_fired_days(st, NULL, INT64_MIN, INT64_MAX,
			     &arena, &days),
	    TCN_OK);
	ck_assert_uint_eq(days.n, 3);
	for (int i = 0; i < 3; i++)
		ck_assert_int_eq(days.at[i].day_ms, (i - 1) * DAY);
	ck_assert_uint_eq(days.at[0].n, 1);
	ck_assert_uint_eq(days.at[1].n, 3);
	ck_assert_int_eq(days.at[1].last_ms, DAY - 1);
	ck_assert_uint_eq(days.at[2].n, 1);
	ck_assert_int_eq(tcn_store_fired_days(st, "story", 200, DAY, &arena,
			     &days),
	    TCN_OK);
	ck_assert_uint_eq(days.n, 1);
	ck_assert_uint_eq(days.at[0].n, 2);
	ck_assert_int_eq(tcn_store_fired_days(st, "other", INT64_MIN, INT64_MAX,
			     &arena, &days),
	    TCN_OK);
	ck_assert_uint_eq(days.n, 0);
}
END_TEST

/* A reader who turns pages while events fire sees each once. */
START_TEST(pages_hold_while_events_fire)
{
	for (int way = 0; way < 2; way++) {
		struct tcn_store_event_filter f = { ANY, .until_ms = INT64_MAX,
			.newest = way };
		int seen = 0, most = 26;

		for (int i = 0; way == 0 && i < 20; i++) {
			char id[8];

			snprintf(id, sizeof id, "e%02d", i);
			put_event(id, 200 + i / 3, 1, TCN_EVENT_OPEN);
		}
		for (int page = 0; page < most; page++) {
			struct tcn_store_event_list list;
			char id[8];

			ck_assert_int_eq(tcn_store_find_events(st, &f, 2,
					     &arena, &list),
			    TCN_OK);
			for (size_t i = 0; i < list.n; i++)
				seen += list.at[i].fired_ms < 1000;
			if (!list.n)
				break;
			f.has_cursor = true;
			f.after_ms = list.at[list.n - 1].fired_ms;
			f.after_id = list.at[list.n - 1].id;
			if (page > 4)
				continue;
			snprintf(id, sizeof id, "n%d%d", way, page);
			put_event(id, 1000 + page, 1, TCN_EVENT_OPEN);
		}
		ck_assert_int_eq(seen, 21);
	}
}
END_TEST

/* --- silences --- */

static uint64_t
silence(int64_t created_ms, int64_t expires_ms)
{
	struct tcn_silence s = {
		.kind = TCN_SILENCE_TERM,
		.value = TCN_STR("tide"),
		.author = TCN_STR("eva"),
		.created_ms = created_ms,
		.expires_ms = expires_ms,
	};

	ck_assert_int_eq(tcn_store_begin(st, &tx), TCN_OK);
	ck_assert_int_eq(tcn_store_put_silence(tx, &s), TCN_OK);
	ck_assert_int_eq(tcn_store_commit(st), TCN_OK);
	return s.id;
}

static size_t
held_at(int64_t at_ms)
{
	struct tcn_store_silence_list list;

	ck_assert_int_eq(tcn_store_silences(st, at_ms, 0, 0, &arena, &list),
	    TCN_OK);
	return list.n;
}

static bool
ends(uint64_t id, int64_t at_ms)
{
	bool found;

	ck_assert_int_eq(tcn_store_begin(st, &tx), TCN_OK);
	ck_assert_int_eq(tcn_store_end_silence(tx, id, at_ms, tcn_str("bob"),
			     &found),
	    TCN_OK);
	ck_assert_int_eq(tcn_store_commit(st), TCN_OK);
	return found;
}

START_TEST(a_silence_holds_for_its_time)
{
	uint64_t one = silence(10, 20), two = silence(10, 30);
	struct tcn_silence *read;

	ck_assert_uint_eq(held_at(9), 0);
	ck_assert_uint_eq(held_at(10), 2);
	ck_assert_uint_eq(held_at(20), 1);
	ck_assert(!ends(one, 25)); /* it is over by itself */
	ck_assert(ends(two, 25));
	ck_assert(!ends(two, 26));
	ck_assert(!ends(99, 26));
	ck_assert_uint_eq(held_at(24), 1); /* as it was then */
	ck_assert_uint_eq(held_at(25), 0);
	ck_assert_uint_eq(held_at(TCN_UNDATED), 2);
	ck_assert_int_eq(tcn_store_silence(st, two, &arena, &read), TCN_OK);
	ck_assert_int_eq(read->ended_ms, 25);
	ck_assert(tcn_str_equal(read->ended_by, tcn_str("bob")));
	ck_assert_int_eq(tcn_store_silence(st, 99, &arena, &read), TCN_OK);
	ck_assert_ptr_null(read);
}
END_TEST

/* Each ends the program: the transaction was committed by the setup. */
START_TEST(nothing_is_written_outside_of_a_transaction)
{
	struct tcn_store_action a = { .event = "a",
		.kind = TCN_STORE_ACTION_ACK };
	struct tcn_silence s = { .value = TCN_STR("x") };
	enum tcn_store_act_result came;
	bool found;

	if (_i == 0)
		(void)!tcn_store_put_action(tx, &a, &arena, &came);
	else if (_i == 1)
		(void)!tcn_store_put_silence(tx, &s);
	else
		(void)!tcn_store_end_silence(tx, 1, 1, tcn_str("x"), &found);
}
END_TEST

TCN_TESTS(desk)
{
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, what_stands_is_the_last_of_its_kind);
	tcase_add_test(tc, an_action_names_its_event_and_revision);
	tcase_add_test(tc, events_are_found_by_what_they_are);
	tcase_add_test(tc, what_fired_is_counted_by_rule_and_day);
	tcase_add_test(tc, pages_hold_while_events_fire);
	tcase_add_test(tc, a_silence_holds_for_its_time);
	tcase_add_loop_test_raise_signal(tc,
	    nothing_is_written_outside_of_a_transaction, SIGABRT, 0, 3);
}
