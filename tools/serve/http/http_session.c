#include <assert.h>
#include <event2/event.h>
#include <openssl/crypto.h>
#include <openssl/rand.h>
#include <strings.h>

#include "engine/base/mem.h"
#include "tools/base/hex.h"
#include "tools/base/log.h"
#include "tools/base/now.h"
#include "tools/serve/http/form.h"
#include "tools/serve/http/http_impl.h"

#define SWEEP_S     60
#define SAVE_SWEEPS 5 /* when sessions were seen is saved so seldom */

/* Of the machine, whatever a replay makes of the wall clock: it is people who
 * are logged in. */
int64_t
tcn_http_session_now(void)
{
	return tcn_now_of(CLOCK_REALTIME);
}

const char *
tcn_http_scope_name(enum tcn_http_scope scope)
{
	static const char *const names[] = { "", "read", "write", "admin" };

	assert(scope <= TCN_HTTP_SCOPE_ADMIN);
	return names[scope];
}

/* --- who calls --- */

const char *
tcn_http_session_name(const struct tcn_http *http,
    const struct tcn_sessions_entry *session, enum tcn_http_scope *scope)
{
	const char *name = "";

	*scope = TCN_HTTP_SCOPE_NONE;
	if (http->credentials.access)
		*scope = tcn_access_scope_of(http->credentials.access,
		    session->token, &name);
	return name;
}

struct tcn_str
tcn_http_call_cookie(const struct tcn_http_call *call)
{
	char name[TCN_HTTP_COOKIE_BYTES];

	return tcn_form_cookie(tcn_http_call_header(call, "Cookie"),
	    tcn_http_cookie_name(call, "", name));
}

void
tcn_http_session_identify(struct tcn_http_call *call)
{
	struct tcn_sessions *sessions = call->http->sessions;
	const int64_t now = tcn_http_session_now();
	const struct tcn_sessions_entry *session =
	    tcn_sessions_find(sessions, tcn_http_call_cookie(call), now);
	struct tcn_http_caller *caller = &call->caller;

	if (!session)
		return;
	call->user = tcn_http_session_name(call->http, session, &call->scope);
	caller->way = TCN_HTTP_WAY_SESSION;
	memcpy(caller->digest, session->id, sizeof caller->digest);
	tcn_sessions_touch(sessions, session, now);
}

const struct tcn_http_caller *
tcn_http_call_caller(const struct tcn_http_call *call)
{
	return &call->caller;
}

bool
tcn_http_caller_may(struct tcn_http *http, const struct tcn_http_caller *caller,
    enum tcn_http_scope scope)
{
	const struct tcn_access *access = http->credentials.access;
	const struct tcn_sessions_entry *session;
	enum tcn_http_scope has = TCN_HTTP_SCOPE_NONE;
	const char *name;
	int64_t now;

	switch (caller->way) {
	case TCN_HTTP_WAY_SOCKET:
		return true;
	case TCN_HTTP_WAY_LOCAL:
		return !access;
	case TCN_HTTP_WAY_TOKEN:
		return access &&
		    tcn_access_scope_of(access, caller->digest, &name) >= scope;
	case TCN_HTTP_WAY_SESSION:
		now = tcn_http_session_now();
		session =
		    tcn_sessions_of_digest(http->sessions, caller->digest, now);
		if (!session)
			return false;
		(void)tcn_http_session_name(http, session, &has);
		tcn_sessions_touch(http->sessions, session, now);
		return has >= scope;
	case TCN_HTTP_WAY_NONE:
		break;
	}
	return scope == TCN_HTTP_SCOPE_NONE;
}

const struct tcn_sessions_entry *
tcn_http_call_session(const struct tcn_http_call *call)
{
	return call->caller.way == TCN_HTTP_WAY_SESSION
	    ? tcn_sessions_of_digest(call->http->sessions, call->caller.digest,
		  tcn_http_session_now())
	    : NULL;
}

const char *
tcn_http_call_csrf(const struct tcn_http_call *call)
{
	const struct tcn_sessions_entry *session = tcn_http_call_session(call);

	if (session)
		return session->csrf;
	return call->caller.way == TCN_HTTP_WAY_LOCAL ? call->http->csrf : "";
}

/* --- changes --- */

static bool
is_equal(const char *sent, const char *wanted)
{
	size_t n = strlen(wanted);

	return n > 0 && sent && strlen(sent) == n &&
	    CRYPTO_memcmp(sent, wanted, n) == 0;
}

bool
tcn_http_is_browser(const struct tcn_http_call *call)
{
	return call->caller.way == TCN_HTTP_WAY_SESSION ||
	    tcn_http_call_header(call, "Origin") ||
	    tcn_http_call_header(call, "Sec-Fetch-Site") ||
	    (call->route && tcn_http_kind_of(call->route) != TCN_HTTP_API);
}

static bool
needs_proof(const struct tcn_http_call *call)
{
	return (call->caller.way == TCN_HTTP_WAY_SESSION ||
		   call->caller.way == TCN_HTTP_WAY_LOCAL) &&
	    call->route->method != EVHTTP_REQ_GET &&
	    call->route->scope != TCN_HTTP_SCOPE_NONE &&
	    tcn_http_is_browser(call);
}

