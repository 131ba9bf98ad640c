/*
 * tools/serve/client/session.h - what a verb talks to: a store, or a running
 * daemon.
 *
 * A verb asks a route of the daemon's HTTP interface (tools/serve/api/api.h)
 * and prints what it answers, so that output and exit codes are the same
 * however it was reached:
 *
 *	--db FILE   the store. Where a daemon holds it and the verb is to write,
 *	            the daemon is asked by the socket beside the store
 *	            (tools/serve/http/socket.h); else the routes are called in
 *	            this process (tools/serve/api/api_local.h)
 *	--url URL   a daemon, by HTTP or HTTPS; unix:PATH: by its socket
 *
 * Without either, TOCSIN_URL and TOCSIN_TOKEN_FILE of the environment say
 * which daemon.
 *
 * Order: open; ask any number of times, and add output to out; close, which
 * prints the output, or what went wrong, and returns the exit code. close must
 * be called even if open failed.
 */
#ifndef TCN_TOOLS_SERVE_CLIENT_SESSION_H
#define TCN_TOOLS_SERVE_CLIENT_SESSION_H

#include "engine/base/arena.h"
#include "engine/base/buf.h"
#include "engine/base/err.h"
#include "engine/base/json_value.h"
#include "tools/base/opt.h"
#include "tools/base/sock_path.h"
#include "tools/base/store_lock.h"
#include "tools/conf/conf.h"
#include "tools/serve/api/api_local.h"
#include "tools/serve/client/client.h"

/* The options of a verb that has a session. */
struct tcn_session_args {
	const char *db, *url, *token_file, *ca;
};

#define TCN_SESSION_OPTS(args, member)                                         \
	{ "db", 0, "FILE", "the store", TCN_OPT_TEXT,                          \
		offsetof(args, member.db) },                                   \
	    { "url", 0, "URL",                                                 \
		    "in place of --db: the daemon that holds it "              \
		    "($TOCSIN_URL)",                                           \
		    TCN_OPT_TEXT, offsetof(args, member.url) },                \
	    { "token-file", 0, "FILE",                                         \
		    "send the token that FILE holds ($TOCSIN_TOKEN_FILE)",     \
		    TCN_OPT_TEXT, offsetof(args, member.token_file) },         \
	{                                                                      \
		"ca", 0, "FILE", "trust certificates signed by those in FILE", \
		    TCN_OPT_TEXT, offsetof(args, member.ca)                    \
	}

struct tcn_session {
	struct tcn_api_local *local; /* NULL: a daemon is asked */
	struct tcn_store_lock *lock; /* of local; NULL: it only reads, or
				      * writes beside a daemon that has no
				      * socket, which does no harm */
	struct tcn_client *client; /* NULL: the store is asked */
	const char *token_file; /* for messages; or NULL */
	char url[TCN_SOCK_PATH_BYTES + 8]; /* for messages */
	struct tcn_arena arena;
	struct tcn_buf out; /* to be printed */
	struct tcn_buf target; /* of the call that is being made */
	struct tcn_buf body;
	struct tcn_buf answer; /* to the last call */
	struct tcn_err err;
	int status; /* of the last answer */
	bool not_found; /* there is no such thing, which has been reported */
};

enum tcn_session_use {
	TCN_SESSION_READS,
	TCN_SESSION_WRITES, /* to a store that is there */
	TCN_SESSION_MAKES, /* to a store that is made if there is none */
};

/*
 * Opens what the options name. conf: the settings, for routes that need some;
 * or NULL. verb: for the store's lock (tools/base/store_lock.h). TCN_INVALID:
 * err names the options; TCN_BUSY: another program writes, for long; TCN_IO,
 * TCN_CORRUPT.
 */
TCN_MUST_USE enum tcn_rc tcn_session_open(struct tcn_session *session,
    const struct tcn_session_args *args, const struct tcn_conf *conf,
    enum tcn_session_use use, const char *verb);

