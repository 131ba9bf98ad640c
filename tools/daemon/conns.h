/*
 * tools/daemon/conns.h - the server's connections: how many, how slow, how
 *large.
 *
 * libevent's HTTP server bounds one request and ends a connection on which
 * nothing moves. What all connections take together, and one that moves a
 * byte now and then, is seen to here: each connection is in one state, each
 * state has a queue in order of arrival, and who must go is its head.
 *
 *	receiving  from the first byte of a request to its last; also a new
 *	           connection, which owes its first request
 *	working    until the answer is given
 *	sending    until the answer is taken
 *	streaming  an answer without an end
 *	idle       between two requests
 *
 * Receiving and sending may take slow_ms, and a second for each rate_min
 * bytes (nobody is late for being far away, a byte a second is). At max
 * connections the one longest idle goes, else the one longest receiving: who
 * asks and goes gets through whoever else clings. Only when all are being
 * answered is a new one told 503. Over bytes_max, requests and answers
 * together, the one longest receiving or sending goes, or a listener that has
 * more than its share waiting.
 *
 * A connection goes by shutdown(2), and the HTTP server, which owns it, finds
 * it ended. A reference to its bufferevent is held until then, so that a
 * descriptor means one connection as long as it is known here. One loop, one
 * thread; a step costs O(1), a tick twice a second O(connections).
 */
#ifndef TCN_TOOLS_DAEMON_CONNS_H
#define TCN_TOOLS_DAEMON_CONNS_H

#include <event2/bufferevent.h>
#include <event2/event.h>
#include <event2/listener.h>
#include <stdint.h>

#include "engine/base/rc.h"

struct tcn_conns_conf {
	size_t max;
	size_t bytes_max; /* of all requests and answers that are held */
	size_t each_max; /* bytes of one request */
	int64_t slow_ms;
	size_t rate_min; /* bytes a second, > 0 */

	/* A connection's bufferevent, without a descriptor yet; it must have
	 * BEV_OPT_CLOSE_ON_FREE. */
	struct bufferevent *(*open)(struct event_base *base, void *ctx);
	void *ctx;
};

struct tcn_conns_counts {
	size_t open, bytes; /* now */
	uint64_t refused; /* told 503 at once */
	uint64_t evicted; /* gone to make room, of either kind */
	uint64_t slow; /* gone for being slow, or over each_max */
};

struct tcn_conns;
struct tcn_conns_conn;

TCN_MUST_USE enum tcn_rc tcn_conns_new(struct event_base *base,
    const struct tcn_conns_conf *conf, struct tcn_conns **conns);

/* From now on these limits; max, open and ctx stay. */
void tcn_conns_reconfigure(struct tcn_conns *conns,
    const struct tcn_conns_conf *conf);

/* After the server that it served is gone. conns may be NULL. */
void tcn_conns_free(struct tcn_conns *conns);

/* For evhttp_set_bevcb(), with a struct tcn_conns as its ctx. */
struct bufferevent *tcn_conns_open(struct event_base *base, void *conns);

/* Out of descriptors: it rests until the next tick, in place of spinning. */
void tcn_conns_set_listener(struct tcn_conns *conns,
    struct evconnlistener *listener);

/*
 * The connection of a bufferevent that has received something; NULL when it
 * was made with memory short. The calls below take NULL too.
 */
struct tcn_conns_conn *tcn_conns_find(struct tcn_conns *conns,
    struct bufferevent *bev);

/* The request is there, whole. */
void tcn_conns_working(struct tcn_conns_conn *conn);

/* What it held has been given back, though there is no answer yet. */
void tcn_conns_release(struct tcn_conns_conn *conn);

/* The answer is given, so long; or begins, and has no end. */
void tcn_conns_sending(struct tcn_conns_conn *conn, size_t bytes);
void tcn_conns_streaming(struct tcn_conns_conn *conn);

/* The answer has been taken. */
void tcn_conns_done(struct tcn_conns_conn *conn);

const struct tcn_conns_counts *tcn_conns_counts(const struct tcn_conns *conns);

/*
 * Raises the process's limit on descriptors as far as it goes; returns how
 * many of `wanted` connections it then has room for, beside its files.
 */
size_t tcn_conns_raise_fd_limit(size_t wanted);

#endif
