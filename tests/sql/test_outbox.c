#include "tests/base/run.h"

#include <stdio.h>

#include "engine/base/mem.h"
#include "sql/db.h"
#include "sql/outbox_ends.h"
#include "sql/outbox_hold.h"
#include "sql/store_check.h"
#include "tests/sql/sample.h"

static struct tcn_store *st;
static struct tcn_store_tx *tx;
static struct tcn_arena arena;

static void
setup(void)
{
	tcn_arena_init(&arena, 0);
	st = sample_store(0);
	ck_assert_int_eq(tcn_store_begin(st, &tx), TCN_OK);
}

static void
teardown(void)
{
	ck_assert_int_eq(tcn_store_commit(st), TCN_OK);
	ck_assert_int_eq(tcn_store_check(st, NULL, NULL), TCN_OK);
	tcn_store_close(st);
	tcn_arena_fini(&arena);
}

static enum tcn_rc
put(const char *event, unsigned revision, const char *receiver,
    enum tcn_outbox_state state, int64_t due_ms)
{
	const struct tcn_outbox_message m = {
		.event = tcn_str(event),
		.revision = revision,
		.story = 7,
		.rule = tcn_str("story"),
		.desk = tcn_str("world"),
		.receiver = tcn_str(receiver),
		.created_ms = 1000,
		.due_ms = due_ms,
		.state = state,
		.why = tcn_str(""),
		.body = tcn_str("{}"),
	};

	return tcn_outbox_put(tx, &m);
}

/* "EVENT-REVISION" of what may go to r at now; "" and when it will. */
static const char *
next(int64_t now_ms, int64_t *next_ms)
{
	static char name[64];
	struct tcn_outbox_message *m;

	ck_assert_int_eq(tcn_outbox_next(st, tcn_str("r"), now_ms, &arena, &m,
			     next_ms),
	    TCN_OK);
	name[0] = '\0';
	if (m)
		snprintf(name, sizeof name, "%.*s-%u", TCN_STR_ARG(m->event),
		    m->revision);
	return name;
}

static void
settle(uint64_t id, enum tcn_outbox_state state, int64_t at_ms)
{
	ck_assert_int_eq(tcn_outbox_set_state(tx, id, state, at_ms, tcn_str(""),
			     (struct tcn_str){ 0 }),
	    TCN_OK);
}

START_TEST(an_event_keeps_its_order_and_others_overtake)
{
	int64_t next_ms;

	ck_assert_int_eq(put("a", 1, "r", TCN_OUTBOX_PENDING, 10), TCN_OK);
	ck_assert_int_eq(put("a", 2, "r", TCN_OUTBOX_PENDING, 20), TCN_OK);
	ck_assert_int_eq(put("b", 1, "r", TCN_OUTBOX_PENDING, 30), TCN_OK);
	ck_assert_int_eq(put("c", 1, "other", TCN_OUTBOX_PENDING, 1), TCN_OK);
	ck_assert_str_eq(next(5, &next_ms), "");
	ck_assert_int_eq(next_ms, 10);
	ck_assert_str_eq(next(50, &next_ms), "a-1");
	settle(1, TCN_OUTBOX_PENDING, 100); /* to be tried again */
	ck_assert_str_eq(next(50, &next_ms), "b-1");
	settle(3, TCN_OUTBOX_SENT, 50);
	ck_assert_str_eq(next(50, &next_ms), "");
	ck_assert_int_eq(next_ms, 100);
	ck_assert_str_eq(next(100, &next_ms), "a-1");
	settle(1, TCN_OUTBOX_DEAD, 100);
	ck_assert_str_eq(next(100, &next_ms), "a-2");
	settle(2, TCN_OUTBOX_SENT, 100);
	ck_assert_str_eq(next(100, &next_ms), "");
	ck_assert_int_eq(next_ms, INT64_MAX);
}
END_TEST

START_TEST(a_key_is_taken_once)
{
	struct tcn_outbox_list all;

	ck_assert_int_eq(put("a", 1, "r", TCN_OUTBOX_PENDING, 10), TCN_OK);
	ck_assert_int_eq(put("a", 1, "r", TCN_OUTBOX_HELD, 99), TCN_OK);
	ck_assert_int_eq(tcn_outbox_find(st, &(struct tcn_outbox_filter){ 0 },
			     &arena, &all),
	    TCN_OK);
	ck_assert_uint_eq(all.n, 1);
	ck_assert_int_eq(all.at[0].due_ms, 10);
}
END_TEST

