/*
 * tools/lab/bench/bench_poster.h - a client that posts articles to the daemon.
 *
 * It keeps its connection, as clients do, and dials again when the daemon has
 * closed it, as that does with an idle one. Every answer is looked at: what is
 * no success is counted and reported on standard error, and so is a connection
 * that ends while answers are awaited.
 */
#ifndef TCN_TOOLS_LAB_BENCH_BENCH_POSTER_H
#define TCN_TOOLS_LAB_BENCH_BENCH_POSTER_H

#include <stdint.h>

#include "engine/base/buf.h"
#include "tools/lab/bench/bench_serve.h"

/* Set base and daemon, all else to zero. */
struct tcn_bench_poster {
	struct event_base *base;
	const struct tcn_bench_daemon *daemon;
	struct bufferevent *bev; /* NULL: not connected */
	uint64_t awaited; /* answers */
	uint64_t answered, failed, dialled; /* all told; failed: see above */
};

/* Sends POST /v1/articles with this body. */
void tcn_bench_poster_post(struct tcn_bench_poster *poster,
    const struct tcn_buf *body);

/* Hangs up. */
void tcn_bench_poster_fini(struct tcn_bench_poster *poster);

#endif
