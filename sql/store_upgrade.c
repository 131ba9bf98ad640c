#include "sql/store_upgrade.h"

#include "engine/base/mem.h"
#include "sql/migrate.h"

/* Opens the file at path whatever its schema is, works on it, and closes it. */
typedef enum tcn_rc work_fn(struct tcn_store *st, int version, void *ctx);

static enum tcn_rc
with_store(const char *path, enum tcn_store_mode mode, work_fn *work, void *ctx,
    struct tcn_err *err)
{
	struct tcn_store *st = tcn_mem_calloc(1, sizeof *st);
	enum tcn_rc rc;
	int version;

	rc = tcn_db_open(st, path, mode);
	if (!rc)
		rc = tcn_migrate_read_version(st, &version);
	if (!rc)
		rc = work(st, version, ctx);
	if (rc && err)
		*err = st->db->err;
	tcn_store_close(st);
	return rc;
}

static enum tcn_rc
count(const struct tcn_store *st, const char *sql, uint64_t *n)
{
	int64_t value;
	enum tcn_rc rc = tcn_db_int(st, sql, &value);

	*n = rc || value < 0 ? 0 : (uint64_t)value;
	return rc;
}

static enum tcn_rc
read_past(struct tcn_store *st, int version, void *ctx)
{
	struct tcn_store_past *past = ctx;
	enum tcn_rc rc = TCN_OK;

	past->schema = version;
	past->newest = tcn_migrate_newest();
	if (!version)
		return TCN_OK;
	rc = count(st,
	    "SELECT page_count * page_size FROM pragma_page_count(),"
	    " pragma_page_size()",
	    &past->bytes);
	if (!rc)
		rc = count(st, "SELECT count(*) FROM items", &past->articles);
	if (!rc && version >= 3)
		rc = count(st, "SELECT count(*) FROM events", &past->events);
	if (!rc && version >= 9)
		rc = count(st, "SELECT count(*) FROM actions", &past->actions);
	if (!rc && version >= 9)
		rc =
		    count(st, "SELECT count(*) FROM silences", &past->silences);
	return rc ? rc
		  : tcn_db_int(st, "SELECT coalesce(max(ts), 0) FROM items",
			&past->last_ms);
}

static enum tcn_rc
read_schema(struct tcn_store *st, int version, void *ctx)
{
	struct tcn_store_past *past = ctx;

	(void)st;
	past->schema = version;
	past->newest = tcn_migrate_newest();
	return TCN_OK;
}

enum tcn_rc
tcn_store_schema(const char *path, struct tcn_store_past *past)
{
	*past = (struct tcn_store_past){ 0 };
	return with_store(path, TCN_STORE_READ_ONLY, read_schema, past, NULL);
}

enum tcn_rc
tcn_store_past(const char *path, struct tcn_store_past *past,
    struct tcn_err *err)
{
	*past = (struct tcn_store_past){ 0 };
	return with_store(path, TCN_STORE_READ_ONLY, read_past, past, err);
}

static enum tcn_rc
migrate(struct tcn_store *st, int version, void *ctx)
{
	enum tcn_rc rc = tcn_db_enable_wal(st);

	(void)ctx;
	if (!rc)
		rc = tcn_store_set_large_cache(st);
	return rc ? rc : tcn_migrate(st, version, tcn_migrate_newest());
}

enum tcn_rc
tcn_store_migrate(const char *path, struct tcn_err *err)
{
	return with_store(path, TCN_STORE_EXISTING, migrate, NULL, err);
}

/* The mode is in the file's head: whoever opens it next sets it anew. */
static enum tcn_rc
settle(struct tcn_store *st, int version, void *ctx)
{
	int64_t busy;
	enum tcn_rc rc =
	    tcn_db_int(st, "PRAGMA wal_checkpoint(TRUNCATE)", &busy);

	(void)version, (void)ctx;
	if (!rc && !busy)
		rc = tcn_db_exec(st, "PRAGMA journal_mode = DELETE");
	if (busy ||
	    (rc == TCN_IO &&
		(sqlite3_errcode(st->db->sqlite) & 0xff) == SQLITE_BUSY))
		return tcn_db_fail_with(st, TCN_BUSY,
		    "another program has the store open: let it finish or "
		    "stop it");
	return rc;
}

enum tcn_rc
tcn_store_upgrade_in_place(const char *path, struct tcn_err *err)
{
	return with_store(path, TCN_STORE_EXISTING, settle, NULL, err);
}
