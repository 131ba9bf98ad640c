/*
 * tools/deliver/scribe.h - lines for files, written beside the loop.
 *
 * A disk may take long to answer, and a network's file system may never do:
 * each line is appended (tools/deliver/append.h) by a thread of its own, and
 * who waits for it is told from the loop. When its time is up it has failed;
 * since the thread may write it all the same, another line for that file fails
 * at once until the thread has come back, and there is one thread a file that
 * hangs.
 */
#ifndef TCN_TOOLS_DELIVER_SCRIBE_H
#define TCN_TOOLS_DELIVER_SCRIBE_H

#include <stdint.h>

#include "engine/base/rc.h"
#include "engine/base/str.h"

struct event_base;

struct tcn_scribe_job {
	const char *path; /* copied, as is the line */
	struct tcn_str line; /* with its line feed */
	int64_t timeout_ms;
	/* error NULL: it is safely on disk. */
	void (*done)(void *ctx, const char *error);
	void *ctx;
};

struct tcn_scribe;

TCN_MUST_USE enum tcn_rc tcn_scribe_new(struct event_base *base,
    struct tcn_scribe **scribe);

/* Waits for nobody: what is under way comes to its own end, and nobody is
 * called. scribe may be NULL. */
void tcn_scribe_free(struct tcn_scribe *scribe);

/* Begins; done is called from the loop, or from here. TCN_NOMEM: it is not. */
TCN_MUST_USE enum tcn_rc tcn_scribe_write(struct tcn_scribe *scribe,
    const struct tcn_scribe_job *job);

#endif
