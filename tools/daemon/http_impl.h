/*
 * tools/daemon/http_impl.h - the server and its calls, shared by http.c and
 * http_call.c.
 *
 * http.c has the server, the access check and the answers; http_call.c reads
 * the parts of a request.
 */
#ifndef TCN_TOOLS_DAEMON_HTTP_IMPL_H
#define TCN_TOOLS_DAEMON_HTTP_IMPL_H

#include <event2/keyvalq_struct.h>

#include "engine/base/buf.h"
#include "tools/daemon/access.h"
#include "tools/daemon/conns.h"
#include "tools/daemon/http.h"
#include "tools/daemon/tls.h"

#define TCN_HTTP_ARGS_MAX 2

struct tcn_http {
	struct evhttp *server;
	struct tcn_conns *conns;
	struct tcn_http_conf conf;
	const struct tcn_http_route *routes;
	void *ctx;
	struct tcn_http_credentials credentials;
	unsigned port;
	uint64_t answers[6]; /* by the hundreds of their status */
};

struct tcn_http_call {
	struct tcn_http *http;
	struct evhttp_request *request;
	struct tcn_conns_conn *conn;
	struct evkeyvalq query;
	char *args[TCN_HTTP_ARGS_MAX]; /* to be freed by curl_free() */
	unsigned args_n;
	struct tcn_buf unpacked;
	struct tcn_str body;
	const char *user; /* the token's name, or "" */
};

/* Frees the call, but not the request, which belongs to libevent. */
void tcn_http_call_free(struct tcn_http_call *call);

/* Whether the path matches the pattern; each {} matches one segment. */
bool tcn_http_call_matches(const char *pattern, const char *path);

/*
 * Whether the route takes each parameter of the query, and none stands twice.
 * False: why, of why_bytes, says which does not, and which it takes.
 */
bool tcn_http_call_takes_query(const struct tcn_http_call *call,
    const struct tcn_http_route *route, char *why, size_t why_bytes);

/*
 * Reads the arguments from the path, and the body, which is unpacked and made
 * one piece. 0, or the status of the refusal and its sentence in *why.
 * Precondition: the pattern matches the path.
 */
int tcn_http_call_parse(struct tcn_http_call *call, const char *pattern,
    const char *path, const char **why);

#endif
