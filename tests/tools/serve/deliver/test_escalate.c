/* Inhibition of one rule by another, and escalation. */
#include "tests/base/run.h"

#include "engine/base/duration.h"
#include "sql/outbox_hold.h"
#include "tests/tools/serve/deliver/newsroom.h"

/* --- inhibition --- */

static const struct tcn_str big = TCN_STR("big");

static void
change_big(uint64_t story, enum tcn_event_state state, int64_t now_ms)
{
	const struct tcn_event event = {
		.id = "b",
		.rule = TCN_STR("big"),
		.story = story,
		.state = state,
	};

	newsroom_put(event, now_ms);
}

START_TEST(while_the_other_is_open_it_is_not_told)
{
	newsroom_with("");
	newsroom_rule.not_while = (struct tcn_rule_strs){ &big, 1 };
	change_big(5, TCN_EVENT_OPEN, 100);
	newsroom_change(TCN_EVENT_OPEN, 200);
	ck_assert_str_eq(newsroom_got("all"),
	    "1:held:inhibited by event b (rule big) ");
	newsroom_release(200 + 10 * TCN_MINUTE_MS);
	ck_assert_str_eq(newsroom_got("all"),
	    "1:held:inhibited by event b (rule big) ");
	change_big(5, TCN_EVENT_CLOSED, 900000);
	newsroom_release(200 + 20 * TCN_MINUTE_MS);
	ck_assert_str_eq(newsroom_got("all"), "1:pending: ");
}
END_TEST

START_TEST(what_ends_while_it_is_inhibited_is_not_told)
{
	newsroom_with("");
	newsroom_rule.not_while = (struct tcn_rule_strs){ &big, 1 };
	change_big(5, TCN_EVENT_OPEN, 100);
	newsroom_change(TCN_EVENT_OPEN, 200);
	newsroom_change(TCN_EVENT_CLOSED, 300);
	NEWSROOM_HAS(newsroom_got("all"),
	    "2:dropped:it ended while inhibited by");
}
END_TEST

/* Stores the items 1 to n, which events may rest on. */
static void
store_items(uint64_t n)
{
	for (uint64_t seq = 1; seq <= n; seq++) {
		const struct tcn_article article = {
			.id = TCN_STR("a"),
			.title = TCN_STR("A title"),
			.plain = true,
			.key = { seq, seq },
		};
		const struct tcn_placement place = {
			.seq = seq,
			.origin = seq,
		};

		ck_assert_int_eq(tcn_store_put_article(newsroom_tx, &article,
				     "en", &place),
		    TCN_OK);
	}
}

/* Items that the other one has, too, of four that this one has. */
static const struct {
	size_t shared;
	const char *got;
} overlaps[] = {
	{ 2, "1:pending: " },
	{ 3, "1:held:inhibited by event b (rule big) " },
	{ 4, "1:held:inhibited by event b (rule big) " },
};

START_TEST(most_of_the_same_items_inhibit_too)
{
	static const uint64_t theirs[] = { 1, 2, 3, 4, 5, 6, 7, 8 };
	const struct tcn_event other = {
		.id = "b",
		.rule = TCN_STR("big"),
		.story = 6,
		.evidence = theirs,
		.evidence_n = overlaps[_i].shared,
	};
	const struct tcn_event event = {
		.id = "e",
		.rule = TCN_STR("story"),
		.story = 5,
		.evidence = theirs,
		.evidence_n = 4,
	};

	newsroom_with("");
	store_items(8);
	newsroom_rule.not_while = (struct tcn_rule_strs){ &big, 1 };
	newsroom_put(other, 100);
	newsroom_put(event, 200);
	ck_assert_str_eq(newsroom_got("all"), overlaps[_i].got);
}
END_TEST

START_TEST(another_story_inhibits_nothing)
{
	newsroom_with("");
	newsroom_rule.not_while = (struct tcn_rule_strs){ &big, 1 };
	change_big(6, TCN_EVENT_OPEN, 100);
	newsroom_change(TCN_EVENT_OPEN, 200);
	ck_assert_str_eq(newsroom_got("all"), "1:pending: ");
}
END_TEST

/* --- escalation --- */

static const struct tcn_str chief = TCN_STR("chief");

static const struct tcn_rule_escalation by_size = {
	.more_than = 2, /* newsroom_put() gives an event three items */
	.unit = TCN_RULE_ITEMS,
	.has_severity = true,
	.severity = TCN_SEVERITY_CRITICAL,
	.notify = { &chief, 1 },
};

static const struct tcn_rule_escalation by_time = {
	.unacknowledged_ms = 30 * TCN_MINUTE_MS,
	.has_severity = true,
	.severity = TCN_SEVERITY_CRITICAL,
	.notify = { &chief, 1 },
};

/* Desks name who is told at first: `all` and `news`. */
static void
with_chief(const struct tcn_rule_escalation *step)
{
	newsroom_with("desks: {w: [all, news], chief: [boss]}\n");
	newsroom_rule.escalate = (struct tcn_rule_escalations){ step, 1 };
}

