#include <string.h>

#include "engine/base/buf.h"
#include "tools/base/event_words.h"
#include "tools/base/html_page.h"
#include "tools/base/safe.h"
#include "tools/base/target.h"
#include "tools/base/when.h"
#include "tools/report/report_facts_impl.h"
#include "tools/report/report_impl.h"

/* A time as a reader wants it: with its year when whole, else short. */
static void
put_time(const struct tcn_report_view *view, int64_t ms, bool whole,
    struct tcn_buf *out)
{
	char text[TCN_WORDS_BYTES];

	tcn_html_page_time(ms,
	    tcn_words_time(view->words, ms,
		whole ? TCN_WORDS_TIME_LONG : TCN_WORDS_TIME_SHORT, text),
	    out);
}

static void
put_link_open(struct tcn_str url, struct tcn_buf *out)
{
	tcn_buf_z(out, "<a href=\"");
	tcn_safe_html(out, url);
	tcn_buf_z(out, "\" rel=\"noopener noreferrer nofollow\">");
}

/* Shows an address that may not be a link. */
static void
put_address(struct tcn_str url, struct tcn_buf *out)
{
	if (!url.n)
		return;
	tcn_buf_z(out, " <span class=\"address\" dir=\"ltr\">");
	tcn_safe_html(out, url);
	tcn_buf_z(out, "</span>");
}

static void
put_linked(struct tcn_str text, struct tcn_str lang, struct tcn_str url,
    bool is_link, struct tcn_buf *out)
{
	if (is_link)
		put_link_open(url, out);
	tcn_html_page_foreign("span", lang, text, out);
	if (is_link)
		tcn_buf_z(out, "</a>");
	else
		put_address(url, out);
}

static void
put_title(const struct tcn_report_view_item *show, struct tcn_buf *out)
{
	put_linked(show->title, show->lang, show->url, show->is_link, out);
}

static void
put_figure(struct tcn_buf *out, struct tcn_str figure, const char *name)
{
	tcn_buf_printf(out, "<li><b>%.*s</b> <span>%s</span></li>\n",
	    TCN_STR_ARG(figure), name);
}

static void
put_count(const struct tcn_report_view *view, uint32_t n,
    const char *const forms[2], struct tcn_buf *out)
{
	char text[TCN_WORDS_BYTES];

	put_figure(out, tcn_words_number(view->words, n, text),
	    tcn_words_plural(view->words, forms[0], forms[1], n));
}

static void
put_figures(const struct tcn_report_view *view, struct tcn_buf *out)
{
	/* TRANSLATORS: these stand below a number. */
	static const char *const counts[][2] = {
		TCN_WORDS_COUNT("item", "items"),
		TCN_WORDS_COUNT("distinct text", "distinct texts"),
		TCN_WORDS_COUNT("publisher", "publishers"),
	};
	int64_t fired = view->report->event->fired_ms;
	char span[TCN_WORDS_BYTES];

	if (!view->items_n)
		return;
	tcn_buf_z(out, "<ul class=\"figures\">\n");
	put_count(view, view->all.items, counts[0], out);
	put_count(view, view->all.origins, counts[1], out);
	put_count(view, view->all.publishers, counts[2], out);
	if (view->all.first_ms != TCN_UNDATED && tcn_when_known(fired) &&
	    fired >= view->all.first_ms)
		put_figure(out,
		    tcn_words_span(view->words, fired - view->all.first_ms,
			span),
		    tcn_words_text(view->words, "from first item to alarm"));
	tcn_buf_z(out, "</ul>\n");
}

/* Who published an item, and when. */
static void
put_byline(const struct tcn_report_view *view,
    const struct tcn_report_view_item *show, bool whole, struct tcn_buf *out)
{
	put_linked(show->source, (struct tcn_str){ 0 }, show->url,
	    show->is_link, out);
	tcn_buf_z(out, ", ");
	put_time(view, show->item->ts_ms, whole, out);
}

static void
put_header(const struct tcn_report_view *view,
    const struct tcn_report_view_item *show, struct tcn_str fired,
    struct tcn_str now, struct tcn_buf *out)
{
	const struct tcn_event *event = view->report->event;

