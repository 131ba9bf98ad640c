/*
 * sql/db.h - inside sql/: the connection behind a store.
 *
 * Opens SQLite the one way this program uses it (write-ahead log, our
 * allocator, nothing trusted that the file brings along), keeps prepared
 * statements, and turns SQLite's codes into sentences that say what to do.
 *
 * Failure in a transaction is sticky: once a statement has failed, every
 * later write and the commit report the same failure, so that a caller who
 * looks only once, at the commit, cannot keep half a change.
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
 * Connects, without looking at what the file holds and without changing it.
 * On failure st->db->err says why and tcn_db_close() must still be called.
 */
TCN_MUST_USE enum tcn_rc tcn_db_open(struct tcn_store *st, const char *path,
    enum tcn_store_mode mode);
void tcn_db_close(struct tcn_store *st);

/*
 * For a store that was just opened for reading: when SQLite cannot read it
 * because nothing can be written beside it, opens it as a file that nobody
 * changes. TCN_IO: its log holds commits, or a program has it open.
 */
TCN_MUST_USE enum tcn_rc tcn_db_open_alone(struct tcn_store *st,
    const char *path);

/* TCN_BUSY: such a store has been written to since, so that what was read may
 * be of no moment. Any other store: TCN_OK. */
TCN_MUST_USE enum tcn_rc tcn_db_confirm_alone(const struct tcn_store *st);

/*
 * After a commit: TCN_IO when the file that was written to has lost its name,
 * its log or its end meanwhile, so that what was committed will not be there.
 * Cost: three calls of the system.
 */
TCN_MUST_USE enum tcn_rc tcn_db_confirm_place(const struct tcn_store *st);

/* Adds the functions that queries may call; SQLite's code. */
int tcn_db_add_functions(sqlite3 *db);

/*
 * Puts our VFS between SQLite and the system (db_sums.c), once: pages of the
 * main file have sums where SQLite leaves TCN_DB_SUM_BYTES of each to us. The
 * control says whether they do of a file that is made page by page.
 */
void tcn_db_sums_configure(void);
#define TCN_DB_SUM_BYTES    8
#define TCN_DB_CONTROL_SUMS 0x54636e /* const bool * */

/* From now on the file leaves these bytes, when it is made or written anew. */
TCN_MUST_USE enum tcn_rc tcn_db_use_sums(const struct tcn_store *st);

/* Whether a file of this ending is beside the store, with bytes in it. */
bool tcn_db_is_beside(const char *path, const char *ending);

/*
 * TCN_CORRUPT: the file was cut, and does not end with a page. Beside a log it
 * may be what a checkpoint has left that was killed, and is passed over: part
 * of a page that is not in the log is found when it is read.
 */
TCN_MUST_USE enum tcn_rc tcn_db_check_size(const struct tcn_store *st);

/*
 * TCN_CORRUPT: the write-ahead log is damaged, so that SQLite passes over
 * commits in it. Precondition: the store has been read from. Cost: reads the
 * log.
 */
TCN_MUST_USE enum tcn_rc tcn_db_check_log(const struct tcn_store *st);

/* Sets SQLite's allocator (db_memory.c), once, before it is initialized. */
void tcn_db_memory_configure(void);

/* Gives back what this thread keeps for SQLite's next allocations. */
void tcn_db_memory_release(void);

/* Switches to the write-ahead log: once the file is known to be ours. */
TCN_MUST_USE enum tcn_rc tcn_db_enable_wal(struct tcn_store *st);

/* Runs SQL without results: one statement or several. */
TCN_MUST_USE enum tcn_rc tcn_db_exec(const struct tcn_store *st,
    const char *sql);

/* The first column of the first row, 0 when there is none. */
TCN_MUST_USE enum tcn_rc tcn_db_int(const struct tcn_store *st, const char *sql,
    int64_t *value);

/*
 * The statement that is known by this address, prepared once a connection by
 * the text. The key must be static, and is the text itself unless that is made:
 * never a literal or a buffer. A text that is made is needed only until the
 * statement is known.
 */
bool tcn_db_is_known(const struct tcn_store *st, const void *key);
TCN_MUST_USE enum tcn_rc tcn_db_stmt(const struct tcn_store *st,
    const void *key, const char *text, sqlite3_stmt **stmt);

/* Records what SQLite last said as this store's failure; returns its code. */
enum tcn_rc tcn_db_fail(const struct tcn_store *st);

/* The same for a failure of our own finding. */
enum tcn_rc tcn_db_refuse(const struct tcn_store *st, enum tcn_rc rc,
    const char *fmt, ...) TCN_PRINTF(3, 4);

/*
 * TCN_OK when nothing in the transaction has failed so far, else its first
 * failure. Asserts that tx is open: a tx is dead after commit and rollback.
 */
TCN_MUST_USE enum tcn_rc tcn_db_require_tx(const struct tcn_store_tx *tx);

#endif
