/*
 * An edition as a page for people: HTML, Markdown and plain text, which are
 * templates (tools/tell/edition/templates) over one tree. What is said, and
 * whether it is, is decided here.
 */
#include <stdio.h>

#include "tools/base/html_page.h"
#include "tools/base/mustache.h"
#include "tools/tell/edition/edition_impl.h"

static const struct {
	const char *name, *text;
} files[] = {
#include "tools/tell/edition/templates_data.h"
};

#define LANGS_MAX 16 /* that are named */

struct page {
	const struct tcn_edition *edition;
	const struct tcn_words *words;
	struct tcn_arena *arena;
	struct tcn_json_value tree;
	struct tcn_buf said; /* what is being put together */
};

/* Puts what was said, and empties it. */
static void
put_said(struct page *page, struct tcn_json_value *of, const char *name)
{
	tcn_json_put_str(page->arena, of, name, tcn_buf_view(&page->said));
	tcn_buf_clear(&page->said);
}

static void
push_str(struct page *page, struct tcn_json_value *list, struct tcn_str text)
{
	const struct tcn_json_value value = { .kind = TCN_JSON_STRING,
		.s = text };

	if (text.n)
		tcn_json_push(page->arena, list, &value);
}

/* The same as an element of a list, if anything was said. */
static void
push_said(struct page *page, struct tcn_json_value *list)
{
	push_str(page, list, tcn_buf_view(&page->said));
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
	tcn_words_parts_fini(&list, 1);
}

static void
say_figures(struct page *page, const struct tcn_edition_entry *entry)
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
	if (!entry->told && entry->section != TCN_EDITION_CLOSED &&
	    entry->event->state == TCN_EVENT_CLOSED) {
		tcn_buf_z(&page->said, tcn_words_semicolon(page->words));
		tcn_buf_z(&page->said,
		    tcn_words_in(page->words, "state", "closed"));
	}
}

/* The figures from one up to another. */
static void
put_changes(struct page *page, const struct tcn_edition_entry *entry,
    size_t from, size_t to, struct tcn_json_value *of, const char *name)
{
	struct tcn_json_value list = { 0 };

	for (size_t i = from; i < to; i++) {
		tcn_edition_say_figure(page->edition, &entry->figures[i],
		    &page->said);
		push_said(page, &list);
	}
	tcn_json_put(page->arena, of, name, &list);
}

static void
put_lines(struct page *page, const struct tcn_edition_entry *entry,
    struct tcn_json_value *of)
{
	struct tcn_json_value list = { 0 };

	for (size_t i = 0; i < entry->lines_n; i++) {
		const struct tcn_report_brief_line *line =
		    &entry->lines[i].says;
		struct tcn_json_value row = { 0 };

		tcn_json_put_str(page->arena, &row, "text", line->text);
		tcn_json_put_str(page->arena, &row, "lang", line->lang);
		tcn_json_put_str(page->arena, &row, "url", line->url);
		tcn_json_put_str(page->arena, &row, "source", line->source);
		tcn_json_push(page->arena, &list, &row);
	}
	tcn_json_put(page->arena, of, "lines", &list);
}

static void
say_sources(struct page *page, const struct tcn_edition_entry *entry)
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
	tcn_words_parts_fini(&list, 1);
}

/* The category of an entry, where it begins behind the one before. */
static struct tcn_str
category_of(const struct page *page, const struct tcn_edition_entry *before,
    const struct tcn_edition_entry *entry)
{
	if (page->edition->conf->by != TCN_EDITION_BY_CATEGORY ||
	    (before && before->group == entry->group))
		return (struct tcn_str){ "", 0 };
	return entry->brief.category.n
	    ? entry->brief.category
	    : tcn_str(tcn_words_in(page->words, "category", "Other"));
}

/* What an event that was not told goes on from. */
static void
say_goes_on(struct page *page, const struct tcn_edition_entry *entry)
{
	struct tcn_buf story = { 0 }, said = { 0 };

	if (!entry->goes_on_from.n)
		return;
	tcn_words_quoted(page->words, entry->goes_on_from, &story);
	tcn_edition_say_before(page->edition, entry->before->number,
	    tcn_buf_view(&story), &said);
	/* TRANSLATORS: {story} is: "Dam breaks" in the last edition. */
	tcn_words_say(page->words, "Goes on from {story}",
	    TCN_WITH({ "story", tcn_buf_view(&said) }), &page->said);
	tcn_words_parts_fini(&story, 1);
	tcn_words_parts_fini(&said, 1);
}

