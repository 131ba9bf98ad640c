#include "tools/http.h"

#include <arpa/inet.h>
#include <curl/curl.h>
#include <errno.h>
#include <event2/buffer.h>
#include <event2/event.h>
#include <event2/keyvalq_struct.h>
#include <netinet/in.h>
#include <stdarg.h>
#include <stdio.h>
#include <strings.h>
#include <sys/queue.h>
#include <sys/socket.h>
#include <zlib.h>

#include "engine/mem.h"
#include "tools/access.h"

#define ARGS_MAX 2
#define JSON     "application/json"

struct tcn_http {
	struct evhttp *server;
	struct tcn_http_conf conf;
	const struct tcn_http_route *routes;
	void *ctx;
	struct tcn_access *access; /* NULL: loopback, and no tokens */
	unsigned port;
	uint64_t answers[6];
};

struct tcn_call {
	struct tcn_http *http;
	struct evhttp_request *request;
	struct evkeyvalq query;
	char *args[ARGS_MAX]; /* libcurl's memory */
	unsigned args_n;
	struct tcn_buf unpacked;
	struct tcn_str body;
};

static void
call_free(struct tcn_call *call)
{
	evhttp_clear_headers(&call->query);
	for (unsigned i = 0; i < call->args_n; i++)
		curl_free(call->args[i]);
	tcn_buf_fini(&call->unpacked);
	tcn_free(call);
}

/* --- the answer --- */

static void
set(struct evhttp_request *request, const char *name, const char *value)
{
	struct evkeyvalq *headers = evhttp_request_get_output_headers(request);

	evhttp_remove_header(headers, name);
	evhttp_add_header(headers, name, value);
}

/* What every answer says: nothing here is to be guessed at or framed. */
static void
set_common(struct evhttp_request *request, const char *type)
{
	set(request, "Content-Type", type ? type : JSON);
	set(request, "X-Content-Type-Options", "nosniff");
	set(request, "X-Frame-Options", "DENY");
	set(request, "Referrer-Policy", "no-referrer");
	set(request, "Cache-Control", "no-store");
	set(request, "Content-Security-Policy",
	    "default-src 'none'; style-src 'unsafe-inline'; img-src data:");
}

static void
count(struct tcn_http *http, int status)
{
	if (status >= 100 && status < 600)
		http->answers[status / 100]++;
}

static void
answer(struct tcn_http *http, struct evhttp_request *request, int status,
    const char *type, const char *bytes, size_t n)
{
	struct evbuffer *body = evbuffer_new();

	set_common(request, type);
	count(http, status);
	if (body && n)
		evbuffer_add(body, bytes, n);
	evhttp_send_reply(request, status, NULL, body);
	if (body)
		evbuffer_free(body);
}

static void
send_error(struct tcn_http *http, struct evhttp_request *request, int status,
    const char *sentence)
{
	struct tcn_buf body = { 0 };

	tcn_buf_z(&body, "{\"error\":");
	tcn_buf_json(&body, tcn_str(sentence));
	tcn_buf_z(&body, "}\n");
	answer(http, request, status, JSON, body.failed ? "" : body.at,
	    body.failed ? 0 : body.n);
	tcn_buf_fini(&body);
}

void
tcn_call_set(struct tcn_call *call, const char *name, const char *value)
{
	set(call->request, name, value);
}

void
tcn_call_reply(struct tcn_call *call, int status, const char *type,
    const struct tcn_buf *body)
{
	if (body->failed)
		send_error(call->http, call->request, 503, "out of memory");
	else
		answer(call->http, call->request, status, type, body->at,
		    body->n);
	call_free(call);
}

void
tcn_call_error(struct tcn_call *call, int status, const char *fmt, ...)
{
	char sentence[512];
	va_list args;

	va_start(args, fmt);
	vsnprintf(sentence, sizeof sentence, fmt, args);
	va_end(args);
	send_error(call->http, call->request, status, sentence);
	call_free(call);
}

struct evhttp_request *
tcn_call_stream(struct tcn_call *call, const char *type)
{
	struct evhttp_request *request = call->request;

	set_common(request, type);
	count(call->http, 200);
	evhttp_send_reply_start(request, 200, NULL);
	call_free(call);
	return request;
}

/* --- the request --- */

struct tcn_str
tcn_call_body(const struct tcn_call *call)
{
	return call->body;
}

const char *
tcn_call_arg(const struct tcn_call *call, unsigned i)
{
	return i < call->args_n ? call->args[i] : "";
}

const char *
tcn_call_query(const struct tcn_call *call, const char *name)
{
	return evhttp_find_header(&call->query, name);
}

const char *
tcn_call_header(const struct tcn_call *call, const char *name)
{
	return evhttp_find_header(
	    evhttp_request_get_input_headers(call->request), name);
}

