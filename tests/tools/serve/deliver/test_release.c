/* What is held is told when its time has come: digests, caps, desks. */
#include "tests/base/run.h"

#include <inttypes.h>
#include <stdio.h>

#include "engine/base/duration.h"
#include "sql/outbox_hold.h"
#include "tests/tools/serve/deliver/newsroom.h"
#include "tools/serve/deliver/release.h"

#define NIGHT_MS ((int64_t)100000)

/* --- quiet hours --- */

START_TEST(many_held_in_the_night_are_one_digest)
{
	const char *body;

	newsroom_with("");
	newsroom_quiet_until_ms = NIGHT_MS;
	for (int i = 0; i < 7; i++)
		newsroom_change_of(i, TCN_EVENT_OPEN, 100 + i);
	for (int i = 0; i < 5; i++) /* quiet: closed long before morning */
		newsroom_change_of(i, TCN_EVENT_CLOSED, 1000 + i);
	newsroom_act("e5", TCN_STORE_ACTION_ACK, 2000);
	newsroom_silence(TCN_SILENCE_EVENT, "e6", 3000, 2 * NIGHT_MS);
	newsroom_release(NIGHT_MS);
	ck_assert_uint_eq(newsroom_count(newsroom_got_of(NULL, "all"),
			      ":pending:"),
	    1);
	ck_assert_uint_eq(newsroom_count(newsroom_got_of(NULL, "news"),
			      ":pending:"),
	    1);
	for (int i = 0; i < 5; i++) {
		char id[8];

		snprintf(id, sizeof id, "e%d", i);
		NEWSROOM_HAS(newsroom_got_of(id, "all"), "told of in digest-");
		NEWSROOM_HAS(newsroom_body("digest-", "all"), id);
	}
	NEWSROOM_HAS(newsroom_got_of("e5", "all"),
	    "dropped:the event is acknowledged");
	NEWSROOM_HAS(newsroom_got_of("e6", "all"), "held:silenced by Ada");
	body = newsroom_body("digest-", "all");
	NEWSROOM_HAS(body, "\"kind\":\"tocsin.digest.1\"");
	NEWSROOM_HAS(body, "\"held_by\":\"quiet_hours\"");
	NEWSROOM_HAS(body, "\"told\":5");
	NEWSROOM_HAS(body, "\"acknowledged\":1");
	NEWSROOM_HAS(body, "\"silenced\":1");
	NEWSROOM_HAS(body, "5 events in quiet hours (rule watch)");
	NEWSROOM_HAS(newsroom_body("digest-", "news"),
	    "1 acknowledged meanwhile");
}
END_TEST

/* A mail that is dated in the night is overlooked in the morning. */
START_TEST(what_is_released_is_dated_and_worded_anew)
{
	struct tcn_event late = {
		.id = "e1",
		.rule = TCN_STR("watch"),
		.story = 11,
		.revision = 2,
		.state = TCN_EVENT_CLOSED,
	};

	newsroom_with(" - {name: post, kind: smtp, url: smtp://x, to: a@b,"
		      " from: c@d, cap: 0}\n");
	newsroom_quiet_until_ms = 8 * TCN_HOUR_MS;
	newsroom_change_of(1, TCN_EVENT_OPEN, TCN_HOUR_MS);
	ck_assert_int_eq(tcn_store_put_event(newsroom_tx, &late), TCN_OK);
	newsroom_release(8 * TCN_HOUR_MS); /* its end was too old to be told */
	NEWSROOM_HAS(newsroom_body("e1", "post"),
	    "Date: Thu, 1 Jan 1970 08:00:00");
	NEWSROOM_HAS(newsroom_body("e1", "all"), "\"state\":\"closed\"");
	NEWSROOM_HAS(newsroom_body("e1", "all"), "\"first\":true");
	NEWSROOM_HAS(newsroom_body("e1", "all"), "\"key\":\"e1-1-all\"");
}
END_TEST

START_TEST(few_held_in_the_night_are_told_one_by_one)
{
	newsroom_with("");
	newsroom_quiet_until_ms = NIGHT_MS;
	for (int i = 0; i < 3; i++)
		newsroom_change_of(i, TCN_EVENT_OPEN, 100 + i);
	newsroom_release(NIGHT_MS);
	ck_assert_uint_eq(newsroom_count(newsroom_got_of(NULL, "all"),
			      ":pending:"),
	    3);
	ck_assert_ptr_null(newsroom_body("digest-", "all"));
}
END_TEST

