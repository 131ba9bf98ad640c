/* Server-sent events: who is told what, in which order, and what becomes of
 * those who are slow or come back. */
#include "tests/base/run.h"

#include <malloc.h>

#include "sql/store_desk.h"
#include "sql/store_silences.h"
#include "tests/tools/serve/live/listeners.h"

START_TEST(listeners_come_and_go)
{
	ask(0, "");
	ask(1, "");
	hear(0, ": welcome");
	hear(1, ": welcome");
	ck_assert_uint_eq(tcn_sse_listeners(sse), 2);
	ask(2, "");
	hear(2, "too many listeners");
	leave(2);
	leave(0);
	wait_for(1);
	ask(2, "");
	hear(2, ": welcome");
	tcn_sse_set_max(sse, 1); /* nobody is disconnected for it */
	turn();
	ck_assert_uint_eq(tcn_sse_listeners(sse), 2);
}
END_TEST

/* Returns the bytes in use once all is cleaned up, as is done twice a second.
 */
static size_t
come_and_go(int times)
{
	for (int i = 0; i < times; i++) {
		ask(0, "");
		hear(0, ": welcome");
		leave(0);
		wait_for(0);
	}
	for (int i = 0; i < 1200; i++) {
		turn();
		poll(NULL, 0, 1);
	}
	tcn_store_trim(st);
	return mallinfo2().uordblks;
}

/* What libevent allocates is not counted by mem.h. */
START_TEST(who_leaves_leaves_nothing_behind)
{
	size_t before = come_and_go(20);

	ck_assert_uint_le(come_and_go(100), before + (size_t)100 * 100);
}
END_TEST

START_TEST(a_listener_learns_where_it_begins)
{
	put(revision("e", 1));
	ask(0, "");
	hear(0,
	    "id: 1\nevent: hello\ndata: {\"seq\":1,\"oldest\":1,"
	    "\"boot\":4711,\"version\":\"9.9\",\"open\":7}\n\n");
	hear(0, "event: beat\ndata: {\"open\":7,\"seq\":1,\"last_article\":");
	ck_assert_ptr_null(strstr(heard[0], "event: alert"));
}
END_TEST

START_TEST(a_revision_is_sent_once_it_is_committed)
{
	struct tcn_event event = revision("e", 1);
	struct tcn_store_tx *tx;

	ask(0, "");
	ask(1, "");
	hear(0, "event: hello");
	hear(1, "event: hello");
	tx = begin();
	ck_assert_int_eq(tcn_store_put_event(tx, &event), TCN_OK);
	tcn_sse_poll(sse); /* it may still be undone */
	tcn_store_rollback(st);
	put(revision("f", 1));
	put(revision("f", 2));
	hear(0,
	    "id: 1\nevent: alert\n"
	    "data: {\"seq\":1,\"prev\":0,\"event\":\"f\"");
	hear(0,
	    "id: 2\nevent: update\n"
	    "data: {\"seq\":2,\"prev\":1,\"event\":\"f\"");
	hear(1, "id: 2\n");
	ck_assert_ptr_null(strstr(heard[0], "\"event\":\"e\""));
}
END_TEST

START_TEST(an_event_that_became_part_of_another_says_of_which)
{
	struct tcn_event event = revision("e", 2);

	ask(0, "");
	hear(0, ": welcome");
	put(revision("e", 1));
	event.state = TCN_EVENT_CLOSED;
	event.why = TCN_EVENT_CHANGE_MERGED;
	memcpy(event.merged_into, "f", 2);
	put(event);
	hear(0, "\"merged_into\":\"f\"");
	hear(0, "\"merged_into_path\":\"/v1/events/f\"");
}
END_TEST

/* What desks do and silences are numbered and come again, too. */
static void
do_all_kinds(void)
{
	struct tcn_store_action action = { .event = "e",
		.kind = TCN_STORE_ACTION_ACK,
		.author = TCN_STR("Ada") };
	struct tcn_silence silence = { .kind = TCN_SILENCE_TERM,
		.value = TCN_STR("weather"),
		.author = TCN_STR("Ada"),
		.expires_ms = 5000 };
	enum tcn_store_act_result came;
	struct tcn_arena arena;
	struct tcn_store_tx *tx;
	bool found;

	tcn_arena_init(&arena, 0);
	put(revision("e", 1)); /* 1 */
	tx = begin();
	ck_assert_int_eq(tcn_store_put_action(tx, &action, &arena, &came),
	    TCN_OK);
	ck_assert_int_eq(tcn_store_put_action(tx, &action, &arena, &came),
	    TCN_OK);
	ck_assert_int_eq(came, TCN_STORE_ACT_UNCHANGED);
	ck_assert_int_eq(tcn_store_put_silence(tx, &silence), TCN_OK); /* 3 */
	commit();
	tx = begin();
	ck_assert_int_eq(tcn_store_end_silence(tx, 1, 1000, tcn_str("Bob"),
			     &found),
	    TCN_OK);
	ck_assert_int_eq(tcn_store_end_silence(tx, 1, 1000, tcn_str("Bob"),
			     &found),
	    TCN_OK); /* it had ended: nothing is told */
	commit();
	tell("all", 2); /* 5 */
	tcn_arena_fini(&arena);
}

