/*
 * tools/pipeline/retention.h - how long a store keeps what it holds, and the
 * work of removing the rest, a step at a time.
 *
 * A pass removes what is older than the settings say (sql/store_retain.h);
 * then, when it is worth it, merges the full-text index and gives free pages
 * back (sql/store_space.h). Each step is a transaction of its own, which the
 * caller puts between its other work.
 *
 * Whatever the settings say, items stay that the detector reads back at a
 * start, and an hour more; and so does what an event needs that the detector
 * may still update or reopen. So retention changes no decision.
 * * Ages count back from the stream's time, or from the wall clock's where that
 * is behind: a stream that is ahead of it may be set back. Those of messages
 * count back from the wall clock, but not from more than a day ahead of the
 * stream. So neither clock, set wrongly, empties a store.
*
 * SIZE. When what is stored is larger than size_max, the oldest of every kind
 * goes first, as if all had been kept for a shorter time: a sixteenth of the
 * stored time at once, pass after pass, until it fits, or until only what must
 * stay is left.
 *
 * Call order: init; then begin now and then, and step while a pass is active.
 */
#ifndef TCN_TOOLS_PIPELINE_RETENTION_H
#define TCN_TOOLS_PIPELINE_RETENTION_H

#include "sql/store_retain.h"
#include "sql/store_space.h"
#include "tools/conf/conf.h"
#include "tools/pipeline/pipeline.h"

/* How much a step of a daemon does, in rows. */
#define TCN_RETENTION_WORK 50

struct tcn_retention_conf {
	int64_t keep_ms[TCN_STORE_KEPT_KINDS]; /* 0: for ever */
	uint64_t size_max_bytes; /* 0: without bound */
};

enum tcn_retention_phase {
	TCN_RETENTION_RESTS,
	TCN_RETENTION_REMOVES,
	TCN_RETENTION_MERGES,
	TCN_RETENTION_SHRINKS,
	TCN_RETENTION_COPIES, /* the log into the file, if pages were freed */
};

struct tcn_retention {
	struct tcn_retention_conf conf;
	enum tcn_retention_phase phase;
	struct tcn_store_retain pass; /* the last, or the one under way */
	uint64_t freed_bytes; /* given back by the last pass */
	uint64_t steps; /* of the last pass */
	int64_t size_before_ms; /* what is older must go: size_max */
	int64_t floor_ms; /* what is younger must stay */
	bool merging; /* the merge has begun */
	bool oversize; /* larger than size_max, with nothing left to remove */
	bool cannot_shrink; /* an older program made the store */
};

/* The settings of the section "store". */
struct tcn_retention_conf tcn_retention_conf(const struct tcn_conf *conf);

void tcn_retention_init(struct tcn_retention *retention,
    const struct tcn_retention_conf *conf);

/* Whether the store is larger than size_max, and something may be removed. */
TCN_MUST_USE enum tcn_rc
tcn_retention_is_oversize(const struct tcn_retention *retention,
    struct tcn_pipeline *pipe, int64_t wall_ms, bool *oversize,
    struct tcn_err *err);

/* Begins a pass; none may be active. Removes nothing before the first step. */
TCN_MUST_USE enum tcn_rc tcn_retention_begin(struct tcn_retention *retention,
    struct tcn_pipeline *pipe, int64_t wall_ms, struct tcn_err *err);

/* Whether a pass is under way. */
bool tcn_retention_is_active(const struct tcn_retention *retention);

/*
 * One step of the pass, about as much work as so many rows (> 0), in a
 * transaction of its own (tcn_pipeline_begin()). After an error the pipeline
 * can only be closed.
 */
TCN_MUST_USE enum tcn_rc tcn_retention_step(struct tcn_retention *retention,
    struct tcn_pipeline *pipe, size_t work, struct tcn_err *err);

/* Whether the last pass has removed anything, or given anything back. */
bool tcn_retention_has_worked(const struct tcn_retention *retention);

#endif
