/*
 * tools/serve/http/http.h - the program's HTTP server, from request to
 * function.
 *
 * libevent parses HTTP. This module has the table of routes, decides who may
 * call them, and bounds what a request may cost.
 *
 * ROUTES. A route is a method, a path in which {} stands for one segment, the
 * scope that it needs, and a function. The function gets a call, which must be
 * answered exactly once, at once or later: by reply, error or stream. An error
 * is one sentence in {"error": "..."}, whoever found it. A HEAD is answered as
 * a GET is, without the body.
 *
 * ACCESS. With tokens, a caller needs one ("Authorization: Bearer ...") with
 * the route's scope or a higher one; tools/serve/http/access.h compares digests
 * in constant time. A browser, which cannot send that header with a page, has a
 * cookie in its place (tools/serve/http/http_session.h); of both, the header
 * counts. Without tokens the server listens on loopback only and every program
 * of this machine may call everything. A web page of others that is open in a
 * browser there could do so as well, therefore any request with an Origin that
 * is not ours is refused, and any whose host is another name (DNS rebinding),
 * unless conf names it for a proxy in front. With tokens, names that are given
 * are the only ones (421). Wrong tokens are limited by address
 * (tools/serve/http/token_guard.h).
 *
 * FRAMING. What is no sound HTTP/1.1 never reaches libevent: its bytes are
 * looked at as they arrive (tools/serve/http/http_gate.h), and a request that
 * two programs could frame differently is refused, and the connection closed.
 *
 * COST. A request has at most head_max and body_max bytes (the body also after
 * it is unpacked). The number, the memory and the slowness of connections are
 * bounded by tools/serve/http/conns.h.
 *
 * With a certificate the server speaks TLS only (tools/serve/http/tls.h).
 *
 * One loop, one thread. Order: new, then the loop runs; free.
 */
#ifndef TCN_TOOLS_SERVE_HTTP_HTTP_H
#define TCN_TOOLS_SERVE_HTTP_HTTP_H

#include <event2/http.h>
#include <stdbool.h>
#include <stdint.h>

#include "engine/base/buf.h"
#include "engine/base/err.h"
#include "engine/base/rc.h"
#include "engine/base/str.h"

/* What a token allows, or a route needs; each includes those before it. */
enum tcn_http_scope {
	TCN_HTTP_SCOPE_NONE, /* a route that needs no token */
	TCN_HTTP_SCOPE_READ,
	TCN_HTTP_SCOPE_WRITE, /* send articles, act on events */
	TCN_HTTP_SCOPE_ADMIN, /* change feeds, rules, settings */
};

/* The contents of the files of tokens and of the certificate. */
struct tcn_http_credentials {
	struct tcn_access *access; /* NULL: loopback only, without tokens */
	struct tcn_tls *tls; /* NULL: in clear */
};

struct tcn_linker;

struct tcn_http_conf {
	const char *address; /* an IP address, e.g. "127.0.0.1" or "::1" */
	unsigned port; /* 0: any that is free */
	const char *tokens; /* a file, see access.h; or NULL */
	const char *tls_cert, *tls_key; /* PEM files; NULL: no TLS */
	size_t body_max; /* bytes, also after unpacking */
	size_t head_max; /* bytes of request line and headers */
	int64_t idle_ms; /* a connection without any traffic is closed */
	const char *names; /* between blanks; NULL or "": none are set */
	const char *public_url; /* or NULL or "" */
	/* With what links are checked; it may change, but must outlive the
	 * server. NULL: there are none. */
	const struct tcn_linker *linker;
	uint32_t wrong_tokens_max; /* of one address in a minute, > 0 */
	const char *sessions; /* a file, tools/serve/http/sessions.h; or NULL */
	size_t connections_max; /* these four: tools/serve/http/conns.h */
	size_t held_max;
	int64_t slow_ms;
	size_t rate_min;
};

struct tcn_http;
struct tcn_http_call;
struct tcn_pack_piece;
struct tcn_conns_counts;
struct tcn_access;
struct tcn_tls;

typedef void tcn_http_fn(void *ctx, struct tcn_http_call *call);

struct tcn_http_route {
	enum evhttp_cmd_type method;
	const char *path; /* "/v1/events/{}" */
	enum tcn_http_scope scope;
	tcn_http_fn *fn;
	/* The rest is for the OpenAPI document (tools/serve/api/api_openapi.h).
	 * Lists are separated by blanks. */
	const char *summary; /* one sentence */
	/* The parameters that it takes: "NAME" or, where another route has one
	 * of that name, "NAME=COMPONENT", the name in openapi.json. A request
	 * with another one, or with one twice, is refused. NULL: none. */
	const char *query;
	const char *body; /* schemas of the request's body; or NULL */
	/* What a 200 holds: names of schemas, types ("text/html"), or both
	 * ("application/feed+json=JsonFeed"). Behind "202 ": what a 202 holds,
	 * as the route has others work. */
	const char *answer;
};

