/*
 * tools/tell/report/report_several.c - an event that is told in several
 * languages: in which, what of it is told in each, and what is told in one
 * alone.
 *
 * Figures, sources and the timeline are of all items. Sentences are not: words
 * of different languages cannot be compared, so that each language has its own
 * section. The report speaks in its reader's, if the event is told in that,
 * else in that of most items; the others stand behind it.
 *
 * Items that are linked across languages (struct tcn_report) have a section for
 * each language of three items and of a fiftieth of all: of fewer the language
 * may be a mistake. A story may hold several languages without links, as posts
 * about one place do: there a second language needs eight items and a tenth.
 */
#include "engine/base/map.h"
#include "tools/tell/report/report_impl.h"
#include "tools/tell/summary/summary_about.h"

#define LINKED_ITEMS 3
#define LINKED_PARTS 50
#define MIXED_ITEMS  8
#define MIXED_PARTS  10
#define BRIEF_PARTS  4 /* of a report in short that speaks in it */

static bool
is_of(const struct tcn_report_view *view, size_t item, size_t lang)
{
	return tcn_str_equal(tcn_report_lang_code(view->items[item].lang),
	    view->langs[lang].code);
}

/* --- which languages --- */

/* Whether a language is told enough to be one by itself. */
static bool
is_told(const struct tcn_report_view *view, size_t lang, size_t least,
    size_t parts)
{
	const struct tcn_report_view_lang *of = &view->langs[lang];

	return of->code.n && of->items >= least &&
	    of->items * parts >= view->items_n;
}

static size_t
count_told(const struct tcn_report_view *view, size_t least, size_t parts)
{
	size_t n = 0;

	for (size_t i = 0; i < view->langs_n; i++)
		n += is_told(view, i, least, parts);
	return n;
}

/* Counts the items and publishers of a section. */
static void
count_section(const struct tcn_report_view *view,
    struct tcn_report_view_section *section)
{
	struct tcn_map publishers = { 0 };
	uint64_t *slot;

	section->first = section->central = view->items_n;
	for (size_t i = 0; i < view->items_n; i++) {
		if (!is_of(view, i, section->lang))
			continue;
		if (section->first == view->items_n)
			section->first = i;
		section->items++;
		tcn_map_put(&publishers, view->items[i].publisher, &slot, NULL);
	}
	section->publishers = (uint32_t)publishers.n;
	tcn_map_fini(&publishers);
}

/* Has the reader's language come first. */
static void
put_readers_first(struct tcn_report_view *view)
{
	struct tcn_str own = tcn_str(tcn_words_code(view->words));

	for (size_t i = 1; i < view->sections_n; i++) {
		struct tcn_report_view_section section = view->sections[i];

		if (!tcn_str_equal(view->langs[section.lang].code, own) ||
		    (view->report->brief &&
			section.items * BRIEF_PARTS < view->items_n))
			continue;
		for (size_t k = i; k > 0; k--)
			view->sections[k] = view->sections[k - 1];
		view->sections[0] = section;
	}
}

void
tcn_report_several(struct tcn_arena *arena, struct tcn_report_view *view)
{
	bool linked = view->report->several;
	size_t least = linked ? LINKED_ITEMS : MIXED_ITEMS;
	size_t parts = linked ? LINKED_PARTS : MIXED_PARTS;

	if (count_told(view, least, parts) < 2)
		return;
	view->sections = tcn_arena_zalloc(arena, TCN_REPORT_VIEW_SECTIONS,
	    sizeof *view->sections);
	for (size_t i = 0;
	     i < view->langs_n && view->sections_n < TCN_REPORT_VIEW_SECTIONS;
	     i++) {
		struct tcn_report_view_section *section =
		    &view->sections[view->sections_n];

		if (!is_told(view, i, least, parts))
			continue;
		section->lang = i;
		count_section(view, section);
		view->sections_n++;
	}
	put_readers_first(view);
}

/* --- the texts of one --- */

void
tcn_report_texts_make(const struct tcn_report_view *view,
    const struct tcn_report_view_section *of, struct tcn_arena *arena,
    struct tcn_report_view_texts *part)
{
	struct tcn_summary_about about;
	size_t *part_of = /* of each item: index into the texts */
	    tcn_arena_zalloc(arena, view->items_n, sizeof *part_of);
	struct tcn_summary_read *read;

