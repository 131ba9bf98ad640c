/*
 * tools/client/store_cmd.h - a verb's work on a store: what event, silence and
 * deliveries have in common.
 *
 * Order: open; what the verb does, with its output put into out; close, which
 * prints the output or says what went wrong, and gives the exit code. A store
 * is opened to be read unless the store_cmd writes. close is always called.
 */
#ifndef TCN_TOOLS_CLIENT_STORE_CMD_H
#define TCN_TOOLS_CLIENT_STORE_CMD_H

#include "engine/base/arena.h"
#include "engine/base/buf.h"
#include "engine/base/err.h"
#include "sql/store.h"

struct tcn_store_cmd {
	struct tcn_store *store;
	struct tcn_arena arena;
	struct tcn_buf out, line; /* line: an object on its way to out */
	struct tcn_err err;
	bool not_found; /* something asked for is not there, which was said */
};

/*
 * db: the file, or NULL, which is an error that names the option. The errors
 * of tcn_store_open.
 */
TCN_MUST_USE enum tcn_rc tcn_store_cmd_open(struct tcn_store_cmd *store_cmd,
    const char *db, bool writes);

/* rc, with the store's error noted when it is one. */
enum tcn_rc tcn_store_cmd_check(struct tcn_store_cmd *store_cmd,
    enum tcn_rc rc);

/*
 * Who does it, as it may be kept: name, else $USER, else what the system
 * calls this user. Lives in the store_cmd's arena.
 */
TCN_MUST_USE enum tcn_rc tcn_store_cmd_author(struct tcn_store_cmd *store_cmd,
    const char *name, struct tcn_str *author);

/* The number that text is; mend: what shows the numbers, "tocsin ...". */
TCN_MUST_USE enum tcn_rc tcn_store_cmd_number(struct tcn_store_cmd *store_cmd,
    const char *text, const char *mend, uint64_t *number);

/* Says that no event has the id, with the nearest that one has; not_found. */
void tcn_store_cmd_no_event(struct tcn_store_cmd *store_cmd, const char *id);

/* Ends it; rc: what came of it. Frees all. Returns enum tcn_exit. */
int tcn_store_cmd_close(struct tcn_store_cmd *store_cmd, enum tcn_rc rc);

#endif
