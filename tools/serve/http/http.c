#include "tools/serve/http/http.h"

#include <arpa/inet.h>
#include <assert.h>
#include <errno.h>
#include <event2/buffer.h>
#include <event2/bufferevent.h>
#include <event2/event.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdarg.h>
#include <stdio.h>
#include <strings.h>
#include <sys/queue.h>
#include <sys/socket.h>
#include <unistd.h>

#include "engine/base/mem.h"
#include "engine/base/utf8.h"
#include "tools/base/log.h"
#include "tools/base/timeval.h"
#include "tools/serve/http/http_impl.h"

#define JSON "application/json"

/* --- the answer --- */

void
tcn_http_set(struct evhttp_request *request, const char *name,
    const char *value)
{
	struct evkeyvalq *headers = evhttp_request_get_output_headers(request);

	evhttp_remove_header(headers, name);
	evhttp_add_header(headers, name, value);
}

static struct bufferevent *
bev_of(struct evhttp_request *request)
{
	return evhttp_connection_get_bufferevent(
	    evhttp_request_get_connection(request));
}

struct tcn_conns_conn *
tcn_http_conn_of(struct tcn_http *http, struct evhttp_request *request)
{
	return evhttp_request_get_connection(request)
	    ? tcn_conns_find(http->conns, bev_of(request))
	    : NULL;
}

static void
count(struct tcn_http *http, int status)
{
	if (status >= 100 && status < 600)
		http->answers[status / 100]++;
}

/* body: NULL where there was no memory; it is freed. */
static void
answer(struct tcn_http *http, struct evhttp_request *request, int status,
    const char *type, struct evbuffer *body)
{
	size_t n = body ? evbuffer_get_length(body) : 0;
	char length[24];

	tcn_http_headers_common(request, type);
	count(http, status);
	/* Here, because libevent gives none to HTTP/1.0. */
	snprintf(length, sizeof length, "%zu", n);
	tcn_http_set(request, "Content-Length", length);
	if (evhttp_request_get_command(request) == EVHTTP_REQ_HEAD && n) {
		/* libevent would send it (RFC 9110, section 9.3.2) */
		evbuffer_drain(body, n);
		n = 0;
	}
	tcn_conns_sending(tcn_http_conn_of(http, request), n);
	evhttp_send_reply(request, status, NULL, body);
	if (body)
		evbuffer_free(body);
}

void
tcn_http_error_body(struct tcn_buf *body, struct tcn_str sentence)
{
	struct tcn_buf clean = { 0 };

	tcn_buf_z(body, "{\"error\":");
	/* A sentence may quote what was sent, which need not be UTF-8, while
	 * JSON must: each wrong byte becomes a question mark. */
	while (sentence.n) {
		size_t n = tcn_utf8_valid_n(sentence);

		tcn_buf_add(&clean, sentence.at, n);
		if (n < sentence.n)
			tcn_buf_char(&clean, '?');
		n += n < sentence.n;
		sentence.at += n;
		sentence.n -= n;
	}
	tcn_buf_json(body, tcn_buf_view(&clean));
	tcn_buf_fini(&clean);
	tcn_buf_z(body, "}\n");
}

void
tcn_http_send_error(struct tcn_http *http, struct evhttp_request *request,
    int status, const char *sentence)
{
	struct evbuffer *bytes = evbuffer_new();
	struct tcn_buf body = { 0 };

	tcn_http_error_body(&body, tcn_str(sentence));
	if (bytes)
		evbuffer_add(bytes, body.at, body.n);
	answer(http, request, status, JSON, bytes);
	tcn_buf_fini(&body);
}

void
tcn_http_call_set_header(struct tcn_http_call *call, const char *name,
    const char *value)
{
	if (!call->local.fn)
		tcn_http_set(call->request, name, value);
}

