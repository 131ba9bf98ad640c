#include <assert.h>
#include <event2/event.h>
#include <inttypes.h>
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/rand.h>
#include <stdio.h>
#include <strings.h>

#include "engine/base/mem.h"
#include "tools/base/hex.h"
#include "tools/base/log.h"
#include "tools/base/now.h"
#include "tools/base/rate_limit.h"
#include "tools/serve/http/form.h"
#include "tools/serve/http/http_impl.h"

#define TRIES       5 /* of an address, wrong ones, in a minute */
#define TRY_EACH_MS ((int64_t)60 * 1000 / TRIES)
#define WRONG_MS    300 /* so long an answer takes to a wrong token */
#define FORM_S      600 /* so long the form of a login is good */

/* A login whose answer is held back. */
struct tcn_http_waiting {
	LIST_ENTRY(tcn_http_waiting) link;
	struct event *timer;
	struct tcn_http_call *call;
	tcn_http_login_fn *fn;
	void *ctx;
};

/* --- cookies --- */

/* Whether the browser reaches us by TLS, ours or a proxy's. */
static bool
is_secure(const struct tcn_http_call *call)
{
	const char *url = tcn_http_call_public_url(call);

	return strcmp(tcn_http_call_scheme(call), "https") == 0 ||
	    (url && strncasecmp(url, "https://", 8) == 0 &&
		tcn_http_is_public_host(call));
}

const char *
tcn_http_cookie_name(const struct tcn_http_call *call, const char *suffix,
    char to[TCN_HTTP_COOKIE_BYTES])
{
	/* A browser takes a name that begins so only with Secure and Path=/,
	 * and from this host itself (RFC 6265bis, section 4.1.3.2). */
	snprintf(to, TCN_HTTP_COOKIE_BYTES, "%stocsin%s",
	    is_secure(call) ? "__Host-" : "", suffix);
	return to;
}

/* seconds 0: the browser forgets it. */
static void
set_cookie(struct tcn_http_call *call, const char *suffix, const char *value,
    int64_t seconds)
{
	char name[TCN_HTTP_COOKIE_BYTES], all[256];

	snprintf(all, sizeof all,
	    "%s=%s; Path=/; HttpOnly; SameSite=Strict; Max-Age=%" PRId64 "%s",
	    tcn_http_cookie_name(call, suffix, name), value, seconds,
	    is_secure(call) ? "; Secure" : "");
	tcn_http_call_add_header(call, "Set-Cookie", all);
}

void
tcn_http_call_forget(struct tcn_http_call *call)
{
	set_cookie(call, "", "", 0);
	tcn_http_call_set_header(call, "Clear-Site-Data",
	    "\"cookies\", \"storage\"");
}

/* --- the form --- */

/* What a form has whose page has that cookie. */
static void
sign_form(const struct tcn_http *http, struct tcn_str cookie,
    char to[TCN_SESSIONS_CHARS + 1])
{
	unsigned char mac[EVP_MAX_MD_SIZE];
	unsigned n = 0;

	HMAC(EVP_sha256(), http->secret, sizeof http->secret,
	    (const unsigned char *)cookie.at, cookie.n, mac, &n);
	tcn_hex_write(mac, TCN_SESSIONS_CHARS / 2, to);
}

const char *
tcn_http_call_begin_login(struct tcn_http_call *call)
{
	unsigned char random[16] = { 0 };
	char digits[2 * sizeof random + 1], cookie[64];

	if (RAND_bytes(random, sizeof random) != 1)
		return "";
	tcn_hex_write(random, sizeof random, digits);
	snprintf(cookie, sizeof cookie, "%" PRId64 ".%s",
	    tcn_http_session_now() / 1000 + FORM_S, digits);
	set_cookie(call, "-login", cookie, FORM_S);
	sign_form(call->http, tcn_str(cookie), call->form_csrf);
	return call->form_csrf;
}