START_TEST(held_ones_come_back_and_the_latest_stands)
{
	struct tcn_outbox_list held;
	struct tcn_outbox_summary_list all;
	int64_t next_ms;
	int64_t since_ms;

	ck_assert_int_eq(put("a", 2, "r", TCN_OUTBOX_HELD, 40), TCN_OK);
	ck_assert_int_eq(tcn_outbox_held_since(st, tcn_str("a"), tcn_str("r"),
			     &since_ms),
	    TCN_OK);
	ck_assert_int_eq(since_ms, 1000);
	ck_assert_int_eq(tcn_outbox_held_since(st, tcn_str("b"), tcn_str("r"),
			     &since_ms),
	    TCN_OK);
	ck_assert_int_eq(since_ms, TCN_UNDATED);
	ck_assert_int_eq(tcn_outbox_supersede(tx, tcn_str("a"), tcn_str("r"),
			     30),
	    TCN_OK);
	ck_assert_int_eq(put("a", 3, "r", TCN_OUTBOX_HELD, 40), TCN_OK);
	ck_assert_str_eq(next(50, &next_ms), "");
	ck_assert_int_eq(next_ms, INT64_MAX);
	ck_assert_int_eq(tcn_outbox_due_held(st, 39, 10, &arena, &held,
			     &next_ms),
	    TCN_OK);
	ck_assert_uint_eq(held.n, 0);
	ck_assert_int_eq(next_ms, 40);
	ck_assert_int_eq(tcn_outbox_due_held(st, 40, 10, &arena, &held,
			     &next_ms),
	    TCN_OK);
	ck_assert_uint_eq(held.n, 1);
	ck_assert_uint_eq(held.at[0].revision, 3);
	settle(held.at[0].id, TCN_OUTBOX_PENDING, 40);
	ck_assert_str_eq(next(40, &next_ms), "a-3");
	ck_assert_int_eq(tcn_outbox_summarize(st, &arena, &all), TCN_OK);
	ck_assert_uint_eq(all.n, 1);
	ck_assert_uint_eq(all.at[0].counts[TCN_OUTBOX_SUPERSEDED], 1);
	ck_assert_uint_eq(all.at[0].counts[TCN_OUTBOX_PENDING], 1);
}
END_TEST

START_TEST(tries_are_counted_and_handles_kept)
{
	const struct tcn_outbox_attempt bad = { .at_ms = 5,
		.took_ms = 2,
		.status = 500,
		.error = TCN_STR("it answered 500") };
	const struct tcn_outbox_attempt good = {
		.at_ms = 9, .status = 200, .error = TCN_STR("")
	};
	struct tcn_outbox_attempt_list tries;
	struct tcn_outbox_message *m;
	struct tcn_str handle;
	bool sent;

	ck_assert_int_eq(put("a", 1, "r", TCN_OUTBOX_PENDING, 1), TCN_OK);
	ck_assert_int_eq(tcn_outbox_put_attempt(tx, 1, &bad), TCN_OK);
	ck_assert_int_eq(tcn_outbox_put_attempt(tx, 1, &good), TCN_OK);
	ck_assert_int_eq(tcn_outbox_put_attempt(tx, 99, &good), TCN_OK);
	ck_assert_int_eq(tcn_outbox_set_state(tx, 1, TCN_OUTBOX_SENT, 9,
			     tcn_str(""), tcn_str("id-4")),
	    TCN_OK);
	ck_assert_int_eq(tcn_outbox_get(st, 1, &arena, &m), TCN_OK);
	ck_assert_uint_eq(m->tries, 2);
	ck_assert_int_eq(m->state, TCN_OUTBOX_SENT);
	ck_assert_int_eq(m->done_ms, 9);
	ck_assert_uint_eq(m->error.n, 0);
	ck_assert_int_eq(tcn_outbox_attempts(st, 1, &arena, &tries), TCN_OK);
	ck_assert_uint_eq(tries.n, 2);
	ck_assert_int_eq(tries.at[0].status, 500);
	ck_assert_uint_eq(tries.at[1].n, 2);
	ck_assert_int_eq(tcn_outbox_handle(st, tcn_str("a"), tcn_str("r"),
			     &arena, &handle),
	    TCN_OK);
	ck_assert(tcn_str_equal(handle, tcn_str("id-4")));
	ck_assert_int_eq(tcn_outbox_resend(tx, 1, 20, tcn_str("by hand"),
			     &sent),
	    TCN_OK);
	ck_assert(sent);
	ck_assert_int_eq(tcn_outbox_get(st, 1, &arena, &m), TCN_OK);
	ck_assert_int_eq(m->done_ms, TCN_UNDATED);
	ck_assert(tcn_str_equal(m->handle, tcn_str("id-4")));
}
END_TEST

