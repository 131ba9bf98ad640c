#include <inttypes.h>
#include <stdio.h>

#include "engine/base/buf.h"
#include "engine/base/date.h"
#include "tools/base/event_words.h"
#include "tools/base/plural.h"
#include "tools/base/safe.h"
#include "tools/base/when.h"
#include "tools/report/report_write.h"

/*
 * One file, no script, nothing fetched: the policy forbids both even if an
 * escape were ever forgotten. Links send no referrer, so that a receiver
 * cannot tell which story is being watched.
 */
static const char head[] =
    "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n"
    "<meta charset=\"utf-8\">\n"
    "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src "
    "'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action "
    "'none'\">\n"
    "<meta name=\"viewport\" content=\"width=device-width, "
    "initial-scale=1\">\n"
    "<meta name=\"color-scheme\" content=\"light dark\">\n"
    "<meta name=\"referrer\" content=\"no-referrer\">\n"
    "<meta name=\"generator\" content=\"tocsin\">\n"
    "<title>";

void
tcn_report_html_head(struct tcn_str title, const char *more_style,
    struct tcn_buf *out)
{
	tcn_buf_z(out, head);
	tcn_safe_html(out, title);
	tcn_buf_z(out, "</title>\n<style>\n");
	tcn_buf_z(out, tcn_report_style);
	tcn_buf_z(out, more_style);
	tcn_buf_z(out, "</style>\n</head>\n<body>\n<main>\n");
}

void
tcn_report_html_foot(struct tcn_buf *out)
{
	tcn_buf_z(out,
	    "<footer>\n<p>Written by tocsin"
	    " from the articles listed here. Titles and sentences "
	    "are quoted as published; nothing has been checked or "
	    "rewritten. All times are UTC.</p>\n</footer>\n"
	    "</main>\n</body>\n</html>\n");
}

void
tcn_report_html_time(int64_t ms, struct tcn_str text, struct tcn_buf *out)
{
	char iso[TCN_DATE_BYTES];

	tcn_date_format(ms, iso);
	if (iso[0])
		tcn_buf_printf(out, "<time datetime=\"%s\">", iso);
	tcn_safe_html(out, text);
	if (iso[0])
		tcn_buf_z(out, "</time>");
}

static void
put_time(int64_t ms, bool whole, struct tcn_buf *out)
{
	char text[TCN_WHEN_BYTES];

	if (whole)
		tcn_when_text(ms, text);
	else
		tcn_when_short(ms, text);
	tcn_report_html_time(ms, tcn_str(text), out);
}

/* Text in whatever direction and language it is written. */
static void
put_foreign(const char *tag, const char *class, struct tcn_str lang,
    struct tcn_str text, struct tcn_buf *out)
{
	tcn_buf_printf(out, "<%s", tag);
	if (class)
		tcn_buf_printf(out, " class=\"%s\"", class);
	if (lang.n) {
		tcn_buf_z(out, " lang=\"");
		tcn_safe_html(out, lang);
		tcn_buf_char(out, '"');
	}
	tcn_buf_z(out, " dir=\"auto\">");
	tcn_safe_html(out, text);
	tcn_buf_printf(out, "</%s>", tag);
}

static void
put_link_open(struct tcn_str url, struct tcn_buf *out)
{
	tcn_buf_z(out, "<a href=\"");
	tcn_safe_html(out, url);
	tcn_buf_z(out, "\" rel=\"noopener noreferrer nofollow\">");
}

/* An address that may not be a link is still shown. */
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
	put_foreign("span", NULL, lang, text, out);
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

/* Runs say() and escapes what it said. */
static void
put_said(const struct tcn_report_view *view,
    void (*say)(const struct tcn_report_view *, struct tcn_buf *),
    struct tcn_buf *out)
{
	struct tcn_buf said = { 0 };

	say(view, &said);
	out->failed |= said.failed;
	tcn_safe_html(out, tcn_buf_view(&said));
	tcn_buf_fini(&said);
}

static void
put_figure(struct tcn_buf *out, const char *figure, const char *name)
{
	tcn_buf_printf(out, "<li><b>%s</b> <span>%s</span></li>\n", figure,
	    name);
}

static void
put_count(struct tcn_buf *out, uint32_t n, const char *one, const char *many)
{
	char text[16];

	snprintf(text, sizeof text, "%" PRIu32, n);
	put_figure(out, text, n == 1 ? one : many);
}

