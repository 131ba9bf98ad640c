#include <assert.h>
#include <event2/http.h>
#include <strings.h>
#include <sys/queue.h>

#include "engine/base/buf.h"
#include "tools/base/curl_late.h"
#include "tools/base/safe.h"
#include "tools/serve/http/http_impl.h"
#include "tools/serve/http/origin.h"

#define AGAIN "in=1" /* this request comes from our own page */

const char *
tcn_http_own_path(const char *path)
{
	return path && tcn_origin_is_own_path(tcn_str(path)) ? path : "/";
}

void
tcn_http_call_redirect(struct tcn_http_call *call, const char *location)
{
	struct tcn_buf body = { 0 };

	tcn_http_call_set_header(call, "Location", location);
	tcn_buf_z(&body, "see Location\n");
	tcn_http_call_reply(call, 303, "text/plain; charset=utf-8", &body);
	tcn_buf_fini(&body);
}

/* Appends the request's path and query without AGAIN; "/" when a browser could
 * go elsewhere by it. */
static void
add_target(const struct tcn_http_call *call, struct tcn_buf *out)
{
	const struct evhttp_uri *uri =
	    evhttp_request_get_evhttp_uri(call->request);
	const char *path = evhttp_uri_get_path(uri);
	const char *query = evhttp_uri_get_query(uri);
	char mark = '?';

	tcn_buf_z(out, path && *path ? path : "/");
	while (query && *query) {
		size_t n = strcspn(query, "&");

		if (n != sizeof AGAIN - 1 || memcmp(query, AGAIN, n) != 0) {
			tcn_buf_char(out, mark);
			tcn_buf_add(out, query, n);
			mark = '&';
		}
		query += n + (query[n] == '&');
	}
	if (!tcn_origin_is_own_path(tcn_buf_view(out))) {
		tcn_buf_clear(out);
		tcn_buf_char(out, '/');
	}
}

/* Redirects to what stands in to. */
static void
go(struct tcn_http_call *call, struct tcn_buf *to)
{
	tcn_http_call_redirect(call, to->at);
	tcn_buf_fini(to);
}

static void
go_to_login(struct tcn_http_call *call, struct tcn_str target)
{
	struct tcn_buf to = { 0 };
	char *escaped = curl_easy_escape(NULL, target.at, (int)target.n);

	tcn_buf_printf(&to, "/login?to=%s", escaped ? escaped : "%2F");
	curl_free(escaped);
	go(call, &to);
}

/* A page that asks for the target again, so that the request comes from us. */
static void
send_again(struct tcn_http_call *call, struct tcn_str target)
{
	struct tcn_buf page = { 0 }, link = { 0 };

	tcn_safe_html(&link, target);
	tcn_buf_z(&link, memchr(target.at, '?', target.n) ? "&amp;" : "?");
	tcn_buf_z(&link, AGAIN);
	tcn_buf_printf(&page,
	    "<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n"
	    "<title>tocsin</title>\n<meta http-equiv=\"refresh\" "
	    "content=\"0;url=%s\">\n<p><a href=\"%s\">Go on to the page</a>\n",
	    link.at, link.at);
	tcn_http_call_reply(call, 200, "text/html; charset=utf-8", &page);
	tcn_buf_fini(&page);
	tcn_buf_fini(&link);
}

static bool
is_again(const struct tcn_http_call *call)
{
	const char *in = tcn_http_call_query(call, "in");

	return in && strcmp(in, "1") == 0;
}

/* Who has a session, but comes by a link of another site, has not sent it. */
static bool
may_have_cookie(const struct tcn_http_call *call)
{
	const char *site = tcn_http_call_header(call, "Sec-Fetch-Site");

	return site && strcmp(site, "cross-site") == 0 && !is_again(call) &&
	    tcn_http_call_cookie(call).n == 0;
}

static void
show_door(struct tcn_http_call *call)
{
	struct tcn_buf target = { 0 };

	add_target(call, &target);
	if (may_have_cookie(call))
		send_again(call, tcn_buf_view(&target));
	else
		go_to_login(call, tcn_buf_view(&target));
	tcn_buf_fini(&target);
}

bool
tcn_http_drop_retry_mark(struct tcn_http_call *call)
{
	struct tcn_buf target = { 0 };

	if (tcn_http_kind_of(call->route) != TCN_HTTP_PAGE || !is_again(call))
		return false;
	add_target(call, &target);
	go(call, &target);
	return true;
}

static bool
is_type(const char *list, const char *type)
{
	return list && strcmp(list, type) == 0;
}

enum tcn_http_kind
tcn_http_kind_of(const struct tcn_http_route *route)
{
	if (is_type(route->body, "application/x-www-form-urlencoded"))
		return TCN_HTTP_FORM;
	return route->method == EVHTTP_REQ_GET &&
		is_type(route->answer, "text/html")
	    ? TCN_HTTP_PAGE
	    : TCN_HTTP_API;
}

/* Whether the one who asked reads pages. */
static bool
wants_page(const struct tcn_http_call *call)
{
	const char *accept = tcn_http_call_header(call, "Accept");

	if (!call->http->refused)
		return false;
	if (!call->route)
		return accept && strstr(accept, "text/html");
	return tcn_http_kind_of(call->route) != TCN_HTTP_API;
}

void
tcn_http_refuse(struct tcn_http_call *call, int status, const char *why)
{
	const struct tcn_http_route *route = call->route;

	if (status == 401 && route && tcn_http_kind_of(route) == TCN_HTTP_PAGE)
		show_door(call);
	else if (wants_page(call))
		call->http->refused(call->http->refused_ctx, call, status, why);
	else
		tcn_http_call_error(call, status, "%s", why);
}

void
tcn_http_set_refused(struct tcn_http *http, tcn_http_refused_fn *fn, void *ctx)
{
	http->refused = fn;
	http->refused_ctx = ctx;
}