int
tcn_http_check_change(const struct tcn_http_call *call, const char **why)
{
	const char *sent;

	if (!needs_proof(call))
		return 0;
	if (!tcn_http_is_from_own_page(call)) {
		*why = "a browser may change something only by a page of this "
		       "address, and this came from another one";
		return 403;
	}
	sent = tcn_http_kind_of(call->route) == TCN_HTTP_FORM
	    ? tcn_http_call_field(call, "csrf")
	    : tcn_http_call_header(call, "X-Tocsin-CSRF");
	if (is_equal(sent, tcn_http_call_csrf(call)))
		return 0;
	*why = "this page was opened before somebody logged in or out: nothing "
	       "has changed; load it again (a script sends the value of "
	       "/v1/session as X-Tocsin-CSRF)";
	return 403;
}

/* --- the end of sessions --- */

static void
warn_save(enum tcn_rc rc, const struct tcn_err *err)
{
	struct tcn_log log;

	tcn_log_begin(&log, TCN_LOG_WARN, "sessions");
	tcn_log_err(&log, rc, err);
	tcn_log_end(&log);
}

enum tcn_rc
tcn_http_sessions_save(struct tcn_http *http, struct tcn_err *err)
{
	enum tcn_rc rc = tcn_sessions_save(http->sessions, err);

	if (rc)
		warn_save(rc, err);
	return rc;
}

static void
tell_change(struct tcn_http *http)
{
	if (http->on_change)
		http->on_change(http->on_change_ctx);
}

enum tcn_rc
tcn_http_end_sessions(struct tcn_http *http, tcn_sessions_is_over_fn *is_over,
    void *ctx, struct tcn_err *err)
{
	if (tcn_sessions_end(http->sessions, tcn_http_session_now(), is_over,
		ctx) == 0)
		return TCN_OK;
	tell_change(http);
	return tcn_http_sessions_save(http, err);
}

static bool
is_without_token(void *ctx, const struct tcn_sessions_entry *session)
{
	enum tcn_http_scope scope;

	(void)tcn_http_session_name(ctx, session, &scope);
	return scope == TCN_HTTP_SCOPE_NONE;
}

void
tcn_http_sessions_recheck(struct tcn_http *http)
{
	struct tcn_err err = { 0 };

	(void)!tcn_http_end_sessions(http, is_without_token, http, &err);
	/* Streams by tokens may have to end, too. */
	tell_change(http);
}

const struct tcn_sessions *
tcn_http_sessions(const struct tcn_http *http)
{
	return http->sessions;
}

void
tcn_http_on_change(struct tcn_http *http, void (*fn)(void *ctx), void *ctx)
{
	http->on_change = fn;
	http->on_change_ctx = ctx;
}

static void
on_sweep(evutil_socket_t fd, short what, void *of)
{
	struct tcn_http *http = of;
	struct tcn_err err = { 0 };

	(void)fd, (void)what;
	/* What is still open looks whether it may, and is use of a session. */
	tell_change(http);
	(void)!tcn_http_end_sessions(http, NULL, NULL, &err);
	if (++http->sweeps % SAVE_SWEEPS == 0)
		(void)!tcn_http_sessions_save(http, &err);
}

/* --- opening and closing --- */

static bool
draw_secrets(struct tcn_http *http)
{
	unsigned char csrf[TCN_SESSIONS_CHARS / 2];
	bool ok = RAND_bytes(http->secret, sizeof http->secret) == 1 &&
	    RAND_bytes(csrf, sizeof csrf) == 1;

	tcn_hex_write(csrf, sizeof csrf, http->csrf);
	return ok;
}

enum tcn_rc
tcn_http_sessions_open(struct tcn_http *http, struct event_base *base,
    struct tcn_err *err)
{
	struct timeval every = { .tv_sec = SWEEP_S };
	struct tcn_err why = { 0 };
	enum tcn_rc rc;

	if (!draw_secrets(http))
		return tcn_err_set(err, TCN_IO,
		    "this machine gives no random numbers");
	rc = tcn_sessions_open(http->conf.sessions, &http->sessions, &why);
	if (rc) /* a detector that starts is worth more than a login */
		warn_save(rc, &why);
	http->base = base;
	http->sweep = event_new(base, -1, EV_PERSIST, on_sweep, http);
	if (!http->sweep || event_add(http->sweep, &every) != 0)
		tcn_mem_end();
	tcn_http_logins_open(http);
	if (http->credentials.access)
		tcn_http_sessions_recheck(http);
	return TCN_OK;
}

void
tcn_http_sessions_close(struct tcn_http *http)
{
	struct tcn_err err = { 0 };

	if (http->sweep)
		event_free(http->sweep);
	tcn_http_logins_close(http);
	if (http->sessions)
		(void)!tcn_http_sessions_save(http, &err);
	tcn_sessions_free(http->sessions);
	OPENSSL_cleanse(http->secret, sizeof http->secret);
}
