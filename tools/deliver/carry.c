#include "tools/deliver/carry.h"

#include <errno.h>

#include "engine/base/mem.h"
#include "tools/deliver/post.h"
#include "tools/deliver/scribe.h"
#include "tools/deliver/spawn.h"

struct tcn_carry {
	struct tcn_post *post;
	struct tcn_spawn *spawn;
	struct tcn_scribe *scribe;
	struct parcel *first;
};

/* A message on its way, and the bytes its request is made of. */
struct parcel {
	struct tcn_carry *carry;
	struct parcel *next, **at; /* where the list points to it */
	const struct tcn_channel *channel;
	struct tcn_request request;
	struct tcn_buf key;
	tcn_carried_fn *done;
	void *ctx;
};

static void
parcel_free(struct parcel *p)
{
	*p->at = p->next;
	if (p->next)
		p->next->at = p->at;
	tcn_buf_fini(&p->request.url);
	tcn_buf_fini(&p->request.headers);
	tcn_buf_fini(&p->key);
	tcn_free(p);
}

enum tcn_rc
tcn_carry_new(struct event_base *base, const char *user_agent,
    struct tcn_carry **out)
{
	struct tcn_carry *carry = tcn_calloc(1, sizeof *carry);
	enum tcn_rc rc;

	*out = NULL;
	if (!carry)
		return TCN_NOMEM;
	rc = tcn_post_new(base, user_agent, &carry->post);
	if (!rc)
		rc = tcn_spawn_new(base, &carry->spawn);
	if (!rc)
		rc = tcn_scribe_new(base, &carry->scribe);
	if (rc)
		tcn_carry_free(carry);
	else
		*out = carry;
	return rc;
}

void
tcn_carry_free(struct tcn_carry *carry)
{
	if (!carry)
		return;
	tcn_post_free(carry->post);
	tcn_spawn_free(carry->spawn);
	tcn_scribe_free(carry->scribe);
	while (carry->first)
		parcel_free(carry->first);
	tcn_free(carry);
}

/* Tells what came of it, and forgets it. */
static void
end(struct parcel *p, const struct tcn_carried *carried)
{
	p->done(p->ctx, carried);
	parcel_free(p);
}

/* --- HTTP and mail --- */

static void
on_posted(void *ctx, const struct tcn_posted *posted)
{
	struct parcel *p = ctx;
	struct tcn_buf handle = { 0 };
	struct tcn_carried carried = {
		.ok = posted->ok,
		.for_good = posted->for_good,
		.status = posted->status,
		.retry_after_ms = posted->retry_after_ms,
		.answer = posted->answer,
		.error = posted->error,
	};

	if (posted->ok && p->channel->handle)
		p->channel->handle(posted->answer, &handle);
	if (!handle.failed)
		carried.handle = tcn_buf_view(&handle);
	end(p, &carried);
	tcn_buf_fini(&handle);
}

static void
add_headers(const struct tcn_receiver *receiver, struct parcel *p)
{
	struct tcn_buf *headers = &p->request.headers;

	tcn_buf_z(headers, "Content-Type: application/json\n");
	tcn_buf_printf(headers, "Idempotency-Key: %s\n", p->key.at);
	for (size_t i = 0; i < receiver->headers.n; i++)
		tcn_buf_printf(headers, "%s\n", receiver->headers.at[i]);
}

static enum tcn_rc
send_http(struct parcel *p, const struct tcn_sending *s)
{
	const struct tcn_receiver *r = s->receiver;
	struct tcn_request *request = &p->request;
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
	return tcn_post_send(p->carry->post, &job);
}

static enum tcn_rc
send_mail(struct parcel *p, const struct tcn_sending *s)
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

	return tcn_post_send(p->carry->post, &job);
}

/* --- programs and files --- */

static void
on_ended(void *ctx, int status, const char *error)
{
	const struct tcn_carried carried = {
		.ok = error == NULL,
		.status = status,
		.error = error,
	};

	end(ctx, &carried);
}

static enum tcn_rc
send_exec(struct parcel *p, const struct tcn_sending *s)
{
	const struct tcn_spawn_job job = {
		.command = s->receiver->command.at,
		.input = s->body,
		.key = p->key.at,
		.timeout_ms = s->receiver->timeout_ms,
		.done = on_ended,
		.ctx = p,
	};
	struct tcn_carried carried = { 0 };
	enum tcn_rc rc = tcn_spawn_run(p->carry->spawn, &job);

	if (rc != TCN_IO)
		return rc;
	carried.error = strerror(errno);
	end(p, &carried);
	return TCN_OK;
}

static void
on_written(void *ctx, const char *error)
{
	const struct tcn_carried carried = {
		.ok = error == NULL,
		.error = error,
	};

	end(ctx, &carried);
}

static enum tcn_rc
send_file(struct parcel *p, const struct tcn_sending *s)
{
	const struct tcn_scribe_job job = {
		.path = s->receiver->path,
		.line = s->body,
		.timeout_ms = s->receiver->timeout_ms,
		.done = on_written,
		.ctx = p,
	};

	return tcn_scribe_write(p->carry->scribe, &job);
}

enum tcn_rc
tcn_carry_send(struct tcn_carry *carry, const struct tcn_sending *sending,
    tcn_carried_fn *done, void *ctx)
{
	static enum tcn_rc (*const senders[])(struct parcel *,
	    const struct tcn_sending *) = {
		[TCN_CARRIER_HTTP] = send_http,
		[TCN_CARRIER_MAIL] = send_mail,
		[TCN_CARRIER_EXEC] = send_exec,
		[TCN_CARRIER_FILE] = send_file,
	};
	struct parcel *p = tcn_calloc(1, sizeof *p);
	enum tcn_rc rc;

	if (!p)
		return TCN_NOMEM;
	p->carry = carry;
	p->channel = sending->receiver->channel;
	p->done = done;
	p->ctx = ctx;
	p->next = carry->first;
	p->at = &carry->first;
	if (p->next)
		p->next->at = &p->next;
	carry->first = p;
	tcn_sending_key(sending, &p->key);
	rc = p->key.failed ? TCN_NOMEM
			   : senders[p->channel->carrier](p, sending);
	if (rc)
		parcel_free(p);
	return rc;
}
