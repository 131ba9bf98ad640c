/*
 * Logging in and out, who is logged in, and pages that are refused.
 */
#include <inttypes.h>
#include <stdio.h>

#include "engine/base/mem.h"
#include "tools/http/http_session.h"
#include "tools/web/web_impl.h"

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
put_login(struct tcn_web_page *page, const char *to, const char *wrong)
{
	const struct tcn_web_frame frame = {
		.title = tcn_str("Log in"),
		.narrow = true,
	};
	struct tcn_buf *out = &page->out;

	tcn_web_page_begin(page, &frame);
	tcn_buf_z(out,
	    "<h1>Log in</h1>\n<form method=\"post\" action=\"/login\" "
	    "class=\"login\">");
	tcn_web_html_hidden(out, "csrf",
	    tcn_str(tcn_http_call_begin_login(page->call)));
	tcn_web_html_hidden(out, "to", tcn_str(to));
	tcn_buf_z(out,
	    "<label for=\"token\">Your token</label>\n"
	    "<input type=\"password\" id=\"token\" name=\"token\" required "
	    "autofocus autocomplete=\"current-password\" "
	    "autocapitalize=\"off\" spellcheck=\"false\"");
	if (wrong)
		tcn_buf_z(out,
		    " aria-invalid=\"true\" aria-describedby=\"wrong\"");
	tcn_buf_z(out, ">\n<button>Log in</button></form>\n");
	if (wrong) {
		tcn_buf_z(out,
		    "<p class=\"failed\" id=\"wrong\" role=\"alert\">");
		tcn_web_html_text(out, tcn_str(wrong));
		tcn_buf_z(out, "</p>\n");
	}
	tcn_buf_z(out,
	    "<p class=\"note\">Who looks and who acts is decided by tokens, "
	    "since this page can be reached from other machines. They stand in "
	    "the file that the setting <code>http.tokens</code> names; whoever "
	    "runs tocsin can give you yours. You stay logged in in this "
	    "browser for 30 days, or until you have not looked for 12 hours."
	    "</p>\n");
	tcn_web_page_send(page);
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
		put_login(&page, to, NULL);
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
		put_login(&page, to, "This token is not known.");
		return;
	case TCN_HTTP_LOGIN_LIMITED:
		snprintf(text, sizeof text, "%" PRId64, retry_s);
		tcn_http_call_set_header(call, "Retry-After", text);
		snprintf(text, sizeof text,
		    "Too many wrong tokens came from your address. Try again "
		    "in %" PRId64 " s.",
		    retry_s);
		page.status = 429;
		put_login(&page, to, text);
		return;
	case TCN_HTTP_LOGIN_STALE:
		page.status = 403;
		put_login(&page, to,
		    "This page had been open for too long. Please try again.");
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

static void
put_session(struct tcn_web_page *page, const struct tcn_json_value *row)
{
	struct tcn_str name = tcn_json_in_str(row, "name");
	struct tcn_str agent = tcn_json_in_str(row, "agent");
	bool own = tcn_json_in_bool(row, "current");
	struct tcn_buf *out = &page->out;

	tcn_buf_z(out, "<li><p><b>");
	tcn_web_html_foreign(out, (struct tcn_str){ 0 },
	    name.n ? name : tcn_str("a token without a name"));
	tcn_buf_z(out, "</b> ");
	tcn_web_html_text(out, tcn_json_in_str(row, "scope"));
	tcn_buf_z(out, own ? ", this browser</p>\n" : "</p>\n");
	tcn_buf_z(out, "<p class=\"note\">");
	tcn_web_html_foreign(out, (struct tcn_str){ 0 },
	    agent.n ? agent : tcn_str("a browser that does not say its name"));
	tcn_buf_z(out, "</p>\n<p class=\"note\">since ");
	tcn_web_html_time(out, tcn_json_in_ms(row, "began_at"),
	    TCN_WEB_HTML_SHORT);
	tcn_buf_z(out, ", last seen ");
	tcn_web_html_time(out, tcn_json_in_ms(row, "seen_at"),
	    TCN_WEB_HTML_SHORT);
	tcn_buf_z(out, ", ends ");
	tcn_web_html_time(out, tcn_json_in_ms(row, "ends_at"),
	    TCN_WEB_HTML_SHORT);
	tcn_buf_z(out, " unless it is used</p>\n");
	if (!own && tcn_web_page_may(page, TCN_HTTP_SCOPE_WRITE))
		tcn_web_page_button(page, "revoke-session", "session",
		    tcn_json_in_str(row, "session"), "/sessions", "Log out");
	tcn_buf_z(out, "</li>\n");
}

/* Who asks, and how to leave. */
static void
put_self(struct tcn_web_page *page, const struct tcn_json_value *self)
{
	struct tcn_str name = tcn_json_in_str(self, "name");
	struct tcn_buf *out = &page->out;

	tcn_buf_z(out, "<p>You are ");
	tcn_web_html_foreign(out, (struct tcn_str){ 0 },
	    name.n ? name : tcn_str("somebody without a name"));
	tcn_buf_z(out, ", with the scope <b>");
	tcn_web_html_text(out, tcn_json_in_str(self, "scope"));
	tcn_buf_z(out, "</b>.</p>\n");
	if (tcn_str_equal(tcn_json_in_str(self, "by"), tcn_str("session")))
		tcn_web_page_button(page, "logout", "session",
		    tcn_str("current"), "/sessions", "Log out");
	else
		tcn_buf_z(out,
		    "<p class=\"note\">Nobody needs to log in: without "
		    "<code>http.tokens</code>, whoever uses this machine may "
		    "do everything.</p>\n");
}

void
tcn_web_get_sessions(void *ctx, struct tcn_http_call *call)
{
	const struct tcn_web_frame frame = {
		.title = tcn_str("Who is logged in"),
		.narrow = true,
	};
	struct tcn_web_page page = tcn_web_page(ctx, call);
	struct tcn_json_value self, answer, list, at;

	if (!tcn_web_page_ask(&page, "/v1/session", &self) ||
	    !tcn_web_page_ask(&page, "/v1/sessions", &answer))
		return;
	tcn_web_page_begin(&page, &frame);
	tcn_buf_z(&page.out, "<h1>Who is logged in</h1>\n");
	put_self(&page, &self);
	list = tcn_json_member(&answer, "sessions");
	at = tcn_json_first(&list);
	tcn_buf_z(&page.out,
	    at.node ? "<ul class=\"rows\">\n"
		    : "<p class=\"note\">No browser is logged in.</p>\n");
	for (; at.node; at = tcn_json_next(&at))
		put_session(&page, &at);
	tcn_buf_z(&page.out, tcn_json_first(&list).node ? "</ul>\n" : "");
	tcn_web_page_send(&page);
}
