#include "tests/base/run.h"

#include <event2/buffer.h>
#include <event2/event.h>
#include <event2/http.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/base/err.h"
#include "engine/base/mem.h"
#include "sql/outbox_hold.h"
#include "sql/store_silences.h"
#include "tests/base/web.h"
#include "tests/tools/deliver/heard.h"
#include "tests/tools/deliver/mailbox.h"
#include "tools/base/log.h"
#include "tools/base/now.h"
#include "tools/deliver/sender.h"

#define COUNT(table) (int)(sizeof(table) / sizeof *(table))

static char dir[TEMP_BYTES];
static struct tcn_store *st;
static struct tcn_store_tx *tx;
static struct tcn_receiver_set *receivers;
static struct tcn_sender *sender;
static struct event_base *base;
static struct tcn_arena arena;

/* --- a receiver that fails, stalls and lies --- */

static void
note(const char *path, const char *key)
{
	int fd = open(heard, O_WRONLY | O_APPEND | O_CREAT, 0600);
	char line[512];
	int n = snprintf(line, sizeof line, "%s %s\n", path, key ? key : "-");

	if (fd < 0 || write(fd, line, (size_t)n) != n)
		_exit(1);
	close(fd);
}

static void
on_chunk(struct evhttp_connection *connection, void *of)
{
	struct evhttp_request *request = of;
	struct evbuffer *bytes = evbuffer_new();
	static const char more[16384];

	(void)connection;
	evbuffer_add(bytes, more, sizeof more);
	evhttp_send_reply_chunk_with_cb(request, bytes, on_chunk, request);
	evbuffer_free(bytes);
}

/* Status 200, but the body never ends. */
static void
reply_endless(struct evhttp_request *request)
{
	evhttp_send_reply_start(request, 200, "");
	on_chunk(NULL, request);
}

static void
reply_in_turn(struct evhttp_request *request)
{
	static const int statuses[] = { 500, 503, 200 };
	static int n;

	web_reply(request, statuses[n < 2 ? n : 2], NULL, "x");
	n++;
}

static void
on_request(struct evhttp_request *request, void *ctx)
{
	const char *path =
	    evhttp_uri_get_path(evhttp_request_get_evhttp_uri(request));
	static const char *const wait[] = { "Retry-After", "1", NULL };
	static const char *const lie[] = { "Content-Length", "1000",
		"Connection", "close", NULL };
	const char *const away[] = { "Location", "http://127.0.0.1:1/", NULL };
	static int limited, posted;

	(void)ctx;
	note(path,
	    evhttp_find_header(evhttp_request_get_input_headers(request),
		"Idempotency-Key"));
	if (strcmp(path, "/turn") == 0)
		reply_in_turn(request);
	else if (strcmp(path, "/gone") == 0)
		web_reply(request, 410, NULL, "gone");
	else if (strcmp(path, "/away") == 0)
		web_reply(request, 307, away, "there");
	else if (strcmp(path, "/limited") == 0)
		web_reply(request, limited++ ? 200 : 429, wait, "later");
	else if (strcmp(path, "/lies") == 0)
		web_reply(request, 200, lie, "short");
	else if (strcmp(path, "/cord") == 0)
		web_reply(request, 200, NULL,
		    posted++ ? "{\"id\":\"8\"}" : "{\"id\":\"7\"}");
	else if (strcmp(path, "/cord/messages/7") == 0)
		web_reply(request, 404, NULL, "gone");
	else if (strcmp(path, "/cord/messages/8") == 0)
		web_reply(request, 200, NULL, "{\"id\":\"8\"}");
	else if (strcmp(path, "/endless") == 0)
		reply_endless(request);
	else if (strcmp(path, "/stalls") != 0)
		web_reply(request, 200, NULL, "ok");
}

/* --- the loop, in this process --- */

static enum tcn_rc
begin(void *ctx, struct tcn_store_tx **out)
{
	(void)ctx;
	return tcn_store_begin(st, out);
}

static enum tcn_rc
end(void *ctx, enum tcn_rc rc)
{
	(void)ctx;
	return tcn_store_end(st, rc);
}

static enum tcn_rc
release(void *ctx, struct tcn_store_tx *to, const struct tcn_outbox_list *held,
    int64_t now_ms)
{
	enum tcn_rc rc = TCN_OK;

	(void)ctx;
	for (size_t i = 0; !rc && i < held->n; i++)
		rc = tcn_outbox_release(to, held->at[i].id, now_ms);
	return rc;
}

