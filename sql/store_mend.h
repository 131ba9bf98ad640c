/*
 * sql/store_mend.h - repairs a store whose time has run ahead, or whose items
 * cannot be read.
 */
#ifndef TCN_SQL_STORE_MEND_H
#define TCN_SQL_STORE_MEND_H

#include "sql/store.h"

/* Counts of rows that were later than the time to which a store was set
 * back. */
struct tcn_store_mended {
	uint64_t items, events;
};

/*
 * Sets every stream time later than now_ms back to it: of items, stories,
 * events and their revisions, and of the notes of retention. The dates that
 * articles were sent with stay. Closes all stories, and deletes the detector's
 * saved state: the caller must put a new one in the same transaction. Removes
 * nothing else. Must be the first call in the transaction.
 */
TCN_MUST_USE enum tcn_rc tcn_store_mend_clock(struct tcn_store_tx *tx,
    int64_t now_ms, struct tcn_store_mended *mended);

/*
 * Removes the features, vectors and content words that cannot be read
 * (sql/store_read.h, tcn_store_each_unreadable), with all else that was sent in
 * place of the text of the same items. The items stay, with title and text, in
 * their stories and events; *n: how many they are. Texts and dates cannot be
 * repaired, only restored from a copy of the file. O(all items).
 */
TCN_MUST_USE enum tcn_rc tcn_store_drop_unreadable(struct tcn_store_tx *tx,
    uint64_t *n);

#endif