/* How much a story that did not fire is reported. */
static void
say_reported(struct page *page, const struct tcn_edition_entry *entry)
{
	const struct tcn_report_brief *brief = &entry->brief;
	const struct tcn_store_told_event *told = entry->told;
	char time[TCN_WORDS_BYTES];
	struct tcn_str counts;

	say_count(page, texts, brief->items, told, told ? told->items : 0);
	tcn_buf_z(&page->said, ", ");
	say_count(page, publishers, brief->publishers, told,
	    told ? told->publishers : 0);
	if (brief->first_ms == TCN_UNDATED)
		return;
	tcn_arena_str(page->arena, tcn_buf_view(&page->said), &counts);
	tcn_buf_clear(&page->said);
	/* TRANSLATORS: {counts} is: 12 texts, 9 publishers */
	tcn_words_say(page->words, "{counts}; since {when}",
	    TCN_WITH({ "counts", counts },
		{ "when",
		    tcn_words_time(page->words, brief->first_ms,
			TCN_WORDS_TIME_MEDIUM, time) }),
	    &page->said);
}

/* Whether there is more to print than the headline: of one that was told it has
 * grown, or there is something new. */
static bool
is_whole(const struct tcn_edition_entry *entry)
{
	return entry->section != TCN_EDITION_UNCHANGED &&
	    entry->section != TCN_EDITION_ALSO &&
	    (!entry->told || entry->lines_n || entry->figures_n ||
		entry->sources_n || entry->brief.items > entry->told->items);
}

static void
push_entry(struct page *page, struct tcn_json_value *list,
    const struct tcn_edition_entry *before,
    const struct tcn_edition_entry *entry)
{
	struct tcn_json_value row = { 0 };

	tcn_json_put_str(page->arena, &row, "category",
	    category_of(page, before, entry));
	tcn_json_put_str(page->arena, &row, "url", entry->brief.url);
	tcn_json_put_str(page->arena, &row, "lang", entry->brief.lang);
	tcn_json_put_str(page->arena, &row, "headline", entry->brief.headline);
	if (entry->section == TCN_EDITION_ALSO) {
		say_reported(page, entry);
		put_said(page, &row, "figures");
	}
	if (is_whole(entry)) {
		say_goes_on(page, entry);
		put_said(page, &row, "goes_on");
		put_changes(page, entry, 0, entry->corrections, &row,
		    "corrections");
		say_figures(page, entry);
		put_said(page, &row, "figures");
		put_changes(page, entry, entry->corrections, entry->figures_n,
		    &row, "changes");
		put_lines(page, entry, &row);
		say_sources(page, entry);
		put_said(page, &row, "sources");
	}
	tcn_json_push(page->arena, list, &row);
}

/* --- the page --- */

/* Events of which there is nothing new are rows, and no headings over
 * nothing. */
static void
push_section(struct page *page, struct tcn_json_value *list,
    enum tcn_edition_section section)
{
	/* TRANSLATORS: headings over events. */
	static const char *const headings[TCN_EDITION_SECTIONS] = {
		[TCN_EDITION_NEW] = TCN_WORDS_IN("section", "New"),
		[TCN_EDITION_DEVELOPING] =
		    TCN_WORDS_IN("section", "Developing"),
		[TCN_EDITION_CLOSED] = TCN_WORDS_IN("section", "Closed"),
		/* TRANSLATORS: stories of which no alert was raised. */
		[TCN_EDITION_ALSO] =
		    TCN_WORDS_IN("section", "Also much reported"),
		[TCN_EDITION_UNCHANGED] = TCN_WORDS_IN("section", "Unchanged"),
	};
	const struct tcn_edition *edition = page->edition;
	const struct tcn_edition_entry *before = NULL;
	struct tcn_json_value row = { 0 }, rows = { 0 }, entries = { 0 };

