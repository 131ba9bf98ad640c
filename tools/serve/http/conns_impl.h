/*
 * tools/serve/http/conns_impl.h - connections and their queues, shared by
 * conns.c and conns_check.c.
 */
#ifndef TCN_TOOLS_SERVE_HTTP_CONNS_IMPL_H
#define TCN_TOOLS_SERVE_HTTP_CONNS_IMPL_H

#include <stdbool.h>
#include <sys/queue.h>

#include "tools/serve/http/conns.h"
#include "tools/serve/http/http_gate.h"

enum tcn_conns_state {
	TCN_CONNS_RECEIVING,
	TCN_CONNS_WORKING,
	TCN_CONNS_SENDING,
	TCN_CONNS_STREAMING,
	TCN_CONNS_IDLE,
	TCN_CONNS_CLOSING,
	TCN_CONNS_STATES
};

struct tcn_conns_conn {
	struct tcn_conns *conns;
	TAILQ_ENTRY(tcn_conns_conn) next;
	struct bufferevent *bev; /* a reference of our own */
	enum tcn_conns_state state;
	int fd; /* -1: nothing received yet */
	int64_t since_ms; /* when it entered this state; monotonic clock */
	int64_t heard_ms; /* when its last byte came */
	size_t buffered; /* its bytes in memory, a part of counts.bytes */
	struct tcn_http_gate gate;
	uint64_t requests; /* that the server has received */
};

TAILQ_HEAD(tcn_conns_queue, tcn_conns_conn);

struct tcn_conns {
	struct event_base *base;
	struct tcn_conns_conf conf;
	struct tcn_conns_queue in[TCN_CONNS_STATES];
	size_t closing_n, streaming_n;
	struct tcn_conns_conn **by_fd; /* fds_cap of them */
	size_t fds_cap;
	struct event *tick, *refuse;
	struct tcn_conns_listener {
		struct evconnlistener *at;
		bool paused; /* for want of descriptors */
	} listeners[TCN_CONNS_LISTENERS];
	size_t listeners_n;
	struct tcn_conns *next_watching;
	size_t most; /* the highest counts.bytes since the last flood */
	unsigned trim_in; /* ticks until memory is given back; 0: it is not */
	struct tcn_conns_queue
	    refused; /* until on_refuse(): state TCN_CONNS_RECEIVING */
	struct tcn_conns_counts counts;
};

/* Closes the longest idle connection, else the longest receiving one; false:
 * there is none. */
bool tcn_conns_evict(struct tcn_conns *conns);

/* The listeners that paused go on; and they are watched no more. */
void tcn_conns_listen_on(struct tcn_conns *conns);
void tcn_conns_unwatch(struct tcn_conns *conns);

#endif