START_TEST(a_listener_that_reconnects_gets_what_it_missed)
{
	do_all_kinds();
	ask(0, "Last-Event-ID: 1\r\n");
	hear(0, "id: 1\nevent: hello\ndata: {\"seq\":5,");
	hear(0, "id: 2\nevent: desk\ndata: {\"seq\":2,\"prev\":1,\"action\":1");
	hear(0, "id: 3\nevent: silence\ndata: {\"seq\":3,\"prev\":2,");
	hear(0, "id: 4\nevent: silence\ndata: {\"seq\":4,\"prev\":3,");
	hear(0, "id: 5\nevent: rules\ndata: {\"seq\":5,\"prev\":4,\"\":");
	ck_assert_ptr_null(strstr(heard[0], "event: alert"));
	ask_for(1, "?after=0", "Last-Event-ID: 5\r\n");
	hear(1, "id: 1\nevent: alert\ndata: {\"seq\":1,\"prev\":0,");
	hear(1, "id: 5\n");
	put(revision("e", 2));
	hear(0, "id: 6\nevent: update\ndata: {\"seq\":6,\"prev\":5,");
	hear(1, "id: 6\nevent: update\ndata: {\"seq\":6,\"prev\":5,");
}
END_TEST

/* Numbers go on where they were, though no row is left of them. */
START_TEST(who_cannot_be_told_all_is_told_so)
{
	static const char *const unknown[] = { "1-1-e", "x", "-1",
		"99999999999", "" };
	char header[64];

	for (int i = 0; i < 1001; i++)
		tell("n", 2);
	for (size_t i = 0; i < sizeof unknown / sizeof *unknown; i++) {
		snprintf(header, sizeof header, "Last-Event-ID: %s\r\n",
		    unknown[i]);
		ask(0, header);
		hear(0,
		    "id: 1001\nevent: reset\n"
		    "data: {\"why\":\"old\",\"seq\":1001}\n\n");
		leave(0);
		wait_for(0);
	}
	ask_for(0, "?after=0", "");
	hear(0,
	    "id: 1001\nevent: reset\n"
	    "data: {\"why\":\"many\",\"seq\":1001}\n\n");
	ask_for(1, "?after=1", "");
	hear(1,
	    "id: 1001\nevent: rules\n"
	    "data: {\"seq\":1001,\"prev\":1000,");
	ck_assert_ptr_null(strstr(heard[1], "event: reset"));
	tell("n", 2);
	hear(0, "data: {\"seq\":1002,\"prev\":1001,");
}
END_TEST

START_TEST(a_page_is_told_what_it_shows)
{
	ask_for(0, "?page=event:f", "");
	ask_for(1, "?page=articles", "");
	hear(0, "event: hello");
	hear(1, "event: hello");
	put(revision("e", 1));
	put(revision("f", 1));
	put(revision("e", 2));
	put(revision("f", 2));
	articles = 9;
	hear(0, "data: {\"seq\":2,\"prev\":0,");
	hear(0, "data: {\"seq\":4,\"prev\":2,");
	ck_assert_ptr_null(strstr(heard[0], "\"event\":\"e\""));
	hear(1, "event: articles\ndata: {\"last\":9}\n\n");
	ck_assert_ptr_null(strstr(heard[1], "\"event\":"));
	leave(0);
	wait_for(1);
	ask_for(0, "?page=there-is-none", "");
	hear(0, "page is now, articles, or event:");
}
END_TEST