/* Unpacks what is gzip; 0, or the status of what is wrong. */
static int
inflate_body(struct tcn_call *call, struct tcn_str packed)
{
	z_stream z = { .next_in = (Bytef *)(uintptr_t)packed.at,
		.avail_in = (uInt)packed.n };
	char chunk[16384];
	int code = inflateInit2(&z, 15 + 32);

	if (code != Z_OK)
		return 503;
	while (code == Z_OK && call->unpacked.n <= call->http->conf.body_max) {
		z.next_out = (Bytef *)chunk;
		z.avail_out = sizeof chunk;
		code = inflate(&z, Z_NO_FLUSH);
		tcn_buf_add(&call->unpacked, chunk, sizeof chunk - z.avail_out);
		if (code == Z_STREAM_END && z.avail_in > 0)
			code = inflateReset(&z); /* the next member */
	}
	inflateEnd(&z);
	if (call->unpacked.failed)
		return 503;
	if (call->unpacked.n > call->http->conf.body_max)
		return 413;
	call->body = tcn_buf_view(&call->unpacked);
	return code == Z_STREAM_END ? 0 : 400;
}

/* The body in one piece; 0, or the status of what is wrong. */
static int
take_body(struct tcn_call *call)
{
	struct evbuffer *in = evhttp_request_get_input_buffer(call->request);
	const char *coding = tcn_call_header(call, "Content-Encoding");
	struct tcn_str raw = { NULL, evbuffer_get_length(in) };

	if (raw.n == 0)
		return 0;
	raw.at = (const char *)evbuffer_pullup(in, -1);
	if (!raw.at)
		return 503;
	if (!coding || strcasecmp(coding, "identity") == 0) {
		call->body = raw;
		return 0;
	}
	if (strcasecmp(coding, "gzip") != 0 &&
	    strcasecmp(coding, "x-gzip") != 0 &&
	    strcasecmp(coding, "deflate") != 0)
		return 415;
	return inflate_body(call, raw);
}

/* The path against a route's; what stands for {} goes into the call. */
static bool
matches(const char *pattern, const char *path)
{
	unsigned n = 0;

	while (*pattern) {
		size_t segment;

		if (strncmp(pattern, "{}", 2) != 0) {
			if (*pattern++ != *path++)
				return false;
			continue;
		}
		segment = strcspn(path, "/");
		if (segment == 0 || n == ARGS_MAX)
			return false;
		pattern += 2;
		path += segment;
		n++;
	}
	return *path == '\0';
}

static bool
take_args(struct tcn_call *call, const char *pattern, const char *path)
{
	while (*pattern) {
		size_t segment = strcspn(path, "/");

		if (strncmp(pattern, "{}", 2) != 0) {
			pattern++;
			path++;
			continue;
		}
		call->args[call->args_n] =
		    curl_easy_unescape(NULL, path, (int)segment, NULL);
		if (!call->args[call->args_n])
			return false;
		call->args_n++;
		pattern += 2;
		path += segment;
	}
	return true;
}

/* --- who may --- */

static bool
is_loopback_host(const char *host)
{
	static const char *const names[] = { "localhost", "127.0.0.1",
		"[::1]" };

	for (size_t i = 0; host && i < sizeof names / sizeof *names; i++) {
		size_t n = strlen(names[i]);

		if (strncasecmp(host, names[i], n) == 0 &&
		    (host[n] == '\0' || host[n] == ':'))
			return true;
	}
	return false;
}

/* 0, or the status of the refusal, and why. */
static int
refuse(struct tcn_call *call, enum tcn_scope scope, const char **why)
{
	const char *sent = tcn_call_header(call, "Authorization");
	enum tcn_scope has = TCN_SCOPE_NONE;

	if (!call->http->access) {
		*why = "without tokens, only programs on this machine may "
		       "call, not web pages";
		return tcn_call_header(call, "Origin") ||
			!is_loopback_host(tcn_call_header(call, "Host"))
		    ? 403
		    : 0;
	}
	if (scope == TCN_SCOPE_NONE)
		return 0;
	if (sent && strncasecmp(sent, "Bearer ", 7) == 0)
		has = tcn_access_scope(call->http->access,
		    tcn_str_trim(tcn_str(sent + 7)));
	*why = has ? "the token's scope does not allow this"
		   : "a token is needed: 'Authorization: Bearer TOKEN'";
	return has >= scope ? 0 : has ? 403 : 401;
}

/* --- from request to route --- */

/* The route for the path; *allowed: some method would do. */
static const struct tcn_http_route *
find_route(struct tcn_call *call, const char *path, bool *allowed)
{
	enum evhttp_cmd_type method = evhttp_request_get_command(call->request);
	const struct tcn_http_route *route = call->http->routes;

	if (method == EVHTTP_REQ_HEAD)
		method = EVHTTP_REQ_GET;
	for (; route->path; route++) {
		if (!matches(route->path, path))
			continue;
		*allowed = true;
		if (route->method == method)
			return route;
	}
	return NULL;
}

static const char *
body_problem(int status)
{
	switch (status) {
	case 400:
		return "the body is no sound gzip";
	case 413:
		return "the body is too large: send smaller batches";
	case 415:
		return "the body may be gzip or plain, nothing else";
	default:
		return "out of memory";
	}
}