void
tcn_http_call_add_header(struct tcn_http_call *call, const char *name,
    const char *value)
{
	if (!call->local.fn)
		evhttp_add_header(
		    evhttp_request_get_output_headers(call->request), name,
		    value);
}

static void
reply(struct tcn_http_call *call, int status, const char *type,
    const struct tcn_http_part *parts, size_t n)
{
	struct evbuffer *body = evbuffer_new();

	tcn_http_headers_of_call(call);
	if (body && tcn_http_put_body(call, type, parts, n, body)) {
		answer(call->http, call->request, status, type, body);
		return;
	}
	if (body)
		evbuffer_free(body);
	evhttp_remove_header(evhttp_request_get_output_headers(call->request),
	    "Content-Encoding");
	tcn_http_send_error(call->http, call->request, 503, "out of memory");
}

/* The parts as one. */
static void
reply_local(struct tcn_http_call *call, int status,
    const struct tcn_http_part *parts, size_t n)
{
	struct tcn_buf body = { 0 };

	for (size_t i = 0; i < n; i++)
		tcn_buf_str(&body, parts[i].bytes);
	tcn_http_local_answer(call, status, &body);
	tcn_buf_fini(&body);
}

void
tcn_http_call_reply_parts(struct tcn_http_call *call, int status,
    const char *type, const struct tcn_http_part *parts, size_t n)
{
	if (call->local.fn)
		reply_local(call, status, parts, n);
	else
		reply(call, status, type, parts, n);
	tcn_http_call_free(call);
}

void
tcn_http_call_reply(struct tcn_http_call *call, int status, const char *type,
    const struct tcn_buf *body)
{
	const struct tcn_http_part whole = { .bytes = tcn_buf_view(body) };

	if (call->local.fn) {
		tcn_http_local_answer(call, status, body);
		tcn_http_call_free(call);
	} else {
		tcn_http_call_reply_parts(call, status, type, &whole, 1);
	}
}

void
tcn_http_call_error(struct tcn_http_call *call, int status, const char *fmt,
    ...)
{
	struct tcn_buf body = { 0 };
	char sentence[512];
	va_list args;

	va_start(args, fmt);
	vsnprintf(sentence, sizeof sentence, fmt, args);
	va_end(args);
	if (call->local.fn) {
		tcn_http_error_body(&body, tcn_str(sentence));
		tcn_http_local_answer(call, status, &body);
		tcn_buf_fini(&body);
	} else {
		tcn_http_send_error(call->http, call->request, status,
		    sentence);
	}
	tcn_http_call_free(call);
}

struct evhttp_request *
tcn_http_call_stream(struct tcn_http_call *call, const char *type)
{
	struct evhttp_request *request = call->request;
	struct timeval idle = tcn_timeval(call->http->conf.idle_ms);

	assert(!call->local.fn); /* a stream needs a connection */
	tcn_http_headers_common(request, type);
	count(call->http, 200);
	if (evhttp_request_get_command(request) == EVHTTP_REQ_HEAD) {
		tcn_conns_sending(call->conn, 0);
		evhttp_send_reply(request, 200, NULL, NULL);
		tcn_http_call_free(call);
		return NULL;
	}
	tcn_conns_streaming(call->conn);
	/* A listener sends nothing, so it has no time limit for reading. */
	bufferevent_set_timeouts(bev_of(request), NULL, &idle);
	evhttp_send_reply_start(request, 200, NULL);
	tcn_http_call_free(call);
	return request;
}

/* --- listening --- */

static void
on_request(struct evhttp_request *request, void *of)
{
	tcn_http_take(request, of, false);
}

