/*
 * tools/serve/live/sse.h - what happens, as server-sent events (WHATWG HTML,
 * section 9.2, https://html.spec.whatwg.org/#server-sent-events).
 *
 * All that is told stands in one log in the store (sql/store_told.h), written
 * with what it tells of. This module reads the log behind each commit and sends
 * each row to all listeners as a message: so no listener hears of what a crash
 * may undo, and none misses what was committed, whoever wrote it.
 *
 * MESSAGES. A message's id is the row's seq, and its data begins with
 *
 *	{"seq":48213,"prev":48211, ...
 *
 * where prev is the seq of the message that this listener was sent before it,
 * or at which it began: one that has not seen prev has lost something. The kind
 * (the field "event") is alert for the first revision of an event, update for
 * those after it, else desk, silence, merge, feed or rules. Beside these come,
 * without an id but for the first two:
 *
 *	hello   when a listener begins: {"seq","oldest","boot","version", ...}
 *	reset   {"why":"old"|"many"|"slow","seq"}: the listener has missed what
 *	        will not be sent; it must ask for the state as a whole
 *	beat    every 5 s, so that a script can tell a quiet stream from a dead
 *	        one: {"seq","stream_at","now","open","unacknowledged",
 *	        "last_article"}
 *	bye     {"why":"restart"|"logout"}: the server ends this stream
 *	articles  to listeners of articles, at most once a second:
 *	        {"last"}: the seq of the last article (GET /v1/articles)
 *
 * VIEWS. ?page=now sends a row of GET /v1/now with each change of an event,
 * page=event:ID the same of one event, with silences; page=articles only
 * articles. Without a page a listener gets events whole, and those that were
 * old news when they came are left out.
 *
 * A listener may ask for the events of a view (tools/pipeline/event_view.h): it
 * gets messages about events that the view shows at that time, and no others.
 *
 * RECONNECTION. A listener that sends the last seq it got, as Last-Event-ID or
 * as ?after=SEQ, is sent all rows since then, in order, before anything else.
 * It is sent a reset instead when it missed more than 1,000 (many), or when the
 * seq is none of those kept, or of another store (old).
 *
 * SLOW LISTENERS. While 256 KiB for a listener are unread, nothing is added;
 * what it has missed is read from the log when it goes on reading, or, when
 * that is too much, a reset is sent (slow). One that reads nothing for a minute
 * is disconnected. The number of listeners is bounded.
 *
 * One loop, one thread. Cost: a message is made once a view and is in memory
 * once, however many listeners have it in their buffers; O(listeners) for each
 * to send. What other processes write is seen within a second, by a look at the
 * end of the log, which costs some microseconds.
 */
#ifndef TCN_TOOLS_SERVE_LIVE_SSE_H
#define TCN_TOOLS_SERVE_LIVE_SSE_H

#include <event2/event.h>

#include "engine/base/arena.h"
#include "engine/base/buf.h"
#include "engine/base/err.h"
#include "sql/store_told.h"
#include "tools/serve/http/http_session.h"

struct tcn_sse;

enum tcn_sse_view {
	TCN_SSE_WHOLE, /* without ?page= */
	TCN_SSE_ROW, /* page=now and page=event:ID */
	TCN_SSE_ARTICLES,
};

struct tcn_sse_conf {
	const struct tcn_store *store; /* only read */
	size_t listeners_max;
	int64_t boot_ms; /* when the program started */
	const char *version; /* of the program */

	/*
	 * Appends the data of a message about this row, one JSON object with a
	 * member or more; nothing: it is not for this view, or what it tells of
	 * was removed since. The view is WHOLE or ROW. Errors: the store's.
	 */
	enum tcn_rc (*write)(void *ctx, const struct tcn_store_told *told,
	    enum tcn_sse_view view, struct tcn_arena *arena,
	    struct tcn_buf *out);
	/* Appends members of hello and beat, one at least. It may commit what
	 * waits, and so call tcn_sse_poll(). Errors as above.
	 */
	enum tcn_rc (*status)(void *ctx, struct tcn_buf *out);
	/* The seq of the last article that is committed. */
	uint64_t (*last_article)(void *ctx);
	/* The store could not be read. */
	void (*failed)(void *ctx, enum tcn_rc rc, const struct tcn_err *err);
	void *ctx;
};

/* Begins behind the last row there is. conf is copied; what it names must
 * outlive it. The store's errors. */
TCN_MUST_USE enum tcn_rc tcn_sse_new(struct event_base *base,
    const struct tcn_sse_conf *conf, struct tcn_sse **sse);

/* Disconnects all listeners. sse may be NULL. */
void tcn_sse_free(struct tcn_sse *sse);

/* Limits the number of new listeners; none is disconnected for it. */
void tcn_sse_set_max(struct tcn_sse *sse, size_t listeners_max);

/* Answers GET /v1/stream: the caller is a listener from now on, or gets 503,
 * or 400 for a page that there is not. */
void tcn_sse_subscribe(struct tcn_sse *sse, struct tcn_http_call *call);

/*
 * Sends the rows of the log that are new: call it after each commit that may
 * have added some. While a transaction is open nothing is sent, as it may be
 * undone: its commit calls again. Failures go to the callback.
 */
void tcn_sse_poll(struct tcn_sse *sse);

/*
 * Ends the streams of all listeners for which whose() is true, or of
 * all if whose is NULL, with a bye that says why. What was sent before it still
 * goes out, while the loop runs.
 */
typedef bool tcn_sse_whose_fn(void *ctx, const struct tcn_http_caller *caller,
    const char *user);
void tcn_sse_bye(struct tcn_sse *sse, const char *why, tcn_sse_whose_fn *whose,
    void *ctx);

/* How many listeners there are. */
size_t tcn_sse_listeners(const struct tcn_sse *sse);

/*
 * Structural validator for tests: TCN_CORRUPT and a reason when the list of
 * listeners is broken, is not of the length that is counted, or one is ahead
 * of the log.
 */
TCN_MUST_USE enum tcn_rc tcn_sse_check(const struct tcn_sse *sse,
    struct tcn_err *err);

#endif