	tcn_buf_printf(out,
	    "<header>\n<p class=\"kicker\">%s <span class=\"state %s\">%s"
	    "</span>",
	    tcn_words_text(view->words, "Special report"),
	    tcn_event_words_state(event->state),
	    tcn_report_state(view->words, event));
	if (event->kind != TCN_EVENT_NEWS)
		tcn_buf_printf(out, " %s", tcn_report_kind(view->words, event));
	tcn_buf_z(out, "</p>\n");
	tcn_html_page_foreign("h1", show ? show->lang : (struct tcn_str){ 0 },
	    view->headline, out);
	tcn_buf_z(out, "\n<p class=\"why\">");
	if (show) {
		put_byline(view, show, true, out);
		tcn_buf_z(out, ". ");
	}
	tcn_safe_html(out, view->why);
	tcn_buf_z(out, "</p>\n<p class=\"status\">");
	tcn_safe_html(out, fired);
	tcn_buf_z(out, "</p>\n<p class=\"status\">");
	tcn_safe_html(out, now);
	tcn_buf_z(out, "</p>\n");
	put_figures(view, out);
	tcn_buf_z(out, "</header>\n");
}

/* A remark behind an item or a line, if there is one. */
static void
put_copy(struct tcn_str said, struct tcn_buf *out)
{
	if (!said.n)
		return;
	tcn_buf_z(out, " <span class=\"copy\">");
	tcn_safe_html(out, said);
	tcn_buf_z(out, "</span>");
}

static void
put_line(const struct tcn_report_view *view,
    const struct tcn_report_view_item *show, struct tcn_str text,
    struct tcn_str said, struct tcn_buf *out)
{
	tcn_buf_z(out, "<li><blockquote>");
	tcn_html_page_foreign("p", show->lang, text, out);
	tcn_buf_z(out, "</blockquote>\n<p class=\"by\">");
	put_byline(view, show, false, out);
	put_copy(said, out);
	tcn_buf_z(out, "</p></li>\n");
}

/* What is said of a figure; its value, with which that begins, stands out. */
static void
put_figure_said(const struct tcn_report_view *view,
    const struct tcn_report_view_figure *figure, struct tcn_buf *out)
{
	struct tcn_buf value = { 0 };
	struct tcn_str rest = figure->said;

	tcn_report_say_leader(view->words, figure->figure, &value);
	if (value.n && value.n <= rest.n &&
	    memcmp(rest.at, value.at, value.n) == 0) {
		tcn_buf_z(out, "<b>");
		tcn_safe_html(out, tcn_buf_view(&value));
		tcn_buf_z(out, "</b>");
		rest = (struct tcn_str){ rest.at + value.n, rest.n - value.n };
	}
	tcn_safe_html(out, rest);
	tcn_words_parts_fini(&value, 1, out);
}

static void
put_told(const struct tcn_report_view *view,
    const struct tcn_report_view_figure *figure,
    const struct tcn_report_view_item *show, struct tcn_buf *out)
{
	struct tcn_buf by = { 0 };

	put_byline(view, show, false, &by);
	tcn_buf_z(out, "<li><p>");
	put_figure_said(view, figure, out);
	tcn_buf_z(out, "</p>\n<p class=\"by\">");
	/* TRANSLATORS: who told a figure first, and when. */
	tcn_words_say(view->words, "First by {who}",
	    TCN_WITH({ "who", tcn_buf_view(&by) }), out);
	tcn_words_parts_fini(&by, 1, out);
	tcn_buf_z(out, "</p>\n");
	if (tcn_report_figure_has_steps(figure->figure))
		tcn_report_figure_chart(view, figure, out);
	tcn_buf_z(out, "</li>\n");
}

static void
put_chart(const struct tcn_report_view *view, struct tcn_buf *out)
{
	struct tcn_buf when = { 0 };

	tcn_buf_z(out, "<figure>\n");
	tcn_report_chart(view, out);
	put_time(view, view->all.first_ms, true, &when);
	tcn_buf_z(out, "<figcaption>");
	/* TRANSLATORS: line and area are a sample of each in the drawing. */
	tcn_words_say(view->words,
	    "{area} items {line} distinct texts, running totals from {when} on",
	    TCN_WITH({ "area", tcn_str("<span class=\"key items\"></span>") },
		{ "line", tcn_str("<span class=\"key origins\"></span>") },
		{ "when", tcn_buf_view(&when) }),
	    out);
	tcn_words_parts_fini(&when, 1, out);
	tcn_buf_z(out, "</figcaption>\n</figure>\n");
}

