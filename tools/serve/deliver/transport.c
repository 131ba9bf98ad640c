#include "tools/serve/deliver/transport.h"

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <sys/queue.h>

#include "engine/base/buf.h"
#include "engine/base/mem.h"
#include "tools/base/browser.h"
#include "tools/base/log.h"
#include "tools/base/now.h"
#include "tools/serve/deliver/file_writer.h"
#include "tools/serve/deliver/mail_page.h"
#include "tools/serve/deliver/post.h"
#include "tools/serve/deliver/spawn.h"

struct tcn_transport {
	struct tcn_post *post;
	struct tcn_spawn *spawn;
	struct tcn_file_writer *file_writer;
	const struct tcn_linker *linker; /* or NULL */
	const struct tcn_gate *gate; /* or NULL */
	const char *browser; /* or NULL: any */
	bool prints;
	LIST_HEAD(, request) requests;
};

/* A request under way, and the bytes that it is made of. */
struct request {
	struct tcn_transport *transport;
	LIST_ENTRY(request) link;
	const struct tcn_channel *channel;
	struct tcn_channel_request http;
	struct tcn_buf key;
	struct tcn_buf linked; /* the body with signed links, or empty */
	struct printing *printing; /* the browser is at work; or NULL */
	tcn_transport_done_fn *done;
	void *ctx;
};

/* A mail whose page is printed before it is sent. */
struct printing {
	struct tcn_browser browser;
	struct tcn_mail_page page;
	struct tcn_channel_outgoing mail;
	struct tcn_buf printed; /* the mail with its PDF */
	bool ended; /* the browser has */
};

static void
printing_free(struct printing *printing)
{
	if (!printing)
		return;
	tcn_browser_close(&printing->browser);
	tcn_buf_fini(&printing->printed);
	tcn_mem_free(printing);
}

static void
request_free(struct request *req)
{
	LIST_REMOVE(req, link);
	tcn_buf_fini(&req->http.url);
	tcn_buf_fini(&req->http.headers);
	tcn_buf_fini(&req->key);
	tcn_buf_fini(&req->linked);
	printing_free(req->printing);
	tcn_mem_free(req);
}

struct tcn_transport *
tcn_transport_new(struct event_base *base, const char *user_agent)
{
	struct tcn_transport *transport = tcn_mem_calloc(1, sizeof *transport);

	transport->post = tcn_post_new(base, user_agent);
	transport->spawn = tcn_spawn_new(base);
	transport->file_writer = tcn_file_writer_new(base);
	return transport;
}

void
tcn_transport_set_linker(struct tcn_transport *transport,
    const struct tcn_linker *linker)
{
	transport->linker = linker;
}

void
tcn_transport_set_gate(struct tcn_transport *transport,
    const struct tcn_gate *gate)
{
	transport->gate = gate;
	tcn_post_set_gate(transport->post, gate);
}

void
tcn_transport_set_browser(struct tcn_transport *transport, const char *browser)
{
	transport->browser = browser;
	transport->prints = true;
}

void
tcn_transport_free(struct tcn_transport *transport)
{
	if (!transport)
		return;
	tcn_post_free(transport->post);
	tcn_spawn_free(transport->spawn);
	tcn_file_writer_free(transport->file_writer);
	while (!LIST_EMPTY(&transport->requests))
		request_free(LIST_FIRST(&transport->requests));
	tcn_mem_free(transport);
}

/* Reports the outcome, and frees the request. */
static void
end(struct request *req, const struct tcn_transport_result *result)
{
	req->done(req->ctx, result);
	request_free(req);
}

/* --- HTTP and mail --- */

static void
on_posted(void *ctx, const struct tcn_post_result *posted)
{
	struct request *req = ctx;
	struct tcn_buf handle = { 0 };
	struct tcn_transport_result result = {
		.ok = posted->ok,
		.permanent = posted->permanent,
		.status = posted->status,
		.retry_after_ms = posted->retry_after_ms,
		.answer = posted->answer,
		.error = posted->error,
	};

	if (posted->ok && req->channel->handle)
		req->channel->handle(posted->answer, &handle);
	result.handle = tcn_buf_view(&handle);
	end(req, &result);
	tcn_buf_fini(&handle);
}

static void
add_headers(const struct tcn_receiver *receiver, struct request *req)
{
	uint64_t epoch = tcn_gate_epoch(req->transport->gate);
	struct tcn_buf *headers = &req->http.headers;

	tcn_buf_z(headers, "Content-Type: application/json\n");
	tcn_buf_printf(headers, "Idempotency-Key: %s\n", req->key.at);
	if (epoch)
		tcn_buf_printf(headers, "X-Tocsin-Epoch: %" PRIu64 "\n", epoch);
	for (size_t i = 0; i < receiver->headers.n; i++)
		tcn_buf_printf(headers, "%s\n", receiver->headers.at[i]);
}

