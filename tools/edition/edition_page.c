/*
 * An edition as a page for people: HTML, Markdown and plain text. One walk; a
 * table says what the three write differently.
 */
#include <inttypes.h>
#include <stdio.h>

#include "tools/base/html_page.h"
#include "tools/base/safe.h"
#include "tools/edition/edition_impl.h"
#include "tools/edition/edition_words.h"

/* What stands before and after a part. */
struct marks {
	const char *open, *close;
};

struct markup {
	void (*text)(struct tcn_buf *out, struct tcn_str text);
	/* url may be empty. */
	void (*link)(struct tcn_buf *out, struct tcn_str url,
	    struct tcn_str text);
	struct marks title, meta, section, category, entry, headline,
	    under_category, correction, figures, lines, line, source, list, row;
};

static void
html_link(struct tcn_buf *out, struct tcn_str url, struct tcn_str text)
{
	if (url.n) {
		tcn_buf_z(out, "<a href=\"");
		tcn_safe_html(out, url);
		tcn_buf_z(out, "\">");
	}
	tcn_safe_html(out, text);
	tcn_buf_z(out, url.n ? "</a>" : "");
}

static void
md_link(struct tcn_buf *out, struct tcn_str url, struct tcn_str text)
{
	tcn_buf_z(out, url.n ? "[" : "");
	tcn_safe_md(out, text);
	if (!url.n)
		return;
	tcn_buf_z(out, "](");
	tcn_safe_md_url(out, url);
	tcn_buf_z(out, ")");
}

static void
plain_link(struct tcn_buf *out, struct tcn_str url, struct tcn_str text)
{
	tcn_buf_str(out, text);
	if (!url.n)
		return;
	tcn_buf_z(out, "\n  ");
	tcn_buf_str(out, url);
}

static const struct markup html = {
	.text = tcn_safe_html,
	.link = html_link,
	.title = { "<h1>", "</h1>\n" },
	.meta = { "<p class=\"meta\">", "</p>\n" },
	.section = { "<section>\n<h2>", "</h2>\n" },
	.category = { "<h3>", "</h3>\n" },
	.entry = { "<article>\n", "</article>\n" },
	.headline = { "<h3>", "</h3>\n" },
	.under_category = { "<h4>", "</h4>\n" },
	.correction = { "<p><strong>", "</strong></p>\n" },
	.figures = { "<p class=\"meta\">", "</p>\n" },
	.lines = { "<ul>\n", "</ul>\n" },
	.line = { "<li>", "</li>\n" },
	.source = { " <span class=\"meta\">", "</span>" },
	.list = { "<ul>\n", "</ul>\n" },
	.row = { "<li>", "</li>\n" },
};

static const struct markup md = {
	.text = tcn_safe_md,
	.link = md_link,
	.title = { "# ", "\n\n" },
	.meta = { "", "\n\n" },
	.section = { "## ", "\n\n" },
	.category = { "### ", "\n\n" },
	.entry = { "", "" },
	.headline = { "### ", "\n\n" },
	.under_category = { "#### ", "\n\n" },
	.correction = { "**", "**\n\n" },
	.figures = { "", "\n\n" },
	.lines = { "", "\n" },
	.line = { "- ", "\n" },
	.source = { " (", ")" },
	.list = { "", "\n" },
	.row = { "- ", "\n" },
};

static const struct markup plain = {
	.text = tcn_buf_str,
	.link = plain_link,
	.title = { "", "\n\n" },
	.meta = { "", "\n\n" },
	.section = { "=== ", " ===\n\n" },
	.category = { "--- ", " ---\n\n" },
	.entry = { "", "" },
	.headline = { "* ", "\n" },
	.under_category = { "* ", "\n" },
	.correction = { "  ", "\n" },
	.figures = { "  ", "\n" },
	.lines = { "", "\n" },
	.line = { "  - ", "\n" },
	.source = { " (", ")" },
	.list = { "", "\n" },
	.row = { "- ", "\n" },
};

struct page {
	const struct tcn_edition *edition;
	const struct markup *markup;
	enum tcn_edition_language language;
	struct tcn_buf *out;
	struct tcn_buf said; /* what is being put together */
	bool mail; /* with pictures */
};

static void
put(struct page *page, const struct marks *marks, struct tcn_str text)
{
	tcn_buf_z(page->out, marks->open);
	page->markup->text(page->out, text);
	tcn_buf_z(page->out, marks->close);
}