/*
 * Listens. routes end with a path of NULL; they, base and the texts of conf
 * must outlive the server. TCN_IO: the address is in use or not ours;
 * TCN_INVALID: the token file, or an address beyond loopback without one; err
 * says which and how to mend it.
 */
TCN_MUST_USE enum tcn_rc tcn_http_new(struct event_base *base,
    const struct tcn_http_conf *conf, const struct tcn_http_route *routes,
    void *ctx, struct tcn_http **http, struct tcn_err *err);

/*
 * Adds a table of routes, which are looked for behind those that are there.
 * Once at most, and before the loop runs; routes as of tcn_http_new(), ctx is
 * what their functions get.
 */
void tcn_http_add_routes(struct tcn_http *http,
    const struct tcn_http_route *routes, void *ctx);

/*
 * Listens on the Unix socket beside the store db, too
 * (tools/serve/http/socket.h): in clear, whatever conf says, and the daemon's
 * user needs no token there. Once at most. TCN_IO: err says why it cannot, and
 * nothing has changed.
 */
TCN_MUST_USE enum tcn_rc tcn_http_listen_beside(struct tcn_http *http,
    struct event_base *base, const char *db, struct tcn_err *err);

/* The path of that socket. Precondition: there is one. */
const char *tcn_http_socket_path(const struct tcn_http *http);

/*
 * Reads the files that conf names. On an error, as of tcn_http_new(),
 * *credentials is empty. The caller owns it: it is handed over by
 * tcn_http_reconfigure(), or freed by tcn_http_credentials_fini().
 */
TCN_MUST_USE enum tcn_rc
tcn_http_credentials_read(const struct tcn_http_conf *conf,
    struct tcn_http_credentials *credentials, struct tcn_err *err);
void tcn_http_credentials_fini(struct tcn_http_credentials *credentials);

/*
 * Replaces limits and credentials, which now belong to the server; address,
 * port and connections_max stay. Open connections keep their TLS context.
 */
void tcn_http_reconfigure(struct tcn_http *http,
    const struct tcn_http_conf *conf,
    const struct tcn_http_credentials *credentials);

/*
 * Asked before a route's function is called, for its change: true refuses it
 * with 409 and the sentence that it wrote to why, of so many bytes. NULL: all
 * are let through.
 */
typedef bool tcn_http_gate_fn(void *ctx, const struct tcn_http_route *route,
    char *why, size_t bytes);
void tcn_http_set_gate(struct tcn_http *http, tcn_http_gate_fn *refuses,
    void *ctx);

/*
 * Asked behind the gate: true says that the call is the holder's now, which
 * answers it, at once or later. target is the path, as it was sent. NULL: all
 * are called at once.
 */
typedef bool tcn_http_holder_fn(void *ctx, const struct tcn_http_route *route,
    struct tcn_http_call *call, const char *target);
void tcn_http_set_holder(struct tcn_http *http, tcn_http_holder_fn *holds,
    void *ctx);

/*
 * Lets the answers that were made go out before the program ends: runs the loop
 * until all are received, a second at most, and answers with 503 what is asked
 * meanwhile and, at the end, what was asked in part. Nothing else may be left
 * on the loop that would use what is gone.
 */
void tcn_http_drain(struct tcn_http *http);

/* Closes the connections that are still open. http may be NULL. */
void tcn_http_free(struct tcn_http *http);

/* The port that the server listens on. */
unsigned tcn_http_port(const struct tcn_http *http);

/* Tokens refused so far, by enum tcn_token_guard_why. */
const uint64_t *tcn_http_tokens_refused(const struct tcn_http *http);

/* The counts of its connections. */
const struct tcn_conns_counts *tcn_http_conns(const struct tcn_http *http);

/* Requests answered so far, by the hundreds of their status: [2] is 2xx. */
const uint64_t *tcn_http_answers(const struct tcn_http *http);

/* Structural validator for tests: of its connections (tcn_conns_check). */
TCN_MUST_USE enum tcn_rc tcn_http_check(const struct tcn_http *http,
    struct tcn_err *err);

