/*
 * An edition as a page for people: HTML, Markdown and plain text. One walk; a
 * table says what the three write differently.
 */
#include <inttypes.h>
#include <stdio.h>

#include "tools/base/html_page.h"
#include "tools/base/safe.h"
#include "tools/edition/edition_impl.h"

/* What stands before and after a part. */
struct marks {
	const char *open, *close;
};

struct markup {
	void (*text)(struct tcn_buf *out, struct tcn_str text);
	/* url may be empty. */
	void (*link)(struct tcn_buf *out, struct tcn_str url,
	    struct tcn_str lang, struct tcn_str text);
	/* Quoted text; lang: of its language, or empty. */
	void (*quote)(struct tcn_buf *out, struct tcn_str lang,
	    struct tcn_str text);
	struct marks title, meta, section, category, entry, headline,
	    under_category, correction, figures, lines, line, source, list, row;
};

static void
html_quote(struct tcn_buf *out, struct tcn_str lang, struct tcn_str text)
{
	tcn_html_page_foreign("span", lang, text, out);
}

static void
html_link(struct tcn_buf *out, struct tcn_str url, struct tcn_str lang,
    struct tcn_str text)
{
	if (url.n) {
		tcn_buf_z(out, "<a href=\"");
		tcn_safe_html(out, url);
		tcn_buf_z(out, "\">");
	}
	html_quote(out, lang, text);
	tcn_buf_z(out, url.n ? "</a>" : "");
}

static void
md_quote(struct tcn_buf *out, struct tcn_str lang, struct tcn_str text)
{
	(void)lang;
	tcn_safe_md(out, text);
}

static void
md_link(struct tcn_buf *out, struct tcn_str url, struct tcn_str lang,
    struct tcn_str text)
{
	(void)lang;
	tcn_buf_z(out, url.n ? "[" : "");
	tcn_safe_md(out, text);
	if (!url.n)
		return;
	tcn_buf_z(out, "](");
	tcn_safe_md_url(out, url);
	tcn_buf_z(out, ")");
}

static void
plain_quote(struct tcn_buf *out, struct tcn_str lang, struct tcn_str text)
{
	(void)lang;
	tcn_buf_str(out, text);
}

static void
plain_link(struct tcn_buf *out, struct tcn_str url, struct tcn_str lang,
    struct tcn_str text)
{
	(void)lang;
	tcn_buf_str(out, text);
	if (!url.n)
		return;
	tcn_buf_z(out, "\n  ");
	tcn_buf_str(out, url);
}

