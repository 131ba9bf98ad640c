/*
 * Rules that fire for one story tell a receiver of it once, and what goes on a
 * story that was told does not alert again.
 */
#include "tests/base/run.h"

#include <stdio.h>
#include <string.h>

#include "tests/tools/serve/deliver/newsroom.h"

#define FOLDED "dropped:told with event "

/* The next revision of the event of a rule on story 5. */
static void
change(const char *id, const char *rule, enum tcn_severity severity,
    enum tcn_event_state state, int64_t now_ms)
{
	struct tcn_event event = {
		.rule = tcn_str(rule),
		.story = 5,
		.state = state,
		.severity = severity,
	};

	snprintf(event.id, sizeof event.id, "%s", id);
	newsroom_put(event, now_ms);
}

START_TEST(one_message_names_both_rules)
{
	newsroom_with("");
	change("a", "floods", TCN_SEVERITY_HIGH, TCN_EVENT_OPEN, 100);
	change("b", "story", TCN_SEVERITY_HIGH, TCN_EVENT_OPEN, 100);
	ck_assert_str_eq(newsroom_got_of("a", "all"), "1:pending: ");
	ck_assert_str_eq(newsroom_got_of("b", "all"),
	    "1:" FOLDED "a (rule floods) ");
	ck_assert_str_eq(newsroom_got_of("b", "news"),
	    "1:" FOLDED "a (rule floods) ");
	/* Updates come by one of the events, and name both. */
	change("a", "floods", TCN_SEVERITY_HIGH, TCN_EVENT_UPDATED, 200);
	change("b", "story", TCN_SEVERITY_HIGH, TCN_EVENT_UPDATED, 200);
	NEWSROOM_HAS(newsroom_got_of("a", "all"), "2:pending: ");
	NEWSROOM_HAS(newsroom_got_of("b", "all"), "2:" FOLDED "a");
	NEWSROOM_HAS(newsroom_body("a", "all"),
	    "\"rule\":\"floods\",\"rules\":[\"floods\",\"story\"]");
	/* And nobody hears of the end of what he never heard of. */
	change("b", "story", TCN_SEVERITY_HIGH, TCN_EVENT_CLOSED, 300);
	NEWSROOM_HAS(newsroom_got_of("b", "all"),
	    "3:dropped:no earlier message was sent");
	change("a", "floods", TCN_SEVERITY_HIGH, TCN_EVENT_CLOSED, 300);
	NEWSROOM_HAS(newsroom_got_of("a", "all"), "3:pending: ");
}
END_TEST

/* Whichever comes first, what is told has the highest severity. */
START_TEST(a_more_severe_rule_is_told)
{
	newsroom_with("");
	change("a", "floods", TCN_SEVERITY_LOW, TCN_EVENT_OPEN, 100);
	change("b", "story", TCN_SEVERITY_CRITICAL, TCN_EVENT_OPEN, 200);
	ck_assert_str_eq(newsroom_got_of("b", "all"), "1:pending: ");
	NEWSROOM_HAS(newsroom_body("b", "all"),
	    "\"rules\":[\"story\",\"floods\"],\"severity\":\"critical\"");
	change("a", "floods", TCN_SEVERITY_LOW, TCN_EVENT_UPDATED, 300);
	change("b", "story", TCN_SEVERITY_CRITICAL, TCN_EVENT_UPDATED, 300);
	ck_assert_str_eq(newsroom_got_of("a", "all"),
	    "1:pending: 2:" FOLDED "b (rule story) ");
	NEWSROOM_HAS(newsroom_got_of("b", "all"), "2:pending: ");
	/* Both were told, so both end. */
	change("a", "floods", TCN_SEVERITY_LOW, TCN_EVENT_CLOSED, 400);
	change("b", "story", TCN_SEVERITY_CRITICAL, TCN_EVENT_CLOSED, 400);
	NEWSROOM_HAS(newsroom_got_of("a", "all"), "3:pending: ");
	NEWSROOM_HAS(newsroom_got_of("b", "all"), "3:pending: ");
}
END_TEST

