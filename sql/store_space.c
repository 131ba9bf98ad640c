#include "sql/store_space.h"

#include <assert.h>
#include <stdio.h>

#include "sql/query.h"

#define INCREMENTAL 2 /* of PRAGMA auto_vacuum */

enum tcn_rc
tcn_store_space(const struct tcn_store *st, struct tcn_store_space *space)
{
	int64_t pages, free_pages, page_bytes, mode;
	enum tcn_rc rc;

	*space = (struct tcn_store_space){ 0 };
	rc = tcn_db_int(st, "PRAGMA page_count", &pages);
	if (!rc)
		rc = tcn_db_int(st, "PRAGMA freelist_count", &free_pages);
	if (!rc)
		rc = tcn_db_int(st, "PRAGMA page_size", &page_bytes);
	if (!rc)
		rc = tcn_db_int(st, "PRAGMA auto_vacuum", &mode);
	if (rc)
		return rc;
	space->pages = (uint64_t)pages;
	space->free_pages = (uint64_t)free_pages;
	space->page_bytes = (uint64_t)page_bytes;
	space->shrinks = mode == INCREMENTAL;
	return TCN_OK;
}

enum tcn_rc
tcn_store_shrink(struct tcn_store_tx *tx, unsigned pages)
{
	char sql[64];
	enum tcn_rc rc = tcn_db_require_tx(tx);

	assert(pages > 0);
	snprintf(sql, sizeof sql, "PRAGMA incremental_vacuum(%u)", pages);
	return rc ? rc : tcn_db_exec(tx->st, sql);
}

/* FTS5 says that it found nothing to do by changing fewer than two rows. A
 * negative number of pages begins. */
enum tcn_rc
tcn_store_merge_search(struct tcn_store_tx *tx, unsigned pages, bool begins,
    bool *done)
{
	static const char sql[] =
	    "INSERT INTO search (search, rank) VALUES ('merge', ?)";
	sqlite3 *db = tx->st->db->sqlite;
	int before = sqlite3_total_changes(db);
	struct tcn_query q =
	    TCN_QUERY_TX(tx, sql, begins ? -(int64_t)pages : (int64_t)pages);
	enum tcn_rc rc;

	assert(pages > 0);
	*done = false;
	rc = tcn_query_run(&q);
	*done = !rc && sqlite3_total_changes(db) - before < 2;
	return rc;
}

enum tcn_rc
tcn_store_vacuum(struct tcn_store *st)
{
	enum tcn_rc rc = tcn_db_use_sums(st);

	assert(!st->in_tx);
	if (!rc)
		rc = tcn_db_exec(st,
		    "PRAGMA auto_vacuum = INCREMENTAL; VACUUM;"
		    "PRAGMA wal_checkpoint(TRUNCATE);");
	st->db->least_bytes = 0; /* the file may be as short as it is now */
	return rc;
}

uint64_t
tcn_store_log_pages(const struct tcn_store *st)
{
	return st->log_pages;
}

/* Busy: another store of the file does the same just now. */
enum tcn_rc
tcn_store_checkpoint(struct tcn_store *st, uint64_t *left)
{
	int pages = 0, copied = 0, code;

	assert(!st->in_tx);
	code = sqlite3_wal_checkpoint_v2(st->db->sqlite, NULL,
	    SQLITE_CHECKPOINT_PASSIVE, &pages, &copied);
	*left = pages > copied ? (uint64_t)(pages - copied) : 0;
	if (code && (code & 0xff) != SQLITE_BUSY)
		return tcn_db_fail(st);
	return TCN_OK;
}
