/*
 * Silences: those in force and past ones, what each kept quiet, and a form for
 * a new one.
 */
#include <inttypes.h>
#include <stdio.h>

#include "engine/item/record.h"
#include "tools/web/web_impl.h"
#include "tools/web/web_words.h"

#define MESSAGES 100 /* on a page */

/* "by Ada: a drill; ended by Grace" */
static void
put_people(struct tcn_buf *out, const struct tcn_json_value *s)
{
	struct tcn_str reason = tcn_json_in_str(s, "reason");

	tcn_buf_z(out, "<p class=\"why\">by ");
	tcn_web_html_foreign(out, (struct tcn_str){ 0 },
	    tcn_json_in_str(s, "author"));
	if (reason.n) {
		tcn_buf_z(out, ": ");
		tcn_web_html_foreign(out, (struct tcn_str){ 0 }, reason);
	}
	if (tcn_json_in_ms(s, "ended_at") != TCN_UNDATED) {
		tcn_buf_z(out, "; ended by ");
		tcn_web_html_foreign(out, (struct tcn_str){ 0 },
		    tcn_json_in_str(s, "ended_by"));
	}
	tcn_buf_z(out, "</p>\n");
}

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
put_times(struct tcn_buf *out, const struct tcn_json_value *s)
{
	int64_t ended = tcn_json_in_ms(s, "ended_at");

	tcn_buf_printf(out, "<p class=\"line\"><b%s>%s</b> since ",
	    tcn_json_in_bool(s, "holds") ? " class=\"lost\"" : "",
	    tcn_json_in_bool(s, "holds") ? "now" : "past");
	tcn_web_html_time(out, tcn_json_in_ms(s, "created_at"),
	    TCN_WEB_HTML_SHORT);
	tcn_buf_z(out, " until ");
	tcn_web_html_time(out,
	    ended != TCN_UNDATED ? ended : tcn_json_in_ms(s, "expires_at"),
	    TCN_WEB_HTML_SHORT);
	tcn_buf_z(out, "</p>\n");
}

/* "It kept 3 messages about 1 event quiet" */
static void
put_kept_quiet(struct tcn_buf *out, const struct tcn_json_value *s)
{
	uint64_t messages = tcn_json_in_uint(s, "messages");

	if (!messages) {
		tcn_buf_z(out, "nothing so far");
		return;
	}
	tcn_web_html_counted(out, messages, "message");
	tcn_buf_z(out, " about ");
	tcn_web_html_counted(out, tcn_json_in_uint(s, "events"), "event");
}

static void
put_end(struct tcn_web_page *page, const struct tcn_json_value *s)
{
	char number[24];

	snprintf(number, sizeof number, "%" PRIu64,
	    tcn_json_in_uint(s, "silence"));
	if (tcn_json_in_bool(s, "holds") &&
	    tcn_web_page_may(page, TCN_HTTP_SCOPE_ADMIN))
		tcn_web_page_button(page, "end-silence", "silence",
		    tcn_str(number), "/silences", "End it");
}

/* --- all of them --- */

static void
put_silence(struct tcn_web_page *page, const struct tcn_json_value *s)
{
	struct tcn_buf *out = &page->out;

	tcn_buf_z(out, "<li class=\"entry\">");
	put_times(out, s);
	tcn_buf_z(out, "<h3>");
	put_what(out, s);
	tcn_buf_z(out, "</h3>\n");
	put_people(out, s);
	tcn_buf_printf(out, "<p>Kept quiet: <a href=\"/silences/%" PRIu64 "\">",
	    tcn_json_in_uint(s, "silence"));
	put_kept_quiet(out, s);
	tcn_buf_z(out, "</a></p>\n");
	put_end(page, s);
	tcn_buf_z(out, "</li>\n");
}

/* Those of the list that hold, or those that do not. */
static void
put_list(struct tcn_web_page *page, const struct tcn_json_value *answer,
    bool hold, const char *none)
{
	struct tcn_json_value at = tcn_json_member(answer, "silences");
	size_t n = 0;

	for (at = tcn_json_first(&at); at.node; at = tcn_json_next(&at)) {
		if (tcn_json_in_bool(&at, "holds") != hold)
			continue;
		if (!n++)
			tcn_buf_z(&page->out, "<ul class=\"entries\">\n");
		put_silence(page, &at);
	}
	tcn_buf_z(&page->out, n ? "</ul>\n" : none);
}

static void
put_form(struct tcn_web_page *page)
{
	static const char *const kinds[] = { "rule", "term", "source",
		"event" };
	static const char *const names[] = { "a rule, by its name",
		"words of the headline", "a source, by name or host",
		"an event, by its id" };
	struct tcn_buf *out = &page->out;

	tcn_web_page_form(page, "silence", tcn_str("/silences"));
	tcn_web_html_hidden(out, "act", tcn_str("silence"));
	tcn_buf_z(out,
	    "<fieldset class=\"find\"><legend>Silence</legend>\n"
	    "<label>What <select name=\"kind\">");
	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
		tcn_web_html_option(out, kinds[i], names[i], tcn_str("rule"));
	tcn_buf_z(out,
	    "</select></label>\n<label>Which <input name=\"value\" "
	    "maxlength=\"200\" required></label>\n");
	tcn_web_words_spans(out);
	tcn_buf_z(out,
	    "<label>Why <input name=\"reason\" maxlength=\"400\"></label>\n"
	    "<button>Silence it</button></fieldset></form>\n");
}