static void
put_figures(const struct tcn_report_view *view, struct tcn_buf *out)
{
	int64_t fired = view->report->event->fired_ms;
	char span[TCN_WHEN_BYTES];

	if (!view->items_n)
		return;
	tcn_buf_z(out, "<ul class=\"figures\">\n");
	put_count(out, view->all.items, "item", "items");
	put_count(out, view->all.origins, "distinct text", "distinct texts");
	put_count(out, view->all.publishers, "publisher", "publishers");
	if (view->all.first_ms != TCN_UNDATED && tcn_when_known(fired) &&
	    fired >= view->all.first_ms)
		put_figure(out, tcn_when_span(fired - view->all.first_ms, span),
		    "from first item to alarm");
	tcn_buf_z(out, "</ul>\n");
}

static void
put_headline(const struct tcn_report_view *view, struct tcn_buf *out)
{
	struct tcn_str lang = { 0 };

	if (view->central < view->items_n)
		lang = view->items[view->central].lang;
	put_foreign("h1", NULL, lang, view->headline, out);
	tcn_buf_z(out, "\n<p class=\"why\">");
	if (view->central < view->items_n) {
		const struct tcn_report_view_item *show =
		    &view->items[view->central];

		put_linked(show->source, (struct tcn_str){ 0 }, show->url,
		    show->is_link, out);
		tcn_buf_z(out, ", ");
		put_time(show->item->ts_ms, true, out);
		tcn_buf_z(out, ". ");
	}
	tcn_safe_html(out, view->why);
	tcn_buf_z(out, "</p>\n");
}

static void
put_header(const struct tcn_report_view *view, struct tcn_buf *out)
{
	const char *state = tcn_event_words_state(view->report->event->state);

	tcn_buf_printf(out,
	    "<header>\n<p class=\"kicker\">Special report "
	    "<span class=\"state %s\">%s</span></p>\n",
	    state, state);
	put_headline(view, out);
	tcn_buf_z(out, "<p class=\"status\">");
	put_said(view, tcn_report_say_fired, out);
	tcn_buf_z(out, "</p>\n<p class=\"status\">");
	put_said(view, tcn_report_say_now, out);
	tcn_buf_z(out, "</p>\n");
	put_figures(view, out);
	tcn_buf_z(out, "</header>\n");
}

static void
put_line(const struct tcn_report_view *view,
    const struct tcn_report_view_line *line, struct tcn_buf *out)
{
	const struct tcn_report_view_item *show = &view->items[line->item];

	tcn_buf_z(out, "<li><blockquote>");
	put_foreign("p", NULL, show->lang, line->text, out);
	tcn_buf_z(out, "</blockquote>\n<p class=\"by\">");
	put_linked(show->source, (struct tcn_str){ 0 }, show->url,
	    show->is_link, out);
	tcn_buf_z(out, ", ");
	put_time(show->item->ts_ms, false, out);
	tcn_buf_z(out, "</p></li>\n");
}

static void
put_summary(const struct tcn_report_view *view, struct tcn_buf *out)
{
	if (!view->lines_n)
		return;
	tcn_buf_z(out,
	    "<section>\n<h2>In their words</h2>\n"
	    "<ul class=\"lines\">\n");
	for (size_t i = 0; i < view->lines_n; i++)
		put_line(view, &view->lines[i], out);
	tcn_buf_z(out,
	    "</ul>\n<p class=\"note\">The most central sentences, "
	    "each of a different text.</p>\n</section>\n");
}

static void
put_chart(const struct tcn_report_view *view, struct tcn_buf *out)
{
	if (view->points_n < 2)
		return;
	tcn_buf_z(out, "<figure>\n");
	tcn_report_chart(view, out);
	tcn_buf_z(out,
	    "<figcaption><span class=\"key items\"></span> items "
	    "<span class=\"key origins\"></span> distinct texts, running "
	    "totals from ");
	put_time(view->all.first_ms, true, out);
	tcn_buf_z(out, " on");
	tcn_buf_z(out, "</figcaption>\n</figure>\n");
}

