#include "tests/base/run.h"

#include <stdio.h>

#include "engine/base/err.h"
#include "engine/base/mem.h"
#include "sql/store_desk.h"
#include "sql/store_silences.h"
#include "tools/deliver/notify.h"

#define COOL_MS ((int64_t)1000)

static struct tcn_store *st;
static struct tcn_store_tx *tx;
static struct tcn_arena arena;
static struct tcn_receiver_set *receivers;
static struct tcn_rule rule;
static int64_t quiet_until_ms; /* 0: it is not quiet */
static struct tcn_notify notify;
static unsigned revision;

static const struct tcn_rule *
find_rule(void *ctx, struct tcn_str name)
{
	(void)ctx, (void)name;
	return &rule;
}

static int64_t
quiet(void *ctx, const struct tcn_rule *of, int64_t now_ms)
{
	(void)ctx, (void)of;
	return quiet_until_ms > now_ms ? quiet_until_ms : now_ms;
}

static void
setup(void)
{
	const struct tcn_prepare_conf prepare = { .words_max = 1000 };

	tcn_arena_init(&arena, 0);
	ck_assert_int_eq(tcn_store_open(":memory:", TCN_STORE_CREATE, &st,
			     NULL),
	    TCN_OK);
	ck_assert_int_eq(tcn_store_begin(st, &tx), TCN_OK);
	rule = (struct tcn_rule){ .severity = TCN_SEVERITY_LOW };
	notify = (struct tcn_notify){ .rule = find_rule, .quiet = quiet };
	ck_assert_int_eq(tcn_prepare_new(&prepare, &notify.prep, NULL), TCN_OK);
	quiet_until_ms = 0;
	revision = 0;
}

static void
teardown(void)
{
	tcn_prepare_free(notify.prep);
	tcn_receiver_set_free(receivers);
	receivers = NULL;
	tcn_store_close(st);
	tcn_arena_fini(&arena);
}

/* `all` asks for every change, `news` for events that open or reopen. */
static void
with(const char *desks)
{
	char yaml[512];
	struct tcn_err err = { 0 };

	snprintf(yaml, sizeof yaml,
	    "receivers:\n"
	    " - {name: all, kind: file, path: /x}\n"
	    " - {name: news, kind: slack, url: https://x}\n%s",
	    desks);
	ck_assert_msg(tcn_receiver_set_parse("r", tcn_str(yaml), &receivers,
			  &err) == TCN_OK,
	    "%s", err.text);
	notify.receivers = receivers;
}

/* Stores the next revision of the event, in this state, and notifies. */
static void
change(enum tcn_event_state state, int64_t now_ms)
{
	struct tcn_event event = {
		.id = "e",
		.rule = TCN_STR("story"),
		.story = 5,
		.revision = ++revision,
		.state = state,
		.severity = TCN_SEVERITY_LOW,
		.items = 3,
	};

	ck_assert_msg(tcn_store_put_event(tx, &event) == TCN_OK, "%s",
	    tcn_store_error(st)->text);
	ck_assert_int_eq(tcn_notify_event(&notify, tx, &event, now_ms), TCN_OK);
}

/* "REVISION:STATE:WHY " of each message for the receiver, in order. */
static const char *
got(const char *receiver)
{
	static char text[1024];
	struct tcn_outbox_filter filter = { .receiver = tcn_str(receiver) };
	struct tcn_outbox_list all;
	size_t n = 0;

	text[0] = '\0';
	ck_assert_int_eq(tcn_outbox_find(st, &filter, &arena, &all), TCN_OK);
	for (size_t i = all.n; i-- > 0;)
		n += (size_t)snprintf(text + n, sizeof text - n, "%u:%s:%.*s ",
		    all.at[i].revision, tcn_outbox_state_name(all.at[i].state),
		    TCN_STR_ARG(all.at[i].why));
	return text;
}

static void
release(int64_t now_ms)
{
	struct tcn_outbox_list held;
	int64_t next_ms;

	ck_assert_int_eq(tcn_outbox_due_held(st, now_ms, 10, &arena, &held,
			     &next_ms),
	    TCN_OK);
	for (size_t i = 0; i < held.n; i++)
		ck_assert_int_eq(tcn_notify_release(&notify, tx, &held.at[i],
				     now_ms),
		    TCN_OK);
}

/* --- which receivers --- */

