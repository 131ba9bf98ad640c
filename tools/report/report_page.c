#include <assert.h>
#include <inttypes.h>

#include "engine/base/buf.h"
#include "tools/report/report_impl.h"

/* One walk: what is walked, and who writes it where. */
struct walk {
	const struct tcn_report_page_writer *writer;
	const struct tcn_report_view *view;
	struct tcn_buf *out;
};

/* The item at an index of the view, or NULL past the last one. */
static const struct tcn_report_view_item *
item_at(const struct walk *walk, size_t index)
{
	const struct tcn_report_view *view = walk->view;

	return index < view->items_n ? &view->items[index] : NULL;
}

static void
put_section_open(const struct walk *walk, const char *heading)
{
	tcn_buf_z(walk->out, walk->writer->section_open);
	tcn_buf_z(walk->out, tcn_words_text(walk->view->words, heading));
	tcn_buf_z(walk->out, walk->writer->heading_close);
}

static void
put_section_close(const struct walk *walk)
{
	tcn_buf_z(walk->out, walk->writer->section_close);
}

static void
put_note(const struct walk *walk, const char *text)
{
	tcn_buf_z(walk->out, walk->writer->note.open);
	tcn_buf_z(walk->out, tcn_words_text(walk->view->words, text));
	tcn_buf_z(walk->out, walk->writer->note.close);
}

static const char *const more_items[] =
    TCN_WORDS_COUNT("And {n} more item.", "And {n} more items.");
static const char *const more_publishers[] =
    TCN_WORDS_COUNT("And {n} more publisher.", "And {n} more publishers.");
static const char *const more_copied[] =
    TCN_WORDS_COUNT("And {n} more source was copied.",
	"And {n} more sources were copied.");

/* Says below rows how many more there are than are shown. */
static void
put_more(const struct walk *walk, size_t n, const char *const forms[2])
{
	if (!n)
		return;
	tcn_buf_z(walk->out, walk->writer->note_below.open);
	tcn_words_count(walk->view->words, forms[0], forms[1], n, walk->out);
	tcn_buf_z(walk->out, walk->writer->note_below.close);
}

static void
put_header(const struct walk *walk)
{
	const struct tcn_report_view *view = walk->view;
	struct tcn_buf fired = { 0 }, now = { 0 };

	tcn_report_say_fired(view, &fired);
	tcn_report_say_now(view, &now);
	walk->writer->header(view, item_at(walk, view->central),
	    tcn_buf_view(&fired), tcn_buf_view(&now), walk->out);
	walk->out->failed |= fired.failed || now.failed;
	tcn_buf_fini(&fired);
	tcn_buf_fini(&now);
}

static void
put_figures(const struct walk *walk)
{
	const struct tcn_report_view *view = walk->view;
	const struct tcn_report_marks *list =
	    &walk->writer->lists[TCN_REPORT_LIST_FIGURES];

	if (!view->shown_n)
		return;
	put_section_open(walk, TCN_WORDS("Figures"));
	tcn_buf_z(walk->out, list->open);
	for (size_t i = 0; i < view->shown_n; i++)
		walk->writer->figure(view, &view->shown[i],
		    item_at(walk, view->shown[i].item), walk->out);
	tcn_buf_z(walk->out, list->close);
	put_note(walk,
	    TCN_WORDS("As reported, each distinct text once; times are those "
		      "of the "
		      "texts, UTC."));
	put_section_close(walk);
}

static void
put_line(const struct walk *walk, const struct tcn_report_view_line *line)
{
	struct tcn_buf said = { 0 };

	tcn_report_say_line(walk->view, line, &said);
	walk->writer->line(walk->view, item_at(walk, line->item), line->text,
	    tcn_buf_view(&said), walk->out);
	walk->out->failed |= said.failed;
	tcn_buf_fini(&said);
}

