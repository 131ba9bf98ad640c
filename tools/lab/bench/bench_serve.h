/*
 * tools/lab/bench/bench_serve.h - a daemon of the bench's own.
 *
 * The daemon runs in a child process, over a store in a temporary folder below
 * /tmp, on a free port of loopback.
 */
#ifndef TCN_TOOLS_LAB_BENCH_BENCH_SERVE_H
#define TCN_TOOLS_LAB_BENCH_BENCH_SERVE_H

#include <event2/bufferevent.h>
#include <stdbool.h>
#include <sys/types.h>

#include "tools/conf/conf.h"

struct tcn_bench_daemon {
	char dir[64];
	pid_t pid;
	unsigned port;
};

/* Changes settings; called in the child. May write to dir. */
typedef void tcn_bench_change_fn(const struct tcn_bench_daemon *daemon,
    struct tcn_conf *conf, void *ctx);

/* For such a change: writes a file in dir and sets path to its own. False: it
 * cannot be written. */
bool tcn_bench_daemon_file(const struct tcn_bench_daemon *daemon,
    const char *name, char *path, size_t path_bytes, const char *text);

/*
 * Starts the daemon. False: it cannot be run here; call tcn_bench_daemon_stop()
 * in every case. change may be NULL.
 */
bool tcn_bench_daemon_start(struct tcn_bench_daemon *daemon,
    tcn_bench_change_fn *change, void *ctx);
void tcn_bench_daemon_stop(struct tcn_bench_daemon *daemon);

/* The daemon's resident memory in MB; 0: not known. */
double tcn_bench_resident_mb(const struct tcn_bench_daemon *daemon);

/* Seconds of processor time that the daemon has taken so far; 0: not known. */
double tcn_bench_daemon_cpu(const struct tcn_bench_daemon *daemon);

/* Returns a connection to the daemon, or NULL. */
struct bufferevent *tcn_bench_dial(struct event_base *base,
    const struct tcn_bench_daemon *daemon);

/* Writes a request that posts the articles in body, and frees body. */
void tcn_bench_post(struct evbuffer *out, struct evbuffer *body);

struct event;
struct evhttp_bound_socket;

/* The port of loopback that a server of the bench's own is bound to; 0: bound
 * is NULL, or the port is not known. */
unsigned tcn_bench_port(struct evhttp_bound_socket *bound);

/* Has the timer go off in so many seconds. */
void tcn_bench_after(struct event *timer, double seconds);

#endif