/* A desk has silenced the event "muted". */
static enum tcn_rc
recheck(void *ctx, struct tcn_store_tx *to, const struct tcn_outbox_message *m,
    int64_t now_ms)
{
	(void)ctx;
	if (!tcn_str_equal(m->event, tcn_str("muted")))
		return TCN_OK;
	return tcn_outbox_set_state(to, m->id, TCN_OUTBOX_DROPPED, now_ms,
	    tcn_str("muted"), (struct tcn_str){ 0 });
}

static void
failed(void *ctx, enum tcn_rc rc, const struct tcn_err *err)
{
	(void)ctx, (void)rc;
	ck_abort_msg("%s", err->text);
}

static const struct tcn_sender_conf quick = {
	.user_agent = "test",
	.retry_least_ms = 10,
	.retry_most_ms = 40,
	.tries_max = 4,
	.age_max_ms = 3600000,
	.begin = begin,
	.end = end,
	.release = release,
	.recheck = recheck,
	.failed = failed,
};

static void
setup(void)
{
	char path[TEMP_BYTES + 16];

	tcn_log_set_level(TCN_LOG_OFF);
	tcn_arena_init(&arena, 0);
	temp_dir(dir);
	heard_init(dir);
	snprintf(path, sizeof path, "%s/news.db", dir);
	ck_assert_int_eq(tcn_store_open(path, TCN_STORE_CREATE, &st, NULL),
	    TCN_OK);
	base = event_base_new();
	web_start(on_request);
}

static void
teardown(void)
{
	tcn_sender_free(sender);
	sender = NULL;
	tcn_receiver_set_free(receivers);
	receivers = NULL;
	event_base_free(base);
	tcn_store_close(st);
	tcn_arena_fini(&arena);
	web_stop();
	temp_drop(dir);
}

static void
open_with(const char *yaml)
{
	struct tcn_err err = { 0 };

	ck_assert_msg(tcn_receiver_set_parse("r", tcn_str(yaml), &receivers,
			  &err) == TCN_OK,
	    "%s", err.text);
	ck_assert_int_eq(tcn_sender_new(base, &quick, receivers, st, &sender),
	    TCN_OK);
}

/* One webhook called r, at this path of the server. */
static void
open_hook(const char *path)
{
	char yaml[256];

	snprintf(yaml, sizeof yaml,
	    "receivers:\n - {name: r, kind: webhook, url: '%s', "
	    "allow_private: true, timeout: %s}\n",
	    web_url(path), strcmp(path, "/stalls") == 0 ? "300ms" : "1m");
	open_with(yaml);
}

/* Written, and due, so long from now. */
static void
put_in(const char *event, unsigned revision, const char *receiver,
    int64_t created_ms, int64_t due_ms)
{
	const struct tcn_outbox_message m = {
		.event = tcn_str(event),
		.revision = revision,
		.rule = tcn_str("story"),
		.desk = tcn_str(""),
		.receiver = tcn_str(receiver),
		.created_ms = tcn_now_wall_ms() + created_ms,
		.due_ms = tcn_now_wall_ms() + due_ms,
		.state = TCN_OUTBOX_PENDING,
		.why = tcn_str(""),
		.body = tcn_str("{\"a\":1}\n"),
	};

	ck_assert_int_eq(tcn_store_begin(st, &tx), TCN_OK);
	ck_assert_int_eq(tcn_outbox_put(tx, &m), TCN_OK);
	ck_assert_int_eq(tcn_store_commit(st), TCN_OK);
}

static void
put(const char *event, unsigned revision, const char *receiver)
{
	put_in(event, revision, receiver, 0, 0);
}

static size_t
open_n(void)
{
	const struct tcn_outbox_filter filter = { .states = 3 };
	struct tcn_outbox_list all;

	tcn_arena_reset(&arena);
	ck_assert_int_eq(tcn_outbox_find(st, &filter, &arena, &all), TCN_OK);
	return all.n;
}

/* One turn of the loop; the sender is sound before and after it. */
static void
turn(void)
{
	struct tcn_err err = { 0 };

	ck_assert_msg(tcn_sender_check(sender, &err) == TCN_OK, "%s", err.text);
	event_base_loop(base, EVLOOP_ONCE);
	ck_assert_msg(tcn_sender_check(sender, &err) == TCN_OK, "%s", err.text);
}

/* Runs until so many messages are open, for at most a minute. */
static void
run_until(size_t n)
{
	int64_t ends_ms = tcn_now_monotonic_ms() + 60000;

	tcn_sender_wake(sender);
	while (open_n() > n && tcn_now_monotonic_ms() < ends_ms)
		turn();
	ck_assert_uint_eq(open_n(), n);
}

