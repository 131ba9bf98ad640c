#include "tools/live/sse.h"

#include <assert.h>
#include <event2/buffer.h>
#include <event2/bufferevent.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/queue.h>

#include "engine/base/arena.h"
#include "engine/base/buf.h"
#include "engine/base/mem.h"
#include "sql/store_read.h"
#include "tools/live/api_json.h"

#define UNREAD_MAX ((size_t)256 * 1024) /* bytes a listener has not read */
#define COMMENT_S  20 /* between two comments that keep it alive */
#define MISSED_MAX 1000 /* revisions sent to one that reconnects */

struct listener {
	struct tcn_sse *sse;
	LIST_ENTRY(listener) link;
	struct evhttp_request *request;
};

struct tcn_sse {
	const struct tcn_store *store;
	struct event *tick;
	LIST_HEAD(, listener) listeners;
	size_t n, max;
	struct tcn_buf queued; /* messages of the open transaction */
};

static void
listener_free(struct listener *l)
{
	assert(l->sse->n > 0);
	LIST_REMOVE(l, link);
	l->sse->n--;
	tcn_mem_free(l);
}

static void
on_close(struct evhttp_connection *connection, void *of)
{
	struct listener *l = of;

	(void)connection;
	/* When the client goes first, libevent has parted the request from the
	 * connection, which else frees it, and leaves it to us. */
	if (!evhttp_request_get_connection(l->request))
		evhttp_request_free(l->request);
	listener_free(l);
}

/* Closes the connection and frees the listener. */
static void
drop_listener(struct listener *l)
{
	struct evhttp_connection *connection =
	    evhttp_request_get_connection(l->request);

	evhttp_connection_set_closecb(connection, NULL, NULL);
	listener_free(l);
	evhttp_connection_free(connection);
}

/* Bytes that are in the buffers of many listeners, and in memory once. */
struct message {
	size_t refs, n;
	char bytes[];
};

/* A message with one reference, the caller's; NULL: out of memory. */
static struct message *
message_new(const char *bytes, size_t n)
{
	struct message *m = tcn_mem_alloc(sizeof *m + n);

	if (!m)
		return NULL;
	m->refs = 1;
	m->n = n;
	memcpy(m->bytes, bytes, n);
	return m;
}

static void
message_unref(const void *bytes, size_t n, void *of)
{
	struct message *m = of;

	(void)bytes, (void)n;
	assert(m->refs > 0);
	if (--m->refs == 0)
		tcn_mem_free(m);
}

/* False: the listener was disconnected, for want of memory or reading. */
static bool
send_message(struct listener *l, struct message *m)
{
	struct evhttp_connection *connection =
	    evhttp_request_get_connection(l->request);
	struct bufferevent *bev = evhttp_connection_get_bufferevent(connection);
	struct evbuffer *chunk = evbuffer_new();
	bool stays = m && chunk &&
	    evbuffer_get_length(bufferevent_get_output(bev)) <= UNREAD_MAX &&
	    evbuffer_add_reference(chunk, m->bytes, m->n, message_unref, m) ==
		0;

	if (stays) {
		m->refs++;
		evhttp_send_reply_chunk(l->request, chunk);
	} else {
		drop_listener(l);
	}
	if (chunk)
		evbuffer_free(chunk);
	return stays;
}

static bool
send_bytes(struct listener *l, const char *bytes, size_t n)
{
	struct message *m = message_new(bytes, n);
	bool stays = send_message(l, m);

	if (m)
		message_unref(NULL, 0, m);
	return stays;
}

static void
broadcast(struct tcn_sse *sse, const char *bytes, size_t n)
{
	struct message *m = message_new(bytes, n);
	struct listener *l, *next;

	for (l = LIST_FIRST(&sse->listeners); l; l = next) {
		next = LIST_NEXT(l, link);
		(void)send_message(l, m);
	}
	if (m)
		message_unref(NULL, 0, m);
}

static void
on_tick(evutil_socket_t fd, short what, void *of)
{
	(void)fd, (void)what;
	broadcast(of, ": still here\n\n", 14);
}

enum tcn_rc
tcn_sse_new(struct event_base *base, const struct tcn_store *store, size_t max,
    struct tcn_sse **out)
{
	struct timeval every = { .tv_sec = COMMENT_S };
	struct tcn_sse *sse = tcn_mem_calloc(1, sizeof *sse);

	assert(base && store);
	*out = NULL;
	if (!sse)
		return TCN_NOMEM;
	sse->store = store;
	sse->max = max;
	sse->tick = event_new(base, -1, EV_PERSIST, on_tick, sse);
	if (!sse->tick || event_add(sse->tick, &every) != 0) {
		tcn_sse_free(sse);
		return TCN_NOMEM;
	}
	*out = sse;
	return TCN_OK;
}

void
tcn_sse_free(struct tcn_sse *sse)
{
	if (!sse)
		return;
	while (!LIST_EMPTY(&sse->listeners))
		drop_listener(LIST_FIRST(&sse->listeners));
	if (sse->tick)
		event_free(sse->tick);
	tcn_buf_fini(&sse->queued);
	tcn_mem_free(sse);
}

void
tcn_sse_set_max(struct tcn_sse *sse, size_t max)
{
	sse->max = max;
}