static void
put_entry(const struct tcn_report_view *view,
    const struct tcn_report_view_entry *entry, struct tcn_str said,
    const struct tcn_report_view_item *show, struct tcn_str grown,
    struct tcn_buf *out)
{
	static const char *const classes[] = {
		[TCN_REPORT_VIEW_FIRST] = "first",
		[TCN_REPORT_VIEW_NEWS] = "news",
		[TCN_REPORT_VIEW_FIRED] = "fired",
		[TCN_REPORT_VIEW_CLOSED] = "closed",
	};

	tcn_buf_printf(out, "<li class=\"%s\"><p class=\"by\">",
	    classes[entry->kind]);
	if (show)
		put_byline(view, show, true, out);
	else
		put_time(view, entry->from_ms, true, out);
	tcn_buf_z(out, "</p>\n");
	if (said.n) {
		tcn_buf_z(out, "<p class=\"new\">");
		tcn_safe_html(out, said);
		tcn_buf_z(out, "</p>\n");
	}
	if (show && entry->line.n) {
		tcn_html_page_foreign("p", show->lang, entry->line, out);
		tcn_buf_char(out, '\n');
	}
	if (grown.n) {
		tcn_buf_z(out, "<p class=\"by\">");
		tcn_safe_html(out, grown);
		tcn_buf_z(out, "</p>\n");
	}
	tcn_buf_z(out, "</li>\n");
}

/* A cell of a number, and what stands before it. */
static void
put_number(const struct tcn_report_view *view, uint32_t n, const char *before,
    struct tcn_buf *out)
{
	char text[TCN_WORDS_BYTES];

	tcn_buf_printf(out, "%s<td class=\"n\">%.*s</td>", before,
	    TCN_STR_ARG(tcn_words_number(view->words, n, text)));
}

static void
put_source(const struct tcn_report_view *view,
    const struct tcn_report_view_source *source,
    const struct tcn_report_view_item *show, struct tcn_str excerpts,
    struct tcn_buf *out)
{
	tcn_buf_z(out, "<tr><th scope=\"row\">");
	put_linked(source->name, (struct tcn_str){ 0 }, show->url,
	    show->is_link, out);
	put_number(view, source->items, "</th>", out);
	put_number(view, source->copies, "", out);
	tcn_buf_z(out, "<td>");
	put_time(view, show->item->ts_ms, false, out);
	tcn_buf_z(out, "</td></tr>\n");
	if (!excerpts.n)
		return;
	tcn_buf_z(out, "<tr class=\"said\"><td colspan=\"4\">");
	tcn_safe_html(out, excerpts);
	tcn_buf_z(out, "</td></tr>\n");
}

static void
put_near(const struct tcn_report_view *view,
    const struct tcn_report_view_item *show, struct tcn_buf *out)
{
	tcn_buf_z(out, "<li><p>");
	put_title(show, out);
	tcn_buf_z(out, "</p>\n<p class=\"by\">");
	put_byline(view, show, false, out);
	tcn_buf_z(out, "</p></li>\n");
}

static void
put_shared(const struct tcn_str *terms, size_t n, struct tcn_buf *out)
{
	tcn_buf_z(out, "<ul class=\"terms\">");
	for (size_t i = 0; i < n; i++)
		tcn_html_page_foreign("li", (struct tcn_str){ 0 }, terms[i],
		    out);
	tcn_buf_z(out, "</ul>\n");
}

/* Opens the link to what the archive has of a word or, in quotation marks, of
 * several. */