static struct tcn_outbox_message *
message(uint64_t id)
{
	struct tcn_outbox_message *m;

	ck_assert_int_eq(tcn_outbox_get(st, id, &arena, &m), TCN_OK);
	ck_assert_ptr_nonnull(m);
	return m;
}

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
	{ "/away", TCN_OUTBOX_DEAD, 4, 307, "name that address" },
	{ "/limited", TCN_OUTBOX_SENT, 2, 200, "" },
	{ "/lies", TCN_OUTBOX_SENT, 1, 200, "" },
	{ "/endless", TCN_OUTBOX_SENT, 1, 200, "" },
	{ "/stalls", TCN_OUTBOX_DEAD, 4, 0, "timed out" },
};

START_TEST(each_answer_has_its_end)
{
	struct tcn_outbox_message *m;
	struct tcn_outbox_attempt_list tries;

	open_hook(answers[_i].path);
	put("e", 1, "r");
	run_until(0);
	m = message(1);
	ck_assert_int_eq(m->state, answers[_i].state);
	ck_assert_uint_eq(m->tries, answers[_i].tries);
	ck_assert_int_eq(tcn_outbox_attempts(st, 1, &arena, &tries), TCN_OK);
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
	open_with(yaml);
	for (unsigned i = 1; i <= 20; i++) {
		put("e", i, "slow");
		put("e", i, "dead");
		put("e", i, "hang");
		put("e", i, "r");
	}
	while (strstr(all_heard(), "e-20-r") == NULL)
		turn();
	ck_assert_int_eq(message(1)->state, TCN_OUTBOX_PENDING);
	ck_assert_int_eq(message(3)->state, TCN_OUTBOX_PENDING);
}
END_TEST

START_TEST(an_event_comes_in_order)
{
	const char *at;

	open_hook("/turn");
	for (unsigned i = 1; i <= 5; i++)
		put("e", i, "r");
	run_until(0);
	at = all_heard();
	for (int i = 1; i <= 5; i++) {
		char key[16];

		snprintf(key, sizeof key, "e-%d-r\n", i);
		at = strstr(at, key);
		ck_assert_ptr_nonnull(at);
	}
}
END_TEST

START_TEST(a_private_address_is_refused)
{
	static const char *const urls[] = { "http://127.0.0.1:1/",
		"http://localhost:1/", "http://[::1]:1/",
		"http://169.254.169.254/", "http://10.0.0.1/",
		"http://0x7f000001:1/", "smtp://127.0.0.1:25" };
	char yaml[256];

	snprintf(yaml, sizeof yaml,
	    "receivers:\n - {name: r, kind: %s, url: '%s'}\n",
	    strncmp(urls[_i], "smtp", 4) == 0 ? "smtp, from: a@b, to: [c@d]"
					      : "webhook",
	    urls[_i]);
	open_with(yaml);
	put("e", 1, "r");
	run_until(0);
	ck_assert_int_eq(message(1)->state, TCN_OUTBOX_DEAD);
	ck_assert_ptr_nonnull(strstr(message(1)->error.at, "private network"));
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
	open_with(yaml);
	put("e", 1, "a");
	run_until(0);
	put("e", 1, "b");
	run_until(0);
	ck_assert_int_eq(message(1)->state, TCN_OUTBOX_SENT);
	ck_assert_int_eq(message(2)->state, TCN_OUTBOX_DEAD);
	ck_assert_ptr_null(strstr(all_heard(), "e-1-b"));
}
END_TEST

