#include "tests/base/run.h"

#include <event2/event.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/base/err.h"
#include "engine/base/mem.h"
#include "sql/outbox_hold.h"
#include "tests/base/web.h"
#include "tests/tools/serve/deliver/heard.h"
#include "tests/tools/serve/deliver/mailbox.h"
#include "tests/tools/serve/deliver/outgoing.h"
#include "tools/base/now.h"

#define COUNT(table) (int)(sizeof(table) / sizeof *(table))

/* --- over HTTP --- */

static const struct {
	const char *path;
	enum tcn_outbox_state state;
	unsigned tries;
	int status;
	const char *error; /* of the last try */
} answers[] = {
	{ "/ok", TCN_OUTBOX_SENT, 1, 200, "" },
	{ "/turn", TCN_OUTBOX_SENT, 3, 200, "" },
	{ "/gone", TCN_OUTBOX_DEAD, 1, 410, "it answered 410" },
	{ "/away", TCN_OUTBOX_DEAD, 4, 307, "that it leads to" },
	{ "/limited", TCN_OUTBOX_SENT, 2, 200, "" },
	{ "/lies", TCN_OUTBOX_SENT, 1, 200, "" },
	{ "/endless", TCN_OUTBOX_SENT, 1, 200, "" },
	{ "/stalls", TCN_OUTBOX_DEAD, 4, 0, "timed out" },
};

START_TEST(each_answer_has_its_end)
{
	struct tcn_outbox_message *m;
	struct tcn_outbox_attempt_list tries;

	outgoing_open_hook(answers[_i].path);
	outgoing_put("e", 1, "r");
	outgoing_run_until(0);
	m = outgoing_message(1);
	ck_assert_int_eq(m->state, answers[_i].state);
	ck_assert_uint_eq(m->tries, answers[_i].tries);
	ck_assert_int_eq(tcn_outbox_attempts(outgoing_store, 1, &outgoing_arena,
			     &tries),
	    TCN_OK);
	ck_assert_uint_eq(tries.n, answers[_i].tries);
	ck_assert_int_eq(tries.at[tries.n - 1].status, answers[_i].status);
	ck_assert_msg(strstr(m->error.at, answers[_i].error) != NULL, "%s",
	    m->error.at);
	ck_assert_ptr_nonnull(strstr(all_heard(), " e-1-r\n"));
	if (strcmp(answers[_i].path, "/limited") == 0)
		ck_assert_int_ge(tries.at[1].at_ms - tries.at[0].at_ms, 1000);
}
END_TEST

/* A receiver that is slow or down delays no other. */
START_TEST(one_receiver_does_not_hold_up_another)
{
	char yaml[512];

	snprintf(yaml, sizeof yaml,
	    "receivers:\n"
	    " - {name: slow, kind: webhook, url: '%s', allow_private: true}\n"
	    " - {name: dead, kind: webhook, url: 'http://127.0.0.1:1/', "
	    "allow_private: true}\n"
	    " - {name: hang, kind: exec, command: [sleep, '1000']}\n"
	    " - {name: r, kind: webhook, url: '%s', allow_private: true}\n",
	    web_url("/stalls"), web_url("/ok"));
	outgoing_open_with(yaml);
	for (unsigned i = 1; i <= 20; i++) {
		outgoing_put("e", i, "slow");
		outgoing_put("e", i, "dead");
		outgoing_put("e", i, "hang");
		outgoing_put("e", i, "r");
	}
	while (strstr(all_heard(), "e-20-r") == NULL)
		outgoing_turn();
	ck_assert_int_eq(outgoing_message(1)->state, TCN_OUTBOX_PENDING);
	ck_assert_int_eq(outgoing_message(3)->state, TCN_OUTBOX_PENDING);
}
END_TEST

START_TEST(an_event_comes_in_order)
{
	const char *at;

	outgoing_open_hook("/turn");
	for (unsigned i = 1; i <= 5; i++)
		outgoing_put("e", i, "r");
	outgoing_run_until(0);
	at = all_heard();
	for (int i = 1; i <= 5; i++) {
		char key[16];

		snprintf(key, sizeof key, "e-%d-r\n", i);
		at = strstr(at, key);
		ck_assert_ptr_nonnull(at);
	}
}
END_TEST

/* A range allows its own addresses, and no others. */
START_TEST(a_private_address_is_refused)
{
	static const char *const urls[] = { "http://127.0.0.1:1/",
		"http://localhost:1/", "http://[::1]:1/",
		"http://169.254.169.254/", "http://10.0.0.1/",
		"http://0x7f000001:1/", "smtp://127.0.0.1:25" };
	char yaml[256];

	snprintf(yaml, sizeof yaml,
	    "receivers:\n - {name: r, allow_private: [10.1.0.0/16, fd00::/8],"
	    " kind: %s, url: '%s'}\n",
	    strncmp(urls[_i], "smtp", 4) == 0 ? "smtp, from: a@b, to: [c@d]"
					      : "webhook",
	    urls[_i]);
	outgoing_open_with(yaml);
	outgoing_put("e", 1, "r");
	outgoing_run_until(0);
	ck_assert_int_eq(outgoing_message(1)->state, TCN_OUTBOX_DEAD);
	ck_assert_ptr_nonnull(strstr(outgoing_message(1)->error.at,
	    "private network"));
}
END_TEST