	if (!edition->counts[section])
		return;
	for (size_t i = 0; i < edition->entries_n; i++) {
		const struct tcn_edition_entry *entry = &edition->entries[i];

		if (entry->section != section)
			continue;
		if (!is_whole(entry)) {
			push_entry(page, &rows, entry, entry);
			continue;
		}
		push_entry(page, &entries, before, entry);
		before = entry;
	}
	tcn_json_put_str(page->arena, &row, "heading",
	    tcn_str(tcn_words_in(page->words, "section", headings[section])));
	tcn_json_put(page->arena, &row, "rows", &rows);
	tcn_json_put(page->arena, &row, "entries", &entries);
	tcn_json_push(page->arena, list, &row);
}

/* What stands above the sections. */
static void
put_metas(struct page *page)
{
	const struct tcn_edition *edition = page->edition;
	struct tcn_json_value list = { 0 };
	char time[TCN_WORDS_BYTES];

	say_time(page, edition->due_ms, TCN_WORDS_TIME_FULL);
	tcn_buf_printf(&page->said, " (%s)", edition->conf->zone);
	push_said(page, &list);
	push_str(page, &list, edition->reason);
	/* TRANSLATORS: the time of the latest article that it knows. */
	tcn_words_say(page->words, "As of {when}",
	    TCN_WITH({ "when",
		tcn_words_time(page->words, edition->cut.as_of_ms,
		    TCN_WORDS_TIME_MEDIUM, time) }),
	    &page->said);
	push_said(page, &list);
	if (tcn_edition_is_empty(edition))
		push_str(page, &list,
		    tcn_str(edition->number > 1
			    ? tcn_words_text(page->words,
				  "Nothing new since the last edition.")
			    : tcn_words_text(page->words, "Nothing to tell.")));
	tcn_json_put(page->arena, &page->tree, "metas", &list);
}

static void
put_page(struct page *page)
{
	const struct tcn_edition *edition = page->edition;
	struct tcn_json_value sections = { 0 };
	struct tcn_json_value list = { 0 };

	tcn_json_put_str(page->arena, &page->tree, "title", edition->title);
	tcn_json_put_str(page->arena, &page->tree, "code",
	    tcn_str(tcn_words_code(page->words)));
	tcn_json_put_str(page->arena, &page->tree, "style",
	    tcn_str(tcn_html_style));
	tcn_json_put_str(page->arena, &page->tree, "paper",
	    tcn_str(edition->conf->paper ? "letter" : "A4"));
	tcn_json_put_bool(page->arena, &page->tree, "by_category",
	    edition->conf->by == TCN_EDITION_BY_CATEGORY);
	put_metas(page);
	for (unsigned s = 0; s < TCN_EDITION_SECTIONS; s++)
		push_section(page, &sections, (enum tcn_edition_section)s);
	tcn_json_put(page->arena, &page->tree, "sections", &sections);
	if (page->edition->more)
		tcn_words_count(page->words, "{n} further event was left out.",
		    "{n} further events were left out.", page->edition->more,
		    &page->said);
	push_said(page, &list);
	push_str(page, &list,
	    tcn_str(tcn_words_text(page->words,
		"Made from the articles that are quoted here. Titles and "
		"sentences stand as published; nothing has been checked or "
		"rewritten.")));
	tcn_json_put(page->arena, &page->tree, "ends", &list);
}

void
tcn_edition_page(const struct tcn_edition *edition,
    enum tcn_edition_format format, struct tcn_buf *out)
{
	/* In the order of the files' names. */
	size_t i = format == TCN_EDITION_HTML ? 0
	    : format == TCN_EDITION_MD        ? 1
					      : 2;
	static const enum tcn_mustache_kind kinds[] = { TCN_MUSTACHE_HTML,
		TCN_MUSTACHE_MARKDOWN, TCN_MUSTACHE_TEXT };
	struct tcn_mustache set = { .kind = kinds[i] };
	struct tcn_arena arena;
	struct page page = { .edition = edition,
		.words = edition->conf->words,
		.arena = &arena };

	tcn_arena_init(&arena, 0);
	put_page(&page);
	(void)!tcn_mustache_add(&set, "page", tcn_str(files[i].text), NULL);
	tcn_mustache_write(&set, "page", &page.tree, NULL, out);
	tcn_mustache_fini(&set);
	tcn_arena_fini(&arena);
	tcn_buf_fini(&page.said);
}
