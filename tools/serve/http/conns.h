/*
 * tools/serve/http/conns.h - bounds the number, the memory and the slowness of
 * the HTTP server's connections.
 *
 * libevent's HTTP server bounds the size of one request and closes a
 * connection without any traffic. Two kinds of denial of service remain: many
 * clients at once, and clients that move a byte now and then, each to hold a
 * connection for hours (slowloris, and its relatives that are slow in sending
 * a body or in reading an answer). This module is the defence against both.
 *
 * STATES. A connection is in one state, and each state has a queue, in the
 * order in which connections entered it; the victim of a limit is its head.
 *
 *	receiving  from the first byte of a request to its last; also a new
 *	           connection, which owes its first request
 *	working    from there until the answer is given
 *	sending    until the client has received the answer
 *	streaming  an answer without an end
 *	idle       between two requests
 *	closing    shut down, but the server has not noticed yet
 *
 * LIMITS.
 *	slow       receiving and sending may take slow_ms, plus a second for
 *	           each rate_min bytes, and receiving idle_ms without a byte.
 *	           So a distant client is not late, but one that sends a byte a
 *	           second is. Who has begun a request is answered 408
 *	number     at max connections the longest idle one is closed for a new
 *	           one, else the longest receiving one. So a client that asks
 *	           and leaves is served however many others hold connections.
 *	           Only when all are being answered, a new one is refused (503)
 *	memory     over bytes_max, of all requests and answers, the longest
 *	           receiving or sending connection is closed; or a streaming
 *	           one with more unread bytes than its share of bytes_max
 *
 * CLOSING is a shutdown(2): the HTTP server owns the connection, finds that it
 * has ended, and frees it. A reference to the bufferevent is kept here until
 * then, so that a descriptor cannot be used again while it is known here.
 *
 * Invariants (tcn_conns_check): the counts are those of the queues; a known
 * descriptor leads to its connection and back; within a queue since_ms never
 * decreases.
 *
 * One loop, one thread. Cost: O(1) a step; O(connections) for a tick, twice a
 * second.
 */
#ifndef TCN_TOOLS_SERVE_HTTP_CONNS_H
#define TCN_TOOLS_SERVE_HTTP_CONNS_H

#include <event2/bufferevent.h>
#include <event2/event.h>
#include <event2/listener.h>
#include <stdint.h>

#include "engine/base/err.h"
#include "engine/base/rc.h"
#include "tools/serve/http/http_scan.h"

struct tcn_conns_conf {
	size_t max; /* connections */
	size_t bytes_max; /* of all requests and answers in memory */
	size_t each_max; /* bytes of one request */
	/* What a request may be like (tools/serve/http/http_gate.h); head_max
	 * 0: the bytes are not looked at. */
	struct tcn_http_scan_limits requests;
	int64_t slow_ms;
	int64_t idle_ms; /* that no byte of a request may come, > 0 */
	size_t rate_min; /* bytes a second, > 0 */

	/* Makes a connection's bufferevent, which has no descriptor yet and
	 * has BEV_OPT_CLOSE_ON_FREE; NULL: none can be made. */
	struct bufferevent *(*open)(struct event_base *base, void *ctx);
	void *ctx;
};

struct tcn_conns_counts {
	size_t open, bytes; /* now */
	uint64_t refused; /* answered 503 at once */
	uint64_t evicted; /* closed for the limits of number or memory */
	uint64_t slow; /* closed for being slow, or over each_max */
};

struct tcn_conns;
struct tcn_conns_conn;

struct tcn_conns *tcn_conns_new(struct event_base *base,
    const struct tcn_conns_conf *conf);

/* Replaces the limits; max, open and ctx stay. */
void tcn_conns_reconfigure(struct tcn_conns *conns,
    const struct tcn_conns_conf *conf);

/* Precondition: the server has been freed. conns may be NULL. */
void tcn_conns_free(struct tcn_conns *conns);

/* A new connection: the callback of evhttp_set_bevcb(), with a struct tcn_conns
 * as its ctx. NULL: none can be made. */
struct bufferevent *tcn_conns_open(struct event_base *base, void *conns);

/*
 * Names a listener, of TCN_CONNS_LISTENERS at most. When it is out of
 * descriptors, some connections are closed and it pauses until the next tick,
 * rather than fail in a loop.
 */
#define TCN_CONNS_LISTENERS 2
void tcn_conns_add_listener(struct tcn_conns *conns,
    struct evconnlistener *listener);

/* The connection of a bufferevent that has received something. The calls below
 * do nothing for NULL, nor for a connection that is closing. */
struct tcn_conns_conn *tcn_conns_find(struct tcn_conns *conns,
    struct bufferevent *bev);

/*
 * The whole request has been received. Returns why it is refused, or NULL: it
 * is not (tools/serve/http/http_scan.h). One call for each request, in order.
 */
const struct tcn_http_refusal *tcn_conns_working(struct tcn_conns_conn *conn);

/* The request's memory has been freed, though there is no answer yet. */
void tcn_conns_release(struct tcn_conns_conn *conn);

/* The answer, of so many bytes, is given. */
void tcn_conns_sending(struct tcn_conns_conn *conn, size_t bytes);

/* An answer without an end begins. */
void tcn_conns_streaming(struct tcn_conns_conn *conn);

/* The client has received the answer. */
void tcn_conns_done(struct tcn_conns_conn *conn);

/* Whether an answer is to come, or not received yet. */
bool tcn_conns_owes(struct tcn_conns *conns);

/* At the end of a run: answers those who have begun a request that it is not
 * taken. */
void tcn_conns_end(struct tcn_conns *conns);

/* The counts of connections so far; they live as long as conns. */
const struct tcn_conns_counts *tcn_conns_counts(const struct tcn_conns *conns);

/*
 * Structural validator for tests: TCN_CORRUPT and a reason when one of the
 * invariants above does not hold.
 */
TCN_MUST_USE enum tcn_rc tcn_conns_check(const struct tcn_conns *conns,
    struct tcn_err *err);

#endif
