/*
 * sql/store_impl.h - the members of a store. Private to sql/.
 *
 * Reading changes the connection (it prepares statements, and records
 * failures), but not the store: so the connection is a struct of its own behind
 * a pointer, and a function that only reads takes a const store.
 */
#ifndef TCN_SQL_STORE_IMPL_H
#define TCN_SQL_STORE_IMPL_H

#include <sqlite3.h>
#include <stdbool.h>
#include <stddef.h>

#include "engine/base/buf.h"
#include "engine/base/err.h"
#include "engine/base/map.h"
#include "engine/base/rc.h"
#include "sql/store.h"

/* The header and size of a file, which show whether it was written to. */
struct tcn_store_mark {
	unsigned char head[100];
	sqlite3_int64 bytes; /* -1: it could not be read */
};

struct tcn_store_connection {
	sqlite3 *sqlite;
	struct tcn_map known; /* address of the SQL -> index in stmts */
	sqlite3_stmt **stmts;
	size_t stmts_n, stmts_cap;
	struct tcn_err err; /* of the last failure */
	bool alone; /* opened by tcn_db_open_immutable(); */
	struct tcn_store_mark alone_as; /* the file as it was then */
	enum tcn_rc failed; /* the first failure in the open transaction */
	enum {
		TCN_STORE_UNKNOWN,
		TCN_STORE_NONE,
		TCN_STORE_SOME
	} removed; /* keys of removed items */
	/* the size of the file after the last commit */
	sqlite3_int64 least_bytes;
};

struct tcn_store_tx {
	struct tcn_store *st; /* whose member it is */
};

struct tcn_store {
	struct tcn_store_connection *db; /* &own_db */
	struct tcn_store_connection own_db;
	struct tcn_store_tx tx; /* what tcn_store_begin() gives out */
	struct tcn_buf deltas; /* changes of state, until the commit */
	/* sql/store_compact.c; NULL: no compaction is under way. */
	struct tcn_store_compaction *compaction;
	uint64_t commits; /* since it was opened */
	uint64_t log_pages; /* of the write-ahead log, at the last commit */
	size_t
	    search_bytes; /* of texts indexed or taken out, until the commit */
	/* closed stories that may not be in the index yet */
	size_t stories_closed;
	bool in_tx; /* tx is valid */
	bool read_only;
	bool durable; /* commits wait for the disk */
	bool copy_texts; /* tcn_store_keep_copy_texts() */
};

#endif