START_TEST(growth_raises_the_severity_past_the_cooldown)
{
	static const struct tcn_str world = TCN_STR("w");

	with_chief(&by_size);
	newsroom_rule.notify = (struct tcn_rule_strs){ &world, 1 };
	newsroom_rule.cooldown_ms = TCN_HOUR_MS;
	newsroom_rule.escalate.n = 0;
	newsroom_change(TCN_EVENT_OPEN, 100);
	NEWSROOM_HAS(newsroom_body("e", "all"), "\"severity\":\"low\"");
	newsroom_rule.escalate.n = 1; /* as if it had grown only now */
	newsroom_change(TCN_EVENT_UPDATED, 200);
	NEWSROOM_HAS(newsroom_got("all"), "2:pending:");
	NEWSROOM_HAS(newsroom_body("e", "all"), "\"severity\":\"critical\"");
	NEWSROOM_HAS(newsroom_got("boss"), "2:pending:");
	NEWSROOM_HAS(newsroom_body("e", "boss"), "\"first\":true");
	newsroom_change(TCN_EVENT_UPDATED, 300);
	NEWSROOM_HAS(newsroom_got("all"), "3:held:cooldown");
	newsroom_rule.escalate.n = 0; /* it does not fall again */
	newsroom_change(TCN_EVENT_UPDATED, 400);
	NEWSROOM_HAS(newsroom_body("e", "all"), "\"severity\":\"critical\"");
}
END_TEST

START_TEST(what_nobody_acknowledges_is_told_to_others)
{
	static const struct tcn_str world = TCN_STR("w");

	with_chief(&by_time);
	newsroom_rule.notify = (struct tcn_rule_strs){ &world, 1 };
	newsroom_change(TCN_EVENT_OPEN, 100);
	ck_assert_str_eq(newsroom_got("boss"),
	    "1:held:unless somebody acknowledges the event ");
	newsroom_change(TCN_EVENT_UPDATED, 200);
	ck_assert_str_eq(newsroom_got("boss"),
	    "1:held:unless somebody acknowledges the event ");
	newsroom_judge_all_again(10000);
	ck_assert_str_eq(newsroom_got("boss"),
	    "1:held:unless somebody acknowledges the event ");
	newsroom_release(100 + 30 * TCN_MINUTE_MS);
	ck_assert_str_eq(newsroom_got("boss"), "1:pending: ");
	NEWSROOM_HAS(newsroom_body("e", "boss"), "\"severity\":\"critical\"");
	NEWSROOM_HAS(newsroom_body("e", "boss"), "\"escalation\":1");
	NEWSROOM_HAS(newsroom_body("e", "boss"), "\"revision\":2");
	NEWSROOM_HAS(newsroom_body("e", "boss"), "\"key\":\"e-1.1-boss\"");
	newsroom_change(TCN_EVENT_UPDATED, 1900000); /* from then on */
	NEWSROOM_HAS(newsroom_got("boss"), "3:pending:");
	NEWSROOM_HAS(newsroom_got("all"), "3:pending:");
	NEWSROOM_HAS(newsroom_body("e", "all"), "\"severity\":\"critical\"");
}
END_TEST

START_TEST(what_is_acknowledged_does_not_escalate)
{
	static const struct tcn_str world = TCN_STR("w");

	with_chief(&by_time);
	newsroom_rule.notify = (struct tcn_rule_strs){ &world, 1 };
	newsroom_change(TCN_EVENT_OPEN, 100);
	newsroom_act("e", TCN_STORE_ACTION_ACK, 200);
	newsroom_release(100 + 30 * TCN_MINUTE_MS);
	ck_assert_str_eq(newsroom_got("boss"),
	    "1:dropped:the event is acknowledged ");
}
END_TEST

START_TEST(what_has_closed_does_not_escalate)
{
	static const struct tcn_str world = TCN_STR("w");

	with_chief(&by_time);
	newsroom_rule.notify = (struct tcn_rule_strs){ &world, 1 };
	newsroom_change(TCN_EVENT_OPEN, 100);
	newsroom_change(TCN_EVENT_CLOSED, 200);
	newsroom_release(100 + 30 * TCN_MINUTE_MS);
	ck_assert_str_eq(newsroom_got("boss"),
	    "1:dropped:the event has closed ");
}
END_TEST

TCN_TESTS(escalate)
{
	tcase_add_checked_fixture(tc, newsroom_open, newsroom_close);
	tcase_add_test(tc, while_the_other_is_open_it_is_not_told);
	tcase_add_test(tc, what_ends_while_it_is_inhibited_is_not_told);
	TCN_EACH(most_of_the_same_items_inhibit_too, overlaps);
	tcase_add_test(tc, another_story_inhibits_nothing);
	tcase_add_test(tc, growth_raises_the_severity_past_the_cooldown);
	tcase_add_test(tc, what_nobody_acknowledges_is_told_to_others);
	tcase_add_test(tc, what_is_acknowledged_does_not_escalate);
	tcase_add_test(tc, what_has_closed_does_not_escalate);
}
