/*
 * sql/store_upgrade.h - a store that an older program made.
 *
 * tcn_store_open() refuses it. The caller upgrades a copy: tcn_store_migrate()
 * gives the copy the tables of this program. The rows of the detector's state
 * are upgraded elsewhere, as sql/ does not know their meaning
 * (tools/pipeline/pipeline_rebuild.c).
 */
#ifndef TCN_SQL_STORE_UPGRADE_H
#define TCN_SQL_STORE_UPGRADE_H

#include "sql/store.h"

/* A summary of a store of any schema. */
struct tcn_store_past {
	int schema, newest; /* 0: the file is empty; newest: this program's */
	uint64_t articles, events, actions, silences; /* rows */
	uint64_t bytes; /* with its write-ahead log */
	int64_t last_ms; /* the greatest date of an item; 0: there is none */
};

/* Reads the schema's version alone; O(1). */
TCN_MUST_USE enum tcn_rc tcn_store_schema(const char *path,
    struct tcn_store_past *past);

/* Reads the summary without changing the store. Errors are those of opening a
 * store to read. */
TCN_MUST_USE enum tcn_rc tcn_store_past(const char *path,
    struct tcn_store_past *past, struct tcn_err *err);

/* Gives the store at path the tables of this program. Each migration is a
 * transaction, so that a kill leaves a valid store of some version. */
TCN_MUST_USE enum tcn_rc tcn_store_migrate(const char *path,
    struct tcn_err *err);

/*
 * Writes the whole store into its one file, without a log beside it. TCN_BUSY:
 * another program has it open.
 */
TCN_MUST_USE enum tcn_rc tcn_store_upgrade_in_place(const char *path,
    struct tcn_err *err);

#endif
