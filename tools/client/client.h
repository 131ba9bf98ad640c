/*
 * tools/client/client.h - calls to a running daemon, over one connection.
 *
 * A call comes back with an answer, or when there is none for give_up_ms: a
 * connection that cannot be made or breaks, 429 and 503 are tried again, after
 * what Retry-After says or a wait that doubles from 0.1 s to 5 s. So a call
 * may have its effect twice: make only such calls as are harmless then. No
 * proxy is used and no redirect followed, so that a token goes nowhere else.
 * One call at a time, one thread; SIGINT and SIGTERM end a wait
 * (tools/base/stop.h).
 */
#ifndef TCN_TOOLS_CLIENT_CLIENT_H
#define TCN_TOOLS_CLIENT_CLIENT_H

#include <stdint.h>

#include "engine/base/err.h"
#include "engine/base/rc.h"
#include "engine/base/str.h"

struct tcn_client_conf {
	const char *url; /* "http://127.0.0.1:8093" */
	const char *token; /* or NULL */
	const char *ca; /* PEM file of whom to trust; NULL: the system's */
	int64_t give_up_ms;
};

struct tcn_client;

/* TCN_INVALID: url or token is none. conf's texts are copied. */
TCN_MUST_USE enum tcn_rc tcn_client_open(const struct tcn_client_conf *conf,
    struct tcn_client **client, struct tcn_err *err);
void tcn_client_close(struct tcn_client *client); /* may be NULL */

/*
 * Posts body to path. TCN_OK: *status, and *answer until the next call.
 * TCN_IO: patience is over, or a signal came; err says what was last wrong.
 */
TCN_MUST_USE enum tcn_rc tcn_client_post(struct tcn_client *client,
    const char *path, struct tcn_str body, long *status, struct tcn_str *answer,
    struct tcn_err *err);

/* How often something was tried again. */
uint64_t tcn_client_retries(const struct tcn_client *client);

#endif
