#include <event2/bufferevent.h>
#include <event2/http.h>
#include <strings.h>

#include "tools/daemon/http_impl.h"

/*
 * A caller by the socket is known by its user. Without tokens, nobody else may
 * call by it.
 */
static bool
may_by_socket(struct tcn_http_call *call)
{
	evutil_socket_t fd =
	    bufferevent_getfd(evhttp_connection_get_bufferevent(
		evhttp_request_get_connection(call->request)));

	return call->by_socket && fd >= 0 && tcn_socket_trusts(fd);
}

static bool
is_loopback_host(const char *host)
{
	static const char *const names[] = { "localhost", "127.0.0.1",
		"[::1]" };

	for (size_t i = 0; host && i < sizeof names / sizeof *names; i++) {
		size_t n = strlen(names[i]);

		if (strncasecmp(host, names[i], n) == 0 &&
		    (host[n] == '\0' || host[n] == ':'))
			return true;
	}
	return false;
}

int
tcn_http_check_access(struct tcn_http_call *call, enum tcn_http_scope scope,
    const char **why)
{
	const char *sent = tcn_http_call_header(call, "Authorization");
	enum tcn_http_scope has = TCN_HTTP_SCOPE_NONE;

	if (may_by_socket(call))
		return 0;
	if (call->by_socket && !call->http->credentials.access) {
		*why = "by this socket only the daemon's user may call: set "
		       "http.tokens for others";
		return 403;
	}
	if (!call->http->credentials.access) {
		*why = "without tokens, only programs on this machine may "
		       "call, not web pages";
		return tcn_http_call_header(call, "Origin") ||
			!is_loopback_host(
			    evhttp_request_get_host(call->request))
		    ? 403
		    : 0;
	}
	if (scope == TCN_HTTP_SCOPE_NONE)
		return 0;
	if (sent && strncasecmp(sent, "Bearer ", 7) == 0)
		has = tcn_access_scope(call->http->credentials.access,
		    tcn_str_trim(tcn_str(sent + 7)), &call->user);
	*why = has ? "the token's scope does not allow this"
		   : "a token is needed: 'Authorization: Bearer TOKEN'";
	return has >= scope ? 0 : has ? 403 : 401;
}
