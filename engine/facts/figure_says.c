/*
 * engine/facts/figure_says.c - what a sentence says beside the figures of its
 * story.
 */
#include <string.h>

#include "engine/facts/figure_impl.h"

#define LED_LEAST  (3 * TCN_READING_ONE)
#define TOLD_LEAST (10 * TCN_READING_ONE)

/* By how many per cent "about" may be off: a quake of about 7.9 is none of 7.2.
 */
static int64_t
about_of(const struct tcn_figure *figure)
{
	return figure->slot == TCN_SLOT_MAGNITUDE ||
		figure->slot == TCN_SLOT_AFTERSHOCK
	    ? TCN_FIGURE_NEAR_PERCENT
	    : TCN_FIGURE_LEAST_PERCENT;
}

/* Whether the value led, and was replaced. */
static bool
has_led(const struct tcn_figure *figure, int64_t value)
{
	for (size_t v = 0; v < figure->values_n; v++)
		if (figure->values[v].state == TCN_FIGURE_SUPERSEDED &&
		    figure->values[v].lo == value)
			return true;
	return false;
}

/* Whether "more than 200" is said of 231; not where 200 led before. */
static bool
is_about_leader(const struct tcn_figure *figure,
    const struct tcn_reading *reading)
{
	return reading->sense == TCN_READING_LEAST &&
	    tcn_figure_is_rounded_down(reading->lo, figure->lo) &&
	    !has_led(figure, reading->lo);
}

enum tcn_figure_says
tcn_figure_says(const struct tcn_figures *figures,
    const struct tcn_reading *reading)
{
	const struct tcn_figure *figure = NULL;

	for (size_t i = 0; i < figures->n && !figure; i++) {
		const struct tcn_figure *at = &figures->at[i];

		if (at->slot == reading->slot &&
		    strcmp(at->unit, reading->unit) == 0 &&
		    tcn_figure_is_shown(figures, at))
			figure = at;
	}
	if (!figure || reading->sense == TCN_READING_MOST ||
	    reading->sense == TCN_READING_MORE ||
	    reading->sense == TCN_READING_PART)
		return TCN_FIGURE_SAYS_NOTHING;
	if (reading->denied)
		return TCN_FIGURE_SAYS_STALE;
	if (reading->lo >= figure->lo && reading->hi <= figure->hi)
		return TCN_FIGURE_SAYS_LEADER;
	if (reading->sense == TCN_READING_VAGUE ||
	    tcn_slot_kind(reading->slot) == TCN_SLOT_HIGHEST ||
	    reading->slot >= TCN_SLOT_MANY ||
	    (reading->some && reading->lo < figure->lo) ||
	    is_about_leader(figure, reading) ||
	    (reading->sense == TCN_READING_RANGE && reading->lo <= figure->hi &&
		reading->hi >= figure->lo))
		return TCN_FIGURE_SAYS_NOTHING;
	if (reading->sense == TCN_READING_ABOUT &&
	    tcn_figure_is_near(reading->lo, figure->lo, about_of(figure)) &&
	    !has_led(figure, reading->lo))
		return TCN_FIGURE_SAYS_LEADER;
	return TCN_FIGURE_SAYS_STALE;
}

/* Whether a value is one that a sentence tells by mistake beside its figure: it
 * led before, or is a toll that rose since. */
static bool
is_replaced(const struct tcn_figure *figure,
    const struct tcn_figure_value *value)
{
	return value->state == TCN_FIGURE_SUPERSEDED ||
	    (value->lo >= TOLD_LEAST && value->state != TCN_FIGURE_FAMILY &&
		tcn_slot_kind(figure->slot) == TCN_SLOT_CUMULATIVE &&
		value->sense == TCN_READING_EXACT && value->hi < figure->lo);
}

/* Whether a value was replaced in a figure whose leader the sentence does not
 * tell. Small numbers stand for too much else. */
static bool
led_before(const struct tcn_figures *figures, int64_t value, uint32_t slots)
{
	for (size_t i = 0; value >= LED_LEAST && i < figures->n; i++) {
		const struct tcn_figure *figure = &figures->at[i];

		if (slots & 1u << figure->slot ||
		    figure->slot >= TCN_SLOT_MANY ||
		    (value >= figure->lo && value <= figure->hi) ||
		    !tcn_figure_is_shown(figures, figure))
			continue;
		for (size_t v = 0; v < figure->values_n; v++)
			if (is_replaced(figure, &figure->values[v]) &&
			    figure->values[v].lo == value &&
			    figure->values[v].hi == value)
				return true;
	}
	return false;
}

/* Whether some are told of a slot of which the sentence says there are none. */
static bool
refutes_none(const struct tcn_figures *figures, uint32_t none)
{
	for (size_t i = 0; none && i < figures->n; i++)
		if (none & 1u << figures->at[i].slot &&
		    tcn_figure_is_shown(figures, &figures->at[i]))
			return true;
	return false;
}

enum tcn_figure_says
tcn_figure_says_of(const struct tcn_figures *figures,
    const struct tcn_reading_list *sentence, uint32_t *slots)
{
	enum tcn_figure_says says = TCN_FIGURE_SAYS_NOTHING;

	*slots = 0;
	for (size_t i = 0; i < sentence->n; i++) {
		enum tcn_figure_says one =
		    tcn_figure_says(figures, &sentence->at[i]);

		if (one > says)
			says = one;
		if (one == TCN_FIGURE_SAYS_LEADER)
			*slots |= 1u << sentence->at[i].slot;
	}
	for (size_t i = 0; i < sentence->numbers_n; i++)
		if (led_before(figures, sentence->numbers[i], *slots))
			says = TCN_FIGURE_SAYS_STALE;
	if (refutes_none(figures, sentence->none & ~*slots))
		says = TCN_FIGURE_SAYS_STALE;
	return says;
}