/* A connection that was made for one receiver is not used for another to
 * whom its address is not allowed. */
START_TEST(a_connection_is_not_shared_beyond_what_is_allowed)
{
	char yaml[512];

	snprintf(yaml, sizeof yaml,
	    "receivers:\n"
	    " - {name: a, kind: webhook, url: '%s', allow_private: true}\n"
	    " - {name: b, kind: webhook, url: '%s'}\n",
	    web_url("/ok"), web_url("/ok"));
	outgoing_open_with(yaml);
	outgoing_put("e", 1, "a");
	outgoing_run_until(0);
	outgoing_put("e", 1, "b");
	outgoing_run_until(0);
	ck_assert_int_eq(outgoing_message(1)->state, TCN_OUTBOX_SENT);
	ck_assert_int_eq(outgoing_message(2)->state, TCN_OUTBOX_DEAD);
	ck_assert_ptr_null(strstr(all_heard(), "e-1-b"));
}
END_TEST

START_TEST(what_was_under_way_is_repeated_with_its_key)
{
	outgoing_open_hook("/stalls");
	outgoing_put("e", 1, "r");
	tcn_sender_wake(outgoing_sender);
	while (strstr(all_heard(), "e-1-r") == NULL)
		outgoing_turn();
	tcn_sender_free(outgoing_sender);
	tcn_receiver_set_free(outgoing_receivers);
	outgoing_open_hook("/ok");
	outgoing_run_until(0);
	ck_assert_ptr_nonnull(strstr(all_heard(), "/stalls e-1-r\n"));
	ck_assert_ptr_nonnull(strstr(all_heard(), "/ok e-1-r\n"));
}
END_TEST

/* Whether the file contains the bytes. */
static bool
holds(const char *path, const char *bytes)
{
	FILE *file = fopen(path, "r");
	static char text[4000000];
	size_t n = file ? fread(text, 1, sizeof text, file) : 0;

	if (file)
		fclose(file);
	return n && memmem(text, n, bytes, strlen(bytes)) != NULL;
}

START_TEST(no_secret_is_stored)
{
	static const char *const files[] = { "news.db", "news.db-wal" };
	bool there = false;

	outgoing_open_hook("/gone/S3CR3T");
	outgoing_put("e", 1, "r");
	outgoing_run_until(0);
	ck_assert_int_eq(outgoing_message(1)->state, TCN_OUTBOX_SENT);
	tcn_sender_free(outgoing_sender);
	tcn_receiver_set_free(outgoing_receivers);
	outgoing_open_with("receivers:\n - {name: r, kind: webhook, "
			   "allow_private: "
			   "true, "
			   "url: 'http://u:S3CR3T@127.0.0.1:1/S3CR3T'}\n");
	outgoing_put("e", 2, "r");
	outgoing_run_until(0);
	ck_assert_int_eq(outgoing_message(2)->state, TCN_OUTBOX_DEAD);
	for (int i = 0; i < COUNT(files); i++) {
		char path[TEMP_BYTES + 16];

		snprintf(path, sizeof path, "%s/%s", outgoing_dir, files[i]);
		there |= holds(path, "e-2-r") || holds(path, "webhook") ||
		    holds(path, "messages");
		ck_assert(!holds(path, "S3CR3T"));
	}
	ck_assert(there);
}
END_TEST

/* A message to be edited that the receiver has deleted is sent as a new one. */
START_TEST(an_edit_of_a_deleted_message_becomes_a_new_one)
{
	char yaml[256];

	snprintf(yaml, sizeof yaml,
	    "receivers:\n - {name: r, kind: discord, url: '%s', "
	    "allow_private: true}\n",
	    web_url("/cord"));
	outgoing_open_with(yaml);
	outgoing_put("e", 1, "r");
	outgoing_put("e", 2, "r");
	outgoing_put("e", 3, "r");
	outgoing_run_until(0);
	ck_assert_str_eq(all_heard(),
	    "/cord e-1-r\n/cord/messages/7 e-2-r\n/cord e-2-r\n"
	    "/cord/messages/8 e-3-r\n");
	ck_assert_int_eq(outgoing_message(3)->state, TCN_OUTBOX_SENT);
	ck_assert(tcn_str_equal(outgoing_message(3)->handle, tcn_str("8")));
}
END_TEST

