/*
 * tools/deliver/spawn.h - programs run beside the loop, each with a time limit.
 *
 * No shell: the words of the command are its arguments. The input stands in
 * an unnamed file from the start, so that a program that does not read it
 * blocks nobody. Output goes nowhere. Each leads a process group of its own,
 * which is killed as a whole when its time is up.
 */
#ifndef TCN_TOOLS_DELIVER_SPAWN_H
#define TCN_TOOLS_DELIVER_SPAWN_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/base/rc.h"
#include "engine/base/str.h"

struct event_base;

struct tcn_spawn_job {
	const char *const *command; /* NULL behind the last */
	struct tcn_str input;
	const char *key; /* TOCSIN_KEY in its environment */
	int64_t timeout_ms;
	/* error NULL: it ended with status 0. */
	void (*done)(void *ctx, int status, const char *error);
	void *ctx;
};

struct tcn_spawn;

TCN_MUST_USE enum tcn_rc tcn_spawn_new(struct event_base *base,
    struct tcn_spawn **spawn);

/* What still runs is killed; nobody is called. spawn may be NULL. */
void tcn_spawn_free(struct tcn_spawn *spawn);

/* Begins; done is called from the loop. TCN_IO: it could not be started;
 * errno says why. */
TCN_MUST_USE enum tcn_rc tcn_spawn_run(struct tcn_spawn *spawn,
    const struct tcn_spawn_job *job);

#endif