/* The event as one line: JSON takes any white space between its parts. */
static enum tcn_rc
add_data(struct tcn_sse *sse, const struct tcn_event *event,
    struct tcn_arena *arena, struct tcn_buf *out)
{
	struct tcn_buf data = { 0 };
	enum tcn_rc rc = tcn_api_json_event(sse->store, event, arena, &data);

	for (size_t i = 0; !rc && i < data.n; i++)
		if (data.at[i] == '\n')
			data.at[i] = ' ';
	tcn_buf_str(out, tcn_buf_view(&data));
	tcn_buf_fini(&data);
	return rc;
}

static enum tcn_rc
add_message(struct tcn_sse *sse, const struct tcn_event *event,
    struct tcn_arena *arena, struct tcn_buf *out)
{
	enum tcn_rc rc;

	tcn_buf_printf(out, "id: %" PRId64 "-%" PRIu32 "-%s\n",
	    event->changed_ms, event->revision, event->id);
	tcn_buf_printf(out,
	    "event: %s\ndata: ", event->revision == 1 ? "alert" : "update");
	rc = add_data(sse, event, arena, out);
	tcn_buf_z(out, "\n\n");
	return out->failed ? TCN_NOMEM : rc;
}

/* Sends a listener that reconnects the revisions since its last id. */
static void
send_missed(struct listener *l, const char *last_id)
{
	struct tcn_store_event_list events;
	struct tcn_arena arena;
	struct tcn_buf out = { 0 };
	char *end;
	int64_t since_ms = strtoll(last_id, &end, 10);
	enum tcn_rc rc = TCN_OK;

	if (*end != '-')
		return;
	tcn_arena_init(&arena, 0);
	rc = tcn_store_revisions_since(l->sse->store, since_ms, MISSED_MAX,
	    &arena, &events);
	for (size_t i = 0; !rc && i < events.n; i++)
		rc = add_message(l->sse, &events.at[i], &arena, &out);
	if (!rc && out.n)
		(void)send_bytes(l, out.at, out.n);
	tcn_buf_fini(&out);
	tcn_arena_fini(&arena);
}

void
tcn_sse_subscribe(struct tcn_sse *sse, struct tcn_http_call *call)
{
	const char *sent = tcn_http_call_header(call, "Last-Event-ID");
	char last_id[96] = "";
	struct listener *l;

	if (sse->n >= sse->max) {
		tcn_http_call_set_header(call, "Retry-After", "10");
		tcn_http_call_error(call, 503, "too many listeners");
		return;
	}
	l = tcn_mem_calloc(1, sizeof *l);
	if (!l) {
		tcn_http_call_error(call, 503, "out of memory");
		return;
	}
	/* The header goes with the call, when the answer begins. */
	if (sent)
		snprintf(last_id, sizeof last_id, "%s", sent);
	l->sse = sse;
	l->request = tcn_http_call_stream(call, "text/event-stream");
	if (!l->request) {
		tcn_mem_free(l);
		return;
	}
	LIST_INSERT_HEAD(&sse->listeners, l, link);
	sse->n++;
	evhttp_connection_set_closecb(evhttp_request_get_connection(l->request),
	    on_close, l);
	if (send_bytes(l, ": welcome\n\n", 11) && last_id[0])
		send_missed(l, last_id);
}

enum tcn_rc
tcn_sse_queue_event(struct tcn_sse *sse, const struct tcn_event *event)
{
	struct tcn_arena arena;
	enum tcn_rc rc;

	if (LIST_EMPTY(&sse->listeners))
		return TCN_OK;
	tcn_arena_init(&arena, 0);
	rc = add_message(sse, event, &arena, &sse->queued);
	tcn_arena_fini(&arena);
	return rc;
}

void
tcn_sse_flush(struct tcn_sse *sse, bool committed)
{
	if (committed && sse->queued.n && !sse->queued.failed)
		broadcast(sse, sse->queued.at, sse->queued.n);
	tcn_buf_clear(&sse->queued);
}

void
tcn_sse_broadcast(struct tcn_sse *sse, const char *kind, struct tcn_str data)
{
	struct tcn_buf message = { 0 };

	if (LIST_EMPTY(&sse->listeners))
		return;
	tcn_buf_printf(&message, "event: %s\ndata: ", kind);
	for (size_t i = 0; i < data.n; i++)
		tcn_buf_char(&message, data.at[i] == '\n' ? ' ' : data.at[i]);
	tcn_buf_z(&message, "\n\n");
	if (!message.failed)
		broadcast(sse, message.at, message.n);
	tcn_buf_fini(&message);
}

size_t
tcn_sse_listeners(const struct tcn_sse *sse)
{
	return sse->n;
}

enum tcn_rc
tcn_sse_check(const struct tcn_sse *sse, struct tcn_err *err)
{
	const struct listener *l;
	size_t n = 0;

	LIST_FOREACH (l, &sse->listeners, link) {
		if (*l->link.le_prev != l || l->sse != sse || !l->request)
			return tcn_err_set(err, TCN_CORRUPT,
			    "listener %zu of the list is not linked to it", n);
		n++;
	}
	return n == sse->n
	    ? TCN_OK
	    : tcn_err_set(err, TCN_CORRUPT,
		  "%zu listeners are counted, there are %zu", sse->n, n);
}