/* Deleted when its last try comes: there is no other to send it anew. */
START_TEST(no_message_is_sent_anew_behind_its_last_try)
{
	char yaml[256];

	snprintf(yaml, sizeof yaml,
	    "receivers:\n - {name: r, kind: discord, url: '%s', "
	    "allow_private: true}\n",
	    web_url("/brittle"));
	outgoing_open_with(yaml);
	outgoing_put("e", 1, "r");
	outgoing_put("e", 2, "r");
	outgoing_run_until(0);
	ck_assert_int_eq(outgoing_message(1)->state, TCN_OUTBOX_SENT);
	ck_assert_int_eq(outgoing_message(2)->state, TCN_OUTBOX_DEAD);
	ck_assert_uint_eq(outgoing_message(2)->tries, 4);
}
END_TEST

START_TEST(a_held_message_is_released)
{
	outgoing_open_hook("/ok");
	outgoing_put("e", 1, "r");
	ck_assert_int_eq(tcn_store_begin(outgoing_store, &outgoing_tx), TCN_OK);
	ck_assert_int_eq(tcn_outbox_set_state(outgoing_tx, 1, TCN_OUTBOX_HELD,
			     tcn_now_wall_ms() + 50, tcn_str("quiet"),
			     (struct tcn_str){ 0 }),
	    TCN_OK);
	ck_assert_int_eq(tcn_store_commit(outgoing_store), TCN_OK);
	outgoing_run_until(0);
	ck_assert_int_eq(outgoing_message(1)->state, TCN_OUTBOX_SENT);
}
END_TEST

/* --- mail --- */

static const struct {
	const char *rcpt;
	enum tcn_outbox_state state;
	unsigned tries;
} mails[] = {
	{ "250 ok", TCN_OUTBOX_SENT, 1 },
	{ "550 nobody here", TCN_OUTBOX_DEAD, 1 },
	{ "450 later", TCN_OUTBOX_DEAD, 4 },
};

START_TEST(mail_goes_to_a_server)
{
	char yaml[256];

	snprintf(yaml, sizeof yaml,
	    "receivers:\n - {name: r, kind: smtp, url: 'smtp://127.0.0.1:%u', "
	    "allow_private: true, from: a@b.example, to: [c@d.example]}\n",
	    mailbox_start(heard, mails[_i].rcpt));
	outgoing_open_with(yaml);
	outgoing_put("e", 1, "r");
	outgoing_run_until(0);
	mailbox_stop();
	ck_assert_int_eq(outgoing_message(1)->state, mails[_i].state);
	ck_assert_uint_eq(outgoing_message(1)->tries, mails[_i].tries);
	ck_assert_ptr_nonnull(strstr(all_heard(), "MAIL FROM:<a@b.example>"));
	if (mails[_i].state == TCN_OUTBOX_SENT)
		ck_assert_ptr_nonnull(strstr(all_heard(), "data {\"a\":1}"));
}
END_TEST

/* --- back-off --- */

START_TEST(waits_double_and_spread)
{
	const struct tcn_sender_conf conf = {
		.retry_least_ms = 1000,
		.retry_most_ms = 60000,
	};
	bool differ = false;

	for (uint64_t id = 1; id <= 50; id++) {
		int64_t full_ms = 1000;

		for (uint32_t tries = 1; tries < 20; tries++) {
			int64_t at_ms =
			    tcn_sender_retry_at_ms(&conf, id, tries, 7);

			ck_assert_int_ge(at_ms - 7, full_ms / 2);
			ck_assert_int_le(at_ms - 7, full_ms);
			ck_assert_int_eq(at_ms,
			    tcn_sender_retry_at_ms(&conf, id, tries, 7));
			differ |= at_ms !=
			    tcn_sender_retry_at_ms(&conf, id + 1, tries, 7);
			full_ms = full_ms * 2 < 60000 ? full_ms * 2 : 60000;
		}
	}
	ck_assert(differ);
}
END_TEST

TCN_TESTS(sender)
{
	tcase_add_checked_fixture(tc, outgoing_open, outgoing_close);
	tcase_set_timeout(tc, 60);
	TCN_EACH(each_answer_has_its_end, answers);
	tcase_add_test(tc, one_receiver_does_not_hold_up_another);
	tcase_add_test(tc, an_event_comes_in_order);
	tcase_add_loop_test(tc, a_private_address_is_refused, 0, 7);
	tcase_add_test(tc, a_connection_is_not_shared_beyond_what_is_allowed);
	tcase_add_test(tc, what_was_under_way_is_repeated_with_its_key);
	tcase_add_test(tc, no_secret_is_stored);
	tcase_add_test(tc, an_edit_of_a_deleted_message_becomes_a_new_one);
	tcase_add_test(tc, no_message_is_sent_anew_behind_its_last_try);
	tcase_add_test(tc, a_held_message_is_released);
	TCN_EACH(mail_goes_to_a_server, mails);
	tcase_add_test(tc, waits_double_and_spread);
}
