#include "tests/sql/fault_vfs.h"

#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

struct fault_file {
	sqlite3_file base;
	sqlite3_file *real; /* behind this struct, in the same memory */
};

static sqlite3_vfs shim;
static sqlite3_vfs *below;
static enum fault armed;
static unsigned left; /* calls until it fires */
static bool fired;

const char *
fault_name(enum fault kind)
{
	static const char *const names[FAULT_KINDS] = { "none", "open", "read",
		"short read", "write", "full disk", "torn write", "dead disk",
		"sync", "truncate", "lock", "shm" };

	return names[kind];
}

void
fault_arm(enum fault kind, unsigned nth)
{
	armed = kind;
	left = nth;
	fired = false;
}

bool
fault_disarm(void)
{
	armed = FAULT_NONE;
	return fired;
}

/* Whether this call, of this kind, is the one. */
static bool
strikes(enum fault kind)
{
	if (armed != kind || fired)
		return false;
	fired = --left == 0;
	return fired;
}

static bool
is_dead(void)
{
	return fired && (armed == FAULT_TORN || armed == FAULT_DEAD);
}

static sqlite3_file *
real(sqlite3_file *file)
{
	return ((struct fault_file *)file)->real;
}

static int
f_close(sqlite3_file *file)
{
	return real(file)->pMethods->xClose(real(file));
}

static int
f_read(sqlite3_file *file, void *to, int n, sqlite3_int64 at)
{
	if (strikes(FAULT_READ) || is_dead())
		return SQLITE_IOERR_READ;
	if (strikes(FAULT_SHORT)) {
		memset(to, 0, (size_t)n);
		return SQLITE_IOERR_SHORT_READ;
	}
	return real(file)->pMethods->xRead(real(file), to, n, at);
}

static int
grows(sqlite3_file *file, sqlite3_int64 to)
{
	sqlite3_int64 size = 0;

	real(file)->pMethods->xFileSize(real(file), &size);
	return to > size;
}

static int
f_write(sqlite3_file *file, const void *from, int n, sqlite3_int64 at)
{
	bool torn;

	if (is_dead() || strikes(FAULT_WRITE))
		return SQLITE_IOERR_WRITE;
	if (grows(file, at + n) &&
	    (strikes(FAULT_FULL) || (fired && armed == FAULT_FULL)))
		return SQLITE_FULL;
	if (strikes(FAULT_DEAD))
		return SQLITE_IOERR_WRITE;
	torn = strikes(FAULT_TORN);
	if (torn)
		n /= 2;
	if (real(file)->pMethods->xWrite(real(file), from, n, at) || torn)
		return SQLITE_IOERR_WRITE;
	return SQLITE_OK;
}

static int
f_truncate(sqlite3_file *file, sqlite3_int64 size)
{
	if (strikes(FAULT_TRUNCATE) || is_dead())
		return SQLITE_IOERR_TRUNCATE;
	return real(file)->pMethods->xTruncate(real(file), size);
}

static int
f_sync(sqlite3_file *file, int flags)
{
	(void)file;
	(void)flags;
	return strikes(FAULT_SYNC) || is_dead() ? SQLITE_IOERR_FSYNC
						: SQLITE_OK;
}

static int
f_size(sqlite3_file *file, sqlite3_int64 *size)
{
	return is_dead() ? SQLITE_IOERR_FSTAT
			 : real(file)->pMethods->xFileSize(real(file), size);
}

static int
f_lock(sqlite3_file *file, int level)
{
	if (strikes(FAULT_LOCK))
		return SQLITE_IOERR_LOCK;
	return real(file)->pMethods->xLock(real(file), level);
}

static int
f_unlock(sqlite3_file *file, int level)
{
	return real(file)->pMethods->xUnlock(real(file), level);
}

static int
f_reserved(sqlite3_file *file, int *out)
{
	return real(file)->pMethods->xCheckReservedLock(real(file), out);
}

static int
f_control(sqlite3_file *file, int op, void *arg)
{
	return real(file)->pMethods->xFileControl(real(file), op, arg);
}

static int
f_sector(sqlite3_file *file)
{
	return real(file)->pMethods->xSectorSize(real(file));
}

static int
f_traits(sqlite3_file *file)
{
	return real(file)->pMethods->xDeviceCharacteristics(real(file));
}

static int
f_shm_map(sqlite3_file *file, int page, int size, int extend,
    void volatile **at)
{
	if (strikes(FAULT_SHM) || is_dead())
		return SQLITE_IOERR_SHMMAP;
	return real(file)->pMethods->xShmMap(real(file), page, size, extend,
	    at);
}

static int
f_shm_lock(sqlite3_file *file, int at, int n, int flags)
{
	return real(file)->pMethods->xShmLock(real(file), at, n, flags);
}

static void
f_shm_barrier(sqlite3_file *file)
{
	real(file)->pMethods->xShmBarrier(real(file));
}

static int
f_shm_unmap(sqlite3_file *file, int delete)
{
	return real(file)->pMethods->xShmUnmap(real(file), delete);
}

/* Version 2: without memory-mapped reads, so that every read is counted. */
static const sqlite3_io_methods methods = { 2, f_close, f_read, f_write,
	f_truncate, f_sync, f_size, f_lock, f_unlock, f_reserved, f_control,
	f_sector, f_traits, f_shm_map, f_shm_lock, f_shm_barrier, f_shm_unmap,
	NULL, NULL };

static int
v_open(sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags,
    int *out)
{
	struct fault_file *f = (struct fault_file *)file;
	int code;

	(void)vfs;
	f->base.pMethods = NULL;
	f->real = (sqlite3_file *)(f + 1);
	if (strikes(FAULT_OPEN) || is_dead())
		return SQLITE_CANTOPEN;
	code = below->xOpen(below, name, f->real, flags, out);
	if (f->real->pMethods)
		f->base.pMethods = &methods;
	return code;
}

/* Without the sync of the folder: a sweep deletes some thousand files. */
static int
v_delete(sqlite3_vfs *vfs, const char *name, int sync)
{
	(void)vfs;
	(void)sync;
	if (is_dead())
		return SQLITE_IOERR_DELETE;
	return below->xDelete(below, name, 0);
}

void
fault_install(void)
{
	if (below)
		return;
	below = sqlite3_vfs_find(NULL);
	shim = *below;
	shim.zName = "fault";
	shim.pNext = NULL;
	shim.szOsFile = (int)sizeof(struct fault_file) + below->szOsFile;
	shim.xOpen = v_open;
	shim.xDelete = v_delete;
	if (sqlite3_vfs_register(&shim, 1))
		abort();
}