START_TEST(a_person_sends_again_and_drops)
{
	struct tcn_outbox_message *m;
	bool found;

	ck_assert_int_eq(put("a", 1, "r", TCN_OUTBOX_PENDING, 1), TCN_OK);
	settle(1, TCN_OUTBOX_SENT, 5);
	ck_assert_int_eq(tcn_outbox_drop(tx, 1, 6, tcn_str("why"), &found),
	    TCN_OK);
	ck_assert(!found);
	settle(1, TCN_OUTBOX_DEAD, 5);
	ck_assert_int_eq(tcn_outbox_drop(tx, 1, 6, tcn_str("why"), &found),
	    TCN_OK);
	ck_assert(found);
	ck_assert_int_eq(tcn_outbox_resend(tx, 1, 7000, tcn_str("again"),
			     &found),
	    TCN_OK);
	ck_assert(found);
	ck_assert_int_eq(tcn_outbox_get(st, 1, &arena, &m), TCN_OK);
	ck_assert_int_eq(m->state, TCN_OUTBOX_PENDING);
	ck_assert_int_eq(m->created_ms, 7000);
	ck_assert_int_eq(m->due_ms, 7000);
	ck_assert_int_eq(tcn_outbox_drop(tx, 1, 8000, tcn_str("no"), &found),
	    TCN_OK);
	ck_assert(found);
	ck_assert_int_eq(tcn_outbox_get(st, 1, &arena, &m), TCN_OK);
	ck_assert_int_eq(m->state, TCN_OUTBOX_DROPPED);
	ck_assert(tcn_str_equal(m->why, tcn_str("no")));
	ck_assert_int_eq(tcn_outbox_resend(tx, 9, 1, tcn_str(""), &found),
	    TCN_OK);
	ck_assert(!found);
}
END_TEST

static int64_t
last_told(const char *event, const char *rule, uint64_t story)
{
	struct tcn_outbox_told told;

	ck_assert_int_eq(tcn_outbox_told(st, tcn_str(event), tcn_str(rule),
			     story, tcn_str("r"), 1000, &told),
	    TCN_OK);
	return told.last_ms;
}

START_TEST(told_is_by_event_or_by_rule_and_story)
{
	ck_assert_int_eq(last_told("a", "story", 7), TCN_UNDATED);
	ck_assert_int_eq(put("a", 1, "r", TCN_OUTBOX_PENDING, 10), TCN_OK);
	ck_assert_int_eq(put("a", 2, "r", TCN_OUTBOX_DROPPED, 90), TCN_OK);
	ck_assert_int_eq(last_told("a", "other", 0), 10);
	ck_assert_int_eq(last_told("b", "story", 7), 10);
	ck_assert_int_eq(last_told("b", "other", 7), TCN_UNDATED);
	settle(1, TCN_OUTBOX_SENT, 15);
	ck_assert_int_eq(last_told("b", "story", 7), 15);
}
END_TEST

