/*
 * Receivers, with test messages and dead letters.
 */
#include <inttypes.h>
#include <stdio.h>

#include "engine/item/record.h"
#include "tools/base/when.h"
#include "tools/web/web_impl.h"
#include "tools/web/web_words.h"

#define LETTERS 50 /* dead ones on a page */

/* --- receivers --- */

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
		tcn_web_page_button(page, "test", "receiver",
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

/* What can be done about a message that was given up. */
static void
put_letter_acts(struct tcn_web_page *page, const struct tcn_json_value *m)
{
	char number[24];

	if (!tcn_web_page_may(page, TCN_HTTP_SCOPE_ADMIN))
		return;
	snprintf(number, sizeof number, "%" PRIu64, tcn_json_in_uint(m, "id"));
	tcn_buf_z(&page->out, "<div class=\"acts\">");
	tcn_web_page_button(page, "resend", "message", tcn_str(number),
	    "/receivers#dead", "Send again");
	tcn_web_page_button(page, "drop", "message", tcn_str(number),
	    "/receivers#dead", "Drop");
	tcn_buf_z(&page->out, "</div>\n");
}

static void
put_letter(struct tcn_web_page *page, const struct tcn_json_value *m)
{
	struct tcn_json_value title = tcn_json_member(m, "title");
	struct tcn_buf *out = &page->out;

	tcn_buf_z(out, "<li class=\"entry\"><p class=\"line\"><b>");
	tcn_web_html_foreign(out, (struct tcn_str){ 0 },
	    tcn_json_in_str(m, "receiver"));
	tcn_buf_z(out, "</b> ");
	tcn_web_html_time(out, tcn_json_in_ms(m, "done_at"),
	    TCN_WEB_HTML_SHORT);
	tcn_buf_z(out, " <span class=\"failed\">");
	tcn_web_html_text(out, tcn_json_in_str(m, "error"));
	tcn_buf_z(out, "</span></p>\n<h3 class=\"head\">");
	if (title.kind == TCN_JSON_ABSENT)
		tcn_web_html_text(out, tcn_json_in_str(m, "event"));
	else
		tcn_web_words_event_link(out, m);
	tcn_buf_z(out, "</h3>\n");
	put_letter_acts(page, m);
	tcn_buf_z(out, "</li>\n");
}

/* All of a receiver at once: the buttons say how many. */
static void
put_all_acts(struct tcn_web_page *page, const struct tcn_json_value *r)
{
	struct tcn_str name = tcn_json_in_str(r, "receiver");
	uint64_t dead = tcn_json_in_uint(r, "dead");
	char text[64];

	if (dead < 2 || !tcn_web_page_may(page, TCN_HTTP_SCOPE_ADMIN))
		return;
	tcn_buf_z(&page->out, "<p class=\"line\"><b>");
	tcn_web_html_foreign(&page->out, (struct tcn_str){ 0 }, name);
	tcn_buf_z(&page->out, "</b></p>\n<div class=\"acts\">");
	snprintf(text, sizeof text, "Send all %" PRIu64 " again", dead);
	tcn_web_page_button(page, "resend-dead", "receiver", name,
	    "/receivers#dead", text);
	snprintf(text, sizeof text, "Drop all %" PRIu64, dead);
	tcn_web_page_button(page, "drop-dead", "receiver", name,
	    "/receivers#dead", text);
	tcn_buf_z(&page->out, "</div>\n");
}

static void
put_letters(struct tcn_web_page *page, const struct tcn_json_value *receivers)
{
	struct tcn_buf *out = &page->out, target = { 0 };
	struct tcn_json_value answer, at, r = tcn_json_first(receivers);
	struct tcn_str why;

	tcn_buf_z(out, "<section>\n<h2 id=\"dead\">Messages given up</h2>\n");
	tcn_buf_printf(&target, "/v1/deliveries?state=dead&limit=%d", LETTERS);
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
	for (; at.node && r.node; r = tcn_json_next(&r))
		put_all_acts(page, &r);
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
	struct tcn_json_value answer, receivers, at;

	if (!tcn_web_page_ask(&page, "/v1/receivers", &answer))
		return;
	tcn_web_page_begin(&page, &frame);
	tcn_buf_z(&page.out, "<h1>Receivers</h1>\n");
	receivers = tcn_json_member(&answer, "receivers");
	at = tcn_json_first(&receivers);
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
	put_letters(&page, &receivers);
	tcn_buf_z(&page.out,
	    "<p class=\"note\"><a href=\"/silences\">Silences</a></p>\n");
	tcn_web_page_send(&page);
}
