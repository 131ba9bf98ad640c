/*
 * tools/client/store_cmd.h - a verb's work on a store: what the verbs event,
 * silence and deliveries have in common.
 *
 * Order: open; the verb's work, which adds its output to out; close, which
 * prints the output, or what went wrong, and returns the exit code. close must
 * be called even if open failed. The store may be in use by a daemon: each
 * change is a transaction of its own, which waits for the daemon's. It waits
 * for other programs that write (tools/base/store_lock.h).
 */
#ifndef TCN_TOOLS_CLIENT_STORE_CMD_H
#define TCN_TOOLS_CLIENT_STORE_CMD_H

#include "engine/base/arena.h"
#include "engine/base/buf.h"
#include "engine/base/err.h"
#include "sql/store.h"
#include "tools/base/store_lock.h"

struct tcn_store_cmd {
	struct tcn_store *store;
	struct tcn_store_lock *lock; /* NULL: only reads, or beside a daemon */
	struct tcn_arena arena;
	struct tcn_buf out; /* to be printed */
	struct tcn_buf line; /* for an object that is then added to out */
	struct tcn_err err;
	bool not_found; /* there is no such thing, which has been reported */
};

/*
 * Opens the store db: to be read when writes_as is NULL, else to be written,
 * and writes_as is the verb for its lock. db NULL is an error that names the
 * option --db. Errors as of tcn_store_open() and of
 * tcn_store_lock_take_beside().
 */
TCN_MUST_USE enum tcn_rc tcn_store_cmd_open(struct tcn_store_cmd *store_cmd,
    const char *db, const char *writes_as);

/* Returns rc; if it is an error of the store, keeps its text for close. */
enum tcn_rc tcn_store_cmd_check(struct tcn_store_cmd *store_cmd,
    enum tcn_rc rc);

/*
 * The author of an action, made safe to store: name, else $USER, else this
 * user's name in the system. It lives in the arena. TCN_INVALID: it is empty
 * or too long.
 */
TCN_MUST_USE enum tcn_rc tcn_store_cmd_author(struct tcn_store_cmd *store_cmd,
    const char *name, struct tcn_str *author);

/* Reads a number; mend: the command that shows the right ones. TCN_INVALID. */
TCN_MUST_USE enum tcn_rc tcn_store_cmd_number(struct tcn_store_cmd *store_cmd,
    const char *text, const char *mend, uint64_t *number);

/* Reports that no event has the id, and the most similar id there is. */
void tcn_store_cmd_no_event(struct tcn_store_cmd *store_cmd, const char *id);

/* Prints the outcome rc or the output, frees all. Returns enum tcn_exit. */
int tcn_store_cmd_close(struct tcn_store_cmd *store_cmd, enum tcn_rc rc);

#endif
