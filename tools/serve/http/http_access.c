#include <event2/bufferevent.h>
#include <event2/http.h>
#include <inttypes.h>
#include <stdio.h>
#include <strings.h>
#include <sys/queue.h>

#include "tools/base/now.h"
#include "tools/serve/deliver/linker.h"
#include "tools/serve/http/http_impl.h"
#include "tools/serve/http/origin.h"

evutil_socket_t
tcn_http_call_fd(const struct tcn_http_call *call)
{
	return bufferevent_getfd(evhttp_connection_get_bufferevent(
	    evhttp_request_get_connection(call->request)));
}

/*
 * A caller by the socket is known by its user. Without tokens, nobody else may
 * call by it.
 */
static bool
may_by_socket(struct tcn_http_call *call)
{
	evutil_socket_t fd = tcn_http_call_fd(call);

	return call->by_socket && fd >= 0 && tcn_socket_trusts(fd);
}

static bool
is_name(const char *host, const char *name, size_t n)
{
	return n > 0 && strlen(host) == n && strncasecmp(host, name, n) == 0;
}

/* A name of this machine; evhttp_request_get_host() has cut off the port. */
static bool
is_loopback_host(const char *host)
{
	return is_name(host, "localhost", 9) || strcmp(host, "[::1]") == 0 ||
	    tcn_http_is_loopback(host);
}

static bool
is_host_of(const char *host, const char *url)
{
	const char *at = url ? strstr(url, "://") : NULL;
	size_t n;

	if (!at)
		return false;
	at += 3;
	n = *at == '[' ? strcspn(at, "]") + 1 : strcspn(at, ":/");
	return is_name(host, at, n);
}

bool
tcn_http_is_public_host(const struct tcn_http_call *call)
{
	const char *host = evhttp_request_get_host(call->request);

	return host && is_host_of(host, call->http->conf.public_url);
}

/* Whether it is one of http.names. */
static bool
is_listed_host(const char *host, const char *names)
{
	for (const char *at = names ? names : ""; *at;) {
		size_t n = strcspn(at, " \t,");

		if (is_name(host, at, n))
			return true;
		at += n + (at[n] != '\0');
	}
	return false;
}

/* Whether the request is for this server, by a name that it is known by. */
static bool
is_our_host(const struct tcn_http_call *call)
{
	const struct tcn_http_conf *conf = &call->http->conf;
	const char *host = evhttp_request_get_host(call->request);

	return host &&
	    (is_loopback_host(host) || is_host_of(host, conf->public_url) ||
		is_listed_host(host, conf->names));
}

/*
 * Whether the origin is ours: what this request was sent to, or the address
 * that readers use. A name that a proxy in front has may be behind TLS there.
 */
static bool
is_our_origin(const struct tcn_http_call *call, const char *origin)
{
	const struct tcn_http_conf *conf = &call->http->conf;
	const char *host = tcn_http_call_header(call, "Host");
	const char *name = evhttp_request_get_host(call->request);
	const char *url = tcn_http_call_public_url(call);

	if (host && tcn_origin_is(origin, tcn_http_call_scheme(call), host))
		return true;
	if (url && tcn_origin_of(origin, url))
		return true;
	return host && name && is_listed_host(name, conf->names) &&
	    tcn_origin_is(origin, "https", host);
}

bool
tcn_http_is_from_own_page(const struct tcn_http_call *call)
{
	const char *origin = tcn_http_call_header(call, "Origin");
	const char *site = tcn_http_call_header(call, "Sec-Fetch-Site");

	return origin ? is_our_origin(call, origin)
		      : site && strcmp(site, "same-origin") == 0;
}

/* Without tokens; as tcn_http_check_access(). */
static int
check_local(struct tcn_http_call *call, const char **why)
{
	const char *origin = tcn_http_call_header(call, "Origin");

	if (call->by_socket) {
		*why = "by this socket only the daemon's user may call: set "
		       "http.tokens for others";
		return 403;
	}
	if (origin && !is_our_origin(call, origin)) {
		*why = "without tokens, only programs on this machine and "
		       "pages of this address may call, not other web pages";
		return 403;
	}
	*why = "without tokens, only programs on this machine may call, not "
	       "web pages, and only by a name of this machine; http.names "
	       "allows the names of a proxy in front";
	if (!is_our_host(call))
		return 403;
	call->caller.way = TCN_HTTP_WAY_LOCAL;
	if (tcn_http_is_browser(call))
		call->user = TCN_HTTP_LOCAL_NAME;
	return 0;
}

/* The status of a refused token. */
static int
refuse_token(struct tcn_http_call *call, const char *sent,
    enum tcn_http_scope has, const char **why)
{
	enum tcn_token_guard_why kind = has ? TCN_TOKEN_GUARD_SCOPE
	    : sent                          ? TCN_TOKEN_GUARD_WRONG
					    : TCN_TOKEN_GUARD_MISSING;
	int64_t wait_ms = tcn_token_guard_note(call->http->guard, kind,
	    tcn_http_call_fd(call));
	char seconds[24];

