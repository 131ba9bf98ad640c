#include "tools/deliver/transport.h"

#include <assert.h>
#include <errno.h>

#include "engine/base/buf.h"
#include "engine/base/mem.h"
#include "tools/deliver/file_writer.h"
#include "tools/deliver/post.h"
#include "tools/deliver/spawn.h"

struct tcn_transport {
	struct tcn_post *post;
	struct tcn_spawn *spawn;
	struct tcn_file_writer *file_writer;
	struct request *first;
};

/* A request under way, and the bytes that it is made of. */
struct request {
	struct tcn_transport *transport;
	struct request *next, **at; /* where the list points to it */
	const struct tcn_channel *channel;
	struct tcn_channel_request request;
	struct tcn_buf key;
	tcn_transport_done_fn *done;
	void *ctx;
};

static void
request_free(struct request *p)
{
	*p->at = p->next;
	if (p->next)
		p->next->at = p->at;
	tcn_buf_fini(&p->request.url);
	tcn_buf_fini(&p->request.headers);
	tcn_buf_fini(&p->key);
	tcn_mem_free(p);
}

enum tcn_rc
tcn_transport_new(struct event_base *base, const char *user_agent,
    struct tcn_transport **out)
{
	struct tcn_transport *transport = tcn_mem_calloc(1, sizeof *transport);
	enum tcn_rc rc;

	*out = NULL;
	if (!transport)
		return TCN_NOMEM;
	rc = tcn_post_new(base, user_agent, &transport->post);
	if (!rc)
		rc = tcn_spawn_new(base, &transport->spawn);
	if (!rc)
		rc = tcn_file_writer_new(base, &transport->file_writer);
	if (rc)
		tcn_transport_free(transport);
	else
		*out = transport;
	return rc;
}

void
tcn_transport_free(struct tcn_transport *transport)
{
	if (!transport)
		return;
	tcn_post_free(transport->post);
	tcn_spawn_free(transport->spawn);
	tcn_file_writer_free(transport->file_writer);
	while (transport->first)
		request_free(transport->first);
	tcn_mem_free(transport);
}

/* Reports the outcome, and frees the request. */
static void
end(struct request *p, const struct tcn_transport_result *result)
{
	p->done(p->ctx, result);
	request_free(p);
}

/* --- HTTP and mail --- */

static void
on_posted(void *ctx, const struct tcn_post_result *posted)
{
	struct request *p = ctx;
	struct tcn_buf handle = { 0 };
	struct tcn_transport_result result = {
		.ok = posted->ok,
		.permanent = posted->permanent,
		.status = posted->status,
		.retry_after_ms = posted->retry_after_ms,
		.answer = posted->answer,
		.error = posted->error,
	};

	if (posted->ok && p->channel->handle)
		p->channel->handle(posted->answer, &handle);
	if (!handle.failed)
		result.handle = tcn_buf_view(&handle);
	end(p, &result);
	tcn_buf_fini(&handle);
}

static void
add_headers(const struct tcn_receiver *receiver, struct request *p)
{
	struct tcn_buf *headers = &p->request.headers;

	tcn_buf_z(headers, "Content-Type: application/json\n");
	tcn_buf_printf(headers, "Idempotency-Key: %s\n", p->key.at);
	for (size_t i = 0; i < receiver->headers.n; i++)
		tcn_buf_printf(headers, "%s\n", receiver->headers.at[i]);
}

static enum tcn_rc
send_http(struct request *p, const struct tcn_channel_outgoing *s)
{
	const struct tcn_receiver *r = s->receiver;
	struct tcn_channel_request *request = &p->request;
	struct tcn_post_job job = {
		.body = s->body,
		.timeout_ms = r->timeout_ms,
		.ca_file = r->ca_file,
		.private_ok = r->private_ok,
		.token = r->token,
		.done = on_posted,
		.ctx = p,
	};

	request->method = "POST";
	tcn_buf_z(&request->url, r->url);
	add_headers(r, p);
	if (p->channel->request)
		p->channel->request(s, request);
	if (request->url.failed || request->headers.failed)
		return TCN_NOMEM;
	job.method = request->method;
	job.url = request->url.at;
	job.headers = tcn_buf_view(&request->headers);
	return tcn_post_send(p->transport->post, &job);
}

static enum tcn_rc
send_mail(struct request *p, const struct tcn_channel_outgoing *s)
{
	const struct tcn_receiver *r = s->receiver;
	const struct tcn_post_job job = {
		.url = r->url,
		.body = s->body,
		.timeout_ms = r->timeout_ms,
		.ca_file = r->ca_file,
		.private_ok = r->private_ok,
		.from = r->from,
		.to = r->to.at,
		.user = r->user,
		.password = r->password,
		.done = on_posted,
		.ctx = p,
	};

	return tcn_post_send(p->transport->post, &job);
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
send_exec(struct request *p, const struct tcn_channel_outgoing *s)
{
	const struct tcn_spawn_job job = {
		.command = s->receiver->command.at,
		.input = s->body,
		.key = p->key.at,
		.timeout_ms = s->receiver->timeout_ms,
		.done = on_ended,
		.ctx = p,
	};
	struct tcn_transport_result result = { 0 };
	enum tcn_rc rc = tcn_spawn_run(p->transport->spawn, &job);

	if (rc != TCN_IO)
		return rc;
	result.error = strerror(errno);
	end(p, &result);
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
send_file(struct request *p, const struct tcn_channel_outgoing *s)
{
	const struct tcn_file_writer_job job = {
		.path = s->receiver->path,
		.line = s->body,
		.timeout_ms = s->receiver->timeout_ms,
		.done = on_written,
		.ctx = p,
	};

	return tcn_file_writer_write(p->transport->file_writer, &job);
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
	struct request *p = tcn_mem_calloc(1, sizeof *p);
	enum tcn_rc rc;

	assert(outgoing->receiver && outgoing->receiver->channel && done);
	if (!p)
		return TCN_NOMEM;
	p->transport = transport;
	p->channel = outgoing->receiver->channel;
	p->done = done;
	p->ctx = ctx;
	p->next = transport->first;
	p->at = &transport->first;
	if (p->next)
		p->next->at = &p->next;
	transport->first = p;
	tcn_channel_idempotency_key(outgoing, &p->key);
	rc = p->key.failed ? TCN_NOMEM
			   : senders[p->channel->transport](p, outgoing);
	if (rc)
		request_free(p);
	return rc;
}

/* --- the validator --- */

/* How many of the requests go by this way. */
static size_t
requests_n(const struct tcn_transport *transport,
    enum tcn_channel_transport way)
{
	size_t n = 0;

	for (const struct request *p = transport->first; p; p = p->next)
		n += p->channel->transport == way;
	return n;
}

static enum tcn_rc
check_list(const struct tcn_transport *transport, size_t *n,
    struct tcn_err *err)
{
	struct request *const *at = &transport->first;

	*n = 0;
	for (const struct request *p = transport->first; p; p = p->next) {
		if (p->at != at || p->transport != transport || !p->channel ||
		    !p->done)
			return tcn_err_set(err, TCN_CORRUPT,
			    "request %zu of the list is not linked to it", *n);
		at = &p->next;
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
	if (running != requests_n(transport, TCN_CHANNEL_TRANSPORT_EXEC) ||
	    written != requests_n(transport, TCN_CHANNEL_TRANSPORT_FILE) ||
	    posted + running + written != *n)
		return tcn_err_set(err, TCN_CORRUPT,
		    "of %zu requests %zu are posted, %zu run and %zu are "
		    "written",
		    *n, posted, running, written);
	return TCN_OK;
}