START_TEST(what_was_under_way_is_repeated_with_its_key)
{
	open_hook("/stalls");
	put("e", 1, "r");
	tcn_sender_wake(sender);
	while (strstr(all_heard(), "e-1-r") == NULL)
		turn();
	tcn_sender_free(sender);
	tcn_receiver_set_free(receivers);
	open_hook("/ok");
	run_until(0);
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

	open_hook("/gone/S3CR3T");
	put("e", 1, "r");
	run_until(0);
	ck_assert_int_eq(message(1)->state, TCN_OUTBOX_SENT);
	tcn_sender_free(sender);
	tcn_receiver_set_free(receivers);
	open_with("receivers:\n - {name: r, kind: webhook, allow_private: "
		  "true, "
		  "url: 'http://u:S3CR3T@127.0.0.1:1/S3CR3T'}\n");
	put("e", 2, "r");
	run_until(0);
	ck_assert_int_eq(message(2)->state, TCN_OUTBOX_DEAD);
	for (int i = 0; i < COUNT(files); i++) {
		char path[TEMP_BYTES + 16];

		snprintf(path, sizeof path, "%s/%s", dir, files[i]);
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
	open_with(yaml);
	put("e", 1, "r");
	put("e", 2, "r");
	put("e", 3, "r");
	run_until(0);
	ck_assert_str_eq(all_heard(),
	    "/cord e-1-r\n/cord/messages/7 e-2-r\n/cord e-2-r\n"
	    "/cord/messages/8 e-3-r\n");
	ck_assert_int_eq(message(3)->state, TCN_OUTBOX_SENT);
	ck_assert(tcn_str_equal(message(3)->handle, tcn_str("8")));
}
END_TEST

START_TEST(a_held_message_is_released)
{
	open_hook("/ok");
	put("e", 1, "r");
	ck_assert_int_eq(tcn_store_begin(st, &tx), TCN_OK);
	ck_assert_int_eq(tcn_outbox_set_state(tx, 1, TCN_OUTBOX_HELD,
			     tcn_now_wall_ms() + 50, tcn_str("quiet"),
			     (struct tcn_str){ 0 }),
	    TCN_OK);
	ck_assert_int_eq(tcn_store_commit(st), TCN_OK);
	run_until(0);
	ck_assert_int_eq(message(1)->state, TCN_OUTBOX_SENT);
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

/* --- what changes while messages wait --- */

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

	open_hook("/ok");
	put("e", 1, "r");
	run_until(0);
	put_in("muted", 1, "r", 0, LONG_MS);
	put("f", 1, "r");
	run_until(1);
	ck_assert_int_eq(tcn_store_begin(st, &tx), TCN_OK);
	ck_assert_int_eq(tcn_store_put_silence(tx, &silence), TCN_OK);
	ck_assert_int_eq(tcn_store_commit(st), TCN_OK);
	run_until(0);
	ck_assert_int_eq(message(2)->state, TCN_OUTBOX_DROPPED);
	ck_assert_int_eq(message(3)->state, TCN_OUTBOX_SENT);
	ck_assert_ptr_null(strstr(all_heard(), "muted"));
}
END_TEST

/* More than one transaction judges, and none is sent before it was judged. */
START_TEST(what_was_silenced_before_the_start_is_not_sent)
{
	for (unsigned i = 1; i <= 250; i++)
		put("muted", i, "r");
	put("e", 1, "r");
	open_hook("/ok");
	run_until(0);
	ck_assert_ptr_null(strstr(all_heard(), "muted"));
	ck_assert_int_eq(message(251)->state, TCN_OUTBOX_SENT);
}
END_TEST

START_TEST(a_clock_that_was_set_back_delays_nothing)
{
	put_in("e", 1, "r", LONG_MS, LONG_MS);
	open_hook("/ok");
	run_until(0);
	ck_assert_int_eq(message(1)->state, TCN_OUTBOX_SENT);
}
END_TEST

START_TEST(mail_goes_to_a_server)
{
	char yaml[256];

	snprintf(yaml, sizeof yaml,
	    "receivers:\n - {name: r, kind: smtp, url: 'smtp://127.0.0.1:%u', "
	    "allow_private: true, from: a@b.example, to: [c@d.example]}\n",
	    mailbox_start(heard, mails[_i].rcpt));
	open_with(yaml);
	put("e", 1, "r");
	run_until(0);
	mailbox_stop();
	ck_assert_int_eq(message(1)->state, mails[_i].state);
	ck_assert_uint_eq(message(1)->tries, mails[_i].tries);
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
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_set_timeout(tc, 60);
	TCN_EACH(each_answer_has_its_end, answers);
	tcase_add_test(tc, one_receiver_does_not_hold_up_another);
	tcase_add_test(tc, an_event_comes_in_order);
	tcase_add_loop_test(tc, a_private_address_is_refused, 0, 7);
	tcase_add_test(tc, a_connection_is_not_shared_beyond_what_is_allowed);
	tcase_add_test(tc, what_was_under_way_is_repeated_with_its_key);
	tcase_add_test(tc, no_secret_is_stored);
	tcase_add_test(tc, an_edit_of_a_deleted_message_becomes_a_new_one);
	tcase_add_test(tc, a_held_message_is_released);
	tcase_add_test(tc, a_desk_stops_what_waits_for_its_next_try);
	tcase_add_test(tc, what_was_silenced_before_the_start_is_not_sent);
	tcase_add_test(tc, a_clock_that_was_set_back_delays_nothing);
	TCN_EACH(mail_goes_to_a_server, mails);
	tcase_add_test(tc, waits_double_and_spread);
}
