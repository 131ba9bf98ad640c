#include "engine/base/buf.h"
#include "engine/item/event_kind.h"
#include "engine/item/severity.h"
#include "tools/base/event_words.h"
#include "tools/base/json_out.h"
#include "tools/tell/report/report_impl.h"

/*
 * The fields and the version are documented by the schema in
 * man/tocsin-report.schema.json; a test compares the two.
 */
#define SCHEMA "tocsin-report-2"

static const char *const kinds[] = {
	[TCN_REPORT_VIEW_FIRST] = "first",
	[TCN_REPORT_VIEW_NEWS] = "news",
	[TCN_REPORT_VIEW_FIRED] = "fired",
	[TCN_REPORT_VIEW_CLOSED] = "closed",
};

/* Refers to an item by its arrival number; null past the last one. */
static void
put_item_of(struct tcn_buf *out, const char *key,
    const struct tcn_report_view *view, size_t item)
{
	if (item < view->items_n)
		tcn_json_uint(out, key, view->items[item].item->seq);
	else
		tcn_json_null(out, key);
}

static void
put_terms(struct tcn_buf *out, const char *key, const struct tcn_str *terms,
    size_t n)
{
	tcn_json_open(out, key, '[');
	for (size_t i = 0; i < n; i++)
		tcn_json_str(out, NULL, terms[i]);
	tcn_json_close(out, ']');
}

static void
put_event(const struct tcn_report_view *view, struct tcn_buf *out)
{
	const struct tcn_event *event = view->report->event;
	const char *state = tcn_event_words_state(event->state);

	tcn_json_open(out, "event", '{');
	tcn_json_str(out, "id", view->id);
	tcn_json_str(out, "rule", view->rule);
	tcn_json_uint(out, "story", event->story);
	tcn_json_uint(out, "revision", event->revision);
	tcn_json_str(out, "state", tcn_str(state));
	tcn_json_str(out, "severity",
	    tcn_str(tcn_severity_name(event->severity)));
	tcn_json_str(out, "kind", tcn_str(tcn_event_kind_name(event->kind)));
	if (*event->merged_into)
		tcn_json_str(out, "merged_into", tcn_str(event->merged_into));
	if (*event->split_from)
		tcn_json_str(out, "split_from", tcn_str(event->split_from));
	tcn_event_words_figures(out, event);
	tcn_json_close(out, '}');
}

/* The dossier that it is an episode of, if it is one. */
static void
put_dossier(const struct tcn_report_view *view, struct tcn_buf *out)
{
	const struct tcn_report_dossier *dossier = view->report->dossier;

	if (!dossier)
		return;
	tcn_json_open(out, "dossier", '{');
	tcn_json_str(out, "id", view->dossier);
	if (!dossier->all)
		tcn_json_uint(out, "episode", dossier->here + 1);
	tcn_json_uint(out, "episodes", dossier->n);
	if (dossier->all)
		tcn_json_open(out, "all", '[');
	for (size_t i = 0; i < view->episodes_n; i++) {
		const struct tcn_report_view_episode *show = &view->episodes[i];
		const char *key =
		    show->episode == &dossier->previous ? "previous" : "next";

		tcn_json_open(out, dossier->all ? NULL : key, '{');
		tcn_json_str(out, "event", show->id);
		tcn_json_str(out, "title", show->title);
		tcn_json_time(out, "fired_at", show->episode->fired_ms);
		tcn_json_str(out, "page", show->episode->page);
		tcn_json_close(out, '}');
	}
	if (dossier->all)
		tcn_json_close(out, ']');
	tcn_json_close(out, '}');
}

/* How sure it was and why, or null: not known. */
static void
put_reason(const struct tcn_report_view *view, struct tcn_buf *out)
{
	const struct tcn_event_reason *reason = view->report->event->reason;

	if (!reason) {
		tcn_json_null(out, "reason");
		return;
	}
	tcn_json_open(out, "reason", '{');
	if (reason->probability > 0) {
		tcn_json_rounded(out, "probability", reason->probability, 4);
		tcn_json_rounded(out, "least", reason->least, 4);
	} else {
		tcn_json_null(out, "probability");
		tcn_json_null(out, "least");
	}
	tcn_json_open(out, "parts", '[');
	for (size_t i = 0; i < view->parts_n; i++) {
		tcn_json_open(out, NULL, '{');
		tcn_json_str(out, "name", view->parts[i].name);
		tcn_json_rounded(out, "part", view->parts[i].part, 2);
		tcn_json_str(out, "says", view->parts[i].says);
		tcn_json_close(out, '}');
	}
	tcn_json_close(out, ']');
	tcn_json_close(out, '}');
}

