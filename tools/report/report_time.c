#include "tools/report/report_time_impl.h"

#include "engine/base/duration.h"
#include "engine/base/map.h"
#include "tools/base/when.h"

#define SPANS_MAX  14
#define POINTS_MAX 240

static const int64_t steps[] = { TCN_MINUTE_MS, 2 * TCN_MINUTE_MS,
	5 * TCN_MINUTE_MS, 10 * TCN_MINUTE_MS, 15 * TCN_MINUTE_MS,
	30 * TCN_MINUTE_MS, TCN_HOUR_MS, 2 * TCN_HOUR_MS, 3 * TCN_HOUR_MS,
	6 * TCN_HOUR_MS, 12 * TCN_HOUR_MS, TCN_DAY_MS, 2 * TCN_DAY_MS,
	7 * TCN_DAY_MS };

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

static enum tcn_rc
count(struct seen *seen, const struct tcn_report_view_item *show,
    struct tcn_report_view_counts *counts)
{
	bool new_origin, new_publisher;
	uint64_t *value;
	enum tcn_rc rc;

	rc = tcn_map_put(&seen->origins, show->origin, &value, &new_origin);
	if (rc == TCN_OK)
		rc = tcn_map_put(&seen->publishers, show->publisher, &value,
		    &new_publisher);
	if (rc != TCN_OK)
		return rc;
	if (counts->items++ == 0)
		counts->first_ms = counts->last_ms = TCN_UNDATED;
	counts->origins += new_origin;
	counts->publishers += new_publisher;
	if (!tcn_when_known(show->item->ts_ms))
		return TCN_OK;
	if (counts->first_ms == TCN_UNDATED)
		counts->first_ms = show->item->ts_ms;
	counts->last_ms = show->item->ts_ms;
	return TCN_OK;
}

/* Counts all items, or those of the evidence only, near ones among them. */
static enum tcn_rc
count_all(const struct tcn_report_view *view, bool evidence,
    struct tcn_report_view_counts *counts)
{
	size_t n = evidence ? view->items_n + view->near_n : view->items_n;
	struct seen seen = { 0 };
	enum tcn_rc rc = TCN_OK;

	*counts = (struct tcn_report_view_counts){ .first_ms = TCN_UNDATED,
		.last_ms = TCN_UNDATED };
	for (size_t i = 0; i < n && rc == TCN_OK; i++) {
		if (!evidence || view->items[i].counted)
			rc = count(&seen, &view->items[i], counts);
	}
	seen_fini(&seen);
	return rc;
}

static enum tcn_rc
make_points(struct tcn_arena *arena, struct tcn_report_view *view)
{
	struct tcn_report_view_counts counts = { 0 };
	struct seen seen = { 0 };
	size_t every = view->items_n / POINTS_MAX + 1;
	enum tcn_rc rc = TCN_OK;

	view->points = tcn_arena_zalloc(arena, view->items_n / every + 2,
	    sizeof *view->points);
	if (!view->points)
		return TCN_NOMEM;
	for (size_t i = 0; i < view->items_n && rc == TCN_OK; i++) {
		int64_t ms = view->items[i].item->ts_ms;

		rc = count(&seen, &view->items[i], &counts);
		if (!tcn_when_known(ms) || (i % every && i + 1 < view->items_n))
			continue;
		view->points[view->points_n++] =
		    (struct tcn_report_view_point){ ms, counts.items,
			    counts.origins };
	}
	seen_fini(&seen);
	return rc;
}

static int64_t
step_for(int64_t span_ms)
{
	size_t last = sizeof steps / sizeof *steps - 1;

	for (size_t i = 0; i < last; i++) {
		if (span_ms / steps[i] < SPANS_MAX - 1)
			return steps[i];
	}
	/* A story longer than any step allows gets whole days. */
	return span_ms / steps[last] < SPANS_MAX - 1
	    ? steps[last]
	    : (span_ms / (SPANS_MAX - 1) / TCN_DAY_MS + 1) * TCN_DAY_MS;
}

static int64_t
round_down(int64_t ms, int64_t step)
{
	int64_t rest = ms % step;

	return ms - (rest < 0 ? rest + step : rest);
}

/* Inserts an entry in the order of starts. The row of the first item stays the
 * first, although its span, rounded down, may begin before it. */
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

/* How well item i represents the span: a new text by how often it was seen in
 * all; where there is none, an excerpt by how much it shares. The very first
 * item has a row of its own and represents no span. */
static uint64_t
weight_of(const struct tcn_report_view *view, size_t i, bool is_new)
{
	const struct tcn_report_view_item *show = &view->items[i];

	if (show->item->duplicate_of || i == view->entries[0].item)
		return 0;
	return is_new          ? (uint64_t)show->sightings << 32
	    : show->is_excerpt ? show->item->shared
			       : 0;
}

