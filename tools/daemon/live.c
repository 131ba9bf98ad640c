#include "tools/daemon/live.h"

#include <event2/buffer.h>
#include <event2/bufferevent.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "engine/base/arena.h"
#include "engine/base/mem.h"
#include "sql/read.h"
#include "tools/daemon/api_json.h"

#define WAITING_MAX ((size_t)256 * 1024) /* bytes not read by a listener */
#define COMMENT_S   20
#define MISSED_MAX  1000

struct listener {
	struct tcn_live *live;
	struct listener *next, **at; /* where the list points to it */
	struct evhttp_request *request;
};

struct tcn_live {
	struct tcn_store *store;
	struct event *tick;
	struct listener *first;
	size_t n, max;
	struct tcn_buf noted; /* messages of the open transaction */
};

static void
listener_free(struct listener *l)
{
	*l->at = l->next;
	if (l->next)
		l->next->at = l->at;
	l->live->n--;
	tcn_free(l);
}

static void
on_close(struct evhttp_connection *connection, void *of)
{
	(void)connection;
	listener_free(of);
}

/* Ends the connection; on_close gives the listener back. */
static void
let_go(struct listener *l)
{
	struct evhttp_connection *connection =
	    evhttp_request_get_connection(l->request);

	evhttp_connection_set_closecb(connection, NULL, NULL);
	listener_free(l);
	evhttp_connection_free(connection);
}

/* Bytes that many listeners are told, kept once. */
struct message {
	size_t refs, n;
	char bytes[];
};

/* With one reference, the caller's; NULL when out of memory. */
static struct message *
message_new(const char *bytes, size_t n)
{
	struct message *m = tcn_malloc(sizeof *m + n);

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
	if (--m->refs == 0)
		tcn_free(m);
}

/* False: it was let go. */
static bool
tell(struct listener *l, struct message *m)
{
	struct evhttp_connection *connection =
	    evhttp_request_get_connection(l->request);
	struct bufferevent *bev = evhttp_connection_get_bufferevent(connection);
	struct evbuffer *chunk = evbuffer_new();
	bool stays = m && chunk &&
	    evbuffer_get_length(bufferevent_get_output(bev)) <= WAITING_MAX &&
	    evbuffer_add_reference(chunk, m->bytes, m->n, message_unref, m) ==
		0;

	if (stays) {
		m->refs++;
		evhttp_send_reply_chunk(l->request, chunk);
	} else {
		let_go(l);
	}
	if (chunk)
		evbuffer_free(chunk);
	return stays;
}

static bool
tell_one(struct listener *l, const char *bytes, size_t n)
{
	struct message *m = message_new(bytes, n);
	bool stays = tell(l, m);

	if (m)
		message_unref(NULL, 0, m);
	return stays;
}

static void
tell_all(struct tcn_live *live, const char *bytes, size_t n)
{
	struct message *m = message_new(bytes, n);

	for (struct listener *l = live->first, *next; l; l = next) {
		next = l->next;
		(void)tell(l, m);
	}
	if (m)
		message_unref(NULL, 0, m);
}

static void
on_tick(evutil_socket_t fd, short what, void *of)
{
	(void)fd, (void)what;
	tell_all(of, ": still here\n\n", 14);
}

enum tcn_rc
tcn_live_new(struct event_base *base, struct tcn_store *store, size_t max,
    struct tcn_live **out)
{
	struct timeval every = { .tv_sec = COMMENT_S };
	struct tcn_live *live = tcn_calloc(1, sizeof *live);

	*out = NULL;
	if (!live)
		return TCN_NOMEM;
	live->store = store;
	live->max = max;
	live->tick = event_new(base, -1, EV_PERSIST, on_tick, live);
	if (!live->tick || event_add(live->tick, &every) != 0) {
		tcn_live_free(live);
		return TCN_NOMEM;
	}
	*out = live;
	return TCN_OK;
}

void
tcn_live_free(struct tcn_live *live)
{
	if (!live)
		return;
	while (live->first)
		let_go(live->first);
	if (live->tick)
		event_free(live->tick);
	tcn_buf_fini(&live->noted);
	tcn_free(live);
}

void
tcn_live_set_max(struct tcn_live *live, size_t max)
{
	live->max = max;
}