static void
put_counts(struct tcn_buf *out, const char *key,
    const struct tcn_report_view_counts *counts)
{
	tcn_json_open(out, key, '{');
	tcn_json_uint(out, "items", counts->items);
	tcn_json_uint(out, "origins", counts->origins);
	tcn_json_uint(out, "publishers", counts->publishers);
	tcn_json_time(out, "first_at", counts->first_ms);
	tcn_json_time(out, "last_at", counts->last_ms);
	tcn_json_close(out, '}');
}

static void
put_headline(const struct tcn_report_view *view, struct tcn_buf *out)
{
	tcn_json_open(out, "headline", '{');
	tcn_json_str(out, "title", view->headline);
	tcn_json_str(out, "why", view->why);
	put_item_of(out, "item", view, view->central);
	tcn_json_close(out, '}');
}

static void
put_lines(const struct tcn_report_view *view, const char *key,
    const struct tcn_report_view_line *lines, size_t n, struct tcn_buf *out)
{
	tcn_json_open(out, key, '[');
	for (size_t i = 0; i < n; i++) {
		const struct tcn_summary_line *line = &lines[i].line;

		tcn_json_open(out, NULL, '{');
		tcn_json_str(out, "text", lines[i].text);
		tcn_json_uint(out, "item",
		    view->items[lines[i].item].item->seq);
		tcn_json_str(out, "kind",
		    tcn_str(tcn_summary_kind_name(line->kind)));
		tcn_json_uint(out, "origins", line->origins);
		tcn_json_bool(out, "single", line->single);
		tcn_json_bool(out, "newest", line->newest);
		tcn_json_close(out, '}');
	}
	tcn_json_close(out, ']');
}

/* The languages of an event that is told in several: of the first one headline
 * and lines are those of the report. */
static void
put_sections(const struct tcn_report_view *view, struct tcn_buf *out)
{
	if (!view->sections_n)
		return;
	tcn_json_open(out, "told_in", '[');
	for (size_t i = 0; i < view->sections_n; i++) {
		const struct tcn_report_view_section *section =
		    &view->sections[i];
		struct tcn_str code = view->langs[section->lang].code;

		tcn_json_open(out, NULL, '{');
		tcn_json_str(out, "language", code);
		tcn_json_uint(out, "items", section->items);
		tcn_json_uint(out, "publishers", section->publishers);
		put_item_of(out, "first_item", view, section->first);
		if (i) {
			tcn_json_str(out, "headline", section->headline);
			put_item_of(out, "item", view, section->central);
			put_lines(view, "summary", section->lines,
			    section->lines_n, out);
		}
		tcn_json_close(out, '}');
	}
	tcn_json_close(out, ']');
}

static void
put_bounds(struct tcn_buf *out, const char *low, const char *high,
    const struct tcn_figure_value *value)
{
	tcn_json_rounded(out, low, (double)value->lo / 1000, 3);
	tcn_json_rounded(out, high, (double)value->hi / 1000, 3);
}

static void
put_value(const struct tcn_report_view *view,
    const struct tcn_figure_value *value, struct tcn_buf *out)
{
	static const char *const states[] = {
		[TCN_FIGURE_LEADING] = "leading",
		[TCN_FIGURE_FAMILY] = "leading",
		[TCN_FIGURE_SUPERSEDED] = "superseded",
		[TCN_FIGURE_CONTRADICTING] = "contradicting",
		[TCN_FIGURE_OTHER] = "other",
	};

	tcn_json_open(out, NULL, '{');
	tcn_json_str(out, "state", tcn_str(states[value->state]));
	put_bounds(out, "low", "high", value);
	tcn_json_uint(out, "origins", value->origins);
	tcn_json_time(out, "since", value->accepted_ms);
	tcn_json_time(out, "first_at", value->first_ms);
	tcn_json_time(out, "last_at", value->last_ms);
	put_item_of(out, "item", view, view->told[value->first].place);
	tcn_json_close(out, '}');
}

