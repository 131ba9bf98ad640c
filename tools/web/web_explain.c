/*
 * The full account of why an event fired, or why nothing did: a job that plays
 * the store again (tools/live/jobs.h). While it runs the page says how far it
 * is and looks again; the script shows the same within the event's page.
 */
#include <stdio.h>

#include "engine/item/record.h"
#include "tools/base/event_words.h"
#include "tools/base/when.h"
#include "tools/web/web_job.h"
#include "tools/web/web_words.h"

enum {
	STORIES_MAX = 20,
	ITEMS_MAX = 50
};

/* --- one moment at which a rule looked --- */

static void
put_cell(struct tcn_buf *out, uint64_t n)
{
	tcn_buf_z(out, "<td class=\"n\">");
	tcn_web_html_count(out, n);
	tcn_buf_z(out, "</td>");
}

static void
put_percent(struct tcn_buf *out, double share)
{
	if (share > 0)
		tcn_event_words_percent(share, out);
}

static void
put_verdict(struct tcn_buf *out, const struct tcn_json_value *verdict,
    const char *name)
{
	tcn_buf_z(out, "<tr><th scope=\"row\">");
	tcn_web_html_time(out, tcn_json_in_ms(verdict, "at"),
	    TCN_WEB_HTML_SHORT);
	tcn_buf_z(out, name);
	tcn_buf_z(out, "</th><td>");
	if (tcn_json_in_bool(verdict, "fires"))
		tcn_buf_z(out, "<b>it fires</b>");
	else
		tcn_web_html_text(out, tcn_json_in_str(verdict, "held"));
	tcn_buf_z(out, "</td>");
	put_cell(out, tcn_json_in_uint(verdict, "items"));
	put_cell(out, tcn_json_in_uint(verdict, "origins"));
	put_cell(out, tcn_json_in_uint(verdict, "publishers"));
	tcn_buf_z(out, "<td class=\"n\">");
	put_percent(out, tcn_json_in_number(verdict, "probability"));
	tcn_buf_z(out, "</td></tr>\n");
}

static void
put_needed(struct tcn_buf *out, const struct tcn_json_value *needed)
{
	static const char *const names[] = { "items", "origins" };

	tcn_buf_z(out, "<tr><th scope=\"row\">needed, at least</th><td></td>");
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		put_cell(out, tcn_json_in_uint(needed, names[i]));
	tcn_buf_z(out, "<td></td><td class=\"n\">");
	put_percent(out, tcn_json_in_number(needed, "probability"));
	tcn_buf_z(out, "</td></tr>\n");
}

/* Each time that a rule looked at the story, and how it was when it was
 * largest. */
static void
put_judged(struct tcn_buf *out, const struct tcn_json_value *needed,
    const struct tcn_json_value *story)
{
	struct tcn_json_value list = tcn_json_member(story, "judged");
	struct tcn_json_value largest = tcn_json_member(story, "largest");
	struct tcn_json_value at = tcn_json_first(&list);

	if (!at.node && largest.kind != TCN_JSON_OBJECT)
		return;
	tcn_buf_z(out,
	    "<div class=\"wide\"><table class=\"account\"><thead><tr>"
	    "<th scope=\"col\">when the rule looked</th>"
	    "<th scope=\"col\">held back by</th>"
	    "<th scope=\"col\" class=\"n\">items</th>"
	    "<th scope=\"col\" class=\"n\">texts</th>"
	    "<th scope=\"col\" class=\"n\">publishers</th>"
	    "<th scope=\"col\" class=\"n\">likely</th></tr></thead>\n"
	    "<tbody>\n");
	put_needed(out, needed);
	for (; at.node; at = tcn_json_next(&at))
		put_verdict(out, &at, "");
	if (largest.kind == TCN_JSON_OBJECT)
		put_verdict(out, &largest, ", when it was largest");
	tcn_buf_z(out, "</tbody></table></div>\n");
}

