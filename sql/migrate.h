/*
 * sql/migrate.h - inside sql/: from any older schema to this program's.
 *
 * A database of ours is known by its application_id; its version is its
 * user_version, the number of the last file of sql/schema/ applied. Each
 * migration is one transaction that also raises the version, so that a kill
 * leaves the one or the other.
 */
#ifndef TCN_SQL_MIGRATE_H
#define TCN_SQL_MIGRATE_H

#include "sql/db.h"

/* The newest version: how many migrations there are. */
int tcn_migrate_newest(void);

/*
 * Looks at what the file holds, changing nothing: *version is 0 for an empty
 * file. TCN_INVALID: another program's, or a newer program's.
 */
TCN_MUST_USE enum tcn_rc tcn_migrate_read_version(const struct tcn_store *st,
    int *version);

/*
 * Makes the tables of the newest version in an empty file, at a tenth of the
 * cost of the migrations, each of which SQLite reads the schema again for.
 */
TCN_MUST_USE enum tcn_rc tcn_migrate_create(struct tcn_store *st);

/* Applies the migrations after `from` up to `to`. */
TCN_MUST_USE enum tcn_rc tcn_migrate(struct tcn_store *st, int from, int to);

#endif