static const struct markup html = {
	.text = tcn_safe_html,
	.link = html_link,
	.quote = html_quote,
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
	.quote = md_quote,
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
	.quote = plain_quote,
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

#define LANGS_MAX 16 /* that are named */

struct page {
	const struct tcn_edition *edition;
	const struct markup *markup;
	const struct tcn_words *words;
	struct tcn_buf *out;
	struct tcn_buf said; /* what is being put together */
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

static const char *const texts[] = TCN_WORDS_COUNT("{n} text", "{n} texts");
/* TRANSLATORS: texts that are no copies of others. */
static const char *const origins[] =
    TCN_WORDS_COUNT("{n} origin", "{n} origins");
static const char *const publishers[] =
    TCN_WORDS_COUNT("{n} publisher", "{n} publishers");

/* Adds a count, and what it was in the last edition where that differs. */
static void
say_count(struct page *page, const char *const forms[2], uint32_t n,
    const struct tcn_store_told_event *told, uint32_t before)
{
	char number[TCN_WORDS_BYTES];

	tcn_words_count(page->words, forms[0], forms[1], n, &page->said);
	if (!told || before == n)
		return;
	tcn_buf_z(&page->said, " (");
	tcn_edition_say_before(page->edition, told->number,
	    tcn_words_number(page->words, before, number), &page->said);
	tcn_buf_z(&page->said, ")");
}

static void
say_time(struct page *page, int64_t ms, enum tcn_words_time length)
{
	char text[TCN_WORDS_BYTES];

	tcn_buf_str(&page->said, tcn_words_time(page->words, ms, length, text));
}

static void
say_times(struct page *page, const struct tcn_report_brief *brief)
{
	if (brief->first_ms == TCN_UNDATED)
		return;
	tcn_buf_z(&page->said, tcn_words_semicolon(page->words));
	say_time(page, brief->first_ms, TCN_WORDS_TIME_MEDIUM);
	if (brief->last_ms == brief->first_ms)
		return;
	tcn_buf_z(&page->said, " \u2013 ");
	say_time(page, brief->last_ms, TCN_WORDS_TIME_MEDIUM);
}

static void
say_languages(struct page *page, const struct tcn_report_brief *brief)
{
	char names[LANGS_MAX][TCN_WORDS_BYTES];
	struct tcn_str texts_of[LANGS_MAX];
	struct tcn_buf list = { 0 };
	size_t n = brief->langs_n < LANGS_MAX ? brief->langs_n : LANGS_MAX;

	if (n < 2)
		return;
	for (size_t i = 0; i < n; i++)
		texts_of[i] = tcn_words_language_name(page->words,
		    brief->langs[i], names[i]);
	tcn_words_list(page->words, texts_of, n, &list);
	tcn_buf_z(&page->said, tcn_words_semicolon(page->words));
	/* TRANSLATORS: the languages of articles. */
	tcn_words_say(page->words, "in {languages}",
	    TCN_WITH({ "languages", tcn_buf_view(&list) }), &page->said);
	tcn_words_parts_fini(&list, 1, &page->said);
}

static void
put_figures(struct page *page, const struct tcn_edition_entry *entry)
{
	const struct tcn_report_brief *brief = &entry->brief;
	const struct tcn_store_told_event *told = entry->told;

	say_count(page, texts, brief->items, told, told ? told->items : 0);
	tcn_buf_z(&page->said, ", ");
	say_count(page, origins, brief->origins, told,
	    told ? told->origins : 0);
	tcn_buf_z(&page->said, ", ");
	say_count(page, publishers, brief->publishers, told,
	    told ? told->publishers : 0);
	say_languages(page, brief);
	say_times(page, brief);
	if (entry->section == TCN_EDITION_NEW &&
	    entry->event->state == TCN_EVENT_CLOSED) {
		tcn_buf_z(&page->said, tcn_words_semicolon(page->words));
		tcn_buf_z(&page->said,
		    tcn_words_in(page->words, "state", "closed"));
	}
	put_said(page, &page->markup->figures);
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
	const struct tcn_str none = { "", 0 };
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
		markup->quote(page->out, line->lang, line->text);
		tcn_buf_z(page->out, markup->source.open);
		/* A text would have more addresses than words. */
		if (markup == &plain)
			markup->text(page->out, line->source);
		else
			markup->link(page->out, line->url, none, line->source);
		tcn_buf_z(page->out, markup->source.close);
		tcn_buf_z(page->out, markup->line.close);
	}
	tcn_buf_z(page->out, markup->lines.close);
}

static void
put_sources(struct page *page, const struct tcn_edition_entry *entry)
{
	const struct tcn_words_with *with;
	struct tcn_buf list = { 0 };

	if (!entry->sources_n)
		return;
	for (size_t i = 0; i < entry->sources_n; i++) {
		tcn_buf_z(&list, i ? ", " : "");
		tcn_buf_str(&list, entry->sources[i]);
	}
	if (entry->sources_more) {
		tcn_buf_char(&list, ' ');
		/* TRANSLATORS: behind the names of some sources. */
		tcn_words_count(page->words, "and {n} more", "and {n} more",
		    entry->sources_more, &list);
	}
	with = TCN_WITH({ "list", tcn_buf_view(&list) });
	if (entry->told)
		tcn_words_say(page->words, "New sources: {list}", with,
		    &page->said);
	else
		tcn_words_say(page->words, "Sources: {list}", with,
		    &page->said);
	tcn_words_parts_fini(&list, 1, &page->said);
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
	markup->link(page->out, entry->brief.url, entry->brief.lang,
	    entry->brief.headline);
	tcn_buf_z(page->out, headline->close);
	/* Of one that ended, and of which there is no more, the headline. */
	if (!entry->told || entry->lines_n || entry->figures_n ||
	    entry->sources_n) {
		put_changes(page, entry, 0, entry->corrections,
		    &markup->correction);
		put_figures(page, entry);
		put_lines(page, entry);
		put_sources(page, entry);
	}
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
	    entry->brief.category.n
		? entry->brief.category
		: tcn_str(tcn_words_in(page->words, "category", "Other")));
}

/* An event of which there is nothing new. */
static void
put_row(struct page *page, const struct tcn_report_brief *brief)
{
	tcn_buf_z(page->out, page->markup->row.open);
	page->markup->quote(page->out, brief->lang, brief->headline);
	tcn_buf_z(page->out, page->markup->row.close);
}