static void
put_entry(const struct tcn_report_view *view,
    const struct tcn_report_view_entry *entry, struct tcn_buf *out)
{
	static const char *const classes[] = {
		[TCN_REPORT_VIEW_FIRST] = "first",
		[TCN_REPORT_VIEW_GROWTH] = "growth",
		[TCN_REPORT_VIEW_FIRED] = "fired",
		[TCN_REPORT_VIEW_CLOSED] = "closed",
	};
	struct tcn_buf said = { 0 };

	tcn_report_say_when(entry, &said);
	tcn_buf_printf(out, "<li class=\"%s\"><span class=\"by\">",
	    classes[entry->kind]);
	tcn_report_html_time(entry->from_ms, tcn_buf_view(&said), out);
	tcn_buf_z(out, "</span>\n<p>");
	out->failed |= said.failed;
	tcn_buf_clear(&said);
	tcn_report_say_entry(view, entry, &said);
	tcn_safe_html(out, tcn_buf_view(&said));
	if (entry->item < view->items_n) {
		tcn_buf_z(out, "<br>");
		put_title(&view->items[entry->item], out);
	}
	tcn_buf_z(out, "</p></li>\n");
	out->failed |= said.failed;
	tcn_buf_fini(&said);
}

static void
put_timeline(const struct tcn_report_view *view, struct tcn_buf *out)
{
	if (!view->entries_n)
		return;
	tcn_buf_z(out, "<section>\n<h2>Timeline</h2>\n");
	put_chart(view, out);
	tcn_buf_z(out, "<ol class=\"timeline\">\n");
	for (size_t i = 0; i < view->entries_n; i++)
		put_entry(view, &view->entries[i], out);
	tcn_buf_z(out, "</ol>\n</section>\n");
}

static void
put_source(const struct tcn_report_view *view,
    const struct tcn_report_view_source *source, struct tcn_buf *out)
{
	const struct tcn_report_view_item *first = &view->items[source->first];

	tcn_buf_z(out, "<tr><th scope=\"row\">");
	put_linked(source->name, (struct tcn_str){ 0 }, first->url,
	    first->is_link, out);
	tcn_buf_printf(out,
	    "</th><td class=\"n\">%" PRIu32 "</td><td class=\"n\">%" PRIu32
	    "</td><td>",
	    source->items, source->copies);
	put_time(first->item->ts_ms, false, out);
	tcn_buf_z(out, "</td></tr>\n");
}

static void
put_langs(const struct tcn_report_view *view, struct tcn_buf *out)
{
	tcn_buf_z(out, "<p class=\"note\">Languages: ");
	for (size_t i = 0; i < view->langs_n; i++) {
		tcn_buf_z(out, i ? ", " : "");
		tcn_safe_html(out, view->langs[i].name);
		tcn_buf_printf(out, " (%" PRIu32 ")", view->langs[i].items);
	}
	tcn_buf_z(out, ".</p>\n");
}

static void
put_sources(const struct tcn_report_view *view, struct tcn_buf *out)
{
	size_t n = view->sources_n;

	if (!n)
		return;
	if (n > TCN_REPORT_SOURCES_MAX)
		n = TCN_REPORT_SOURCES_MAX;
	tcn_buf_z(out,
	    "<section>\n<h2>Sources</h2>\n<table>\n<thead><tr>"
	    "<th scope=\"col\">Publisher</th>"
	    "<th scope=\"col\" class=\"n\">Items</th>"
	    "<th scope=\"col\" class=\"n\">Copies</th>"
	    "<th scope=\"col\">First</th></tr></thead>\n<tbody>\n");
	for (size_t i = 0; i < n; i++)
		put_source(view, &view->sources[i], out);
	tcn_buf_z(out, "</tbody>\n</table>\n");
	if (n < view->sources_n) {
		tcn_buf_z(out, "<p class=\"note\">And ");
		tcn_plural(out, view->sources_n - n, "more publisher");
		tcn_buf_z(out, ".</p>\n");
	}
	put_langs(view, out);
	tcn_buf_z(out, "</section>\n");
}

static void
put_terms(const struct tcn_str *terms, size_t n, struct tcn_buf *out)
{
	tcn_buf_z(out, "<ul class=\"terms\">");
	for (size_t i = 0; i < n; i++)
		put_foreign("li", NULL, (struct tcn_str){ 0 }, terms[i], out);
	tcn_buf_z(out, "</ul>\n");
}

static void
put_key_terms(const struct tcn_report_view *view, struct tcn_buf *out)
{
	if (!view->terms_n)
		return;
	tcn_buf_z(out, "<section>\n<h2>Key terms</h2>\n");
	put_terms(view->terms, view->terms_n, out);
	tcn_buf_z(out, "</section>\n");
}

static void
put_related_story(const struct tcn_report_view_related *show,
    struct tcn_buf *out)
{
	const struct tcn_report_related *related = show->related;

