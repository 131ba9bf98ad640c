#include "sql/store_copy.h"

#include "engine/base/mem.h"
#include "sql/migrate.h"

/* Pages between two calls of fn: some milliseconds. */
#define PART_PAGES 512

struct copying {
	struct tcn_store from, to;
	sqlite3_backup *backup;
	tcn_store_copy_fn *fn;
	void *ctx;
};

/* Opens what is to be copied, as of this moment. */
static enum tcn_rc
open_from(struct tcn_store *st, const char *path)
{
	int64_t tables;
	int version;
	enum tcn_rc rc = tcn_db_open(st, path, TCN_STORE_READ_ONLY);

	if (!rc)
		rc = tcn_migrate_read_version(st, &version);
	if (!rc && version == 0)
		rc = tcn_db_fail_with(st, TCN_CORRUPT,
		    "this database is empty: name a store");
	if (!rc)
		rc = tcn_db_exec(st, "BEGIN");
	if (!rc)
		rc = tcn_db_check_size(st);
	/* The transaction begins with the first read. */
	if (!rc)
		rc = tcn_db_int(st, "SELECT count(*) FROM sqlite_schema",
		    &tables);
	if (!rc)
		rc = tcn_db_check_log(st);
	return rc;
}

static enum tcn_rc
copy_pages(struct copying *c)
{
	int code, bytes = -1; /* asks */
	bool sums;

	if (sqlite3_file_control(c->from.db->sqlite, "main",
		SQLITE_FCNTL_RESERVE_BYTES, &bytes))
		return tcn_db_fail(&c->from);
	sums = bytes == TCN_DB_SUM_BYTES;
	if (sqlite3_file_control(c->to.db->sqlite, "main", TCN_DB_CONTROL_SUMS,
		&sums))
		return tcn_db_fail(&c->to);
	c->backup = sqlite3_backup_init(c->to.db->sqlite, "main",
	    c->from.db->sqlite, "main");
	if (!c->backup)
		return tcn_db_fail(&c->to);
	while ((code = sqlite3_backup_step(c->backup, PART_PAGES)) ==
	    SQLITE_OK) {
		int of = sqlite3_backup_pagecount(c->backup);
		int left = sqlite3_backup_remaining(c->backup);

		if (c->fn &&
		    !c->fn(c->ctx, (uint64_t)(of - left), (uint64_t)of))
			break;
	}
	if (sqlite3_backup_finish(c->backup))
		return tcn_db_fail(&c->to);
	return code == SQLITE_DONE ? TCN_OK : TCN_DONE;
}

/* Without a journal: what is half made is thrown away, not rolled back. */
static enum tcn_rc
copy(struct copying *c, const char *from, const char *to)
{
	enum tcn_rc rc = open_from(&c->from, from);

	if (!rc)
		rc = tcn_db_open(&c->to, to, TCN_STORE_CREATE);
	if (!rc)
		rc = tcn_db_exec(&c->to,
		    "PRAGMA synchronous = OFF; PRAGMA journal_mode = OFF;");
	if (!rc)
		rc = copy_pages(c);
	if (tcn_db_confirm_alone(&c->from))
		rc = TCN_BUSY;
	/* One file, which can be read where nothing can be written. */
	if (!rc)
		rc = tcn_db_exec(&c->to, "PRAGMA journal_mode = DELETE;");
	return rc;
}

enum tcn_rc
tcn_store_copy(const char *from, const char *to, tcn_store_copy_fn *fn,
    void *ctx, struct tcn_err *err)
{
	struct copying *c = tcn_mem_calloc(1, sizeof *c);
	enum tcn_rc rc;

	c->fn = fn;
	c->ctx = ctx;
	rc = copy(c, from, to);
	if (rc && err)
		*err = c->to.db && c->to.db->err.text[0] ? c->to.db->err
							 : c->from.db->err;
	if (c->to.db)
		tcn_db_close(&c->to);
	tcn_db_close(&c->from);
	tcn_mem_free(c);
	return rc;
}

enum tcn_rc
tcn_store_merge_log(const char *path, struct tcn_err *err)
{
	struct tcn_store *st = tcn_mem_calloc(1, sizeof *st);
	int64_t busy = 0;
	enum tcn_rc rc;

	rc = tcn_db_open(st, path, TCN_STORE_EXISTING);
	if (!rc)
		rc = tcn_db_int(st, "PRAGMA wal_checkpoint(TRUNCATE)", &busy);
	if (!rc && busy)
		rc = tcn_db_fail_with(st, TCN_BUSY,
		    "another program has the store open: let it finish or "
		    "stop it");
	if (rc && err)
		*err = st->db->err;
	tcn_db_close(st);
	tcn_mem_free(st);
	return rc;
}
