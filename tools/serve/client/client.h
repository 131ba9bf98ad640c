/*
 * tools/serve/client/client.h - HTTP calls to a running daemon, over one
 * connection.
 *
 * A post is repeated until it is answered, for at most give_up_ms: a
 * connection that cannot be made or breaks, 429 and 503 are tried again, after
 * the time in Retry-After (RFC 9110, section 10.2.3; at most an hour) or a
 * wait that doubles from 0.1 to 5 seconds. So a request may reach the daemon
 * twice, when its answer was lost: only requests that are idempotent may be
 * sent this way. A call (tcn_client_call) is repeated only after 429 and 503,
 * by which the daemon says that it has done nothing.
 *
 * No proxy is used and no redirect is followed, so that the token goes nowhere
 * else. One call at a time, one thread; it blocks. SIGINT and SIGTERM end it
 * (tools/base/stop.h).
 */
#ifndef TCN_TOOLS_SERVE_CLIENT_CLIENT_H
#define TCN_TOOLS_SERVE_CLIENT_CLIENT_H

#include <stdint.h>

#include "engine/base/err.h"
#include "engine/base/rc.h"
#include "engine/base/str.h"

struct tcn_client_conf {
	const char *url; /* "http://127.0.0.1:8093"; not NULL */
	const char *sock; /* a Unix socket to reach url by; or NULL */
	const char *token; /* or NULL */
	const char *ca; /* PEM file of issuers to trust; NULL: the system's */
	int64_t give_up_ms; /* how long a call may take, with all its tries */
};

struct tcn_client;

/* Prepares calls; the connection is made by the first. conf's texts are copied.
 * TCN_INVALID: url is empty or url or token is too long. */
TCN_MUST_USE enum tcn_rc tcn_client_open(const struct tcn_client_conf *conf,
    struct tcn_client **client, struct tcn_err *err);
void tcn_client_close(struct tcn_client *client); /* may be NULL */

/*
 * Posts body to path. TCN_OK: *status is neither 429 nor 503, and *answer
 * lives until the next call. TCN_IO: give_up_ms is over or a signal came; err
 * says what the last try met with.
 */
TCN_MUST_USE enum tcn_rc tcn_client_post(struct tcn_client *client,
    const char *path, struct tcn_str body, long *status, struct tcn_str *answer,
    struct tcn_err *err);

/*
 * Calls target, a path with perhaps a query, once: "GET", or "POST" and others
 * with body as JSON. TCN_OK: *status is any, and *answer lives until the next
 * call. TCN_IO: there was no answer; err says why.
 */
TCN_MUST_USE enum tcn_rc tcn_client_call(struct tcn_client *client,
    const char *method, const char *target, struct tcn_str body, long *status,
    struct tcn_str *answer, struct tcn_err *err);

/* How long a call may take from now on. */
void tcn_client_set_patience(struct tcn_client *client, int64_t ms);

/* How many tries there were after the first of each call. */
uint64_t tcn_client_retries(const struct tcn_client *client);

#endif