static enum tcn_rc
send_http(struct request *req, const struct tcn_channel_outgoing *s)
{
	const struct tcn_receiver *r = s->receiver;
	struct tcn_channel_request *request = &req->http;
	struct tcn_post_job job = {
		.body = s->body,
		.timeout_ms = r->timeout_ms,
		.ca_file = r->ca_file,
		.allowed = r->allowed,
		.token = r->token,
		.done = on_posted,
		.ctx = req,
	};

	request->method = "POST";
	tcn_buf_z(&request->url, r->url);
	add_headers(r, req);
	if (req->channel->request)
		req->channel->request(s, request);
	job.method = request->method;
	job.url = request->url.at;
	job.headers = tcn_buf_view(&request->headers);
	tcn_post_send(req->transport->post, &job);
	return TCN_OK;
}

static void
post_mail(struct request *req, const struct tcn_channel_outgoing *s)
{
	const struct tcn_receiver *r = s->receiver;
	const struct tcn_post_job job = {
		.url = r->url,
		.body = s->body,
		.timeout_ms = r->timeout_ms,
		.ca_file = r->ca_file,
		.allowed = r->allowed,
		.from = r->from,
		.to = r->to.at,
		.user = r->user,
		.password = r->password,
		.done = on_posted,
		.ctx = req,
	};

	tcn_post_send(req->transport->post, &job);
}

/* --- the page of a mail --- */

static void
log_unprinted(const struct printing *printing, const char *why)
{
	struct tcn_log log;

	tcn_log_begin(&log, TCN_LOG_WARN, "print");
	tcn_log_str(&log, "receiver", tcn_str(printing->mail.receiver->name));
	tcn_log_str(&log, "page", printing->page.name);
	tcn_log_str(&log, "error", tcn_str(why));
	tcn_log_end(&log);
}

/* Puts the PDF into the mail. */
static enum tcn_rc
take_print(struct printing *printing, struct tcn_err *err)
{
	struct tcn_buf pdf = { 0 };
	enum tcn_rc rc = tcn_browser_take(&printing->browser, &pdf, err);

	if (!rc)
		tcn_mail_page_put(&printing->page, tcn_buf_view(&pdf),
		    &printing->printed);
	tcn_buf_fini(&pdf);
	if (rc)
		return rc;
	printing->mail.body = tcn_buf_view(&printing->printed);
	return TCN_OK;
}

/* Sends the mail with what was printed, or as it was. */
static void
on_printed(void *ctx, int status, const char *error)
{
	struct request *req = ctx;
	struct printing *printing = req->printing;
	struct tcn_err err = { 0 };

	(void)status;
	printing->ended = true;
	if (error)
		log_unprinted(printing, error);
	else if (take_print(printing, &err))
		log_unprinted(printing, err.text);
	post_mail(req, &printing->mail);
}

/* Has the page printed; TCN_IO: it cannot be, and the mail is to be sent as it
 * is. */
static enum tcn_rc
print(struct request *req, struct printing *printing)
{
	struct tcn_buf html = { 0 };
	struct tcn_err err = { 0 };
	enum tcn_rc rc = tcn_mail_page_html(&printing->page, &html)
	    ? tcn_browser_open(&printing->browser, req->transport->browser,
		  tcn_buf_view(&html), &err)
	    : tcn_err_set(&err, TCN_IO, "the page is damaged");

	tcn_buf_fini(&html);
	if (!rc) {
		const struct tcn_spawn_job job = {
			.command = printing->browser.command,
			.home = printing->browser.dir,
			.timeout_ms = TCN_BROWSER_MS,
			.alone = true,
			.done = on_printed,
			.ctx = req,
		};

		rc = tcn_spawn_run(req->transport->spawn, &job);
		if (rc == TCN_IO)
			tcn_err_set(&err, rc, "%s", strerror(errno));
	}
	if (rc == TCN_IO)
		log_unprinted(printing, err.text);
	return rc;
}

static enum tcn_rc
send_mail(struct request *req, const struct tcn_channel_outgoing *s)
{
	struct tcn_mail_page page;
	enum tcn_rc rc;

	if (!req->transport->prints || !tcn_mail_page_find(s->body, &page)) {
		post_mail(req, s);
		return TCN_OK;
	}
	req->printing = tcn_mem_calloc(1, sizeof *req->printing);
	req->printing->page = page;
	req->printing->mail = *s;
	rc = print(req, req->printing);
	if (rc != TCN_IO)
		return rc;
	req->printing->ended = true;
	post_mail(req, s);
	return TCN_OK;
}

/* --- programs and files --- */

static void
on_ended(void *ctx, int status, const char *error)
{
	const struct tcn_transport_result result = {
		.ok = error == NULL,
		.status = status,
		.error = error,
	};

	end(ctx, &result);
}

