/*
 * tools/serve/http/sessions.h - who is logged in: what a browser got in
 * exchange for a token.
 *
 * A SESSION is a random number of 256 bits, which the browser keeps as a
 * cookie and nobody else: here stands its SHA-256, and that of the token. What
 * it allows, and the name, are asked of the token file at each use
 * (tools/serve/http/access.h), so that a change there holds at once. It ends
 * when it was not used for 12 hours, and after 30 days in any case.
 *
 * THE FILE stands beside the store and not in it: a copy of a store should not
 * hold who is logged in, nor a backup, when it comes back, whom somebody has
 * logged out since; and a store that can only be read can still be looked at.
 * Only its owner may read it. It is replaced as a whole and synced, so that a
 * cut leaves the old one or the new one. A line is
 *
 *	session ID TOKEN CSRF MADE SEEN AGENT
 *
 * with digests in hexadecimal and times in unix milliseconds. When a session
 * was last seen may be lost by a cut, since the caller saves that now and then.
 *
 * There are at most TCN_SESSIONS_MAX, and TCN_SESSIONS_OF_TOKEN of one token:
 * beyond, the one that was not seen for longest ends.
 *
 * One thread. Time is an argument, in unix milliseconds. Cost: O(sessions) for
 * each call; all digests are compared, each in constant time.
 */
#ifndef TCN_TOOLS_SERVE_HTTP_SESSIONS_H
#define TCN_TOOLS_SERVE_HTTP_SESSIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/base/err.h"
#include "engine/base/rc.h"
#include "engine/base/str.h"

#define TCN_SESSIONS_MAX      1000
#define TCN_SESSIONS_OF_TOKEN 100
#define TCN_SESSIONS_DIGEST   32 /* bytes */
#define TCN_SESSIONS_CHARS    64 /* of a random number in hexadecimal */
#define TCN_SESSIONS_AGENT    80 /* characters of a browser's name */
#define TCN_SESSIONS_IDLE_MS  ((int64_t)12 * 3600 * 1000)
#define TCN_SESSIONS_LIFE_MS  ((int64_t)30 * 86400 * 1000)

struct tcn_sessions_entry {
	unsigned char id[TCN_SESSIONS_DIGEST]; /* these two: SHA-256 */
	unsigned char token[TCN_SESSIONS_DIGEST];
	char csrf[TCN_SESSIONS_CHARS + 1]; /* goes into forms */
	char agent[4 * TCN_SESSIONS_AGENT + 1]; /* fit to be shown; may be "" */
	int64_t made_ms, seen_ms;
};

struct tcn_sessions;

/*
 * Reads the file; one that is not there is made when there is something to
 * keep. file NULL: they are kept in memory only. TCN_IO: it cannot be read, or
 * others may read it; TCN_INVALID: it is not such a file. err says which line
 * and how to mend it, and *sessions is empty, but can be used: its first save
 * replaces the file.
 */
TCN_MUST_USE enum tcn_rc tcn_sessions_open(const char *file,
    struct tcn_sessions **sessions, struct tcn_err *err);
void tcn_sessions_free(struct tcn_sessions *sessions); /* may be NULL */

/* Writes the file if there is something that it does not say. TCN_IO: err says
 * why not, and it will be tried again. */
TCN_MUST_USE enum tcn_rc tcn_sessions_save(struct tcn_sessions *sessions,
    struct tcn_err *err);

/*
 * Begins a session of a token, for a browser that calls itself agent (any
 * bytes). id: what the browser keeps, which is nowhere else. NULL: out of
 * memory or of randomness. It lives as tcn_sessions_find() says.
 */
const struct tcn_sessions_entry *
tcn_sessions_begin(struct tcn_sessions *sessions,
    const unsigned char token[TCN_SESSIONS_DIGEST], struct tcn_str agent,
    int64_t now_ms, char id[TCN_SESSIONS_CHARS + 1]);

/* The session of what a browser sent (any bytes), or NULL. It lives until
 * another begins or one ends. */
const struct tcn_sessions_entry *
tcn_sessions_find(const struct tcn_sessions *sessions, struct tcn_str id,
    int64_t now_ms);

/* The same, by the digest of it. */
const struct tcn_sessions_entry *
tcn_sessions_of_digest(const struct tcn_sessions *sessions,
    const unsigned char id[TCN_SESSIONS_DIGEST], int64_t now_ms);

/* Notes that the session is in use. */
void tcn_sessions_touch(struct tcn_sessions *sessions,
    const struct tcn_sessions_entry *session, int64_t now_ms);

/* When the session ends, if it is not used until then. */
int64_t tcn_sessions_ends_ms(const struct tcn_sessions_entry *session);

/* Whether a session is over; context as it was given. */
typedef bool tcn_sessions_is_over_fn(void *ctx,
    const struct tcn_sessions_entry *session);

/* Ends the sessions that are too old at now_ms, and those for which is_over,
 * which may be NULL, is true; returns how many. */
size_t tcn_sessions_end(struct tcn_sessions *sessions, int64_t now_ms,
    tcn_sessions_is_over_fn *is_over, void *ctx);

/* All sessions, in the order they began. */
size_t tcn_sessions_n(const struct tcn_sessions *sessions);
const struct tcn_sessions_entry *
tcn_sessions_at(const struct tcn_sessions *sessions, size_t i);

#endif
