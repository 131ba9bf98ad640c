/*
 * tests/sql/cut_vfs.h - a disk whose power can be cut at any moment.
 *
 * A file system in memory, made SQLite's default one. It keeps apart what a
 * file holds and what of it was synced; what was written since is in a list.
 * At a cut each file keeps what was synced, and of the rest
 *
 *	nothing,
 *	or everything, as a kill would leave it,
 *	or the first writes, the last of them in part,
 *	or any of its sectors: so pages are torn, and later writes arrive
 *	without earlier ones.
 *
 * A name that was made or removed since its folder was synced may be there or
 * not. SQLite syncs a folder when it has made a log or journal and syncs that
 * for the first time, and where it asks for it at a removal.
 *
 * The run that is cut goes on: a cut makes another disk, as it would be found
 * after the power comes back, to be put in later. One connection at a time.
 */
#ifndef TCN_TESTS_SQL_CUT_VFS_H
#define TCN_TESTS_SQL_CUT_VFS_H

#include <stdbool.h>
#include <stdint.h>

#define CUT_PATH "/cut/t.db" /* a store on it; there is one folder */

struct cut_disk;

/* Makes it the default VFS of this process. Idempotent. */
void cut_install(void);

struct cut_disk *cut_disk_new(void);
void cut_disk_free(struct cut_disk *disk); /* may be NULL */

/* Puts a disk in; its contents count as synced. NULL takes the last out. */
void cut_disk_use(struct cut_disk *disk);

/* Called before each write, truncation, sync, removal and making of a file
 * with its number, from 1; NULL: nobody is. */
void cut_watch(void (*fn)(void *ctx, unsigned long op), void *ctx);

/* The disk in use as a cut at this moment leaves it; seed chooses what. */
struct cut_disk *cut_now(uint64_t seed);

#endif
