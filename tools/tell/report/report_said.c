/*
 * tools/tell/report/report_said.c - the headline and the key lines of a report,
 * as tools/tell/summary/summary.h chooses them. The headline is that of the
 * event's revision, which alerts and lists show too, unless it states a figure
 * that was replaced since. Where no title can stand, the first line is the
 * headline, and where there is none, the key terms are.
 */
#include "tools/base/safe.h"
#include "tools/tell/report/report_facts_impl.h"
#include "tools/tell/summary/summary_about.h"

#define TERMS_MAX     5 /* of a headline of key terms */
#define LONG_ITEMS    60 /* of an event whose report is long */
#define BRIEF_LINES   2 /* of a report in short that says enough */
#define SECTION_LINES 3 /* of another language, or another matter */
#define MATTER_PARTS  3 /* of all items, of a matter that is told: a third */

/* Makes a headline of the terms. */
static void
take_terms(struct tcn_arena *arena, struct tcn_report_view *view)
{
	struct tcn_buf buf = { 0 };

	for (size_t i = 0; i < view->terms_n && i < TERMS_MAX; i++)
		tcn_buf_printf(&buf, "%s%.*s", i ? ", " : "",
		    TCN_STR_ARG(view->terms[i]));
	if (buf.n == 0)
		tcn_buf_printf(&buf, "Event %.*s", TCN_STR_ARG(view->id));
	tcn_safe_text(arena, tcn_buf_view(&buf), TCN_REPORT_VIEW_TITLE_CHARS,
	    &view->headline);
	tcn_buf_fini(&buf);
}

/* The figures whose leading value was told before: 1 << slot. */
static uint32_t
told_figures(const struct tcn_report_view *view)
{
	const struct tcn_report_told *told = &view->report->told;
	uint32_t slots = 0;

	for (size_t i = 0; i < view->figures.n; i++) {
		const struct tcn_figure *figure = &view->figures.at[i];

		for (size_t k = 0; k < told->figures_n; k++)
			if (told->figures[k].slot == figure->slot &&
			    told->figures[k].lo == figure->lo &&
			    told->figures[k].hi == figure->hi &&
			    tcn_str_equal(told->figures[k].unit,
				tcn_str(figure->unit)))
				slots |= 1u << figure->slot;
	}
	return slots;
}

/* A long report has eight lines where another has five. */
static size_t
lines_of(const struct tcn_report_view *view)
{
	size_t lines = view->report->lines_max;

	return view->items_n < LONG_ITEMS ? lines : lines + lines * 3 / 5;
}

/* What is shown: of the title that heads, as the event has it. */
static struct tcn_str
words_of(const struct tcn_report_view *view,
    const struct tcn_summary_said *said)
{
	const struct tcn_summary_headline *headline = &said->headline;

	if (headline->text == view->items_n)
		return said->lines[0].sentence;
	return view->texts[headline->text].heads
	    ? view->report->event->headline.text
	    : headline->sentence;
}

static void
show_headline(struct tcn_arena *arena, struct tcn_report_view *view,
    const struct tcn_summary_said *said)
{
	const struct tcn_summary_headline *headline = &said->headline;

	view->central = view->items_n;
	if (headline->text < view->items_n) {
		view->central = headline->text;
		view->rests_on =
		    (struct tcn_report_view_rests){ headline->origins,
			    headline->first };
	} else if (said->n) {
		view->central = said->lines[0].text;
		view->rests_on =
		    (struct tcn_report_view_rests){ said->lines[0].origins,
			    said->lines[0].text };
	}
	if (view->central == view->items_n)
		take_terms(arena, view);
	else
		tcn_safe_text(arena, words_of(view, said),
		    TCN_REPORT_VIEW_TITLE_CHARS, &view->headline);
}

static void
show_lines(struct tcn_arena *arena, const struct tcn_summary_said *said,
    struct tcn_report_view_line **lines, size_t *n)
{
	*lines = tcn_arena_zalloc(arena, said->n, sizeof **lines);
	*n = said->n;
	for (size_t i = 0; i < said->n; i++) {
		(*lines)[i] = (struct tcn_report_view_line){
			.line = said->lines[i],
			.item = said->lines[i].text,
		};
		tcn_safe_text(arena, said->lines[i].sentence,
		    TCN_REPORT_VIEW_SENTENCE_CHARS, &(*lines)[i].text);
	}
}

/* Has what was chosen from a part name items of the view. */
static void
place(const struct tcn_report_view *view,
    const struct tcn_report_view_texts *part, struct tcn_summary_said *said)
{
	struct tcn_summary_headline *headline = &said->headline;

	for (size_t i = 0; i < said->n; i++)
		said->lines[i].text = part->places[said->lines[i].text];
	if (headline->text >= part->n) {
		headline->text = view->items_n;
		return;
	}
	headline->text = part->places[headline->text];
	headline->first = part->places[headline->first];
}

/* Chooses from all texts, or from those of a section, what lines[0 .. lines_n)
 * do not say. */
