#include <assert.h>
#include <event2/http.h>
#include <stdio.h>
#include <string.h>
#include <sys/queue.h>

#include "engine/base/mem.h"
#include "tools/serve/http/http_impl.h"

#define ANSWERED 1 /* no status: the call has been answered */

/* Whether each route has a path, not too many {} in it, and a function. */
static bool
are_routes(const struct tcn_http_route *routes)
{
	for (; routes->path; routes++) {
		unsigned args = 0;

		for (const char *at = routes->path; (at = strstr(at, "{}"));
		     at += 2)
			args++;
		if (*routes->path != '/' || args > TCN_HTTP_ARGS_MAX ||
		    !routes->fn)
			return false;
	}
	return true;
}

void
tcn_http_add_routes(struct tcn_http *http, const struct tcn_http_route *routes,
    void *ctx)
{
	assert(http->tables_n < TCN_HTTP_TABLES_MAX);
	assert(are_routes(routes));
	http->tables[http->tables_n++] = (struct tcn_http_table){ routes, ctx };
}

/*
 * The route, or NULL, and the ctx of its table; *methods: bits of all methods
 * that the path has.
 */
static const struct tcn_http_route *
find_in(const struct tcn_http_table *table, enum evhttp_cmd_type method,
    const char *path, unsigned *methods)
{
	const struct tcn_http_route *route = table->routes;

	for (; route->path; route++) {
		/* "OPTIONS *" asks about the whole server. */
		if (strcmp(path, "*") != 0 &&
		    !tcn_http_call_matches(route->path, path))
			continue;
		*methods |= route->method;
		if (route->method == method)
			return route;
	}
	return NULL;
}

static const struct tcn_http_route *
find_route(const struct tcn_http_call *call, const char *path, void **ctx,
    unsigned *methods)
{
	enum evhttp_cmd_type method = evhttp_request_get_command(call->request);
	const struct tcn_http_route *route = NULL;

	if (method == EVHTTP_REQ_HEAD)
		method = EVHTTP_REQ_GET;
	for (size_t i = 0; !route && i < call->http->tables_n; i++) {
		*ctx = call->http->tables[i].ctx;
		route = find_in(&call->http->tables[i], method, path, methods);
	}
	return route;
}

/* 0, ANSWERED, or the status of the refusal and its sentence, which may be in
 * buf; *ctx: what the route's function gets. */
static int
find_and_check(struct tcn_http_call *call, const char *path, void **ctx,
    char *buf, size_t buf_bytes, const char **why)
{
	unsigned methods = 0;
	int status;

	*why = buf;
	call->route = find_route(call, path, ctx, &methods);
	if (!call->route) {
		if (methods) {
			/* A 405 lists the methods that the path has (RFC 9110,
			 * section 15.5.6). */
			char list[64];

			snprintf(list, sizeof list, "%s%s%s%s%s",
			    methods & EVHTTP_REQ_GET ? "GET, HEAD, " : "",
			    methods & EVHTTP_REQ_POST ? "POST, " : "",
			    methods & EVHTTP_REQ_PUT ? "PUT, " : "",
			    methods & EVHTTP_REQ_PATCH ? "PATCH, " : "",
			    methods & EVHTTP_REQ_DELETE ? "DELETE, " : "");
			list[strlen(list) - 2] = '\0';
			tcn_http_call_set_header(call, "Allow", list);
		}
		*why = methods
		    ? "this path does not take that method"
		    : "no such path; the manual, tocsin-run(1), lists them";
		return methods ? 405 : 404;
	}
	status = tcn_http_check_access(call, call->route, path, why);
	if (status)
		return status;
	if (tcn_http_drop_retry_mark(call))
		return ANSWERED;
	if (!tcn_http_call_takes_query(call, call->route, buf, buf_bytes)) {
		*why = buf;
		return 400;
	}
	status = tcn_http_call_parse(call, call->route->path, path, why);
	if (!status && tcn_http_kind_of(call->route) == TCN_HTTP_FORM)
		status = tcn_http_call_take_form(call, why);
	return status ? status : tcn_http_check_change(call, why);
}

void
tcn_http_set_gate(struct tcn_http *http, tcn_http_gate_fn *refuses, void *ctx)
{
	http->gate = refuses;
	http->gate_ctx = ctx;
}

bool
tcn_http_gate_refuses(const struct tcn_http *http,
    const struct tcn_http_route *route, char *why, size_t bytes)
{
	return http && http->gate &&
	    http->gate(http->gate_ctx, route, why, bytes);
}

void
tcn_http_set_holder(struct tcn_http *http, tcn_http_holder_fn *holds, void *ctx)
{
	http->holder = holds;
	http->holder_ctx = ctx;
}

bool
tcn_http_is_held(struct tcn_http_call *call, const struct tcn_http_route *route,
    const char *target)
{
	const struct tcn_http *http = call->http;

	return http && http->holder &&
	    http->holder(http->holder_ctx, route, call, target);
}

static void
dispatch(struct tcn_http_call *call, const char *path)
{
	char buf[512];
	const char *why;
	void *ctx;
	int status = find_and_check(call, path, &ctx, buf, sizeof buf, &why);

	if (status == 0 &&
	    tcn_http_gate_refuses(call->http, call->route, buf, sizeof buf)) {
		status = 409;
		why = buf;
	}
	if (status == 401)
		tcn_http_call_set_header(call, "WWW-Authenticate", "Bearer");
	if (status == 0 && tcn_http_is_held(call, call->route, path))
		return;
	if (status == 0)
		call->route->fn(ctx, call);
	else if (status != ANSWERED)
		tcn_http_refuse(call, status, why);
}

/* The client has received the whole answer. */
static void
on_received(struct evhttp_request *request, void *of)
{
	(void)request;
	tcn_conns_done(of);
}

void
tcn_http_take(struct evhttp_request *request, struct tcn_http *http,
    bool by_socket)
{
	const struct evhttp_uri *uri = evhttp_request_get_evhttp_uri(request);
	const char *path = uri ? evhttp_uri_get_path(uri) : NULL;
	const char *query = uri ? evhttp_uri_get_query(uri) : NULL;
	struct tcn_http_call *call = tcn_mem_calloc(1, sizeof *call);
	struct tcn_conns_conn *conn = tcn_http_conn_of(http, request);
	const struct tcn_http_refusal *refusal = tcn_conns_working(conn);

	evhttp_request_set_on_complete_cb(request, on_received, conn);
	if (refusal) {
		/* Nobody knows where the next request would begin. */
		tcn_mem_free(call);
		tcn_http_set(request, "Connection", "close");
		tcn_http_send_error(http, request, refusal->status,
		    refusal->why);
		return;
	}
	if (http->draining) {
		tcn_mem_free(call);
		tcn_http_send_error(http, request, 503,
		    "the program is ending");
		return;
	}
	TAILQ_INIT(&call->query);
	TAILQ_INIT(&call->fields);
	call->http = http;
	call->user = "";
	call->request = request;
	call->conn = conn;
	call->by_socket = by_socket;
	if (!tcn_http_call_take_query(call, query)) {
		tcn_http_call_error(call, 400,
		    "the query cannot be read: it is NAME=VALUE in UTF-8, with "
		    "& "
		    "between them");
		return;
	}
	dispatch(call, path && *path ? path : "/");
}
