/*
 * tools/base/store_file.h - who may read the files of a store.
 *
 * SQLite makes a file that the umask alone restricts. So whoever makes a store
 * makes its empty file first, with the rights that it is to have; SQLite gives
 * its log and index (FILE-wal, FILE-shm) the rights of the store.
 */
#ifndef TCN_TOOLS_BASE_STORE_FILE_H
#define TCN_TOOLS_BASE_STORE_FILE_H

#include <stdbool.h>

/* Nobody but its owner: the least that is usual. */
#define TCN_STORE_FILE_MODE 0600

/*
 * Makes the empty file of the store db, with exactly these rights, whatever the
 * umask; one that is there, or in memory, is left alone. That it cannot be made
 * is said by whoever opens the store.
 */
void tcn_store_file_make(const char *db, unsigned mode);

/*
 * Gives the store db that is there, and what stands beside it, these rights.
 * false: it has others still, as the file is somebody else's; *was (may be
 * NULL) is what it had.
 */
bool tcn_store_file_set_mode(const char *db, unsigned mode, unsigned *was);

#endif
