#include "tools/report/report_facts_impl.h"

#include <assert.h>
#include <xxhash.h>

#include "engine/base/date.h"
#include "engine/base/duration.h"
#include "engine/base/map.h"
#include "engine/base/mem.h"
#include "engine/base/utf8.h"
#include "engine/text/lang.h"
#include "engine/text/sentence.h"
#include "tools/base/when.h"

#define TOLD_MAX   20000
#define TEXT_BYTES (64 * 1024)

struct teller {
	struct tcn_report_view *view;
	struct tcn_map origins; /* of what was read */
	struct tcn_map titles; /* read of them, by hash */
	struct tcn_figure_told *told;
	size_t n, cap;
};

int
tcn_report_facts_year(int64_t ms)
{
	int64_t day = ms / TCN_DAY_MS;
	int year;

	if (!tcn_when_known(ms))
		return 0;
	year = 1970 + (int)(day / 366);
	while (tcn_date_days(year + 1, 1, 1) <= day)
		year++;
	while (tcn_date_days(year, 1, 1) > day)
		year--;
	return year;
}

static enum tcn_rc
tell(struct teller *teller, size_t item, const struct tcn_reading *readings,
    size_t n)
{
	const struct tcn_report_view_item *show = &teller->view->items[item];
	void *p = tcn_mem_grow(teller->told, &teller->cap, teller->n + n,
	    sizeof *teller->told);

	if (!p)
		return TCN_NOMEM;
	teller->told = p;
	for (size_t i = 0; i < n && teller->n < TOLD_MAX; i++)
		teller->told[teller->n++] = (struct tcn_figure_told){
			.reading = readings[i],
			.ms = show->item->ts_ms,
			.origin = show->origin,
			.seq = show->item->seq,
			.place = item,
		};
	return TCN_OK;
}

static enum tcn_rc
read_sentence(struct teller *teller, size_t item,
    const struct tcn_reading_text *text)
{
	struct tcn_reading readings[TCN_READINGS_MAX];
	size_t n;
	enum tcn_rc rc =
	    tcn_reading_find(teller->view->facts, text, readings, &n);

	return rc == TCN_OK && n ? tell(teller, item, readings, n) : rc;
}

/* Whether the title is new to its origin. */
static enum tcn_rc
note_title(struct teller *teller, size_t i, bool *added)
{
	const struct tcn_report_view_item *show = &teller->view->items[i];
	struct tcn_str title = show->item->title;
	uint64_t *slot;

	return tcn_map_put(&teller->titles,
	    XXH3_64bits_withSeed(title.at, title.n, show->origin), &slot,
	    added);
}

static enum tcn_rc
read_text(struct teller *teller, size_t i, struct tcn_reading_text *reading)
{
	const struct tcn_report_item *item = teller->view->items[i].item;
	struct tcn_sentence_scan scan;
	enum tcn_rc rc = TCN_OK;

	tcn_sentence_scan(&scan, tcn_utf8_cut(item->text, TEXT_BYTES),
	    reading->lang);
	for (size_t n = 0; n < TCN_REPORT_FACTS_SENTENCES && rc == TCN_OK &&
	     tcn_sentence_next(&scan, &reading->sentence);
	     n++)
		rc = read_sentence(teller, i, reading);
	return rc;
}

/* Reads an item: its title, unless its origin told that before, and its text,
 * unless it is a copy. */
static enum tcn_rc
read_item(struct teller *teller, size_t i)
{
	const struct tcn_report_item *item = teller->view->items[i].item;
	char lang[TCN_LANG_BYTES] = "";
	struct tcn_reading_text reading = {
		.sentence = item->title,
		.lang = lang,
		.year = tcn_report_facts_year(item->ts_ms),
	};
	bool added = false;
	enum tcn_rc rc;

	tcn_lang_from_tag(teller->view->items[i].lang, lang);
	if (!tcn_facts_has_lang(lang))
		return TCN_OK;
	rc = note_title(teller, i, &added);
	if (rc == TCN_OK && added)
		rc = read_sentence(teller, i, &reading);
	if (rc == TCN_OK && !item->duplicate_of)
		rc = read_text(teller, i, &reading);
	return rc;
}

static enum tcn_rc
read_items(struct teller *teller)
{
	const struct tcn_report_view *view = teller->view;
	enum tcn_rc rc = TCN_OK;

	for (size_t i = 0; i < view->items_n && rc == TCN_OK; i++) {
		uint64_t *slot;

		if (!tcn_when_known(view->items[i].item->ts_ms))
			continue;
		rc = tcn_map_put(&teller->origins, view->items[i].origin, &slot,
		    NULL);
		if (rc == TCN_OK)
			rc = read_item(teller, i);
	}
	return rc;
}

/* Chooses the figures that are shown, and says them. */
static enum tcn_rc
show_figures(struct tcn_arena *arena, struct tcn_report_view *view)
{
	struct tcn_buf said = { 0 };
	enum tcn_rc rc = TCN_OK;

	view->shown =
	    tcn_arena_zalloc(arena, view->figures.n, sizeof *view->shown);
	if (!view->shown)
		return TCN_NOMEM;
	for (size_t i = 0; i < view->figures.n && rc == TCN_OK; i++) {
		const struct tcn_figure *figure = &view->figures.at[i];
		struct tcn_report_view_figure *show =
		    &view->shown[view->shown_n];
		size_t first = figure->values[figure->leader].first;

		if (!tcn_figure_is_shown(&view->figures, figure))
			continue;
		tcn_buf_clear(&said);
		tcn_report_say_figure(view, figure, &said);
		*show = (struct tcn_report_view_figure){ .figure = figure,
			.item = view->told[first].place };
		if (said.failed ||
		    !tcn_arena_str(arena, tcn_buf_view(&said), &show->said))
			rc = TCN_NOMEM;
		view->shown_n++;
	}
	tcn_buf_fini(&said);
	return rc;
}

/* What was told, for as long as the view lives. */
static enum tcn_rc
keep_told(struct tcn_arena *arena, const struct teller *teller)
{
	struct tcn_report_view *view = teller->view;
	struct tcn_figure_told *told =
	    tcn_arena_zalloc(arena, teller->n, sizeof *told);

	if (!told)
		return TCN_NOMEM;
	if (teller->n)
		memcpy(told, teller->told, teller->n * sizeof *told);
	view->told = told;
	view->told_n = teller->n;
	return tcn_figure_make(told, teller->n, (uint32_t)teller->origins.n,
	    arena, &view->figures);
}

enum tcn_rc
tcn_report_facts(struct tcn_arena *arena, struct tcn_report_view *view)
{
	struct teller teller = { .view = view };
	enum tcn_rc rc;

	assert(view->facts);
	rc = read_items(&teller);
	if (rc == TCN_OK)
		rc = keep_told(arena, &teller);
	if (rc == TCN_OK)
		rc = show_figures(arena, view);
	tcn_map_fini(&teller.origins);
	tcn_map_fini(&teller.titles);
	tcn_mem_free(teller.told);
	return rc;
}
