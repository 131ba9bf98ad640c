#include "tests/base/run.h"
#include "tests/tools/serve/deliver/newsroom.h"

#define COOL_MS ((int64_t)1000)

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

	newsroom_with(choices[_i].desks);
	newsroom_rule.notify =
	    (struct tcn_rule_strs){ &named, choices[_i].named ? 1 : 0 };
	newsroom_change(TCN_EVENT_OPEN, 100);
	ck_assert_str_eq(newsroom_got("all"), choices[_i].all);
	ck_assert_str_eq(newsroom_got("news"), choices[_i].news);
}
END_TEST

START_TEST(a_receiver_gets_the_states_it_asks_for)
{
	newsroom_with("");
	newsroom_change(TCN_EVENT_OPEN, 100);
	newsroom_change(TCN_EVENT_UPDATED, 200);
	newsroom_change(TCN_EVENT_CLOSED, 300);
	newsroom_change(TCN_EVENT_REOPENED, 400);
	ck_assert_str_eq(newsroom_got("all"),
	    "1:pending: 2:pending: 3:pending: 4:pending: ");
	ck_assert_str_eq(newsroom_got("news"), "1:pending: 4:pending: ");
}
END_TEST

START_TEST(an_end_alone_is_dropped)
{
	newsroom_with("");
	newsroom_change(TCN_EVENT_CLOSED, 100);
	ck_assert_str_eq(newsroom_got("all"),
	    "1:dropped:no earlier message was sent ");
}
END_TEST

/* --- when --- */

START_TEST(in_the_cooldown_the_latest_waits)
{
	newsroom_with("");
	newsroom_rule.cooldown_ms = COOL_MS;
	newsroom_change(TCN_EVENT_OPEN, 100);
	newsroom_change(TCN_EVENT_UPDATED, 200);
	newsroom_change(TCN_EVENT_UPDATED, 300);
	ck_assert_str_eq(newsroom_got("all"),
	    "1:pending: 2:superseded:a later revision takes its place "
	    "3:held:cooldown ");
	newsroom_release(100 + COOL_MS - 1);
	ck_assert_ptr_nonnull(strstr(newsroom_got("all"), "3:held"));
	newsroom_release(100 + COOL_MS);
	ck_assert_ptr_nonnull(strstr(newsroom_got("all"), "3:pending: "));
	newsroom_change(TCN_EVENT_UPDATED, 100 + 3 * COOL_MS);
	ck_assert_ptr_nonnull(strstr(newsroom_got("all"), "4:pending: "));
}
END_TEST

START_TEST(what_closes_in_the_cooldown_is_sent_as_closed)
{
	newsroom_with("");
	newsroom_rule.cooldown_ms = COOL_MS;
	newsroom_change(TCN_EVENT_OPEN, 100);
	newsroom_change(TCN_EVENT_UPDATED, 200);
	newsroom_change(TCN_EVENT_CLOSED, 300);
	newsroom_release(100 + COOL_MS);
	ck_assert_str_eq(newsroom_got("all"),
	    "1:pending: 2:superseded:a later revision takes its place "
	    "3:pending: ");
}
END_TEST

START_TEST(in_quiet_hours_the_latest_waits)
{
	newsroom_with("");
	newsroom_quiet_until_ms = 5000;
	newsroom_change(TCN_EVENT_OPEN, 100);
	newsroom_change(TCN_EVENT_UPDATED, 200);
	ck_assert_str_eq(newsroom_got("news"),
	    "1:superseded:a later revision takes its place 2:held:quiet "
	    "hours ");
	newsroom_release(5000);
	ck_assert_ptr_nonnull(strstr(newsroom_got("news"), "2:pending: "));
	ck_assert_ptr_nonnull(strstr(newsroom_got("all"), "2:pending: "));
}
END_TEST

/* Its end takes the place of what was held, also where ends are not asked
 * for. */
