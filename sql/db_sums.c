/*
 * Each page of a store ends with a sum of what is before it and of its number,
 * so that a bit that was turned on the disk is noticed by whoever reads the
 * page. SQLite leaves 8 bytes of each page to us (byte 20 of the file's head
 * says so, since we asked for them when the file was made), and a VFS of ours
 * stands between it and the one below: it writes the sum with a page of the
 * main file and looks at it when the page is read. SQLite's own checksum VFS
 * ("cksmvfs") is the model of this; distributions build SQLite without it.
 *
 * The write-ahead log has sums of its own, so that it and all other files go
 * past this; a page gets its sum when a checkpoint brings it into the file. In
 * memory and in the log these bytes are zero, which is "no sum": so a log
 * that was left by a kill may be brought into the file by any program, such as
 * the shell of SQLite when somebody looks at a store, and only what another
 * program changes itself is taken for damage. Nothing is mapped into memory
 * where there are sums, as nobody would look at them.
 *
 * A store of an older program leaves no bytes, and has no sums until it is
 * written anew (tcn_store_vacuum, tcn_store_open of an empty file).
 */
#include <assert.h>
#include <string.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

#include "sql/db.h"

#define SUM_BYTES TCN_DB_SUM_BYTES
#define PAGE      4096 /* of our stores */
#define HEAD      100 /* bytes of the file's head */
#define RESERVED  20 /* where it says how many bytes are left to us */

struct file {
	sqlite3_file base;
	bool sums; /* pages have them */
};

static sqlite3_vfs ours, *below;

/* It stands behind ours, in the same memory. */
static sqlite3_file *
real(sqlite3_file *file)
{
	return (sqlite3_file *)((struct file *)file + 1);
}

/* --- sums --- */

static bool
is_page(int n, sqlite3_int64 at)
{
	return n >= 512 && (n & (n - 1)) == 0 && at % n == 0;
}

/* It is never zero. */
static void
sum(const uint8_t *page, int n, sqlite3_int64 at, XXH64_canonical_t *to)
{
	XXH64_hash_t hash = XXH3_64bits_withSeed(page, (size_t)n - SUM_BYTES,
	    (uint64_t)(at / n) + 1);

	XXH64_canonicalFromHash(to, hash ? hash : 1);
}

static bool
has_right_sum(const uint8_t *page, int n, sqlite3_int64 at)
{
	XXH64_canonical_t is;

	sum(page, n, at, &is);
	return memcmp(&is, page + n - SUM_BYTES, SUM_BYTES) == 0;
}

static bool
has_no_sum(const uint8_t *page, int n)
{
	static const uint8_t none[SUM_BYTES];

	return memcmp(none, page + n - SUM_BYTES, SUM_BYTES) == 0;
}

/* Whether it is the first page of a store with sums, but for the byte that says
 * that there are some. */
static bool
hides_sums(const uint8_t *page, int n)
{
	uint8_t whole[PAGE];

	if (n != PAGE)
		return false;
	memcpy(whole, page, PAGE);
	whole[RESERVED] = SUM_BYTES;
	return has_right_sum(whole, PAGE, 0);
}

/* The head of the file says whether there are sums. */
static void
look(struct file *f, const uint8_t *bytes, int n, sqlite3_int64 at)
{
	static const char magic[] = "SQLite format 3";

	if (at == 0 && n >= HEAD && memcmp(bytes, magic, sizeof magic) == 0)
		f->sums = bytes[RESERVED] == SUM_BYTES;
}

/* --- the main file --- */

static int
f_read(sqlite3_file *file, void *to, int n, sqlite3_int64 at)
{
	struct file *f = (struct file *)file;
	int code = real(file)->pMethods->xRead(real(file), to, n, at);

	if (code == SQLITE_IOERR_SHORT_READ && f->sums && is_page(n, at)) {
		/* A page that has only a beginning is of a file that was
		 * cut. */
		sqlite3_int64 bytes;

		if (real(file)->pMethods->xFileSize(real(file), &bytes) ||
		    bytes <= at)
			return SQLITE_IOERR_SHORT_READ;
		return SQLITE_CORRUPT;
	}
	if (code)
		return code;
	look(f, to, n, at);
	if (!is_page(n, at))
		return SQLITE_OK;
	if (!f->sums)
		return at == 0 && hides_sums(to, n) ? SQLITE_CORRUPT
						    : SQLITE_OK;
	if (!has_no_sum(to, n) && !has_right_sum(to, n, at))
		return SQLITE_CORRUPT;
	memset((uint8_t *)to + n - SUM_BYTES, 0, SUM_BYTES);
	return SQLITE_OK;
}

/* The sum stands in the caller's page while it is written: these bytes are ours
 * there, too. */
