#include "tools/intake/feeds/fetch.h"

#include <assert.h>
#include <stdio.h>
#include <strings.h>

#include "engine/base/buf.h"
#include "engine/base/mem.h"
#include "tools/base/address.h"
#include "tools/base/curl_late.h"
#include "tools/base/now.h"
#include "tools/base/unpack.h"

#define HEADER_BYTES  512 /* a longer ETag or Last-Modified is not kept */
#define CHARSET_BYTES 40
#define LANG_BYTES    64
#define RETRY_MAX_S   (7 * 24 * 3600L)

/* One document, waiting, running or handed out. */
struct transfer {
	struct tcn_fetch *fetch;
	struct transfer *next;
	CURL *easy;
	struct curl_slist *headers;
	void *ctx;
	char *url; /* the address of the present request */
	char *moved; /* where permanent redirects have led, or NULL */
	bool had_temporary; /* a temporary redirect was followed */
	unsigned redirects;
	int64_t ends_ms; /* by the monotonic clock */
	struct tcn_buf body;
	bool too_large; /* over bytes_max */
	bool refused; /* the address is private */
	struct tcn_networks allowed; /* the job's */
	char etag[HEADER_BYTES], modified[HEADER_BYTES];
	char charset[CHARSET_BYTES], lang[LANG_BYTES];
	char error[CURL_ERROR_SIZE + 128];
};

struct tcn_fetch {
	struct tcn_fetch_conf conf;
	CURLM *multi;
	struct transfer *waiting, **waiting_tail; /* first in, first out */
	struct transfer *running; /* in no order */
	struct transfer *handed_out; /* the last result, or NULL */
	unsigned running_n;
};

void
tcn_fetch_conf_default(struct tcn_fetch_conf *conf)
{
	*conf = (struct tcn_fetch_conf){
		.user_agent = "tocsin",
		.timeout_ms = 30000,
		.idle_ms = 15000,
		.bytes_max = (uint64_t)16 << 20,
		.redirects_max = 5,
		.parallel = 32,
		.per_host = 2,
	};
}

struct tcn_fetch *
tcn_fetch_new(const struct tcn_fetch_conf *conf)
{
	struct tcn_fetch *fetch = tcn_mem_calloc(1, sizeof *fetch);

	fetch->conf = *conf;
	fetch->waiting_tail = &fetch->waiting;
	if (curl_global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK)
		fetch->multi = curl_multi_init();
	if (!fetch->multi)
		tcn_mem_end();
	curl_multi_setopt(fetch->multi, CURLMOPT_MAX_HOST_CONNECTIONS,
	    (long)conf->per_host);
	curl_multi_setopt(fetch->multi, CURLMOPT_MAXCONNECTS,
	    (long)conf->parallel); /* with those that are kept */
	return fetch;
}

static void
transfer_free(struct transfer *t)
{
	if (!t)
		return;
	if (t->easy) {
		curl_multi_remove_handle(t->fetch->multi, t->easy);
		curl_easy_cleanup(t->easy);
	}
	curl_slist_free_all(t->headers);
	tcn_mem_free(t->url);
	tcn_mem_free(t->moved);
	tcn_buf_fini(&t->body);
	tcn_mem_free(t);
}

static void
list_free(struct transfer *t)
{
	while (t) {
		struct transfer *next = t->next;

		transfer_free(t);
		t = next;
	}
}

void
tcn_fetch_free(struct tcn_fetch *fetch)
{
	if (!fetch)
		return;
	list_free(fetch->waiting);
	list_free(fetch->running);
	transfer_free(fetch->handed_out);
	curl_multi_cleanup(fetch->multi);
	curl_global_cleanup();
	tcn_mem_free(fetch);
}

static size_t
on_body(char *bytes, size_t size, size_t n, void *to)
{
	struct transfer *t = to;

	n *= size;
	if (t->body.n + n > t->fetch->conf.bytes_max) {
		t->too_large = true;
		return 0;
	}
	tcn_buf_add(&t->body, bytes, n);
	return n;
}

