/*
 * window/story_past.c - how large a story is among those of the days before.
 *
 * A story is noted when it has TCN_PAST_LEAST items in the window. Its words
 * are taken again each time it has grown by a quarter: what it is made of has
 * changed little meanwhile.
 */
#include "window/story_impl.h"

/* Its row of this period; a new one counts no items yet. */
static enum tcn_rc
get_row(struct tcn_stories *s, struct tcn_story_row *row,
    struct tcn_past **past)
{
	int32_t period = s->clock.spoken;

	*past = tcn_pasts_row(&s->pasts, row->past);
	if (*past && (*past)->story == row->id && (*past)->period == period)
		return TCN_OK;
	if (tcn_pasts_add(&s->pasts, row->id, period, &row->past))
		return TCN_NOMEM;
	*past = tcn_pasts_row(&s->pasts, row->past);
	return TCN_OK;
}

enum tcn_rc
tcn_story_note_past(struct tcn_stories *s, struct tcn_story_row *row)
{
	uint32_t items = row->items.n;
	struct tcn_past_words words;
	struct tcn_past *past;

	if (items < TCN_PAST_LEAST)
		return TCN_OK;
	if (get_row(s, row, &past))
		return TCN_NOMEM;
	if (items <= past->items)
		return TCN_OK;
	past->items = items;
	past->dirty = true;
	if (items > past->taken + past->taken / 4) {
		tcn_past_words(&s->df, &row->vec, &words);
		tcn_past_set(past, items, &words);
	}
	return TCN_OK;
}

double
tcn_story_usual(const struct tcn_stories *s, const struct tcn_story_row *row,
    const struct tcn_past **most)
{
	struct tcn_past_words words;

	tcn_past_words(&s->df, &row->vec, &words);
	return tcn_pasts_usual(&s->pasts, row->id, &words,
	    s->clock.spoken - 1 - s->clock.adjacent, most);
}
