#include "sql/store.h"

#include <assert.h>
#include <limits.h>

#include "engine/base/buf.h"
#include "engine/base/mem.h"
#include "sql/migrate.h"
#include "sql/query.h"
#include "sql/store_delta_impl.h"
#include "sql/store_space.h"
#include "sql/store_terms_impl.h"

/* A page of the index of searches, and how often each is written again until
 * it is in the largest segment: 8^8 commits of a page each would be 16 million,
 * and there is a reserve in that pages are not always full. */
#define SEARCH_PAGE  4000
#define MERGE_LEVELS 8

/* The file is ours or empty: make it ready for this mode. */
static enum tcn_rc
prepare(struct tcn_store *st, enum tcn_store_mode mode, int version)
{
	enum tcn_rc rc = TCN_OK;

	if (version == 0 && mode != TCN_STORE_CREATE)
		return tcn_db_fail_with(st, TCN_CORRUPT,
		    "this database is empty: name one that a replay has "
		    "written");
	if (version && version < tcn_migrate_newest())
		return tcn_db_fail_with(st, TCN_CORRUPT,
		    "an older program made this store (schema %d, this program "
		    "has %d): `tocsin upgrade --db FILE` brings it up to date, "
		    "and so does `tocsin run`; both keep the old file",
		    version, tcn_migrate_newest());
	/* None can change once there is a page (sql/store_space.h), and the
	 * last makes one. */
	if (version == 0)
		rc = tcn_db_exec(st, "PRAGMA page_size = 4096");
	if (!rc && version == 0)
		rc = tcn_db_use_sums(st);
	if (!rc && version == 0)
		rc = tcn_db_exec(st, "PRAGMA auto_vacuum = INCREMENTAL");
	if (!rc)
		rc = tcn_db_enable_wal(st);
	return rc || version ? rc : tcn_migrate_create(st);
}

enum tcn_rc
tcn_store_open(const char *path, enum tcn_store_mode mode,
    struct tcn_store **out, struct tcn_err *err)
{
	struct tcn_store *st = tcn_mem_calloc(1, sizeof *st);
	enum tcn_rc rc;
	int version;

	*out = NULL;
	rc = tcn_db_open(st, path, mode);
	if (!rc)
		rc = tcn_migrate_read_version(st, &version);
	if (!rc)
		rc = prepare(st, mode, version);
	if (!rc) {
		*out = st;
		return TCN_OK;
	}
	if (err)
		*err = st->db->err;
	tcn_store_close(st);
	return rc;
}

enum tcn_rc
tcn_store_set_durable(struct tcn_store *st)
{
	st->durable = true;
	return tcn_db_exec(st, "PRAGMA synchronous = FULL");
}

enum tcn_rc
tcn_store_relax(struct tcn_store *st, bool relaxed)
{
	assert(!st->in_tx);
	if (!st->durable)
		return TCN_OK;
	return tcn_db_exec(st,
	    relaxed ? "PRAGMA synchronous = NORMAL"
		    : "PRAGMA synchronous = FULL");
}

enum tcn_rc
tcn_store_set_large_cache(struct tcn_store *st)
{
	return tcn_db_exec(st, "PRAGMA cache_size = -65536;");
}

void
tcn_store_trim(struct tcn_store *st)
{
	(void)!sqlite3_db_release_memory(st->db->sqlite);
	tcn_db_memory_release();
}

void
tcn_store_close(struct tcn_store *st)
{
	if (!st)
		return;
	tcn_store_rollback(st);
	tcn_buf_fini(&st->deltas);
	tcn_db_close(st);
	tcn_mem_free(st);
}

const struct tcn_err *
tcn_store_error(const struct tcn_store *st)
{
	return &st->db->err;
}

bool
tcn_store_is_writing(const struct tcn_store *st)
{
	return st->in_tx;
}

enum tcn_rc
tcn_store_begin_reading(const struct tcn_store *st)
{
	assert(!st->in_tx);
	tcn_store_end_reading(st); /* one that was not ended */
	return tcn_db_exec(st, "BEGIN");
}

