/*
 * tools/serve/http/http_session.h - who calls, and how a browser logs in.
 *
 * LOGIN. Who opens a page (TCN_HTTP_PAGE) without a session is sent to
 * "/login?to=PATH". The form there is the token's only way in: it is never in
 * an address. Its page has a cookie of its own for ten minutes and a value that
 * is computed from it, so that no other page can log a reader in under a name
 * of its choice (login CSRF: Barth, Jackson and Mitchell 2008). A right token
 * becomes a session (tools/serve/http/sessions.h), whose cookie no script can
 * read and no other site can have sent (SameSite=Strict).
 *
 * A LINK IN A WEB MAIL comes from another site, so the browser does not send
 * that cookie, though the reader is logged in. Such a request is answered with
 * a page that at once asks for the same path with "in=1": now it comes from us.
 *
 * CHANGES (any method but GET and HEAD) by a browser must come from our own
 * origin and prove that they were made by one of our pages: by the session's
 * CSRF value in the header X-Tocsin-CSRF or, for forms, the field csrf. The
 * server checks that before a route's function is called. Programs that send
 * "Authorization: Bearer" need neither; nor do those without a browser's
 * headers on a machine without tokens.
 *
 * THE END. A session ends by itself, by tcn_http_end_sessions(), or when its
 * token is no longer in the file. Then on_change is called, so that what is
 * still open, such as a stream, ends too.
 */
#ifndef TCN_TOOLS_SERVE_HTTP_HTTP_SESSION_H
#define TCN_TOOLS_SERVE_HTTP_HTTP_SESSION_H

#include "tools/serve/http/http.h"
#include "tools/serve/http/sessions.h"

/*
 * What a route is to a browser: how it is refused, which headers its answer
 * has, and how a change proves that it was meant.
 */
enum tcn_http_kind {
	TCN_HTTP_API, /* JSON, feeds, files; X-Tocsin-CSRF with changes */
	TCN_HTTP_PAGE, /* its row says GET and, as the answer, "text/html" */
	TCN_HTTP_FORM, /* as the body, "application/x-www-form-urlencoded" */
};
enum tcn_http_kind tcn_http_kind_of(const struct tcn_http_route *route);

#define TCN_HTTP_LOCAL_NAME "desk" /* who has no token, or one without a name */

/* How a caller is known. */
enum tcn_http_way {
	TCN_HTTP_WAY_NONE, /* not at all, or by a link to one page */
	TCN_HTTP_WAY_LOCAL, /* there are no tokens, and it is of this machine */
	TCN_HTTP_WAY_SOCKET, /* the daemon's user, or this process */
	TCN_HTTP_WAY_TOKEN, /* Authorization: Bearer */
	TCN_HTTP_WAY_SESSION, /* a cookie */
};

/* A caller, as one may keep it beyond the call. */
struct tcn_http_caller {
	enum tcn_http_way way;
	unsigned char digest[TCN_SESSIONS_DIGEST]; /* of token or session */
};

const struct tcn_http_caller *
tcn_http_call_caller(const struct tcn_http_call *call);

/*
 * Whether the caller may still use a route of that scope; a session is in use
 * by that. For answers that go on for long (tools/serve/live/sse.h).
 */
bool tcn_http_caller_may(struct tcn_http *http,
    const struct tcn_http_caller *caller, enum tcn_http_scope scope);

/* The word of the token file: "read", "write" or "admin"; "" for none. */
const char *tcn_http_scope_name(enum tcn_http_scope scope);

/* The session of the call, or NULL; it lives until another begins or ends. */
const struct tcn_sessions_entry *
tcn_http_call_session(const struct tcn_http_call *call);

/* The name that the token file gives to a session's token, or ""; *scope: what
 * it allows now. As long as the tokens. */
const char *tcn_http_session_name(const struct tcn_http *http,
    const struct tcn_sessions_entry *session, enum tcn_http_scope *scope);

/* --- forms and pages --- */

/* The first field of that name of a form (TCN_HTTP_FORM), or NULL. */
const char *tcn_http_call_field(const struct tcn_http_call *call,
    const char *name);

/* All its fields in order; empty for other routes. */
const struct evkeyvalq *tcn_http_call_fields(const struct tcn_http_call *call);

/* Answers 303: the browser gets location instead. */
void tcn_http_call_redirect(struct tcn_http_call *call, const char *location);

/* The path, with a query, that a page's address or a field names as the next:
 * "/" when it is none of ours (tools/serve/http/origin.h). path may be NULL. */
const char *tcn_http_own_path(const char *path);

/*
 * Answers a page or a form that is refused, or, with Accept: text/html, a path
 * that does not exist: with a page that says why. Without it they get what
 * programs get, {"error": why}.
 */
typedef void tcn_http_refused_fn(void *ctx, struct tcn_http_call *call,
    int status, const char *why);
void tcn_http_set_refused(struct tcn_http *http, tcn_http_refused_fn *fn,
    void *ctx);

/* --- logging in and out --- */

/* Sets the cookie of a page that has the form of a login, and returns the value
 * for its field csrf; as long as the call. */
const char *tcn_http_call_begin_login(struct tcn_http_call *call);

enum tcn_http_login {
	TCN_HTTP_LOGIN_DONE, /* the answer sets the cookie */
	TCN_HTTP_LOGIN_WRONG, /* the token is not known; this takes 300 ms */
	TCN_HTTP_LOGIN_LIMITED, /* five wrong ones in a minute */
	TCN_HTTP_LOGIN_STALE, /* it is no form of ours, or older than 10 min */
	TCN_HTTP_LOGIN_NONE, /* there are no tokens, so nobody logs in */
	TCN_HTTP_LOGIN_FAILED, /* out of memory */
};

/* retry_s: when LIMITED, in how many seconds there is another try. The function
 * answers the call. */
typedef void tcn_http_login_fn(void *ctx, struct tcn_http_call *call,
    enum tcn_http_login result, int64_t retry_s);

/*
 * Logs in with a token, at once or later. csrf: the field of the form; NULL: it
 * is no form, but JSON from a program or from a script of ours. The session
 * that the browser has had ends.
 */
void tcn_http_call_login(struct tcn_http_call *call, struct tcn_str token,
    const char *csrf, tcn_http_login_fn *fn, void *ctx);

/* The answer has the browser forget its cookie and what it has stored. */
void tcn_http_call_forget(struct tcn_http_call *call);

/* The sessions, for listing; and ending those for which is_over is true.
 * TCN_IO: err says why they may come back when the daemon starts again: the
 * file cannot be written. */
const struct tcn_sessions *tcn_http_sessions(const struct tcn_http *http);
TCN_MUST_USE enum tcn_rc tcn_http_end_sessions(struct tcn_http *http,
    tcn_sessions_is_over_fn *is_over, void *ctx, struct tcn_err *err);

/* Has fn called whenever callers may have lost their access. */
void tcn_http_on_change(struct tcn_http *http, void (*fn)(void *ctx),
    void *ctx);

#endif
