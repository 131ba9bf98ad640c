/*
 * sql/db.h - inside sql/: the connection behind a store.
 *
 * Opens SQLite the one way this program uses it (write-ahead log, our
 * allocator, no trust in anything that the file contains), caches prepared
 * statements, and turns SQLite's codes into sentences that say what to do.
 *
 * Failure in a transaction is sticky: once a statement has failed, every later
 * write and the commit report the same failure, so that a caller that checks
 * only once, at the commit, cannot keep half a change.
 */
#ifndef TCN_SQL_DB_H
#define TCN_SQL_DB_H

#include <sqlite3.h>
#include <stdbool.h>

#include "engine/base/buf.h"
#include "engine/base/err.h"
#include "engine/base/rc.h"
#include "sql/store_impl.h"

/*
 * Connects to the file without reading or changing its content. On failure
 * st->db->err says why and tcn_db_close() must still be called.
 */
TCN_MUST_USE enum tcn_rc tcn_db_open(struct tcn_store *st, const char *path,
    enum tcn_store_mode mode);
void tcn_db_close(struct tcn_store *st);

/*
 * For a store that was just opened for reading: if SQLite cannot read it
 * because no file can be written beside it, opens it as an immutable file.
 * TCN_IO: its log has commits, or a program has it open.
 */
TCN_MUST_USE enum tcn_rc tcn_db_open_immutable(struct tcn_store *st,
    const char *path);

/* Confirms that a store opened by tcn_db_open_immutable() has not changed.
 * TCN_BUSY: it was written to since, so that the rows read may be inconsistent.
 * TCN_OK for any other store. */
TCN_MUST_USE enum tcn_rc tcn_db_confirm_alone(const struct tcn_store *st);

/*
 * Confirms after a commit that the file is still in place. TCN_IO: the file has
 * lost its name, its log or its end meanwhile, so that the commit is lost.
 * Cost: three system calls.
 */
TCN_MUST_USE enum tcn_rc tcn_db_confirm_place(const struct tcn_store *st);

/* Registers the SQL functions that queries call; returns SQLite's code. */
int tcn_db_add_functions(sqlite3 *db);

/* Registers a tokenizer that gives full-text search the same tokens as the one
 * of SQLite that the schema names, in less time; returns SQLite's code. */
int tcn_db_add_tokenizer(sqlite3 *db);

/*
 * Installs our VFS between SQLite and the system (db_sums.c), once. It adds
 * checksums to the pages of the main file, where SQLite reserves
 * TCN_DB_SUM_BYTES of each page for us. The file control TCN_DB_CONTROL_SUMS
 * tells the VFS whether a file that is written page by page, as a copy is, has
 * them.
 */
void tcn_db_sums_configure(void);
#define TCN_DB_SUM_BYTES    8
#define TCN_DB_CONTROL_SUMS 0x54636e /* const bool * */

/* Makes SQLite reserve these bytes in each page when the file is created or
 * rewritten from now on. */
TCN_MUST_USE enum tcn_rc tcn_db_use_sums(const struct tcn_store *st);

/* Whether there is a non-empty file with the store's path and this ending. */
bool tcn_db_is_beside(const char *path, const char *ending);

/*
 * Checks the size of the file. TCN_CORRUPT: it was cut, and does not end with a
 * whole page. With a log beside it a partial page may be left from a killed
 * checkpoint, and is accepted: if the page is not in the log, reading it will
 * fail.
 */
TCN_MUST_USE enum tcn_rc tcn_db_check_size(const struct tcn_store *st);

/*
 * Checks the write-ahead log. TCN_CORRUPT: it is damaged, so that SQLite
 * ignores commits in it. Precondition: the store has been read from. Cost:
 * reads the log.
 */
TCN_MUST_USE enum tcn_rc tcn_db_check_log(const struct tcn_store *st);

/* Sets SQLite's allocator (db_memory.c), once, before SQLite is initialized. */
void tcn_db_memory_configure(void);

/* Frees the memory that this thread caches for SQLite's next allocations. */
void tcn_db_memory_release(void);

/* Switches to the write-ahead log. To be called once the file is known to be
 * ours. */
TCN_MUST_USE enum tcn_rc tcn_db_enable_wal(struct tcn_store *st);

/* Runs SQL without results: one statement or several. */
TCN_MUST_USE enum tcn_rc tcn_db_exec(const struct tcn_store *st,
    const char *sql);

/* Runs a query and sets *value to the first column of the first row, 0 when
 * there is no row. */
TCN_MUST_USE enum tcn_rc tcn_db_int(const struct tcn_store *st, const char *sql,
    int64_t *value);

/*
 * The cache of prepared statements: one a connection, by the address of its
 * key. The key must be static: the SQL text itself or, for a generated text,
 * another static address; never a literal or a buffer. A generated text is
 * needed only for the first call. tcn_db_is_cached() says whether the key's
 * statement is cached; tcn_db_stmt() returns it, and prepares it the first
 * time.
 */
bool tcn_db_is_cached(const struct tcn_store *st, const void *key);
TCN_MUST_USE enum tcn_rc tcn_db_stmt(const struct tcn_store *st,
    const void *key, const char *text, sqlite3_stmt **stmt);

/* Records SQLite's last error as this store's failure, and returns its code. */
enum tcn_rc tcn_db_fail(const struct tcn_store *st);

/* Records a failure that this program found as this store's failure, and
 * returns rc. */
enum tcn_rc tcn_db_fail_with(const struct tcn_store *st, enum tcn_rc rc,
    const char *fmt, ...) TCN_PRINTF(3, 4);

/*
 * Returns TCN_OK if nothing in the transaction has failed so far, else its
 * first failure. Asserts that tx is open; it is closed after commit and
 * rollback.
 */
TCN_MUST_USE enum tcn_rc tcn_db_require_tx(const struct tcn_store_tx *tx);

#endif