static int
f_write(sqlite3_file *file, const void *from, int n, sqlite3_int64 at)
{
	struct file *f = (struct file *)file;
	uint8_t *page = (uint8_t *)(uintptr_t)from;
	XXH64_canonical_t is;
	int code;

	look(f, page, n, at);
	if (!f->sums || !is_page(n, at))
		return real(file)->pMethods->xWrite(real(file), from, n, at);
	sum(page, n, at, &is);
	memcpy(page + n - SUM_BYTES, &is, SUM_BYTES);
	code = real(file)->pMethods->xWrite(real(file), from, n, at);
	memset(page + n - SUM_BYTES, 0, SUM_BYTES);
	return code;
}

static int
f_close(sqlite3_file *file)
{
	return real(file)->pMethods->xClose(real(file));
}

static int
f_truncate(sqlite3_file *file, sqlite3_int64 n)
{
	return real(file)->pMethods->xTruncate(real(file), n);
}

static int
f_sync(sqlite3_file *file, int flags)
{
	return real(file)->pMethods->xSync(real(file), flags);
}

static int
f_size(sqlite3_file *file, sqlite3_int64 *n)
{
	return real(file)->pMethods->xFileSize(real(file), n);
}

static int
f_lock(sqlite3_file *file, int level)
{
	return real(file)->pMethods->xLock(real(file), level);
}

static int
f_unlock(sqlite3_file *file, int level)
{
	return real(file)->pMethods->xUnlock(real(file), level);
}

static int
f_reserved(sqlite3_file *file, int *is)
{
	return real(file)->pMethods->xCheckReservedLock(real(file), is);
}

static int
f_control(sqlite3_file *file, int op, void *arg)
{
	if (op != TCN_DB_CONTROL_SUMS)
		return real(file)->pMethods->xFileControl(real(file), op, arg);
	((struct file *)file)->sums = *(const bool *)arg;
	return SQLITE_OK;
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
f_shm_map(sqlite3_file *file, int region, int n, int extend, void volatile **to)
{
	return real(file)->pMethods->xShmMap(real(file), region, n, extend, to);
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

static int
f_fetch(sqlite3_file *file, sqlite3_int64 at, int n, void **to)
{
	const sqlite3_io_methods *methods = real(file)->pMethods;

	*to = NULL;
	return ((struct file *)file)->sums || methods->iVersion < 3
	    ? SQLITE_OK
	    : methods->xFetch(real(file), at, n, to);
}

static int
f_unfetch(sqlite3_file *file, sqlite3_int64 at, void *bytes)
{
	const sqlite3_io_methods *methods = real(file)->pMethods;

	return methods->iVersion < 3 ? SQLITE_OK
				     : methods->xUnfetch(real(file), at, bytes);
}

static const sqlite3_io_methods methods = { 3, f_close, f_read, f_write,
	f_truncate, f_sync, f_size, f_lock, f_unlock, f_reserved, f_control,
	f_sector, f_traits, f_shm_map, f_shm_lock, f_shm_barrier, f_shm_unmap,
	f_fetch, f_unfetch };

/* --- the VFS --- */

static int
v_open(sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags,
    int *out)
{
	int code;

	(void)vfs;
	if (!(flags & SQLITE_OPEN_MAIN_DB))
		return below->xOpen(below, name, file, flags, out);
	memset(file, 0, sizeof(struct file));
	code = below->xOpen(below, name, real(file), flags, out);
	if (real(file)->pMethods)
		file->pMethods = &methods;
	return code;
}

static int
v_delete(sqlite3_vfs *vfs, const char *name, int sync)
{
	(void)vfs;
	return below->xDelete(below, name, sync);
}

static int
v_access(sqlite3_vfs *vfs, const char *name, int flags, int *out)
{
	(void)vfs;
	return below->xAccess(below, name, flags, out);
}

static int
v_full(sqlite3_vfs *vfs, const char *name, int n, char *out)
{
	(void)vfs;
	return below->xFullPathname(below, name, n, out);
}

/* All else is as it is below, whose functions need not know whom they are
 * called by. */
void
tcn_db_sums_configure(void)
{
	if (below)
		return;
	below = sqlite3_vfs_find(NULL);
	if (!below)
		return;
	ours = *below;
	ours.zName = "tocsin";
	ours.pNext = NULL;
	ours.szOsFile = (int)sizeof(struct file) + below->szOsFile;
	ours.xOpen = v_open;
	ours.xDelete = v_delete;
	ours.xAccess = v_access;
	ours.xFullPathname = v_full;
	sqlite3_vfs_register(&ours, 1);
}

enum tcn_rc
tcn_db_use_sums(const struct tcn_store *st)
{
	int bytes = TCN_DB_SUM_BYTES;

	return sqlite3_file_control(st->db->sqlite, "main",
		   SQLITE_FCNTL_RESERVE_BYTES, &bytes)
	    ? tcn_db_fail(st)
	    : TCN_OK;
}
