/*
 * tools/serve/http/http_impl.h - the server and its calls, shared by
 * http.c and http_*.c.
 *
 * http.c has the server and the answers; http_route.c finds the route of a
 * request; http_access.c decides who may call; http_call.c reads the parts of
 * a request; http_socket.c listens beside the store; http_local.c calls routes
 * in this process.
 */
#ifndef TCN_TOOLS_SERVE_HTTP_HTTP_IMPL_H
#define TCN_TOOLS_SERVE_HTTP_HTTP_IMPL_H

#include <event2/keyvalq_struct.h>
#include <sys/queue.h>

#include "engine/base/buf.h"
#include "tools/serve/http/access.h"
#include "tools/serve/http/conns.h"
#include "tools/serve/http/http.h"
#include "tools/serve/http/http_session.h"
#include "tools/serve/http/socket.h"
#include "tools/serve/http/tls.h"
#include "tools/serve/http/token_guard.h"

#define TCN_HTTP_ARGS_MAX     2
#define TCN_HTTP_TABLES_MAX   2
#define TCN_HTTP_COOKIE_BYTES 32 /* of a cookie's name */

struct tcn_http_waiting;
struct tcn_rate_limit;

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
	bool draining; /* no route is called any more */

	struct event_base *base;
	struct tcn_sessions *sessions;
	struct event *sweep; /* ends sessions that are too old */
	unsigned sweeps;
	struct tcn_rate_limit *logins; /* wrong tries, by address */
	LIST_HEAD(, tcn_http_waiting) waiting; /* their answers */
	unsigned char secret[32]; /* signs forms of a login */
	char csrf[TCN_SESSIONS_CHARS + 1]; /* of pages without tokens */
	void (*on_change)(void *ctx); /* or NULL */
	void *on_change_ctx;
	tcn_http_gate_fn *gate; /* or NULL */
	void *gate_ctx;
	tcn_http_holder_fn *holder; /* or NULL */
	void *holder_ctx;
	tcn_http_refused_fn *refused; /* or NULL */
	void *refused_ctx;
};

/* Whom a call without a connection is answered to. */
struct tcn_http_local {
	tcn_http_inner_fn *fn; /* NULL: it came by a connection */
	void *of;
};

/* Whether the gate refuses the route, as *why says. http may be NULL. */
bool tcn_http_gate_refuses(const struct tcn_http *http,
    const struct tcn_http_route *route, char *why, size_t bytes);

/* Whether the holder has taken the call over. */
bool tcn_http_is_held(struct tcn_http_call *call,
    const struct tcn_http_route *route, const char *target);

struct tcn_http_call {
	struct tcn_http *http;
	struct evhttp_request *request;
	struct tcn_conns_conn *conn;
	const struct tcn_http_route *route; /* NULL: not known yet, or none */
	struct evkeyvalq query;
	struct evkeyvalq fields; /* of a form */
	char *args[TCN_HTTP_ARGS_MAX]; /* to be freed by curl_free() */
	unsigned args_n;
	struct tcn_buf unpacked;
	struct tcn_str body;
	const char *user; /* the token's name, or "" */
	enum tcn_http_scope scope; /* what the caller may do */
	struct tcn_http_caller caller;
	char form_csrf[TCN_SESSIONS_CHARS + 1]; /* of the form of a login */
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

/* The descriptor of the call's connection, or -1. */
evutil_socket_t tcn_http_call_fd(const struct tcn_http_call *call);

/* Whether the address is one of this machine alone: 127.0.0.0/8 or ::1. */
bool tcn_http_is_loopback(const char *address);

/* Whether Host is a name of conf.public_url. */
bool tcn_http_is_public_host(const struct tcn_http_call *call);

/* Whether the page that the request comes from is of this server: its origin
 * is ours, or the browser says "same-origin". */
bool tcn_http_is_from_own_page(const struct tcn_http_call *call);

/* Whether the list, as in a route's row, has a parameter of that name. */
bool tcn_http_is_listed(const char *list, const char *name);

/* --- headers (http_headers.c) --- */

/* Sets the headers of every answer: browsers shall not guess a content type,
 * frame a page, send its address on, or load anything into it. */
void tcn_http_headers_common(struct evhttp_request *request, const char *type);

/* Sets the headers of an answer by a route of the call's kind. */
void tcn_http_headers_of_call(const struct tcn_http_call *call);

/* Adds a header to the answer, beside any of the same name. */
void tcn_http_call_add_header(struct tcn_http_call *call, const char *name,
    const char *value);

/* --- bodies (http_pack.c) --- */

/* Appends the parts to body, packed where that is due, and sets the headers
 * that say so. False: libevent has no memory, and body holds nothing of use. */
TCN_MUST_USE bool tcn_http_put_body(const struct tcn_http_call *call,
    const char *type, const struct tcn_http_part *parts, size_t n,
    struct evbuffer *body);

/* --- sessions (http_session.c, http_login.c) --- */

/* The wall clock by which sessions end, in unix milliseconds. */
int64_t tcn_http_session_now(void);
TCN_MUST_USE enum tcn_rc tcn_http_sessions_open(struct tcn_http *http,
    struct event_base *base, struct tcn_err *err);
void tcn_http_sessions_close(struct tcn_http *http);
void tcn_http_logins_open(struct tcn_http *http);
void tcn_http_logins_close(struct tcn_http *http); /* answers who waits */

/* Saves who is logged in; what goes wrong is in the log, too. */
TCN_MUST_USE enum tcn_rc tcn_http_sessions_save(struct tcn_http *http,
    struct tcn_err *err);

/* Tokens have changed: ends the sessions of those that are gone. */
void tcn_http_sessions_recheck(struct tcn_http *http);

/* Sets the caller of a call with a session's cookie. */
void tcn_http_session_identify(struct tcn_http_call *call);

/* The name of our cookie, as the browser reaches us; returns to. */
const char *tcn_http_cookie_name(const struct tcn_http_call *call,
    const char *suffix, char to[TCN_HTTP_COOKIE_BYTES]);
struct tcn_str tcn_http_call_cookie(const struct tcn_http_call *call);

/* Whether a browser sent the call. */
bool tcn_http_is_browser(const struct tcn_http_call *call);

/* Checks that a call which changes something comes from one of our pages or
 * from a program, not from a page of others (CSRF): 0, or as
 * tcn_http_check_access(). The fields of a form have been read before. */
int tcn_http_check_change(const struct tcn_http_call *call, const char **why);

/* --- pages (http_door.c) --- */

/* Answers a call that is refused, as fits the route. */
void tcn_http_refuse(struct tcn_http_call *call, int status, const char *why);

/* Answers a page that was asked for with "in=1" (http_session.h: a link in a
 * web mail) by a redirect to its address without that; false: it was not. */
bool tcn_http_drop_retry_mark(struct tcn_http_call *call);

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

/* Reads the fields of a form; 0, or the status of the refusal and *why. */
int tcn_http_call_take_form(struct tcn_http_call *call, const char **why);

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
