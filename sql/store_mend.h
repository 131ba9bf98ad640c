/*
 * sql/store_mend.h - mends a store: takes one back to a time that it has run
 * ahead of, removes what cannot be read of its items.
 */
#ifndef TCN_SQL_STORE_MEND_H
#define TCN_SQL_STORE_MEND_H

#include "sql/store.h"

/* What was later than the time that a store was taken back to. */
struct tcn_store_mended {
	uint64_t items, events;
};

/*
 * Takes every time of the stream that is later than now_ms back to it: of
 * items, stories, events and their revisions, and of what retention notes. The
 * dates that articles were sent with stay. All stories count as over, and the
 * detector's saved state is dropped: the caller puts a new one into the same
 * transaction. Nothing else is removed. Must come first in the transaction.
 */
TCN_MUST_USE enum tcn_rc tcn_store_mend_clock(struct tcn_store_tx *tx,
    int64_t now_ms, struct tcn_store_mended *mended);

/*
 * Removes the features, vectors and content words that cannot be read
 * (sql/store_read.h, tcn_store_each_unreadable), with what else was sent in
 * place of text with the same items. Those stay, with their title and text, in
 * their stories and events; *n: how many they are. Texts and dates are not
 * mended: of these only a copy of the file has others. O(all items).
 */
TCN_MUST_USE enum tcn_rc tcn_store_drop_unreadable(struct tcn_store_tx *tx,
    uint64_t *n);

#endif