void
tcn_web_get_silences(void *ctx, struct tcn_http_call *call)
{
	struct tcn_web_page page = tcn_web_page(ctx, call);
	const struct tcn_web_frame frame = {
		.title = tcn_str("Silences"),
		.nav = TCN_WEB_NAV_RECEIVERS,
	};
	struct tcn_buf target = { 0 }, *out = &page.out;
	struct tcn_json_value now, all;
	bool asked;

	tcn_buf_z(&target, "/v1/silences?all=true");
	tcn_web_page_pass(&page, "after", &target);
	asked = tcn_web_page_ask(&page, "/v1/silences?limit=1000", &now) &&
	    tcn_web_page_ask(&page, target.at, &all);
	tcn_buf_fini(&target);
	if (!asked)
		return;
	tcn_web_page_begin(&page, &frame);
	tcn_buf_z(out,
	    "<p class=\"note\"><a href=\"/receivers\">Receivers</a></p>\n"
	    "<h1>Silences</h1>\n<p class=\"why\">A silence keeps messages "
	    "back, and nothing else: events open and grow as they "
	    "would.</p>\n");
	put_list(&page, &now, true,
	    "<p class=\"nothing\">Nothing is silenced.</p>\n");
	if (tcn_web_page_may(&page, TCN_HTTP_SCOPE_ADMIN))
		put_form(&page);
	tcn_buf_z(out, "<section>\n<h2>Past ones</h2>\n");
	put_list(&page, &all, false, "<p class=\"note\">None.</p>\n");
	if (tcn_json_in_bool(&all, "more"))
		tcn_buf_printf(out,
		    "<p class=\"next\"><a href=\"/silences?after=%.0f\">next"
		    "</a></p>\n",
		    tcn_json_in_number(&all, "next"));
	tcn_buf_z(out, "</section>\n");
	tcn_web_page_send(&page);
}

/* --- one of them --- */

/* A message that was kept quiet, and what became of it. */
static void
put_message(struct tcn_buf *out, const struct tcn_json_value *m)
{
	struct tcn_str why = tcn_json_in_str(m, "why");

	tcn_buf_z(out, "<li class=\"entry\"><p class=\"line\"><b>");
	tcn_web_html_text(out, tcn_json_in_str(m, "state"));
	tcn_buf_z(out, "</b> <span>for ");
	tcn_web_html_foreign(out, (struct tcn_str){ 0 },
	    tcn_json_in_str(m, "receiver"));
	tcn_buf_z(out, "</span> ");
	tcn_web_html_time(out, tcn_json_in_ms(m, "created_at"),
	    TCN_WEB_HTML_SHORT);
	tcn_buf_z(out, "</p>\n<h3 class=\"head\">");
	tcn_web_words_event_link(out, m);
	tcn_buf_z(out, "</h3>\n");
	if (why.n) {
		tcn_buf_z(out, "<p class=\"why\">");
		tcn_web_html_text(out, why);
		tcn_buf_z(out, "</p>\n");
	}
	tcn_buf_z(out, "</li>\n");
}

static void
put_messages(struct tcn_web_page *page, struct tcn_str number)
{
	struct tcn_buf *out = &page->out, target = { 0 };
	struct tcn_json_value answer, at;
	struct tcn_str why;

	tcn_buf_printf(&target, "/v1/deliveries?limit=%d", MESSAGES);
	tcn_target_param(&target, "silence", number);
	tcn_web_page_pass(page, "before", &target);
	if (tcn_web_page_try(page, target.at, &answer, &why) != 200)
		tcn_web_page_failed(page, "They cannot be listed", why);
	tcn_buf_fini(&target);
	at = tcn_json_member(&answer, "deliveries");
	at = tcn_json_first(&at);
	if (!at.node)
		return;
	tcn_buf_z(out, "<ul class=\"entries\">\n");
	for (; at.node; at = tcn_json_next(&at))
		put_message(out, &at);
	tcn_buf_z(out, "</ul>\n");
	if (tcn_json_in_bool(&answer, "more"))
		tcn_buf_printf(out,
		    "<p class=\"next\"><a href=\"?before=%.0f\">older"
		    "</a></p>\n",
		    tcn_json_in_number(&answer, "next"));
}

void
tcn_web_get_silence(void *ctx, struct tcn_http_call *call)
{
	struct tcn_web_page page = tcn_web_page(ctx, call);
	const struct tcn_web_frame frame = {
		.title = tcn_str("A silence"),
		.nav = TCN_WEB_NAV_RECEIVERS,
		.narrow = true,
	};
	struct tcn_buf *out = &page.out, target = { 0 };
	struct tcn_json_value s;
	bool asked;

	tcn_web_page_target(&page, "/v1/silences/{}", 0, &target);
	asked = tcn_web_page_ask(&page, target.at, &s);
	tcn_buf_fini(&target);
	if (!asked)
		return;
	tcn_web_page_begin(&page, &frame);
	tcn_buf_z(out,
	    "<p class=\"note\"><a href=\"/silences\">Silences</a></p>\n"
	    "<h1>Silence of ");
	put_what(out, &s);
	tcn_buf_z(out, "</h1>\n");
	put_times(out, &s);
	put_people(out, &s);
	put_end(&page, &s);
	tcn_buf_z(out, "<h2>What it kept quiet</h2>\n<p>");
	put_kept_quiet(out, &s);
	tcn_buf_z(out,
	    ", as far as messages are still stored. What is still open when "
	    "it ends is told then.</p>\n");
	put_messages(&page, tcn_str(tcn_http_call_arg(call, 0)));
	tcn_web_page_send(&page);
}
