/*
 * tools/pipeline/compactor.h - what brief commits leave for later, and how it
 * is done.
 *
 * A brief commit holds everything, but not in each row: the stories that took
 * items in are remembered here, and what changed of the detector's state stands
 * in the store as notes that lie over its rows (sql/store.h). To compactor is
 * to bring both up to date: all at once, or a piece at a time beside the
 * commits that go on, so that nobody waits for it.
 *
 * The notes are also what a start knows the stories by
 * (tcn_compactor_mark_story), so they go only after all stories that had
 * changed by them are stored.
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
	struct tcn_compactor_ids batch; /* those of the pieces under way */
	size_t next; /* of batch */
	bool in_round;
};

/*
 * TCN_CORRUPT and a sentence when the batch is not in order, without repeats,
 * or when there is something left of it but no round.
 */
TCN_MUST_USE enum tcn_rc
tcn_compactor_check(const struct tcn_compactor *compactor, struct tcn_err *err);

void tcn_compactor_fini(struct tcn_compactor *compactor);

/* A story took an item in. TCN_NOMEM is the only failure. */
TCN_MUST_USE enum tcn_rc
tcn_compactor_mark_story(struct tcn_compactor *compactor, uint64_t story);

/* The stories, as they stand; then, when the detector is saved, its state. */
TCN_MUST_USE enum tcn_rc
tcn_compactor_flush_stories(struct tcn_compactor *compactor,
    struct tcn_store_tx *tx);
TCN_MUST_USE enum tcn_rc
tcn_compactor_flush_state(struct tcn_compactor *compactor,
    struct tcn_store_tx *tx);

/*
 * A piece of what stood when the first piece of a round was called for: about
 * as much work as so many rows. in_round tells whether the round goes on.
 */
TCN_MUST_USE enum tcn_rc tcn_compactor_step(struct tcn_compactor *compactor,
    struct tcn_store_tx *tx, size_t work);

/*
 * All open stories: which item is central moves with the document
 * frequencies, so that only what is written at one moment is the same
 * however the run was cut into batches.
 */
TCN_MUST_USE enum tcn_rc
tcn_compactor_flush_open(struct tcn_compactor *compactor,
    struct tcn_store_tx *tx);

#endif
