/*
 * tools/daemon/http.h - the program's HTTP server: requests to functions.
 *
 * libevent speaks HTTP; what is ours is the table of routes, who may call
 * what, and what a request may cost. A route is a method, a path whose {}
 * stands for one segment, the scope it needs and a function. Every answer is
 * given through the call, once, at once or later; an error is one sentence in
 * {"error": "..."}.
 *
 * Who may call: with tokens, whoever sends one of them ("Authorization:
 * Bearer ...") with the scope or a higher one; they are compared by their
 * digests, in constant time. Without tokens the server listens on loopback
 * only, everyone there may call everything, and requests that a web page
 * makes a browser send are refused: any with an Origin, and any for another
 * host's name (DNS rebinding).
 *
 * What is not told apart by all who read it alike is refused: two lengths, a
 * length beside a coding, a coding other than chunked, two hosts, a NUL within
 * a path. How many connections there are, how much they hold and how slow
 * they may be: tools/daemon/conns.h.
 *
 * With a certificate the server speaks TLS (tools/daemon/tls.h) and nothing
 * else.
 *
 * One loop, one thread. Order: new, then the loop runs; free.
 */
#ifndef TCN_TOOLS_DAEMON_HTTP_H
#define TCN_TOOLS_DAEMON_HTTP_H

#include <event2/http.h>
#include <stdbool.h>
#include <stdint.h>

#include "engine/base/buf.h"
#include "engine/base/err.h"
#include "engine/base/rc.h"
#include "engine/base/str.h"

/* Each may do what those before it may. */
enum tcn_http_scope {
	TCN_HTTP_SCOPE_NONE, /* needs no token */
	TCN_HTTP_SCOPE_READ,
	TCN_HTTP_SCOPE_WRITE, /* hand in articles */
	TCN_HTTP_SCOPE_ADMIN, /* change feeds, rules, settings */
};

/* What is read from files anew when it is asked for. */
struct tcn_http_credentials {
	struct tcn_access *access; /* NULL: loopback, and no tokens */
	struct tcn_tls *tls; /* NULL: in clear */
};

struct tcn_http_conf {
	const char *address; /* an IP address, e.g. "127.0.0.1" or "::1" */
	unsigned port; /* 0: any that is free */
	const char *tokens; /* a file, a line each: SCOPE TOKEN; or NULL */
	const char *tls_cert, *tls_key; /* PEM files; NULL: no TLS */
	size_t body_max; /* bytes, also after unpacking */
	size_t head_max; /* bytes of request line and headers */
	int64_t idle_ms; /* of a connection */
	size_t connections_max; /* see tools/daemon/conns.h for these four */
	size_t held_max;
	int64_t slow_ms;
	size_t rate_min;
};

struct tcn_http;
struct tcn_http_call;
struct tcn_conns_counts;
struct tcn_access;
struct tcn_tls;

typedef void tcn_http_fn(void *ctx, struct tcn_http_call *call);

struct tcn_http_route {
	enum evhttp_cmd_type method;
	const char *path; /* "/v1/events/{}" */
	enum tcn_http_scope scope;
	tcn_http_fn *fn;
	/* For whoever describes the routes (tools/daemon/api_openapi.h). */
	const char *summary; /* one sentence */
	const char *query; /* names of parameters, a blank apart; or NULL */
	const char *body; /* the schema of what is sent; NULL: nothing */
	/* What 200 brings: names of schemas, types ("text/html") or both
	 * ("application/feed+json=JsonFeed"), a blank apart. */
	const char *answer;
};

/*
 * Listens. routes end with a path of NULL and must live on. TCN_IO: the
 * address is taken or not ours; TCN_INVALID: the token file, or an address
 * beyond loopback without one; err says which and how to mend it.
 */
TCN_MUST_USE enum tcn_rc tcn_http_new(struct event_base *base,
    const struct tcn_http_conf *conf, const struct tcn_http_route *routes,
    void *ctx, struct tcn_http **http, struct tcn_err *err);

/*
 * Reads the files that conf names. Errors as of tcn_http_new(): then
 * *credentials is empty. What was read is given to tcn_http_reconfigure() or
 * given back.
 */
TCN_MUST_USE enum tcn_rc
tcn_http_credentials_read(const struct tcn_http_conf *conf,
    struct tcn_http_credentials *credentials, struct tcn_err *err);
void tcn_http_credentials_fini(struct tcn_http_credentials *credentials);

/*
 * From now on these limits and credentials; address, port and connections_max
 * stay. Connections that are open go on as they began.
 */
void tcn_http_reconfigure(struct tcn_http *http,
    const struct tcn_http_conf *conf,
    const struct tcn_http_credentials *credentials);

/* Connections still open are closed. http may be NULL. */
void tcn_http_free(struct tcn_http *http);

unsigned tcn_http_port(const struct tcn_http *http);

/* What its connections do. */
const struct tcn_conns_counts *tcn_http_conns(const struct tcn_http *http);

/* Requests answered so far, by hundreds of their status: [2] is 2xx. */
const uint64_t *tcn_http_answers(const struct tcn_http *http);

/* --- A call, until it is answered. --- */

/* The body, unpacked. */
struct tcn_str tcn_http_call_body(const struct tcn_http_call *call);

/* Gives back what the body takes, for an answer that comes later. */
void tcn_http_call_drop_body(struct tcn_http_call *call);

/* What stood for the i-th {} of the path, decoded. */
const char *tcn_http_call_arg(const struct tcn_http_call *call, unsigned i);

/* A parameter of the query ("?q=..."), decoded, or NULL. */
const char *tcn_http_call_query(const struct tcn_http_call *call,
    const char *name);

/* A header of the request, or NULL. */
const char *tcn_http_call_header(const struct tcn_http_call *call,
    const char *name);

/* The name that the token file gives to who calls; "" when it gives none. */
const char *tcn_http_call_user(const struct tcn_http_call *call);

/* "http" or "https": how it was asked. */
const char *tcn_http_call_scheme(const struct tcn_http_call *call);

/* Adds a header to the answer. */
void tcn_http_call_set_header(struct tcn_http_call *call, const char *name,
    const char *value);

/* Answers; type NULL: JSON. The call is gone afterwards. */
void tcn_http_call_reply(struct tcn_http_call *call, int status,
    const char *type, const struct tcn_buf *body);

/* Answers {"error": sentence}. */
void tcn_http_call_error(struct tcn_http_call *call, int status,
    const char *fmt, ...) TCN_PRINTF(3, 4);

/*
 * For an answer that goes on: begins it, and hands over the request, which
 * the caller ends with evhttp_send_reply_end() or when it is closed.
 */
struct evhttp_request *tcn_http_call_stream(struct tcn_http_call *call,
    const char *type);

#endif