static const struct {
	const char *desks;
	const char *named; /* by the rule; NULL: none */
	const char *all, *news;
} choices[] = {
	{ "", NULL, "1:pending: ", "1:pending: " },
	{ "desks: {w: [all]}\n", NULL, "1:pending: ", "" },
	{ "desks: {w: [all], n: [news, all]}\n", NULL,
	    "1:pending: ", "1:pending: " },
	{ "desks: {w: [all], n: [news]}\n", "n", "", "1:pending: " },
	{ "desks: {w: [all]}\n", "news", "", "1:pending: " },
	{ "desks: {w: [all]}\n", "nobody", "", "" },
};

START_TEST(desks_choose_receivers)
{
	const struct tcn_str named = tcn_str(choices[_i].named);

	with(choices[_i].desks);
	rule.notify =
	    (struct tcn_rule_strs){ &named, choices[_i].named ? 1 : 0 };
	change(TCN_EVENT_OPEN, 100);
	ck_assert_str_eq(got("all"), choices[_i].all);
	ck_assert_str_eq(got("news"), choices[_i].news);
}
END_TEST

START_TEST(a_receiver_gets_the_states_it_asks_for)
{
	with("");
	change(TCN_EVENT_OPEN, 100);
	change(TCN_EVENT_UPDATED, 200);
	change(TCN_EVENT_CLOSED, 300);
	change(TCN_EVENT_REOPENED, 400);
	ck_assert_str_eq(got("all"),
	    "1:pending: 2:pending: 3:pending: 4:pending: ");
	ck_assert_str_eq(got("news"), "1:pending: 4:pending: ");
}
END_TEST

START_TEST(an_end_alone_is_dropped)
{
	with("");
	change(TCN_EVENT_CLOSED, 100);
	ck_assert_str_eq(got("all"), "1:dropped:no earlier message was sent ");
}
END_TEST

/* --- when --- */

START_TEST(in_the_cooldown_the_latest_waits)
{
	with("");
	rule.cooldown_ms = COOL_MS;
	change(TCN_EVENT_OPEN, 100);
	change(TCN_EVENT_UPDATED, 200);
	change(TCN_EVENT_UPDATED, 300);
	ck_assert_str_eq(got("all"),
	    "1:pending: 2:superseded:a later revision takes its place "
	    "3:held:cooldown ");
	release(100 + COOL_MS - 1);
	ck_assert_ptr_nonnull(strstr(got("all"), "3:held"));
	release(100 + COOL_MS);
	ck_assert_ptr_nonnull(strstr(got("all"), "3:pending: "));
	change(TCN_EVENT_UPDATED, 100 + 3 * COOL_MS);
	ck_assert_ptr_nonnull(strstr(got("all"), "4:pending: "));
}
END_TEST

START_TEST(what_closes_in_the_cooldown_is_sent_as_closed)
{
	with("");
	rule.cooldown_ms = COOL_MS;
	change(TCN_EVENT_OPEN, 100);
	change(TCN_EVENT_UPDATED, 200);
	change(TCN_EVENT_CLOSED, 300);
	release(100 + COOL_MS);
	ck_assert_str_eq(got("all"),
	    "1:pending: 2:superseded:a later revision takes its place "
	    "3:pending: ");
}
END_TEST

START_TEST(in_quiet_hours_the_latest_waits)
{
	with("");
	quiet_until_ms = 5000;
	change(TCN_EVENT_OPEN, 100);
	change(TCN_EVENT_UPDATED, 200);
	ck_assert_str_eq(got("news"),
	    "1:superseded:a later revision takes its place 2:held:quiet "
	    "hours ");
	release(5000);
	ck_assert_ptr_nonnull(strstr(got("news"), "2:pending: "));
	ck_assert_ptr_nonnull(strstr(got("all"), "2:pending: "));
}
END_TEST

START_TEST(what_closed_in_quiet_hours_is_dropped)
{
	with("");
	quiet_until_ms = 5000;
	change(TCN_EVENT_OPEN, 100);
	change(TCN_EVENT_CLOSED, 200);
	release(5000);
	ck_assert_str_eq(got("news"), "1:dropped:the event closed meanwhile ");
	ck_assert_str_eq(got("all"),
	    "1:dropped:the event closed meanwhile "
	    "2:dropped:no earlier message was sent ");
}
END_TEST

