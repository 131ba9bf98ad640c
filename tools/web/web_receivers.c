/*
 * Receivers, with test messages and dead letters, and silences.
 */
#include <stdio.h>

#include "engine/item/record.h"
#include "tools/base/when.h"
#include "tools/web/web_impl.h"
#include "tools/web/web_words.h"

#define LETTERS 50 /* dead ones on a page */

/* --- receivers --- */

/* A button of a form that posts one act about one thing. */
static void
put_act(struct tcn_web_page *page, const char *act, const char *field,
    struct tcn_str value, const char *back, const char *text)
{
	tcn_web_page_form(page, NULL, tcn_str(back));
	tcn_web_html_hidden(&page->out, "act", tcn_str(act));
	tcn_web_html_hidden(&page->out, field, value);
	tcn_buf_printf(&page->out, "<button>%s</button></form>\n", text);
}

static void
put_test(struct tcn_buf *out, const struct tcn_json_value *test)
{
	struct tcn_str state = tcn_json_in_str(test, "state");
	struct tcn_str error = tcn_json_in_str(test, "error");
	uint64_t status = tcn_json_in_uint(test, "status");

	if (!state.n)
		return;
	tcn_buf_z(out, "<p class=\"why\">Test message of ");
	tcn_web_html_time(out, tcn_json_in_ms(test, "at"), TCN_WEB_HTML_CLOCK);
	if (tcn_str_equal(state, tcn_str("under_way"))) {
		tcn_buf_z(out,
		    ": under way. <a href=\"/receivers\">Look again</a></p>\n");
		return;
	}
	if (error.n) {
		tcn_buf_z(out, ": <span class=\"failed\">");
		tcn_web_html_text(out, error);
		tcn_buf_z(out, "</span></p>\n");
		return;
	}
	tcn_buf_printf(out, ": taken in %.0f ms",
	    1000 * tcn_json_in_number(test, "took_seconds"));
	if (status)
		tcn_buf_printf(out, ", status %llu",
		    (unsigned long long)status);
	tcn_buf_z(out, ".</p>\n");
}

static void
put_counts(struct tcn_buf *out, const struct tcn_json_value *r)
{
	static const char *const names[] = { "waiting", "held", "dead",
		"sent" };

	tcn_buf_z(out, "<p class=\"figs\">");
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		tcn_buf_z(out, "<b>");
		tcn_web_html_count(out, tcn_json_in_uint(r, names[i]));
		tcn_buf_printf(out, "</b> %s ", names[i]);
	}
	if (tcn_json_in_ms(r, "last_sent_at") != TCN_UNDATED) {
		tcn_buf_z(out, "\xc2\xb7 the last ");
		tcn_web_html_time(out, tcn_json_in_ms(r, "last_sent_at"),
		    TCN_WEB_HTML_SHORT);
	}
	tcn_buf_z(out, "</p>\n");
}

static void
put_receiver(struct tcn_web_page *page, const struct tcn_json_value *r)
{
	struct tcn_json_value test = tcn_json_member(r, "test");
	struct tcn_str state = tcn_json_in_str(r, "state");
	struct tcn_str error = tcn_json_in_str(r, "last_error");
	bool failing = tcn_str_equal(state, tcn_str("failing"));
	struct tcn_buf *out = &page->out;

	tcn_buf_printf(out, "<li class=\"entry\"><p class=\"line\"><b%s>",
	    failing                                     ? " class=\"failed\""
		: tcn_str_equal(state, tcn_str("well")) ? " class=\"well\""
							: "");
	tcn_web_html_text(out, state);
	tcn_buf_z(out, "</b> ");
	tcn_web_html_text(out, tcn_json_in_str(r, "kind"));
	tcn_buf_z(out, "</p>\n<h3>");
	tcn_web_html_foreign(out, (struct tcn_str){ 0 },
	    tcn_json_in_str(r, "receiver"));
	tcn_buf_z(out, "</h3>\n");
	put_counts(out, r);
	if (error.n) {
		tcn_buf_z(out, "<p class=\"why\">Last error, ");
		tcn_web_html_time(out, tcn_json_in_ms(r, "last_failed_at"),
		    TCN_WEB_HTML_SHORT);
		tcn_buf_z(out, ": ");
		tcn_web_html_text(out, error);
		tcn_buf_z(out, "</p>\n");
	}
	put_test(out, &test);
	if (tcn_web_page_may(page, TCN_HTTP_SCOPE_ADMIN))
		put_act(page, "test", "receiver",
		    tcn_json_in_str(r, "receiver"), "/receivers",
		    "Send a test");
	tcn_buf_z(out, "</li>\n");
}

