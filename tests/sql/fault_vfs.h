/*
 * tests/sql/fault_vfs.h - a file system that fails on command.
 *
 * A shim over SQLite's own VFS, made the default one. Calls of the armed kind
 * are counted, and the nth fails; the file below is real, so what a failure
 * leaves behind can be opened again. Syncs are skipped: these tests kill
 * calls, not the power, and a thousand real ones would take minutes.
 */
#ifndef TCN_TESTS_SQL_FAULT_VFS_H
#define TCN_TESTS_SQL_FAULT_VFS_H

#include <stdbool.h>

enum fault {
	FAULT_NONE,
	FAULT_OPEN, /* one file does not open */
	FAULT_READ, /* one read fails */
	FAULT_SHORT, /* one read finds the file ending early */
	FAULT_WRITE, /* one write fails, nothing written */
	FAULT_FULL, /* from then on no file can grow */
	FAULT_TORN, /* half of one write, then nothing works any more */
	FAULT_DEAD, /* from then on nothing works any more */
	FAULT_SYNC, /* one sync fails */
	FAULT_TRUNCATE, /* one truncation fails */
	FAULT_LOCK, /* one lock is not to be had */
	FAULT_SHM, /* the shared index cannot be mapped once */
	FAULT_KINDS,
};

const char *fault_name(enum fault kind);

/* Makes the shim the default VFS of this process. Idempotent. */
void fault_install(void);

/* The nth call of this kind from now (1 is the next) fails. */
void fault_arm(enum fault kind, unsigned nth);

/* All is well again; true when the fault has happened. */
bool fault_disarm(void);

#endif