bool
tcn_http_is_loopback(const char *address)
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
	int on = 1;

	bound = evhttp_bind_socket_with_handle(http->server, http->conf.address,
	    (uint16_t)http->conf.port);
	if (!bound)
		return tcn_err_set(err, TCN_IO,
		    "cannot listen on %s port %u: %s", http->conf.address,
		    http->conf.port, strerror(errno));
	tcn_conns_add_listener(http->conns,
	    evhttp_bound_socket_get_listener(bound));
	/* Connections inherit it. An answer is several writes, over TLS in
	 * any case: the last must not wait until the peer has acknowledged the
	 * first (Nagle's algorithm). */
	(void)!setsockopt(evhttp_bound_socket_get_fd(bound), IPPROTO_TCP,
	    TCP_NODELAY, &on, sizeof on);
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
set_limits_of(struct tcn_http *http, struct evhttp *server)
{
	/* A request is ended by tools/serve/http/conns.h before, with an
	 * answer. */
	struct timeval idle = tcn_timeval(http->conf.idle_ms + 2000);

	evhttp_set_timeout_tv(server, &idle);
}

void
tcn_http_set_limits(struct tcn_http *http)
{
	set_limits_of(http, http->server);
	if (http->socket_server)
		set_limits_of(http, http->socket_server);
}

static struct bufferevent *
open_bev(struct event_base *base, void *of)
{
	struct tcn_http *http = of;

	return http->credentials.tls && !http->opens_by_socket
	    ? tcn_tls_open(base, http->credentials.tls)
	    : bufferevent_socket_new(base, -1, BEV_OPT_CLOSE_ON_FREE);
}

static struct tcn_conns_conf
conns_conf(struct tcn_http *http)
{
	return (struct tcn_conns_conf){
		.max = http->conf.connections_max,
		.bytes_max = http->conf.held_max,
		.each_max = http->conf.body_max + http->conf.head_max,
		.requests = { http->conf.head_max, http->conf.body_max },
		.slow_ms = http->conf.slow_ms,
		.idle_ms = http->conf.idle_ms,
		.rate_min = http->conf.rate_min,
		.open = open_bev,
		.ctx = http,
	};
}

void
tcn_http_set_up(struct evhttp *server)
{
	evhttp_set_default_content_type(server, JSON);
	evhttp_set_allowed_methods(server,
	    EVHTTP_REQ_GET | EVHTTP_REQ_HEAD | EVHTTP_REQ_POST |
		EVHTTP_REQ_DELETE | EVHTTP_REQ_PUT | EVHTTP_REQ_PATCH |
		EVHTTP_REQ_OPTIONS | EVHTTP_REQ_TRACE); /* we answer 405 */
}

static enum tcn_rc
open_server(struct tcn_http *http, struct event_base *base, struct tcn_err *err)
{
	const struct tcn_conns_conf conns = conns_conf(http);
	enum tcn_rc rc;

	http->conns = tcn_conns_new(base, &conns);
	http->guard = tcn_token_guard_new(base, http->conf.wrong_tokens_max);
	if (!(http->server = evhttp_new(base)))
		tcn_mem_end();
	tcn_http_set_up(http->server);
	evhttp_set_gencb(http->server, on_request, http);
	evhttp_set_bevcb(http->server, tcn_conns_open, http->conns);
	tcn_http_set_limits(http);
	rc = tcn_http_sessions_open(http, base, err);
	return rc ? rc : listen_at(http, err);
}

enum tcn_rc
tcn_http_credentials_read(const struct tcn_http_conf *conf,
    struct tcn_http_credentials *credentials, struct tcn_err *err)
{
	enum tcn_rc rc = TCN_OK;

	*credentials = (struct tcn_http_credentials){ 0 };
	if (conf->tokens) {
		rc = tcn_access_read(conf->tokens, &credentials->access, err);
	} else if (!tcn_http_is_loopback(conf->address)) {
		tcn_err_at(err, "", 0, 0);
		rc = tcn_err_set(err, TCN_INVALID,
		    "http.address %s is beyond this machine: name a file of "
		    "tokens with http.tokens",
		    conf->address);
	}
	if (!rc && conf->tls_cert)
		rc = tcn_tls_read(conf->tls_cert, conf->tls_key,
		    &credentials->tls, err);
	if (rc)
		tcn_http_credentials_fini(credentials);
	return rc;
}