START_TEST(what_closed_in_quiet_hours_is_told)
{
	static const char *const receivers_[] = { "news", "all" };

	newsroom_with("");
	newsroom_quiet_until_ms = 5000;
	newsroom_change(TCN_EVENT_OPEN, 100);
	newsroom_change(TCN_EVENT_CLOSED, 200);
	newsroom_release(5000);
	for (int i = 0; i < 2; i++)
		ck_assert_str_eq(newsroom_got(receivers_[i]),
		    "1:superseded:a later revision takes its place "
		    "2:pending: ");
	ck_assert_ptr_nonnull(strstr(newsroom_body("e", "news"),
	    "New, closed since"));
	ck_assert_ptr_nonnull(strstr(newsroom_body("e", "all"),
	    "\"first\":true"));
}
END_TEST

START_TEST(quiet_hours_are_looked_at_again)
{
	newsroom_with("");
	newsroom_quiet_until_ms = 5000;
	newsroom_change(TCN_EVENT_OPEN, 100);
	newsroom_quiet_until_ms = 9000; /* the rules were changed */
	newsroom_release(5000);
	ck_assert_str_eq(newsroom_got("news"), "1:held:quiet hours ");
	newsroom_release(9000);
	ck_assert_str_eq(newsroom_got("news"), "1:pending: ");
}
END_TEST

/* --- what a desk did --- */

START_TEST(a_silence_holds_and_says_so)
{
	newsroom_with("");
	newsroom_silence(TCN_SILENCE_RULE, "story", 0, 1000);
	newsroom_change(TCN_EVENT_OPEN, 100);
	ck_assert_str_eq(newsroom_got("all"),
	    "1:held:silenced by Ada (silence 1) ");
	newsroom_change(TCN_EVENT_UPDATED, 1100);
	ck_assert_str_eq(newsroom_got("all"),
	    "1:superseded:a later revision takes its place 2:pending: ");
}
END_TEST

START_TEST(a_silence_in_quiet_hours_is_heeded)
{
	newsroom_with("");
	newsroom_quiet_until_ms = 5000;
	newsroom_change(TCN_EVENT_OPEN, 100);
	newsroom_silence(TCN_SILENCE_EVENT, "e", 200, 90000);
	newsroom_release(5000);
	ck_assert_str_eq(newsroom_got("all"),
	    "1:held:silenced by Ada (silence 1) ");
	newsroom_release(90000);
	ck_assert_str_eq(newsroom_got("all"), "1:pending: ");
}
END_TEST

START_TEST(updates_of_an_acknowledged_event_are_dropped)
{
	newsroom_with("");
	newsroom_change(TCN_EVENT_OPEN, 100);
	newsroom_act("e", TCN_STORE_ACTION_ACK, 150);
	newsroom_change(TCN_EVENT_UPDATED, 200);
	newsroom_change(TCN_EVENT_CLOSED, 300);
	newsroom_change(TCN_EVENT_REOPENED, 400);
	ck_assert_str_eq(newsroom_got("all"),
	    "1:pending: 2:dropped:the event is acknowledged 3:pending: "
	    "4:pending: ");
}
END_TEST

TCN_TESTS(notify)
{
	tcase_add_checked_fixture(tc, newsroom_open, newsroom_close);
	TCN_EACH(desks_choose_receivers, choices);
	tcase_add_test(tc, a_receiver_gets_the_states_it_asks_for);
	tcase_add_test(tc, an_end_alone_is_dropped);
	tcase_add_test(tc, in_the_cooldown_the_latest_waits);
	tcase_add_test(tc, what_closes_in_the_cooldown_is_sent_as_closed);
	tcase_add_test(tc, in_quiet_hours_the_latest_waits);
	tcase_add_test(tc, what_closed_in_quiet_hours_is_told);
	tcase_add_test(tc, quiet_hours_are_looked_at_again);
	tcase_add_test(tc, a_silence_holds_and_says_so);
	tcase_add_test(tc, a_silence_in_quiet_hours_is_heeded);
	tcase_add_test(tc, updates_of_an_acknowledged_event_are_dropped);
}