/* Puts what was said, and empties it. */
static void
put_said(struct page *page, const struct marks *marks)
{
	page->out->failed |= page->said.failed;
	if (page->said.n)
		put(page, marks, tcn_buf_view(&page->said));
	tcn_buf_clear(&page->said);
}

/* --- an event --- */

/* Adds a count, and what it was in the last edition where that differs. */
static void
say_count(struct page *page, enum tcn_edition_noun noun, uint32_t n,
    const struct tcn_store_told_event *told, uint32_t before)
{
	char number[24];

	tcn_edition_count(page->language, noun, n, &page->said);
	if (!told || before == n)
		return;
	snprintf(number, sizeof number, "%" PRIu32, before);
	tcn_buf_z(&page->said, " (");
	tcn_edition_say_before(page->edition, told->number, tcn_str(number),
	    &page->said);
	tcn_buf_z(&page->said, ")");
}

static void
say_times(struct page *page, const struct tcn_report_brief *brief)
{
	const struct tcn_edition_conf *conf = page->edition->conf;

	if (brief->first_ms == TCN_UNDATED)
		return;
	tcn_buf_z(&page->said, "; ");
	tcn_edition_time(conf, brief->first_ms, TCN_EDITION_TIME_SHORT,
	    &page->said);
	if (brief->last_ms == brief->first_ms)
		return;
	tcn_buf_z(&page->said, " \u2013 ");
	tcn_edition_time(conf, brief->last_ms, TCN_EDITION_TIME_SHORT,
	    &page->said);
}

static void
say_languages(struct page *page, const struct tcn_report_brief *brief)
{
	struct tcn_buf list = { 0 };

	for (size_t i = 0; i < brief->langs_n; i++) {
		tcn_buf_z(&list, i ? ", " : "");
		tcn_buf_str(&list, brief->langs[i]);
	}
	if (brief->langs_n > 1) {
		tcn_buf_z(&page->said, "; ");
		tcn_edition_word_with(page->language, TCN_EDITION_WORD_IN,
		    tcn_buf_view(&list), &page->said);
	}
	page->said.failed |= list.failed;
	tcn_buf_fini(&list);
}

static void
put_figures(struct page *page, const struct tcn_edition_entry *entry)
{
	const struct tcn_report_brief *brief = &entry->brief;
	const struct tcn_store_told_event *told = entry->told;

	say_count(page, TCN_EDITION_NOUN_TEXT, brief->items, told,
	    told ? told->items : 0);
	tcn_buf_z(&page->said, ", ");
	say_count(page, TCN_EDITION_NOUN_ORIGIN, brief->origins, told,
	    told ? told->origins : 0);
	tcn_buf_z(&page->said, ", ");
	say_count(page, TCN_EDITION_NOUN_PUBLISHER, brief->publishers, told,
	    told ? told->publishers : 0);
	say_languages(page, brief);
	say_times(page, brief);
	put_said(page, &page->markup->figures);
}

/* The figures that a picture shows stand beside it, for who cannot see it. */
static void
put_chart(struct page *page, const struct tcn_edition_entry *entry)
{
	const struct tcn_report_brief *brief = &entry->brief;
	char id[TCN_EDITION_CHART_ID_BYTES];

	if (!page->mail || !tcn_edition_has_chart(entry))
		return;
	tcn_edition_chart_id(page->edition,
	    (size_t)(entry - page->edition->entries), id);
	tcn_buf_printf(page->out,
	    "<p><img src=\"cid:%s\" width=\"240\" height=\"40\" alt=\"", id);
	for (size_t i = 0; i < 2; i++) {
		const struct tcn_report_brief_point *point =
		    &brief->points[i ? brief->points_n - 1 : 0];

		tcn_buf_z(&page->said, i ? "; " : "");
		tcn_edition_time(page->edition->conf, point->ms,
		    TCN_EDITION_TIME_SHORT, &page->said);
		tcn_buf_z(&page->said, ": ");
		tcn_edition_count(page->language, TCN_EDITION_NOUN_TEXT,
		    point->items, &page->said);
	}
	tcn_safe_html(page->out, tcn_buf_view(&page->said));
	page->out->failed |= page->said.failed;
	tcn_buf_clear(&page->said);
	tcn_buf_z(page->out, "\"></p>\n");
}

/* Puts the figures from one up to another. */
static void
put_changes(struct page *page, const struct tcn_edition_entry *entry,
    size_t from, size_t to, const struct marks *marks)
{
	for (size_t i = from; i < to; i++) {
		tcn_edition_say_figure(page->edition, &entry->figures[i],
		    &page->said);
		put_said(page, marks);
	}
}