	if (wait_ms) {
		snprintf(seconds, sizeof seconds, "%" PRId64,
		    (wait_ms + 999) / 1000);
		tcn_http_call_set_header(call, "Retry-After", seconds);
		*why = "too many wrong tokens came from this address";
		return 429;
	}
	if (call->caller.way == TCN_HTTP_WAY_SESSION) {
		*why = "you are logged in with a token that may not do this: "
		       "its scope is too low";
		return 403;
	}
	*why = has ? "the token's scope does not allow this"
	    : sent ? "the token is not known: 'Authorization: Bearer TOKEN'"
		   : "a token is needed: 'Authorization: Bearer TOKEN'";
	return has ? 403 : 401;
}

/* Whether the path, or the report that it is the short address of, was signed
 * by that. */
static bool
is_signed(const struct tcn_linker *linker, const char *path, const char *link)
{
	const size_t n = sizeof TCN_LINKER_SHORT - 1;
	struct tcn_buf whole = { 0 };
	bool ok;

	if (strncmp(path, TCN_LINKER_SHORT, n) == 0)
		tcn_linker_path(tcn_str(path + n), &whole);
	else
		tcn_buf_z(&whole, path);
	ok = tcn_link_keys_verify(linker->keys, tcn_buf_view(&whole),
	    tcn_str(link), tcn_now_wall_ms());
	tcn_buf_fini(&whole);
	return ok;
}

/*
 * Whether a signed link opens this path, of a route that takes one. The page
 * may be kept by the reader's browser, but by no cache between.
 */
static bool
is_opened_by_link(struct tcn_http_call *call,
    const struct tcn_http_route *route, const char *path)
{
	const struct tcn_linker *linker = call->http->conf.linker;
	const char *link = tcn_http_call_query(call, TCN_LINKER_PARAMETER);
	const struct evkeyval *at;

	/* Nothing but the page, in whatever form. */
	TAILQ_FOREACH (at, &call->query, next)
		if (strcmp(at->key, TCN_LINKER_PARAMETER) != 0 &&
		    strcmp(at->key, "format") != 0)
			return false;
	if (!link || !linker || !linker->keys ||
	    route->method != EVHTTP_REQ_GET ||
	    !tcn_http_is_listed(route->query, TCN_LINKER_PARAMETER) ||
	    !is_signed(linker, path, link))
		return false;
	tcn_http_call_set_header(call, "Cache-Control", "private");
	return true;
}

/* Who sends a token. */
static void
identify(struct tcn_http_call *call, const char *sent)
{
	struct tcn_http_caller *caller = &call->caller;

	if (strncasecmp(sent, "Bearer ", 7) != 0)
		return;
	tcn_access_digest(tcn_str_trim(tcn_str(sent + 7)), caller->digest);
	caller->way = TCN_HTTP_WAY_TOKEN;
	call->scope = tcn_access_scope_of(call->http->credentials.access,
	    caller->digest, &call->user);
}

int
tcn_http_check_access(struct tcn_http_call *call,
    const struct tcn_http_route *route, const char *path, const char **why)
{
	const char *sent = tcn_http_call_header(call, "Authorization");
	const char *names = call->http->conf.names;

	call->scope = TCN_HTTP_SCOPE_ADMIN; /* unless a token says less */
	if (may_by_socket(call)) {
		call->caller.way = TCN_HTTP_WAY_SOCKET;
		return 0;
	}
	if (!call->http->credentials.access)
		return check_local(call, why);
	call->scope = TCN_HTTP_SCOPE_NONE;
	if (names && *names && !call->by_socket && !is_our_host(call)) {
		*why = "this server has another name: see http.names";
		return 421;
	}
	if (!sent)
		tcn_http_session_identify(call);
	else if (!tcn_token_guard_waits(call->http->guard,
		     tcn_http_call_fd(call)))
		identify(call, sent);
	if (route->scope == TCN_HTTP_SCOPE_NONE ||
	    is_opened_by_link(call, route, path) || call->scope >= route->scope)
		return 0;
	if (!sent && tcn_http_call_query(call, TCN_LINKER_PARAMETER)) {
		*why = "this link opens nothing any more: it has expired or "
		       "was revoked, or it was not copied as a whole";
		return 403;
	}
	return refuse_token(call, sent, call->scope, why);
}

const uint64_t *
tcn_http_tokens_refused(const struct tcn_http *http)
{
	return tcn_token_guard_counts(http->guard);
}

const char *
tcn_http_call_public_url(const struct tcn_http_call *call)
{
	const char *url = call->http ? call->http->conf.public_url : NULL;

	return url && *url ? url : NULL;
}