static void
put_desks(struct tcn_buf *out, const struct tcn_json_value *answer)
{
	struct tcn_json_value list = tcn_json_member(answer, "desks");
	struct tcn_json_value at = tcn_json_first(&list), name;

	if (!at.node)
		return;
	tcn_buf_z(out, "<section>\n<h2>Desks</h2>\n<ul class=\"rows\">\n");
	for (; at.node; at = tcn_json_next(&at)) {
		const char *between = "";

		tcn_buf_z(out, "<li><b>");
		tcn_web_html_text(out, tcn_json_in_str(&at, "desk"));
		tcn_buf_z(out, "</b>: ");
		name = tcn_json_member(&at, "receivers");
		for (name = tcn_json_first(&name); name.node;
		     name = tcn_json_next(&name)) {
			tcn_buf_z(out, between);
			tcn_web_html_text(out, name.s);
			between = ", ";
		}
		tcn_buf_z(out, "</li>\n");
	}
	tcn_buf_z(out, "</ul>\n</section>\n");
}

/* --- dead letters --- */

static void
put_letter(struct tcn_web_page *page, const struct tcn_json_value *m)
{
	struct tcn_buf *out = &page->out;
	struct tcn_str event = tcn_json_in_str(m, "event");
	char number[32];

	snprintf(number, sizeof number, "%llu",
	    (unsigned long long)tcn_json_in_uint(m, "message"));
	tcn_buf_z(out, "<li class=\"entry\"><p class=\"line\"><b>");
	tcn_web_html_text(out, tcn_json_in_str(m, "receiver"));
	tcn_buf_z(out, "</b> ");
	tcn_web_html_time(out, tcn_json_in_ms(m, "done_at"),
	    TCN_WEB_HTML_SHORT);
	tcn_buf_z(out, " <a href=\"");
	tcn_web_words_event_path(out, event, "");
	tcn_buf_z(out, "\">");
	tcn_web_html_text(out, event);
	tcn_buf_z(out, "</a></p>\n<p class=\"why\">");
	tcn_web_html_text(out, tcn_json_in_str(m, "error"));
	tcn_buf_z(out, "</p>\n");
	if (tcn_web_page_may(page, TCN_HTTP_SCOPE_ADMIN)) {
		tcn_buf_z(out, "<div class=\"buttons\">");
		put_act(page, "resend", "message", tcn_str(number),
		    "/receivers#dead", "Send again");
		tcn_buf_z(out, "</div>\n");
	}
	tcn_buf_z(out, "</li>\n");
}

static void
put_letters(struct tcn_web_page *page)
{
	struct tcn_buf *out = &page->out, target = { 0 };
	struct tcn_json_value answer, at;
	struct tcn_str why;
	char limit[16];

	tcn_buf_z(out, "<section>\n<h2 id=\"dead\">Messages given up</h2>\n");
	tcn_buf_z(&target, "/v1/deliveries");
	tcn_target_param(&target, "state", tcn_str("dead"));
	snprintf(limit, sizeof limit, "%d", LETTERS);
	tcn_target_param(&target, "limit", tcn_str(limit));
	tcn_web_page_pass(page, "before", &target);
	if (tcn_web_page_try(page, target.at, &answer, &why) != 200)
		tcn_web_page_failed(page, "They cannot be listed", why);
	tcn_buf_fini(&target);
	at = tcn_json_member(&answer, "deliveries");
	at = tcn_json_first(&at);
	if (!at.node && answer.node)
		tcn_buf_z(out,
		    "<p>None: whatever was to be sent was taken, or is still "
		    "tried.</p>\n");
	tcn_buf_z(out, "<ul class=\"entries\">\n");
	for (; at.node; at = tcn_json_next(&at))
		put_letter(page, &at);
	tcn_buf_z(out, "</ul>\n");
	if (tcn_json_in_bool(&answer, "more"))
		tcn_buf_printf(out,
		    "<p class=\"next\"><a href=\"/receivers?before=%.0f#dead\">"
		    "next %d</a></p>\n",
		    tcn_json_in_number(&answer, "next"), LETTERS);
	tcn_buf_z(out, "</section>\n");
}

void
tcn_web_get_receivers(void *ctx, struct tcn_http_call *call)
{
	struct tcn_web_page page = tcn_web_page(ctx, call);
	const struct tcn_web_frame frame = {
		.title = tcn_str("Receivers"),
		.nav = TCN_WEB_NAV_RECEIVERS,
	};
	struct tcn_json_value answer, at;

	if (!tcn_web_page_ask(&page, "/v1/receivers", &answer))
		return;
	tcn_web_page_begin(&page, &frame);
	tcn_buf_z(&page.out, "<h1>Receivers</h1>\n");
	at = tcn_json_member(&answer, "receivers");
	at = tcn_json_first(&at);
	if (!at.node)
		tcn_buf_z(&page.out,
		    "<p class=\"nothing\">Nobody is told of events: "
		    "deliver.receivers names no file. tocsin-receivers(5) says "
		    "what stands in it.</p>\n");
	tcn_buf_z(&page.out, "<ul class=\"entries\">\n");
	for (; at.node; at = tcn_json_next(&at))
		put_receiver(&page, &at);
	tcn_buf_z(&page.out, "</ul>\n");
	put_desks(&page.out, &answer);
	put_letters(&page);
	tcn_buf_z(&page.out,
	    "<p class=\"note\"><a href=\"/silences\">Silences</a></p>\n");
	tcn_web_page_send(&page);
}

