/*
 * tools/serve/http/token_guard.h - counts the tokens that were refused, slows
 * down those who try, and logs them.
 *
 * WRONG tokens are limited by address (tools/base/rate_limit.h): beyond the
 * limit they are answered 429 with Retry-After in place of 401, and so is a
 * right one from there, which is not even looked at: else whoever guesses would
 * learn from the answer that a guess was right. A right token is no try, so
 * that its owner goes on once the address may try again. Behind a proxy all
 * callers have one address; logged-in browsers and signed links send no token
 * and are not held up.
 *
 * THE LOG has a line for the first one that is refused, and then at most one a
 * minute, with how many there were and where the last one came from.
 */
#ifndef TCN_TOOLS_SERVE_HTTP_TOKEN_GUARD_H
#define TCN_TOOLS_SERVE_HTTP_TOKEN_GUARD_H

#include <event2/event.h>
#include <stdbool.h>
#include <stdint.h>

#include "engine/base/rc.h"

enum tcn_token_guard_why {
	TCN_TOKEN_GUARD_MISSING, /* there was none */
	TCN_TOKEN_GUARD_WRONG, /* it is not known */
	TCN_TOKEN_GUARD_LIMITED, /* not looked at, after too many wrong ones */
	TCN_TOKEN_GUARD_SCOPE, /* it is known, but does not allow that */
	TCN_TOKEN_GUARD_WHYS
};

struct tcn_token_guard;

/* a_minute: wrong tokens of one address in a minute, > 0. */
struct tcn_token_guard *tcn_token_guard_new(struct event_base *base,
    uint32_t a_minute);
void tcn_token_guard_free(struct tcn_token_guard *guard); /* may be NULL */
void tcn_token_guard_set(struct tcn_token_guard *guard, uint32_t a_minute);

/* Whether the peer of this connection must wait until a token of it is looked
 * at. */
bool tcn_token_guard_waits(struct tcn_token_guard *guard, evutil_socket_t fd);

/*
 * Notes a request that is refused, by a connection of this descriptor. Of a
 * WRONG token: in how many ms the caller may try again when it is one too
 * many; else 0.
 */
int64_t tcn_token_guard_note(struct tcn_token_guard *guard,
    enum tcn_token_guard_why why, evutil_socket_t fd);

/* The counts, by reason. */
const uint64_t *tcn_token_guard_counts(const struct tcn_token_guard *guard);

/* "missing", "wrong", "limited" or "scope". */
const char *tcn_token_guard_name(enum tcn_token_guard_why why);

#endif
