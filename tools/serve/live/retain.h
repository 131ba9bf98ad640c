/*
 * tools/serve/live/retain.h - removes old rows beside the daemon's other work.
 *
 * A pass of retention (tools/pipeline/retention.h) begins soon after the start
 * and then every ten minutes, and at once when the store is larger than
 * store.size_max. Its steps run one at a time, at the loop's lowest priority,
 * so that requests, commits and messages come first; while these never end, one
 * step runs every 100 ms all the same. The work of a step is bounded by rows
 * and pages (TCN_RETENTION_WORK), and not by a clock, which would also measure
 * what other programs do: some milliseconds of processor time.
 *
 * What a pass has removed is logged, and counted for GET /metrics.
 */
#ifndef TCN_TOOLS_SERVE_LIVE_RETAIN_H
#define TCN_TOOLS_SERVE_LIVE_RETAIN_H

#include <event2/event.h>

#include "tools/pipeline/retention.h"
#include "tools/serve/live/intake.h"

struct tcn_retain_counts { /* since the start */
	uint64_t removed[TCN_STORE_KEPT_KINDS];
	uint64_t freed_bytes;
	uint64_t steps;
	int64_t longest_ms; /* step */
	int64_t took_ms; /* all steps together */
};

struct tcn_retain;

/* failed: the store has failed; its loop is to end. intake and pipe must
 * outlive it. */
struct tcn_retain *tcn_retain_new(struct event_base *base,
    const struct tcn_retention_conf *conf, struct tcn_pipeline *pipe,
    struct tcn_intake *intake,
    void (*failed)(void *ctx, enum tcn_rc rc, const struct tcn_err *err),
    void *ctx);
void tcn_retain_free(struct tcn_retain *retain); /* may be NULL */

/* Replaces the settings; the pass under way ends by the old ones. */
void tcn_retain_reconfigure(struct tcn_retain *retain,
    const struct tcn_retention_conf *conf);

const struct tcn_retain_counts *
tcn_retain_counts(const struct tcn_retain *retain);

#endif