static void
choose(struct tcn_arena *arena, const struct tcn_report_view *view,
    const struct tcn_report_view_section *section, const struct tcn_str *lines,
    size_t lines_n, size_t lines_max, struct tcn_summary_said *said)
{
	struct tcn_summary summary = {
		.read = &view->read,
		.figures = &view->figures,
		.texts = view->texts,
		.texts_n = view->items_n,
		.core = &view->core,
		.ranks = view->ranks,
		.told = view->report->told.lines,
		.told_n = view->report->told.lines_n,
		.told_figures = told_figures(view),
		.said = lines,
		.said_n = lines_n,
		.lines_max = lines_max,
		.naming = view->report->event->headline.text.n
		    ? TCN_SUMMARY_NAMING_KEPT
		    : TCN_SUMMARY_NAMING_NEW,
	};
	struct tcn_report_view_texts part;

	if (!section) {
		tcn_summary_make(&summary, arena, said);
		return;
	}
	tcn_report_texts_make(view, section, arena, &part);
	summary.read = &part.read;
	summary.texts = part.texts;
	summary.texts_n = part.n;
	summary.core = &part.core;
	summary.ranks = part.ranks;
	tcn_summary_make(&summary, arena, said);
	place(view, &part, said);
	tcn_report_texts_fini(&part);
}

/* What a language alone tells, behind that of the report and what lines[0 .. n)
 * say; adds what it says to them. */
static void
say_section(struct tcn_arena *arena, const struct tcn_report_view *view,
    struct tcn_report_view_section *section, struct tcn_str *lines, size_t *n)
{
	struct tcn_summary_said said;

	choose(arena, view, section, lines, *n, SECTION_LINES, &said);
	for (size_t i = 0; i < said.n; i++)
		lines[(*n)++] = said.lines[i].sentence;
	section->central = said.headline.text;
	if (section->central < view->items_n)
		tcn_safe_text(arena, said.headline.sentence,
		    TCN_REPORT_VIEW_TITLE_CHARS, &section->headline);
	show_lines(arena, &said, &section->lines, &section->lines_n);
}

/* Chooses what the report says, in the first of its languages that has a line
 * to be quoted; those before it have no section: texts of which none can be
 * quoted may be in another language than was thought. */
static void
choose_main(struct tcn_arena *arena, struct tcn_report_view *view,
    struct tcn_summary_said *said)
{
	for (;;) {
		bool several = view->sections_n > 1;

		choose(arena, view, several ? view->sections : NULL, NULL, 0,
		    lines_of(view), said);
		if (!several || view->report->told.lines_n || said->n)
			return;
		view->sections++;
		view->sections_n--;
	}
}

static void
say_all(struct tcn_arena *arena, struct tcn_report_view *view,
    struct tcn_summary_said *said)
{
	struct tcn_str *lines;
	size_t n;

	choose_main(arena, view, said);
	n = said->n;
	if (view->sections_n == 1)
		view->sections_n = 0;
	if (view->report->brief && said->n >= BRIEF_LINES)
		return;
	lines = tcn_arena_zalloc(arena, n + SECTION_LINES * view->sections_n,
	    sizeof *lines);
	for (size_t i = 0; i < n; i++)
		lines[i] = said->lines[i].sentence;
	for (size_t i = 1; i < view->sections_n; i++)
		say_section(arena, view, &view->sections[i], lines, &n);
}

/* Says what the other matter of the story is, as a report on it alone would. */
static void
say_matter(struct tcn_arena *arena, struct tcn_report_view *view)
{
	struct tcn_report_view_section *matter = &view->matter;
	size_t at = view->items_n + view->near_n - view->matter.items;
	struct tcn_report_view part = *view;
	struct tcn_summary_about about;
	struct tcn_summary_said said;

	part.items = view->items + at;
	part.items_n = view->matter.items;
	part.texts = view->texts + at;
	part.sections_n = 0;
	part.read = (struct tcn_summary_read){ 0 };
	tcn_summary_core_make(part.texts, part.items_n, view->prep, arena,
	    &part.core);
	tcn_summary_about_make(part.texts, part.items_n, &part.core, arena,
	    &about);
	part.ranks = about.rank;
	tcn_report_facts_read(arena, &part);
	choose(arena, &part, NULL, NULL, 0, SECTION_LINES, &said);
	if (said.headline.text < part.items_n) {
		matter->central = at + said.headline.text;
		tcn_safe_text(arena, said.headline.sentence,
		    TCN_REPORT_VIEW_TITLE_CHARS, &matter->headline);
	}
	if (view->matter.items * MATTER_PARTS < view->items_n + view->near_n)
		said.n = 0;
	for (size_t i = 0; i < said.n; i++)
		said.lines[i].text += at;
	show_lines(arena, &said, &matter->lines, &matter->lines_n);
	tcn_summary_read_fini(&part.read);
	tcn_summary_core_fini(&part.core);
}

void
tcn_report_said(struct tcn_arena *arena, struct tcn_report_view *view)
{
	struct tcn_summary_said said;
	struct tcn_buf why = { 0 };

	if (view->matter.items && !view->report->brief)
		say_matter(arena, view);

	say_all(arena, view, &said);
	show_headline(arena, view, &said);
	show_lines(arena, &said, &view->lines, &view->lines_n);
	view->collection = said.collection;
	tcn_report_say_headline(view, &why);
	tcn_arena_str(arena, tcn_buf_view(&why), &view->why);
	tcn_buf_fini(&why);
}