	tcn_buf_z(out, "<li><p>");
	if (related->page.n) {
		tcn_buf_z(out, "<a href=\"");
		tcn_safe_html(out, related->page);
		tcn_buf_z(out, ".html\">");
		put_foreign("span", NULL, (struct tcn_str){ 0 }, show->title,
		    out);
		tcn_buf_z(out, "</a>");
	} else {
		put_linked(show->title, (struct tcn_str){ 0 }, show->url,
		    show->is_link, out);
	}
	tcn_buf_z(out, "</p>\n<p class=\"by\">");
	tcn_plural(out, related->items, "item");
	tcn_buf_z(out, ", ");
	put_time(related->first_ms, true, out);
	tcn_buf_z(out, " to ");
	put_time(related->last_ms, true, out);
	tcn_buf_z(out, "</p>\n");
	if (related->shared_n)
		put_terms(show->shared, related->shared_n, out);
	tcn_buf_z(out, "</li>\n");
}

static void
put_related(const struct tcn_report_view *view, struct tcn_buf *out)
{
	if (!view->related_n)
		return;
	tcn_buf_z(out,
	    "<section>\n<h2>Related stories</h2>\n"
	    "<ul class=\"related\">\n");
	for (size_t i = 0; i < view->related_n; i++)
		put_related_story(&view->related[i], out);
	tcn_buf_z(out, "</ul>\n</section>\n");
}

static void
put_evidence_item(const struct tcn_report_view *view,
    const struct tcn_report_view_item *show, struct tcn_buf *out)
{
	struct tcn_buf copy = { 0 };

	tcn_buf_z(out, "<li><p class=\"by\">");
	put_time(show->item->ts_ms, false, out);
	tcn_buf_z(out, " <b dir=\"auto\">");
	tcn_safe_html(out, show->source);
	tcn_buf_z(out, "</b>");
	tcn_report_say_copy(view, show, &copy);
	if (copy.n) {
		tcn_buf_z(out, " <span class=\"copy\">");
		tcn_safe_html(out, tcn_buf_view(&copy));
		tcn_buf_z(out, "</span>");
	}
	tcn_buf_z(out, "</p>\n<p>");
	put_title(show, out);
	tcn_buf_z(out, "</p></li>\n");
	out->failed |= copy.failed;
	tcn_buf_fini(&copy);
}

static void
put_evidence(const struct tcn_report_view *view, struct tcn_buf *out)
{
	uint32_t shown = 0;

	if (!view->fired.items)
		return;
	tcn_buf_z(out,
	    "<section>\n<h2>Evidence</h2>\n<p class=\"note\">"
	    "The items counted when it fired.</p>\n"
	    "<ol class=\"evidence\">\n");
	for (size_t i = 0; i < view->items_n && shown < TCN_REPORT_EVIDENCE_MAX;
	     i++) {
		if (!view->items[i].counted)
			continue;
		put_evidence_item(view, &view->items[i], out);
		shown++;
	}
	tcn_buf_z(out, "</ol>\n");
	if (shown < view->fired.items) {
		tcn_buf_z(out, "<p class=\"note\">And ");
		tcn_plural(out, view->fired.items - shown, "more item");
		tcn_buf_z(out, ".</p>\n");
	}
	tcn_buf_z(out, "</section>\n");
}

static void
put_page_title(const struct tcn_report_view *view, struct tcn_buf *out)
{
	struct tcn_buf title = { 0 };

	tcn_buf_str(&title, view->headline);
	tcn_buf_z(&title, " \xe2\x80\x94 special report");
	out->failed |= title.failed;
	tcn_report_html_head(tcn_buf_view(&title), "", out);
	tcn_buf_fini(&title);
}

static void
put_end(const struct tcn_report_view *view, struct tcn_buf *out)
{
	tcn_buf_z(out, "<p class=\"note\">Event ");
	tcn_safe_html(out, view->id);
	if (view->report->index.n) {
		tcn_buf_z(out, ". <a href=\"");
		tcn_safe_html(out, view->report->index);
		tcn_buf_z(out, ".html\">All special reports</a>");
	}
	tcn_buf_z(out, "</p>\n</article>\n");
}

void
tcn_report_html(const struct tcn_report_view *view, struct tcn_buf *out)
{
	put_page_title(view, out);
	tcn_buf_z(out, "<article>\n");
	put_header(view, out);
	put_summary(view, out);
	put_timeline(view, out);
	put_sources(view, out);
	put_related(view, out);
	put_key_terms(view, out);
	put_evidence(view, out);
	put_end(view, out);
	tcn_report_html_foot(out);
}
