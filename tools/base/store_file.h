/*
 * tools/base/store_file.h - who may read the files of a store, and that they
 * reach the disk.
 *
 * SQLite makes a file that the umask alone restricts. So whoever makes a store
 * makes its empty file first, with the rights that it is to have; SQLite gives
 * its log and index (FILE-wal, FILE-shm) the rights of the store.
 */
#ifndef TCN_TOOLS_BASE_STORE_FILE_H
#define TCN_TOOLS_BASE_STORE_FILE_H

#include <stdbool.h>

#include "engine/base/err.h"

/* Nobody but its owner: the least that is usual. */
#define TCN_STORE_FILE_MODE 0600

/*
 * Makes the empty file of the store db, with exactly these rights, whatever the
 * umask; one that is there, or in memory, is left alone. A failure is reported
 * by whoever opens the store afterwards.
 */
void tcn_store_file_make(const char *db, unsigned mode);

/*
 * Gives the store db that is there, and what stands beside it, these rights.
 * false: it has others still, as the file is somebody else's; *was (may be
 * NULL) is what it had.
 */
bool tcn_store_file_set_mode(const char *db, unsigned mode, unsigned *was);

/* Writes a file to the disk. TCN_IO: err names it and what the system says. */
TCN_MUST_USE enum tcn_rc tcn_store_file_sync(const char *path,
    struct tcn_err *err);

/* The same of the folder it is in: a name is durable once its folder is. */
TCN_MUST_USE enum tcn_rc tcn_store_file_sync_folder(const char *path,
    struct tcn_err *err);

/* Sets err to what the system says (errno) about path; returns TCN_IO. */
enum tcn_rc tcn_store_file_refused(struct tcn_err *err, const char *path,
    const char *what);

#endif