	*part = (struct tcn_report_view_texts){
		.texts =
		    tcn_arena_zalloc(arena, of->items, sizeof *part->texts),
		.places =
		    tcn_arena_zalloc(arena, of->items, sizeof *part->places),
	};
	for (size_t i = 0; i < view->items_n; i++) {
		part_of[i] = SIZE_MAX;
		if (!is_of(view, i, of->lang))
			continue;
		part_of[i] = part->n;
		part->texts[part->n] = view->texts[i];
		part->places[part->n++] = i;
	}
	/* Takes what was read of the texts. */
	read = &part->read;
	read->texts = part->texts;
	read->at = tcn_arena_zalloc(arena, view->read.n, sizeof *read->at);
	for (size_t s = 0; s < view->read.n; s++) {
		size_t to = part_of[view->read.at[s].from];

		if (to == SIZE_MAX)
			continue;
		read->at[read->n] = view->read.at[s];
		read->at[read->n++].from = to;
	}
	tcn_summary_core_make(part->texts, part->n, view->prep, arena,
	    &part->core);
	tcn_summary_about_make(part->texts, part->n, &part->core, arena,
	    &about);
	part->ranks = about.rank;
}

void
tcn_report_texts_fini(struct tcn_report_view_texts *part)
{
	tcn_summary_core_fini(&part->core);
}

/* --- what is said of them --- */

/* Whether a reading says a figure's leading value. */
static bool
says_leader(const struct tcn_reading *reading, const struct tcn_figure *figure)
{
	return reading->slot == figure->slot && reading->lo >= figure->lo &&
	    reading->hi <= figure->hi &&
	    tcn_str_equal(tcn_str(reading->unit), tcn_str(figure->unit));
}

void
tcn_report_say_only(const struct tcn_report_view *view,
    const struct tcn_figure *figure, struct tcn_buf *out)
{
	size_t only = view->langs_n;

	for (size_t i = 0; view->sections_n && i < view->told_n; i++) {
		const struct tcn_figure_told *told = &view->told[i];
		size_t lang = 0;

		if (!says_leader(&told->reading, figure))
			continue;
		while (lang < view->langs_n && !is_of(view, told->place, lang))
			lang++;
		if (lang == view->langs_n || !view->langs[lang].code.n ||
		    (only < view->langs_n && only != lang))
			return;
		only = lang;
	}
	if (only == view->langs_n)
		return;
	tcn_buf_char(out, ' ');
	/* TRANSLATORS: of a figure in an event that is told in several
	 * languages; {language} is "Spanish". */
	tcn_words_say(view->words, "Told only in {language}.",
	    TCN_WITH({ "language", view->langs[only].name }), out);
}

void
tcn_report_say_section_heading(const struct tcn_report_view *view,
    const struct tcn_report_view_section *section, struct tcn_buf *out)
{
	if (section == &view->matter)
		tcn_buf_z(out,
		    /* TRANSLATORS: what a story tells beside its event. */
		    tcn_words_text(view->words, "Another matter"));
	else
		/* TRANSLATORS: a heading; {language} is "Spanish". */
		tcn_words_say(view->words, "Told in {language}",
		    TCN_WITH({ "language", view->langs[section->lang].name }),
		    out);
}

void
tcn_report_say_section(const struct tcn_report_view *view,
    const struct tcn_report_view_section *section, struct tcn_buf *out)
{
	const struct tcn_report_view_item *first = &view->items[section->first];
	struct tcn_buf parts[2] = { { 0 } };
	char when[TCN_WORDS_BYTES];

	if (section == &view->matter) {
		tcn_words_count(view->words,
		    "{n} item of this story is about another matter: it is "
		    "counted in the total alone.",
		    "{n} items of this story are about another matter: they "
		    "are counted in the total alone.",
		    view->matter.items, out);
		return;
	}
	tcn_report_say_items(view->words, section->items, &parts[0]);
	tcn_report_say_publishers(view->words, section->publishers, &parts[1]);
	/* TRANSLATORS: {items} is "31 items", {publishers} "12 publishers". */
	tcn_words_say(view->words,
	    "{items} from {publishers}; first {when} by {source}.",
	    TCN_WITH({ "items", tcn_buf_view(&parts[0]) },
		{ "publishers", tcn_buf_view(&parts[1]) },
		{ "when",
		    tcn_words_time(view->words, first->item->ts_ms,
			TCN_WORDS_TIME_SHORT, when) },
		{ "source", first->source }),
	    out);
	tcn_words_parts_fini(parts, 2);
}