static void
dispatch(struct tcn_call *call, const char *path)
{
	bool known = false;
	const struct tcn_http_route *route = find_route(call, path, &known);
	const char *why;
	int status;

	if (!route) {
		status = known ? 405 : 404;
		why = known
		    ? "that path has no such method"
		    : "no such path; the manual, tocsin-run(1), lists them";
	} else {
		status = refuse(call, route->scope, &why);
	}
	if (status == 401)
		tcn_call_set(call, "WWW-Authenticate", "Bearer");
	if (!status && !take_args(call, route->path, path)) {
		status = 503;
		why = "out of memory";
	}
	if (!status && (status = take_body(call)))
		why = body_problem(status);
	if (status)
		tcn_call_error(call, status, "%s", why);
	else
		route->fn(call->http->ctx, call);
}

static void
on_request(struct evhttp_request *request, void *of)
{
	const struct evhttp_uri *uri = evhttp_request_get_evhttp_uri(request);
	const char *path = uri ? evhttp_uri_get_path(uri) : NULL;
	const char *query = uri ? evhttp_uri_get_query(uri) : NULL;
	struct tcn_http *http = of;
	struct tcn_call *call = tcn_calloc(1, sizeof *call);

	if (!call) {
		send_error(http, request, 503, "out of memory");
		return;
	}
	TAILQ_INIT(&call->query);
	call->http = http;
	call->request = request;
	if (query && evhttp_parse_query_str(query, &call->query) != 0) {
		tcn_call_error(call, 400, "the query cannot be read");
		return;
	}
	dispatch(call, path && *path ? path : "/");
}

/* --- listening --- */

static bool
is_loopback(const char *address)
{
	struct in_addr v4;

	return strcmp(address, "::1") == 0 ||
	    (inet_pton(AF_INET, address, &v4) == 1 &&
		ntohl(v4.s_addr) >> 24 == 127);
}

static enum tcn_rc
listen_at(struct tcn_http *http, struct tcn_err *err)
{
	struct evhttp_bound_socket *bound;
	struct sockaddr_storage at;
	socklen_t n = sizeof at;

	bound = evhttp_bind_socket_with_handle(http->server, http->conf.address,
	    (uint16_t)http->conf.port);
	if (!bound)
		return tcn_err_set(err, TCN_IO,
		    "cannot listen on %s port %u: %s", http->conf.address,
		    http->conf.port, strerror(errno));
	http->port = http->conf.port;
	if (getsockname(evhttp_bound_socket_get_fd(bound),
		(struct sockaddr *)&at, &n) != 0)
		return TCN_OK;
	if (at.ss_family == AF_INET)
		http->port = ntohs(((struct sockaddr_in *)&at)->sin_port);
	else
		http->port = ntohs(((struct sockaddr_in6 *)&at)->sin6_port);
	return TCN_OK;
}

static void
set_limits(struct tcn_http *http)
{
	struct timeval idle = { .tv_sec = http->conf.idle_ms / 1000,
		.tv_usec = http->conf.idle_ms % 1000 * 1000 };

	evhttp_set_max_body_size(http->server, (ev_ssize_t)http->conf.body_max);
	evhttp_set_max_headers_size(http->server,
	    (ev_ssize_t)http->conf.head_max);
	evhttp_set_timeout_tv(http->server, &idle);
	evhttp_set_default_content_type(http->server, JSON);
	evhttp_set_allowed_methods(http->server,
	    EVHTTP_REQ_GET | EVHTTP_REQ_HEAD | EVHTTP_REQ_POST |
		EVHTTP_REQ_DELETE);
	evhttp_set_gencb(http->server, on_request, http);
}

enum tcn_rc
tcn_http_new(struct event_base *base, const struct tcn_http_conf *conf,
    const struct tcn_http_route *routes, void *ctx, struct tcn_http **out,
    struct tcn_err *err)
{
	struct tcn_http *http = tcn_calloc(1, sizeof *http);
	enum tcn_rc rc = TCN_OK;

	*out = NULL;
	if (!http)
		return tcn_err_set(err, TCN_NOMEM, "out of memory");
	*http =
	    (struct tcn_http){ .conf = *conf, .routes = routes, .ctx = ctx };
	if (conf->tokens)
		rc = tcn_access_read(conf->tokens, &http->access, err);
	else if (!is_loopback(conf->address))
		rc = tcn_err_set(err, TCN_INVALID,
		    "http.address %s is beyond this machine: name a file of "
		    "tokens with http.tokens",
		    conf->address);
	if (!rc && !(http->server = evhttp_new(base)))
		rc = tcn_err_set(err, TCN_NOMEM, "out of memory");
	if (!rc) {
		set_limits(http);
		rc = listen_at(http, err);
	}
	if (rc)
		tcn_http_free(http);
	else
		*out = http;
	return rc;
}

void
tcn_http_free(struct tcn_http *http)
{
	if (!http)
		return;
	if (http->server)
		evhttp_free(http->server);
	tcn_access_free(http->access);
	tcn_free(http);
}

unsigned
tcn_http_port(const struct tcn_http *http)
{
	return http->port;
}

const uint64_t *
tcn_http_answers(const struct tcn_http *http)
{
	return http->answers;
}