static void
put_figures(const struct tcn_report_view *view, struct tcn_buf *out)
{
	tcn_json_open(out, "figures", '[');
	for (size_t i = 0; i < view->shown_n; i++) {
		const struct tcn_figure *figure = view->shown[i].figure;

		tcn_json_open(out, NULL, '{');
		tcn_json_str(out, "slot", tcn_str(tcn_slot_name(figure->slot)));
		tcn_json_str(out, "unit", tcn_str(figure->unit));
		tcn_json_rounded(out, "low", (double)figure->lo / 1000, 3);
		tcn_json_rounded(out, "high", (double)figure->hi / 1000, 3);
		tcn_json_str(out, "says", view->shown[i].said);
		tcn_json_uint(out, "origins", figure->origins);
		tcn_json_bool(out, "single", figure->single);
		tcn_json_open(out, "values", '[');
		for (size_t k = 0; k < figure->values_n; k++)
			put_value(view, &figure->values[k], out);
		tcn_json_close(out, ']');
		tcn_json_close(out, '}');
	}
	tcn_json_close(out, ']');
}

static void
put_changes(const struct tcn_report_view_entry *entry, struct tcn_buf *out)
{
	tcn_json_open(out, "figures", '[');
	for (size_t i = 0; i < entry->changes_n; i++) {
		const struct tcn_report_view_change *change =
		    &entry->changes[i];

		tcn_json_open(out, NULL, '{');
		tcn_json_str(out, "slot",
		    tcn_str(tcn_slot_name(change->figure->slot)));
		tcn_json_str(out, "unit", tcn_str(change->figure->unit));
		put_bounds(out, "low", "high", change->value);
		if (change->before)
			put_bounds(out, "low_before", "high_before",
			    change->before);
		tcn_json_close(out, '}');
	}
	tcn_json_close(out, ']');
}

static void
put_timeline(const struct tcn_report_view *view, struct tcn_buf *out)
{
	tcn_json_open(out, "timeline", '[');
	for (size_t i = 0; i < view->entries_n; i++) {
		const struct tcn_report_view_entry *entry = &view->entries[i];

		tcn_json_open(out, NULL, '{');
		tcn_json_str(out, "kind", tcn_str(kinds[entry->kind]));
		tcn_json_time(out, "from", entry->from_ms);
		tcn_json_time(out, "to", entry->to_ms);
		tcn_json_str(out, "text", entry->line);
		put_item_of(out, "item", view, entry->item);
		put_changes(entry, out);
		tcn_json_str(out, "language",
		    entry->lang < view->langs_n ? view->langs[entry->lang].code
						: (struct tcn_str){ 0 });
		tcn_json_uint(out, "news_permille", entry->permille);
		tcn_json_uint(out, "items", entry->items);
		tcn_json_uint(out, "copies", entry->copies);
		tcn_json_uint(out, "excerpts", entry->excerpts);
		tcn_json_uint(out, "rewrites", entry->rewrites);
		tcn_json_uint(out, "publishers", entry->publishers);
		tcn_json_uint(out, "total", entry->total);
		if (entry->episode)
			tcn_json_uint(out, "episode", entry->episode);
		tcn_json_close(out, '}');
	}
	tcn_json_close(out, ']');
}

static void
put_growth(const struct tcn_report_view *view, struct tcn_buf *out)
{
	tcn_json_open(out, "growth", '[');
	for (size_t i = 0; i < view->points_n; i++) {
		tcn_json_open(out, NULL, '{');
		tcn_json_time(out, "at", view->points[i].ms);
		tcn_json_uint(out, "items", view->points[i].items);
		tcn_json_uint(out, "origins", view->points[i].origins);
		tcn_json_close(out, '}');
	}
	tcn_json_close(out, ']');
}

static void
put_sources(const struct tcn_report_view *view, struct tcn_buf *out)
{
	tcn_json_open(out, "sources", '[');
	for (size_t i = 0; i < view->sources_n; i++) {
		const struct tcn_report_view_source *source = &view->sources[i];

		tcn_json_open(out, NULL, '{');
		tcn_json_str(out, "name", source->name);
		tcn_json_uint(out, "items", source->items);
		tcn_json_uint(out, "copies", source->copies);
		tcn_json_uint(out, "excerpts", source->excerpts);
		tcn_json_uint(out, "rewrites", source->rewrites);
		put_item_of(out, "first_item", view, source->first);
		tcn_json_close(out, '}');
	}
	tcn_json_close(out, ']');
}

