/*
 * tools/edition/edition_figures.c - the figures of an event beside those that
 * were told of it: which are new, which have changed, which are corrections.
 */
#include "tools/edition/edition_impl.h"

/* --- which are told --- */

/* A value over a range this much wider than what sources differ by is a word,
 * such as "dozens", and no family of values: one in so many. */
#define FAMILY 20

static const struct tcn_store_told_figure *
find_told(const struct tcn_store_told_event *told, enum tcn_slot slot,
    struct tcn_str unit)
{
	for (size_t i = 0; told && i < told->figures_n; i++)
		if (tcn_slot_find(told->figures[i].slot) == slot &&
		    tcn_str_equal(told->figures[i].unit, unit))
			return &told->figures[i];
	return NULL;
}

static bool
is_withdrawn(const struct tcn_store_told_figure *told)
{
	return told->lo == 0;
}

/* Whether a reader of what was told learns nothing from the figure. */
static bool
is_told(const struct tcn_store_told_figure *told,
    const struct tcn_report_brief_figure *now)
{
	return (now->lo == told->lo && now->hi == told->hi) ||
	    (now->lo >= told->lo && now->hi <= told->hi &&
		told->hi - told->lo <= told->hi / FAMILY);
}

/* Whether older ledgers, which had hashes only, have it. */
static bool
was_told_as_line(const struct tcn_store_told_event *told,
    const struct tcn_report_brief_figure *now)
{
	for (size_t i = 0; told && i < told->lines_n; i++)
		if (told->lines[i].terms_n == 0 &&
		    told->lines[i].hash == now->key)
			return true;
	return false;
}

static bool
is_lowered(const struct tcn_store_told_figure *told,
    const struct tcn_report_brief_figure *now)
{
	return now->hi < told->lo && tcn_slot_kind(now->slot) != TCN_SLOT_LEVEL;
}

/* Adds those of the brief that are new or have another value. */
static void
add_current(struct tcn_edition_entry *entry, struct tcn_edition_figure *to,
    bool corrections)
{
	const struct tcn_report_brief *brief = &entry->brief;

	for (size_t i = 0; i < brief->figures_n; i++) {
		struct tcn_edition_figure figure = {
			.now = &brief->figures[i],
			.slot = brief->figures[i].slot,
			.unit = brief->figures[i].unit,
		};

		figure.told = find_told(entry->told, figure.slot, figure.unit);
		if (figure.told ? is_told(figure.told, figure.now)
				: was_told_as_line(entry->told, figure.now))
			continue;
		if (figure.told && is_withdrawn(figure.told))
			figure.told = NULL;
		figure.correction =
		    figure.told && is_lowered(figure.told, figure.now);
		if (figure.correction == corrections)
			to[entry->figures_n++] = figure;
	}
}

/* Adds those that were told and are no more. */
static void
add_withdrawn(struct tcn_edition_entry *entry, struct tcn_edition_figure *to)
{
	const struct tcn_store_told_event *told = entry->told;
	const struct tcn_report_brief *brief = &entry->brief;

	for (size_t i = 0; told && i < told->figures_n; i++) {
		struct tcn_edition_figure figure = {
			.slot = tcn_slot_find(told->figures[i].slot),
			.unit = told->figures[i].unit,
			.told = &told->figures[i],
			.correction = true,
		};
		bool stands =
		    figure.slot == TCN_SLOTS || is_withdrawn(&told->figures[i]);

		for (size_t k = 0; k < brief->figures_n && !stands; k++)
			stands = brief->figures[k].slot == figure.slot &&
			    tcn_str_equal(brief->figures[k].unit, figure.unit);
		if (!stands)
			to[entry->figures_n++] = figure;
	}
}

enum tcn_rc
tcn_edition_choose_figures(struct tcn_arena *arena,
    struct tcn_edition_entry *entry)
{
	size_t most =
	    entry->brief.figures_n + (entry->told ? entry->told->figures_n : 0);
	struct tcn_edition_figure *figures =
	    tcn_arena_zalloc(arena, most, sizeof *figures);