/*
 * Fills in the client that the options lead to: for a verb that needs more of
 * it than a session. usual: the address when nothing is named. Texts live in
 * the arena or are the options' own. TCN_INVALID: err names the options;
 * TCN_IO: no daemon holds the store of --db.
 */
TCN_MUST_USE enum tcn_rc tcn_session_client(const struct tcn_session_args *args,
    const char *usual, struct tcn_arena *arena, struct tcn_client_conf *conf,
    struct tcn_err *err);

/* Whether the options lead to a daemon when something is to be written. */
bool tcn_session_finds_daemon(const struct tcn_session_args *args);

/*
 * Prints the outcome rc or the output, and frees all. Returns enum tcn_exit:
 * TCN_EXIT_NO when something was not found.
 */
int tcn_session_close(struct tcn_session *session, enum tcn_rc rc);

/* --- A call: begin, its parts, then get or post. --- */

/* Begins a target: path, in which each {} is replaced by an argument. */
void tcn_session_path(struct tcn_session *session, const char *path, ...);

/* Adds a parameter to the target; nothing when value is NULL. */
void tcn_session_param(struct tcn_session *session, const char *name,
    const char *value);
/* The same of an option whose word may be left out: "" stands for usual. */
void tcn_session_param_choice(struct tcn_session *session, const char *name,
    const char *value, const char *usual);
void tcn_session_param_uint(struct tcn_session *session, const char *name,
    uint64_t value);

/*
 * Asks for the target. TCN_OK: the answer is in session->answer, and *object
 * holds it, until the next call; object may be NULL: then it is not read. Else
 * err has a sentence: TCN_INVALID: the request was wrong; TCN_DONE: there is
 * nothing by that name (404); TCN_IO: the daemon refused or was not reached.
 */
TCN_MUST_USE enum tcn_rc tcn_session_get(struct tcn_session *session,
    struct tcn_json_value *object);

/* The same with a body, the bytes of session->body, which is then emptied. */
TCN_MUST_USE enum tcn_rc tcn_session_post(struct tcn_session *session,
    struct tcn_json_value *object);

/* The same by another method: "PATCH", "DELETE". */
TCN_MUST_USE enum tcn_rc tcn_session_send(struct tcn_session *session,
    const char *method, struct tcn_json_value *object);

/*
 * For rc TCN_DONE: says the answer's sentence, notes that something was not
 * found, and returns TCN_OK; else returns rc.
 */
enum tcn_rc tcn_session_miss(struct tcn_session *session, enum tcn_rc rc);

/* --- Answers. --- */

/* The bytes of a member of the last answer, an object; empty when absent. */
struct tcn_str tcn_session_member(const struct tcn_session *session,
    const char *name);

/* Whether the answer has the member; if not, TCN_IO and err says that what
 * answered is no daemon. */
TCN_MUST_USE enum tcn_rc tcn_session_expect(struct tcn_session *session,
    const struct tcn_json_value *answer, const char *name);

/*
 * Goes through the objects of the member called name, an array, of the last
 * answer. Adds to out a line for each, when json is set; else fn does.
 */
typedef void tcn_session_row_fn(void *ctx, const struct tcn_json_value *row,
    struct tcn_buf *out);
TCN_MUST_USE enum tcn_rc tcn_session_each(struct tcn_session *session,
    const char *name, bool json, tcn_session_row_fn *fn, void *ctx);

/*
 * Adds to the body, an object that is open, who acts: name as "author"; where
 * it is NULL and no token is sent, which says it, this user's name in the
 * system as "user". TCN_INVALID: the name is empty or too long.
 */
TCN_MUST_USE enum tcn_rc tcn_session_author(struct tcn_session *session,
    const char *name);

/* Reads a number; mend: the command that shows the right ones. TCN_INVALID. */
TCN_MUST_USE enum tcn_rc tcn_session_number(struct tcn_session *session,
    const char *text, const char *mend, uint64_t *number);

#endif