START_TEST(quiet_hours_are_looked_at_again)
{
	with("");
	quiet_until_ms = 5000;
	change(TCN_EVENT_OPEN, 100);
	quiet_until_ms = 9000; /* the rules were changed */
	release(5000);
	ck_assert_str_eq(got("news"), "1:held:quiet hours ");
	release(9000);
	ck_assert_str_eq(got("news"), "1:pending: ");
}
END_TEST

/* --- what a desk did --- */

static void
silence(enum tcn_silence_kind kind, const char *value, int64_t created_ms,
    int64_t expires_ms)
{
	struct tcn_silence one = {
		.kind = kind,
		.value = tcn_str(value),
		.author = TCN_STR("Ada"),
		.created_ms = created_ms,
		.expires_ms = expires_ms,
		.ended_ms = TCN_UNDATED,
	};

	ck_assert_int_eq(tcn_store_put_silence(tx, &one), TCN_OK);
}

START_TEST(a_silence_drops_and_says_so)
{
	with("");
	silence(TCN_SILENCE_RULE, "story", 0, 1000);
	change(TCN_EVENT_OPEN, 100);
	change(TCN_EVENT_UPDATED, 1100);
	ck_assert_str_eq(got("all"),
	    "1:dropped:silenced by Ada (silence 1) 2:pending: ");
}
END_TEST

START_TEST(a_silence_in_quiet_hours_is_heeded)
{
	with("");
	quiet_until_ms = 5000;
	change(TCN_EVENT_OPEN, 100);
	silence(TCN_SILENCE_EVENT, "e", 200, 90000);
	release(5000);
	ck_assert_str_eq(got("all"), "1:dropped:silenced by Ada (silence 1) ");
}
END_TEST

START_TEST(updates_of_an_acknowledged_event_are_dropped)
{
	struct tcn_store_action act = {
		.event = "e",
		.at_ms = 150,
		.author = TCN_STR("Ada"),
		.kind = TCN_STORE_ACTION_ACK,
		.value = TCN_STR(""),
	};
	enum tcn_store_act_result came;

	with("");
	change(TCN_EVENT_OPEN, 100);
	ck_assert_int_eq(tcn_store_act(tx, &act, &arena, &came), TCN_OK);
	change(TCN_EVENT_UPDATED, 200);
	change(TCN_EVENT_CLOSED, 300);
	change(TCN_EVENT_REOPENED, 400);
	ck_assert_str_eq(got("all"),
	    "1:pending: 2:dropped:the event is acknowledged 3:pending: "
	    "4:pending: ");
}
END_TEST

START_TEST(notifying_fails_cleanly_without_memory)
{
	struct tcn_event event = {
		.id = "e",
		.rule = TCN_STR("story"),
		.revision = 1,
	};
	bool fired = true;

	with("");
	ck_assert_int_eq(tcn_store_put_event(tx, &event), TCN_OK);
	ck_assert_int_eq(tcn_store_commit(st), TCN_OK);
	for (uint64_t n = 1; fired; n++) {
		enum tcn_rc rc;

		ck_assert_int_eq(tcn_store_begin(st, &tx), TCN_OK);
		tcn_mem_fail_at(n);
		rc = tcn_notify_event(&notify, tx, &event, 100);
		fired = tcn_mem_fail_fired();
		tcn_mem_fail_at(0);
		ck_assert(rc == TCN_OK || rc == TCN_NOMEM);
		if (rc == TCN_OK && !fired)
			ck_assert_str_eq(got("news"), "1:pending: ");
		tcn_store_rollback(st);
	}
}
END_TEST

TCN_TESTS(notify)
{
	tcase_add_checked_fixture(tc, setup, teardown);
	TCN_EACH(desks_choose_receivers, choices);
	tcase_add_test(tc, a_receiver_gets_the_states_it_asks_for);
	tcase_add_test(tc, an_end_alone_is_dropped);
	tcase_add_test(tc, in_the_cooldown_the_latest_waits);
	tcase_add_test(tc, what_closes_in_the_cooldown_is_sent_as_closed);
	tcase_add_test(tc, in_quiet_hours_the_latest_waits);
	tcase_add_test(tc, what_closed_in_quiet_hours_is_dropped);
	tcase_add_test(tc, quiet_hours_are_looked_at_again);
	tcase_add_test(tc, a_silence_drops_and_says_so);
	tcase_add_test(tc, a_silence_in_quiet_hours_is_heeded);
	tcase_add_test(tc, updates_of_an_acknowledged_event_are_dropped);
	tcase_add_test(tc, notifying_fails_cleanly_without_memory);
}
