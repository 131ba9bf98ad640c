/*
 * tools/http/http_impl.h - the server and its calls, shared by
 * http.c and http_*.c.
 *
 * http.c has the server and the answers; http_route.c finds the route of a
 * request; http_access.c decides who may call; http_call.c reads the parts of
 * a request; http_socket.c listens beside the store; http_local.c calls routes
 * in this process.
 */
#ifndef TCN_TOOLS_HTTP_HTTP_IMPL_H
#define TCN_TOOLS_HTTP_HTTP_IMPL_H

#include <event2/keyvalq_struct.h>

#include "engine/base/buf.h"
#include "tools/http/access.h"
#include "tools/http/conns.h"
#include "tools/http/http.h"
#include "tools/http/socket.h"
#include "tools/http/tls.h"
#include "tools/http/token_guard.h"

#define TCN_HTTP_ARGS_MAX   2
#define TCN_HTTP_TABLES_MAX 2

/* Routes, and what their functions get. */
struct tcn_http_table {
	const struct tcn_http_route *routes; /* ends with a path of NULL */
	void *ctx;
};

struct tcn_http {
	struct evhttp *server;
	struct evhttp *socket_server; /* by the socket; NULL: there is none */
	struct tcn_socket *socket; /* NULL: there is none */
	bool opens_by_socket; /* while a connection by it is made */
	struct tcn_conns *conns;
	struct tcn_http_conf conf;
	struct tcn_http_table tables[TCN_HTTP_TABLES_MAX];
	size_t tables_n;
	struct tcn_http_credentials credentials;
	struct tcn_token_guard *guard;
	unsigned port;
	uint64_t answers[6]; /* by the hundreds of their status */
};

/* Whom a call without a connection is answered to. */
struct tcn_http_local {
	tcn_http_inner_fn *fn; /* NULL: it came by a connection */
	void *of;
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
	enum tcn_http_scope scope; /* what the caller may do */
	const char *csrf; /* NULL: none is needed */
	bool by_socket; /* it came by the Unix socket */
	struct tcn_http_local local;
};

/* Takes a request of a connection, and calls its route. */
void tcn_http_take(struct evhttp_request *request, struct tcn_http *http,
    bool by_socket);

/* Sets a header of the answer, in place of one of that name. */
void tcn_http_set(struct evhttp_request *request, const char *name,
    const char *value);

/* Answers {"error": sentence}. */
void tcn_http_send_error(struct tcn_http *http, struct evhttp_request *request,
    int status, const char *sentence);

/* NULL also when the client has gone before the call was answered. */
struct tcn_conns_conn *tcn_http_conn_of(struct tcn_http *http,
    struct evhttp_request *request);

/* What all servers have in common; and the limits that conf sets for them. */
void tcn_http_set_up(struct evhttp *server);
void tcn_http_set_limits(struct tcn_http *http);

/*
 * 0 if the caller may call the route, whose path this is as it was sent; else
 * the status of the refusal, and *why.
 */
int tcn_http_check_access(struct tcn_http_call *call,
    const struct tcn_http_route *route, const char *path, const char **why);

/* Whether the list, as in a route's row, has a parameter of that name. */
bool tcn_http_is_listed(const char *list, const char *name);

/* Hands the answer of a call without a connection to whom it is for. */
void tcn_http_local_answer(struct tcn_http_call *call, int status,
    const struct tcn_buf *body);

/* Reads the query of a request into call->query; false: it cannot be read. */
bool tcn_http_call_take_query(struct tcn_http_call *call, const char *query);

/* Reads the segments at {}; 0, or the status of the refusal. */
int tcn_http_call_take_args(struct tcn_http_call *call, const char *pattern,
    const char *path);

/* Appends {"error": sentence} and a line feed. */
void tcn_http_error_body(struct tcn_buf *body, struct tcn_str sentence);

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