static void
put_copies(const struct tcn_report_view *view, struct tcn_buf *out)
{
	const struct tcn_copies *copies = &view->copies;

	tcn_json_open(out, "copies", '{');
	tcn_json_open(out, "sources", '[');
	for (size_t i = 0; i < copies->nodes_n; i++) {
		tcn_json_open(out, NULL, '{');
		tcn_json_str(out, "name", copies->nodes[i].name);
		put_item_of(out, "first_item", view, copies->nodes[i].first);
		tcn_json_uint(out, "copied", copies->nodes[i].copied);
		tcn_json_uint(out, "layer", copies->nodes[i].layer);
		tcn_json_close(out, '}');
	}
	tcn_json_close(out, ']');
	tcn_json_open(out, "edges", '[');
	for (size_t i = 0; i < copies->edges_n; i++) {
		tcn_json_open(out, NULL, '{');
		tcn_json_uint(out, "from", copies->edges[i].from);
		tcn_json_uint(out, "to", copies->edges[i].to);
		tcn_json_uint(out, "items", copies->edges[i].items);
		tcn_json_close(out, '}');
	}
	tcn_json_close(out, ']');
	tcn_json_uint(out, "others", copies->others_n);
	tcn_json_close(out, '}');
}

static void
put_langs(const struct tcn_report_view *view, struct tcn_buf *out)
{
	tcn_json_open(out, "languages", '[');
	for (size_t i = 0; i < view->langs_n; i++) {
		tcn_json_open(out, NULL, '{');
		tcn_json_str(out, "code", view->langs[i].code);
		tcn_json_str(out, "name", view->langs[i].name);
		tcn_json_uint(out, "items", view->langs[i].items);
		tcn_json_close(out, '}');
	}
	tcn_json_close(out, ']');
}

static void
put_category(const struct tcn_report_view *view, struct tcn_buf *out)
{
	const struct tcn_report_view_category *category = &view->category;

	if (!category->name.n) {
		tcn_json_null(out, "category");
		return;
	}
	tcn_json_open(out, "category", '{');
	tcn_json_str(out, "name", category->name);
	tcn_json_uint(out, "items", category->items);
	tcn_json_uint(out, "predicted", category->predicted);
	if (category->likely_n)
		tcn_json_rounded(out, "probability", category->probability, 3);
	else
		tcn_json_null(out, "probability");
	tcn_json_close(out, '}');
}

static void
put_related(const struct tcn_report_view *view, struct tcn_buf *out)
{
	tcn_json_open(out, "related", '[');
	for (size_t i = 0; i < view->related_n; i++) {
		const struct tcn_report_view_related *show = &view->related[i];
		const struct tcn_report_related *related = show->related;

		tcn_json_open(out, NULL, '{');
		tcn_json_uint(out, "story", related->story);
		tcn_json_str(out, "title", show->title);
		tcn_json_str(out, "url", show->url);
		tcn_json_bool(out, "link", show->is_link);
		tcn_json_str(out, "page", related->page);
		tcn_json_time(out, "first_at", related->first_ms);
		tcn_json_time(out, "last_at", related->last_ms);
		tcn_json_uint(out, "items", related->items);
		put_terms(out, "shared", show->shared, show->shared_n);
		tcn_json_close(out, '}');
	}
	tcn_json_close(out, ']');
}

static void
put_names(const struct tcn_report_view *view, struct tcn_buf *out)
{
	tcn_json_open(out, "names", '[');
	for (size_t i = 0; i < view->names_n; i++) {
		const struct tcn_report_view_name *name = &view->names[i];

		tcn_json_open(out, NULL, '{');
		tcn_json_str(out, "name", name->text);
		tcn_json_str(out, "kind",
		    tcn_str(tcn_name_kind_name(name->kind)));
		tcn_json_uint(out, "origins", name->origins);
		tcn_json_close(out, '}');
	}
	tcn_json_close(out, ']');
}

