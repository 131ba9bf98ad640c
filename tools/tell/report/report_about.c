/*
 * tools/tell/report/report_about.c - which items of the story are the event's
 * own: parts them from those that are only near
 * (tools/tell/summary/summary_about.h).
 */
#include "engine/base/url.h"
#include "tools/base/when.h"
#include "tools/tell/report/report_facts_impl.h"
#include "tools/tell/summary/summary_about.h"

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

/* Puts the near ones behind the others; both stay in the order of time. */
static void
part_items(const struct tcn_summary_about *about, struct tcn_arena *arena,
    struct tcn_report_view *view)
{
	size_t n = view->items_n, own = 0, near = n - about->near_n;
	struct tcn_report_view_item *items =
	    tcn_arena_zalloc(arena, n, sizeof *items);
	double *ranks = tcn_arena_zalloc(arena, n, sizeof *ranks);
	struct tcn_summary_text *texts =
	    tcn_arena_zalloc(arena, n, sizeof *texts);
	uint32_t *origins = tcn_arena_zalloc(arena, n, sizeof *origins);

	for (size_t i = 0; i < n; i++) {
		size_t to = about->near[i] ? near++ : own++;

		items[to] = view->items[i];
		texts[to] = view->texts[i];
		ranks[to] = about->rank[i];
		origins[to] = view->core.origins[i];
	}
	view->items = items;
	view->texts = texts;
	view->ranks = ranks;
	view->core.origins = origins;
	view->items_n = own;
	view->near_n = n - own;
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
	tcn_summary_core_make(texts, view->items_n, view->prep, arena,
	    &view->core);
	tcn_summary_about_make(texts, view->items_n, &view->core, arena,
	    &about);
	part_items(&about, arena, view);
}