START_TEST(what_a_digest_told_of_counts_as_told)
{
	newsroom_with("");
	newsroom_quiet_until_ms = NIGHT_MS;
	for (int i = 0; i < 5; i++)
		newsroom_change_of(i, TCN_EVENT_OPEN, 100 + i);
	newsroom_release(NIGHT_MS);
	newsroom_rule.cooldown_ms = 1000;
	newsroom_change_of(0, TCN_EVENT_UPDATED, NIGHT_MS + 10);
	NEWSROOM_HAS(newsroom_got_of("e0", "all"), "2:held:cooldown");
	newsroom_change_of(1, TCN_EVENT_CLOSED, NIGHT_MS + 2000);
	NEWSROOM_HAS(newsroom_got_of("e1", "all"), "2:pending:");
	NEWSROOM_HAS(newsroom_body("e1", "all"), "\"first\":false");
}
END_TEST

/* A digest names only so many; the others are counted and told of, too. */
START_TEST(a_digest_of_many_is_bounded)
{
	newsroom_with("");
	newsroom_quiet_until_ms = NIGHT_MS;
	for (int i = 0; i < 90; i++)
		newsroom_change_of(i, TCN_EVENT_OPEN, 100 + i);
	newsroom_release(NIGHT_MS);
	NEWSROOM_HAS(newsroom_body("digest-", "all"), "\"told\":90");
	ck_assert_uint_eq(newsroom_count(newsroom_body("digest-", "all"),
			      "\"headline\":\"e"),
	    50);
	NEWSROOM_HAS(newsroom_body("digest-", "all"),
	    "\"more\":[\"e"); /* by id */
	NEWSROOM_HAS(newsroom_body("digest-", "news"), "and 40 more");
	NEWSROOM_HAS(newsroom_body("digest-", "news"), "45 critical, 5 low");
	NEWSROOM_HAS(newsroom_got_of("e89", "all"), "told of in digest-");
}
END_TEST

START_TEST(what_closes_in_a_cooldown_is_not_lost)
{
	newsroom_with("");
	newsroom_rule.cooldown_ms = 1000;
	newsroom_change(TCN_EVENT_OPEN, 100);
	newsroom_change(TCN_EVENT_UPDATED, 200);
	newsroom_change(TCN_EVENT_REOPENED, 250); /* what `news` waits for */
	newsroom_change(TCN_EVENT_CLOSED, 300);
	newsroom_release(1100);
	NEWSROOM_HAS(newsroom_got("news"), "4:pending:");
	NEWSROOM_HAS(newsroom_got("all"), "4:pending:");
}
END_TEST

START_TEST(a_raised_severity_ends_the_cooldown)
{
	struct tcn_event event = {
		.id = "e",
		.rule = TCN_STR("story"),
		.story = 5,
		.state = TCN_EVENT_OPEN,
		.severity = TCN_SEVERITY_LOW,
	};
	const struct tcn_outbox_message low = {
		.event = TCN_STR("e"),
		.revision = 9,
		.story = 5,
		.rule = TCN_STR("story"),
		.desk = TCN_STR(""),
		.receiver = TCN_STR("all"),
		.created_ms = 100,
		.due_ms = 100,
		.state = TCN_OUTBOX_SENT,
		.why = TCN_STR(""),
		.body = TCN_STR("{}"),
		.severity = TCN_SEVERITY_INFO, /* it was lower when told */
	};

	newsroom_with("");
	newsroom_rule.cooldown_ms = 1000;
	ck_assert_int_eq(tcn_outbox_put(newsroom_tx, &low), TCN_OK);
	newsroom_put(event, 200);
	NEWSROOM_HAS(newsroom_got("all"), "1:pending:");
	event.state = TCN_EVENT_UPDATED;
	newsroom_put(event, 300);
	NEWSROOM_HAS(newsroom_got("all"), "2:held:cooldown");
}
END_TEST

/* --- merged events --- */

