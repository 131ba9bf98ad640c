/*
 * sql/migrate.h - inside sql/: migrations from any older schema to this
 * program's.
 *
 * A database of ours has our application_id; its version is its user_version,
 * the number of the last applied file of sql/schema/. Each migration is one
 * transaction that also raises the version, so that a kill leaves either the
 * old or the new version.
 */
#ifndef TCN_SQL_MIGRATE_H
#define TCN_SQL_MIGRATE_H

#include "sql/db.h"

/* The newest version: how many migrations there are. */
int tcn_migrate_newest(void);

/*
 * Reads the version of the file without changing it: *version is 0 for an empty
 * file. TCN_INVALID: another program's, or a newer program's.
 */
TCN_MUST_USE enum tcn_rc tcn_migrate_read_version(const struct tcn_store *st,
    int *version);

/*
 * Makes the tables of the newest version in an empty file, at a tenth of the
 * cost of the migrations, for each of which SQLite would read the schema again.
 */
TCN_MUST_USE enum tcn_rc tcn_migrate_create(struct tcn_store *st);

/* Applies the migrations after `from` up to `to`. */
TCN_MUST_USE enum tcn_rc tcn_migrate(struct tcn_store *st, int from, int to);

#endif