/* Whether the document may be fetched from that address; notes it if not. */
static bool
is_allowed(struct transfer *t, const struct sockaddr *address)
{
	t->refused = !tcn_address_is_public(address) &&
	    !tcn_networks_hold(&t->fetch->conf.allowed, address) &&
	    !tcn_networks_hold(&t->allowed, address);
	return !t->refused;
}

/* Before each request, also on a connection that another transfer has opened
 * and for which no socket is asked. */
static int
on_request(void *of, char *remote, char *local, int remote_port, int local_port)
{
	struct sockaddr_storage address;

	(void)local, (void)remote_port, (void)local_port;
	return tcn_address_read(remote, &address) &&
		is_allowed(of, (const struct sockaddr *)&address)
	    ? CURL_PREREQFUNC_OK
	    : CURL_PREREQFUNC_ABORT;
}

static curl_socket_t
on_socket(void *of, curlsocktype purpose, struct curl_sockaddr *address)
{
	struct transfer *t = of;

	(void)purpose;
	if (!is_allowed(t, &address->addr))
		return CURL_SOCKET_BAD;
	return socket(address->family, address->socktype | SOCK_CLOEXEC,
	    address->protocol);
}

/* Adds a header of a conditional request, by which the answer is short when
 * nothing has changed. */
static bool
add_header(struct transfer *t, const char *name, const char *value)
{
	struct curl_slist *more;
	struct tcn_buf line = { 0 };

	if (!value || !*value || strpbrk(value, "\r\n"))
		return true;
	tcn_buf_printf(&line, "%s: %s", name, value);
	more = curl_slist_append(t->headers, line.at);
	tcn_buf_fini(&line);
	if (more)
		t->headers = more;
	return more != NULL;
}

static void
set_options(struct transfer *t)
{
	const struct tcn_fetch_conf *conf = &t->fetch->conf;
	CURL *easy = t->easy;

	curl_easy_setopt(easy, CURLOPT_PRIVATE, t);
	curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https");
	curl_easy_setopt(easy, CURLOPT_PROXY, "");
	curl_easy_setopt(easy, CURLOPT_NETRC, (long)CURL_NETRC_IGNORED);
	curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
	curl_easy_setopt(easy, CURLOPT_USERAGENT, conf->user_agent);
	curl_easy_setopt(easy, CURLOPT_ACCEPT_ENCODING, "");
	curl_easy_setopt(easy, CURLOPT_HTTPHEADER, t->headers);
	curl_easy_setopt(easy, CURLOPT_LOW_SPEED_LIMIT, 1L);
	curl_easy_setopt(easy, CURLOPT_LOW_SPEED_TIME,
	    (long)(conf->idle_ms / 1000));
	curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, on_body);
	curl_easy_setopt(easy, CURLOPT_WRITEDATA, t);
	curl_easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, on_socket);
	curl_easy_setopt(easy, CURLOPT_OPENSOCKETDATA, t);
	curl_easy_setopt(easy, CURLOPT_PREREQFUNCTION, on_request);
	curl_easy_setopt(easy, CURLOPT_PREREQDATA, t);
	curl_easy_setopt(easy, CURLOPT_ERRORBUFFER, t->error);
}

void
tcn_fetch_add(struct tcn_fetch *fetch, const struct tcn_fetch_job *job)
{
	struct transfer *t, **at;

	assert(job->url);
	t = tcn_mem_calloc(1, sizeof *t);
	t->fetch = fetch;
	t->ctx = job->ctx;
	if (job->allowed)
		t->allowed = *job->allowed;
	t->url = tcn_mem_dupz(job->url, strlen(job->url));
	t->easy = curl_easy_init();
	if (!t->easy || !add_header(t, "If-None-Match", job->etag) ||
	    !add_header(t, "If-Modified-Since", job->modified))
		tcn_mem_end();
	set_options(t);
	at = job->first ? &fetch->waiting : fetch->waiting_tail;
	t->next = *at;
	*at = t;
	if (!t->next)
		fetch->waiting_tail = &t->next;
}