START_TEST(a_merged_event_says_into_which)
{
	struct tcn_event event = {
		.id = "e0",
		.rule = TCN_STR("watch"),
		.story = 10,
		.state = TCN_EVENT_CLOSED,
		.merged_into = "e1",
	};

	newsroom_with_fields(", cap: 0, send: [open, closed]", "");
	newsroom_notify.address = "https://tocsin.example";
	newsroom_change_of(0, TCN_EVENT_OPEN, 100);
	newsroom_change_of(1, TCN_EVENT_OPEN, 100);
	newsroom_put(event, 200);
	NEWSROOM_HAS(newsroom_body("e0", "all"), "\"merged_into\":{");
	NEWSROOM_HAS(newsroom_body("e0", "all"), "\"event\":\"e1\"");
	NEWSROOM_HAS(newsroom_body("e0", "all"),
	    "https://tocsin.example/v1/events/e1/report");
	NEWSROOM_HAS(newsroom_body("e0", "news"), "Merged (");
	NEWSROOM_HAS(newsroom_body("e0", "news"), "It is now part of ");
}
END_TEST

START_TEST(a_merged_event_that_was_held_is_told_of_by_the_other)
{
	struct tcn_event event = {
		.id = "e0",
		.rule = TCN_STR("watch"),
		.story = 10,
		.state = TCN_EVENT_CLOSED,
		.merged_into = "e1",
	};

	newsroom_with("");
	newsroom_quiet_until_ms = NIGHT_MS;
	newsroom_change_of(0, TCN_EVENT_OPEN, 100);
	newsroom_change_of(1, TCN_EVENT_OPEN, 100);
	newsroom_put(event, 200);
	newsroom_release(NIGHT_MS);
	NEWSROOM_HAS(newsroom_got_of("e0", "all"),
	    "2:dropped:the event became part of another one");
	NEWSROOM_HAS(newsroom_got_of("e1", "all"), "1:pending:");
}
END_TEST

/* --- what a desk did stops what is pending --- */

START_TEST(an_acknowledgement_stops_what_is_pending)
{
	newsroom_with("");
	newsroom_change(TCN_EVENT_OPEN, 100); /* its receiver is down */
	newsroom_act("e", TCN_STORE_ACTION_ACK, 150);
	newsroom_recheck(200);
	ck_assert_str_eq(newsroom_got("all"),
	    "1:dropped:the event is acknowledged ");
}
END_TEST

/* Also in the millisecond in which the event was told. */
START_TEST(closing_by_hand_stops_what_is_pending)
{
	newsroom_with("");
	newsroom_change(TCN_EVENT_OPEN, 100);
	newsroom_act("e", TCN_STORE_ACTION_CLOSE, _i ? 100 : 150);
	newsroom_recheck(200);
	ck_assert_str_eq(newsroom_got("all"),
	    "1:dropped:the event was closed by hand ");
}
END_TEST

START_TEST(an_acknowledgement_of_before_stops_nothing)
{
	newsroom_with("");
	newsroom_change(TCN_EVENT_OPEN, 100);
	newsroom_act("e", TCN_STORE_ACTION_ACK, 150);
	newsroom_change(TCN_EVENT_CLOSED, 200);
	newsroom_change(TCN_EVENT_REOPENED, 300);
	newsroom_recheck(400);
	NEWSROOM_HAS(newsroom_got("news"), "3:pending:");
}
END_TEST

/* What the silence of that number kept quiet, as "MESSAGES of EVENTS". */
static const char *
kept_quiet(uint64_t silence)
{
	static char text[64];
	uint64_t messages, events;

	ck_assert_int_eq(tcn_outbox_count_silenced(newsroom_store, silence,
			     &messages, &events),
	    TCN_OK);
	snprintf(text, sizeof text, "%" PRIu64 " of %" PRIu64, messages,
	    events);
	return text;
}