START_TEST(a_less_severe_rule_adds_nothing)
{
	newsroom_with("");
	change("b", "story", TCN_SEVERITY_CRITICAL, TCN_EVENT_OPEN, 100);
	change("a", "floods", TCN_SEVERITY_LOW, TCN_EVENT_OPEN, 200);
	ck_assert_str_eq(newsroom_got_of("a", "all"),
	    "1:" FOLDED "b (rule story) ");
	/* It goes on by itself when the other is over. */
	change("b", "story", TCN_SEVERITY_CRITICAL, TCN_EVENT_CLOSED, 300);
	change("a", "floods", TCN_SEVERITY_LOW, TCN_EVENT_UPDATED, 400);
	NEWSROOM_HAS(newsroom_got_of("a", "all"), "2:pending: ");
}
END_TEST

/* The first message to a receiver that hears of one rule alone names both. */
START_TEST(a_receiver_that_was_not_told_is)
{
	const struct tcn_str named = TCN_STR("boss");

	newsroom_with("desks: {w: [all]}\n");
	change("a", "floods", TCN_SEVERITY_HIGH, TCN_EVENT_OPEN, 100);
	newsroom_rule.notify = (struct tcn_rule_strs){ &named, 1 };
	change("b", "story", TCN_SEVERITY_LOW, TCN_EVENT_OPEN, 200);
	ck_assert_str_eq(newsroom_got_of("b", "boss"), "1:pending: ");
	NEWSROOM_HAS(newsroom_body("b", "boss"),
	    "\"rules\":[\"story\",\"floods\"],\"severity\":\"high\"");
}
END_TEST

START_TEST(what_was_held_is_told_once)
{
	for (newsroom_notify.digest_over = 0; newsroom_notify.digest_over < 4;
	     newsroom_notify.digest_over += 3) {
		bool digest = !newsroom_notify.digest_over;
		const char *a = digest ? "a0" : "a3", *b = digest ? "b0" : "b3";

		newsroom_with("");
		newsroom_quiet_until_ms = 5000;
		change(a, "floods", TCN_SEVERITY_HIGH, TCN_EVENT_OPEN, 100);
		change(b, "story", TCN_SEVERITY_HIGH, TCN_EVENT_OPEN, 100);
		NEWSROOM_HAS(newsroom_got_of(b, "all"), "1:held:quiet hours");
		newsroom_release(5000);
		NEWSROOM_HAS(newsroom_got_of(a, "all"),
		    digest ? "1:superseded:" : "1:pending: ");
		NEWSROOM_HAS(newsroom_got_of(b, "all"), "1:" FOLDED);
		change(a, "floods", TCN_SEVERITY_HIGH, TCN_EVENT_CLOSED, 6000);
		change(b, "story", TCN_SEVERITY_HIGH, TCN_EVENT_CLOSED, 6000);
	}
}
END_TEST

START_TEST(other_stories_and_the_same_rule_stay_apart)
{
	newsroom_with("");
	change("a", "floods", TCN_SEVERITY_HIGH, TCN_EVENT_OPEN, 100);
	change("b", "floods", TCN_SEVERITY_HIGH, TCN_EVENT_OPEN, 100);
	newsroom_change_of(3, TCN_EVENT_OPEN, 100);
	ck_assert_str_eq(newsroom_got_of("b", "all"), "1:pending: ");
	ck_assert_str_eq(newsroom_got_of("e3", "all"), "1:pending: ");
	NEWSROOM_HAS(newsroom_body("e3", "all"), "\"rules\":[\"watch\"]");
}
END_TEST

/* --- dossiers --- */

/* An episode of the dossier "a"; goes_on: and no turn of it. */
static void
episode(const char *id, bool goes_on, int64_t now_ms)
{
	struct tcn_event event = {
		.rule = TCN_STR("story"),
		.story = (uint64_t)id[0],
		.severity = TCN_SEVERITY_HIGH,
		.fired_ms = now_ms,
		.goes_on = goes_on,
	};

	snprintf(event.id, sizeof event.id, "%s", id);
	if (strcmp(id, "a") != 0)
		snprintf(event.dossier, sizeof event.dossier, "a");
	newsroom_put(event, now_ms);
}