static void
put_weights(struct tcn_buf *out, const struct tcn_json_value *verdict)
{
	struct tcn_json_value parts = tcn_json_member(verdict, "parts");

	tcn_web_words_parts(out, &parts, tcn_event_words_is_for,
	    "What spoke for it then", "for");
	tcn_web_words_parts(out, &parts, tcn_event_words_is_against,
	    "What spoke against it then", "against");
}

/* --- an event --- */

/* When it had enough of what the rule counts, in order of time. */
static void
put_reached(struct tcn_buf *out, const struct tcn_json_value *event)
{
	static const struct {
		const char *member, *says;
	} rows[] = {
		{ "items_reached", "enough items" },
		{ "origins_reached", "enough texts of their own" },
		{ "publishers_reached", "enough publishers" },
		{ "fired_at", "it fired" },
	};
	enum {
		ROWS = sizeof rows / sizeof *rows
	};
	int64_t at_ms[ROWS];
	size_t order[ROWS];

	for (size_t i = 0; i < ROWS; i++) {
		size_t k = i;

		at_ms[i] = tcn_json_in_ms(event, rows[i].member);
		for (; k > 0 && at_ms[order[k - 1]] > at_ms[i]; k--)
			order[k] = order[k - 1];
		order[k] = i;
	}
	tcn_buf_z(out, "<dl class=\"reached\">\n");
	for (size_t i = 0; i < ROWS; i++) {
		if (at_ms[order[i]] == TCN_UNDATED)
			continue;
		tcn_buf_z(out, "<dt>");
		tcn_web_html_time(out, at_ms[order[i]], TCN_WEB_HTML_SHORT);
		tcn_buf_printf(out, "</dt><dd>%s</dd>\n", rows[order[i]].says);
	}
	tcn_buf_z(out, "</dl>\n");
}

/* The items that were counted, and what each brought. */
static void
put_items(struct tcn_buf *out, const struct tcn_json_value *event)
{
	struct tcn_json_value list = tcn_json_member(event, "items");
	struct tcn_json_value at = tcn_json_first(&list);
	size_t n = 0;

	if (!at.node)
		return;
	tcn_buf_z(out,
	    "<details><summary>The items that were counted</summary>\n"
	    "<ol class=\"rows\">\n");
	for (; at.node && n < ITEMS_MAX; at = tcn_json_next(&at), n++) {
		bool text = tcn_json_in_bool(&at, "origin");
		bool publisher = tcn_json_in_bool(&at, "publisher");

		tcn_buf_z(out, "<li>");
		tcn_web_html_time(out, tcn_json_in_ms(&at, "ts"),
		    TCN_WEB_HTML_CLOCK);
		tcn_buf_z(out, " <b>");
		tcn_web_html_foreign(out, (struct tcn_str){ 0 },
		    tcn_json_in_str(&at, "source"));
		tcn_buf_z(out, "</b> ");
		tcn_web_words_title(out, &at);
		if (text || publisher)
			tcn_buf_printf(out,
			    " <span class=\"copy\">%s%s%s</span>",
			    text ? "a new text" : "",
			    text && publisher ? ", " : "",
			    publisher ? "a new publisher" : "");
		tcn_buf_z(out, "</li>\n");
	}
	tcn_buf_z(out, "</ol>\n");
	if (at.node)
		tcn_buf_printf(out, "<p class=\"note\">The first %d.</p>\n",
		    ITEMS_MAX);
	tcn_buf_z(out, "</details>\n");
}

static void
put_event(struct tcn_buf *out, const struct tcn_json_value *result,
    const struct tcn_json_value *event)
{
	struct tcn_json_value needed = tcn_json_member(result, "needed");
	struct tcn_json_value story = tcn_json_member(event, "story");
	struct tcn_json_value verdict = tcn_json_member(event, "verdict");

	put_reached(out, event);
	put_judged(out, &needed, &story);
	put_weights(out, &verdict);
	put_items(out, event);
}

/* --- why nothing fired --- */