START_TEST(a_silence_knows_what_it_kept_quiet)
{
	newsroom_with("");
	newsroom_change_of(2, TCN_EVENT_OPEN, 50);
	newsroom_silence(TCN_SILENCE_RULE, "story", 60, 5000);
	newsroom_silence(TCN_SILENCE_EVENT, "e2", 70, 9000);
	newsroom_change(TCN_EVENT_OPEN, 100); /* for all three */
	newsroom_change(TCN_EVENT_UPDATED, 200); /* for all three again */
	ck_assert_str_eq(kept_quiet(1), "6 of 1");
	ck_assert_str_eq(kept_quiet(2), "0 of 0");
	newsroom_recheck(300); /* what was pending of e2 */
	ck_assert_str_eq(kept_quiet(2), "3 of 1");
	newsroom_release(10000); /* told since, and kept quiet all the same */
	ck_assert_str_eq(kept_quiet(1), "6 of 1");
	ck_assert_str_eq(kept_quiet(2), "3 of 1");
	ck_assert_str_eq(kept_quiet(0), "0 of 0");
}
END_TEST

START_TEST(a_silence_stops_what_is_pending_until_it_ends)
{
	newsroom_with("");
	newsroom_change(TCN_EVENT_OPEN, 100);
	newsroom_silence(TCN_SILENCE_RULE, "story", 150, 5000);
	newsroom_recheck(200);
	ck_assert_str_eq(newsroom_got("all"),
	    "1:held:silenced by Ada (silence 1) ");
	newsroom_release(5000); /* still open */
	ck_assert_str_eq(newsroom_got("all"), "1:pending: ");
}
END_TEST

START_TEST(what_ends_while_it_is_silenced_is_not_told)
{
	newsroom_with("");
	newsroom_silence(TCN_SILENCE_RULE, "story", 0, 5000);
	newsroom_change(TCN_EVENT_OPEN, 100);
	newsroom_change(TCN_EVENT_CLOSED, 200);
	newsroom_release(5000);
	ck_assert_str_eq(newsroom_got("all"),
	    "1:superseded:a later revision takes its place "
	    "2:dropped:it ended while silenced by Ada (silence 1) ");
}
END_TEST

START_TEST(the_end_of_what_was_told_follows_the_silence)
{
	newsroom_with("");
	newsroom_change(TCN_EVENT_OPEN, 100);
	newsroom_silence(TCN_SILENCE_RULE, "story", 150, 5000);
	newsroom_change(TCN_EVENT_CLOSED, 200);
	NEWSROOM_HAS(newsroom_got("all"), "2:held:silenced");
	newsroom_release(5000);
	NEWSROOM_HAS(newsroom_got("all"), "2:pending:");
}
END_TEST

START_TEST(in_two_desks_and_held_it_is_not_lost)
{
	newsroom_with("desks: {w: [all], n: [news, all]}\n");
	newsroom_quiet_until_ms = NIGHT_MS;
	newsroom_change(TCN_EVENT_OPEN, 100);
	ck_assert_str_eq(newsroom_got("all"), "1:held:quiet hours ");
}
END_TEST

TCN_TESTS(release)
{
	tcase_add_checked_fixture(tc, newsroom_open, newsroom_close);
	tcase_add_test(tc, many_held_in_the_night_are_one_digest);
	tcase_add_test(tc, few_held_in_the_night_are_told_one_by_one);
	tcase_add_test(tc, what_is_released_is_dated_and_worded_anew);
	tcase_add_test(tc, what_a_digest_told_of_counts_as_told);
	tcase_add_test(tc, a_digest_of_many_is_bounded);
	tcase_add_test(tc, what_closes_in_a_cooldown_is_not_lost);
	tcase_add_test(tc, a_raised_severity_ends_the_cooldown);
	tcase_add_test(tc, a_merged_event_says_into_which);
	tcase_add_test(tc,
	    a_merged_event_that_was_held_is_told_of_by_the_other);
	tcase_add_test(tc, an_acknowledgement_stops_what_is_pending);
	tcase_add_loop_test(tc, closing_by_hand_stops_what_is_pending, 0, 2);
	tcase_add_test(tc, an_acknowledgement_of_before_stops_nothing);
	tcase_add_test(tc, a_silence_knows_what_it_kept_quiet);
	tcase_add_test(tc, a_silence_stops_what_is_pending_until_it_ends);
	tcase_add_test(tc, what_ends_while_it_is_silenced_is_not_told);
	tcase_add_test(tc, the_end_of_what_was_told_follows_the_silence);
	tcase_add_test(tc, in_two_desks_and_held_it_is_not_lost);
}