void
tcn_http_credentials_fini(struct tcn_http_credentials *credentials)
{
	tcn_access_free(credentials->access);
	tcn_tls_free(credentials->tls);
	*credentials = (struct tcn_http_credentials){ 0 };
}

void
tcn_http_reconfigure(struct tcn_http *http, const struct tcn_http_conf *conf,
    const struct tcn_http_credentials *credentials)
{
	struct tcn_http_conf next = *conf;
	struct tcn_conns_conf conns;

	assert(conf->rate_min > 0);
	next.address = http->conf.address;
	next.port = http->conf.port;
	next.connections_max = http->conf.connections_max;
	next.linker = http->conf.linker;
	next.sessions = http->conf.sessions;
	http->conf = next;
	tcn_http_credentials_fini(&http->credentials);
	http->credentials = *credentials;
	tcn_http_sessions_recheck(http);
	tcn_http_set_limits(http);
	tcn_token_guard_set(http->guard, conf->wrong_tokens_max);
	conns = conns_conf(http);
	tcn_conns_reconfigure(http->conns, &conns);
}

enum tcn_rc
tcn_http_new(struct event_base *base, const struct tcn_http_conf *conf,
    const struct tcn_http_route *routes, void *ctx, struct tcn_http **out,
    struct tcn_err *err)
{
	struct tcn_http *http = tcn_mem_calloc(1, sizeof *http);
	enum tcn_rc rc;

	assert(base && routes && conf->address && conf->rate_min > 0);
	assert(conf->wrong_tokens_max > 0);
	assert(!conf->tls_cert == !conf->tls_key);
	*out = NULL;
	*http = (struct tcn_http){ .conf = *conf };
	tcn_http_add_routes(http, routes, ctx);
	rc = tcn_http_credentials_read(conf, &http->credentials, err);
	if (!rc) {
		/* The files are right, so no error that follows is in one. */
		tcn_err_at(err, "", 0, 0);
		rc = open_server(http, base, err);
	}
	if (!rc && !tcn_http_is_loopback(conf->address) &&
	    !http->credentials.tls) {
		struct tcn_log log;

		tcn_log_begin(&log, TCN_LOG_WARN, "http");
		tcn_log_str(&log, "address", tcn_str(conf->address));
		tcn_log_str(&log, "note",
		    tcn_str("tokens cross the network in clear: set "
			    "http.tls_cert and http.tls_key, or put a proxy "
			    "that speaks TLS in front"));
		tcn_log_end(&log);
	}
	if (rc)
		tcn_http_free(http);
	else
		*out = http;
	return rc;
}

void
tcn_http_drain(struct tcn_http *http)
{
	static const struct timeval soon = { .tv_sec = 1 };

	http->draining = true;
	if (!event_base_loopexit(http->base, &soon))
		/* The loop forgets first that it was told to end before. */
		while (tcn_conns_owes(http->conns) &&
		    event_base_loop(http->base, EVLOOP_ONCE) == 0 &&
		    !event_base_got_exit(http->base))
			;
	tcn_conns_end(http->conns);
}

void
tcn_http_free(struct tcn_http *http)
{
	if (!http)
		return;
	tcn_http_sessions_close(http);
	if (http->server)
		evhttp_free(http->server);
	if (http->socket_server)
		evhttp_free(http->socket_server);
	tcn_socket_close(http->socket);
	tcn_conns_free(http->conns);
	tcn_token_guard_free(http->guard);
	tcn_http_credentials_fini(&http->credentials);
	tcn_mem_free(http);
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

const struct tcn_conns_counts *
tcn_http_conns(const struct tcn_http *http)
{
	return tcn_conns_counts(http->conns);
}

enum tcn_rc
tcn_http_check(const struct tcn_http *http, struct tcn_err *err)
{
	return tcn_conns_check(http->conns, err);
}
