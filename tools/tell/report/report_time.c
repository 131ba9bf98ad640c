#include "tools/tell/report/report_time_impl.h"

#include "engine/base/map.h"
#include "tools/base/when.h"

#define POINTS_MAX 240

/* Origins and publishers seen so far, to count each of them once. */
struct seen {
	struct tcn_map origins;
	struct tcn_map publishers;
};

static void
seen_fini(struct seen *seen)
{
	tcn_map_fini(&seen->origins);
	tcn_map_fini(&seen->publishers);
}

static void
count(struct seen *seen, const struct tcn_report_view_item *show,
    struct tcn_report_view_counts *counts)
{
	bool new_origin, new_publisher;
	uint64_t *value;

	tcn_map_put(&seen->origins, show->origin, &value, &new_origin);
	tcn_map_put(&seen->publishers, show->publisher, &value, &new_publisher);
	if (counts->items++ == 0)
		counts->first_ms = counts->last_ms = TCN_UNDATED;
	counts->origins += new_origin;
	counts->publishers += new_publisher;
	if (!tcn_when_known(show->item->ts_ms))
		return;
	/* Of evidence, items near the event come behind the others. */
	if (counts->first_ms == TCN_UNDATED ||
	    show->item->ts_ms < counts->first_ms)
		counts->first_ms = show->item->ts_ms;
	if (counts->last_ms == TCN_UNDATED ||
	    show->item->ts_ms > counts->last_ms)
		counts->last_ms = show->item->ts_ms;
}

enum counted {
	COUNTED_OWN, /* all items but near ones */
	COUNTED_ALL,
	COUNTED_EVIDENCE, /* that only, near ones among it */
};

static void
count_all(const struct tcn_report_view *view, enum counted which,
    struct tcn_report_view_counts *counts)
{
	size_t n =
	    which == COUNTED_OWN ? view->items_n : view->items_n + view->near_n;
	struct seen seen = { 0 };

	*counts = (struct tcn_report_view_counts){ .first_ms = TCN_UNDATED,
		.last_ms = TCN_UNDATED };
	for (size_t i = 0; i < n; i++) {
		if (which != COUNTED_EVIDENCE || view->items[i].counted)
			count(&seen, &view->items[i], counts);
	}
	seen_fini(&seen);
}

/* What the event's row says, of one that is closed: what came later is told
 * beside it. */
static void
count_life(struct tcn_report_view *view)
{
	const struct tcn_event *event = view->report->event;

	count_all(view, COUNTED_ALL, &view->life);
	if (event->state == TCN_EVENT_CLOSED && event->items &&
	    !view->report->of_dossier) {
		view->since = view->life.items > event->items
		    ? view->life.items - event->items
		    : 0;
		view->life.items = event->items;
		view->life.origins = event->origins;
		view->life.publishers = event->publishers;
		if (view->since)
			view->life.last_ms = event->last_ms;
	}
	if (tcn_when_known(event->first_ms))
		view->life.first_ms = event->first_ms;
}

static void
make_points(struct tcn_arena *arena, struct tcn_report_view *view)
{
	struct tcn_report_view_counts counts = { 0 };
	struct seen seen = { 0 };
	size_t every = view->items_n / POINTS_MAX + 1;

	view->points = tcn_arena_zalloc(arena, view->items_n / every + 2,
	    sizeof *view->points);
	for (size_t i = 0; i < view->items_n; i++) {
		int64_t ms = view->items[i].item->ts_ms;

		count(&seen, &view->items[i], &counts);
		if (!tcn_when_known(ms) || (i % every && i + 1 < view->items_n))
			continue;
		view->points[view->points_n++] =
		    (struct tcn_report_view_point){ ms, counts.items,
			    counts.origins };
	}
	seen_fini(&seen);
}

/* Inserts a row in the order of time, behind the first item's. */
static void
add_entry(struct tcn_report_view *view, struct tcn_report_view_entry entry)
{
	size_t at = view->entries_n++;

	for (; at && view->entries[at - 1].kind != TCN_REPORT_VIEW_FIRST &&
	     view->entries[at - 1].from_ms > entry.from_ms;
	     at--)
		view->entries[at] = view->entries[at - 1];
	view->entries[at] = entry;
}

/* Counts the items of a row: those from its own up to the next row's. */
static void
fill_row(struct tcn_report_view *view, size_t row, size_t end,
    struct tcn_report_view_counts *total)
{
	struct tcn_report_view_entry *entry = &view->entries[row];
	struct tcn_report_view_counts counts = { 0 };
	struct seen seen = { 0 };

	for (size_t i = entry->at; i < end; i++) {
		const struct tcn_report_view_item *show = &view->items[i];

		count(&seen, show, &counts);
		entry->copies += show->item->duplicate_of != 0;
		entry->excerpts += show->is_excerpt;
		entry->rewrites += show->is_rewrite;
	}
	seen_fini(&seen);
	entry->items = counts.items;
	entry->publishers = counts.publishers;
	entry->total = total->items += counts.items;
	entry->to_ms =
	    end < view->items_n && tcn_when_known(view->items[end].item->ts_ms)
	    ? view->items[end].item->ts_ms
	    : view->all.last_ms;
}

static void
add_episodes(struct tcn_report_view *view)
{
	for (size_t i = 0; i < view->episodes_n; i++) {
		const struct tcn_report_view_episode *show = &view->episodes[i];
		const struct tcn_report_episode *episode = show->episode;

		add_entry(view,
		    (struct tcn_report_view_entry){
			.kind = TCN_REPORT_VIEW_FIRED,
			.from_ms = episode->fired_ms,
			.to_ms = episode->fired_ms,
			.item = view->items_n,
			.line = show->title,
			.episode =
			    (size_t)(episode - view->report->dossier->all) + 1,
			.lang = view->langs_n });
	}
}

static void
add_states(struct tcn_report_view *view)
{
	const struct tcn_event *event = view->report->event;

	if (view->report->of_dossier)
		add_episodes(view);
	else if (tcn_when_known(event->fired_ms))
		add_entry(view,
		    (struct tcn_report_view_entry){
			.kind = TCN_REPORT_VIEW_FIRED,
			.from_ms = event->fired_ms,
			.to_ms = event->fired_ms,
			.item = view->items_n,
			.lang = view->langs_n });
	if (event->state == TCN_EVENT_CLOSED &&
	    tcn_when_known(event->changed_ms))
		add_entry(view,
		    (struct tcn_report_view_entry){
			.kind = TCN_REPORT_VIEW_CLOSED,
			.from_ms = event->changed_ms,
			.to_ms = event->changed_ms,
			.item = view->items_n,
			.lang = view->langs_n });
}

void
tcn_report_time(struct tcn_arena *arena, struct tcn_report_view *view)
{
	const struct tcn_event *first;
	struct tcn_report_view_counts total = { 0 };
	size_t end;

	count_all(view, COUNTED_OWN, &view->all);
	/* Texts that were found to be one since it fired were several then: the
	 * report says what the alert said. */
	first = view->report->first;
	count_all(view, COUNTED_EVIDENCE, &view->fired);
	if (first && first->items == view->fired.items)
		view->fired.origins = first->origins;
	count_life(view);
	make_points(arena, view);
	tcn_report_steps(arena, view);
	end = view->items_n;
	while (end && !tcn_when_known(view->items[end - 1].item->ts_ms))
		end--;
	for (size_t i = 0; i < view->entries_n; i++)
		fill_row(view, i,
		    i + 1 < view->entries_n ? view->entries[i + 1].at : end,
		    &total);
	add_states(view);
}
