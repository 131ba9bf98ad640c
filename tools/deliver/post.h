/*
 * tools/deliver/post.h - requests that go out by themselves, in the event loop.
 *
 * libcurl does the transfers, HTTP and SMTP; what is ours is where a request
 * may go and what it may cost. Addresses of private networks are refused
 * unless the job allows them (tools/base/address.h), asked of each connection
 * that is made or used again, so that no DNS answer leads there; redirects are
 * not followed, so that nothing signed goes to another place than the one
 * named. Time and the answer's size are bounded. No proxy from the environment.
 *
 * Whether it went well is what the receiver says first: its status. An answer
 * that then breaks off, lies about its length or never ends changes nothing.
 *
 * One loop, one thread. Order: new; send ...; free. Whatever a job points to
 * must live until it is done.
 */
#ifndef TCN_TOOLS_DELIVER_POST_H
#define TCN_TOOLS_DELIVER_POST_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/base/rc.h"
#include "engine/base/str.h"

struct event_base;

/* What came of a job. Lives for the callback. */
struct tcn_post_result {
	bool ok;
	bool permanent; /* it failed, and would fail again */
	long status; /* HTTP's or SMTP's; 0: none came */
	int64_t retry_after_ms; /* how long it asks to wait; 0: not said */
	struct tcn_str answer; /* its first bytes */
	const char *error; /* a sentence, no secret in it; when not ok */
};

typedef void tcn_post_done_fn(void *ctx, const struct tcn_post_result *result);

struct tcn_post_job {
	const char *url; /* http, https, smtp or smtps */
	struct tcn_str body;
	int64_t timeout_ms;
	const char *ca_file; /* or NULL: the system's */
	bool private_ok; /* addresses of private networks, too */

	const char *method; /* HTTP */
	struct tcn_str headers; /* HTTP: "Name: value\n" each */
	const char *token; /* HTTP: "Authorization: Bearer ..."; or NULL */

	const char *from; /* SMTP; NULL: this is HTTP */
	const char *const *to; /* SMTP, NULL behind the last */
	const char *user, *password; /* SMTP; or NULL */

	tcn_post_done_fn *done;
	void *ctx;
};

struct tcn_post;

TCN_MUST_USE enum tcn_rc tcn_post_new(struct event_base *base,
    const char *user_agent, struct tcn_post **post);

/* What is under way is broken off; nobody is called. post may be NULL. */
void tcn_post_free(struct tcn_post *post);

/* Begins; done is called from the loop, never from here. */
TCN_MUST_USE enum tcn_rc tcn_post_send(struct tcn_post *post,
    const struct tcn_post_job *job);

#endif
