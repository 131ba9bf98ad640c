/*
 * tools/pipeline/compactor.h - the work that delta commits put off.
 *
 * A delta commit (tcn_pipeline_commit_delta) is as durable as any, but does not
 * bring every row up to date: the stories that took items in are listed here,
 * and what changed of the detector's state is in the store as deltas that
 * override its rows (sql/store.h). Compaction brings both up to date, all at
 * once, or in rounds of steps between the commits that go on, so that no caller
 * waits for it.
 *
 * A start learns from the deltas which stories have changed
 * (tcn_compactor_mark_story), so a round stores all stories that had changed
 * when it began before the store deletes their deltas.
 *
 * The detector is the caller's. What is written joins the transaction that is
 * handed in (sql/store.h).
 */
#ifndef TCN_TOOLS_PIPELINE_COMPACTOR_H
#define TCN_TOOLS_PIPELINE_COMPACTOR_H

#include "rules/detector.h"
#include "sql/store.h"

struct tcn_compactor_ids {
	uint64_t *at;
	size_t n, cap;
};

/* All zero but det is nothing to do. */
struct tcn_compactor {
	struct tcn_detector *det;
	struct tcn_compactor_ids changed; /* stories, with repeats */
	struct tcn_compactor_ids batch; /* those of this round, by id */
	size_t next; /* index in batch of the first that is not stored */
	bool in_round;
};

/*
 * TCN_CORRUPT and a sentence when the batch is not in order, without repeats,
 * or when there is something left of it but no round.
 */
TCN_MUST_USE enum tcn_rc
tcn_compactor_check(const struct tcn_compactor *compactor, struct tcn_err *err);

void tcn_compactor_fini(struct tcn_compactor *compactor);

/* Notes that a story took an item in. */
void tcn_compactor_mark_story(struct tcn_compactor *compactor, uint64_t story);

/* Stores all noted stories as they are now, and ends the round; then, once the
 * detector is saved, brings the rows of its state up to date. */
TCN_MUST_USE enum tcn_rc
tcn_compactor_flush_stories(struct tcn_compactor *compactor,
    struct tcn_store_tx *tx);
TCN_MUST_USE enum tcn_rc
tcn_compactor_flush_state(struct tcn_compactor *compactor,
    struct tcn_store_tx *tx);

/*
 * One step of a round, about as much work as so many rows; begins a round when
 * none is under way. in_round tells whether the round goes on after it.
 */
TCN_MUST_USE enum tcn_rc tcn_compactor_step(struct tcn_compactor *compactor,
    struct tcn_store_tx *tx, size_t work);

/*
 * Stores all open stories. Which item of a story is central changes with the
 * document frequencies, so only what is stored at one moment is the same
 * however the run was divided into batches.
 */
TCN_MUST_USE enum tcn_rc
tcn_compactor_flush_open(struct tcn_compactor *compactor,
    struct tcn_store_tx *tx);

#endif
