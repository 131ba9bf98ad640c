/* Caps on the messages of an hour. */
#include "tests/base/run.h"

#include "engine/base/duration.h"
#include "sql/outbox_hold.h"
#include "tests/tools/serve/deliver/newsroom.h"
#include "tools/serve/deliver/release.h"

START_TEST(beyond_the_cap_one_digest_says_what_is_held)
{
	const char *body;

	newsroom_with_fields(", cap: 5", "");
	newsroom_all_low = true;
	for (int i = 0; i < 29; i++)
		newsroom_change_of(i, TCN_EVENT_OPEN, 1000 * i);
	ck_assert_uint_eq(newsroom_count(newsroom_got_of(NULL, "all"),
			      ":pending:"),
	    5);
	NEWSROOM_HAS(newsroom_got_of("e28", "all"),
	    "held:over the cap of the receiver; messages go out again from ");
	newsroom_release(5000 + 60000);
	ck_assert_uint_eq(newsroom_count(newsroom_got_of(NULL, "all"),
			      ":pending:"),
	    6);
	body = newsroom_body("digest-", "all");
	NEWSROOM_HAS(body, "\"held_by\":\"receiver_cap\"");
	NEWSROOM_HAS(body, "\"told\":24");
	NEWSROOM_HAS(body, "over the cap of the receiver, 5 messages an hour");
	NEWSROOM_HAS(body, "\"resumes_at\":3600");
	NEWSROOM_HAS(body, "\"event\":\"e28\"");
	NEWSROOM_HAS(newsroom_body("digest-", "news"), "one by one from ");
}
END_TEST

START_TEST(after_the_digest_a_cap_holds_until_the_hour_is_over)
{
	newsroom_with_fields(", cap: 5", "");
	newsroom_all_low = true;
	for (int i = 0; i < 8; i++)
		newsroom_change_of(i, TCN_EVENT_OPEN, 1000 * i);
	newsroom_send(4000);
	newsroom_release(70000);
	newsroom_send(70000);
	for (int i = 8; i < 14; i++)
		newsroom_change_of(i, TCN_EVENT_OPEN, 80000 + i);
	newsroom_release(200000);
	NEWSROOM_HAS(newsroom_got_of("e13", "all"), "1:held:over the cap");
	newsroom_release(TCN_HOUR_MS + 10000);
	NEWSROOM_HAS(newsroom_got_of("e13", "all"), "told of in digest-");
	ck_assert_uint_eq(newsroom_count(newsroom_got_of(NULL, "all"),
			      "digest-"),
	    2 + 3 + 6);
	newsroom_change_of(20, TCN_EVENT_OPEN, TCN_HOUR_MS + 20000);
	NEWSROOM_HAS(newsroom_got_of("e20", "all"), "1:pending:");
}
END_TEST

START_TEST(a_restart_does_not_tell_of_a_cap_too_soon)
{
	newsroom_with_fields(", cap: 2", "");
	newsroom_all_low = true;
	for (int i = 0; i < 6; i++)
		newsroom_change_of(i, TCN_EVENT_OPEN, 1000 * i);
	newsroom_judge_all_again(20000);
	ck_assert_ptr_null(newsroom_body("digest-", "all"));
	newsroom_change_of(5, TCN_EVENT_UPDATED,
	    50000); /* whose age is handed on */
	newsroom_release(62000);
	NEWSROOM_HAS(newsroom_body("digest-", "all"), "\"told\":4");
}
END_TEST

START_TEST(a_story_that_grows_all_the_time_is_told_of_by_the_cap)
{
	newsroom_with_fields(", cap: 1", "");
	newsroom_all_low = true;
	newsroom_change_of(0, TCN_EVENT_OPEN, 0);
	newsroom_change_of(1, TCN_EVENT_OPEN, 1000);
	for (int i = 2; i < 120; i++) {
		newsroom_change_of(1, TCN_EVENT_UPDATED, 1000 * i);
		newsroom_release(1000 * i);
	}
	ck_assert_ptr_nonnull(newsroom_body("digest-", "all"));
}
END_TEST

START_TEST(a_rule_has_a_cap_of_its_own)
{
	newsroom_with("");
	newsroom_rule.max_per_hour = 5;
	newsroom_all_low = true;
	for (int i = 0; i < 29; i++)
		newsroom_change_of(i, TCN_EVENT_OPEN, 1000 * i);
	newsroom_change(TCN_EVENT_OPEN, 29000); /* of another rule */
	NEWSROOM_HAS(newsroom_got("all"), "1:pending:");
	NEWSROOM_HAS(newsroom_got_of("e28", "all"),
	    "held:over the cap of the rule");
	newsroom_release(65000);
	NEWSROOM_HAS(newsroom_body("digest-", "all"),
	    "\"held_by\":\"rule_cap\"");
	NEWSROOM_HAS(newsroom_body("digest-", "all"), "\"told\":24");
	NEWSROOM_HAS(newsroom_body("digest-", "all"), "\"rule\":\"watch\"");
}
END_TEST

