#include "tools/serve/live/sse.h"

#include <assert.h>
#include <event2/buffer.h>
#include <event2/bufferevent.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/mem.h"
#include "tools/base/json_out.h"
#include "tools/serve/live/sse_impl.h"
#include "tools/serve/live/sse_message.h"

#define UNREAD_MAX  ((size_t)256 * 1024) /* bytes a listener has not read */
#define UNREAD_LOW  ((size_t)64 * 1024) /* it has gone on reading */
#define TICK_S      1
#define BEAT_TICKS  5 /* ticks between two beats */
#define STUCK_BEATS 12 /* beats without reading: it is disconnected */
#define ROWS        64 /* read from the log at a time */
#define CATCH_UP_MS 10 /* between two such steps of those who are behind */

void
tcn_sse_listener_free(struct tcn_sse_listener *l)
{
	tcn_arena_fini(&l->arena);
	tcn_mem_free(l);
}

static void
listener_free(struct tcn_sse_listener *l)
{
	assert(l->sse->n > 0);
	LIST_REMOVE(l, link);
	l->sse->n--;
	tcn_sse_listener_free(l);
}

static void
on_close(struct evhttp_connection *connection, void *of)
{
	struct tcn_sse_listener *l = of;

	(void)connection;
	/* When the client goes first, libevent has parted the request from the
	 * connection, which else frees it, and leaves it to us. */
	if (!evhttp_request_get_connection(l->request))
		evhttp_request_free(l->request);
	listener_free(l);
}

void
tcn_sse_listener_add(struct tcn_sse *sse, struct tcn_sse_listener *l)
{
	LIST_INSERT_HEAD(&sse->listeners, l, link);
	sse->n++;
	evhttp_connection_set_closecb(evhttp_request_get_connection(l->request),
	    on_close, l);
}

/* Closes the connection and frees the listener. */
static void
listener_drop(struct tcn_sse_listener *l)
{
	struct evhttp_connection *connection =
	    evhttp_request_get_connection(l->request);

	evhttp_connection_set_closecb(connection, NULL, NULL);
	listener_free(l);
	evhttp_connection_free(connection);
}

static size_t
unread(const struct tcn_sse_listener *l)
{
	struct evhttp_connection *connection =
	    evhttp_request_get_connection(l->request);

	return evbuffer_get_length(bufferevent_get_output(
	    evhttp_connection_get_bufferevent(connection)));
}

/* Reports to the owner that reading the store failed. */
static void
sse_fail(struct tcn_sse *sse, enum tcn_rc rc)
{
	sse->conf.failed(sse->conf.ctx, rc, tcn_store_error(sse->conf.store));
}

/* Sends head and then m, if not NULL. False: libevent has no memory, and the
 * listener was disconnected; it comes back for what it missed. */
static bool
send_parts(struct tcn_sse_listener *l, struct tcn_str head,
    struct tcn_sse_message *m)
{
	struct evbuffer *chunk = evbuffer_new();
	bool sent = chunk && evbuffer_add(chunk, head.at, head.n) == 0 &&
	    (!m || tcn_sse_message_add(m, chunk));

	if (sent)
		evhttp_send_reply_chunk(l->request, chunk);
	else
		listener_drop(l);
	if (chunk)
		evbuffer_free(chunk);
	return sent;
}

bool
tcn_sse_listener_send(struct tcn_sse_listener *l, struct tcn_buf *out)
{
	bool sent = send_parts(l, tcn_buf_view(out), NULL);

	tcn_buf_fini(out);
	return sent;
}

/* Whether the view of a listener shows the event that the row is of. */
static enum tcn_rc
is_shown(const struct tcn_sse_listener *l, const struct tcn_store_told *told,
    struct tcn_sse_messages *messages, bool *shown)
{
	const struct tcn_store *store = l->sse->conf.store;
	struct tcn_event *event = NULL;
	struct tcn_arena arena;
	enum tcn_rc rc = tcn_sse_messages_event(messages, store, told, &event);

