#include "tools/serve/deliver/post.h"

#include <assert.h>
#include <event2/event.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <sys/queue.h>
#include <unistd.h>

#include "engine/base/buf.h"
#include "engine/base/mem.h"
#include "tools/base/address.h"
#include "tools/base/curl_late.h"
#include "tools/base/timeval.h"

#define ANSWER_BYTES ((size_t)64 * 1024) /* the longest answer, in bytes */
#define RETRY_MAX_S  (24 * 3600L)

/* One job under way. */
struct transfer {
	struct tcn_post *post;
	LIST_ENTRY(transfer) link;
	struct tcn_post_job job;
	CURL *easy;
	struct curl_slist *headers, *to;
	size_t sent; /* bytes of a mail that libcurl has taken */
	struct tcn_buf answer;
	bool refused; /* its address is one of a private network */
	bool shut; /* the gate was */
	char error[CURL_ERROR_SIZE + 64];
};

struct tcn_post {
	struct event_base *base;
	const char *user_agent;
	const struct tcn_gate *gate; /* NULL: always open */
	CURLM *multi;
	struct event *timer;
	LIST_HEAD(, transfer) transfers;
};

/* --- the end of a job --- */

static void
transfer_free(struct transfer *t)
{
	LIST_REMOVE(t, link);
	if (t->easy) {
		curl_multi_remove_handle(t->post->multi, t->easy);
		curl_easy_cleanup(t->easy);
	}
	curl_slist_free_all(t->headers);
	curl_slist_free_all(t->to);
	tcn_buf_fini(&t->answer);
	tcn_mem_free(t);
}

static bool
is_mail(const struct transfer *t)
{
	return t->job.from != NULL;
}

/* For HTTP the status decides, whatever became of the body behind it. */
static bool
is_success(const struct transfer *t, CURLcode code, long status)
{
	return is_mail(t) ? code == CURLE_OK : status >= 200 && status < 300;
}

static bool
is_permanent(const struct transfer *t, CURLcode code, long status)
{
	if (code == CURLE_URL_MALFORMAT || code == CURLE_UNSUPPORTED_PROTOCOL)
		return true;
	if (is_mail(t))
		return status >= 500 && status < 600;
	return status >= 400 && status < 500 && status != 408 &&
	    status != 425 && status != 429;
}

static void
explain(struct transfer *t, CURLcode code, long status)
{
	if (t->shut)
		snprintf(t->error, sizeof t->error,
		    "this daemon does not lead any more");
	else if (t->refused)
		snprintf(t->error, sizeof t->error,
		    "its address lies in a private network; allow_private "
		    "allows that");
	else if (status >= 300 && status < 400 && !is_mail(t))
		snprintf(t->error, sizeof t->error,
		    "it answered %ld, a redirect: name the address that it "
		    "leads to",
		    status);
	else if (status && (is_mail(t) || status >= 400))
		snprintf(t->error, sizeof t->error, "it answered %ld", status);
	else if (!t->error[0])
		snprintf(t->error, sizeof t->error, "%s",
		    code ? curl_easy_strerror(code) : "it did not answer");
}

static void
finish(struct transfer *t, CURLcode code)
{
	struct tcn_post_result result = { 0 };
	curl_off_t retry_s = 0;

	curl_easy_getinfo(t->easy, CURLINFO_RESPONSE_CODE, &result.status);
	curl_easy_getinfo(t->easy, CURLINFO_RETRY_AFTER, &retry_s);
	result.ok = is_success(t, code, result.status);
	result.permanent =
	    !result.ok && is_permanent(t, code, result.status) && !t->refused;
	result.retry_after_ms =
	    (retry_s < RETRY_MAX_S ? retry_s : RETRY_MAX_S) * 1000;
	result.answer = tcn_buf_view(&t->answer);
	if (!result.ok) {
		explain(t, code, result.status);
		result.error = t->error;
	}
	t->job.done(t->job.ctx, &result);
	transfer_free(t);
}

/* --- libcurl in the loop --- */

static void
act(struct tcn_post *post, curl_socket_t fd, int what)
{
	int running;
	CURLMsg *message;
	int left;

	curl_multi_socket_action(post->multi, fd, what, &running);
	while ((message = curl_multi_info_read(post->multi, &left))) {
		CURLcode code = message->data.result;
		char *of;

		if (message->msg != CURLMSG_DONE)
			continue;
		curl_easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, &of);
		finish((struct transfer *)(void *)of, code);
	}
}

static void
on_ready(evutil_socket_t fd, short what, void *of)
{
	act(of, fd,
	    (what & EV_READ ? CURL_CSELECT_IN : 0) |
		(what & EV_WRITE ? CURL_CSELECT_OUT : 0));
}

static void
on_timer(evutil_socket_t fd, short what, void *of)
{
	(void)fd, (void)what;
	act(of, CURL_SOCKET_TIMEOUT, 0);
}

/* libcurl asks to be called after so many ms; -1: not at all. */
static int
set_timer(CURLM *multi, long ms, void *of)
{
	struct tcn_post *post = of;
	struct timeval in = tcn_timeval(ms < 0 ? 0 : ms);

	(void)multi;
	if (ms < 0)
		evtimer_del(post->timer);
	else
		evtimer_add(post->timer, &in);
	return 0;
}

