/*
 * Bodies of answers, compressed with gzip for clients that accept it.
 */
#include <event2/buffer.h>
#include <event2/http.h>
#include <stdio.h>
#include <string.h>

#include "tools/base/pack.h"
#include "tools/serve/http/http_impl.h"

/* Bodies that are compressed, in bytes: a shorter one fits into a packet
 * anyway, and a longer one would hold up the event loop for more than some
 * milliseconds. */
#define PACKED_MIN 1024
#define PACKED_MAX ((size_t)768 * 1024)

static bool
is_text(const char *type)
{
	return !type || strncmp(type, "text/", 5) == 0 ||
	    strstr(type, "json") || strstr(type, "xml");
}

static bool
has_header(const struct tcn_http_call *call, const char *name,
    const char *begin)
{
	const char *value =
	    evhttp_find_header(evhttp_request_get_output_headers(call->request),
		name);

	return value && strncmp(value, begin, strlen(begin)) == 0;
}

/* Whether the answer may be compressed, if the client accepts it. */
static bool
may_pack(const struct tcn_http_call *call, const char *type, size_t n)
{
	return !call->by_socket && n >= PACKED_MIN && n <= PACKED_MAX &&
	    is_text(type) && !has_header(call, "Content-Encoding", "") &&
	    (!has_header(call, "ETag", "") || has_header(call, "ETag", "W/"));
}

/* Compresses bytes, but stores the secret uncompressed where it occurs: the
 * length of the answer must not tell how much of it a guess has right. */
static void
pack_around(struct tcn_pack *pack, struct tcn_str bytes, struct tcn_str secret)
{
	const char *found;

	while (secret.n &&
	    (found = memmem(bytes.at, bytes.n, secret.at, secret.n)) != NULL) {
		size_t before = (size_t)(found - bytes.at);

		tcn_pack_add(pack, (struct tcn_str){ bytes.at, before });
		tcn_pack_add_plain(pack, secret);
		bytes.at += before + secret.n;
		bytes.n -= before + secret.n;
	}
	tcn_pack_add(pack, bytes);
}

static bool
put_packed(const struct tcn_http_call *call, const struct tcn_http_part *parts,
    size_t n, struct evbuffer *body)
{
	struct tcn_str secret = tcn_str(tcn_http_call_csrf(call));
	struct tcn_pack pack = { .level = TCN_PACK_QUICK };
	bool done;

	for (size_t i = 0; i < n; i++)
		if (parts[i].packed)
			tcn_pack_add_piece(&pack, parts[i].packed);
		else
			pack_around(&pack, parts[i].bytes, secret);
	tcn_pack_end(&pack);
	done = evbuffer_add(body, pack.out.at, pack.out.n) == 0;
	tcn_buf_fini(&pack.out);
	return done;
}

/* Adds Accept-Encoding to the Vary header. */
static void
add_vary(struct evhttp_request *request)
{
	struct evkeyvalq *headers = evhttp_request_get_output_headers(request);
	const char *there = evhttp_find_header(headers, "Vary");
	char both[128];

	if (!there || strstr(there, "Accept-Encoding")) {
		tcn_http_set(request, "Vary", "Accept-Encoding");
		return;
	}
	snprintf(both, sizeof both, "%.80s, Accept-Encoding", there);
	tcn_http_set(request, "Vary", both);
}

bool
tcn_http_put_body(const struct tcn_http_call *call, const char *type,
    const struct tcn_http_part *parts, size_t n, struct evbuffer *body)
{
	size_t bytes = 0;
	bool done = true;

	for (size_t i = 0; i < n; i++)
		bytes += parts[i].bytes.n;
	if (may_pack(call, type, bytes)) {
		add_vary(call->request);
		if (tcn_pack_is_accepted(tcn_http_call_header(call,
			"Accept-Encoding"))) {
			tcn_http_set(call->request, "Content-Encoding", "gzip");
			return put_packed(call, parts, n, body);
		}
	}
	for (size_t i = 0; done && i < n; i++)
		done = !parts[i].bytes.n ||
		    evbuffer_add(body, parts[i].bytes.at, parts[i].bytes.n) ==
			0;
	return done;
}
