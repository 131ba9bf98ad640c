/*
 * The page of one event: how it stands, why it fired, what is said, and beside
 * it what the desk did and what was sent (web_desk.c).
 */
#include <stdio.h>
#include <string.h>

#include "engine/item/record.h"
#include "tools/base/event_words.h"
#include "tools/base/when.h"
#include "tools/web/web_event_impl.h"

#define RELATED_MAX 8

/* --- asking --- */

#define SHOWN "100" /* of what was counted */

static bool
ask(struct tcn_web_page *page, struct tcn_str id, const char *part,
    struct tcn_json_value *answer)
{
	struct tcn_buf target = { 0 };
	bool asked;

	tcn_buf_z(&target, "/v1/events/");
	tcn_target_segment(&target, id);
	tcn_buf_z(&target, part);
	asked = tcn_web_page_ask(page, target.at, answer);
	tcn_buf_fini(&target);
	return asked;
}

bool
tcn_web_event_ask(struct tcn_web_page *page, struct tcn_web_event *e)
{
	return tcn_web_event_ask_about(page,
	    tcn_str(tcn_http_call_arg(page->call, 0)), e);
}

bool
tcn_web_event_ask_about(struct tcn_web_page *page, struct tcn_str id,
    struct tcn_web_event *e)
{
	/* What was counted may be thousands of articles: no more are asked for
	 * than are shown. */
	if (!ask(page, id, "?evidence=" SHOWN, &e->answer) ||
	    !ask(page, id, "/history?evidence=0", &e->history))
		return false;
	e->event = tcn_json_member(&e->answer, "event");
	e->desk = tcn_json_member(&e->event, "desk");
	e->reason = tcn_json_member(&e->answer, "reason");
	e->id = tcn_json_in_str(&e->event, "event");
	e->is_open =
	    tcn_str_equal(tcn_web_words_state(&e->event), tcn_str("open"));
	return true;
}

/* --- the head --- */

static void
put_figure(struct tcn_buf *out, const char *slot, uint64_t n, const char *name)
{
	tcn_buf_printf(out, "<li><b data-n=\"%s\">", slot);
	tcn_web_html_count(out, n);
	tcn_buf_printf(out, "</b> <span>%s%s</span></li>\n", name,
	    n == 1 ? "" : "s");
}

void
tcn_web_event_figures(struct tcn_buf *out, const struct tcn_json_value *event,
    const struct tcn_json_value *holds)
{
	int64_t first = tcn_json_in_ms(event, "first_at");
	int64_t fired = tcn_json_in_ms(event, "fired_at");
	char span[TCN_WHEN_BYTES];

	tcn_buf_z(out, "<ul class=\"figures\">\n");
	put_figure(out, "items", tcn_json_in_uint(holds, "items"), "item");
	put_figure(out, "origins", tcn_json_in_uint(holds, "origins"),
	    "distinct text");
	put_figure(out, "publishers", tcn_json_in_uint(holds, "publishers"),
	    "publisher");
	if (first != TCN_UNDATED && fired != TCN_UNDATED && fired >= first)
		tcn_buf_printf(out,
		    "<li><b>%s</b> <span>from first item to "
		    "alarm</span></li>\n",
		    tcn_when_span(fired - first, span));
	tcn_buf_z(out, "</ul>\n");
}

static void
put_kicker(struct tcn_buf *out, const struct tcn_web_event *e)
{
	struct tcn_str kind = tcn_json_in_str(&e->event, "kind");
	struct tcn_json_value langs = tcn_json_member(&e->event, "languages");

	tcn_buf_z(out, "<p class=\"line\">");
	tcn_web_words_severity(out, tcn_json_in_str(&e->event, "severity"));
	tcn_buf_printf(out, " <span class=\"state\" data-t=\"state\">%s</span>",
	    e->is_open ? "open" : "closed");
	if (kind.n && !tcn_str_equal(kind, tcn_str("news"))) {
		tcn_buf_char(out, ' ');
		tcn_web_html_text(out, kind);
	}
	tcn_buf_z(out, " <span>revision <b data-n=\"revision\">");
	tcn_web_html_count(out, tcn_json_in_uint(&e->event, "revision"));
	tcn_buf_z(out, "</b></span> <span class=\"langs\">");
	tcn_web_words_languages(out, &langs);
	tcn_buf_z(out, "</span></p>\n");
}