/* Begins the request, or the next one after a redirect. */
static bool
begin_request(struct transfer *t)
{
	int64_t left_ms = t->ends_ms - tcn_now_monotonic_ms();

	tcn_buf_clear(&t->body);
	t->error[0] = '\0';
	curl_easy_setopt(t->easy, CURLOPT_TIMEOUT_MS,
	    (long)(left_ms > 1 ? left_ms : 1));
	return curl_easy_setopt(t->easy, CURLOPT_URL, t->url) == CURLE_OK &&
	    curl_multi_add_handle(t->fetch->multi, t->easy) == CURLM_OK;
}

static void
unlink_running(struct tcn_fetch *fetch, const struct transfer *t)
{
	struct transfer **at = &fetch->running;

	assert(fetch->running_n > 0);
	while (*at != t)
		at = &(*at)->next;
	*at = t->next;
	fetch->running_n--;
}

/* Follows a redirect; false when the answer is none, or cannot be followed. */
static bool
follow_redirect(struct transfer *t, long status)
{
	bool for_good = status == 301 || status == 308;
	char *target = NULL;

	if (status < 300 || status > 399 || status == 304)
		return false;
	curl_easy_getinfo(t->easy, CURLINFO_REDIRECT_URL, &target);
	if (!target)
		return false;
	if (++t->redirects > t->fetch->conf.redirects_max) {
		snprintf(t->error, sizeof t->error,
		    "redirected more than %u times",
		    t->fetch->conf.redirects_max);
		return false;
	}
	target = tcn_mem_dupz(target, strlen(target));
	if (!target)
		return false;
	tcn_mem_free(t->url);
	t->url = target;
	t->had_temporary |= !for_good;
	if (!t->had_temporary) {
		tcn_mem_free(t->moved);
		t->moved = tcn_mem_dupz(target, strlen(target));
	}
	curl_multi_remove_handle(t->fetch->multi, t->easy);
	return begin_request(t);
}

static void
keep_header(struct transfer *t, const char *name, char *to, size_t room)
{
	struct curl_header *header;

	to[0] = '\0';
	if (curl_easy_header(t->easy, name, 0, CURLH_HEADER, -1, &header) ==
		CURLHE_OK &&
	    strlen(header->value) < room)
		strcpy(to, header->value);
}

static void
keep_charset(struct transfer *t)
{
	char *type = NULL;
	const char *at;

	t->charset[0] = '\0';
	curl_easy_getinfo(t->easy, CURLINFO_CONTENT_TYPE, &type);
	at = type ? strcasestr(type, "charset=") : NULL;
	if (at)
		snprintf(t->charset, sizeof t->charset, "%.*s",
		    (int)strcspn(at + 8 + (at[8] == '"'), "\";, "),
		    at + 8 + (at[8] == '"'));
}

/* Sets the message for a person where there is no usable answer. */
static void
set_error(struct transfer *t, CURLcode code, long status)
{
	uint64_t mib = t->fetch->conf.bytes_max >> 20;

	if (t->refused)
		snprintf(t->error, sizeof t->error,
		    "its address lies in a private network; feeds.private or "
		    "feeds add --allow-private allows that");
	else if (t->too_large)
		snprintf(t->error, sizeof t->error, "larger than %llu MiB",
		    (unsigned long long)mib);
	else if (code && !t->error[0])
		snprintf(t->error, sizeof t->error, "%s",
		    curl_easy_strerror(code));
	else if (!code && (status < 300 || status == 304))
		t->error[0] = '\0';
	else if (!code && !t->error[0])
		snprintf(t->error, sizeof t->error, "the server answered %ld",
		    status);
}

/* Whether an error may pass: the server or the way to it is in trouble now, and
 * nothing says that the address is wrong. */
static bool
may_pass(const struct transfer *t, CURLcode code, long status)
{
	static const CURLcode codes[] = { CURLE_COULDNT_CONNECT,
		CURLE_GOT_NOTHING, CURLE_HTTP2, CURLE_HTTP2_STREAM,
		CURLE_OPERATION_TIMEDOUT, CURLE_PARTIAL_FILE, CURLE_RECV_ERROR,
		CURLE_SEND_ERROR, CURLE_SSL_CONNECT_ERROR };

	if (t->refused || t->too_large)
		return false;
	for (size_t i = 0; i < sizeof codes / sizeof *codes; i++)
		if (code == codes[i])
			return true;
	return !code &&
	    (status == 408 || status == 425 || status == 429 ||
		(status >= 500 && status <= 599));
}