/* "news" asks for what opens: a saga does not ring again, a turn of it does. */
START_TEST(a_later_episode_is_an_update)
{
	newsroom_with("");
	episode("a", false, 100);
	episode("b", true, 200);
	episode("c", false, 300);
	ck_assert_str_eq(newsroom_got_of("a", "news"), "1:pending: ");
	ck_assert_str_eq(newsroom_got_of("b", "news"), "");
	ck_assert_str_eq(newsroom_got_of("c", "news"), "1:pending: ");
	ck_assert_str_eq(newsroom_got_of("b", "all"), "1:pending: ");
	NEWSROOM_HAS(newsroom_body("b", "all"), "\"first\":false");
	NEWSROOM_HAS(newsroom_body("b", "all"),
	    "\"dossier\":{\"id\":\"a\",\"update\":true,\"previous\":"
	    "{\"event\":\"a\",");
	NEWSROOM_HAS(newsroom_body("c", "all"),
	    "\"dossier\":{\"id\":\"a\",\"update\":false,\"previous\":"
	    "{\"event\":\"b\",");
	NEWSROOM_HAS(newsroom_body("a", "all"), "\"dossier\":null");
}
END_TEST

START_TEST(who_was_not_told_of_it_is_alerted)
{
	const struct tcn_str named = TCN_STR("boss");

	newsroom_with("");
	newsroom_rule.notify = (struct tcn_rule_strs){ &named, 1 };
	episode("a", false, 100);
	newsroom_rule.notify = (struct tcn_rule_strs){ NULL, 0 };
	episode("b", true, 200);
	ck_assert_str_eq(newsroom_got_of("b", "news"), "1:pending: ");
	NEWSROOM_HAS(newsroom_body("b", "all"), "\"first\":true");
	NEWSROOM_HAS(newsroom_body("b", "boss"), "\"first\":false");
}
END_TEST

START_TEST(episodes_are_alerts_where_that_is_set)
{
	newsroom_with("");
	newsroom_notify.episodes = TCN_CONF_EPISODES_ALERT;
	episode("a", false, 100);
	episode("b", true, 200);
	ck_assert_str_eq(newsroom_got_of("b", "news"), "1:pending: ");
	NEWSROOM_HAS(newsroom_body("b", "all"), "\"first\":true");
}
END_TEST

START_TEST(episodes_are_gathered_in_digests)
{
	const int64_t hour = 3600 * 1000;

	newsroom_with("");
	newsroom_notify.episodes = TCN_CONF_EPISODES_DIGEST;
	episode("a", false, 100);
	episode("b", true, 200);
	episode("c", false, 300);
	NEWSROOM_HAS(newsroom_got_of("b", "all"),
	    "1:held:it continues a story");
	ck_assert_str_eq(newsroom_got_of("c", "all"), "1:pending: ");
	newsroom_release(hour - 1);
	NEWSROOM_HAS(newsroom_got_of("b", "all"), "1:held:");
	newsroom_release(hour);
	NEWSROOM_HAS(newsroom_got_of("b", "all"), "1:superseded:");
	NEWSROOM_HAS(newsroom_body("digest", "all"), "1 story goes on");
}
END_TEST

TCN_TESTS(fold)
{
	tcase_add_checked_fixture(tc, newsroom_open, newsroom_close);
	tcase_add_test(tc, one_message_names_both_rules);
	tcase_add_test(tc, a_more_severe_rule_is_told);
	tcase_add_test(tc, a_less_severe_rule_adds_nothing);
	tcase_add_test(tc, a_receiver_that_was_not_told_is);
	tcase_add_test(tc, what_was_held_is_told_once);
	tcase_add_test(tc, other_stories_and_the_same_rule_stay_apart);
	tcase_add_test(tc, a_later_episode_is_an_update);
	tcase_add_test(tc, who_was_not_told_of_it_is_alerted);
	tcase_add_test(tc, episodes_are_alerts_where_that_is_set);
	tcase_add_test(tc, episodes_are_gathered_in_digests);
}