START_TEST(old_ones_die)
{
	struct tcn_outbox_list all;
	uint64_t n;

	ck_assert_int_eq(put("a", 1, "r", TCN_OUTBOX_PENDING, 10), TCN_OK);
	ck_assert_int_eq(put("b", 1, "r", TCN_OUTBOX_PENDING, 10), TCN_OK);
	ck_assert_int_eq(put("c", 1, "r", TCN_OUTBOX_DROPPED, 10), TCN_OK);
	ck_assert_int_eq(tcn_outbox_expire(tx, 1000, 2000, &n), TCN_OK);
	ck_assert_uint_eq(n, 0);
	ck_assert_int_eq(tcn_outbox_expire(tx, 1001, 2000, &n), TCN_OK);
	ck_assert_uint_eq(n, 2);
	ck_assert_int_eq(tcn_outbox_find(st,
			     &(struct tcn_outbox_filter){
				 .states = 1u << TCN_OUTBOX_DEAD,
				 .receiver = tcn_str("r"),
			     },
			     &arena, &all),
	    TCN_OK);
	ck_assert_uint_eq(all.n, 2);
}
END_TEST

/* What is held has waited with good reason: its age counts from its release. */
START_TEST(held_ones_grow_old_when_they_are_released)
{
	struct tcn_outbox_message *m;
	uint64_t n;

	ck_assert_int_eq(put("a", 1, "r", TCN_OUTBOX_HELD, 10), TCN_OK);
	ck_assert_int_eq(tcn_outbox_expire(tx, 9000, 9000, &n), TCN_OK);
	ck_assert_uint_eq(n, 0);
	ck_assert_int_eq(tcn_outbox_release(tx, 1, 9000), TCN_OK);
	ck_assert_int_eq(tcn_outbox_expire(tx, 9000, 9500, &n), TCN_OK);
	ck_assert_uint_eq(n, 0);
	ck_assert_int_eq(tcn_outbox_expire(tx, 9001, 9500, &n), TCN_OK);
	ck_assert_uint_eq(n, 1);
	ck_assert_int_eq(tcn_outbox_get(st, 1, &arena, &m), TCN_OK);
	ck_assert_int_eq(m->released_ms, 9000);
	ck_assert_int_eq(m->created_ms, 1000);
}
END_TEST

START_TEST(the_due_ones_of_one_receiver_come_together)
{
	struct tcn_outbox_list held;
	int64_t next_ms;

	ck_assert_int_eq(put("a", 1, "s", TCN_OUTBOX_HELD, 20), TCN_OK);
	ck_assert_int_eq(put("b", 1, "r", TCN_OUTBOX_HELD, 10), TCN_OK);
	ck_assert_int_eq(put("c", 1, "s", TCN_OUTBOX_HELD, 10), TCN_OK);
	ck_assert_int_eq(put("d", 1, "r", TCN_OUTBOX_HELD, 20), TCN_OK);
	ck_assert_int_eq(tcn_outbox_due_held(st, 20, 10, &arena, &held,
			     &next_ms),
	    TCN_OK);
	ck_assert_uint_eq(held.n, 2);
	ck_assert_uint_eq(held.at[0].id, 2);
	ck_assert_uint_eq(held.at[1].id, 4);
	ck_assert_int_eq(tcn_outbox_due_held(st, 10, 10, &arena, &held,
			     &next_ms),
	    TCN_OK);
	ck_assert_uint_eq(held.n, 1);
	ck_assert_uint_eq(held.at[0].id, 2);
	ck_assert_int_eq(next_ms, 20);
}
END_TEST

START_TEST(a_digest_takes_the_place_of_what_it_tells_of)
{
	struct tcn_outbox_told told;
	struct tcn_outbox_message *m;
	uint64_t n;
	int64_t first_ms;

	ck_assert_int_eq(put("a", 1, "r", TCN_OUTBOX_HELD, 10), TCN_OK);
	ck_assert_int_eq(put("digest-1", 1, "r", TCN_OUTBOX_PENDING, 20),
	    TCN_OK);
	ck_assert_int_eq(tcn_outbox_put_in_digest(tx, 1, tcn_str("digest-1"),
			     20),
	    TCN_OK);
	ck_assert_int_eq(tcn_outbox_get(st, 1, &arena, &m), TCN_OK);
	ck_assert_int_eq(m->state, TCN_OUTBOX_SUPERSEDED);
	ck_assert_uint_eq(m->digest, 2);
	ck_assert_int_eq(tcn_outbox_told(st, tcn_str("a"), tcn_str("story"), 0,
			     tcn_str("r"), 30, &told),
	    TCN_OK);
	ck_assert(told.told && told.sent);
	ck_assert_int_eq(told.last_ms, 20);
	ck_assert_int_eq(tcn_outbox_count_told(st, tcn_str("r"), tcn_str(""),
			     TCN_SEVERITY_INFO, 0, 30, &n, &first_ms),
	    TCN_OK);
	ck_assert_uint_eq(n, 1); /* this one has no kind: it counts */
}
END_TEST

