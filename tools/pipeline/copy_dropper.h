/*
 * tools/pipeline/copy_dropper.h - removes stored copies that detection no
 * longer reads.
 *
 * With store.copies: drop a copy is stored as any other while the detector may
 * read it back at a start, so that a restart decides the same; then its row
 * goes, its original counts it (tcn_store_copies_gone), and its key stays for
 * store.keep_keys, so that it is still known when it comes again. What an event
 * cites stays.
 *
 * The rows go by time, in steps beside commits (sql/store_retain.h). A pass
 * ends where the next begins, but for copies that came late: O(copies that
 * go), and at the first pass after a start O(copies stored).
 */
#ifndef TCN_TOOLS_PIPELINE_COPY_DROPPER_H
#define TCN_TOOLS_PIPELINE_COPY_DROPPER_H

#include "engine/item/record.h"
#include "sql/store_retain.h"

struct tcn_copy_dropper {
	bool on;
	bool active; /* a pass is under way */
	int64_t from_ms; /* no copy before that is left that may go */
	uint64_t dropped; /* since it was opened */
	struct tcn_store_retain pass;
};

void tcn_copy_dropper_init(struct tcn_copy_dropper *dropper, bool on);

/* Notes an item that was stored: of a copy older than where the last pass
 * ended, the next pass begins at its date. */
void tcn_copy_dropper_note(struct tcn_copy_dropper *dropper,
    const struct tcn_placement *item);

/*
 * About so much work (> 0, in rows; SIZE_MAX: all there is) for copies before
 * before_ms; now_ms: when their keys were last met. A pass begins when there
 * is an hour of them, or when all are to go.
 */
TCN_MUST_USE enum tcn_rc tcn_copy_dropper_step(struct tcn_copy_dropper *dropper,
    struct tcn_store_tx *tx, int64_t before_ms, int64_t now_ms, size_t work);

#endif
