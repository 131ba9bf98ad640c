/*
 * tools/pipeline/backup.h - a store is saved to a file, and made from one.
 *
 * BACKUP. The copy is of one moment of a store that may be in use
 * (sql/store_copy.h). It is made under the name FILE.part, synced, and then
 * takes its name, so that FILE is never half a copy: after a kill it is what it
 * was before. A FILE.part that is left over is replaced by the next backup.
 *
 * RESTORE. The backup is copied to DB.restoring, brought up to this program's
 * version and checked as a whole there. Only then it takes the store's name, in
 * one step; the store that was there is kept as DB.old. After a kill the
 * store is the old one or the new one. Whoever has the store open for writing
 * keeps it from being restored (tools/base/store_lock.h).
 *
 * A name at which a log (-wal, -journal) is left without its store is refused:
 * SQLite would write the log into what gets the name. So is, as the file of a
 * backup, what is no database or a store that is being written to.
 *
 * If the old store is so damaged that its write-ahead log cannot be copied into
 * it, the log is first moved to DB.old-wal; a kill right then leaves the
 * damaged store without its log, which DB.old has.
 */
#ifndef TCN_TOOLS_PIPELINE_BACKUP_H
#define TCN_TOOLS_PIPELINE_BACKUP_H

#include "sql/store_check.h"
#include "sql/store_copy.h"

/*
 * Copies the store db to file. TCN_INVALID: file is there already and
 * `replaces` is false, it is the store itself or no database, or a log lies
 * beside it; TCN_BUSY: another backup to it is under way, or a writer has it
 * open; TCN_DONE: fn said stop. On failure file is as it was.
 */
TCN_MUST_USE enum tcn_rc tcn_backup_make(const char *db, const char *file,
    bool replaces, tcn_store_copy_fn *fn, void *ctx, struct tcn_err *err);

/*
 * Makes the store db, which may be there, from the backup. TCN_CORRUPT: the
 * backup is damaged (`finding` is called with each finding, and may be NULL) or
 * no store of this or an older version; TCN_BUSY: a writer has db open;
 * TCN_INVALID: only the log of a store is there. On failure db is as it was. A
 * link db goes on to lead where it led; DB.old is beside the file it leads to.
 * *kept: there was a store, and it is DB.old now.
 */
TCN_MUST_USE enum tcn_rc tcn_backup_restore(const char *file, const char *db,
    tcn_store_finding_fn *finding, void *ctx, bool *kept, struct tcn_err *err);

#endif