static void
put_lines(struct page *page, const struct tcn_edition_entry *entry)
{
	const struct markup *markup = page->markup;

	if (!entry->lines_n && entry->figures_n == entry->corrections)
		return;
	tcn_buf_z(page->out, markup->lines.open);
	put_changes(page, entry, entry->corrections, entry->figures_n,
	    &markup->line);
	for (size_t i = 0; i < entry->lines_n; i++) {
		const struct tcn_report_brief_line *line =
		    &entry->lines[i].says;

		tcn_buf_z(page->out, markup->line.open);
		markup->text(page->out, line->text);
		tcn_buf_z(page->out, markup->source.open);
		/* A text would have more addresses than words. */
		if (markup == &plain)
			markup->text(page->out, line->source);
		else
			markup->link(page->out, line->url, line->source);
		tcn_buf_z(page->out, markup->source.close);
		tcn_buf_z(page->out, markup->line.close);
	}
	tcn_buf_z(page->out, markup->lines.close);
}

static void
put_sources(struct page *page, const struct tcn_edition_entry *entry)
{
	if (!entry->sources_n)
		return;
	tcn_buf_z(&page->said,
	    tcn_edition_word(page->language,
		entry->told ? TCN_EDITION_WORD_NEW_SOURCES
			    : TCN_EDITION_WORD_SOURCES));
	for (size_t i = 0; i < entry->sources_n; i++) {
		tcn_buf_z(&page->said, i ? ", " : "");
		tcn_buf_str(&page->said, entry->sources[i]);
	}
	if (entry->sources_more) {
		tcn_buf_z(&page->said, " ");
		tcn_edition_count(page->language, TCN_EDITION_NOUN_MORE,
		    entry->sources_more, &page->said);
	}
	put_said(page, &page->markup->figures);
}

static void
put_entry(struct page *page, const struct tcn_edition_entry *entry)
{
	const struct markup *markup = page->markup;
	const struct marks *headline =
	    page->edition->conf->by == TCN_EDITION_BY_CATEGORY
	    ? &markup->under_category
	    : &markup->headline;

	tcn_buf_z(page->out, markup->entry.open);
	tcn_buf_z(page->out, headline->open);
	markup->link(page->out, entry->brief.url, entry->brief.headline);
	tcn_buf_z(page->out, headline->close);
	put_changes(page, entry, 0, entry->corrections, &markup->correction);
	put_figures(page, entry);
	put_chart(page, entry);
	put_lines(page, entry);
	put_sources(page, entry);
	tcn_buf_z(page->out, markup->entry.close);
	tcn_buf_z(page->out, markup == &plain ? "\n" : "");
}

/* --- the page --- */

/* The category of an entry, where it begins behind the one before. */
static void
put_category(struct page *page, const struct tcn_edition_entry *before,
    const struct tcn_edition_entry *entry)
{
	if (page->edition->conf->by != TCN_EDITION_BY_CATEGORY ||
	    (before && before->group == entry->group))
		return;
	put(page, &page->markup->category,
	    entry->brief.category.n ? entry->brief.category
				    : tcn_str(tcn_edition_word(page->language,
					  TCN_EDITION_WORD_OTHER)));
}

static void
put_section(struct page *page, enum tcn_edition_section section)
{
	const struct tcn_edition *edition = page->edition;
	const struct tcn_edition_entry *before = NULL;
	bool rows = section == TCN_EDITION_UNCHANGED;

	if (!edition->counts[section])
		return;
	put(page, &page->markup->section,
	    tcn_str(tcn_edition_word(page->language,
		(enum tcn_edition_word)(TCN_EDITION_WORD_NEW +
		    (unsigned)section))));
	tcn_buf_z(page->out, rows ? page->markup->list.open : "");
	for (size_t i = 0; i < edition->entries_n; i++) {
		const struct tcn_edition_entry *entry = &edition->entries[i];

		if (entry->section != section)
			continue;
		if (rows) {
			put(page, &page->markup->row, entry->brief.headline);
			continue;
		}
		put_category(page, before, entry);
		put_entry(page, entry);
		before = entry;
	}
	tcn_buf_z(page->out, rows ? page->markup->list.close : "");
	tcn_buf_z(page->out, page->markup == &html ? "</section>\n" : "");
}