static void
put_summary(const struct walk *walk)
{
	const struct tcn_report_view *view = walk->view;
	const struct tcn_report_marks *list =
	    &walk->writer->lists[TCN_REPORT_LIST_LINES];

	if (!view->lines_n)
		return;
	put_section_open(walk,
	    view->collection ? TCN_WORDS("Subjects")
			     : TCN_WORDS("In their words"));
	tcn_buf_z(walk->out, list->open);
	for (size_t i = 0; i < view->lines_n; i++)
		put_line(walk, &view->lines[i]);
	tcn_buf_z(walk->out, list->close);
	put_note(walk,
	    view->collection
		? TCN_WORDS("These items have too little in common to be one "
			    "event: what most of them tell of comes first.")
		: TCN_WORDS("Sentences as they were published; none states a "
			    "figure that was replaced since."));
	put_section_close(walk);
}

/* "31 items from 12 publishers; first 3 Mar 12:48 by X." */
static void
put_section_note(const struct walk *walk,
    const struct tcn_report_view_section *section)
{
	struct tcn_buf said = { 0 };

	tcn_report_say_section(walk->view, section, &said);
	tcn_buf_z(walk->out, walk->writer->note.open);
	walk->writer->text(walk->out, tcn_buf_view(&said));
	tcn_buf_z(walk->out, walk->writer->note.close);
	tcn_words_parts_fini(&said, 1, walk->out);
}

/* What one of the other languages tells: its headline, then its lines. */
static void
put_language(const struct walk *walk,
    const struct tcn_report_view_section *section)
{
	const struct tcn_report_view *view = walk->view;
	const struct tcn_report_marks *list =
	    &walk->writer->lists[TCN_REPORT_LIST_LINES];
	struct tcn_buf heading = { 0 };

	tcn_buf_z(walk->out, walk->writer->section_open);
	/* TRANSLATORS: a heading; {language} is "Spanish". */
	tcn_words_say(view->words, "Told in {language}",
	    TCN_WITH({ "language", view->langs[section->lang].name }),
	    &heading);
	walk->writer->text(walk->out, tcn_buf_view(&heading));
	tcn_words_parts_fini(&heading, 1, walk->out);
	tcn_buf_z(walk->out, walk->writer->heading_close);
	tcn_buf_z(walk->out, list->open);
	if (section->central < view->items_n)
		walk->writer->line(view, item_at(walk, section->central),
		    section->headline,
		    tcn_str(tcn_words_text(view->words, "its headline")),
		    walk->out);
	for (size_t i = 0; i < section->lines_n; i++)
		put_line(walk, &section->lines[i]);
	tcn_buf_z(walk->out, list->close);
	put_section_note(walk, section);
	put_section_close(walk);
}

static void
put_languages(const struct walk *walk)
{
	const struct tcn_report_view *view = walk->view;

	for (size_t i = 1; i < view->sections_n; i++)
		if (view->sections[i].lines_n ||
		    view->sections[i].central < view->items_n)
			put_language(walk, &view->sections[i]);
}

static void
put_entry(const struct walk *walk, const struct tcn_report_view_entry *entry)
{
	const struct tcn_report_view_item *show = item_at(walk, entry->item);
	struct tcn_buf said = { 0 }, grown = { 0 };

	tcn_report_say_entry(walk->view, entry, &said);
	tcn_report_say_growth(walk->view, entry, &grown);
	walk->writer->entry(walk->view, entry, tcn_buf_view(&said), show,
	    tcn_buf_view(&grown), walk->out);
	walk->out->failed |= said.failed || grown.failed;
	tcn_buf_fini(&said);
	tcn_buf_fini(&grown);
}

static void
put_timeline(const struct walk *walk)
{
	const struct tcn_report_view *view = walk->view;
	const struct tcn_report_marks *list =
	    &walk->writer->lists[TCN_REPORT_LIST_TIMELINE];

	if (!view->entries_n)
		return;
	put_section_open(walk, TCN_WORDS("Timeline"));
	if (walk->writer->chart && view->points_n >= 2)
		walk->writer->chart(view, walk->out);
	tcn_buf_z(walk->out, list->open);
	for (size_t i = 0; i < view->entries_n; i++)
		put_entry(walk, &view->entries[i]);
	tcn_buf_z(walk->out, list->close);
	put_section_close(walk);
}

