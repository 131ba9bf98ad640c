#include "tools/tell/report/report_brief.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <xxhash.h>

#include "tools/tell/report/report_facts_impl.h"
#include "tools/tell/report/report_view_impl.h"

#define LANG_OF 20 /* a language that is named has one item in so many */

static struct tcn_str
link_of(const struct tcn_report_view_item *item)
{
	return item->is_link ? item->url : (struct tcn_str){ "", 0 };
}

static void
take_line(const struct tcn_report_view *view,
    const struct tcn_report_view_line *from, struct tcn_report_brief_line *line)
{
	const struct tcn_report_view_item *item = &view->items[from->item];

	*line = (struct tcn_report_brief_line){
		.text = from->text,
		.source = item->source,
		.url = link_of(item),
		.lang = item->lang,
		.terms = from->line.terms,
	};
}

/* Those of other languages stand behind. */
static void
take_lines(const struct tcn_report_view *view, struct tcn_arena *arena,
    struct tcn_report_brief *brief)
{
	struct tcn_report_brief_line *lines;
	size_t n = view->lines_n;

	for (size_t i = 1; i < view->sections_n; i++)
		n += view->sections[i].lines_n;
	lines = tcn_arena_zalloc(arena, n, sizeof *lines);
	brief->lines = lines;
	for (size_t i = 0; i < view->lines_n; i++)
		take_line(view, &view->lines[i], &lines[brief->lines_n++]);
	for (size_t i = 1; i < view->sections_n; i++) {
		const struct tcn_report_view_section *section =
		    &view->sections[i];

		for (size_t k = 0; k < section->lines_n; k++)
			take_line(view, &section->lines[k],
			    &lines[brief->lines_n++]);
	}
}

static uint64_t
key_of(const struct tcn_figure *figure)
{
	char text[160];

	snprintf(text, sizeof text, "%d %.60s %" PRId64 " %" PRId64,
	    (int)figure->slot, figure->unit, figure->lo, figure->hi);
	return XXH3_64bits(text, strlen(text));
}

static void
take_figure(const struct tcn_report_view *view,
    const struct tcn_report_view_figure *shown, struct tcn_arena *arena,
    struct tcn_report_brief_figure *figure)
{
	const struct tcn_figure *of = shown->figure;
	struct tcn_buf leads = { 0 };

	*figure = (struct tcn_report_brief_figure){
		.slot = of->slot,
		.unit = tcn_str(of->unit),
		.lo = of->lo,
		.hi = of->hi,
		.origins = of->values[of->leader].origins,
		.said = shown->said,
		.key = key_of(of),
	};
	tcn_report_say_leader(view->words, of, &leads);
	tcn_arena_str(arena, tcn_buf_view(&leads), &figure->leads);
	tcn_buf_fini(&leads);
}

static void
take_sources(const struct tcn_report_view *view, struct tcn_arena *arena,
    struct tcn_report_brief *brief)
{
	struct tcn_report_brief_source *sources =
	    tcn_arena_zalloc(arena, view->sources_n, sizeof *sources);

	for (size_t i = 0; i < view->sources_n; i++)
		sources[i] = (struct tcn_report_brief_source){
			.name = view->sources[i].name,
			.first_seq =
			    view->items[view->sources[i].first].item->seq,
			.items = view->sources[i].items,
		};
	/* The first in order of arrival: dates may be wrong. */
	for (size_t i = 0; i < view->items_n; i++) {
		struct tcn_report_brief_source *source =
		    &sources[view->items[i].publisher];

		if (view->items[i].item->seq < source->first_seq)
			source->first_seq = view->items[i].item->seq;
	}
	brief->sources = sources;
	brief->sources_n = view->sources_n;
}

static void
take_rest(const struct tcn_report_view *view, struct tcn_arena *arena,
    struct tcn_report_brief *brief)
{
	struct tcn_str *langs =
	    tcn_arena_zalloc(arena, view->langs_n, sizeof *langs);
	uint32_t *items = tcn_arena_zalloc(arena, view->langs_n, sizeof *items);

	for (size_t i = 0; i < view->langs_n; i++) {
		if (!view->langs[i].code.n ||
		    (i > 0 && view->langs[i].items * LANG_OF < view->all.items))
			continue;
		items[brief->langs_n] = view->langs[i].items;
		langs[brief->langs_n++] = view->langs[i].code;
	}
	brief->langs = langs;
	brief->langs_items = items;
}

static void
take_view(const struct tcn_report_view *view, struct tcn_arena *arena,
    struct tcn_report_brief *brief)
{
	struct tcn_report_brief_figure *figures;

	assert(tcn_report_view_check(view, NULL) == TCN_OK);
	brief->headline = view->headline;
	brief->url = view->central < view->items_n
	    ? link_of(&view->items[view->central])
	    : (struct tcn_str){ "", 0 };
	brief->lang = view->central < view->items_n
	    ? view->items[view->central].lang
	    : (struct tcn_str){ "", 0 };
	brief->category = view->category.name;
	brief->items = view->life.items;
	brief->origins = view->life.origins;
	brief->publishers = view->life.publishers;
	brief->first_ms = view->life.first_ms;
	brief->last_ms = view->life.last_ms;
	take_lines(view, arena, brief);
	figures = tcn_arena_zalloc(arena, view->shown_n, sizeof *figures);
	for (size_t i = 0; i < view->shown_n; i++)
		take_figure(view, &view->shown[i], arena, &figures[i]);
	brief->figures = figures;
	brief->figures_n = view->shown_n;
	take_sources(view, arena, brief);
	take_rest(view, arena, brief);
}

void
tcn_report_brief(const struct tcn_report *report, struct tcn_arena *arena,
    struct tcn_report_brief *brief)
{
	struct tcn_report in_short = *report;
	struct tcn_report_view view;

	in_short.brief = true;
	tcn_report_view_make(&in_short, arena, &view);

	*brief = (struct tcn_report_brief){ 0 };
	take_view(&view, arena, brief);
	tcn_report_view_fini(&view);
}