/* The event as one line: JSON takes any white space between its parts. */
static enum tcn_rc
add_data(struct tcn_live *live, const struct tcn_event *event,
    struct tcn_arena *arena, struct tcn_buf *out)
{
	struct tcn_buf data = { 0 };
	enum tcn_rc rc = tcn_api_event(live->store, event, arena, &data);

	for (size_t i = 0; !rc && i < data.n; i++)
		if (data.at[i] == '\n')
			data.at[i] = ' ';
	tcn_buf_str(out, tcn_buf_view(&data));
	tcn_buf_fini(&data);
	return rc;
}

static enum tcn_rc
add_message(struct tcn_live *live, const struct tcn_event *event,
    struct tcn_arena *arena, struct tcn_buf *out)
{
	enum tcn_rc rc;

	tcn_buf_printf(out, "id: %" PRId64 "-%" PRIu32 "-%s\n",
	    event->changed_ms, event->revision, event->id);
	tcn_buf_printf(out,
	    "event: %s\ndata: ", event->revision == 1 ? "alert" : "update");
	rc = add_data(live, event, arena, out);
	tcn_buf_z(out, "\n\n");
	return out->failed ? TCN_NOMEM : rc;
}

/* What a listener who comes back has missed. */
static void
tell_missed(struct listener *l, const char *last_id)
{
	struct tcn_event_list events;
	struct tcn_arena arena;
	struct tcn_buf out = { 0 };
	char *end;
	int64_t since_ms = strtoll(last_id, &end, 10);
	enum tcn_rc rc = TCN_OK;

	if (*end != '-')
		return;
	tcn_arena_init(&arena, 0);
	rc = tcn_store_changes(l->live->store, since_ms, MISSED_MAX, &arena,
	    &events);
	for (size_t i = 0; !rc && i < events.n; i++)
		rc = add_message(l->live, &events.at[i], &arena, &out);
	if (!rc && out.n)
		(void)tell_one(l, out.at, out.n);
	tcn_buf_fini(&out);
	tcn_arena_fini(&arena);
}

void
tcn_live_call(struct tcn_live *live, struct tcn_call *call)
{
	const char *sent = tcn_call_header(call, "Last-Event-ID");
	char last_id[96] = "";
	struct listener *l;

	if (live->n >= live->max) {
		tcn_call_set(call, "Retry-After", "10");
		tcn_call_error(call, 503, "too many listeners");
		return;
	}
	l = tcn_calloc(1, sizeof *l);
	if (!l) {
		tcn_call_error(call, 503, "out of memory");
		return;
	}
	if (sent)
		snprintf(last_id, sizeof last_id, "%s", sent);
	l->live = live;
	l->request = tcn_call_stream(call, "text/event-stream");
	l->next = live->first;
	l->at = &live->first;
	if (l->next)
		l->next->at = &l->next;
	live->first = l;
	live->n++;
	evhttp_connection_set_closecb(evhttp_request_get_connection(l->request),
	    on_close, l);
	if (tell_one(l, ": welcome\n\n", 11) && last_id[0])
		tell_missed(l, last_id);
}

enum tcn_rc
tcn_live_note(struct tcn_live *live, const struct tcn_event *event)
{
	struct tcn_arena arena;
	enum tcn_rc rc;

	if (!live->first)
		return TCN_OK;
	tcn_arena_init(&arena, 0);
	rc = add_message(live, event, &arena, &live->noted);
	tcn_arena_fini(&arena);
	return rc;
}

void
tcn_live_flush(struct tcn_live *live, bool committed)
{
	if (committed && live->noted.n && !live->noted.failed)
		tell_all(live, live->noted.at, live->noted.n);
	tcn_buf_clear(&live->noted);
}

void
tcn_live_tell(struct tcn_live *live, const char *kind, struct tcn_str data)
{
	struct tcn_buf message = { 0 };

	if (!live->first)
		return;
	tcn_buf_printf(&message, "event: %s\ndata: ", kind);
	for (size_t i = 0; i < data.n; i++)
		tcn_buf_char(&message, data.at[i] == '\n' ? ' ' : data.at[i]);
	tcn_buf_z(&message, "\n\n");
	if (!message.failed)
		tell_all(live, message.at, message.n);
	tcn_buf_fini(&message);
}

size_t
tcn_live_listeners(const struct tcn_live *live)
{
	return live->n;
}