	*shown = false;
	tcn_arena_init(&arena, 0);
	if (!rc && event)
		rc = tcn_event_view_lets_event(&l->filter, store, event, &arena,
		    shown);
	tcn_arena_fini(&arena);
	return rc;
}

/* Whether a listener is told of this row. */
static bool
asks_for(const struct tcn_sse_listener *l, const struct tcn_store_told *told,
    struct tcn_sse_messages *messages, enum tcn_rc *rc)
{
	bool shown = true;

	if (l->view == TCN_SSE_ARTICLES ||
	    (l->event[0] && told->kind != TCN_STORE_TOLD_SILENCE &&
		strcmp(l->event, told->event) != 0))
		return false;
	if (l->filtered)
		*rc = is_shown(l, told, messages, &shown);
	return !*rc && shown;
}

/* Tells a listener of the row: the message that it makes is kept in messages,
 * one for each view. False: the listener is gone, or rc says why not. */
static bool
tell(struct tcn_sse_listener *l, const struct tcn_store_told *told,
    struct tcn_sse_messages *messages, enum tcn_rc *rc)
{
	const struct tcn_sse_conf *conf = &l->sse->conf;
	struct tcn_sse_message *m = NULL;
	char head[128];
	int n;

	l->at = told->seq;
	if (!asks_for(l, told, messages, rc))
		return !*rc;
	*rc = tcn_sse_messages_get(messages, conf, told, l->view, &m);
	if (*rc || !m)
		return !*rc;
	n = snprintf(head, sizeof head,
	    "id: %" PRIu64 "\nevent: %s\n"
	    "data: {\"seq\":%" PRIu64 ",\"prev\":%" PRIu64 ",",
	    told->seq, tcn_sse_message_kind(told), told->seq, l->prev);
	l->prev = told->seq;
	return send_parts(l, (struct tcn_str){ head, (size_t)n }, m);
}

bool
tcn_sse_listener_reset(struct tcn_sse_listener *l, const char *why)
{
	struct tcn_buf out = { 0 };

	l->at = l->prev = l->sse->last;
	tcn_buf_printf(&out,
	    "id: %" PRIu64 "\nevent: reset\n"
	    "data: {\"why\":\"%s\",\"seq\":%" PRIu64 "}\n\n",
	    l->at, why, l->at);
	return tcn_sse_listener_send(l, &out);
}

/* --- those who are behind --- */

void
tcn_sse_catch_up_later(struct tcn_sse *sse)
{
	static const struct timeval soon = { .tv_usec = CATCH_UP_MS * 1000 };

	if (!event_pending(sse->catch_up, EV_TIMEOUT, NULL) &&
	    event_add(sse->catch_up, &soon) != 0)
		tcn_mem_end();
}

/* Sends some of the rows that a listener has missed. */
static enum tcn_rc
catch_up(struct tcn_sse_listener *l)
{
	struct tcn_sse *sse = l->sse;
	struct tcn_store_told_list list;
	struct tcn_arena arena;
	bool stays = true;
	enum tcn_rc rc;

	if (sse->last - l->at > TCN_SSE_MISSED_MAX) {
		(void)tcn_sse_listener_reset(l, "slow");
		return TCN_OK;
	}
	tcn_arena_init(&arena, 0);
	rc = tcn_store_told_after(sse->conf.store, l->at, ROWS, &arena, &list);
	for (size_t i = 0; !rc && stays && i < list.n; i++) {
		struct tcn_sse_messages one = { 0 };

		if (list.at[i].seq > sse->last || unread(l) > UNREAD_MAX)
			break;
		stays = tell(l, &list.at[i], &one, &rc);
		tcn_sse_messages_clear(&one);
	}
	if (!rc && stays && list.n == 0)
		l->at = sse->last; /* no row between them is kept */
	tcn_arena_fini(&arena);
	return rc;
}