/* Whether the form came from a page of ours, not too long ago. */
static bool
is_form_good(const struct tcn_http_call *call, const char *csrf)
{
	char name[TCN_HTTP_COOKIE_BYTES], wanted[TCN_SESSIONS_CHARS + 1];
	struct tcn_str cookie =
	    tcn_form_cookie(tcn_http_call_header(call, "Cookie"),
		tcn_http_cookie_name(call, "-login", name));

	if (cookie.n == 0 || strlen(csrf) != TCN_SESSIONS_CHARS ||
	    !tcn_http_is_from_own_page(call))
		return false;
	sign_form(call->http, cookie, wanted);
	/* Who has the signature has the time from us. */
	return CRYPTO_memcmp(csrf, wanted, TCN_SESSIONS_CHARS) == 0 &&
	    strtoll(cookie.at, NULL, 10) > tcn_http_session_now() / 1000;
}

/*
 * Whether JSON came from a program, or from a script of ours: a form of another
 * site cannot have that type, and a script of another site may not send it.
 */
static bool
is_json_good(const struct tcn_http_call *call)
{
	return tcn_form_is_type(tcn_http_call_header(call, "Content-Type"),
		   "application/json") &&
	    (!tcn_http_is_browser(call) || tcn_http_is_from_own_page(call));
}

/* --- tries --- */

static bool
address_of(const struct tcn_http_call *call, struct tcn_rate_key *key)
{
	struct sockaddr_storage peer = { .ss_family = AF_UNSPEC };
	socklen_t n = sizeof peer;

	return getpeername(tcn_http_call_fd(call), (struct sockaddr *)&peer,
		   &n) == 0 &&
	    tcn_rate_key_of((struct sockaddr *)&peer, key);
}

static void
log_login(const struct tcn_http_call *call, const char *name)
{
	char text[TCN_RATE_KEY_BYTES];
	struct tcn_rate_key key;
	struct tcn_log log;

	tcn_log_begin(&log, TCN_LOG_INFO, "login");
	if (*name)
		tcn_log_str(&log, "name", tcn_str(name));
	if (address_of(call, &key))
		tcn_log_str(&log, "address",
		    tcn_str(tcn_rate_key_text(key, text)));
	tcn_log_end(&log);
}

static bool
is_same(void *ctx, const struct tcn_sessions_entry *session)
{
	return memcmp(ctx, session->id, TCN_SESSIONS_DIGEST) == 0;
}

/* The token is right: the browser gets a new session for its old one, so that
 * nobody can have put one there before (session fixation). */
static enum tcn_http_login
begin(struct tcn_http_call *call, const unsigned char *token, const char *name)
{
	struct tcn_http *http = call->http;
	const int64_t now = tcn_http_session_now();
	const char *agent = tcn_http_call_header(call, "User-Agent");
	const struct tcn_sessions_entry *old =
	    tcn_sessions_find(http->sessions, tcn_http_call_cookie(call), now);
	unsigned char digest[TCN_SESSIONS_DIGEST];
	const struct tcn_sessions_entry *session;
	char id[TCN_SESSIONS_CHARS + 1];
	struct tcn_err err = { 0 };

	if (old) {
		memcpy(digest, old->id, sizeof digest);
		(void)!tcn_http_end_sessions(http, is_same, digest, &err);
	}
	session =
	    tcn_sessions_begin(http->sessions, token, tcn_str(agent), now, id);
	if (!session)
		return TCN_HTTP_LOGIN_FAILED;
	/* If it cannot be kept, it is good until the daemon ends. */
	(void)!tcn_http_sessions_save(http, &err);
	set_cookie(call, "", id, TCN_SESSIONS_LIFE_MS / 1000);
	set_cookie(call, "-login", "", 0);
	log_login(call, name);
	call->caller.way = TCN_HTTP_WAY_SESSION;
	(void)tcn_http_session_name(http, session, &call->scope);
	memcpy(call->caller.digest, session->id, TCN_SESSIONS_DIGEST);
	call->user = name;
	OPENSSL_cleanse(id, sizeof id);
	return TCN_HTTP_LOGIN_DONE;
}