const char *
tcn_fetch_failure_name(enum tcn_fetch_failure failure)
{
	static const char *const names[TCN_FETCH_FAILURES] = {
		[TCN_FETCH_FAILURE_NONE] = "none",
		[TCN_FETCH_FAILURE_ADDRESS] = "address",
		[TCN_FETCH_FAILURE_NAME] = "name",
		[TCN_FETCH_FAILURE_CONNECTION] = "connection",
		[TCN_FETCH_FAILURE_TLS] = "tls",
		[TCN_FETCH_FAILURE_TIMEOUT] = "timeout",
		[TCN_FETCH_FAILURE_REDIRECTS] = "redirects",
		[TCN_FETCH_FAILURE_REFUSED] = "refused",
		[TCN_FETCH_FAILURE_THROTTLED] = "throttled",
		[TCN_FETCH_FAILURE_SERVER] = "server",
		[TCN_FETCH_FAILURE_TOO_LARGE] = "too_large",
		[TCN_FETCH_FAILURE_NO_FEED] = "no_feed",
	};

	assert(failure < TCN_FETCH_FAILURES);
	return names[failure];
}

static enum tcn_fetch_failure
failure_of_status(long status)
{
	if (status == 429)
		return TCN_FETCH_FAILURE_THROTTLED;
	if (status >= 500)
		return TCN_FETCH_FAILURE_SERVER;
	return status >= 400 ? TCN_FETCH_FAILURE_REFUSED
			     : TCN_FETCH_FAILURE_REDIRECTS;
}

/* Precondition: there is no usable answer. */
static enum tcn_fetch_failure
failure_of(const struct transfer *t, CURLcode code, long status)
{
	if (t->refused)
		return TCN_FETCH_FAILURE_ADDRESS;
	if (t->too_large)
		return TCN_FETCH_FAILURE_TOO_LARGE;
	switch (code) {
	case CURLE_UNSUPPORTED_PROTOCOL:
	case CURLE_URL_MALFORMAT:
		return TCN_FETCH_FAILURE_ADDRESS;
	case CURLE_COULDNT_RESOLVE_HOST:
		return TCN_FETCH_FAILURE_NAME;
	case CURLE_OPERATION_TIMEDOUT:
		return TCN_FETCH_FAILURE_TIMEOUT;
	case CURLE_SSL_CONNECT_ERROR:
	case CURLE_PEER_FAILED_VERIFICATION:
	case CURLE_SSL_CIPHER:
	case CURLE_SSL_ISSUER_ERROR:
		return TCN_FETCH_FAILURE_TLS;
	default:
		return status >= 300 ? failure_of_status(status)
				     : TCN_FETCH_FAILURE_CONNECTION;
	}
}

/*
 * Unpacks a body that is gzip itself, as of feed.xml.gz: the server named no
 * coding, or the file was packed twice. False: it is not sound or too large,
 * and error says so.
 */
static bool
unpack(struct transfer *t)
{
	struct tcn_str body = tcn_buf_view(&t->body);
	struct tcn_buf plain = { 0 };
	enum tcn_rc rc;

	if (body.n < 3 || memcmp(body.at, "\x1f\x8b\x08", 3) != 0)
		return true;
	rc = tcn_unpack(body, t->fetch->conf.bytes_max, &plain);
	t->too_large = rc == TCN_LIMIT;
	if (rc) {
		snprintf(t->error, sizeof t->error, "%s",
		    "its gzip is damaged or cut short");
		tcn_buf_fini(&plain);
		return false;
	}
	tcn_buf_fini(&t->body);
	t->body = plain;
	return true;
}

static void
hand_out(struct transfer *t, CURLcode code, long status,
    struct tcn_fetch_result *fetched)
{
	curl_off_t retry_s = 0;