static void
on_catch_up(evutil_socket_t fd, short what, void *of)
{
	struct tcn_sse *sse = of;
	struct tcn_sse_listener *l, *next;
	enum tcn_rc rc = TCN_OK;
	bool behind = false;

	(void)fd, (void)what;
	if (tcn_store_is_writing(sse->conf.store)) {
		tcn_sse_catch_up_later(sse);
		return;
	}
	for (l = LIST_FIRST(&sse->listeners); l && !rc; l = next) {
		next = LIST_NEXT(l, link);
		if (l->at == sse->last)
			continue;
		behind = true;
		if (unread(l) <= UNREAD_LOW)
			rc = catch_up(l);
	}
	if (rc)
		sse_fail(sse, rc);
	else if (behind)
		tcn_sse_catch_up_later(sse);
}

/* --- what is new --- */

/* Sends a row to those who have been sent all before it. */
static enum tcn_rc
tell_all(struct tcn_sse *sse, const struct tcn_store_told *told)
{
	struct tcn_sse_messages messages = { 0 };
	struct tcn_sse_listener *l, *next;
	bool behind = false;
	enum tcn_rc rc = TCN_OK;

	for (l = LIST_FIRST(&sse->listeners); l && !rc; l = next) {
		next = LIST_NEXT(l, link);
		if (l->at == sse->last && unread(l) <= UNREAD_MAX)
			(void)tell(l, told, &messages, &rc);
		else
			behind = true;
	}
	tcn_sse_messages_clear(&messages);
	sse->last = told->seq;
	if (behind)
		tcn_sse_catch_up_later(sse);
	return rc;
}

void
tcn_sse_poll(struct tcn_sse *sse)
{
	uint64_t oldest;
	enum tcn_rc rc = TCN_OK;
	bool more = true;

	if (tcn_store_is_writing(sse->conf.store))
		return;
	if (LIST_EMPTY(&sse->listeners))
		rc = tcn_store_told_range(sse->conf.store, &oldest, &sse->last);
	else
		while (!rc && more) {
			struct tcn_store_told_list list;
			struct tcn_arena arena;

			tcn_arena_init(&arena, 0);
			rc = tcn_store_told_after(sse->conf.store, sse->last,
			    ROWS, &arena, &list);
			for (size_t i = 0; !rc && i < list.n; i++)
				rc = tell_all(sse, &list.at[i]);
			more = !rc && list.n == ROWS;
			tcn_arena_fini(&arena);
		}
	if (rc)
		sse_fail(sse, rc);
}

/* --- the clock --- */

static void
send_all(struct tcn_sse *sse, enum tcn_sse_view view, bool any,
    struct tcn_buf *out)
{
	struct tcn_sse_listener *l, *next;

	for (l = LIST_FIRST(&sse->listeners); l; l = next) {
		next = LIST_NEXT(l, link);
		if ((any || l->view == view) && unread(l) <= UNREAD_MAX)
			(void)send_parts(l, tcn_buf_view(out), NULL);
	}
}

static enum tcn_rc
beat(struct tcn_sse *sse)
{
	struct tcn_buf out = { 0 };
	struct tcn_sse_listener *l, *next;
	enum tcn_rc rc;

	for (l = LIST_FIRST(&sse->listeners); l; l = next) {
		next = LIST_NEXT(l, link);
		l->stuck = unread(l) > UNREAD_LOW ? l->stuck + 1 : 0;
		if (l->stuck >= STUCK_BEATS)
			listener_drop(l);
	}
	if (LIST_EMPTY(&sse->listeners))
		return TCN_OK;
	tcn_buf_z(&out, "event: beat\ndata: {");
	rc = sse->conf.status(sse->conf.ctx, &out);
	tcn_buf_printf(&out,
	    ",\"seq\":%" PRIu64 ",\"last_article\":%" PRIu64 "}\n\n", sse->last,
	    sse->conf.last_article(sse->conf.ctx));
	if (!rc)
		send_all(sse, TCN_SSE_WHOLE, true, &out);
	tcn_buf_fini(&out);
	return rc;
}

static void
tell_articles(struct tcn_sse *sse)
{
	uint64_t last = sse->conf.last_article(sse->conf.ctx);
	struct tcn_buf out = { 0 };

	if (last == sse->article)
		return;
	sse->article = last;
	tcn_buf_printf(&out,
	    "event: articles\ndata: {\"last\":%" PRIu64 "}\n\n", last);
	send_all(sse, TCN_SSE_ARTICLES, false, &out);
	tcn_buf_fini(&out);
}

