/*
 * sql/store_copy.h - a copy of a store as a file, taken while it is in use.
 *
 * SQLite's online backup (sqlite3_backup_init) copies the pages. Here it reads
 * all of them within one transaction, so that the copy has one consistent
 * state, however much a writer commits meanwhile, and never starts over. A
 * writer is not blocked, but its write-ahead log cannot be reset until the copy
 * is done, and grows with each write.
 */
#ifndef TCN_SQL_STORE_COPY_H
#define TCN_SQL_STORE_COPY_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/base/err.h"
#include "engine/base/rc.h"

/* Called between two parts of a copy; returns false to stop it. */
typedef bool tcn_store_copy_fn(void *ctx, uint64_t pages, uint64_t of);

/*
 * Copies the store `from`, of this or an older version, to the file `to`, which
 * is created, or replaced in place. The copy needs no file beside it. It is not
 * synced. err names the file that failed. TCN_DONE: fn returned false, and `to`
 * is unusable, as after a failure. fn may be NULL.
 */
TCN_MUST_USE enum tcn_rc tcn_store_copy(const char *from, const char *to,
    tcn_store_copy_fn *fn, void *ctx, struct tcn_err *err);

/*
 * Copies the write-ahead log of a store that nobody has open into its file, and
 * removes the log. On failure the file needs its log. Does not migrate an older
 * store.
 */
TCN_MUST_USE enum tcn_rc tcn_store_merge_log(const char *path,
    struct tcn_err *err);

#endif
