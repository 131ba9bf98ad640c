/*
 * sql/store_check.h - is what is stored whole, and is it the same as elsewhere?
 */
#ifndef TCN_SQL_STORE_CHECK_H
#define TCN_SQL_STORE_CHECK_H

#include "sql/store.h"

/* Called with one sentence a finding; it lives for the call. */
typedef void tcn_store_finding_fn(void *ctx, const char *finding);

/*
 * Goes through the whole file: SQLite's own structure, its foreign keys, the
 * full-text index against the texts, the tables against those this program
 * makes, and what must be true of our records. TCN_OK: all is well;
 * TCN_CORRUPT: there were findings; TCN_BUSY: the store was read where nothing
 * can be written, and another has begun to write to it, so that nothing can be
 * said; else the check itself failed. fn may be NULL. Reads everything, changes
 * nothing. Not inside a transaction.
 *
 * What is read is of one moment, and what a commit of deltas has put off is no
 * finding: the store may be one that is being written, or whose writer was
 * killed.
 */
TCN_MUST_USE enum tcn_rc tcn_store_check(const struct tcn_store *st,
    tcn_store_finding_fn *fn, void *ctx);

/*
 * TCN_CORRUPT, and a sentence with tcn_store_error(): a bit of the write-ahead
 * log was turned, so that SQLite passes over what was committed from there on.
 * For who opens a store to write, before the log is used again. Reads the log.
 */
TCN_MUST_USE enum tcn_rc tcn_store_check_log(const struct tcn_store *st);

/*
 * Whether what the store has in memory agrees with itself: a transaction is
 * open exactly when SQLite has one or a reader's, prepared statements are all
 * known, deltas wait only in a transaction, a compaction is in order.
 * TCN_CORRUPT and a sentence when not. O(statements + deltas).
 */
TCN_MUST_USE enum tcn_rc tcn_store_memory_check(const struct tcn_store *st,
    struct tcn_err *err);

#endif