START_TEST(a_clock_that_was_set_back_holds_nothing)
{
	struct tcn_outbox_message *m;
	bool ahead;

	ck_assert_int_eq(put("a", 1, "r", TCN_OUTBOX_HELD, 9000), TCN_OK);
	ck_assert_int_eq(put("b", 1, "r", TCN_OUTBOX_PENDING, 9000), TCN_OK);
	ck_assert_int_eq(tcn_outbox_is_ahead(st, 1000, &ahead), TCN_OK);
	ck_assert(!ahead);
	ck_assert_int_eq(tcn_outbox_is_ahead(st, 500, &ahead), TCN_OK);
	ck_assert(ahead);
	ck_assert_int_eq(tcn_outbox_mend_clock(tx, 500), TCN_OK);
	ck_assert_int_eq(tcn_outbox_is_ahead(st, 500, &ahead), TCN_OK);
	ck_assert(!ahead);
	for (uint64_t id = 1; id <= 2; id++) {
		ck_assert_int_eq(tcn_outbox_get(st, id, &arena, &m), TCN_OK);
		ck_assert_int_eq(m->due_ms, 500);
	}
}
END_TEST

START_TEST(a_summary_tells_how_each_receiver_fares)
{
	const struct tcn_outbox_attempt good = { .at_ms = 30, .status = 200 };
	struct tcn_outbox_attempt bad = {
		.at_ms = 50, .status = 500, .error = TCN_STR("it answered 500")
	};
	struct tcn_outbox_summary_list all;

	ck_assert_int_eq(tcn_outbox_summarize(st, &arena, &all), TCN_OK);
	ck_assert_uint_eq(all.n, 0);
	ck_assert_int_eq(put("a", 1, "r", TCN_OUTBOX_PENDING, 10), TCN_OK);
	ck_assert_int_eq(put("b", 1, "r", TCN_OUTBOX_PENDING, 10), TCN_OK);
	ck_assert_int_eq(put("c", 1, "r", TCN_OUTBOX_PENDING, 10), TCN_OK);
	ck_assert_int_eq(put("a", 1, "other", TCN_OUTBOX_HELD, 10), TCN_OK);
	ck_assert_int_eq(tcn_outbox_put_attempt(tx, 1, &good), TCN_OK);
	ck_assert_int_eq(tcn_outbox_put_attempt(tx, 2, &bad), TCN_OK);
	bad.at_ms = 40;
	bad.error = tcn_str("an earlier one");
	ck_assert_int_eq(tcn_outbox_put_attempt(tx, 3, &bad), TCN_OK);
	settle(1, TCN_OUTBOX_SENT, 31);
	settle(2, TCN_OUTBOX_DEAD, 51);
	ck_assert_int_eq(tcn_outbox_summarize(st, &arena, &all), TCN_OK);
	ck_assert_uint_eq(all.n, 2);
	ck_assert(tcn_str_equal(all.at[0].receiver, tcn_str("other")));
	ck_assert_uint_eq(all.at[0].counts[TCN_OUTBOX_HELD], 1);
	ck_assert_int_eq(all.at[0].sent_ms, TCN_UNDATED);
	ck_assert_int_eq(all.at[0].failed_ms, TCN_UNDATED);
	ck_assert_uint_eq(all.at[1].counts[TCN_OUTBOX_SENT], 1);
	ck_assert_uint_eq(all.at[1].counts[TCN_OUTBOX_DEAD], 1);
	ck_assert_uint_eq(all.at[1].counts[TCN_OUTBOX_PENDING], 1);
	ck_assert_int_eq(all.at[1].sent_ms, 31);
	ck_assert_int_eq(all.at[1].failed_ms, 50);
	ck_assert(tcn_str_equal(all.at[1].error, tcn_str("it answered 500")));
}
END_TEST