/* What it has become part of, by the stream or by a desk; or split from. */
static void
put_lineage(struct tcn_web_page *page, const struct tcn_web_event *e)
{
	static const struct {
		const char *member, *says;
	} rows[] = {
		{ "merged_into", "Now part of" },
		{ "part_of", "Now part of" },
		{ "split_from", "Split from" },
	};
	struct tcn_buf *out = &page->out;

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		bool by_desk = strcmp(rows[i].member, "part_of") == 0;
		struct tcn_str id =
		    tcn_json_in_str(by_desk ? &e->desk : &e->event,
			rows[i].member);

		if (!id.n)
			continue;
		tcn_buf_printf(out, "<p class=\"moved\">%s <a href=\"",
		    rows[i].says);
		tcn_web_words_event_path(out, id, "");
		tcn_buf_z(out, "\">");
		tcn_web_html_text(out, id);
		tcn_buf_z(out, "</a>");
		if (by_desk) {
			tcn_buf_z(out, ", by ");
			tcn_web_html_foreign(out, (struct tcn_str){ 0 },
			    tcn_json_in_str(&e->desk, "part_of_by"));
			tcn_web_desk_unmerge(page,
			    tcn_json_in_number(&e->desk, "merge"));
		}
		tcn_buf_z(out, "</p>\n");
	}
}

/* When it fired, and by which rule. */
static void
put_fired(struct tcn_buf *out, const struct tcn_web_event *e)
{

	tcn_buf_z(out, "<p class=\"why\">Fired ");
	tcn_web_html_time(out, tcn_json_in_ms(&e->event, "fired_at"),
	    TCN_WEB_HTML_WHOLE);
	tcn_buf_z(out, " by the rule ");
	tcn_web_html_foreign(out, (struct tcn_str){ 0 },
	    tcn_json_in_str(&e->event, "rule"));
	tcn_buf_z(out, "; changed ");
	tcn_web_html_time(out, tcn_json_in_ms(&e->event, "changed_at"),
	    TCN_WEB_HTML_SHORT);
	tcn_buf_z(out, ".</p>\n");
}

static void
put_head(struct tcn_web_page *page, const struct tcn_web_event *e)
{
	const struct tcn_json_value seen = tcn_json_member(&e->answer, "seen");
	const struct tcn_json_value holds = tcn_json_member(&e->event, "holds");
	struct tcn_buf *out = &page->out;

	tcn_buf_z(out, "<header>\n");
	put_kicker(out, e);
	tcn_buf_z(out, "<h1>");
	tcn_web_words_title(out, &e->event);
	tcn_buf_z(out, "</h1>\n");
	put_fired(out, e);
	put_lineage(page, e);
	tcn_web_words_also(out, &e->event);
	tcn_web_event_figures(out, &e->event, holds.node ? &holds : &e->event);
	tcn_web_words_news(out, &seen);
	tcn_buf_z(out, "</header>\n");
}

/* --- why it fired --- */

static void
put_need(struct tcn_buf *out, const char *name, const char *needed,
    const char *had)
{
	tcn_buf_printf(out,
	    "<tr><th scope=\"row\">%s</th><td class=\"n\">%s</td>"
	    "<td class=\"n\">%s</td></tr>\n",
	    name, needed, had);
}

/* The event as it was when it fired: the last of the revisions. */
static struct tcn_json_value
first_revision(const struct tcn_web_event *e)
{
	struct tcn_json_value list = tcn_json_member(&e->answer, "revisions");
	struct tcn_json_value at = tcn_json_first(&list), last = at;

	for (; at.node; at = tcn_json_next(&at))
		last = at;
	return last;
}

