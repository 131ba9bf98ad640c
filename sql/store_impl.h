/*
 * sql/store_impl.h - what a store is made of: one connection, its prepared
 * statements, the state of its transaction. Private to sql/.
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

struct tcn_store {
	sqlite3 *db;
	struct tcn_map known; /* address of the SQL -> index in stmts */
	sqlite3_stmt **stmts;
	size_t stmts_n, stmts_cap;
	struct tcn_buf deltas; /* changes of state that wait for the commit */
	struct tcn_store_compaction
	    *compaction; /* sql/store_compact.c; NULL: none */
	struct tcn_err err; /* of the last failure */
	enum tcn_rc failed; /* what broke the open transaction */
	bool in_tx;
	bool read_only;
};

#endif
