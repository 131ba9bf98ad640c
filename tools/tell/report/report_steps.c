/*
 * tools/tell/report/report_steps.c - the timeline: what was new, when.
 *
 * A moment with something new is an item whose title tells what none before it
 * told (tools/tell/summary/news.h), or with which another value of a figure led
 * (engine/facts/figure.h). Of these moments the timeline's steps are chosen
 * (tools/tell/summary/timeline.h). A step also says which figures changed since
 * the step before it. Firing and closing are rows of their own.
 */
#include <assert.h>
#include <stdlib.h>

#include "engine/base/mem.h"
#include "engine/base/url.h"
#include "engine/facts/statement.h"
#include "engine/text/lang.h"
#include "tools/base/safe.h"
#include "tools/base/when.h"
#include "tools/tell/report/report_facts_impl.h"
#include "tools/tell/report/report_time_impl.h"
#include "tools/tell/summary/news.h"
#include "tools/tell/summary/timeline.h"

#define NEWS_OF_CHANGE (2 * TCN_NEWS_ONE) /* half as much of an aftershock */
#define CHANGES_MAX    256 /* of all figures of a story */

/* Of such a title no step is made. A verb is asked of posts alone, as the
 * titles of many papers have none. */
#define FAULTS                                                                 \
	(TCN_STATEMENT_CUT | TCN_STATEMENT_QUESTION | TCN_STATEMENT_TAGS |     \
	    TCN_STATEMENT_SHOUT | TCN_STATEMENT_FIRST_PERSON |                 \
	    TCN_STATEMENT_OPENING | TCN_STATEMENT_SPEECH |                     \
	    TCN_STATEMENT_PRAYER | TCN_STATEMENT_TABLE | TCN_STATEMENT_LINK |  \
	    TCN_STATEMENT_POINTS)
#define WORDS_MIN 4

/* What is new shares less with all than what is known, so titles of a low rank
 * (tools/tell/summary/summary_about.h) count; posts are not so sure. */
#define RANK_OF_TITLE 0.1
#define RANK_OF_POST  0.5
#define ABOUT_LEAST   0.3 /* B of what has none of the heaviest words */

/* Another value leads from an item on. */
struct change {
	size_t item;
	const struct tcn_figure *figure;
	const struct tcn_figure_value *value;
};

struct steps {
	struct tcn_arena *arena;
	struct tcn_report_view *view;
	struct tcn_arena scratch;
	size_t first; /* the first dated item */
	size_t n; /* dated items */
	struct tcn_news_title *titles; /* of these, as are the next three */
	const struct tcn_summary_read_sentence **read; /* or NULL */
	struct tcn_news_told *told;
	uint32_t *news; /* of titles and figures */
	struct change changes[CHANGES_MAX]; /* by item, then figure */
	size_t changes_n;
	size_t candidates[TCN_TIMELINE_CANDIDATES]; /* items, less first */
	struct tcn_timeline_candidate moments[TCN_TIMELINE_CANDIDATES];
	size_t candidates_n;
};

/* Whether an item has anything in common with most of them: a word of those
 * that they share most, or much of the others. */
static bool
shares_core(const struct tcn_report_view *view, size_t item)
{
	const struct tcn_summary_core *core = &view->core;
	const struct tcn_summary_core_text *text =
	    &core->texts[core->origins[item]];

	return !tcn_summary_core_judges(core, text->part) ||
	    text->about >= ABOUT_LEAST ||
	    tcn_summary_core_holds(core, text->part, text->ids, text->n) > 0;
}

static bool
may_show(const struct steps *steps, size_t item,
    const struct tcn_statement *statement)
{
	const struct tcn_report_view *view = steps->view;

	if (statement->words < WORDS_MIN || !shares_core(view, item))
		return false;
	if (view->items[item].item->title.n)
		return view->ranks[item] >= RANK_OF_TITLE &&
		    !(statement->faults & FAULTS);
	return view->ranks[item] >= RANK_OF_POST &&
	    !(statement->faults & (FAULTS | TCN_STATEMENT_NO_VERB));
}

/* Reads what of an item's title may be shown, unless it was read. */
static void
read_title(struct steps *steps, size_t i)
{
	const struct tcn_report_view *view = steps->view;
	const struct tcn_report_view_item *show =
	    &view->items[steps->first + i];
	const struct tcn_summary_read_sentence *read =
	    tcn_summary_read_opening(&view->read, steps->first + i,
		show->title);
	char lang[TCN_LANG_BYTES] = "";
	const struct tcn_statement_text raw = {
		.raw = show->title,
		.lang = lang,
		.source = show->item->source,
		.host = tcn_url_site(show->item->url),
		.title = show->item->title.n > 0,
		.begins = true,
	};
	struct tcn_statement statement;

	tcn_lang_from_tag(show->lang, lang);
	if (!read)
		tcn_statement_read(view->facts, &raw, &statement);
	if (read)
		statement = read->statement;
	steps->read[i] = read;
	steps->titles[i] = (struct tcn_news_title){
		.text = { raw.raw.at + statement.offset, statement.shown.n },
		.lang = show->lang,
		.origin = show->origin,
		.may_show = may_show(steps, steps->first + i, &statement) &&
		    !(read && read->section),
		.is_post = !show->item->title.n,
		.is_shown = !i,
		.words = read ? &read->news : NULL,
	};
}

