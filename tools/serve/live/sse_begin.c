#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/mem.h"
#include "tools/serve/live/sse_impl.h"

/* The page that is asked for. False: there is no such page. */
static bool
take_page(struct tcn_sse_listener *l, const char *page)
{
	if (!page)
		l->view = TCN_SSE_WHOLE;
	else if (strcmp(page, "articles") == 0)
		l->view = TCN_SSE_ARTICLES;
	else
		l->view = TCN_SSE_ROW;
	if (l->view != TCN_SSE_ROW || strcmp(page, "now") == 0)
		return true;
	if (strncmp(page, "event:", 6) != 0 || !page[6] ||
	    strlen(page + 6) >= sizeof l->event)
		return false;
	memcpy(l->event, page + 6, strlen(page + 6) + 1);
	return true;
}

/* The view of events that is asked for. TCN_INVALID: err says what to mend. */
static enum tcn_rc
take_filter(struct tcn_sse_listener *l, struct tcn_http_call *call,
    struct tcn_err *err)
{
	const char *name, *value;
	struct tcn_str kept;
	enum tcn_rc rc = TCN_OK;

	for (size_t i = 0; !rc && (name = tcn_event_view_name(i)); i++) {
		value = tcn_http_call_query(call, name);
		if (!value)
			continue;
		if (strcmp(name, "owner") == 0 && strcmp(value, "me") == 0)
			value = l->user[0] ? l->user : TCN_HTTP_LOCAL_NAME;
		tcn_arena_str(&l->arena, tcn_str(value), &kept);
		rc = tcn_event_view_take(&l->filter, name, kept.at, &l->arena,
		    err);
	}
	l->filtered = !tcn_event_view_is_all(&l->filter);
	return rc;
}

/*
 * Where the listener goes on, by the seq that it got last (NULL: it begins
 * now). Returns why it cannot, for a reset, or NULL.
 */
static const char *
place(struct tcn_sse_listener *l, const char *seen, uint64_t oldest)
{
	char *end;
	uint64_t seq;

	l->at = l->prev = l->sse->last;
	if (!seen)
		return NULL;
	seq = strtoull(seen, &end, 10);
	if (*seen < '0' || *seen > '9' || *end || seq > l->at ||
	    seq + 1 < oldest)
		return "old";
	if (l->at - seq > TCN_SSE_MISSED_MAX)
		return "many";
	l->at = l->prev = seq;
	return NULL;
}

/* status: members of the data. */
static void
greet(struct tcn_sse_listener *l, const char *reset, uint64_t oldest,
    struct tcn_str status)
{
	struct tcn_sse *sse = l->sse;
	struct tcn_buf out = { 0 };

	tcn_buf_printf(&out,
	    ": welcome\n\nid: %" PRIu64 "\nevent: hello\n"
	    "data: {\"seq\":%" PRIu64 ",\"oldest\":%" PRIu64
	    ",\"boot\":%" PRId64 ",\"version\":\"%s\",",
	    l->at, sse->last, oldest, sse->conf.boot_ms, sse->conf.version);
	tcn_buf_str(&out, status);
	tcn_buf_z(&out, "}\n\n");
	if (tcn_sse_listener_send(l, &out) &&
	    (!reset || tcn_sse_listener_reset(l, reset)) && l->at != sse->last)
		tcn_sse_catch_up_later(sse);
}

/* The caller's stream begins: l is one of the listeners, or gone. */
static void
begin(struct tcn_sse *sse, struct tcn_sse_listener *l,
    struct tcn_http_call *call, const char *seen)
{
	struct tcn_buf status = { 0 };
	uint64_t oldest = 0, last;
	const char *reset;
	/* This may commit what waits, and tell of it: so it comes first. */
	enum tcn_rc rc = sse->conf.status(sse->conf.ctx, &status);

	if (!rc)
		rc = tcn_store_told_range(sse->conf.store, &oldest, &last);
	if (rc) {
		tcn_sse_listener_free(l);
		tcn_http_call_error(call, 500, "%s",
		    tcn_store_error(sse->conf.store)->text);
		tcn_buf_fini(&status);
		return;
	}
	tcn_sse_poll(sse);
	reset = place(l, seen, oldest);
	l->request = tcn_http_call_stream(call, "text/event-stream");
	if (l->request) {
		tcn_sse_listener_add(sse, l);
		greet(l, reset, oldest, tcn_buf_view(&status));
	} else {
		tcn_sse_listener_free(l);
	}
	tcn_buf_fini(&status);
}

void
tcn_sse_subscribe(struct tcn_sse *sse, struct tcn_http_call *call)
{
	const char *seen = tcn_http_call_query(call, "after");
	struct tcn_sse_listener *l;
	struct tcn_err err = { .text = "" };

	if (!seen)
		seen = tcn_http_call_header(call, "Last-Event-ID");
	if (sse->n >= sse->conf.listeners_max) {
		tcn_http_call_set_header(call, "Retry-After", "10");
		tcn_http_call_error(call, 503,
		    "too many listeners: http.listeners_max is %zu",
		    (size_t)sse->conf.listeners_max);
		return;
	}
	l = tcn_mem_calloc(1, sizeof *l);
	l->sse = sse;
	l->caller = *tcn_http_call_caller(call);
	snprintf(l->user, sizeof l->user, "%s", tcn_http_call_user(call));
	tcn_arena_init(&l->arena, 0);
	if (!take_page(l, tcn_http_call_query(call, "page"))) {
		tcn_http_call_error(call, 400,
		    "page is now, articles, or event: and the id of an event");
	} else if (take_filter(l, call, &err)) {
		tcn_http_call_error(call, 400, "%s", err.text);
	} else {
		begin(sse, l, call, seen);
		return;
	}
	tcn_sse_listener_free(l);
}