static void
put_search_open(const char *site, struct tcn_str words, struct tcn_buf *out)
{
	struct tcn_buf target = { 0 }, query = { 0 };
	bool several = memchr(words.at, ' ', words.n) != NULL;

	tcn_buf_z(&query, several ? "\"" : "");
	tcn_buf_str(&query, words);
	tcn_buf_z(&query, several ? "\"" : "");
	tcn_buf_printf(&target, "%s/search", site);
	tcn_target_param(&target, "q", tcn_buf_view(&query));
	out->failed |= target.failed || query.failed;
	tcn_buf_z(out, "<a href=\"");
	tcn_safe_html(out, tcn_buf_view(&target));
	tcn_buf_z(out, "\">");
	tcn_buf_fini(&target);
	tcn_buf_fini(&query);
}

static void
put_terms(const struct tcn_report_view *view, const char *label,
    const struct tcn_str *terms, size_t n, struct tcn_buf *out)
{
	const char *site = view->report->site;

	if (*label)
		tcn_buf_printf(out, "<h3>%s</h3>\n", label);
	tcn_buf_z(out, "<ul class=\"terms\">");
	for (size_t i = 0; i < n; i++) {
		tcn_buf_z(out, "<li>");
		if (site)
			put_search_open(site, terms[i], out);
		tcn_html_page_foreign("span", (struct tcn_str){ 0 }, terms[i],
		    out);
		tcn_buf_z(out, site ? "</a></li>" : "</li>");
	}
	tcn_buf_z(out, "</ul>\n");
}

static void
put_related(const struct tcn_report_view *view,
    const struct tcn_report_view_related *show, struct tcn_buf *out)
{
	const struct tcn_report_related *related = show->related;
	struct tcn_buf parts[3] = { { 0 } };

	tcn_buf_z(out, "<li><p>");
	if (related->page.n) {
		tcn_buf_z(out, "<a href=\"");
		tcn_safe_html(out, related->page);
		tcn_buf_z(out, ".html\">");
		tcn_html_page_foreign("span", (struct tcn_str){ 0 },
		    show->title, out);
		tcn_buf_z(out, "</a>");
	} else {
		put_linked(show->title, (struct tcn_str){ 0 }, show->url,
		    show->is_link, out);
	}
	tcn_buf_z(out, "</p>\n<p class=\"by\">");
	tcn_report_say_items(view->words, related->items, &parts[0]);
	put_time(view, related->first_ms, true, &parts[1]);
	put_time(view, related->last_ms, true, &parts[2]);
	tcn_words_say(view->words, "{items}, {from} to {to}",
	    TCN_WITH({ "items", tcn_buf_view(&parts[0]) },
		{ "from", tcn_buf_view(&parts[1]) },
		{ "to", tcn_buf_view(&parts[2]) }),
	    out);
	tcn_words_parts_fini(parts, 3, out);
	tcn_buf_z(out, "</p>\n");
	if (show->shared_n)
		put_shared(show->shared, show->shared_n, out);
	tcn_buf_z(out, "</li>\n");
}

static void
put_part(const struct tcn_report_view *view,
    const struct tcn_report_view_part *part, struct tcn_buf *out)
{
	tcn_buf_printf(out, "<li><b>%s</b> ",
	    part->part >= 0 ? tcn_words_text(view->words, "For")
			    : tcn_words_text(view->words, "Against"));
	tcn_html_page_foreign("span", tcn_str(part->stored ? "en" : ""),
	    part->says, out);
	tcn_buf_z(out, "</li>\n");
}

static void
put_evidence(const struct tcn_report_view *view, uint32_t number,
    const struct tcn_report_view_item *show, struct tcn_str said,
    struct tcn_buf *out)
{
	(void)number; /* the list numbers itself */
	tcn_buf_z(out, "<li><p class=\"by\">");
	put_time(view, show->item->ts_ms, false, out);
	tcn_buf_z(out, " <b dir=\"auto\">");
	tcn_safe_html(out, show->source);
	tcn_buf_z(out, "</b>");
	put_copy(said, out);
	tcn_buf_z(out, "</p>\n<p>");
	put_title(show, out);
	tcn_buf_z(out, "</p></li>\n");
}

static void
put_begin(const struct tcn_report_view *view, struct tcn_buf *out)
{
	struct tcn_buf title = { 0 };

	/* TRANSLATORS: the title of a window. */
	tcn_words_say(view->words, "{headline} \u2014 special report",
	    TCN_WITH({ "headline", view->headline }), &title);
	tcn_html_page_head(tcn_words_code(view->words), tcn_buf_view(&title),
	    "", out);
	tcn_buf_z(out, "<article>\n");
	tcn_words_parts_fini(&title, 1, out);
}