static void
put_langs(const struct walk *walk)
{
	const struct tcn_report_view *view = walk->view;
	struct tcn_buf list = { 0 };
	char items[TCN_WORDS_BYTES];

	for (size_t i = 0; i < view->langs_n; i++) {
		tcn_buf_z(&list, i ? ", " : "");
		walk->writer->text(&list, view->langs[i].name);
		tcn_buf_z(&list, " (");
		tcn_buf_str(&list,
		    tcn_words_number(view->words, view->langs[i].items, items));
		tcn_buf_char(&list, ')');
	}
	tcn_buf_z(walk->out, walk->writer->note_below.open);
	tcn_words_say(view->words, "Languages: {list}.",
	    TCN_WITH({ "list", tcn_buf_view(&list) }), walk->out);
	tcn_buf_z(walk->out, walk->writer->note_below.close);
	tcn_words_parts_fini(&list, 1, walk->out);
}

static void
put_source(const struct walk *walk, const struct tcn_report_view_source *source)
{
	const struct tcn_report_view_item *show = item_at(walk, source->first);
	struct tcn_buf said = { 0 };

	tcn_report_say_source(walk->view, source, show, &said);
	walk->writer->source(walk->view, source, show, tcn_buf_view(&said),
	    walk->out);
	walk->out->failed |= said.failed;
	tcn_buf_fini(&said);
}

/* How far a category is only predicted. */
static void
put_predicted(const struct walk *walk)
{
	const struct tcn_report_view *view = walk->view;
	const struct tcn_report_view_category *category = &view->category;
	char text[TCN_WORDS_BYTES];

	tcn_buf_z(walk->out,
	    category->predicted ? tcn_words_semicolon(walk->view->words) : "");
	if (category->predicted == category->items)
		tcn_buf_z(walk->out,
		    tcn_words_text(view->words,
			"predicted, as none came with one"));
	else if (category->predicted)
		tcn_words_say(view->words,
		    "predicted of {n} of these, which came with none",
		    TCN_WITH({ "n",
			tcn_words_number(view->words, category->predicted,
			    text) }),
		    walk->out);
	if (!category->likely_n)
		return;
	tcn_buf_z(walk->out, " (");
	tcn_words_say(view->words, "{percent} likely",
	    TCN_WITH({ "percent",
		tcn_words_percent(view->words, category->probability, text) }),
	    walk->out);
	tcn_buf_char(walk->out, ')');
}

static void
put_category(const struct walk *walk)
{
	const struct tcn_report_view *view = walk->view;
	const struct tcn_report_view_category *category = &view->category;
	char items[TCN_WORDS_BYTES], all[TCN_WORDS_BYTES];
	struct tcn_buf name = { 0 };

	if (!category->name.n)
		return;
	walk->writer->text(&name, category->name);
	tcn_buf_z(walk->out, walk->writer->note_below.open);
	tcn_words_say(view->words, "Category: {name}, of {n} of {all} items",
	    TCN_WITH({ "name", tcn_buf_view(&name) },
		{ "n", tcn_words_number(view->words, category->items, items) },
		{ "all", tcn_words_number(view->words, view->items_n, all) }),
	    walk->out);
	put_predicted(walk);
	tcn_buf_char(walk->out, '.');
	tcn_buf_z(walk->out, walk->writer->note_below.close);
	tcn_words_parts_fini(&name, 1, walk->out);
}

/* Says that too few items would be left without the alarm's. */
static void
put_few(const struct walk *walk)
{
	if (!walk->view->few)
		return;
	tcn_buf_z(walk->out, walk->writer->note_below.open);
	tcn_buf_z(walk->out,
	    tcn_words_text(walk->view->words,
		"Few items: those that the alarm counted are all kept, though "
		"some are only near the event."));
	tcn_buf_z(walk->out, walk->writer->note_below.close);
}

