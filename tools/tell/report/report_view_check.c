#include "engine/base/err.h"
#include "tools/tell/report/report_view_impl.h"

static const char *
check_items(const struct tcn_report_view *view)
{
	uint32_t counted = 0;

	for (size_t i = 0; i < view->items_n; i++) {
		const struct tcn_report_view_item *show = &view->items[i];

		if (i && show->item->ts_ms < show[-1].item->ts_ms)
			return "an item comes before an earlier one";
		if (!show->title.n || !show->source.n)
			return "an item has no title or no source";
		if (show->publisher >= view->sources_n)
			return "an item's publisher is not among the sources";
		if (!show->sightings)
			return "an item was never seen";
		counted += show->counted;
	}
	for (size_t i = 0; i < view->near_n; i++)
		counted += view->items[view->items_n + i].counted;
	if (view->all.items != view->items_n)
		return "the total of items is not their number";
	if (view->fired.items != counted)
		return "the total of evidence is not its number";
	return NULL;
}

static const char *
check_sources(const struct tcn_report_view *view)
{
	size_t items = 0, excerpts = 0;

	for (size_t i = 0; i < view->sources_n; i++) {
		const struct tcn_report_view_source *source = &view->sources[i];

		if (source->first >= view->items_n)
			return "a source's first item does not exist";
		if (i && source->items > source[-1].items)
			return "a source comes after one with fewer items";
		if (source->copies > source->items)
			return "a source has more copies than items";
		if (source->rewrites > source->items - source->copies)
			return "a source has more rewrites than items";
		if (source->excerpts > source->items - source->copies)
			return "a source has more excerpts than other items";
		excerpts += source->excerpts;
		items += source->items;
	}
	if (items != view->items_n)
		return "the items of the sources are not all items";
	if (excerpts != view->excerpts)
		return "the excerpts of the sources are not all excerpts";
	if (view->all.publishers != view->sources_n)
		return "the total of publishers is not that of the sources";
	return NULL;
}

static const char *
check_lines(const struct tcn_report_view *view)
{
	for (size_t i = 0; i < view->lines_n; i++)
		if (view->lines[i].item >= view->items_n)
			return "a quoted sentence is of no item";
	for (size_t i = 0; i < view->entries_n; i++) {
		const struct tcn_report_view_entry *entry = &view->entries[i];

		if (entry->item > view->items_n ||
		    (entry->kind == TCN_REPORT_VIEW_FIRST &&
			entry->item == view->items_n))
			return "a row of the timeline is of no item";
		if (entry->to_ms < entry->from_ms)
			return "a span of the timeline ends before it begins";
		if (i && entry->from_ms < entry[-1].from_ms &&
		    entry[-1].kind != TCN_REPORT_VIEW_FIRST)
			return "a row of the timeline comes before an earlier "
			       "one";
		if (entry->lang > view->langs_n)
			return "a row of the timeline is of no language";
	}
	for (size_t i = 1; i < view->points_n; i++)
		if (view->points[i].items < view->points[i - 1].items ||
		    view->points[i].origins < view->points[i - 1].origins)
			return "a total of the growth chart goes down";
	return NULL;
}

static const char *
check_figures(const struct tcn_report_view *view)
{
	if (tcn_figure_check(&view->figures, NULL) != TCN_OK)
		return "the figures are not sound";
	if (view->shown_n > view->figures.n)
		return "more figures are shown than there are";
	for (size_t i = 0; i < view->told_n; i++)
		if (view->told[i].place >= view->items_n)
			return "a figure was told by no item";
	for (size_t i = 0; i < view->shown_n; i++)
		if (view->shown[i].item >= view->items_n ||
		    !view->shown[i].said.n)
			return "a figure has no words or no item";
	return NULL;
}

enum tcn_rc
tcn_report_view_check(const struct tcn_report_view *view, struct tcn_err *err)
{
	static const char *(*const checks[])(const struct tcn_report_view *) = {
		check_items, check_sources, check_lines, check_figures
	};

	for (size_t i = 0; i < sizeof checks / sizeof *checks; i++) {
		const char *fault = checks[i](view);

		if (fault)
			return tcn_err_set(err, TCN_INVALID, "%s", fault);
	}
	if (view->central > view->items_n)
		return tcn_err_set(err, TCN_INVALID,
		    "the headline is of no item");
	return TCN_OK;
}