/* The item with which a value led: the one that said it at that time, else who
 * said it first. Less first. */
static size_t
item_of(const struct steps *steps, const struct tcn_figure *figure,
    const struct tcn_figure_value *value)
{
	const struct tcn_report_view *view = steps->view;

	for (size_t i = 0; i < view->told_n; i++) {
		const struct tcn_figure_told *told = &view->told[i];

		if (told->ms == value->accepted_ms &&
		    told->reading.slot == figure->slot &&
		    told->reading.lo == value->lo &&
		    told->reading.hi == value->hi)
			return told->place - steps->first;
	}
	return view->told[value->first].place - steps->first;
}

static int
by_item(const void *one, const void *other)
{
	const struct change *a = one, *b = other;

	if (a->item != b->item)
		return a->item < b->item ? -1 : 1;
	if (a->figure != b->figure)
		return a->figure < b->figure ? -1 : 1;
	return a->value < b->value ? -1 : 1;
}

/* Finds when which value of the figures that are shown led. */
static void
find_changes(struct steps *steps)
{
	const struct tcn_report_view *view = steps->view;

	for (size_t i = 0; i < view->shown_n; i++) {
		const struct tcn_figure *figure = view->shown[i].figure;

		for (size_t k = 0;
		     k < figure->values_n && steps->changes_n < CHANGES_MAX;
		     k++) {
			const struct tcn_figure_value *value =
			    &figure->values[k];

			if (value->state != TCN_FIGURE_LEADING &&
			    value->state != TCN_FIGURE_SUPERSEDED)
				continue;
			steps->changes[steps->changes_n++] =
			    (struct change){ item_of(steps, figure, value),
				    figure, value };
		}
	}
	qsort(steps->changes, steps->changes_n, sizeof *steps->changes,
	    by_item);
}

/* Whether what a reading says had been replaced by then. */
static bool
is_stale(const struct steps *steps, size_t item,
    const struct tcn_reading *reading)
{
	bool led = false, replaced = false;

	for (size_t i = 0; i < steps->changes_n; i++) {
		const struct change *change = &steps->changes[i];
		bool same = change->value->lo == reading->lo &&
		    change->value->hi == reading->hi;

		if (change->figure->slot != reading->slot ||
		    change->item > item)
			continue;
		replaced = (replaced || led) && !same;
		led |= same;
	}
	return replaced;
}

/* A title that states a value which another had replaced by then is not shown,
 * so that no toll seems to fall. */
static void
hide_stale(struct steps *steps)
{
	for (size_t i = 0; steps->changes_n && i < steps->n; i++) {
		struct tcn_news_title *title = &steps->titles[i];
		char lang[TCN_LANG_BYTES] = "";
		const struct tcn_reading_text text = { title->text, lang,
			steps->view->texts[steps->first + i].year };
		struct tcn_reading_list says = { 0 };

		tcn_lang_from_tag(title->lang, lang);
		if (steps->read[i])
			says = steps->read[i]->says;
		else if (title->may_show)
			tcn_reading_keep(steps->view->facts, &text,
			    &steps->scratch, &says);
		for (size_t k = 0; k < says.n; k++)
			title->may_show &= !is_stale(steps, i, &says.at[k]);
	}
}

static void
weigh(struct steps *steps)
{
	for (size_t i = 0; i < steps->n; i++)
		steps->news[i] = steps->told[i].news;
	for (size_t i = 0; i < steps->changes_n; i++) {
		const struct change *change = &steps->changes[i];

		steps->news[change->item] +=
		    change->figure->slot == TCN_SLOT_AFTERSHOCK
		    ? NEWS_OF_CHANGE / 2
		    : NEWS_OF_CHANGE;
	}
	for (size_t i = 0; i < steps->n; i++)
		if (steps->news[i] > TCN_TIMELINE_NEWS_MAX)
			steps->news[i] = TCN_TIMELINE_NEWS_MAX;
}

static int
more_first(const void *one, const void *other)
{
	const uint32_t *a = one, *b = other;

	return (*a < *b) - (*a > *b);
}