/* The other matter of the story. */
static void
put_matter(const struct tcn_report_view *view, struct tcn_buf *out)
{
	const struct tcn_report_view_section *matter = &view->matter;

	if (!view->matter.items)
		return;
	tcn_json_open(out, "other_matter", '{');
	tcn_json_uint(out, "items", view->matter.items);
	tcn_json_str(out, "headline", matter->headline);
	if (matter->headline.n)
		tcn_json_uint(out, "item",
		    view->items[matter->central].item->seq);
	else
		tcn_json_null(out, "item");
	put_lines(view, "summary", matter->lines, matter->lines_n, out);
	tcn_json_close(out, '}');
}

static void
put_excerpt(const struct tcn_report_view_item *show, struct tcn_buf *out)
{
	const struct tcn_report_item *item = show->item;

	if (!show->is_excerpt) {
		tcn_json_null(out, "excerpt");
		return;
	}
	tcn_json_open(out, "excerpt", '{');
	tcn_json_uint(out, "of", item->excerpt_of);
	tcn_json_str(out, "id", show->excerpt_id);
	tcn_json_time(out, "at", item->excerpt_ms);
	tcn_json_uint(out, "shared_sentences", item->shared);
	tcn_json_uint(out, "compared_sentences", item->compared);
	tcn_json_close(out, '}');
}

static void
put_item(const struct tcn_report_view_item *show, struct tcn_buf *out)
{
	tcn_json_open(out, NULL, '{');
	tcn_json_uint(out, "seq", show->item->seq);
	tcn_json_str(out, "id", show->id);
	tcn_json_time(out, "at", show->item->ts_ms);
	tcn_json_str(out, "source", show->source);
	tcn_json_str(out, "url", show->url);
	tcn_json_bool(out, "link", show->is_link);
	tcn_json_str(out, "title", show->title);
	tcn_json_str(out, "lang", show->lang);
	tcn_json_uint(out, "origin", show->origin);
	if (show->item->duplicate_of)
		tcn_json_uint(out, "copy_of", show->item->duplicate_of);
	else
		tcn_json_null(out, "copy_of");
	put_excerpt(show, out);
	tcn_json_bool(out, "counted", show->counted);
	if (show->item->revised) {
		tcn_json_uint(out, "revised", show->item->revised);
		tcn_json_time(out, "revised_at", show->item->revised_ms);
	}
	if (show->item->revised && show->item->sentences) {
		tcn_json_uint(out, "differ", show->item->differ);
		tcn_json_uint(out, "sentences", show->item->sentences);
	}
	tcn_json_close(out, '}');
}

static void
put_items(const char *key, const struct tcn_report_view_item *items, size_t n,
    struct tcn_buf *out)
{
	tcn_json_open(out, key, '[');
	for (size_t i = 0; i < n; i++)
		put_item(&items[i], out);
	tcn_json_close(out, ']');
}

void
tcn_report_json(const struct tcn_report_view *view, struct tcn_buf *out)
{
	tcn_json_open(out, NULL, '{');
	tcn_json_str(out, "$schema", tcn_str(SCHEMA));
	put_event(view, out);
	put_dossier(view, out);
	tcn_json_open(out, "threshold", '{');
	tcn_json_uint(out, "more_than", view->report->more_than);
	tcn_json_seconds(out, "within_seconds", view->report->within_ms);
	tcn_json_uint(out, "evidence_missing", view->evidence_missing);
	tcn_json_close(out, '}');
	put_reason(view, out);
	put_counts(out, "fired", &view->fired);
	put_counts(out, "all", &view->life);
	if (view->report->copies_gone)
		tcn_json_uint(out, "copies_not_kept",
		    view->report->copies_gone);
	put_headline(view, out);
	put_figures(view, out);
	tcn_json_bool(out, "collection", view->collection);
	put_lines(view, "summary", view->lines, view->lines_n, out);
	put_sections(view, out);
	put_matter(view, out);
	put_timeline(view, out);
	put_growth(view, out);
	put_sources(view, out);
	put_copies(view, out);
	put_langs(view, out);
	put_category(view, out);
	put_names(view, out);
	put_terms(out, "terms", view->terms, view->terms_n);
	put_related(view, out);
	tcn_json_bool(out, "few", view->few);
	put_items("items", view->items, view->items_n, out);
	put_items("near", view->items + view->items_n, view->near_n, out);
	tcn_json_close(out, '}');
	tcn_buf_char(out, '\n');
}
