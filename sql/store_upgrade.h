/*
 * sql/store_upgrade.h - a store that an older program made.
 *
 * tcn_store_open() refuses it. Whoever upgrades it works on a copy:
 * tcn_store_migrate() gives that the tables of this program. The rows of the
 * detector's memory are another matter: sql/ does not know what they mean
 * (tools/pipeline/pipeline_rebuild.c).
 */
#ifndef TCN_SQL_STORE_UPGRADE_H
#define TCN_SQL_STORE_UPGRADE_H

#include "sql/store.h"

/* What a store holds, of whatever schema. */
struct tcn_store_past {
	int schema, newest; /* 0: the file is empty; newest: this program's */
	uint64_t articles, events, actions, silences; /* rows */
	uint64_t bytes; /* with its write-ahead log */
	int64_t last_ms; /* the greatest date of an item; 0: there is none */
};

/* Its schema alone; O(1). */
TCN_MUST_USE enum tcn_rc tcn_store_schema(const char *path,
    struct tcn_store_past *past);

/* Reads it, changing nothing. Errors are those of opening a store to read. */
TCN_MUST_USE enum tcn_rc tcn_store_past(const char *path,
    struct tcn_store_past *past, struct tcn_err *err);

/* Gives the store at path the tables of this program. A schema is a
 * transaction, so that a kill leaves it between two. */
TCN_MUST_USE enum tcn_rc tcn_store_migrate(const char *path,
    struct tcn_err *err);

/*
 * Writes all of it into its one file, which then has no log beside it.
 * TCN_BUSY: another program has it open.
 */
TCN_MUST_USE enum tcn_rc tcn_store_settle(const char *path,
    struct tcn_err *err);

#endif