	keep_header(t, "ETag", t->etag, sizeof t->etag);
	keep_header(t, "Last-Modified", t->modified, sizeof t->modified);
	keep_header(t, "Content-Language", t->lang, sizeof t->lang);
	keep_charset(t);
	if (!code && status < 300 && !unpack(t))
		code = CURLE_BAD_CONTENT_ENCODING;
	set_error(t, code, status);
	curl_easy_getinfo(t->easy, CURLINFO_RETRY_AFTER, &retry_s);
	*fetched = (struct tcn_fetch_result){
		.ctx = t->ctx,
		.status = code && status < 300 ? 0 : status,
		.body = tcn_buf_view(&t->body),
		.url = t->url,
		.moved = t->moved,
		.charset = t->charset,
		.lang = t->lang,
		.etag = t->etag,
		.modified = t->modified,
		.retry_after_ms =
		    (retry_s < RETRY_MAX_S ? retry_s : RETRY_MAX_S) * 1000,
		.took_ms = tcn_now_monotonic_ms() -
		    (t->ends_ms - t->fetch->conf.timeout_ms),
		.error = t->error[0] ? t->error : NULL,
		.passing = may_pass(t, code, status),
		.failure = t->error[0] ? failure_of(t, code, status)
				       : TCN_FETCH_FAILURE_NONE,
	};
	unlink_running(t->fetch, t);
	t->fetch->handed_out = t;
}

/* Hands out a transfer that has finished; false when none has. */
static bool
take_finished(struct tcn_fetch *fetch, struct tcn_fetch_result *fetched)
{
	CURLMsg *message;
	int left;

	while ((message = curl_multi_info_read(fetch->multi, &left))) {
		CURLcode code = message->data.result;
		struct transfer *t;
		char *of;
		long status = 0;

		if (message->msg != CURLMSG_DONE)
			continue;
		curl_easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, &of);
		t = (struct transfer *)(void *)of;
		curl_easy_getinfo(t->easy, CURLINFO_RESPONSE_CODE, &status);
		if (!code && follow_redirect(t, status))
			continue;
		hand_out(t, code, status, fetched);
		return true;
	}
	return false;
}

enum tcn_rc
tcn_fetch_next(struct tcn_fetch *fetch, int64_t wait_ms,
    struct tcn_fetch_result *fetched)
{
	int64_t ends_ms = tcn_now_monotonic_ms() + wait_ms;
	int running;

	transfer_free(fetch->handed_out);
	fetch->handed_out = NULL;
	for (;;) {
		int64_t left_ms = ends_ms - tcn_now_monotonic_ms();

		while (fetch->waiting &&
		    fetch->running_n < fetch->conf.parallel) {
			struct transfer *t = fetch->waiting;

			fetch->waiting = t->next;
			if (!fetch->waiting)
				fetch->waiting_tail = &fetch->waiting;
			t->next = fetch->running;
			fetch->running = t;
			fetch->running_n++;
			t->ends_ms =
			    tcn_now_monotonic_ms() + fetch->conf.timeout_ms;
			if (!begin_request(t))
				tcn_mem_end();
		}
		if (curl_multi_perform(fetch->multi, &running))
			tcn_mem_end();
		if (take_finished(fetch, fetched))
			return TCN_OK;
		if (!fetch->running)
			return TCN_DONE;
		if (left_ms <= 0)
			return TCN_LIMIT;
		if (curl_multi_poll(fetch->multi, NULL, 0, (int)left_ms, NULL))
			tcn_mem_end();
	}
}

enum tcn_rc
tcn_fetch_check(const struct tcn_fetch *fetch, struct tcn_err *err)
{
	const struct transfer *const *tail =
	    (const struct transfer *const *)&fetch->waiting;
	unsigned n = 0;

	for (const struct transfer *t = fetch->running; t; t = t->next)
		n++;
	if (n != fetch->running_n)
		return tcn_err_set(err, TCN_INVALID,
		    "%u transfers run, and %u are counted", n,
		    fetch->running_n);
	if (n > fetch->conf.parallel)
		return tcn_err_set(err, TCN_INVALID,
		    "%u transfers run where %u may", n, fetch->conf.parallel);
	while (*tail)
		tail = (const struct transfer *const *)&(*tail)->next;
	if (tail != (const struct transfer *const *)fetch->waiting_tail)
		return tcn_err_set(err, TCN_INVALID,
		    "the waiting transfers end elsewhere");
	return TCN_OK;
}
