/*
 * tools/serve/deliver/post.h - HTTP requests and e-mail, sent within the event
 * loop.
 *
 * libcurl does the transfers. This module decides where a request may go and
 * what it may cost:
 *
 *   where     addresses of private networks are refused unless the job allows
 *             them (tools/base/address.h). The address of each connection is
 *             checked when it is made and when it is used again, not the name
 *             that was looked up: so a DNS answer that changes in between
 *             (DNS rebinding) leads nowhere, which is the usual way to server
 *             side request forgery. Redirects are not followed, so that what
 *             is signed goes to the named place only. The environment's
 *             proxies are not used
 *   cost      timeout_ms for the whole request; of the answer at most 64 KiB
 *
 * The status decides whether a request succeeded (for HTTP, 2xx). It comes
 * first, so an answer that then breaks off, lies about its length or never
 * ends changes nothing.
 *
 * One loop, one thread. Order: new; send ...; free. Whatever a job points to
 * must live until its done is called.
 */
#ifndef TCN_TOOLS_SERVE_DELIVER_POST_H
#define TCN_TOOLS_SERVE_DELIVER_POST_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/base/err.h"
#include "engine/base/rc.h"
#include "engine/base/str.h"
#include "tools/base/networks.h"
#include "tools/serve/deliver/gate.h"

struct event_base;

/* The outcome of a job. It lives as long as the call of done. */
struct tcn_post_result {
	bool ok;
	bool permanent; /* it failed, and would fail again */
	long status; /* of HTTP or SMTP; 0: none was received */
	int64_t
	    retry_after_ms; /* Retry-After (RFC 9110, 10.2.3), <= a day; 0 */
	struct tcn_str answer; /* its first bytes */
	const char *error; /* a sentence, no secret in it; when not ok */
};

typedef void tcn_post_done_fn(void *ctx, const struct tcn_post_result *result);

struct tcn_post_job {
	const char *url; /* http, https, smtp or smtps */
	struct tcn_str body;
	int64_t timeout_ms; /* > 0 */
	const char *ca_file; /* or NULL: the system's */
	struct tcn_networks allowed; /* beside public addresses */

	const char *method; /* HTTP */
	struct tcn_str headers; /* HTTP: "Name: value\n" each */
	const char *token; /* HTTP: "Authorization: Bearer ..."; or NULL */

	const char *from; /* SMTP; NULL: this is HTTP */
	const char *const *to; /* SMTP; ends with NULL */
	const char *user, *password; /* SMTP; or NULL */

	tcn_post_done_fn *done;
	void *ctx;
};

struct tcn_post;

struct tcn_post *tcn_post_new(struct event_base *base, const char *user_agent);

/* From now on nothing is sent while the gate is shut
 * (tools/serve/deliver/gate.h): a job that is at its connection then fails. It
 * must outlive post. */
void tcn_post_set_gate(struct tcn_post *post, const struct tcn_gate *gate);

/* Aborts all transfers without calling their done. post may be NULL. */
void tcn_post_free(struct tcn_post *post);

/* Starts a job. done is called once, from the loop, never from here. */
void tcn_post_send(struct tcn_post *post, const struct tcn_post_job *job);

/*
 * Structural validator for tests: TCN_CORRUPT and a reason when the list of
 * transfers is broken. *n: how many there are.
 */
TCN_MUST_USE enum tcn_rc tcn_post_check(const struct tcn_post *post, size_t *n,
    struct tcn_err *err);

#endif