/* Sets *least to the news that a candidate must have where there are too many,
 * and *of_least to how many that have just so much are taken. */
static void
find_least(struct steps *steps, uint32_t *least, size_t *of_least)
{
	size_t max = TCN_TIMELINE_CANDIDATES - 1, n = 0; /* beside the first */
	uint32_t *news =
	    tcn_arena_zalloc(&steps->scratch, steps->n, sizeof *news);

	*least = 1;
	*of_least = max;
	for (size_t i = 0; i < steps->n; i++)
		if (steps->news[i])
			news[n++] = steps->news[i];
	if (n <= max)
		return;
	qsort(news, n, sizeof *news, more_first);
	*least = news[max - 1];
	for (n = 0; news[n] > *least;)
		n++;
	*of_least = max - n;
}

/* The first item is a candidate whatever it tells. */
static void
find_candidates(struct steps *steps)
{
	uint32_t least;
	size_t of_least;

	find_least(steps, &least, &of_least);
	for (size_t i = 0; i < steps->n; i++) {
		uint32_t news = steps->news[i];
		size_t at;

		if (i && (news < least || (news == least && !of_least)))
			continue;
		of_least -= i && news == least;
		at = steps->candidates_n++;
		steps->candidates[at] = i;
		steps->moments[at] = (struct tcn_timeline_candidate){
			steps->view->items[steps->first + i].item->ts_ms,
			steps->news[i]
		};
	}
}

/* Whether an item says of a figure what the row does not: a title with 39 dead
 * would stand beside a toll of 50. */
static bool
contradicts(const struct steps *steps, size_t item,
    const struct tcn_report_view_entry *entry)
{
	const struct tcn_report_view *view = steps->view;
	bool other = false;

	for (size_t i = 0; i < view->told_n; i++) {
		const struct tcn_figure_told *told = &view->told[i];

		for (size_t k = 0;
		     told->place == steps->first + item && k < entry->changes_n;
		     k++) {
			const struct tcn_report_view_change *change =
			    &entry->changes[k];

			other |= told->reading.slot == change->figure->slot &&
			    (told->reading.lo != change->value->lo ||
				told->reading.hi != change->value->hi);
		}
	}
	return other;
}

/* Whether another row says the same. */
static bool
is_repeated(const struct steps *steps,
    const struct tcn_report_view_entry *entry, struct tcn_str line)
{
	const struct tcn_report_view *view = steps->view;
	const struct tcn_news_title text = { .text = line,
		.lang = view->items[entry->item].lang };
	bool is = false;

	for (size_t i = 0; i < view->entries_n && !is; i++) {
		const struct tcn_report_view_entry *row = &view->entries[i];
		const struct tcn_news_title other = { .text = row->line,
			.lang = view->items[row->item].lang };

		if (row != entry && other.text.n)
			tcn_news_alike(view->prep, &text, &other, &is);
	}
	return is;
}

/* The line of a row: the title, where it tells what none before it told and no
 * other value than the row. That of the first item always stands there. */
static void
choose_title(const struct steps *steps, size_t item,
    struct tcn_report_view_entry *entry)
{
	bool first = entry->kind == TCN_REPORT_VIEW_FIRST;

	if (first ||
	    (steps->told[item].news && !contradicts(steps, item, entry)))
		entry->line = steps->titles[item].text;
	if (first && !entry->line.n)
		entry->line = steps->view->items[entry->item].title;
}

/* Has a row say a sentence of an item that states its new value, unless
 * another row says the same. */
static bool
quote(const struct steps *steps, const struct tcn_report_view_change *change,
    size_t item, struct tcn_report_view_entry *entry)
{
	struct tcn_str line;

	tcn_report_steps_sentence(steps->view, item, change, entry, &line);
	if (!line.n || is_repeated(steps, entry, line))
		return false;
	entry->item = item;
	tcn_safe_text(steps->arena, line, TCN_REPORT_VIEW_SENTENCE_CHARS,
	    &entry->line);
	return true;
}

/* A row with a new value says what states it: its own item, or the one with
 * which that value led. Else its title stays. */
static void
choose_sentence(const struct steps *steps, struct tcn_report_view_entry *entry)
{
	bool quoted = entry->kind == TCN_REPORT_VIEW_FIRST;

	for (size_t i = 0; i < entry->changes_n && !quoted; i++) {
		const struct tcn_report_view_change *change =
		    &entry->changes[i];

		quoted = quote(steps, change, entry->item, entry) ||
		    quote(steps, change,
			steps->first +
			    item_of(steps, change->figure, change->value),
			entry);
	}
}

/* Adds what the figures say by an item, of each the latest change behind
 * `from`, and what was said of it before. */
static void
add_changes(struct steps *steps, size_t from, size_t to,
    struct tcn_report_view_entry *entry)
{
	struct tcn_report_view_change *change;