static void
put_needs(struct tcn_buf *out, const struct tcn_web_event *e)
{
	const struct tcn_json_value fired = first_revision(e);
	uint64_t more_than = tcn_json_in_uint(&e->reason, "more_than");
	struct tcn_buf had = { 0 }, needed = { 0 };
	char text[64], span[TCN_WHEN_BYTES];

	tcn_buf_z(out,
	    "<table class=\"needs\"><thead><tr><td></td>"
	    "<th scope=\"col\" class=\"n\">needed</th>"
	    "<th scope=\"col\" class=\"n\">had</th></tr></thead>\n<tbody>\n");
	snprintf(text, sizeof text, "items within %s",
	    tcn_when_span((int64_t)(1000 *
			      tcn_json_in_number(&e->reason, "within_seconds")),
		span));
	tcn_buf_printf(&needed, "more than ");
	tcn_web_html_count(&needed, more_than);
	tcn_web_html_count(&had, tcn_json_in_uint(&fired, "items"));
	put_need(out, text, needed.at ? needed.at : "", had.at ? had.at : "");
	tcn_buf_clear(&needed);
	tcn_buf_clear(&had);
	if (tcn_json_in_number(&e->reason, "probability") > 0) {
		tcn_event_words_percent(tcn_json_in_number(&e->reason, "least"),
		    &needed);
		tcn_event_words_percent(tcn_json_in_number(&e->reason,
					    "probability"),
		    &had);
		put_need(out, "probability that it is news",
		    needed.at ? needed.at : "", had.at ? had.at : "");
	}
	out->failed |= needed.failed || had.failed;
	tcn_buf_fini(&needed);
	tcn_buf_fini(&had);
}

/* What the story had beside that, of which the rule asks nothing by itself. */
static void
put_more_needs(struct tcn_buf *out, const struct tcn_web_event *e)
{
	const struct tcn_json_value fired = first_revision(e);
	struct tcn_str word = tcn_json_in_str(&e->reason, "riser");
	double rise = tcn_json_in_number(&e->reason, "rise");
	static const struct {
		const char *member, *name;
	} rows[] = {
		{ "origins", "distinct texts" },
		{ "publishers", "publishers" },
	};
	char text[64];

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		snprintf(text, sizeof text, "%.0f",
		    tcn_json_in_number(&fired, rows[i].member));
		put_need(out, rows[i].name, "", text);
	}
	if (rise > 0) {
		tcn_buf_z(out, "<tr><th scope=\"row\">rise over what is usual");
		if (word.n) {
			tcn_buf_z(out, ", of <q>");
			tcn_web_html_foreign(out, (struct tcn_str){ 0 }, word);
			tcn_buf_z(out, "</q>");
		}
		tcn_buf_printf(out,
		    "</th><td class=\"n\"></td><td class=\"n\">%.1f "
		    "times</td></tr>\n",
		    rise);
	}
	tcn_buf_z(out, "</tbody></table>\n");
}

/* The full account takes long: it is a job (web_explain.c), of which the script
 * shows the page's part here. */
static void
put_ask_all(struct tcn_web_page *page, const struct tcn_web_event *e)
{
	struct tcn_buf *out = &page->out, back = { 0 };

	tcn_web_words_event_path(&back, e->id, "");
	tcn_web_page_form(page, "explain", tcn_buf_view(&back));
	tcn_web_html_hidden(out, "act", tcn_str("explain"));
	tcn_web_html_hidden(out, "event", e->id);
	tcn_buf_z(out,
	    "<p class=\"buttons\"><button>Tell me all</button> "
	    "<span class=\"note\">plays the stream again, beside the daemon"
	    "</span></p></form>\n");
	out->failed |= back.failed;
	tcn_buf_fini(&back);
}

static void
put_reason(struct tcn_web_page *page, const struct tcn_web_event *e)
{
	struct tcn_json_value parts = tcn_json_member(&e->reason, "parts");
	struct tcn_buf *out = &page->out;

	tcn_buf_z(out, "<section id=\"why\">\n<h2>Why it fired</h2>\n");
	if (e->reason.kind == TCN_JSON_OBJECT) {
		put_needs(out, e);
		put_more_needs(out, e);
	} else {
		tcn_buf_z(out,
		    "<p class=\"note\">What the rule asked for was not kept "
		    "with this event.</p>\n");
	}
	tcn_web_words_parts(out, &parts, tcn_event_words_is_for,
	    "What spoke for it", "for");
	tcn_web_words_parts(out, &parts, tcn_event_words_is_against,
	    "What nearly held it back", "against");
	put_ask_all(page, e);
	tcn_buf_z(out, "</section>\n");
}