static void
put_end(const struct tcn_report_view *view, struct tcn_buf *out)
{
	struct tcn_buf id = { 0 };

	tcn_safe_html(&id, view->id);
	tcn_buf_z(out, "<p class=\"note\">");
	tcn_words_say(view->words, "Event {id}",
	    TCN_WITH({ "id", tcn_buf_view(&id) }), out);
	tcn_words_parts_fini(&id, 1, out);
	if (view->report->index.n) {
		tcn_buf_z(out, ". <a href=\"");
		tcn_safe_html(out, view->report->index);
		tcn_buf_printf(out, ".html\">%s</a>",
		    tcn_words_text(view->words, "All special reports"));
	}
	tcn_buf_z(out, "</p>\n</article>\n");
	tcn_html_page_foot(tcn_words_text(view->words, tcn_html_page_made),
	    out);
}

static void
put_sources_head(const struct tcn_report_view *view, struct tcn_buf *out)
{
	static const struct {
		const char *says;
		bool number;
	} columns[] = {
		{ TCN_WORDS("Publisher"), false },
		{ TCN_WORDS("Items"), true },
		{ TCN_WORDS("Copies"), true },
		/* TRANSLATORS: when a publisher first told of it. */
		{ TCN_WORDS("First"), false },
	};

	for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
		tcn_buf_printf(out, "<th scope=\"col\"%s>%s</th>",
		    columns[i].number ? " class=\"n\"" : "",
		    tcn_words_text(view->words, columns[i].says));
	tcn_buf_z(out, "</tr></thead>\n<tbody>\n");
}

static void
put_list_head(const struct tcn_report_view *view, enum tcn_report_list list,
    struct tcn_buf *out)
{
	if (list == TCN_REPORT_LIST_SOURCES)
		put_sources_head(view, out);
	else if (list == TCN_REPORT_LIST_NEAR)
		tcn_buf_printf(out, "%s</summary>\n<ul class=\"related\">\n",
		    tcn_words_text(view->words, "Show them"));
}

#define LIST(tag, class)                                                       \
	{                                                                      \
		"<" tag " class=\"" class "\">\n", "</" tag ">\n"              \
	}

static const struct tcn_report_page_writer html = {
	.begin = put_begin,
	.header = put_header,
	.text = tcn_safe_html,
	.line = put_line,
	.figure = put_told,
	.chart = put_chart,
	.entry = put_entry,
	.source = put_source,
	.near = put_near,
	.related = put_related,
	.copies = tcn_report_copies_chart,
	.terms = put_terms,
	.part = put_part,
	.evidence = put_evidence,
	.list_head = put_list_head,
	.end = put_end,
	.section_open = "<section>\n<h2>",
	.heading_close = "</h2>\n",
	.section_close = "</section>\n",
	.note = { "<p class=\"note\">", "</p>\n" },
	.note_below = { "<p class=\"note\">", "</p>\n" },
	.lists = {
		[TCN_REPORT_LIST_FIGURES] = LIST("ul", "told"),
		[TCN_REPORT_LIST_LINES] = LIST("ul", "lines"),
		[TCN_REPORT_LIST_TIMELINE] = LIST("ol", "timeline"),
		[TCN_REPORT_LIST_SOURCES] = { "<table>\n<thead><tr>",
		    "</tbody>\n</table>\n" },
		[TCN_REPORT_LIST_NEAR] = {
		    "<details>\n<summary>",
		    "</ul>\n</details>\n" },
		[TCN_REPORT_LIST_RELATED] = LIST("ul", "related"),
		[TCN_REPORT_LIST_PARTS] = LIST("ul", "parts"),
		[TCN_REPORT_LIST_EVIDENCE] = LIST("ol", "evidence"),
	},
};

void
tcn_report_html(const struct tcn_report_view *view, struct tcn_buf *out)
{
	tcn_report_page(&html, view, out);
}

void
tcn_report_sections(const struct tcn_report_view *view, struct tcn_buf *out)
{
	tcn_report_page_sections(&html, view, out);
}