static void
put_sources(const struct walk *walk)
{
	const struct tcn_report_view *view = walk->view;
	const struct tcn_report_marks *list =
	    &walk->writer->lists[TCN_REPORT_LIST_SOURCES];
	size_t n = view->sources_n;

	if (!n)
		return;
	if (n > TCN_REPORT_SOURCES_MAX)
		n = TCN_REPORT_SOURCES_MAX;
	put_section_open(walk, TCN_WORDS("Sources"));
	tcn_buf_z(walk->out, list->open);
	walk->writer->list_head(view, TCN_REPORT_LIST_SOURCES, walk->out);
	for (size_t i = 0; i < n; i++)
		put_source(walk, &view->sources[i]);
	tcn_buf_z(walk->out, list->close);
	put_more(walk, view->sources_n - n, more_publishers);
	put_langs(walk);
	put_category(walk);
	put_few(walk);
	put_section_close(walk);
}

/* The sources that were copied most. */
static void
put_copies(const struct walk *walk)
{
	const struct tcn_report_view *view = walk->view;
	size_t most[TCN_REPORT_COPIED], all;
	size_t n = tcn_report_most_copied(view, most, &all);

	if (!view->copies.nodes_n)
		return;
	put_section_open(walk, TCN_WORDS("Who copied whom"));
	if (walk->writer->copies)
		walk->writer->copies(view, walk->out);
	for (size_t i = 0; i < n; i++) {
		struct tcn_buf said = { 0 };

		tcn_report_say_copies(view, most[i], &said);
		tcn_buf_z(walk->out, walk->writer->note_below.open);
		walk->writer->text(walk->out, tcn_buf_view(&said));
		tcn_buf_z(walk->out, walk->writer->note_below.close);
		tcn_words_parts_fini(&said, 1, walk->out);
	}
	put_more(walk, all - n, more_copied);
	put_section_close(walk);
}

/* What is only near the event, folded: it counts nowhere. */
static void
put_near(const struct walk *walk)
{
	const struct tcn_report_view *view = walk->view;
	const struct tcn_report_marks *list =
	    &walk->writer->lists[TCN_REPORT_LIST_NEAR];
	size_t n = view->near_n;

	if (!n)
		return;
	if (n > TCN_REPORT_NEAR_MAX)
		n = TCN_REPORT_NEAR_MAX;
	put_section_open(walk, TCN_WORDS("Also near"));
	put_note(walk,
	    TCN_WORDS("In the same story, but with little of what the others "
		      "tell: not "
		      "counted above, and not quoted."));
	tcn_buf_z(walk->out, list->open);
	walk->writer->list_head(view, TCN_REPORT_LIST_NEAR, walk->out);
	for (size_t i = 0; i < n; i++)
		walk->writer->near(view, &view->items[view->items_n + i],
		    walk->out);
	tcn_buf_z(walk->out, list->close);
	put_more(walk, view->near_n - n, more_items);
	put_section_close(walk);
}

static void
put_related(const struct walk *walk)
{
	const struct tcn_report_view *view = walk->view;
	const struct tcn_report_marks *list =
	    &walk->writer->lists[TCN_REPORT_LIST_RELATED];

	if (!view->related_n)
		return;
	put_section_open(walk, TCN_WORDS("Related stories"));
	tcn_buf_z(walk->out, list->open);
	for (size_t i = 0; i < view->related_n; i++)
		walk->writer->related(view, &view->related[i], walk->out);
	tcn_buf_z(walk->out, list->close);
	put_section_close(walk);
}

/* How sure it was, and the little that weighed most. */
static void
put_reason(const struct walk *walk)
{
	const struct tcn_report_view *view = walk->view;
	const struct tcn_report_marks *list =
	    &walk->writer->lists[TCN_REPORT_LIST_PARTS];
	struct tcn_buf said = { 0 };

	if (!view->report->event->reason)
		return;
	put_section_open(walk, TCN_WORDS("Why this fired"));
	tcn_report_say_sure(view, &said);
	tcn_buf_z(walk->out, walk->writer->note.open);
	walk->writer->text(walk->out, tcn_buf_view(&said));
	tcn_buf_z(walk->out, walk->writer->note.close);
	walk->out->failed |= said.failed;
	tcn_buf_fini(&said);
	if (view->parts_n)
		tcn_buf_z(walk->out, list->open);
	for (size_t i = 0; i < view->parts_n; i++)
		walk->writer->part(view, &view->parts[i], walk->out);
	if (view->parts_n)
		tcn_buf_z(walk->out, list->close);
	put_section_close(walk);
}

