#include "tools/tell/report/report_facts_impl.h"

#include "engine/base/map.h"
#include "tools/base/when.h"
#include "tools/tell/summary/summary_text.h"
#include "tools/tell/summary/witness.h"

/* Counts the origins of what has a date. */
static void
count_origins(const struct tcn_report_view *view, uint32_t *n)
{
	struct tcn_map origins = { 0 };

	for (size_t i = 0; i < view->items_n; i++) {
		uint64_t *slot;

		if (tcn_when_known(view->items[i].item->ts_ms))
			tcn_map_put(&origins, view->items[i].origin, &slot,
			    NULL);
	}
	*n = (uint32_t)origins.n;
	tcn_map_fini(&origins);
}

/* Finds the witnesses of all items. */
static void
find_witnesses(struct tcn_arena *arena, const struct tcn_report_view *view,
    uint64_t **witnesses)
{
	struct tcn_witness_item *items =
	    tcn_arena_zalloc(arena, view->items_n, sizeof *items);

	for (size_t i = 0; i < view->items_n; i++) {
		const struct tcn_report_view_item *show = &view->items[i];

		items[i] = (struct tcn_witness_item){ .source = show->source,
			.credit = show->credit,
			.origin = show->origin };
	}
	tcn_witness_find(items, view->items_n, arena, witnesses);
}

/* Says of each reading who told it. What is measured once, all have from the
 * same instrument, and those who pass it on say which reading of it holds. */
static void
take_told(struct tcn_arena *arena, struct tcn_report_view *view)
{
	const struct tcn_summary_read *read = &view->read;
	struct tcn_figure_told *told =
	    tcn_arena_zalloc(arena, read->told_n, sizeof *told);

	uint64_t *witnesses;

	find_witnesses(arena, view, &witnesses);
	for (size_t i = 0; i < read->told_n; i++) {
		const struct tcn_report_view_item *show =
		    &view->items[read->told[i].from];
		enum tcn_slot slot = read->told[i].reading.slot;

		told[i] = (struct tcn_figure_told){
			.reading = read->told[i].reading,
			.ms = show->item->ts_ms,
			.origin = tcn_slot_kind(slot) == TCN_SLOT_FIXED
			    ? show->origin
			    : witnesses[read->told[i].from],
			.publisher = show->publisher,
			.seq = show->item->seq,
			.place = read->told[i].from,
		};
	}
	view->told = told;
	view->told_n = read->told_n;
}

/* Chooses the figures that are shown, and says them. */
static void
show_figures(struct tcn_arena *arena, struct tcn_report_view *view)
{
	struct tcn_buf said = { 0 };

	view->shown =
	    tcn_arena_zalloc(arena, view->figures.n, sizeof *view->shown);
	for (size_t i = 0; i < view->figures.n; i++) {
		const struct tcn_figure *figure = &view->figures.at[i];
		struct tcn_report_view_figure *show =
		    &view->shown[view->shown_n];
		size_t first = figure->values[figure->leader].first;

		if (!tcn_figure_is_shown(&view->figures, figure))
			continue;
		tcn_buf_clear(&said);
		tcn_report_say_figure(view, figure, &said);
		tcn_report_say_only(view, figure, &said);
		*show = (struct tcn_report_view_figure){ .figure = figure,
			.item = view->told[first].place };
		tcn_arena_str(arena, tcn_buf_view(&said), &show->said);
		view->shown_n++;
	}
	tcn_buf_fini(&said);
}

void
tcn_report_facts_read(struct tcn_arena *arena, struct tcn_report_view *view)
{
	const struct tcn_summary_read_job job = {
		.texts = view->texts,
		.n = view->items_n,
		.core = &view->core,
		.facts = view->facts,
		.prep = view->prep,
	};
	uint32_t origins;

	tcn_summary_read_make(&job, arena, &view->read);
	count_origins(view, &origins);
	take_told(arena, view);
	tcn_figure_make(view->told, view->told_n, origins, arena,
	    &view->figures);
}

void
tcn_report_facts(struct tcn_arena *arena, struct tcn_report_view *view)
{
	tcn_report_facts_read(arena, view);
	show_figures(arena, view);
}
