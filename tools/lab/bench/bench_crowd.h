/*
 * tools/lab/bench/bench_crowd.h - many connections to the daemon that say one
 * thing and listen.
 *
 * Order: set base, daemon, n and until; gather, any number of waits, scatter.
 */
#ifndef TCN_TOOLS_LAB_BENCH_BENCH_CROWD_H
#define TCN_TOOLS_LAB_BENCH_BENCH_CROWD_H

#include <stdbool.h>

#include "tools/lab/bench/bench_serve.h"

struct tcn_bench_crowd {
	struct event_base *base;
	const struct tcn_bench_daemon *daemon;
	/* What each waits for; NULL: nothing, whatever comes is dropped. */
	const char *until;
	size_t n;
	/* The rest is the module's own, but heard may be read. */
	size_t heard; /* how many have heard it */
	struct bufferevent **all;
};

/* Opens the connections; each says text, and all are waited for. False: not
 * all could be opened, or were closed; scatter is due in every case. */
bool tcn_bench_crowd_gather(struct tcn_bench_crowd *crowd, const char *text);

/* Waits until each connection has received the text `until`, from now on. */
void tcn_bench_crowd_wait(struct tcn_bench_crowd *crowd, const char *until);

/* From now on nothing is waited for. */
void tcn_bench_crowd_ignore(struct tcn_bench_crowd *crowd);

/* Closes the connections. */
void tcn_bench_crowd_scatter(struct tcn_bench_crowd *crowd);

#endif