/* What is less severe uses up none of the room of what is more. */
START_TEST(a_flood_of_low_ones_does_not_hold_a_critical_one)
{
	newsroom_with_fields(", cap: 5", "");
	newsroom_all_low = true;
	for (int i = 0; i < 29; i++)
		newsroom_change_of(i, TCN_EVENT_OPEN, 1000 * i);
	newsroom_send(30000);
	newsroom_release(70000);
	newsroom_all_low = false;
	for (int i = 30; i < 42; i += 2)
		newsroom_change_of(i, TCN_EVENT_OPEN, 80000 + i);
	NEWSROOM_HAS(newsroom_got_of("e30", "all"), "1:pending:");
	NEWSROOM_HAS(newsroom_got_of("e38", "all"), "1:pending:");
	NEWSROOM_HAS(newsroom_got_of("e40", "all"), "1:held:over the cap");
}
END_TEST

/* A digest of critical ones is due every five minutes, of the rest every
 * hour. */
START_TEST(a_critical_one_over_its_cap_waits_for_minutes)
{
	newsroom_with_fields(", cap: 1", "");
	newsroom_change_of(0, TCN_EVENT_OPEN, 0);
	newsroom_change_of(2, TCN_EVENT_OPEN, 1000);
	newsroom_send(2000);
	newsroom_release(61000);
	NEWSROOM_HAS(newsroom_got_of("e2", "all"), "told of in digest-");
	NEWSROOM_HAS(newsroom_body("digest-", "all"), ", 1 message an hour");
	NEWSROOM_HAS(newsroom_body("digest-", "news"),
	    "until then, critical ones come in a digest every five minutes");
	newsroom_change_of(4, TCN_EVENT_OPEN, 100000);
	newsroom_change_of(5, TCN_EVENT_OPEN, 100000);
	newsroom_release(300000);
	NEWSROOM_HAS(newsroom_got_of("e4", "all"), "1:held:over the cap");
	newsroom_release(361000);
	NEWSROOM_HAS(newsroom_got_of("e4", "all"), "told of in digest-");
	NEWSROOM_HAS(newsroom_got_of("e5", "all"), "1:held:over the cap");
}
END_TEST

START_TEST(critical_ones_do_not_hold_a_low_one_for_ever)
{
	newsroom_with_fields(", cap: 1", "");
	newsroom_change_of(0, TCN_EVENT_OPEN, 0);
	newsroom_change_of(1, TCN_EVENT_OPEN, 700000);
	for (int minute = 1; minute < 75; minute++) {
		newsroom_change_of(2 * minute, TCN_EVENT_OPEN, 60000 * minute);
		newsroom_send(60000 * minute);
		newsroom_release(60000 * minute + 1000);
	}
	NEWSROOM_HAS(newsroom_got_of("e1", "all"), "told of in digest-");
	ck_assert_uint_le(newsroom_count(newsroom_got_of(NULL, "all"),
			      ":sent:"),
	    20);
}
END_TEST

/* What waits for a receiver that takes nothing for hours keeps its cap full.
 * What is held for it then is not judged again all the time, as all receivers
 * wait while held messages are judged. */
START_TEST(the_cap_of_a_dead_receiver_holds_up_nobody)
{
	struct tcn_outbox_list held;
	int64_t next_ms;

	newsroom_with_fields(", cap: 5", "");
	newsroom_all_low = true;
	for (int i = 0; i < 8; i++)
		newsroom_change_of(i, TCN_EVENT_OPEN, 1000 * i);
	newsroom_release(70000);
	newsroom_change_of(9, TCN_EVENT_OPEN, 2 * TCN_HOUR_MS);
	newsroom_release(2 * TCN_HOUR_MS + 70000);
	NEWSROOM_HAS(newsroom_got_of("e9", "all"), "told of in digest-");
	newsroom_change_of(11, TCN_EVENT_OPEN, 2 * TCN_HOUR_MS + 80000);
	newsroom_release(2 * TCN_HOUR_MS + 80000);
	ck_assert_int_eq(tcn_outbox_due_held(newsroom_store,
			     2 * TCN_HOUR_MS + 130000, TCN_RELEASE_MAX,
			     &newsroom_arena, &held, &next_ms),
	    TCN_OK);
	ck_assert_uint_eq(held.n, 0);
	NEWSROOM_HAS(newsroom_got_of("e11", "all"), "1:held:over the cap");
	newsroom_release(3 * TCN_HOUR_MS + 80000);
	NEWSROOM_HAS(newsroom_got_of("e11", "all"), "told of in digest-");
}
END_TEST

TCN_TESTS(caps)
{
	tcase_add_checked_fixture(tc, newsroom_open, newsroom_close);
	tcase_add_test(tc, beyond_the_cap_one_digest_says_what_is_held);
	tcase_add_test(tc, after_the_digest_a_cap_holds_until_the_hour_is_over);
	tcase_add_test(tc, a_restart_does_not_tell_of_a_cap_too_soon);
	tcase_add_test(tc,
	    a_story_that_grows_all_the_time_is_told_of_by_the_cap);
	tcase_add_test(tc, a_rule_has_a_cap_of_its_own);
	tcase_add_test(tc, a_flood_of_low_ones_does_not_hold_a_critical_one);
	tcase_add_test(tc, a_critical_one_over_its_cap_waits_for_minutes);
	tcase_add_test(tc, critical_ones_do_not_hold_a_low_one_for_ever);
	tcase_add_test(tc, the_cap_of_a_dead_receiver_holds_up_nobody);
}
