/*
 * sql/store_space.h - the size of the file, and how it shrinks.
 *
 * What is removed leaves free pages, which later rows fill again. A store of
 * version 14 or later is made so that free pages can be given back to the file
 * system a few at a time (SQLite's incremental vacuum); an older one is
 * rewritten once, by tcn_store_vacuum(). The file itself becomes smaller at the
 * next checkpoint of the write-ahead log.
 *
 * The full-text index marks removed texts, and drops the marks with what they
 * refer to when it merges its pieces. Merging all of them into one, in steps,
 * is worth it when a good part of the texts has gone.
 */
#ifndef TCN_SQL_STORE_SPACE_H
#define TCN_SQL_STORE_SPACE_H

#include "sql/store.h"

struct tcn_store_space {
	uint64_t pages,
	    free_pages; /* of the file, as the last commit left it */
	uint64_t page_bytes;
	bool shrinks; /* free pages can be given back in steps */
};

/* O(1). */
TCN_MUST_USE enum tcn_rc tcn_store_space(const struct tcn_store *st,
    struct tcn_store_space *space);

/* Gives back at most so many free pages (> 0). Does nothing when the store
 * cannot shrink in steps. */
TCN_MUST_USE enum tcn_rc tcn_store_shrink(struct tcn_store_tx *tx,
    unsigned pages);

/* Begins (`begins`) to merge the full-text index into one piece, or goes on;
 * a step writes about so many pages (> 0). *done: there is nothing left. */
TCN_MUST_USE enum tcn_rc tcn_store_merge_search(struct tcn_store_tx *tx,
    unsigned pages, bool begins, bool *done);

/*
 * Rewrites the whole file without free pages, so that it shrinks in steps from
 * now on. Needs as much free disk as the store has; nobody else may have it
 * open. Outside of a transaction.
 */
TCN_MUST_USE enum tcn_rc tcn_store_vacuum(struct tcn_store *st);

/* Pages in the write-ahead log when this program last committed: how much of
 * it a checkpoint has to go through. */
uint64_t tcn_store_log_pages(const struct tcn_store *st);

/*
 * Copies what is in the write-ahead log into the file, as far as no reader
 * needs it there, and waits for the disk. Outside of a transaction. Another
 * store of the same file, on a thread of its own, can do it while this one
 * writes. *left: pages that were not copied; the log is written from its
 * beginning again once none are.
 */
TCN_MUST_USE enum tcn_rc tcn_store_checkpoint(struct tcn_store *st,
    uint64_t *left);

#endif
