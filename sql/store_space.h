/*
 * sql/store_space.h - the size of the file, and how it shrinks.
 *
 * Removed rows leave free pages, which later rows fill again. A store of
 * version 14 or later can return free pages to the file system a few at a time
 * (SQLite's incremental vacuum); an older one must be rewritten once, by
 * tcn_store_vacuum(). The file itself becomes smaller at the next checkpoint of
 * the write-ahead log.
 *
 * The full-text index marks removed texts, and drops them and their marks when
 * it merges its pieces. Merging all of them into one, in steps, is worth it
 * when a good part of the texts was removed.
 */
#ifndef TCN_SQL_STORE_SPACE_H
#define TCN_SQL_STORE_SPACE_H

#include "sql/store.h"

struct tcn_store_space {
	uint64_t pages, free_pages; /* of the file, after the last commit */
	uint64_t page_bytes;
	bool shrinks; /* free pages can be returned in steps */
};

/* Reads the size of the file. O(1). */
TCN_MUST_USE enum tcn_rc tcn_store_space(const struct tcn_store *st,
    struct tcn_store_space *space);

/* Returns at most so many free pages (> 0) to the file system. Does nothing
 * when the store cannot shrink in steps. */
TCN_MUST_USE enum tcn_rc tcn_store_shrink(struct tcn_store_tx *tx,
    unsigned pages);

/* Begins (`begins`) or continues to merge the full-text index into one piece; a
 * step writes about so many pages (> 0). *done: the merge is complete. */
TCN_MUST_USE enum tcn_rc tcn_store_merge_search(struct tcn_store_tx *tx,
    unsigned pages, bool begins, bool *done);

/*
 * Rewrites the whole file without free pages, so that it shrinks in steps from
 * now on. Needs as much free disk space as the store takes; no other program
 * may have it open. Outside of a transaction.
 */
TCN_MUST_USE enum tcn_rc tcn_store_vacuum(struct tcn_store *st);

/* Pages in the write-ahead log at this program's last commit, which a
 * checkpoint must read. */
uint64_t tcn_store_log_pages(const struct tcn_store *st);

/*
 * Copies the pages of the write-ahead log that no reader needs there into the
 * file, and waits for the disk. Outside of a transaction. Another store of the
 * same file, on a thread of its own, can do it while this one writes. *left:
 * pages that were not copied; the log is written from its beginning again once
 * none are.
 */
TCN_MUST_USE enum tcn_rc tcn_store_checkpoint(struct tcn_store *st,
    uint64_t *left);

#endif