static int
set_socket(CURL *easy, curl_socket_t fd, int what, void *of, void *old)
{
	struct tcn_post *post = of;
	struct event *event = old;
	short wants = (short)((what & CURL_POLL_IN ? EV_READ : 0) |
	    (what & CURL_POLL_OUT ? EV_WRITE : 0));

	(void)easy;
	/* The old event is freed below, so libcurl must forget it even if no
	 * new one can be made. */
	curl_multi_assign(post->multi, fd, NULL);
	if (event)
		event_free(event);
	if (what == CURL_POLL_REMOVE)
		return 0;
	event = event_new(post->base, fd, (short)(wants | EV_PERSIST), on_ready,
	    post);
	if (!event)
		return -1;
	if (event_add(event, NULL) != 0 ||
	    curl_multi_assign(post->multi, fd, event) != CURLM_OK) {
		event_free(event);
		return -1;
	}
	return 0;
}

struct tcn_post *
tcn_post_new(struct event_base *base, const char *user_agent)
{
	struct tcn_post *post = tcn_mem_calloc(1, sizeof *post);

	post->base = base;
	post->user_agent = user_agent;
	post->timer = evtimer_new(base, on_timer, post);
	if (curl_global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK)
		post->multi = curl_multi_init();
	if (!post->timer || !post->multi)
		tcn_mem_end();
	curl_multi_setopt(post->multi, CURLMOPT_SOCKETFUNCTION, set_socket);
	curl_multi_setopt(post->multi, CURLMOPT_SOCKETDATA, post);
	curl_multi_setopt(post->multi, CURLMOPT_TIMERFUNCTION, set_timer);
	curl_multi_setopt(post->multi, CURLMOPT_TIMERDATA, post);
	return post;
}

void
tcn_post_free(struct tcn_post *post)
{
	if (!post)
		return;
	while (!LIST_EMPTY(&post->transfers))
		transfer_free(LIST_FIRST(&post->transfers));
	if (post->multi) {
		curl_multi_cleanup(post->multi);
		curl_global_cleanup();
	}
	if (post->timer)
		event_free(post->timer);
	tcn_mem_free(post);
}

void
tcn_post_set_gate(struct tcn_post *post, const struct tcn_gate *gate)
{
	post->gate = gate;
}

/* --- the beginning of a job --- */

static size_t
on_answer(char *bytes, size_t size, size_t n, void *to)
{
	struct transfer *t = to;

	n *= size;
	if (t->answer.n + n > ANSWER_BYTES)
		return 0;
	tcn_buf_add(&t->answer, bytes, n);
	return n;
}

static size_t
on_mail(char *bytes, size_t size, size_t n, void *from)
{
	struct transfer *t = from;
	size_t left = t->job.body.n - t->sent;

	n *= size;
	n = n < left ? n : left;
	if (n)
		memcpy(bytes, t->job.body.at + t->sent, n);
	t->sent += n;
	return n;
}

/* Whether the message may be sent to that address; notes it if not. */
static bool
is_allowed(struct transfer *t, const struct sockaddr *address)
{
	bool good = tcn_address_is_public(address) ||
	    tcn_networks_hold(&t->job.allowed, address);

	t->refused |= !good;
	return good;
}

static curl_socket_t
on_socket(void *of, curlsocktype purpose, struct curl_sockaddr *address)
{
	struct transfer *t = of;
	const struct tcn_gate *gate = t->post->gate;
	unsigned late_ms = gate ? (unsigned)gate->late_ms : 0;
	int fd;

	(void)purpose;
	if (!is_allowed(t, &address->addr))
		return CURL_SOCKET_BAD;
	fd = socket(address->family, address->socktype | SOCK_CLOEXEC,
	    address->protocol);
	if (fd < 0 || !late_ms ||
	    setsockopt(fd, IPPROTO_TCP, TCP_USER_TIMEOUT, &late_ms,
		sizeof late_ms) == 0)
		return fd;
	close(fd);
	return CURL_SOCKET_BAD;
}

/*
 * Called before each request, also on a connection that is used again: it may
 * have been made for a receiver to whom private addresses are allowed.
 */
static int
on_connected(void *of, char *ip, char *own_ip, int port, int own_port)
{
	struct sockaddr_storage address;
	struct transfer *t = of;
	bool good = tcn_address_read(ip, &address) &&
	    is_allowed(t, (const struct sockaddr *)&address);

	(void)own_ip, (void)port, (void)own_port;
	t->shut = !tcn_gate_is_open(t->post->gate);
	return good && !t->shut ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT;
}

static bool
add_to(struct curl_slist **list, const char *line)
{
	struct curl_slist *more = curl_slist_append(*list, line);

	if (more)
		*list = more;
	return more != NULL;
}

