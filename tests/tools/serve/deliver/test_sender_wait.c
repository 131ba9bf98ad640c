/* What becomes of messages that wait while something else changes. */
#include "tests/base/run.h"

#include "sql/store_silences.h"
#include "tests/tools/serve/deliver/heard.h"
#include "tests/tools/serve/deliver/outgoing.h"

#define LONG_MS ((int64_t)600000)

/* It waits for its next try, and a desk silences it meanwhile. */
START_TEST(a_desk_stops_what_waits_for_its_next_try)
{
	struct tcn_silence silence = {
		.kind = TCN_SILENCE_RULE,
		.value = TCN_STR("story"),
		.author = TCN_STR("Ada"),
		.reason = TCN_STR(""),
		.created_ms = 1,
		.expires_ms = INT64_MAX,
		.ended_ms = TCN_UNDATED,
	};

	outgoing_open_hook("/ok");
	outgoing_put("e", 1, "r");
	outgoing_run_until(0);
	outgoing_put_in("muted", 1, "r", 0, LONG_MS);
	outgoing_put("f", 1, "r");
	outgoing_run_until(1);
	ck_assert_int_eq(tcn_store_begin(outgoing_store, &outgoing_tx), TCN_OK);
	ck_assert_int_eq(tcn_store_put_silence(outgoing_tx, &silence), TCN_OK);
	ck_assert_int_eq(tcn_store_commit(outgoing_store), TCN_OK);
	outgoing_run_until(0);
	ck_assert_int_eq(outgoing_message(2)->state, TCN_OUTBOX_DROPPED);
	ck_assert_int_eq(outgoing_message(3)->state, TCN_OUTBOX_SENT);
	ck_assert_ptr_null(strstr(all_heard(), "muted"));
}
END_TEST

/* More than one transaction judges, and none is sent before it was judged. */
START_TEST(what_was_silenced_before_the_start_is_not_sent)
{
	for (unsigned i = 1; i <= 250; i++)
		outgoing_put("muted", i, "r");
	outgoing_put("e", 1, "r");
	outgoing_open_hook("/ok");
	outgoing_run_until(0);
	ck_assert_ptr_null(strstr(all_heard(), "muted"));
	ck_assert_int_eq(outgoing_message(251)->state, TCN_OUTBOX_SENT);
}
END_TEST

START_TEST(a_clock_that_was_set_back_delays_nothing)
{
	outgoing_put_in("e", 1, "r", LONG_MS, LONG_MS);
	outgoing_open_hook("/ok");
	outgoing_run_until(0);
	ck_assert_int_eq(outgoing_message(1)->state, TCN_OUTBOX_SENT);
}
END_TEST

/* It is older than age_max allows, since no daemon ran for hours. */
START_TEST(what_grew_old_while_no_daemon_ran_is_tried)
{
	outgoing_put_in("e", 1, "r", -12 * LONG_MS, -12 * LONG_MS);
	outgoing_open_hook("/ok");
	outgoing_run_until(0);
	ck_assert_int_eq(outgoing_message(1)->state, TCN_OUTBOX_SENT);
}
END_TEST

TCN_TESTS(sender_wait)
{
	tcase_add_checked_fixture(tc, outgoing_open, outgoing_close);
	tcase_set_timeout(tc, 60);
	tcase_add_test(tc, a_desk_stops_what_waits_for_its_next_try);
	tcase_add_test(tc, what_was_silenced_before_the_start_is_not_sent);
	tcase_add_test(tc, a_clock_that_was_set_back_delays_nothing);
	tcase_add_test(tc, what_grew_old_while_no_daemon_ran_is_tried);
}
