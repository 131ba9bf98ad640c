/*
 * tools/serve/deliver/spawn.h - runs programs without blocking the event loop,
 * each with a time limit.
 *
 * They are started as tools/base/child.h says, without a shell. A program's
 * standard input is an unnamed file that holds all of the input from the
 * start, so that a program that does not read it blocks nobody; its output is
 * discarded, or goes to a file of the caller's. Each program leads a process
 * group of its own, and that group is killed when the time is up, children
 * included. The environment holds PATH and what the job says only, so no secret
 * of ours is inherited.
 *
 * One loop, one thread; it handles SIGCHLD for its own children only.
 */
#ifndef TCN_TOOLS_SERVE_DELIVER_SPAWN_H
#define TCN_TOOLS_SERVE_DELIVER_SPAWN_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/base/err.h"
#include "engine/base/rc.h"
#include "engine/base/str.h"

struct event_base;

struct tcn_spawn_job {
	const char *const *command; /* at least one word; ends with NULL */
	struct tcn_str input;
	int output; /* what becomes its standard output; 0: it is discarded */
	const char *key; /* TOCSIN_KEY in its environment; or NULL */
	const char *home; /* HOME in it; or NULL */
	int64_t timeout_ms; /* > 0 */
	bool alone; /* what it has started ends with it */
	/* Called once. error NULL: it ended with status 0. */
	void (*done)(void *ctx, int status, const char *error);
	void *ctx;
};

struct tcn_spawn;

struct tcn_spawn *tcn_spawn_new(struct event_base *base);

/* Kills what still runs, without calling done. spawn may be NULL. */
void tcn_spawn_free(struct tcn_spawn *spawn);

/*
 * Starts a program; done is called from the loop. What job points to must live
 * until then. TCN_IO: it could not be started, errno says why. On either done
 * is not called.
 */
TCN_MUST_USE enum tcn_rc tcn_spawn_run(struct tcn_spawn *spawn,
    const struct tcn_spawn_job *job);

/*
 * Structural validator for tests: TCN_CORRUPT and a reason when the list of
 * programs is broken. *n: how many run.
 */
TCN_MUST_USE enum tcn_rc tcn_spawn_check(const struct tcn_spawn *spawn,
    size_t *n, struct tcn_err *err);

#endif