/* Counts the items of one span from *at on, and moves *at behind them. */
static enum tcn_rc
fill_span(struct tcn_report_view *view, struct tcn_report_view_entry *entry,
    size_t *at, struct seen *origins, struct tcn_report_view_counts *total)
{
	struct tcn_report_view_counts in_span = { 0 };
	struct seen seen = { 0 };
	uint64_t most = 0;
	enum tcn_rc rc = TCN_OK;

	for (; *at < view->items_n && rc == TCN_OK; (*at)++) {
		const struct tcn_report_view_item *show = &view->items[*at];
		uint32_t before = total->origins;
		uint64_t weight;

		if (show->item->ts_ms >= entry->to_ms)
			break;
		rc = count(&seen, show, &in_span);
		if (rc == TCN_OK)
			rc = count(origins, show, total);
		entry->copies += show->item->duplicate_of != 0;
		entry->excerpts += show->is_excerpt;
		entry->rewrites += show->is_rewrite;
		weight = weight_of(view, *at, total->origins > before);
		if (weight > most) {
			entry->item = *at;
			most = weight;
		}
	}
	seen_fini(&seen);
	entry->items = in_span.items;
	entry->publishers = in_span.publishers;
	entry->total = total->items;
	return rc;
}

/* Cuts the span in which the event fired in two, before and after. */
static void
split_at_firing(struct tcn_report_view_entry *entry, int64_t fired_ms,
    int64_t item_ms)
{
	if (!tcn_when_known(fired_ms) || fired_ms < entry->from_ms ||
	    fired_ms + 1 >= entry->to_ms)
		return;
	if (item_ms <= fired_ms)
		entry->to_ms = fired_ms + 1;
	else
		entry->from_ms = fired_ms + 1;
}

static enum tcn_rc
add_spans(struct tcn_report_view *view, size_t first)
{
	int64_t step = step_for(view->all.last_ms - view->all.first_ms);
	struct tcn_report_view_counts total = { 0 };
	struct seen origins = { 0 };
	enum tcn_rc rc = TCN_OK;
	size_t at = first;

	while (at < view->items_n && rc == TCN_OK) {
		int64_t ms = view->items[at].item->ts_ms;
		struct tcn_report_view_entry entry = {
			.kind = TCN_REPORT_VIEW_GROWTH, .item = view->items_n
		};

		if (!tcn_when_known(ms))
			break; /* items with impossible dates come last */
		entry.from_ms = round_down(ms, step);
		entry.to_ms = entry.from_ms + step;
		if (entry.from_ms < view->all.first_ms)
			entry.from_ms = view->all.first_ms;
		split_at_firing(&entry, view->report->event->fired_ms, ms);
		rc = fill_span(view, &entry, &at, &origins, &total);
		if (rc == TCN_OK && total.items > 1)
			add_entry(view, entry);
	}
	seen_fini(&origins);
	return rc;
}

static void
add_states(struct tcn_report_view *view)
{
	const struct tcn_event *event = view->report->event;

	if (tcn_when_known(event->fired_ms))
		add_entry(view,
		    (struct tcn_report_view_entry){
			.kind = TCN_REPORT_VIEW_FIRED,
			.from_ms = event->fired_ms,
			.to_ms = event->fired_ms,
			.item = view->items_n });
	if (event->state == TCN_EVENT_CLOSED &&
	    tcn_when_known(event->changed_ms))
		add_entry(view,
		    (struct tcn_report_view_entry){
			.kind = TCN_REPORT_VIEW_CLOSED,
			.from_ms = event->changed_ms,
			.to_ms = event->changed_ms,
			.item = view->items_n });
}

static enum tcn_rc
make_entries(struct tcn_arena *arena, struct tcn_report_view *view)
{
	size_t first = 0;
	enum tcn_rc rc = TCN_OK;

	view->entries =
	    tcn_arena_zalloc(arena, SPANS_MAX + 5, sizeof *view->entries);
	if (!view->entries)
		return TCN_NOMEM;
	while (first < view->items_n &&
	    !tcn_when_known(view->items[first].item->ts_ms))
		first++;
	if (first < view->items_n) {
		add_entry(view,
		    (struct tcn_report_view_entry){
			.kind = TCN_REPORT_VIEW_FIRST,
			.from_ms = view->all.first_ms,
			.to_ms = view->all.first_ms,
			.item = first });
		rc = add_spans(view, first);
	}
	add_states(view);
	return rc;
}

enum tcn_rc
tcn_report_time(struct tcn_arena *arena, struct tcn_report_view *view)
{
	enum tcn_rc rc = count_all(view, false, &view->all);

	if (rc == TCN_OK)
		rc = count_all(view, true, &view->fired);
	if (rc == TCN_OK)
		rc = make_points(arena, view);
	if (rc == TCN_OK)
		rc = make_entries(arena, view);
	return rc;
}