START_TEST(numbers_of_a_damaged_file_are_none)
{
	struct tcn_outbox_message *m;
	enum tcn_severity severity;
	bool told;

	ck_assert_int_eq(put("a", 1, "r", TCN_OUTBOX_PENDING, 10), TCN_OK);
	ck_assert_int_eq(tcn_db_exec(st,
			     "UPDATE messages SET kind = -1, severity = 99,"
			     " held_by = 1 << 40"),
	    TCN_OK);
	ck_assert_int_eq(tcn_outbox_get(st, 1, &arena, &m), TCN_OK);
	ck_assert_int_eq(m->kind, TCN_OUTBOX_EVENT);
	ck_assert_int_eq(m->severity, TCN_SEVERITY_INFO);
	ck_assert_int_eq(m->held_by, TCN_OUTBOX_HOLD_NONE);
	ck_assert_int_eq(tcn_outbox_told_severity(st, tcn_str("a"), &severity,
			     &told),
	    TCN_OK);
	ck_assert(told);
	ck_assert_int_eq(severity, TCN_SEVERITY_CRITICAL);
}
END_TEST

/* --- ends that other detectors tell of --- */

static void
told(unsigned revision, enum tcn_outbox_state state)
{
	const struct tcn_outbox_end end = {
		.event = tcn_str("e"),
		.receiver = tcn_str("r"),
		.revision = revision,
		.state = state,
		.at_ms = 5000,
		.why = tcn_str("told"),
		.handle = tcn_str("h7"),
	};

	ck_assert_int_eq(tcn_outbox_end(tx, &end), TCN_OK);
}

static const struct tcn_outbox_message *
message(uint64_t id)
{
	struct tcn_outbox_message *m;

	ck_assert_int_eq(tcn_outbox_get(st, id, &arena, &m), TCN_OK);
	ck_assert_ptr_nonnull(m);
	return m;
}

START_TEST(a_message_ends_as_another_detector_told)
{
	ck_assert_int_eq(put("e", 1, "r", TCN_OUTBOX_PENDING, 20), TCN_OK);
	told(1, TCN_OUTBOX_SENT);
	ck_assert_int_eq(message(1)->state, TCN_OUTBOX_SENT);
	ck_assert_int_eq(message(1)->done_ms, 5000);
	ck_assert(tcn_str_equal(message(1)->handle, tcn_str("h7")));
	/* One told of before it is written, and that once only. */
	told(2, TCN_OUTBOX_DROPPED);
	ck_assert_int_eq(put("e", 2, "r", TCN_OUTBOX_PENDING, 20), TCN_OK);
	ck_assert_int_eq(message(2)->state, TCN_OUTBOX_DROPPED);
	ck_assert(tcn_str_equal(message(2)->why, tcn_str("told")));
	ck_assert_int_eq(put("e", 3, "r", TCN_OUTBOX_HELD, 20), TCN_OK);
	ck_assert_int_eq(message(3)->state, TCN_OUTBOX_HELD);
}
END_TEST

START_TEST(that_it_was_sent_counts_most)
{
	ck_assert_int_eq(put("e", 1, "r", TCN_OUTBOX_PENDING, 20), TCN_OK);
	settle(1, TCN_OUTBOX_DEAD, 30);
	told(1, TCN_OUTBOX_SUPERSEDED);
	ck_assert_int_eq(message(1)->state, TCN_OUTBOX_DEAD);
	told(1, TCN_OUTBOX_SENT);
	ck_assert_int_eq(message(1)->state, TCN_OUTBOX_SENT);
	told(1, TCN_OUTBOX_DEAD);
	ck_assert_int_eq(message(1)->state, TCN_OUTBOX_SENT);
	/* A try that failed meanwhile makes it no pending one again. */
	settle(1, TCN_OUTBOX_PENDING, 40);
	ck_assert_int_eq(message(1)->state, TCN_OUTBOX_SENT);
}
END_TEST

