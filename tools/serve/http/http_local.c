#include <assert.h>
#include <event2/http.h>
#include <sys/queue.h>

#include "engine/base/buf.h"
#include "engine/base/mem.h"
#include "tools/serve/http/http_impl.h"

void
tcn_http_local_answer(struct tcn_http_call *call, int status,
    const struct tcn_buf *body)
{
	assert(call->local.fn);
	call->local.fn(call->local.of, status, body);
}

static const struct tcn_http_route *
find_route(const struct tcn_http_route *routes, enum evhttp_cmd_type method,
    const char *path)
{
	for (; routes->path; routes++)
		if (routes->method == method &&
		    tcn_http_call_matches(routes->path, path))
			return routes;
	return NULL;
}

/* Answers the call by the route of that path. */
static void
dispatch(struct tcn_http_call *call, const struct tcn_http_route *routes,
    void *ctx, enum evhttp_cmd_type method, const char *path, const char *query)
{
	const struct tcn_http_route *route = find_route(routes, method, path);
	char why[512];
	int status;

	if (!route) {
		tcn_http_call_error(call, 404, "no such path");
		return;
	}
	if (call->scope < route->scope) {
		tcn_http_call_error(call, 403,
		    "the token's scope does not allow this");
		return;
	}
	if (tcn_http_gate_refuses(call->http, route, why, sizeof why)) {
		tcn_http_call_error(call, 409, "%s", why);
		return;
	}
	if (!tcn_http_call_take_query(call, query)) {
		tcn_http_call_error(call, 400, "the query cannot be read");
		return;
	}
	if (!tcn_http_call_takes_query(call, route, why, sizeof why)) {
		tcn_http_call_error(call, 400, "%s", why);
		return;
	}
	status = tcn_http_call_take_args(call, route->path, path);
	if (status)
		tcn_http_call_error(call, status,
		    status == 400 ? "the path holds a NUL" : "out of memory");
	else if (!tcn_http_is_held(call, route, path))
		route->fn(ctx, call);
}

/* What is called, and by whom. */
struct request {
	const struct tcn_http_route *routes;
	void *ctx;
	enum evhttp_cmd_type method;
	const char *target; /* a path, perhaps with a query */
	struct tcn_str body;
	const char *user; /* without a call that it is made for */
};

/* by: the call that this one is made for; NULL: everything is allowed. */
static void
call_route(const struct request *r, const struct tcn_http_call *by,
    struct tcn_http_local local)
{
	struct tcn_http_call *call = tcn_mem_calloc(1, sizeof *call);
	struct evhttp_uri *uri = evhttp_uri_parse(r->target);
	struct tcn_buf error = { 0 };

	assert(*r->target == '/');
	if (!uri) {
		tcn_mem_free(call);
		tcn_http_error_body(&error, tcn_str("out of memory"));
		local.fn(local.of, 503, &error);
		tcn_buf_fini(&error);
	} else {
		TAILQ_INIT(&call->query);
		call->http = by ? by->http : NULL;
		call->by_socket = by && by->by_socket;
		call->caller.way = TCN_HTTP_WAY_SOCKET;
		if (by)
			call->caller = by->caller;
		call->user = by ? by->user : r->user;
		call->scope = by ? by->scope : TCN_HTTP_SCOPE_ADMIN;
		call->body = r->body;
		call->local = local;
		dispatch(call, r->routes, r->ctx, r->method,
		    evhttp_uri_get_path(uri), evhttp_uri_get_query(uri));
	}
	if (uri)
		evhttp_uri_free(uri);
}

bool
tcn_http_call_is_local(const struct tcn_http_call *call)
{
	return call->local.fn != NULL;
}

void
tcn_http_call_inner(const struct tcn_http_call *call,
    const struct tcn_http_route *routes, void *ctx, enum evhttp_cmd_type method,
    const char *target, struct tcn_str body, tcn_http_inner_fn *fn, void *of)
{
	const struct request r = { routes, ctx, method, target, body, "" };

	call_route(&r, call, (struct tcn_http_local){ fn, of });
}

/* The answer of tcn_http_local_call(). */
struct taken {
	int status;
	struct tcn_buf *answer;
};

static void
take_answer(void *of, int status, const struct tcn_buf *answer)
{
	struct taken *taken = of;

	assert(!taken->status); /* each call is answered once */
	taken->status = status;
	tcn_buf_str(taken->answer, tcn_buf_view(answer));
}

int
tcn_http_local_call_as(const struct tcn_http_route *routes, void *ctx,
    enum evhttp_cmd_type method, const char *target, struct tcn_str body,
    const char *user, struct tcn_buf *answer)
{
	const struct request r = { routes, ctx, method, target, body, user };
	struct taken taken = { .answer = answer };

	call_route(&r, NULL, (struct tcn_http_local){ take_answer, &taken });
	assert(taken.status); /* the route has answered */
	return taken.status;
}

int
tcn_http_local_call(const struct tcn_http_route *routes, void *ctx,
    enum evhttp_cmd_type method, const char *target, struct tcn_str body,
    struct tcn_buf *answer)
{
	return tcn_http_local_call_as(routes, ctx, method, target, body, "",
	    answer);
}
