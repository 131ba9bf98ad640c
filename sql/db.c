#include "sql/db.h"

#include <assert.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>

#include "engine/base/mem.h"

#define BUSY_MS 5000

#define LOG_PAGES_MAX 16384 /* 64 MiB */

/* --- SQLite's codes as results and sentences --- */

static const struct {
	int code; /* SQLite's primary code */
	enum tcn_rc rc;
	const char *text;
} mends[] = {
	{ SQLITE_BUSY, TCN_IO,
	    "the database is locked by another program: let it finish or stop "
	    "it, then try again" },
	{ SQLITE_LOCKED, TCN_IO,
	    "the database is in use by this program: close the other use "
	    "first" },
	{ SQLITE_READONLY, TCN_IO,
	    "the database cannot be written: check the permissions of the file "
	    "and of its folder" },
	{ SQLITE_PERM, TCN_IO,
	    "access is denied: check the permissions of the file and of its "
	    "folder" },
	{ SQLITE_IOERR, TCN_IO,
	    "reading or writing failed: check the disk and its mount, then run "
	    "again; the file holds all up to the last commit" },
	{ SQLITE_FULL, TCN_IO,
	    "the disk is full: make room and run again; the file holds all up "
	    "to the last commit" },
	{ SQLITE_CANTOPEN, TCN_IO,
	    "the file cannot be opened: check that it and its folder exist and "
	    "may be read and written" },
	{ SQLITE_CORRUPT, TCN_CORRUPT,
	    "the database is damaged: restore a copy, or save what can be read "
	    "with `sqlite3 FILE .recover`" },
	{ SQLITE_NOTADB, TCN_CORRUPT,
	    "this is not a database: name another file, or move this one "
	    "away" },
	{ SQLITE_TOOBIG, TCN_LIMIT,
	    "a text or report is larger than SQLite can hold: lower the size "
	    "limit of the input" },
	{ SQLITE_PROTOCOL, TCN_IO,
	    "other programs keep the database locked: let them finish or stop "
	    "them, then try again" },
	{ SQLITE_CONSTRAINT, TCN_INVALID,
	    "the record contradicts what is stored: run the check verb on this "
	    "file" },
	{ SQLITE_ERROR, TCN_CORRUPT,
	    "the tables are not as this program made them: restore a copy of "
	    "the file" },
};

static enum tcn_rc
describe(const struct tcn_store *st, int code, const char *detail)
{
	size_t n = sizeof mends / sizeof *mends;
	size_t i = 0;

	if ((code & 0xff) == SQLITE_NOMEM)
		tcn_mem_end();
	while (i < n && mends[i].code != (code & 0xff))
		i++;
	if (i == n)
		return tcn_err_set(&st->db->err, TCN_IO,
		    "SQLite gave up (%s): run the check verb on this file",
		    detail);
	return tcn_err_set(&st->db->err, mends[i].rc, "%s (SQLite %d: %s)",
	    mends[i].text, code, detail);
}

enum tcn_rc
tcn_db_fail(const struct tcn_store *st)
{
	int code = sqlite3_extended_errcode(st->db->sqlite);
	enum tcn_rc rc = describe(st, code, sqlite3_errmsg(st->db->sqlite));

	if (st->in_tx && !st->db->failed)
		st->db->failed = rc;
	return rc;
}

enum tcn_rc
tcn_db_fail_with(const struct tcn_store *st, enum tcn_rc rc, const char *fmt,
    ...)
{
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(st->db->err.text, sizeof st->db->err.text, fmt, ap);
	va_end(ap);
	if (st->in_tx && !st->db->failed)
		st->db->failed = rc;
	return rc;
}

enum tcn_rc
tcn_db_require_tx(const struct tcn_store_tx *tx)
{
	assert(tx && tx->st->in_tx);
	return tx->st->db->failed;
}

/* --- the connection --- */

/* The file may be hostile: no function or view in its schema is trusted. */
static void
distrust(sqlite3 *db)
{
	sqlite3_extended_result_codes(db, 1);
	sqlite3_busy_timeout(db, BUSY_MS);
	sqlite3_db_config(db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
	sqlite3_db_config(db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
	sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, NULL);
	sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0, NULL);
}

static void
configure(void)
{
	tcn_db_memory_configure();
	tcn_db_sums_configure();
}