static size_t
take_ends(struct tcn_outbox_end_list *ends)
{
	ck_assert_int_eq(tcn_store_commit(st), TCN_OK);
	ck_assert_int_eq(tcn_outbox_take_ends(st, &arena, ends), TCN_OK);
	ck_assert_int_eq(tcn_store_begin(st, &tx), TCN_OK);
	return ends->n;
}

START_TEST(ends_are_noted_once_and_not_those_of_others)
{
	const struct tcn_outbox_attempt one = { .at_ms = 25,
		.error = tcn_str("") };
	struct tcn_outbox_end_list ends;

	ck_assert_int_eq(tcn_outbox_note_ends(st), TCN_OK);
	ck_assert_int_eq(put("e", 1, "r", TCN_OUTBOX_PENDING, 20), TCN_OK);
	ck_assert_int_eq(put("e", 2, "r", TCN_OUTBOX_PENDING, 20), TCN_OK);
	ck_assert_int_eq(put("e", 3, "r", TCN_OUTBOX_DROPPED, 20), TCN_OK);
	ck_assert_int_eq(tcn_outbox_put_attempt(tx, 1, &one), TCN_OK);
	settle(1, TCN_OUTBOX_SENT, 30);
	told(2, TCN_OUTBOX_SENT);
	ck_assert_uint_eq(take_ends(&ends), 2);
	ck_assert_uint_eq(ends.at[0].revision, 1);
	ck_assert_int_eq(ends.at[0].state, TCN_OUTBOX_SENT);
	ck_assert_int_eq(ends.at[0].at_ms, 30);
	ck_assert_uint_eq(ends.at[1].revision, 3);
	ck_assert_int_eq(ends.at[1].state, TCN_OUTBOX_DROPPED);
	ck_assert_uint_eq(take_ends(&ends), 0);
}
END_TEST

START_TEST(what_a_digest_tells_of_ends_with_it)
{
	const struct tcn_outbox_attempt one = { .at_ms = 25,
		.error = tcn_str("") };
	struct tcn_outbox_end_list ends;

	ck_assert_int_eq(tcn_outbox_note_ends(st), TCN_OK);
	ck_assert_int_eq(put("e", 1, "r", TCN_OUTBOX_HELD, 20), TCN_OK);
	ck_assert_int_eq(put("digest-1", 1, "r", TCN_OUTBOX_PENDING, 20),
	    TCN_OK);
	ck_assert_int_eq(tcn_outbox_put_in_digest(tx, 1, tcn_str("digest-1"),
			     25),
	    TCN_OK);
	ck_assert_uint_eq(take_ends(&ends), 0);
	ck_assert_int_eq(tcn_outbox_put_attempt(tx, 2, &one), TCN_OK);
	settle(2, TCN_OUTBOX_SENT, 30);
	ck_assert_uint_eq(take_ends(&ends), 2);
	ck_assert_int_eq(ends.at[0].state, TCN_OUTBOX_SUPERSEDED);
}
END_TEST

TCN_TESTS(outbox)
{
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, an_event_keeps_its_order_and_others_overtake);
	tcase_add_test(tc, a_key_is_taken_once);
	tcase_add_test(tc, held_ones_come_back_and_the_latest_stands);
	tcase_add_test(tc, held_ones_grow_old_when_they_are_released);
	tcase_add_test(tc, the_due_ones_of_one_receiver_come_together);
	tcase_add_test(tc, a_digest_takes_the_place_of_what_it_tells_of);
	tcase_add_test(tc, a_clock_that_was_set_back_holds_nothing);
	tcase_add_test(tc, a_summary_tells_how_each_receiver_fares);
	tcase_add_test(tc, numbers_of_a_damaged_file_are_none);
	tcase_add_test(tc, tries_are_counted_and_handles_kept);
	tcase_add_test(tc, a_person_sends_again_and_drops);
	tcase_add_test(tc, told_is_by_event_or_by_rule_and_story);
	tcase_add_test(tc, old_ones_die);
	tcase_add_test(tc, a_message_ends_as_another_detector_told);
	tcase_add_test(tc, that_it_was_sent_counts_most);
	tcase_add_test(tc, ends_are_noted_once_and_not_those_of_others);
	tcase_add_test(tc, what_a_digest_tells_of_ends_with_it);
}