/* --- the special report's parts --- */

static void
put_report(struct tcn_web_page *page)
{
	struct tcn_buf target = { 0 }, sections = { 0 };

	tcn_web_page_target(page, "/v1/events/{}/report", &target);
	tcn_target_param(&target, "format", tcn_str("sections"));
	if (tcn_web_page_fetch(page, target.at, &sections) == 200)
		tcn_buf_str(&page->out, tcn_buf_view(&sections));
	else
		tcn_web_page_failed(page, "The report",
		    tcn_str("it could not be made"));
	tcn_buf_fini(&sections);
	tcn_buf_fini(&target);
}

static void
put_evidence(struct tcn_web_page *page, const struct tcn_web_event *e)
{
	struct tcn_json_value list = tcn_json_member(&e->answer, "items");
	struct tcn_json_value at = tcn_json_first(&list);
	struct tcn_buf *out = &page->out;

	tcn_buf_z(out,
	    "<section>\n<h2>Evidence</h2>\n<p class=\"note\">What was counted "
	    "when it fired. <a href=\"");
	tcn_web_words_event_path(out, e->id, "/items");
	tcn_buf_z(out, "\">All its items</a></p>\n<ol class=\"evidence\">\n");
	for (; at.node; at = tcn_json_next(&at)) {
		tcn_buf_z(out, "<li>");
		tcn_web_words_article(out, &at);
		tcn_buf_z(out, "</li>\n");
	}
	tcn_buf_z(out, "</ol>\n</section>\n");
}

/* --- the page --- */

static void
put_data(const struct tcn_web_event *e, struct tcn_buf *json)
{
	tcn_json_open(json, NULL, '{');
	tcn_json_str(json, "event", e->id);
	tcn_json_uint(json, "revision",
	    tcn_json_in_uint(&e->event, "revision"));
	tcn_json_close(json, '}');
}

void
tcn_web_event_begin(struct tcn_web_page *page, const struct tcn_web_event *e,
    const char *kind)
{
	struct tcn_str title = tcn_json_in_str(&e->event, "title");
	struct tcn_buf data = { 0 }, stream = { 0 };
	struct tcn_web_frame frame = {
		.title = title.n ? title : e->id,
		.kind = kind,
		.narrow = strcmp(kind, "event") != 0,
	};

	put_data(e, &data);
	tcn_buf_z(&stream, "event:");
	tcn_buf_str(&stream, e->id);
	frame.data = tcn_buf_view(&data);
	frame.stream = tcn_buf_view(&stream);
	page->out.failed |= data.failed || stream.failed;
	tcn_web_page_begin(page, &frame);
	tcn_buf_fini(&data);
	tcn_buf_fini(&stream);
}

void
tcn_web_event_heading(struct tcn_web_page *page, const struct tcn_web_event *e,
    const char *what)
{
	tcn_buf_z(&page->out, "<p class=\"line\">");
	tcn_web_words_severity(&page->out,
	    tcn_json_in_str(&e->event, "severity"));
	tcn_web_words_event_link(&page->out, &e->event);
	tcn_buf_printf(&page->out, "</p>\n<h1>%s</h1>\n", what);
}

void
tcn_web_get_event(void *ctx, struct tcn_http_call *call)
{
	struct tcn_web_page page = tcn_web_page(ctx, call);
	struct tcn_web_event e;

	if (!tcn_web_event_ask(&page, &e))
		return;
	tcn_web_event_begin(&page, &e, "event");
	tcn_buf_z(&page.out,
	    "<div class=\"two\">\n<article class=\"event\">\n");
	put_head(&page, &e);
	tcn_web_desk_acts(&page, &e);
	put_reason(&page, &e);
	put_report(&page);
	put_evidence(&page, &e);
	tcn_buf_z(&page.out, "</article>\n<aside class=\"rail\">\n");
	tcn_web_desk_rail(&page, &e);
	tcn_buf_z(&page.out, "</aside>\n</div>\n");
	tcn_web_page_send(&page);
}