	if (!figures)
		return TCN_NOMEM;
	add_withdrawn(entry, figures);
	add_current(entry, figures, true);
	entry->corrections = entry->figures_n;
	add_current(entry, figures, false);
	entry->figures = figures;
	return TCN_OK;
}

/* --- the ledger --- */

enum tcn_rc
tcn_edition_told_figures(const struct tcn_edition_entry *entry,
    struct tcn_arena *arena, struct tcn_store_told_event *told)
{
	const struct tcn_store_told_event *before = entry->told;
	size_t most = entry->figures_n + (before ? before->figures_n : 0);
	struct tcn_store_told_figure *figures =
	    tcn_arena_zalloc(arena, most, sizeof *figures);

	if (!figures)
		return TCN_NOMEM;
	for (size_t i = 0; i < entry->figures_n; i++) {
		const struct tcn_edition_figure *figure = &entry->figures[i];

		figures[told->figures_n++] = (struct tcn_store_told_figure){
			.slot = tcn_str(tcn_slot_name(figure->slot)),
			.unit = figure->unit,
			.lo = figure->now ? figure->now->lo : 0,
			.hi = figure->now ? figure->now->hi : 0,
			.number = told->number,
		};
	}
	told->figures = figures;
	/* And those that still stand, also of events that it took in. */
	for (size_t i = 0; before && i < before->figures_n; i++) {
		const struct tcn_store_told_figure *old = &before->figures[i];

		if (!find_told(told, tcn_slot_find(old->slot), old->unit))
			figures[told->figures_n++] = *old;
	}
	return TCN_OK;
}

/* --- in words --- */

void
tcn_edition_say_before(const struct tcn_edition *edition, uint64_t number,
    struct tcn_str what, struct tcn_buf *out)
{
	const struct tcn_words *words = edition->conf->words;
	char n[TCN_WORDS_BYTES];

	if (number + 1 == edition->number)
		tcn_words_say(words, "{value} in the last edition",
		    TCN_WITH({ "value", what }), out);
	else
		tcn_words_say(words, "{value} in no. {n}",
		    TCN_WITH({ "value", what },
			{ "n", tcn_words_number(words, number, n) }),
		    out);
}

static void
say_told(const struct tcn_edition *edition,
    const struct tcn_edition_figure *figure, bool bare, struct tcn_buf *out)
{
	struct tcn_buf value = { 0 };

	tcn_report_brief_say(edition->conf->words, figure->slot, figure->unit,
	    figure->told->lo, figure->told->hi, bare, &value);
	tcn_edition_say_before(edition, figure->told->number,
	    tcn_buf_view(&value), out);
	tcn_words_parts_fini(&value, 1, out);
}

/* "9 dead (4 in the last edition; 2 origins)" */
static void
say_change(const struct tcn_edition *edition,
    const struct tcn_edition_figure *figure, struct tcn_buf *out)
{
	struct tcn_buf before = { 0 };

	say_told(edition, figure, true, &before);
	tcn_words_count_with(edition->conf->words,
	    "{figure} ({before}; {n} origin)",
	    "{figure} ({before}; {n} origins)", figure->now->origins,
	    TCN_WITH({ "figure", figure->now->leads },
		{ "before", tcn_buf_view(&before) }),
	    out);
	tcn_words_parts_fini(&before, 1, out);
}

void
tcn_edition_say_figure(const struct tcn_edition *edition,
    const struct tcn_edition_figure *figure, struct tcn_buf *out)
{
	const struct tcn_words *words = edition->conf->words;
	const struct tcn_words_with *with;
	struct tcn_buf said = { 0 };

	if (!figure->told) {
		tcn_buf_str(out, figure->now->said);
		return;
	}
	if (figure->now)
		say_change(edition, figure, &said);
	else
		say_told(edition, figure, false, &said);
	with = TCN_WITH({ "figure", tcn_buf_view(&said) });
	/* TRANSLATORS: a value is lower than it was told. */
	if (figure->correction && figure->now)
		tcn_words_say(words, "Correction: {figure}", with, out);
	else if (figure->correction)
		tcn_words_say(words, "Withdrawn: {figure}", with, out);
	else
		tcn_buf_str(out, tcn_buf_view(&said));
	tcn_words_parts_fini(&said, 1, out);
}
