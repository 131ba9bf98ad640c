/*
 * tools/daemon/http_impl.h - the server and its calls, to the files of
 * tools/http.
 *
 * http.c holds the server, user may call and the answers; http_call.c what a
 * request says.
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
	uint64_t answers[6];
};

struct tcn_http_call {
	struct tcn_http *http;
	struct evhttp_request *request;
	struct tcn_conns_conn *conn;
	struct evkeyvalq query;
	char *args[TCN_HTTP_ARGS_MAX]; /* libcurl's memory */
	unsigned args_n;
	struct tcn_buf unpacked;
	struct tcn_str body;
	const char *user; /* the token's name, or "" */
};

/* Gives back all but the request. */
void tcn_http_call_free(struct tcn_http_call *call);

/* Whether the path is the pattern's, {} standing for one segment. */
bool tcn_http_call_matches(const char *pattern, const char *path);

/*
 * Why two programs could read this as two different requests, or NULL (RFC
 * 9112, section 6): one in front of us would let pass what it did not see.
 */
const char *tcn_http_call_ambiguity(const struct tcn_http_call *call);

/*
 * What stands for {} in the path, and the body, unpacked and in one piece. 0,
 * or the status of what is wrong, and *why.
 */
int tcn_http_call_parse(struct tcn_http_call *call, const char *pattern,
    const char *path, const char **why);

#endif
