/*
 * A store that is read where nothing can be written: on a read-only mount, or
 * without the permission. A write-ahead log needs an index beside it that its
 * readers write to, so SQLite refuses. But when there is neither a log with
 * commits nor an index, nobody has the store open and all is in the file: then
 * it can be read as one that nobody changes ("immutable"), without locks.
 * Whether that has held is looked up at the end, by the head of the file and
 * its size: a writer is noticed while it is there, and later when it has needed
 * pages or has given some back, but not one that came and went with a commit
 * that fitted into the pages there were.
 */
#include <assert.h>
#include <string.h>

#include "engine/base/mem.h"
#include "sql/db.h"

/* SQLite's own way of asking does not count an empty file. */
bool
tcn_db_is_beside(const char *path, const char *ending)
{
	sqlite3_vfs *vfs = sqlite3_vfs_find(NULL);
	struct tcn_buf name = { 0 };
	int is = 1;

	tcn_buf_printf(&name, "%s%s", path, ending);
	tcn_buf_char(&name, '\0');
	(void)!vfs->xAccess(vfs, name.at, SQLITE_ACCESS_EXISTS, &is);
	tcn_buf_fini(&name);
	return is != 0;
}

/* The head of the file with its counter of changes, and its size. */
static void
take_mark(sqlite3 *db, struct tcn_store_mark *mark)
{
	sqlite3_file *file = NULL;

	*mark = (struct tcn_store_mark){ .bytes = -1 };
	if (sqlite3_file_control(db, "main", SQLITE_FCNTL_FILE_POINTER,
		&file) ||
	    !file || !file->pMethods)
		return;
	if (file->pMethods->xRead(file, mark->head, sizeof mark->head, 0) ||
	    file->pMethods->xFileSize(file, &mark->bytes))
		mark->bytes = -1;
}

/* A path within a URI. */
static void
add_path(struct tcn_buf *uri, const char *path)
{
	for (; *path; path++)
		if (strchr("%?#", *path))
			tcn_buf_printf(uri, "%%%02X", (unsigned char)*path);
		else
			tcn_buf_char(uri, *path);
}

static int
open_immutable(const char *path, sqlite3 **db)
{
	struct tcn_buf uri = { 0 };
	int code;

	tcn_buf_z(&uri, "file:");
	add_path(&uri, path);
	tcn_buf_z(&uri, "?immutable=1");
	tcn_buf_char(&uri, '\0');
	code = sqlite3_open_v2(uri.at, db,
	    SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX |
		SQLITE_OPEN_EXRESCODE,
	    NULL);
	tcn_buf_fini(&uri);
	if (!*db)
		tcn_mem_end();
	return code;
}

enum tcn_rc
tcn_db_open_immutable(struct tcn_store *st, const char *path)
{
	struct tcn_store_connection *db = st->db;
	int code =
	    sqlite3_exec(db->sqlite, "PRAGMA schema_version", NULL, NULL, NULL);
	const char *real = sqlite3_db_filename(db->sqlite, "main");

	assert(st->read_only);
	code &= 0xff;
	if (code != SQLITE_CANTOPEN && code != SQLITE_READONLY)
		return TCN_OK; /* what else is wrong, the next read says */
	if (!tcn_db_is_beside(real, ""))
		return TCN_OK;
	if (tcn_db_is_beside(real, "-wal") || tcn_db_is_beside(real, "-shm"))
		return tcn_db_fail_with(st, TCN_IO,
		    "a part of the store is in %s-wal, which cannot be read "
		    "without writing beside it: become a user who may write to "
		    "the folder, or copy the file and its -wal, but not its "
		    "-shm, to where you may write",
		    real);
	sqlite3_close(db->sqlite);
	db->sqlite = NULL;
	if (open_immutable(path, &db->sqlite))
		return tcn_db_fail(st);
	db->alone = true;
	take_mark(db->sqlite, &db->alone_as);
	return TCN_OK;
}

enum tcn_rc
tcn_db_confirm_alone(const struct tcn_store *st)
{
	const struct tcn_store_connection *db = st->db;
	const char *path;
	struct tcn_store_mark now;

	if (!db->alone)
		return TCN_OK;
	path = sqlite3_db_filename(db->sqlite, "main");
	take_mark(db->sqlite, &now);
	if (!tcn_db_is_beside(path, "-shm") &&
	    now.bytes == db->alone_as.bytes &&
	    memcmp(now.head, db->alone_as.head, sizeof now.head) == 0)
		return TCN_OK;
	return tcn_db_fail_with(st, TCN_BUSY,
	    "a program has begun to write to the store while it was read "
	    "without the permission to write beside it: try again");
}
