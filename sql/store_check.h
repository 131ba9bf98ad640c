/* sql/store_check.h - checks the integrity of a store. */
#ifndef TCN_SQL_STORE_CHECK_H
#define TCN_SQL_STORE_CHECK_H

#include "sql/store.h"

/* Called with one sentence a finding; it lives for the call. */
typedef void tcn_store_finding_fn(void *ctx, const char *finding);

/*
 * Checks the whole file: SQLite's own structure, its foreign keys, the
 * full-text index against the texts, the tables against those this program
 * makes, and the invariants of our records. TCN_OK: no findings; TCN_CORRUPT:
 * there were findings; TCN_BUSY: the store was opened where no file can be
 * written beside it, and another program has begun to write to it, so that the
 * result is unknown; else the check itself failed. fn may be NULL. Reads
 * everything, changes nothing. Not inside a transaction.
 *
 * All reads see one state, and work that commits of deltas postpone is no
 * finding: the store may be in use by a writer, or its writer may have been
 * killed.
 */
TCN_MUST_USE enum tcn_rc tcn_store_check(const struct tcn_store *st,
    tcn_store_finding_fn *fn, void *ctx);

/*
 * Checks the write-ahead log. TCN_CORRUPT, with a sentence in
 * tcn_store_error(): a bit of the log was flipped, so that SQLite ignores the
 * commits from there on. To be called by a writer that opens the store, before
 * the log is used again. Reads the log.
 */
TCN_MUST_USE enum tcn_rc tcn_store_check_log(const struct tcn_store *st);

/*
 * Validator of the store's memory: TCN_CORRUPT, and in err a sentence, unless a
 * transaction is open exactly when SQLite has one or a reader's, all prepared
 * statements are cached, deltas wait only in a transaction, and a compaction is
 * sound. O(statements + deltas).
 */
TCN_MUST_USE enum tcn_rc tcn_store_memory_check(const struct tcn_store *st,
    struct tcn_err *err);

#endif
