/*
 * tools/serve/live/slices.h - work that takes too long to be done at once, done
 * a little at a time between other requests.
 *
 * A job is a request whose answer needs long computing, such as a thousand
 * texts to be prepared. It is cut into steps of a few milliseconds at most.
 * Each turn of the loop works for 10 ms on the oldest job, so that whoever asks
 * for something short waits that much longer, and no more. Cooperative
 * multitasking in place of threads: what prepares texts is not shared.
 *
 * One loop, one thread.
 */
#ifndef TCN_TOOLS_SERVE_LIVE_SLICES_H
#define TCN_TOOLS_SERVE_LIVE_SLICES_H

#include <event2/event.h>
#include <stdbool.h>

#include "engine/base/rc.h"

#define TCN_SLICES_JOBS_MAX 64 /* that wait at once */

/* To be the first member of the caller's struct. */
struct tcn_slices_job {
	/* Does a step; true: it was the last one, the call is answered and the
	 * job freed. */
	bool (*step)(struct tcn_slices_job *job);
	/* Answers that there will be no answer, and frees the job. */
	void (*drop)(struct tcn_slices_job *job);
	struct tcn_slices_job *next;
};

struct tcn_slices;

struct tcn_slices *tcn_slices_new(struct event_base *base);

/* Drops the jobs that wait. May be NULL. */
void tcn_slices_free(struct tcn_slices *slices);

/* Takes the job over. false: TCN_SLICES_JOBS_MAX wait, and it was not taken. */
TCN_MUST_USE bool tcn_slices_add(struct tcn_slices *slices,
    struct tcn_slices_job *job);

#endif