static void
put_story(struct tcn_buf *out, const struct tcn_json_value *result,
    const struct tcn_json_value *story)
{
	struct tcn_json_value needed = tcn_json_member(result, "needed");
	struct tcn_json_value largest = tcn_json_member(story, "largest");

	tcn_buf_z(out, "<li class=\"entry\"><h3 class=\"head\">");
	tcn_web_words_title(out, story);
	tcn_buf_z(out, "</h3>\n");
	put_judged(out, &needed, story);
	put_weights(out, &largest);
	tcn_buf_z(out, "</li>\n");
}

static void
put_stories(struct tcn_buf *out, const struct tcn_json_value *result)
{
	struct tcn_json_value list = tcn_json_member(result, "stories");
	struct tcn_json_value at = tcn_json_first(&list);

	if (!at.node) {
		tcn_buf_z(out,
		    "<p class=\"nothing\">No story has such headlines.</p>\n");
		return;
	}
	tcn_buf_z(out, "<ul class=\"entries\">\n");
	for (size_t n = 0; at.node && n < STORIES_MAX;
	     at = tcn_json_next(&at), n++) {
		struct tcn_json_value story = tcn_json_member(&at, "story");

		put_story(out, result, &story);
	}
	tcn_buf_z(out, "</ul>\n");
}

/* --- the page --- */

static void
put_result(struct tcn_buf *out, const struct tcn_json_value *result)
{
	struct tcn_json_value event = tcn_json_member(result, "event");

	if (event.kind == TCN_JSON_OBJECT)
		put_event(out, result, &event);
	else
		put_stories(out, result);
}

static void
put_account(struct tcn_web_page *page, const struct tcn_json_value *job)
{
	struct tcn_json_value result = tcn_json_member(job, "result");
	struct tcn_buf *out = &page->out;

	tcn_buf_z(out, "<section id=\"account\">\n<h2>The full account</h2>\n");
	if (!tcn_web_job_is_over(job))
		tcn_web_job_progress(page, job, "/explain/");
	else if (!tcn_web_job_failed(page, job))
		put_result(out, &result);
	tcn_buf_z(out, "</section>\n");
}

/* What was asked, as a link to where it was. */
static void
put_asked(struct tcn_buf *out, const struct tcn_json_value *asked)
{
	struct tcn_str event = tcn_json_in_str(asked, "event");

	tcn_buf_z(out, "<p class=\"note\">");
	if (event.n) {
		tcn_buf_z(out, "<a href=\"");
		tcn_web_words_event_path(out, event, "");
		tcn_buf_z(out, "\">Back to the event</a>");
	} else {
		tcn_buf_z(out, "Why nothing fired for headlines like ");
		tcn_web_html_foreign(out, (struct tcn_str){ 0 },
		    tcn_json_in_str(asked, "why_not"));
	}
	tcn_buf_z(out, "</p>\n");
}

void
tcn_web_get_explanation(void *ctx, struct tcn_http_call *call)
{
	struct tcn_web_page page = tcn_web_page(ctx, call);
	const struct tcn_web_frame frame = {
		.title = tcn_str("The full account"),
		.narrow = true,
	};
	struct tcn_json_value job, asked;
	struct tcn_buf target = { 0 };
	bool found;

	tcn_web_page_target(&page, "/v1/jobs/{}", &target);
	found = tcn_web_page_ask(&page, target.at, &job);
	tcn_buf_fini(&target);
	if (!found)
		return;
	if (!tcn_str_equal(tcn_json_in_str(&job, "kind"),
		tcn_str("explanation"))) {
		tcn_web_page_fail(&page, 404,
		    tcn_str("this job explains nothing"));
		return;
	}
	tcn_web_job_look_again(&page, &job);
	asked = tcn_json_member(&job, "asked");
	tcn_web_page_begin(&page, &frame);
	tcn_buf_z(&page.out, "<h1>Why?</h1>\n");
	put_asked(&page.out, &asked);
	put_account(&page, &job);
	tcn_web_page_send(&page);
}
