/*
 * Logging in and out, who is logged in, and pages that are refused.
 */
#include <inttypes.h>
#include <stdio.h>

#include "engine/base/mem.h"
#include "tools/serve/http/http_session.h"
#include "tools/serve/web/web_impl.h"

/* --- refused --- */

void
tcn_web_refused(void *ctx, struct tcn_http_call *call, int status,
    const char *why)
{
	struct tcn_web_page page = tcn_web_page(ctx, call);

	if (status == 401)
		why = "you are logged out, and nothing has changed: log in in "
		      "another window, then send this again";
	tcn_web_page_fail(&page, status, tcn_str(why));
}

/* --- logging in --- */

/* The page with the form; wrong: what was wrong with the last one, or NULL. */
static void
send_login(struct tcn_web_page *page, const char *to, const char *wrong)
{
	const struct tcn_web_view view = { .name = "login",
		.frame = { .name = TCN_WORDS("Log in"), .narrow = true } };

	tcn_web_page_set_str(page, "csrf",
	    tcn_str(tcn_http_call_begin_login(page->call)));
	tcn_web_page_set_str(page, "to", tcn_str(to));
	tcn_web_page_set_str(page, "wrong", tcn_str(wrong));
	tcn_web_view_send(page, &view);
}

void
tcn_web_get_login(void *ctx, struct tcn_http_call *call)
{
	struct tcn_web_page page = tcn_web_page(ctx, call);
	const char *to = tcn_http_own_path(tcn_http_call_query(call, "to"));

	/* Who is logged in, or need not be, goes on. */
	if (tcn_http_call_scope(call) >= TCN_HTTP_SCOPE_READ)
		tcn_web_page_redirect(&page, to);
	else
		send_login(&page, to, NULL);
}

static void
on_login(void *ctx, struct tcn_http_call *call, enum tcn_http_login result,
    int64_t retry_s)
{
	struct tcn_web_page page = tcn_web_page(ctx, call);
	const char *to = tcn_http_own_path(tcn_http_call_field(call, "to"));
	char text[128];

	switch (result) {
	case TCN_HTTP_LOGIN_DONE:
	case TCN_HTTP_LOGIN_NONE:
		tcn_web_page_redirect(&page, to);
		return;
	case TCN_HTTP_LOGIN_WRONG:
		page.status = 401;
		send_login(&page, to, TCN_WORDS("This token is not known."));
		return;
	case TCN_HTTP_LOGIN_LIMITED:
		snprintf(text, sizeof text, "%" PRId64, retry_s);
		tcn_http_call_set_header(call, "Retry-After", text);
		page.status = 429;
		tcn_web_page_set_number(&page, "retry_seconds",
		    (double)retry_s);
		send_login(&page, to, NULL);
		return;
	case TCN_HTTP_LOGIN_STALE:
		page.status = 403;
		send_login(&page, to,
		    TCN_WORDS("This page had been open for too long. Please "
			      "try again."));
		return;
	case TCN_HTTP_LOGIN_FAILED:
		tcn_web_page_fail(&page, 503, tcn_str("out of memory"));
		return;
	}
}

void
tcn_web_post_login(void *ctx, struct tcn_http_call *call)
{
	const char *token = tcn_http_call_field(call, "token");
	const char *csrf = tcn_http_call_field(call, "csrf");

	tcn_http_call_login(call, tcn_str(token), csrf ? csrf : "", on_login,
	    ctx);
}

/* --- who is logged in --- */

void
tcn_web_get_sessions(void *ctx, struct tcn_http_call *call)
{
	tcn_web_view(ctx, call,
	    &(const struct tcn_web_view){ .name = "sessions",
		.frame = { .name = TCN_WORDS("Who is logged in"),
		    .narrow = true },
		.asks = { { "self", "/v1/session", NULL },
		    { "all", "/v1/sessions", NULL } } });
}
