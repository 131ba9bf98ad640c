/*
 * window/story_past.c - how large a story is among those of the days before.
 *
 * A story is noted when it has TCN_PAST_LEAST items in the window, and again
 * each time it has grown by about a sixteenth part: what it is made of has
 * changed little meanwhile.
 */
#include "window/story_impl.h"

static bool
has_grown(const struct tcn_past *past, uint32_t items)
{
	return items > past->items + past->items / 16;
}

enum tcn_rc
tcn_story_note_past(struct tcn_stories *s, struct tcn_story_row *row)
{
	int32_t period = s->clock.spoken;
	struct tcn_past_words words;
	struct tcn_past *past;

	if (row->items.n < TCN_PAST_LEAST)
		return TCN_OK;
	past = tcn_pasts_row(&s->pasts, row->past);
	if (!past || past->story != row->id || past->period != period) {
		tcn_pasts_to(&s->pasts, period - TCN_PAST_PERIODS);
		if (tcn_pasts_add(&s->pasts, row->id, period, &row->past))
			return TCN_NOMEM;
		past = tcn_pasts_row(&s->pasts, row->past);
	}
	if (!has_grown(past, row->items.n))
		return TCN_OK;
	tcn_past_words(&s->df, &row->vec, &words);
	tcn_past_set(past, row->items.n, &words);
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
