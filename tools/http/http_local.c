#include <assert.h>
#include <event2/http.h>
#include <sys/queue.h>

#include "engine/base/buf.h"
#include "engine/base/mem.h"
#include "tools/http/http_impl.h"

void
tcn_http_local_answer(struct tcn_http_call *call, int status,
    const struct tcn_buf *body)
{
	struct tcn_http_local *local = call->local;

	assert(local && !local->status); /* each call is answered once */
	local->status = status;
	if (body->failed) {
		local->status = 503;
		tcn_http_error_body(local->answer, tcn_str("out of memory"));
	} else {
		tcn_buf_add(local->answer, body->at, body->n);
	}
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
	else
		route->fn(ctx, call);
}

int
tcn_http_local_call(const struct tcn_http_route *routes, void *ctx,
    enum evhttp_cmd_type method, const char *target, struct tcn_str body,
    struct tcn_buf *answer)
{
	struct tcn_http_local local = { .answer = answer };
	struct tcn_http_call *call = tcn_mem_calloc(1, sizeof *call);
	struct evhttp_uri *uri = evhttp_uri_parse(target);

	assert(*target == '/');
	if (!call || !uri) {
		tcn_http_error_body(answer, tcn_str("out of memory"));
		tcn_mem_free(call);
		local.status = 503;
	} else {
		TAILQ_INIT(&call->query);
		call->user = "";
		call->body = body;
		call->local = &local;
		dispatch(call, routes, ctx, method, evhttp_uri_get_path(uri),
		    evhttp_uri_get_query(uri));
		assert(local.status); /* the route has answered */
	}
	if (uri)
		evhttp_uri_free(uri);
	return local.status;
}