enum tcn_rc
tcn_db_open(struct tcn_store *st, const char *path, enum tcn_store_mode mode)
{
	static const int flags[] = {
		[TCN_STORE_CREATE] = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE,
		[TCN_STORE_EXISTING] = SQLITE_OPEN_READWRITE,
		[TCN_STORE_READ_ONLY] = SQLITE_OPEN_READONLY,
	};
	static pthread_once_t once = PTHREAD_ONCE_INIT;
	enum tcn_rc rc = TCN_OK;
	int code;

	st->db = &st->own_db;
	st->tx.st = st;
	pthread_once(&once, configure);
	tcn_err_at(&st->db->err, path, 0, 0);
	if (!*path)
		return tcn_db_fail_with(st, TCN_INVALID,
		    "the name of the database is empty: give one");
	code = sqlite3_open_v2(path, &st->db->sqlite,
	    flags[mode] | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, NULL);
	if (!st->db->sqlite)
		tcn_mem_end();
	if (code)
		return tcn_db_fail(st);
	st->read_only = mode == TCN_STORE_READ_ONLY;
	if (st->read_only)
		rc = tcn_db_open_immutable(st, path);
	if (rc)
		return rc;
	distrust(st->db->sqlite);
	if (tcn_db_add_functions(st->db->sqlite) ||
	    tcn_db_add_tokenizer(st->db->sqlite))
		return tcn_db_fail(st);
	/* Rows that refer to none are for `check` to find (sql/store_check.h):
	 * asked of each row that is written, it would be 2 % of what an article
	 * costs. The tests of this room ask it (tests/sql/sample.c). */
	return tcn_db_exec(st,
	    "PRAGMA foreign_keys = OFF;"
	    "PRAGMA cell_size_check = ON;"
	    "PRAGMA temp_store = MEMORY;"
	    "PRAGMA secure_delete = OFF;");
}

/* SQLite's own hook, except that the pages are noted as well. */
static int
on_commit(void *of, sqlite3 *db, const char *name, int pages)
{
	struct tcn_store *st = of;

	st->log_pages = (uint64_t)pages;
	if (pages >= LOG_PAGES_MAX)
		(void)!sqlite3_wal_checkpoint_v2(db, name,
		    SQLITE_CHECKPOINT_PASSIVE, NULL, NULL);
	return SQLITE_OK;
}

/*
 * A checkpoint copies each changed page once however often it changed, so a
 * long log is cheap; 64 MiB bounds what a reader and a restart go through. A
 * caller that must not pause copies the log earlier (tcn_store_checkpoint).
 *
 * The page cache is small and nothing is mapped, because the daemon's memory is
 * measured, and pages of a large file would be most of it. A command that only
 * reads ends soon and needs no more; one that writes much and ends asks for a
 * larger cache (tcn_store_set_large_cache).
 */
enum tcn_rc
tcn_db_enable_wal(struct tcn_store *st)
{
	if (st->read_only)
		return tcn_db_exec(st, "PRAGMA mmap_size = 268435456;");
	sqlite3_wal_hook(st->db->sqlite, on_commit, st);
	return tcn_db_exec(st,
	    "PRAGMA journal_mode = WAL;"
	    "PRAGMA synchronous = NORMAL;"
	    "PRAGMA journal_size_limit = 67108864;"
	    "PRAGMA cache_size = -16384;");
}

/* Finalizes our statements only: sqlite3_next_stmt() would give those that FTS5
 * prepares, too. */
void
tcn_db_close(struct tcn_store *st)
{
	for (size_t i = 0; i < st->db->stmts_n; i++)
		sqlite3_finalize(st->db->stmts[i]);
	tcn_mem_free(st->db->stmts);
	st->db->stmts = NULL;
	st->db->stmts_n = st->db->stmts_cap = 0;
	tcn_map_fini(&st->db->known);
	sqlite3_close(st->db->sqlite);
	st->db->sqlite = NULL;
	tcn_db_memory_release();
}

enum tcn_rc
tcn_db_exec(const struct tcn_store *st, const char *sql)
{
	return sqlite3_exec(st->db->sqlite, sql, NULL, NULL, NULL)
	    ? tcn_db_fail(st)
	    : TCN_OK;
}

enum tcn_rc
tcn_db_int(const struct tcn_store *st, const char *sql, int64_t *value)
{
	sqlite3_stmt *stmt;
	int code;

	*value = 0;
	if (sqlite3_prepare_v2(st->db->sqlite, sql, -1, &stmt, NULL))
		return tcn_db_fail(st);
	code = sqlite3_step(stmt);
	if (code == SQLITE_ROW)
		*value = sqlite3_column_int64(stmt, 0);
	if (sqlite3_finalize(stmt))
		return tcn_db_fail(st);
	return TCN_OK;
}

bool
tcn_db_is_cached(const struct tcn_store *st, const void *key)
{
	return tcn_map_find(&st->db->known, (uintptr_t)key) != NULL;
}

enum tcn_rc
tcn_db_stmt(const struct tcn_store *st, const void *key, const char *text,
    sqlite3_stmt **stmt)
{
	uint64_t *index = tcn_map_find(&st->db->known, (uintptr_t)key);

	assert(st->db->sqlite);
	if (index) {
		*stmt = st->db->stmts[*index];
		return TCN_OK;
	}
	if (sqlite3_prepare_v3(st->db->sqlite, text, -1,
		SQLITE_PREPARE_PERSISTENT, stmt, NULL))
		return tcn_db_fail(st);
	tcn_map_put(&st->db->known, (uintptr_t)key, &index, NULL);
	*index = st->db->stmts_n;
	st->db->stmts = tcn_mem_grow(st->db->stmts, &st->db->stmts_cap,
	    st->db->stmts_n + 1, sizeof(sqlite3_stmt *));
	st->db->stmts[st->db->stmts_n++] = *stmt;
	return TCN_OK;
}