static void
put_head(struct page *page)
{
	const struct tcn_edition *edition = page->edition;
	struct tcn_buf time = { 0 };

	put(page, &page->markup->title, edition->title);
	tcn_edition_time(edition->conf, edition->due_ms, TCN_EDITION_TIME_LONG,
	    &page->said);
	tcn_buf_printf(&page->said, " (%s)", edition->conf->zone);
	put_said(page, &page->markup->meta);
	if (edition->reason.n)
		put(page, &page->markup->meta, edition->reason);
	tcn_edition_time(edition->conf, edition->cut.as_of_ms,
	    TCN_EDITION_TIME_SHORT, &time);
	tcn_edition_word_with(page->language, TCN_EDITION_WORD_AS_OF,
	    tcn_buf_view(&time), &page->said);
	page->said.failed |= time.failed;
	tcn_buf_fini(&time);
	put_said(page, &page->markup->meta);
}

static void
put_body(struct page *page)
{
	const struct tcn_edition *edition = page->edition;

	put_head(page);
	if (edition->entries_n == edition->counts[TCN_EDITION_UNCHANGED])
		put(page, &page->markup->meta,
		    tcn_str(tcn_edition_word(page->language,
			TCN_EDITION_WORD_NOTHING)));
	for (unsigned s = 0; s < TCN_EDITION_SECTIONS; s++)
		put_section(page, (enum tcn_edition_section)s);
	if (edition->more) {
		tcn_edition_count(page->language, TCN_EDITION_NOUN_REST,
		    edition->more, &page->said);
		put_said(page, &page->markup->meta);
	}
	put(page, &page->markup->meta,
	    tcn_str(tcn_edition_word(page->language, TCN_EDITION_WORD_FOOT)));
}

/* For paper: no event is cut by the end of a page where it fits on one. */
static void
put_style(const struct tcn_edition_conf *conf, struct tcn_buf *out)
{
	tcn_buf_z(out, tcn_html_style);
	tcn_buf_printf(out, "@page{size:%s;margin:18mm 16mm}\n",
	    conf->paper ? "letter" : "A4");
	tcn_buf_z(out,
	    "@media print{article{break-inside:avoid}"
	    "h2,h3{break-after:avoid}a{color:inherit;"
	    "text-decoration:none}}\n");
}

static void
put_html(struct page *page)
{
	const struct tcn_edition *edition = page->edition;
	struct tcn_buf *out = page->out;

	tcn_buf_printf(out,
	    "<!DOCTYPE html>\n<html lang=\"%s\">\n<head>\n"
	    "<meta charset=\"utf-8\">\n"
	    "<meta http-equiv=\"Content-Security-Policy\" content=\""
	    "default-src 'none'; style-src 'unsafe-inline'; %s"
	    "base-uri 'none'; form-action 'none'\">\n"
	    "<meta name=\"viewport\" content=\"width=device-width, "
	    "initial-scale=1\">\n"
	    "<meta name=\"color-scheme\" content=\"light dark\">\n"
	    "<meta name=\"referrer\" content=\"no-referrer\">\n"
	    "<meta name=\"generator\" content=\"tocsin\">\n<title>",
	    tcn_edition_language_code(page->language),
	    page->mail ? "img-src cid:; " : "");
	tcn_safe_html(out, edition->title);
	tcn_buf_z(out, "</title>\n<style>\n");
	put_style(edition->conf, out);
	tcn_buf_z(out, "</style>\n</head>\n<body>\n<main>\n");
	put_body(page);
	tcn_buf_z(out, "</main>\n</body>\n</html>\n");
}

/* Starts a page in one of the three formats. */
static struct page
page_of(const struct tcn_edition *edition, enum tcn_edition_format format,
    struct tcn_buf *out)
{
	return (struct page){
		.edition = edition,
		.markup = format == TCN_EDITION_HTML ? &html
		    : format == TCN_EDITION_MD       ? &md
						     : &plain,
		.language = (enum tcn_edition_language)edition->conf->language,
		.out = out,
	};
}

void
tcn_edition_page(const struct tcn_edition *edition,
    enum tcn_edition_format format, struct tcn_buf *out)
{
	struct page page = page_of(edition, format, out);

	if (format == TCN_EDITION_HTML)
		put_html(&page);
	else
		put_body(&page);
	tcn_buf_fini(&page.said);
}

void
tcn_edition_mail_page(const struct tcn_edition *edition, struct tcn_buf *out)
{
	struct page page = page_of(edition, TCN_EDITION_HTML, out);

	page.mail = true;
	put_html(&page);
	tcn_buf_fini(&page.said);
}