static void
on_tick(evutil_socket_t fd, short what, void *of)
{
	struct tcn_sse *sse = of;
	enum tcn_rc rc = TCN_OK;

	(void)fd, (void)what;
	tcn_sse_poll(sse); /* what a command beside the daemon wrote */
	if (!tcn_store_is_writing(sse->conf.store))
		tell_articles(sse);
	if (++sse->ticks >= BEAT_TICKS) {
		sse->ticks = 0;
		rc = beat(sse);
	}
	if (rc)
		sse_fail(sse, rc);
}

/* --- all of it --- */

enum tcn_rc
tcn_sse_new(struct event_base *base, const struct tcn_sse_conf *conf,
    struct tcn_sse **out)
{
	static const struct timeval every = { .tv_sec = TICK_S };
	struct tcn_sse *sse = tcn_mem_calloc(1, sizeof *sse);
	uint64_t oldest;
	enum tcn_rc rc;

	assert(base && conf->store && conf->write && conf->status);
	*out = NULL;
	sse->conf = *conf;
	rc = tcn_store_told_range(conf->store, &oldest, &sse->last);
	if (!rc) {
		sse->tick = event_new(base, -1, EV_PERSIST, on_tick, sse);
		sse->catch_up = evtimer_new(base, on_catch_up, sse);
		if (!sse->tick || !sse->catch_up ||
		    event_add(sse->tick, &every) != 0)
			tcn_mem_end();
	}
	if (rc)
		tcn_sse_free(sse);
	else
		*out = sse;
	return rc;
}

void
tcn_sse_free(struct tcn_sse *sse)
{
	if (!sse)
		return;
	while (!LIST_EMPTY(&sse->listeners))
		listener_drop(LIST_FIRST(&sse->listeners));
	if (sse->tick)
		event_free(sse->tick);
	if (sse->catch_up)
		event_free(sse->catch_up);
	tcn_mem_free(sse);
}

void
tcn_sse_set_max(struct tcn_sse *sse, size_t max)
{
	sse->conf.listeners_max = max;
}

/* Sends the last message and ends the answer; libevent sends what is left. */
static void
dismiss(struct tcn_sse_listener *l, const char *why)
{
	struct evhttp_request *request = l->request;
	struct tcn_buf out = { 0 };

	tcn_buf_printf(&out, "event: bye\ndata: {\"why\":\"%s\"}\n\n", why);
	if (!tcn_sse_listener_send(l, &out))
		return;
	evhttp_connection_set_closecb(evhttp_request_get_connection(request),
	    NULL, NULL);
	listener_free(l);
	evhttp_send_reply_end(request);
}

void
tcn_sse_bye(struct tcn_sse *sse, const char *why, tcn_sse_whose_fn *whose,
    void *ctx)
{
	struct tcn_sse_listener *l, *next;

	for (l = LIST_FIRST(&sse->listeners); l; l = next) {
		next = LIST_NEXT(l, link);
		if (!whose || whose(ctx, &l->caller, l->user))
			dismiss(l, why);
	}
}

size_t
tcn_sse_listeners(const struct tcn_sse *sse)
{
	return sse->n;
}

enum tcn_rc
tcn_sse_check(const struct tcn_sse *sse, struct tcn_err *err)
{
	const struct tcn_sse_listener *l;
	size_t n = 0;

	LIST_FOREACH (l, &sse->listeners, link) {
		if (*l->link.le_prev != l || l->sse != sse || !l->request)
			return tcn_err_set(err, TCN_CORRUPT,
			    "listener %zu of the list is not linked to it", n);
		if (l->at > sse->last || l->prev > l->at)
			return tcn_err_set(err, TCN_CORRUPT,
			    "listener %zu is ahead of what was published", n);
		n++;
	}
	return n == sse->n
	    ? TCN_OK
	    : tcn_err_set(err, TCN_CORRUPT,
		  "%zu listeners are counted, there are %zu", sse->n, n);
}