static bool
add_headers(struct transfer *t)
{
	struct tcn_str all = t->job.headers;
	struct tcn_buf line = { 0 };
	bool good = add_to(&t->headers, "Expect:");

	while (good && all.n) {
		const char *end = memchr(all.at, '\n', all.n);
		size_t n = end ? (size_t)(end - all.at) : all.n;

		tcn_buf_clear(&line);
		tcn_buf_add(&line, all.at, n);
		good = add_to(&t->headers, line.at);
		all.at += n + (end != NULL);
		all.n -= n + (end != NULL);
	}
	tcn_buf_clear(&line);
	if (good && t->job.token) {
		tcn_buf_printf(&line, "Authorization: Bearer %s", t->job.token);
		good = add_to(&t->headers, line.at);
	}
	tcn_buf_fini(&line);
	return good;
}

static void
set_http(struct transfer *t)
{
	CURL *easy = t->easy;

	curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https");
	curl_easy_setopt(easy, CURLOPT_POSTFIELDSIZE_LARGE,
	    (curl_off_t)t->job.body.n);
	curl_easy_setopt(easy, CURLOPT_POSTFIELDS,
	    t->job.body.n ? t->job.body.at : "");
	curl_easy_setopt(easy, CURLOPT_CUSTOMREQUEST, t->job.method);
	curl_easy_setopt(easy, CURLOPT_HTTPHEADER, t->headers);
	curl_easy_setopt(easy, CURLOPT_FOLLOWLOCATION, 0L);
}

/* A password is never sent in clear: with one, TLS is required. */
static void
set_mail(struct transfer *t)
{
	CURL *easy = t->easy;

	curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "smtp,smtps");
	curl_easy_setopt(easy, CURLOPT_USE_SSL,
	    (long)(t->job.password ? CURLUSESSL_ALL : CURLUSESSL_TRY));
	curl_easy_setopt(easy, CURLOPT_MAIL_FROM, t->job.from);
	curl_easy_setopt(easy, CURLOPT_MAIL_RCPT, t->to);
	curl_easy_setopt(easy, CURLOPT_UPLOAD, 1L);
	curl_easy_setopt(easy, CURLOPT_READFUNCTION, on_mail);
	curl_easy_setopt(easy, CURLOPT_READDATA, t);
	curl_easy_setopt(easy, CURLOPT_INFILESIZE_LARGE,
	    (curl_off_t)t->job.body.n);
	if (t->job.password) {
		curl_easy_setopt(easy, CURLOPT_USERNAME, t->job.user);
		curl_easy_setopt(easy, CURLOPT_PASSWORD, t->job.password);
	}
}

static void
set_common(struct transfer *t)
{
	CURL *easy = t->easy;

	curl_easy_setopt(easy, CURLOPT_PRIVATE, t);
	curl_easy_setopt(easy, CURLOPT_URL, t->job.url);
	curl_easy_setopt(easy, CURLOPT_PROXY, "");
	curl_easy_setopt(easy, CURLOPT_NETRC, (long)CURL_NETRC_IGNORED);
	curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
	curl_easy_setopt(easy, CURLOPT_USERAGENT, t->post->user_agent);
	curl_easy_setopt(easy, CURLOPT_TIMEOUT_MS, (long)t->job.timeout_ms);
	curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, on_answer);
	curl_easy_setopt(easy, CURLOPT_WRITEDATA, t);
	curl_easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, on_socket);
	curl_easy_setopt(easy, CURLOPT_OPENSOCKETDATA, t);
	curl_easy_setopt(easy, CURLOPT_PREREQFUNCTION, on_connected);
	curl_easy_setopt(easy, CURLOPT_PREREQDATA, t);
	curl_easy_setopt(easy, CURLOPT_ERRORBUFFER, t->error);
	if (t->job.ca_file)
		curl_easy_setopt(easy, CURLOPT_CAINFO, t->job.ca_file);
}

void
tcn_post_send(struct tcn_post *post, const struct tcn_post_job *job)
{
	struct transfer *t = tcn_mem_calloc(1, sizeof *t);
	bool good;

	assert(job->url && job->done && job->timeout_ms > 0);
	assert(job->from ? job->to != NULL : job->method != NULL);
	assert(!job->password || job->user);
	t->post = post;
	t->job = *job;
	LIST_INSERT_HEAD(&post->transfers, t, link);
	t->easy = curl_easy_init();
	good = t->easy && add_headers(t);
	for (size_t i = 0; good && is_mail(t) && job->to[i]; i++)
		good = add_to(&t->to, job->to[i]);
	if (good) {
		set_common(t);
		if (is_mail(t))
			set_mail(t);
		else
			set_http(t);
		good = curl_multi_add_handle(post->multi, t->easy) == CURLM_OK;
	}
	if (!good)
		tcn_mem_end();
}

/* --- the validator --- */

enum tcn_rc
tcn_post_check(const struct tcn_post *post, size_t *n, struct tcn_err *err)
{
	const struct transfer *t;

	*n = 0;
	LIST_FOREACH (t, &post->transfers, link) {
		if (*t->link.le_prev != t || t->post != post || !t->easy)
			return tcn_err_set(err, TCN_CORRUPT,
			    "transfer %zu of the list is not linked to it, or "
			    "has no handle",
			    *n);
		++*n;
	}
	return TCN_OK;
}
