#include <assert.h>
#include <event2/buffer.h>
#include <stdio.h>
#include <strings.h>
#include <sys/queue.h>

#include "engine/base/buf.h"
#include "engine/base/mem.h"
#include "engine/base/utf8.h"
#include "tools/base/curl_late.h"
#include "tools/base/unpack.h"
#include "tools/serve/http/form.h"
#include "tools/serve/http/http_impl.h"

void
tcn_http_call_free(struct tcn_http_call *call)
{
	evhttp_clear_headers(&call->query);
	evhttp_clear_headers(&call->fields);
	for (unsigned i = 0; i < call->args_n; i++)
		curl_free(call->args[i]);
	tcn_buf_fini(&call->unpacked);
	tcn_mem_free(call);
}

struct tcn_str
tcn_http_call_body(const struct tcn_http_call *call)
{
	return call->body;
}

void
tcn_http_call_drop_body(struct tcn_http_call *call)
{
	struct evbuffer *in;

	if (call->local.fn)
		return;
	in = evhttp_request_get_input_buffer(call->request);
	evbuffer_drain(in, evbuffer_get_length(in));
	tcn_buf_fini(&call->unpacked);
	call->body = (struct tcn_str){ 0 };
	tcn_conns_release(call->conn);
}

const char *
tcn_http_call_arg(const struct tcn_http_call *call, unsigned i)
{
	return i < call->args_n ? call->args[i] : "";
}

const char *
tcn_http_call_query(const struct tcn_http_call *call, const char *name)
{
	return evhttp_find_header(&call->query, name);
}

const char *
tcn_http_call_header(const struct tcn_http_call *call, const char *name)
{
	return tcn_http_call_is_local(call)
	    ? NULL
	    : evhttp_find_header(
		  evhttp_request_get_input_headers(call->request), name);
}

const char *
tcn_http_call_user(const struct tcn_http_call *call)
{
	return call->user;
}

enum tcn_http_scope
tcn_http_call_scope(const struct tcn_http_call *call)
{
	return call->scope;
}

const char *
tcn_http_call_scheme(const struct tcn_http_call *call)
{
	return call->http && call->http->credentials.tls && !call->by_socket
	    ? "https"
	    : "http";
}

const char *
tcn_http_call_field(const struct tcn_http_call *call, const char *name)
{
	return evhttp_find_header(&call->fields, name);
}

const struct evkeyvalq *
tcn_http_call_fields(const struct tcn_http_call *call)
{
	return &call->fields;
}

int
tcn_http_call_take_form(struct tcn_http_call *call, const char **why)
{
	if (!tcn_form_is_type(tcn_http_call_header(call, "Content-Type"),
		"application/x-www-form-urlencoded")) {
		*why = "this takes what a form of a page sends, "
		       "application/x-www-form-urlencoded";
		return 415;
	}
	*why = "the fields of the form cannot be read: they are NAME=VALUE in "
	       "UTF-8, with & between them";
	return tcn_form_read(call->body, &call->fields) ? 0 : 400;
}

/* Unpacks gzip or deflate; 0, or the status of the refusal. */
static int
unpack_body(struct tcn_http_call *call, struct tcn_str packed)
{
	switch (tcn_unpack(packed, call->http->conf.body_max,
	    &call->unpacked)) {
	case TCN_OK:
		call->body = tcn_buf_view(&call->unpacked);
		return 0;
	case TCN_LIMIT:
		return 413;
	case TCN_INVALID:
		return 400;
	default:
		return 503;
	}
}

/* Makes the body one piece and unpacks it; 0, or the status of the refusal. */
static int
take_body(struct tcn_http_call *call)
{
	struct evbuffer *in = evhttp_request_get_input_buffer(call->request);
	const char *coding = tcn_http_call_header(call, "Content-Encoding");
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
	return unpack_body(call, raw);
}

bool
tcn_http_call_matches(const char *pattern, const char *path)
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
		if (segment == 0 || n == TCN_HTTP_ARGS_MAX)
			return false;
		pattern += 2;
		path += segment;
		n++;
	}
	return *path == '\0';
}

bool
tcn_http_call_take_query(struct tcn_http_call *call, const char *query)
{
	const struct evkeyval *at;

	if (query && evhttp_parse_query_str(query, &call->query) != 0)
		return false;
	TAILQ_FOREACH (at, &call->query, next)
		if (!tcn_utf8_valid(tcn_str(at->key)) ||
		    !tcn_utf8_valid(tcn_str(at->value)))
			return false;
	return true;
}

int
tcn_http_call_take_args(struct tcn_http_call *call, const char *pattern,
    const char *path)
{
	while (*pattern) {
		size_t segment = strcspn(path, "/");
		int n = 0;

		if (strncmp(pattern, "{}", 2) != 0) {
			pattern++;
			path++;
			continue;
		}
		assert(call->args_n < TCN_HTTP_ARGS_MAX);
		call->args[call->args_n] =
		    curl_easy_unescape(NULL, path, (int)segment, &n);
		if (!call->args[call->args_n])
			return 503;
		if (strlen(call->args[call->args_n++]) != (size_t)n)
			return 400;
		pattern += 2;
		path += segment;
	}
	return 0;
}

bool
tcn_http_is_listed(const char *list, const char *name)
{
	size_t n = strlen(name);

	while (list && *list) {
		size_t word = strcspn(list, " ");

		if (n && word >= n && memcmp(list, name, n) == 0 &&
		    (word == n || list[n] == '='))
			return true;
		list += word + (list[word] == ' ');
	}
	return false;
}

/* Writes the names of the list: "a, b and c". */
static void
write_list(const char *list, char *to, size_t bytes)
{
	size_t n = 0;

	to[0] = '\0';
	while (list && *list && n < bytes) {
		size_t word = strcspn(list, " "), name = strcspn(list, " =");
		const char *next = list + word + (list[word] == ' ');

		n += (size_t)snprintf(to + n, bytes - n, "%s%.*s",
		    n == 0      ? ""
			: *next ? ", "
				: " and ",
		    (int)name, list);
		list = next;
	}
}

bool
tcn_http_call_takes_query(const struct tcn_http_call *call,
    const struct tcn_http_route *route, char *why, size_t why_bytes)
{
	const struct evkeyval *at, *other;
	char known[256];

	TAILQ_FOREACH (at, &call->query, next) {
		if (!tcn_http_is_listed(route->query, at->key)) {
			write_list(route->query, known, sizeof known);
			snprintf(why, why_bytes,
			    "there is no parameter \"%.60s\" here: %s%s",
			    at->key, route->query ? "known are " : "none is",
			    route->query ? known : " known");
			return false;
		}
		TAILQ_FOREACH (other, &call->query, next) {
			if (other == at)
				break;
			if (strcmp(other->key, at->key) != 0)
				continue;
			snprintf(why, why_bytes,
			    "the parameter \"%s\" stands twice", at->key);
			return false;
		}
	}
	return true;
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

int
tcn_http_call_parse(struct tcn_http_call *call, const char *pattern,
    const char *path, const char **why)
{
	int status = tcn_http_call_take_args(call, pattern, path);

	if (status) {
		*why = status == 400 ? "the path holds a NUL" : "out of memory";
		return status;
	}
	status = take_body(call);
	*why = body_problem(status);
	return status;
}
