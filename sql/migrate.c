#include "sql/migrate.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>

#define APPLICATION_ID 0x5463736e /* "Tcsn" */

static const struct {
	const char *name;
	const char *sql;
} migrations[] = {
#include "sql/schema_data.h"
};

/* What they make of an empty file: a statement each. */
static const char *const newest[] = {
#include "sql/schema_new_data.h"
};

int
tcn_migrate_newest(void)
{
	return (int)(sizeof migrations / sizeof *migrations);
}

/* Whether a file with this id and version is ours to open. */
static enum tcn_rc
judge(const struct tcn_store *st, int64_t id, int64_t version, int64_t tables)
{
	if (id == 0 && version == 0 && tables == 0)
		return TCN_OK;
	if (id != APPLICATION_ID)
		return tcn_db_fail_with(st, TCN_CORRUPT,
		    "this is a database of another program: name another file "
		    "(nothing was changed in this one)");
	if (version > tcn_migrate_newest())
		return tcn_db_fail_with(st, TCN_CORRUPT,
		    "this database has version %" PRId64 ", this program "
		    "writes version %d: use the newer program that made it",
		    version, tcn_migrate_newest());
	if (version < 1)
		return tcn_db_fail_with(st, TCN_CORRUPT,
		    "this database says it has version %" PRId64 ", which "
		    "never was: restore a copy of the file",
		    version);
	return TCN_OK;
}

enum tcn_rc
tcn_migrate_read_version(const struct tcn_store *st, int *version)
{
	int64_t id, found, tables;
	enum tcn_rc rc;

	*version = 0;
	rc = tcn_db_int(st, "PRAGMA application_id", &id);
	if (!rc)
		rc = tcn_db_int(st, "PRAGMA user_version", &found);
	if (!rc)
		rc = tcn_db_int(st, "SELECT count(*) FROM sqlite_schema",
		    &tables);
	if (!rc)
		rc = judge(st, id, found, tables);
	if (!rc)
		*version = (int)found;
	return rc;
}

/* Ends the transaction that brought the store to this version, which it notes
 * in it. */
static enum tcn_rc
finish(struct tcn_store *st, enum tcn_rc rc, int version)
{
	char mark[96];

	snprintf(mark, sizeof mark,
	    "PRAGMA application_id = %d; PRAGMA user_version = %d;",
	    APPLICATION_ID, version);
	if (!rc)
		rc = tcn_db_exec(st, mark);
	return tcn_store_end(st, rc);
}

static enum tcn_rc
apply(struct tcn_store *st, int index)
{
	struct tcn_store_tx *tx;
	enum tcn_rc rc = tcn_store_begin(st, &tx);

	if (!rc)
		rc = tcn_db_exec(st, migrations[index].sql);
	return finish(st, rc, index + 1);
}

enum tcn_rc
tcn_migrate_create(struct tcn_store *st)
{
	struct tcn_store_tx *tx;
	enum tcn_rc rc = tcn_store_begin(st, &tx);

	for (size_t i = 0; i < sizeof newest / sizeof *newest && !rc; i++)
		rc = tcn_db_exec(st, newest[i]);
	return finish(st, rc, tcn_migrate_newest());
}

enum tcn_rc
tcn_migrate(struct tcn_store *st, int from, int to)
{
	enum tcn_rc rc = TCN_OK;

	assert(0 <= from && to <= tcn_migrate_newest());
	for (int i = from; i < to && !rc; i++)
		rc = apply(st, i);
	return rc;
}
