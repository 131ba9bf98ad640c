/*
 * Is the file that was written to still the store? Whoever removes, renames or
 * replaces a file that is open leaves its writer with one that has no name: all
 * goes well until it is closed, and then nothing is left. So after a commit,
 * before anybody is told of it, SQLite is asked whether its file still has its
 * name (SQLITE_FCNTL_HAS_MOVED), the write-ahead log is looked for, and the
 * file must not be shorter than both what it was and what it is to hold: pages
 * come to it by checkpoints, and only pages that a commit gave back go, perhaps
 * before that commit looks.
 */
#include "sql/db.h"

/* Whether the file has its name, and so has its log, once it has one. */
static bool
is_named(const struct tcn_store *st, const char *path)
{
	sqlite3 *db = st->db->sqlite;
	sqlite3_vfs *vfs = NULL;
	int moved = 0, is = 1;

	(void)!sqlite3_file_control(db, "main", SQLITE_FCNTL_HAS_MOVED, &moved);
	(void)!sqlite3_file_control(db, "main", SQLITE_FCNTL_VFS_POINTER, &vfs);
	if (vfs && st->log_pages)
		(void)!vfs->xAccess(vfs, sqlite3_filename_wal(path),
		    SQLITE_ACCESS_EXISTS, &is);
	return !moved && is;
}

/* -1: it cannot be read. */
static sqlite3_int64
size_of(sqlite3 *db)
{
	sqlite3_file *file = NULL;
	sqlite3_int64 bytes = -1;

	if (sqlite3_file_control(db, "main", SQLITE_FCNTL_FILE_POINTER,
		&file) ||
	    !file || !file->pMethods || file->pMethods->xFileSize(file, &bytes))
		return -1;
	return bytes;
}

enum tcn_rc
tcn_db_confirm_place(const struct tcn_store *st)
{
	static const char pages_sql[] =
	    "SELECT page_count * page_size FROM pragma_page_count(),"
	    " pragma_page_size()";
	struct tcn_store_connection *db = st->db;
	const char *path = sqlite3_db_filename(db->sqlite, "main");
	sqlite3_int64 bytes = size_of(db->sqlite);
	int64_t needed;
	enum tcn_rc rc = tcn_db_int(st, pages_sql, &needed);

	if (rc || !path || !*path)
		return rc;
	if (!is_named(st, path))
		return tcn_db_fail_with(st, TCN_IO,
		    "the file was removed, renamed or replaced while it was "
		    "written to, so that what was stored is lost: restore a "
		    "copy, and let nothing but this program touch FILE and "
		    "FILE-wal");
	if (bytes >= 0 && bytes < db->least_bytes && bytes < needed)
		return tcn_db_fail_with(st, TCN_IO,
		    "the file was cut to %lld bytes while it was written to, "
		    "from at least %lld: restore a copy",
		    (long long)bytes, (long long)db->least_bytes);
	db->least_bytes = bytes < needed ? bytes : needed;
	return TCN_OK;
}

enum tcn_rc
tcn_db_check_size(const struct tcn_store *st)
{
	sqlite3_int64 bytes = size_of(st->db->sqlite);
	int64_t page;
	enum tcn_rc rc = tcn_db_int(st, "PRAGMA page_size", &page);

	if (rc || bytes < 0 || bytes % page == 0 ||
	    tcn_db_is_beside(sqlite3_db_filename(st->db->sqlite, "main"),
		"-wal"))
		return rc;
	return tcn_db_fail_with(st, TCN_CORRUPT,
	    "the file was cut: it ends %lld bytes after a page of %lld: "
	    "restore a copy",
	    (long long)(bytes % page), (long long)page);
}
