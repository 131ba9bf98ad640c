#include "tests/tools/serve/deliver/outgoing.h"

#include <event2/buffer.h>
#include <event2/event.h>
#include <event2/http.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#include "engine/base/err.h"
#include "sql/outbox_hold.h"
#include "tests/base/run.h"
#include "tests/base/web.h"
#include "tests/tools/serve/deliver/heard.h"
#include "tools/base/log.h"
#include "tools/base/now.h"

char outgoing_dir[TEMP_BYTES];
struct tcn_store *outgoing_store;
struct tcn_store_tx *outgoing_tx;
struct tcn_receiver_set *outgoing_receivers;
struct tcn_sender *outgoing_sender;
static struct event_base *base;
struct tcn_arena outgoing_arena;

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
	static const int statuses[] = { 500, 425, 200 };
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
	static int limited, posted, edits;

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
	else if (strcmp(path, "/brittle") == 0)
		web_reply(request, 200, NULL, "{\"id\":\"9\"}");
	else if (strcmp(path, "/brittle/messages/9") == 0)
		web_reply(request, ++edits < 4 ? 500 : 404, NULL, "no");
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
	return tcn_store_begin(outgoing_store, out);
}

static enum tcn_rc
end(void *ctx, enum tcn_rc rc)
{
	(void)ctx;
	return tcn_store_end(outgoing_store, rc);
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

void
outgoing_open(void)
{
	char path[TEMP_BYTES + 16];

	tcn_log_set_level(TCN_LOG_OFF);
	tcn_arena_init(&outgoing_arena, 0);
	temp_dir(outgoing_dir);
	heard_init(outgoing_dir);
	snprintf(path, sizeof path, "%s/news.db", outgoing_dir);
	ck_assert_int_eq(tcn_store_open(path, TCN_STORE_CREATE, &outgoing_store,
			     NULL),
	    TCN_OK);
	base = event_base_new();
	web_start(on_request);
}

void
outgoing_close(void)
{
	tcn_sender_free(outgoing_sender);
	outgoing_sender = NULL;
	tcn_receiver_set_free(outgoing_receivers);
	outgoing_receivers = NULL;
	event_base_free(base);
	tcn_store_close(outgoing_store);
	tcn_arena_fini(&outgoing_arena);
	web_stop();
	temp_drop(outgoing_dir);
}

void
outgoing_open_with(const char *yaml)
{
	struct tcn_err err = { 0 };

	ck_assert_msg(tcn_receiver_set_parse("r", tcn_str(yaml),
			  &outgoing_receivers, &err) == TCN_OK,
	    "%s", err.text);
	outgoing_sender =
	    tcn_sender_new(base, &quick, outgoing_receivers, outgoing_store);
}

/* One webhook called r, at this path of the server. */
void
outgoing_open_hook(const char *path)
{
	char yaml[256];

	snprintf(yaml, sizeof yaml,
	    "receivers:\n - {name: r, kind: webhook, url: '%s', "
	    "allow_private: [127.0.0.0/8], timeout: %s}\n",
	    web_url(path), strcmp(path, "/stalls") == 0 ? "300ms" : "1m");
	outgoing_open_with(yaml);
}

/* Written, and due, so long from now. */
void
outgoing_put_in(const char *event, unsigned revision, const char *receiver,
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

	ck_assert_int_eq(tcn_store_begin(outgoing_store, &outgoing_tx), TCN_OK);
	ck_assert_int_eq(tcn_outbox_put(outgoing_tx, &m), TCN_OK);
	ck_assert_int_eq(tcn_store_commit(outgoing_store), TCN_OK);
}

void
outgoing_put(const char *event, unsigned revision, const char *receiver)
{
	outgoing_put_in(event, revision, receiver, 0, 0);
}

static size_t
open_n(void)
{
	const struct tcn_outbox_filter filter = { .states = 3 };
	struct tcn_outbox_list all;

	tcn_arena_reset(&outgoing_arena);
	ck_assert_int_eq(tcn_outbox_find(outgoing_store, &filter,
			     &outgoing_arena, &all),
	    TCN_OK);
	return all.n;
}

/* One turn of the loop; the sender is sound before and after it. */
void
outgoing_turn(void)
{
	struct tcn_err err = { 0 };

	ck_assert_msg(tcn_sender_check(outgoing_sender, &err) == TCN_OK, "%s",
	    err.text);
	event_base_loop(base, EVLOOP_ONCE);
	ck_assert_msg(tcn_sender_check(outgoing_sender, &err) == TCN_OK, "%s",
	    err.text);
}

/* Runs until so many messages are open, for at most a minute. */
void
outgoing_run_until(size_t n)
{
	int64_t ends_ms = tcn_now_monotonic_ms() + 60000;

	tcn_sender_wake(outgoing_sender);
	while (open_n() > n && tcn_now_monotonic_ms() < ends_ms)
		outgoing_turn();
	ck_assert_uint_eq(open_n(), n);
}

struct tcn_outbox_message *
outgoing_message(uint64_t id)
{
	struct tcn_outbox_message *m;

	ck_assert_int_eq(tcn_outbox_get(outgoing_store, id, &outgoing_arena,
			     &m),
	    TCN_OK);
	ck_assert_ptr_nonnull(m);
	return m;
}