void
tcn_store_end_reading(const struct tcn_store *st)
{
	if (!st->in_tx && !sqlite3_get_autocommit(st->db->sqlite))
		sqlite3_exec(st->db->sqlite, "ROLLBACK", NULL, NULL, NULL);
}

/* IMMEDIATE: another writer is met here, not in the middle. */
enum tcn_rc
tcn_store_begin(struct tcn_store *st, struct tcn_store_tx **tx)
{
	static const char sql[] = "BEGIN IMMEDIATE";
	struct tcn_query q;
	enum tcn_rc rc;

	assert(!st->in_tx);
	*tx = NULL;
	if (st->read_only)
		return tcn_db_fail_with(st, TCN_INVALID,
		    "the database was opened for reading only: open it for "
		    "writing");
	q = tcn_query(st, sql);
	rc = tcn_query_run(&q);
	st->in_tx = !rc;
	st->db->failed = TCN_OK;
	if (!rc)
		*tx = &st->tx;
	return rc;
}

/*
 * A commit writes the postings of its texts as a segment of their own, about as
 * large as the texts. Merging these as in a log-structured merge tree (O'Neil
 * et al. 1996), 8 of a level into one of the next, writes each page once a
 * level. FTS5 would do this by itself, but much of it at once, now and then.
 */
static enum tcn_rc
merge_search(struct tcn_store *st)
{
	size_t pages = MERGE_LEVELS * (1 + st->search_bytes / SEARCH_PAGE);
	bool done;

	if (!st->search_bytes)
		return TCN_OK;
	st->search_bytes = 0;
	return tcn_store_merge_search(&st->tx,
	    pages < INT_MAX ? (unsigned)pages : INT_MAX, false, &done);
}

enum tcn_rc
tcn_store_commit(struct tcn_store *st)
{
	static const char sql[] = "COMMIT";
	enum tcn_rc rc = tcn_db_require_tx(&st->tx);
	struct tcn_query q;

	if (!rc)
		rc = tcn_store_delta_flush(st);
	if (!rc)
		rc = merge_search(st);
	if (!rc)
		rc = tcn_store_index_stories(&st->tx);
	if (!rc) {
		q = tcn_query(st, sql);
		rc = tcn_query_run(&q);
	}
	if (rc)
		tcn_store_rollback(st);
	else
		st->commits++;
	st->in_tx = false;
	return rc ? rc : tcn_db_confirm_place(st);
}

uint64_t
tcn_store_commits(const struct tcn_store *st)
{
	return st->commits;
}

/* Some failures make SQLite roll back by itself; then there is no need. */
void
tcn_store_rollback(struct tcn_store *st)
{
	st->in_tx = false;
	st->db->failed = TCN_OK;
	tcn_buf_clear(&st->deltas);
	st->search_bytes = 0;
	tcn_store_compact_abort(st);
	if (st->db->sqlite && !sqlite3_get_autocommit(st->db->sqlite))
		sqlite3_exec(st->db->sqlite, "ROLLBACK", NULL, NULL, NULL);
}

enum tcn_rc
tcn_store_end(struct tcn_store *st, enum tcn_rc rc)
{
	if (!rc)
		return tcn_store_commit(st);
	tcn_store_rollback(st);
	return rc;
}

const struct tcn_store *
tcn_store_of(const struct tcn_store_tx *tx)
{
	assert(tx && tx->st->in_tx);
	return tx->st;
}

enum tcn_rc
tcn_store_put_meta(struct tcn_store_tx *tx, const char *name,
    struct tcn_str value)
{
	static const char sql[] = "INSERT INTO meta VALUES (?, ?) "
				  "ON CONFLICT DO UPDATE "
				  "SET value = excluded.value";
	struct tcn_query q = TCN_QUERY_TX(tx, sql, name, value);

	assert(name && *name);
	return tcn_query_run(&q);
}

enum tcn_rc
tcn_store_optimize(struct tcn_store *st)
{
	assert(!st->in_tx);
	return tcn_db_exec(st,
	    "INSERT INTO search (search) VALUES ('optimize');"
	    "PRAGMA optimize; PRAGMA wal_checkpoint(TRUNCATE);");
}