/* Who asks for events as such is not told of old news; a page shows them. */
START_TEST(old_news_is_for_pages_only)
{
	struct tcn_event event = revision("e", 1);
	struct tcn_store_tx *tx;

	ask(0, "");
	ask_for(1, "?page=now", "");
	hear(0, "event: hello");
	hear(1, "event: hello");
	tx = begin();
	ck_assert_int_eq(tcn_store_put_event(tx, &event), TCN_OK);
	ck_assert_int_eq(tcn_store_told_late(tx, &event), TCN_OK);
	commit();
	put(revision("f", 1));
	hear(0, "data: {\"seq\":2,\"prev\":0,\"event\":\"f\"");
	hear(1, "data: {\"seq\":1,\"prev\":0,");
	ck_assert_ptr_null(strstr(heard[0], "\"event\":\"e\""));
}
END_TEST

/*
 * It holds up nobody, its unread bytes do not grow without bound, and when it
 * reads again it is told all, or that it has missed too much.
 */
static void
go_to_sleep_for(int messages)
{
	ask(0, "");
	ask(1, "");
	hear(0, "event: hello");
	hear(1, "event: hello");
	for (int n = 0; n < messages; n++) {
		tell("all", 20000);
		for (int more = 0; more < 4; more++) {
			turn();
			take(1);
			heard[1][0] = '\0';
		}
	}
	tell("last", 2);
	hear(1, "\"last\"");
	ck_assert_uint_eq(tcn_sse_listeners(sse), 2);
}

/* Whether the lines tell each once and in order, from *seq on. */
static bool
are_in_order(const char *lines, uint64_t *seq)
{
	bool all = true;

	for (const char *at = lines; (at = strstr(at, "\"prev\":")); at++) {
		all &= strtoull(at + 7, NULL, 10) == *seq;
		++*seq;
	}
	return all;
}

/* Client 0 reads on; whether it was told all up to this one. */
static bool
wake_up(uint64_t last)
{
	uint64_t seq = 0;
	bool all = true;

	for (int n = 0; n < 60000 && seq < last; n++) {
		char *end;

		turn();
		take(0);
		if (n > 100)
			poll(NULL, 0, 1);
		end = strstr(heard[0], "event: reset");
		if (end) { /* what comes behind it needs room */
			memmove(heard[0], end, strlen(end) + 1);
			return false;
		}
		end = strrchr(heard[0], '\n');
		if (!end)
			continue;
		*end = '\0'; /* what is cut off goes on with the next bytes */
		all &= are_in_order(heard[0], &seq);
		memmove(heard[0], end + 1, strlen(end + 1) + 1);
	}
	ck_assert_uint_eq(seq, last);
	return all;
}

START_TEST(a_slow_listener_is_told_all_when_it_reads_again)
{
	go_to_sleep_for(900);
	ck_assert(wake_up(901));
}
END_TEST

START_TEST(a_listener_that_is_too_slow_must_begin_anew)
{
	go_to_sleep_for(1500);
	ck_assert(!wake_up(1501));
	hear(0, "data: {\"why\":\"slow\",\"seq\":1501}");
	tell("next", 2);
	hear(0, "data: {\"seq\":1502,\"prev\":1501,");
}
END_TEST

static bool
is_ada(void *ctx, const struct tcn_http_caller *caller, const char *user)
{
	(void)ctx, (void)caller;
	return strcmp(user, "Ada") == 0;
}

START_TEST(a_stream_ends_with_a_word)
{
	ask(0, "");
	hear(0, "event: hello");
	tcn_sse_bye(sse, "logout", is_ada, NULL);
	ck_assert_uint_eq(tcn_sse_listeners(sse), 1);
	tcn_sse_bye(sse, "restart", NULL, NULL);
	ck_assert_uint_eq(tcn_sse_listeners(sse), 0);
	hear(0, "event: bye\ndata: {\"why\":\"restart\"}\n\n");
}
END_TEST

TCN_TESTS(sse)
{
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_set_timeout(tc, 120);
	tcase_add_test(tc, listeners_come_and_go);
	tcase_add_test(tc, who_leaves_leaves_nothing_behind);
	tcase_add_test(tc, a_listener_learns_where_it_begins);
	tcase_add_test(tc, a_revision_is_sent_once_it_is_committed);
	tcase_add_test(tc, an_event_that_became_part_of_another_says_of_which);
	tcase_add_test(tc, a_listener_that_reconnects_gets_what_it_missed);
	tcase_add_test(tc, who_cannot_be_told_all_is_told_so);
	tcase_add_test(tc, a_page_is_told_what_it_shows);
	tcase_add_test(tc, old_news_is_for_pages_only);
	tcase_add_test(tc, a_slow_listener_is_told_all_when_it_reads_again);
	tcase_add_test(tc, a_listener_that_is_too_slow_must_begin_anew);
	tcase_add_test(tc, a_stream_ends_with_a_word);
}