static enum tcn_rc
send_exec(struct request *req, const struct tcn_channel_outgoing *s)
{
	const struct tcn_spawn_job job = {
		.command = s->receiver->command.at,
		.input = s->body,
		.key = req->key.at,
		.timeout_ms = s->receiver->timeout_ms,
		.done = on_ended,
		.ctx = req,
	};
	struct tcn_transport_result result = { 0 };
	enum tcn_rc rc = tcn_spawn_run(req->transport->spawn, &job);

	if (rc != TCN_IO)
		return rc;
	result.error = strerror(errno);
	end(req, &result);
	return TCN_OK;
}

static void
on_written(void *ctx, const char *error)
{
	const struct tcn_transport_result result = {
		.ok = error == NULL,
		.error = error,
	};

	end(ctx, &result);
}

static enum tcn_rc
send_file(struct request *req, const struct tcn_channel_outgoing *s)
{
	const struct tcn_file_writer_job job = {
		.path = s->receiver->path,
		.line = s->body,
		.timeout_ms = s->receiver->timeout_ms,
		.done = on_written,
		.ctx = req,
	};

	tcn_file_writer_write(req->transport->file_writer, &job);
	return TCN_OK;
}

enum tcn_rc
tcn_transport_send(struct tcn_transport *transport,
    const struct tcn_channel_outgoing *outgoing, tcn_transport_done_fn *done,
    void *ctx)
{
	static enum tcn_rc (*const senders[])(struct request *,
	    const struct tcn_channel_outgoing *) = {
		[TCN_CHANNEL_TRANSPORT_HTTP] = send_http,
		[TCN_CHANNEL_TRANSPORT_MAIL] = send_mail,
		[TCN_CHANNEL_TRANSPORT_EXEC] = send_exec,
		[TCN_CHANNEL_TRANSPORT_FILE] = send_file,
	};
	struct request *req = tcn_mem_calloc(1, sizeof *req);
	struct tcn_channel_outgoing linked = *outgoing;
	enum tcn_rc rc;

	assert(outgoing->receiver && outgoing->receiver->channel && done);
	req->transport = transport;
	req->channel = outgoing->receiver->channel;
	req->done = done;
	req->ctx = ctx;
	LIST_INSERT_HEAD(&transport->requests, req, link);
	tcn_message_idempotency_key(outgoing, &req->key);
	if (transport->linker &&
	    tcn_linker_sign(transport->linker, outgoing->body,
		req->channel->transport == TCN_CHANNEL_TRANSPORT_MAIL,
		tcn_now_wall_ms(), &req->linked))
		linked.body = tcn_buf_view(&req->linked);
	rc = senders[req->channel->transport](req, &linked);
	if (rc)
		request_free(req);
	return rc;
}

/* --- the validator --- */

/* How many of the requests are mails that are being printed. */
static size_t
printing_n(const struct tcn_transport *transport)
{
	const struct request *req;
	size_t n = 0;

	LIST_FOREACH (req, &transport->requests, link)
		n += req->printing && !req->printing->ended;
	return n;
}

/* How many of the requests go by this way. */
static size_t
requests_n(const struct tcn_transport *transport,
    enum tcn_channel_transport way)
{
	const struct request *req;
	size_t n = 0;

	LIST_FOREACH (req, &transport->requests, link)
		n += req->channel->transport == way;
	return n;
}

static enum tcn_rc
check_list(const struct tcn_transport *transport, size_t *n,
    struct tcn_err *err)
{
	const struct request *req;

	*n = 0;
	LIST_FOREACH (req, &transport->requests, link) {
		if (*req->link.le_prev != req || req->transport != transport ||
		    !req->channel || !req->done)
			return tcn_err_set(err, TCN_CORRUPT,
			    "request %zu of the list is not linked to it", *n);
		++*n;
	}
	return TCN_OK;
}

enum tcn_rc
tcn_transport_check(const struct tcn_transport *transport, size_t *n,
    struct tcn_err *err)
{
	size_t posted = 0, running = 0, written = 0;
	enum tcn_rc rc = check_list(transport, n, err);

	if (!rc)
		rc = tcn_post_check(transport->post, &posted, err);
	if (!rc)
		rc = tcn_spawn_check(transport->spawn, &running, err);
	if (!rc)
		rc = tcn_file_writer_check(transport->file_writer, &written,
		    err);
	if (rc)
		return rc;
	if (running !=
		requests_n(transport, TCN_CHANNEL_TRANSPORT_EXEC) +
		    printing_n(transport) ||
	    written != requests_n(transport, TCN_CHANNEL_TRANSPORT_FILE) ||
	    posted + running + written != *n)
		return tcn_err_set(err, TCN_CORRUPT,
		    "of %zu requests %zu are posted, %zu run and %zu are "
		    "written",
		    *n, posted, running, written);
	return TCN_OK;
}