static void
put_section(struct page *page, enum tcn_edition_section section)
{
	/* TRANSLATORS: headings over events. */
	static const char *const headings[TCN_EDITION_SECTIONS] = {
		[TCN_EDITION_NEW] = TCN_WORDS_IN("section", "New"),
		[TCN_EDITION_DEVELOPING] =
		    TCN_WORDS_IN("section", "Developing"),
		[TCN_EDITION_CLOSED] = TCN_WORDS_IN("section", "Closed"),
		[TCN_EDITION_UNCHANGED] = TCN_WORDS_IN("section", "Unchanged"),
	};
	const struct tcn_edition *edition = page->edition;
	const struct tcn_edition_entry *before = NULL;
	bool rows = section == TCN_EDITION_UNCHANGED;

	if (!edition->counts[section])
		return;
	put(page, &page->markup->section,
	    tcn_str(tcn_words_in(page->words, "section", headings[section])));
	tcn_buf_z(page->out, rows ? page->markup->list.open : "");
	for (size_t i = 0; i < edition->entries_n; i++) {
		const struct tcn_edition_entry *entry = &edition->entries[i];

		if (entry->section != section)
			continue;
		if (rows) {
			put_row(page, &entry->brief);
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
	char time[TCN_WORDS_BYTES];

	put(page, &page->markup->title, edition->title);
	say_time(page, edition->due_ms, TCN_WORDS_TIME_FULL);
	tcn_buf_printf(&page->said, " (%s)", edition->conf->zone);
	put_said(page, &page->markup->meta);
	if (edition->reason.n)
		put(page, &page->markup->meta, edition->reason);
	/* TRANSLATORS: the time of the latest article that it knows. */
	tcn_words_say(page->words, "As of {when}",
	    TCN_WITH({ "when",
		tcn_words_time(page->words, edition->cut.as_of_ms,
		    TCN_WORDS_TIME_MEDIUM, time) }),
	    &page->said);
	put_said(page, &page->markup->meta);
}

static void
put_body(struct page *page)
{
	const struct tcn_edition *edition = page->edition;

	put_head(page);
	if (tcn_edition_is_empty(edition))
		put(page, &page->markup->meta,
		    tcn_str(edition->number > 1
			    ? tcn_words_text(page->words,
				  "Nothing new since the last edition.")
			    : tcn_words_text(page->words, "Nothing to tell.")));
	for (unsigned s = 0; s < TCN_EDITION_SECTIONS; s++)
		put_section(page, (enum tcn_edition_section)s);
	if (edition->more) {
		tcn_words_count(page->words, "{n} further event was left out.",
		    "{n} further events were left out.", edition->more,
		    &page->said);
		put_said(page, &page->markup->meta);
	}
	put(page, &page->markup->meta,
	    tcn_str(tcn_words_text(page->words,
		"Made from the articles that are quoted here. Titles and "
		"sentences stand as published; nothing has been checked or "
		"rewritten.")));
}

/* For paper: no event is cut by the end of a page where it fits on one. */
static void
put_style(const struct tcn_edition_conf *conf, struct tcn_buf *out)
{
	tcn_buf_z(out, tcn_html_style);
	tcn_buf_printf(out, "@page{size:%s;margin:18mm 16mm}\n",
	    conf->paper ? "letter" : "A4");
	tcn_buf_z(out,
	    ".meta{color:var(--soft);font-size:.875rem}\n"
	    "article{margin-top:1.6rem}\n"
	    "h3,h4{font:600 1.25rem/1.3 var(--serif);margin:1.2rem 0 .3rem}\n"
	    "article h3,article h4{margin-top:0}\n"
	    "ul{padding-left:1.15em;margin:.5rem 0}\n"
	    "li+li{margin-top:.35rem}\n"
	    "main>.meta:last-child{margin-top:2.5rem;padding-top:.7rem;"
	    "border-top:1px solid var(--rule)}\n"
	    "@media print{html{font-size:11pt}main{max-width:none;padding:0}"
	    "article{break-inside:avoid}h2,h3,h4{break-after:avoid}"
	    "a{color:inherit;text-decoration:none}}\n");
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
	    "default-src 'none'; style-src 'unsafe-inline'; "
	    "base-uri 'none'; form-action 'none'\">\n"
	    "<meta name=\"viewport\" content=\"width=device-width, "
	    "initial-scale=1\">\n"
	    "<meta name=\"color-scheme\" content=\"light dark\">\n"
	    "<meta name=\"referrer\" content=\"no-referrer\">\n"
	    "<meta name=\"generator\" content=\"tocsin\">\n<title>",
	    tcn_words_code(page->words));
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
		.words = edition->conf->words,
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