static void
put_terms(const struct walk *walk, const char *label,
    const struct tcn_str *terms, size_t n)
{
	walk->writer->terms(walk->view,
	    *label ? tcn_words_text(walk->view->words, label) : "", terms, n,
	    walk->out);
}

static void
put_names(const struct walk *walk, const char *label, enum tcn_name_kind kind)
{
	const struct tcn_report_view *view = walk->view;
	struct tcn_str names[TCN_NAMES_MAX];
	size_t n = 0;

	for (size_t i = 0; i < view->names_n; i++) {
		if (view->names[i].kind == kind)
			names[n++] = view->names[i].text;
	}
	if (n)
		put_terms(walk, label, names, n);
}

static void
put_key_terms(const struct walk *walk)
{
	const struct tcn_report_view *view = walk->view;

	if (!view->terms_n && !view->names_n)
		return;
	put_section_open(walk,
	    view->names_n ? TCN_WORDS("Names and key terms")
			  : TCN_WORDS("Key terms"));
	put_names(walk, TCN_WORDS("Places"), TCN_NAME_PLACE);
	put_names(walk, TCN_WORDS("People"), TCN_NAME_PERSON);
	put_names(walk, TCN_WORDS("Other names"), TCN_NAME_OTHER);
	if (view->terms_n)
		put_terms(walk, view->names_n ? TCN_WORDS("Key terms") : "",
		    view->terms, view->terms_n);
	put_section_close(walk);
}

static void
put_evidence_item(const struct walk *walk, uint32_t number,
    const struct tcn_report_view_item *show)
{
	struct tcn_buf said = { 0 };

	tcn_report_say_item(walk->view, show, &said);
	walk->writer->evidence(walk->view, number, show, tcn_buf_view(&said),
	    walk->out);
	walk->out->failed |= said.failed;
	tcn_buf_fini(&said);
}

static void
put_evidence(const struct walk *walk)
{
	const struct tcn_report_view *view = walk->view;
	const struct tcn_report_marks *list =
	    &walk->writer->lists[TCN_REPORT_LIST_EVIDENCE];
	uint32_t shown = 0;

	if (!view->fired.items)
		return;
	put_section_open(walk, TCN_WORDS("Evidence"));
	put_note(walk, TCN_WORDS("The items counted when it fired."));
	tcn_buf_z(walk->out, list->open);
	for (size_t i = 0; i < view->items_n + view->near_n &&
	     shown < TCN_REPORT_EVIDENCE_MAX;
	     i++) {
		if (view->items[i].counted)
			put_evidence_item(walk, ++shown, &view->items[i]);
	}
	tcn_buf_z(walk->out, list->close);
	put_more(walk, view->fired.items - shown, more_items);
	put_section_close(walk);
}

void
tcn_report_page(const struct tcn_report_page_writer *writer,
    const struct tcn_report_view *view, struct tcn_buf *out)
{
	const struct walk walk = { writer, view, out };

	assert(writer->header && writer->text && writer->end);
	if (writer->begin)
		writer->begin(view, out);
	put_header(&walk);
	put_figures(&walk);
	put_summary(&walk);
	put_languages(&walk);
	put_timeline(&walk);
	put_sources(&walk);
	put_copies(&walk);
	put_near(&walk);
	put_related(&walk);
	put_key_terms(&walk);
	put_reason(&walk);
	put_evidence(&walk);
	writer->end(view, out);
}

void
tcn_report_page_sections(const struct tcn_report_page_writer *writer,
    const struct tcn_report_view *view, struct tcn_buf *out)
{
	const struct walk walk = { writer, view, out };

	put_figures(&walk);
	put_summary(&walk);
	put_languages(&walk);
	put_timeline(&walk);
	put_sources(&walk);
	put_copies(&walk);
	put_key_terms(&walk);
}
