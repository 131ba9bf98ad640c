/*
 * Routes that call routes in this process: what is handed on, what is refused,
 * and an answer that comes later.
 */
#include "tests/base/run.h"

#include <event2/http.h>
#include <sys/queue.h>

#include "engine/base/buf.h"
#include "engine/base/mem.h"
#include "tools/serve/http/http.h"
#include "tools/serve/http/http_impl.h"

static struct tcn_http_call *waiting; /* answered by the test */

static void
reply(struct tcn_http_call *call, const char *text)
{
	struct tcn_buf out = { 0 };

	tcn_buf_printf(&out, "%s by '%s' of '%.*s' to '%s', %s", text,
	    tcn_http_call_user(call), TCN_STR_ARG(tcn_http_call_body(call)),
	    tcn_http_call_arg(call, 0),
	    tcn_http_call_query(call, "q") ? tcn_http_call_query(call, "q")
					   : "-");
	tcn_http_call_reply(call, 200, NULL, &out);
	tcn_buf_fini(&out);
}

static void
read_it(void *ctx, struct tcn_http_call *call)
{
	reply(call, ctx);
}

static void
read_later(void *ctx, struct tcn_http_call *call)
{
	(void)ctx;
	waiting = call;
}

static const struct tcn_http_route inner[] = {
	{ EVHTTP_REQ_GET, "/in/{}", TCN_HTTP_SCOPE_READ, read_it, "", "q", NULL,
	    "" },
	{ EVHTTP_REQ_POST, "/in/{}", TCN_HTTP_SCOPE_ADMIN, read_it, "", NULL,
	    NULL, "" },
	{ EVHTTP_REQ_GET, "/later", TCN_HTTP_SCOPE_READ, read_later, "", NULL,
	    NULL, "" },
	{ 0 },
};

/* What the outer route asks for, and with which scope. */
static enum evhttp_cmd_type method;
static const char *target;
static enum tcn_http_scope scope;

static void
pass_on(void *of, int status, const struct tcn_buf *answer)
{
	struct tcn_http_call *call = of;
	struct tcn_buf out = { 0 };

	tcn_buf_printf(&out, "%d %.*s", status, (int)answer->n, answer->at);
	tcn_http_call_reply(call, 200, NULL, &out);
	tcn_buf_fini(&out);
}

static void
outer_route(void *ctx, struct tcn_http_call *call)
{
	call->scope = scope;
	call->user = "desk1";
	tcn_http_call_inner(call, inner, ctx, method, target, tcn_str("a body"),
	    pass_on, call);
}

static const struct tcn_http_route outer[] = {
	{ EVHTTP_REQ_GET, "/out", TCN_HTTP_SCOPE_NONE, outer_route, "", NULL,
	    NULL, "" },
	{ 0 },
};

static const struct {
	enum evhttp_cmd_type method;
	enum tcn_http_scope scope;
	const char *target, *says;
} calls[] = {
	{ EVHTTP_REQ_GET, TCN_HTTP_SCOPE_READ, "/in/a%2Fb?q=%26x",
	    "200 read by 'desk1' of 'a body' to 'a/b', &x" },
	{ EVHTTP_REQ_GET, TCN_HTTP_SCOPE_NONE, "/in/a",
	    "403 {\"error\":\"the token's scope does not allow this\"}\n" },
	{ EVHTTP_REQ_POST, TCN_HTTP_SCOPE_WRITE, "/in/a",
	    "403 {\"error\":\"the token's scope does not allow this\"}\n" },
	{ EVHTTP_REQ_POST, TCN_HTTP_SCOPE_ADMIN, "/in/a",
	    "200 read by 'desk1' of 'a body' to 'a', -" },
	{ EVHTTP_REQ_GET, TCN_HTTP_SCOPE_ADMIN, "/nothing",
	    "404 {\"error\":\"no such path\"}\n" },
	{ EVHTTP_REQ_GET, TCN_HTTP_SCOPE_ADMIN, "/in/a?p=1",
	    "400 {\"error\":\"there is no parameter \\\"p\\\" here: known are "
	    "q\"}\n" },
};

static void
call_outer(struct tcn_buf *answer)
{
	static char ctx[] = "read";

	ck_assert_int_eq(tcn_http_local_call(outer, ctx, EVHTTP_REQ_GET, "/out",
			     (struct tcn_str){ 0 }, answer),
	    200);
}

START_TEST(calls_as_its_caller)
{
	struct tcn_buf answer = { 0 };

	method = calls[_i].method;
	target = calls[_i].target;
	scope = calls[_i].scope;
	call_outer(&answer);
	ck_assert_str_eq(answer.at, calls[_i].says);
	tcn_buf_fini(&answer);
	ck_assert_uint_eq(tcn_mem_live_bytes(), 0);
}
END_TEST

static void
keep(void *of, int status, const struct tcn_buf *answer)
{
	ck_assert_int_eq(status, 200);
	tcn_buf_str(of, tcn_buf_view(answer));
}

START_TEST(is_answered_later)
{
	struct tcn_http_call *call = tcn_mem_calloc(1, sizeof *call);
	struct tcn_buf answer = { 0 };

	TAILQ_INIT(&call->query);
	call->scope = TCN_HTTP_SCOPE_READ;
	call->user = "desk2";
	tcn_http_call_inner(call, inner, NULL, EVHTTP_REQ_GET, "/later",
	    tcn_str("x"), keep, &answer);
	ck_assert_uint_eq(answer.n, 0);
	reply(waiting, "later");
	ck_assert_str_eq(answer.at, "later by 'desk2' of 'x' to '', -");
	tcn_http_call_free(call);
	tcn_buf_fini(&answer);
	ck_assert_uint_eq(tcn_mem_live_bytes(), 0);
}
END_TEST

TCN_TESTS(inner)
{
	TCN_EACH(calls_as_its_caller, calls);
	tcase_add_test(tc, is_answered_later);
}