	entry->changes = change = tcn_arena_zalloc(steps->arena,
	    steps->view->shown_n, sizeof *change);
	for (size_t f = 0; f < steps->view->shown_n; f++) {
		const struct tcn_figure *figure = steps->view->shown[f].figure;
		const struct tcn_figure_value *now = NULL, *before = NULL;

		for (size_t i = 0; i < steps->changes_n; i++) {
			const struct change *one = &steps->changes[i];

			if (one->figure != figure || one->item > to)
				continue;
			if (one->item < from)
				before = one->value;
			else
				now = one->value;
		}
		if (now)
			change[entry->changes_n++] =
			    (struct tcn_report_view_change){ figure, now,
				    before };
	}
}

/* The language that begins with an item, if one does. */
static size_t
new_lang(const struct steps *steps, size_t item)
{
	const struct tcn_report_view *view = steps->view;

	if (!steps->told[item].first_of_lang)
		return view->langs_n;
	for (size_t i = 0; i < view->langs_n; i++)
		if (tcn_str_equal(view->langs[i].code,
			tcn_report_lang_code(steps->titles[item].lang)))
			return i;
	return view->langs_n;
}

/* Makes the row of the candidates behind the one of the row before, `from` the
 * first of them, up to `to`. */
static void
make_row(struct steps *steps, size_t from, size_t to, uint64_t all,
    struct tcn_report_view_entry *entry)
{
	const struct tcn_report_view *view = steps->view;
	size_t item = steps->candidates[to];
	uint64_t news = 0;

	for (size_t i = from; i <= to; i++)
		news += steps->news[steps->candidates[i]];
	*entry = (struct tcn_report_view_entry){
		.kind = to ? TCN_REPORT_VIEW_NEWS : TCN_REPORT_VIEW_FIRST,
		.from_ms = view->items[steps->first + item].item->ts_ms,
		.at = steps->first + item,
		.permille = all ? (uint32_t)(1000 * news / all) : 0,
	};
	add_changes(steps, from ? steps->candidates[from - 1] + 1 : 0, item,
	    entry);
	entry->item = steps->first + item;
	entry->lang = new_lang(steps, item);
	choose_title(steps, item, entry);
}

/* Chooses the steps and makes a row of each. */
static void
make_rows(struct steps *steps)
{
	struct tcn_report_view *view = steps->view;
	size_t chosen[TCN_TIMELINE_STEPS], n, from = 0;
	uint64_t all = 0;

	tcn_timeline_choose(steps->moments, steps->candidates_n, chosen, &n);
	for (size_t i = 0; i < steps->candidates_n; i++)
		all += steps->moments[i].news;
	for (size_t i = 0; i < n; i++) {
		make_row(steps, from, chosen[i], all,
		    &view->entries[view->entries_n++]);
		from = chosen[i] + 1;
	}
	for (size_t i = 0; i < view->entries_n; i++)
		choose_sentence(steps, &view->entries[i]);
}

static void
make_steps(struct steps *steps)
{
	steps->titles =
	    tcn_arena_zalloc(&steps->scratch, steps->n, sizeof *steps->titles);
	steps->read =
	    tcn_arena_zalloc(&steps->scratch, steps->n, sizeof *steps->read);
	steps->told =
	    tcn_arena_zalloc(&steps->scratch, steps->n, sizeof *steps->told);
	steps->news =
	    tcn_arena_zalloc(&steps->scratch, steps->n, sizeof *steps->news);
	for (size_t i = 0; i < steps->n; i++)
		read_title(steps, i);
	find_changes(steps);
	hide_stale(steps);
	tcn_news_read(steps->view->prep, steps->titles, steps->n, steps->told);
	weigh(steps);
	find_candidates(steps);
	make_rows(steps);
}

void
tcn_report_steps(struct tcn_arena *arena, struct tcn_report_view *view)
{
	struct steps *steps = tcn_mem_calloc(1, sizeof *steps);

	assert(view->facts && view->prep);
	steps->arena = arena;
	steps->view = view;
	tcn_arena_init(&steps->scratch, 0);
	while (steps->first < view->items_n &&
	    !tcn_when_known(view->items[steps->first].item->ts_ms))
		steps->first++;
	while (steps->first + steps->n < view->items_n &&
	    tcn_when_known(view->items[steps->first + steps->n].item->ts_ms))
		steps->n++;
	view->entries = tcn_arena_zalloc(arena,
	    TCN_TIMELINE_STEPS + TCN_REPORT_STATES_MAX + view->episodes_n,
	    sizeof *view->entries);
	if (steps->n)
		make_steps(steps);
	tcn_arena_fini(&steps->scratch);
	tcn_mem_free(steps);
}