/* --- silences --- */

static void
put_what(struct tcn_buf *out, const struct tcn_json_value *s)
{
	struct tcn_str kind = tcn_json_in_str(s, "kind");
	struct tcn_str value = tcn_json_in_str(s, "value");

	tcn_web_html_text(out, kind);
	tcn_buf_char(out, ' ');
	if (!tcn_str_equal(kind, tcn_str("event"))) {
		tcn_web_html_foreign(out, (struct tcn_str){ 0 }, value);
		return;
	}
	tcn_buf_z(out, "<a href=\"");
	tcn_web_words_event_path(out, value, "");
	tcn_buf_z(out, "\">");
	tcn_web_html_text(out, value);
	tcn_buf_z(out, "</a>");
}

static void
put_silence(struct tcn_web_page *page, const struct tcn_json_value *s)
{
	struct tcn_str reason = tcn_json_in_str(s, "reason");
	int64_t ended = tcn_json_in_ms(s, "ended_at");
	bool holds = tcn_json_in_bool(s, "holds");
	struct tcn_buf *out = &page->out;
	char number[32];

	tcn_buf_printf(out,
	    "<li class=\"entry\"><p class=\"line\"><b>%s</b> until ",
	    holds ? "now" : "past");
	tcn_web_html_time(out,
	    ended != TCN_UNDATED ? ended : tcn_json_in_ms(s, "expires_at"),
	    TCN_WEB_HTML_SHORT);
	tcn_buf_z(out, " since ");
	tcn_web_html_time(out, tcn_json_in_ms(s, "created_at"),
	    TCN_WEB_HTML_SHORT);
	tcn_buf_z(out, "</p>\n<h3>");
	put_what(out, s);
	tcn_buf_z(out, "</h3>\n<p class=\"why\">by ");
	tcn_web_html_foreign(out, (struct tcn_str){ 0 },
	    tcn_json_in_str(s, "author"));
	if (reason.n) {
		tcn_buf_z(out, ": ");
		tcn_web_html_foreign(out, (struct tcn_str){ 0 }, reason);
	}
	if (ended != TCN_UNDATED) {
		tcn_buf_z(out, "; ended by ");
		tcn_web_html_foreign(out, (struct tcn_str){ 0 },
		    tcn_json_in_str(s, "ended_by"));
	}
	tcn_buf_z(out, "</p>\n");
	snprintf(number, sizeof number, "%llu",
	    (unsigned long long)tcn_json_in_uint(s, "silence"));
	if (holds && tcn_web_page_may(page, TCN_HTTP_SCOPE_ADMIN))
		put_act(page, "end-silence", "silence", tcn_str(number),
		    "/silences", "End it");
	tcn_buf_z(out, "</li>\n");
}

void
tcn_web_get_silences(void *ctx, struct tcn_http_call *call)
{
	struct tcn_web_page page = tcn_web_page(ctx, call);
	const struct tcn_web_frame frame = {
		.title = tcn_str("Silences"),
		.nav = TCN_WEB_NAV_RECEIVERS,
	};
	struct tcn_json_value answer, at;
	struct tcn_buf target = { 0 };
	bool asked;

	tcn_buf_z(&target, "/v1/silences?all=true");
	tcn_web_page_pass(&page, "after", &target);
	asked = tcn_web_page_ask(&page, target.at, &answer);
	tcn_buf_fini(&target);
	if (!asked)
		return;
	tcn_web_page_begin(&page, &frame);
	tcn_buf_z(&page.out, "<h1>Silences</h1>\n");
	at = tcn_json_member(&answer, "silences");
	at = tcn_json_first(&at);
	if (!at.node)
		tcn_buf_z(&page.out,
		    "<p class=\"nothing\">Nothing is silenced, nor was. An "
		    "event is silenced on its page.</p>\n");
	tcn_buf_z(&page.out, "<ul class=\"entries\">\n");
	for (; at.node; at = tcn_json_next(&at))
		put_silence(&page, &at);
	tcn_buf_z(&page.out, "</ul>\n");
	if (tcn_json_in_bool(&answer, "more"))
		tcn_buf_printf(&page.out,
		    "<p class=\"next\"><a href=\"/silences?after=%.0f\">next"
		    "</a></p>\n",
		    tcn_json_in_number(&answer, "next"));
	tcn_buf_z(&page.out,
	    "<p class=\"note\">What a silence kept quiet is told on the "
	    "page of each event. <a href=\"/receivers\">Receivers</a></p>\n");
	tcn_web_page_send(&page);
}