static void
waiting_free(struct tcn_http_waiting *waiting)
{
	LIST_REMOVE(waiting, link);
	event_free(waiting->timer);
	tcn_mem_free(waiting);
}

static void
on_waited(evutil_socket_t fd, short what, void *of)
{
	struct tcn_http_waiting *waiting = of;
	struct tcn_http_waiting was = *waiting;

	(void)fd, (void)what;
	waiting_free(waiting);
	was.fn(was.ctx, was.call, TCN_HTTP_LOGIN_WRONG, 0);
}

/* Answers a wrong token later, so that tries take time. */
static bool
hold_back(struct tcn_http_call *call, tcn_http_login_fn *fn, void *ctx)
{
	struct timeval wait = { .tv_usec = WRONG_MS * 1000 };
	struct tcn_http_waiting *waiting = tcn_mem_calloc(1, sizeof *waiting);

	*waiting =
	    (struct tcn_http_waiting){ .call = call, .fn = fn, .ctx = ctx };
	waiting->timer = evtimer_new(call->http->base, on_waited, waiting);
	LIST_INSERT_HEAD(&call->http->waiting, waiting, link);
	if (!waiting->timer || evtimer_add(waiting->timer, &wait) != 0) {
		if (waiting->timer)
			event_free(waiting->timer);
		LIST_REMOVE(waiting, link);
		tcn_mem_free(waiting);
		return false;
	}
	return true;
}

/* A try of an address: 0, or in how many ms there is another one. */
static int64_t
take_try(struct tcn_http_call *call, struct tcn_rate_key *key, bool *known)
{
	*known = address_of(call, key);
	return *known ? tcn_rate_limit_take(call->http->logins, *key,
			    tcn_now_monotonic_ms())
		      : 0;
}

void
tcn_http_call_login(struct tcn_http_call *call, struct tcn_str token,
    const char *csrf, tcn_http_login_fn *fn, void *ctx)
{
	struct tcn_http *http = call->http;
	unsigned char digest[TCN_ACCESS_DIGEST];
	struct tcn_rate_key key;
	const char *name = "";
	int64_t wait_ms;
	bool known;

	if (!http->credentials.access) {
		fn(ctx, call, TCN_HTTP_LOGIN_NONE, 0);
		return;
	}
	if (csrf ? !is_form_good(call, csrf) : !is_json_good(call)) {
		fn(ctx, call, TCN_HTTP_LOGIN_STALE, 0);
		return;
	}
	wait_ms = take_try(call, &key, &known);
	if (wait_ms) {
		fn(ctx, call, TCN_HTTP_LOGIN_LIMITED, (wait_ms + 999) / 1000);
		return;
	}
	tcn_access_digest(tcn_str_trim(token), digest);
	if (tcn_access_scope_of(http->credentials.access, digest, &name)) {
		if (known) /* a right one is no try */
			tcn_rate_limit_give(http->logins, key);
		fn(ctx, call, begin(call, digest, name), 0);
		return;
	}
	(void)tcn_token_guard_note(http->guard, TCN_TOKEN_GUARD_WRONG,
	    tcn_http_call_fd(call));
	if (!hold_back(call, fn, ctx))
		fn(ctx, call, TCN_HTTP_LOGIN_FAILED, 0);
}

void
tcn_http_logins_open(struct tcn_http *http)
{
	uint64_t seed = 0;

	LIST_INIT(&http->waiting);
	evutil_secure_rng_get_bytes(&seed, sizeof seed);
	http->logins = tcn_rate_limit_new(TRIES, TRY_EACH_MS, seed);
}

void
tcn_http_logins_close(struct tcn_http *http)
{
	while (!LIST_EMPTY(&http->waiting)) {
		struct tcn_http_waiting *waiting = LIST_FIRST(&http->waiting);
		struct tcn_http_call *call = waiting->call;

		waiting_free(waiting);
		tcn_http_call_error(call, 503, "the daemon is going down");
	}
	tcn_rate_limit_free(http->logins);
}