/*
 * Calls a route of routes without a server, in this process: for a verb that
 * works on a store that no daemon serves (tools/serve/api/api_local.h).
 * Everything is allowed. target is a path, perhaps with a query. Returns the
 * status, and appends the answer to *answer. Precondition: the route answers at
 * once.
 */
int tcn_http_local_call(const struct tcn_http_route *routes, void *ctx,
    enum evhttp_cmd_type method, const char *target, struct tcn_str body,
    struct tcn_buf *answer);

/* The same as a user of that name; "": of none. No gate or holder is asked. */
int tcn_http_local_call_as(const struct tcn_http_route *routes, void *ctx,
    enum evhttp_cmd_type method, const char *target, struct tcn_str body,
    const char *user, struct tcn_buf *answer);

/* --- A call. It exists until it is answered. --- */

/* Gets the answer of a route that was called in this process; answer lives as
 * long as the function runs. */
typedef void tcn_http_inner_fn(void *of, int status,
    const struct tcn_buf *answer);

/*
 * Calls a route of routes in this process as the caller of `call` would: under
 * that caller's name, and refused where its scope does not allow the route.
 * The headers of the request are not handed on. fn is called once, at once or
 * later; target and body must live as long, and `call` until then.
 */
void tcn_http_call_inner(const struct tcn_http_call *call,
    const struct tcn_http_route *routes, void *ctx, enum evhttp_cmd_type method,
    const char *target, struct tcn_str body, tcn_http_inner_fn *fn, void *of);

/* Whether the call came from this process, by tcn_http_call_inner() or
 * tcn_http_local_call(), and not by a connection. Then the one who called may
 * need the answer before the route returns, as a page does. */
bool tcn_http_call_is_local(const struct tcn_http_call *call);

/* The body, unpacked; it lives as long as the call. */
struct tcn_str tcn_http_call_body(const struct tcn_http_call *call);

/* Frees the body's memory early, for an answer that comes later. */
void tcn_http_call_drop_body(struct tcn_http_call *call);

/* The segment of the path at the i-th {}, decoded; "" past the last. */
const char *tcn_http_call_arg(const struct tcn_http_call *call, unsigned i);

/* A parameter of the query ("?q=..."), decoded, or NULL. */
const char *tcn_http_call_query(const struct tcn_http_call *call,
    const char *name);

/* A header of the request, or NULL. */
const char *tcn_http_call_header(const struct tcn_http_call *call,
    const char *name);

/* The name that the token file gives to the caller's token, or "". */
const char *tcn_http_call_user(const struct tcn_http_call *call);

/* What the caller may do. */
enum tcn_http_scope tcn_http_call_scope(const struct tcn_http_call *call);

/* What a form of a page for this caller sends back in its field csrf, so that
 * it is known to be ours; "" when nothing is needed. As long as the session. */
const char *tcn_http_call_csrf(const struct tcn_http_call *call);

/* "http" or "https", as the request came. */
const char *tcn_http_call_scheme(const struct tcn_http_call *call);

/* The beginning of addresses that readers use, or NULL: it is not set. */
const char *tcn_http_call_public_url(const struct tcn_http_call *call);

/* Adds a header to the answer. */
void tcn_http_call_set_header(struct tcn_http_call *call, const char *name,
    const char *value);

/*
 * Answers; type NULL: JSON. A body that has failed is answered with 503. This
 * and the next three free the call.
 *
 * A text is sent packed to who takes gzip, unless it came by the Unix socket,
 * is so short or so long that it would not pay, or has an ETag that promises
 * its bytes (one that is not weak). The caller's csrf is not packed
 * (tools/base/pack.h).
 */
void tcn_http_call_reply(struct tcn_http_call *call, int status,
    const char *type, const struct tcn_buf *body);

/* A part of a body. */
struct tcn_http_part {
	struct tcn_str bytes;
	const struct tcn_pack_piece
	    *packed; /* the same; NULL: not packed yet */
};

/* The same with a body of n parts, some of which are kept packed. */
void tcn_http_call_reply_parts(struct tcn_http_call *call, int status,
    const char *type, const struct tcn_http_part *parts, size_t n);

/* Answers {"error": sentence}, at most 511 bytes of it. */
void tcn_http_call_error(struct tcn_http_call *call, int status,
    const char *fmt, ...) TCN_PRINTF(3, 4);

/*
 * Begins an answer without an end and returns the request, to which the
 * caller adds chunks. The caller ends it with evhttp_send_reply_end(), or
 * learns from evhttp_connection_set_closecb() that the client has gone. NULL:
 * it was a HEAD, which is answered now.
 */
struct evhttp_request *tcn_http_call_stream(struct tcn_http_call *call,
    const char *type);

#endif
