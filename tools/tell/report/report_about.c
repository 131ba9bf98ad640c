/*
 * tools/tell/report/report_about.c - which items of the story are the event's
 * own: parts them from those of another matter
 * (tools/tell/summary/summary_matter.h) and those that are only near
 * (tools/tell/summary/summary_about.h).
 */
#include "engine/base/url.h"
#include "tools/base/when.h"
#include "tools/tell/report/report_facts_impl.h"
#include "tools/tell/summary/summary_about.h"
#include "tools/tell/summary/summary_matter.h"

static void
take_text(const struct tcn_report_view_item *show,
    const struct tcn_event_headline *headline, struct tcn_summary_text *text)
{
	const struct tcn_report_item *item = show->item;

	*text = (struct tcn_summary_text){
		.title = item->title,
		.text = item->text,
		.lang = show->lang,
		.source = item->source,
		.host = tcn_url_site(item->url),
		.origin = show->origin,
		.year = tcn_summary_text_year(item->ts_ms),
		/* What a broken store holds is no time: times are taken off
		 * each other from here on. */
		.ms = tcn_when_known(item->ts_ms) ? item->ts_ms : TCN_UNDATED,
		.counted = show->counted,
		.copy = item->duplicate_of != 0,
		.heads = headline->text.n && headline->item == item->seq,
	};
}

/* Puts those of the items that are marked, and their texts, behind the others;
 * both stay in the order of time. Returns how many are not. */
static size_t
part_items(const bool *marked, struct tcn_arena *arena,
    struct tcn_report_view *view, struct tcn_summary_text *texts)
{
	size_t n = view->items_n, kept = 0, behind = 0;
	struct tcn_report_view_item *items =
	    tcn_arena_zalloc(arena, n, sizeof *items);
	struct tcn_summary_text *marked_texts =
	    tcn_arena_zalloc(arena, n, sizeof *marked_texts);

	for (size_t i = 0; i < n; i++) {
		if (marked[i]) {
			items[behind] = view->items[i];
			marked_texts[behind++] = texts[i];
		} else {
			view->items[kept] = view->items[i];
			texts[kept++] = texts[i];
		}
	}
	for (size_t i = 0; i < behind; i++) {
		view->items[kept + i] = items[i];
		texts[kept + i] = marked_texts[i];
	}
	return kept;
}

/* Leaves out those of another matter. */
static void
part_matter(struct tcn_arena *arena, struct tcn_report_view *view,
    struct tcn_summary_text *texts)
{
	size_t n = view->items_n;
	bool *other = tcn_arena_zalloc(arena, n, sizeof *other);

	tcn_summary_core_make(texts, n, view->prep, arena, &view->core);
	if (!tcn_summary_matter_find(texts, n, &view->core, other))
		return;
	view->items_n = part_items(other, arena, view, texts);
	view->matter.items = (uint32_t)(n - view->items_n);
	tcn_summary_core_fini(&view->core);
	tcn_summary_core_make(texts, view->items_n, view->prep, arena,
	    &view->core);
}

/* Leaves out those that are only near. */
static void
part_near(const struct tcn_summary_about *about, struct tcn_arena *arena,
    struct tcn_report_view *view, struct tcn_summary_text *texts)
{
	size_t n = view->items_n, own = 0;

	for (size_t i = 0; i < n; i++) {
		if (about->near[i])
			continue;
		about->rank[own] = about->rank[i];
		view->core.origins[own++] = view->core.origins[i];
	}
	view->ranks = about->rank;
	view->items_n = part_items(about->near, arena, view, texts);
	view->near_n = n - own + view->matter.items;
	view->few = about->few;
}

void
tcn_report_about(struct tcn_arena *arena, struct tcn_report_view *view)
{
	struct tcn_summary_about about;
	struct tcn_summary_text *texts =
	    tcn_arena_zalloc(arena, view->items_n, sizeof *texts);

	view->texts = texts;
	for (size_t i = 0; i < view->items_n; i++)
		take_text(&view->items[i], &view->report->event->headline,
		    &texts[i]);
	part_matter(arena, view, texts);
	tcn_summary_about_make(texts, view->items_n, &view->core, arena,
	    &about);
	part_near(&about, arena, view, texts);
}
