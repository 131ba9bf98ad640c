/*
 * window/story/story_past.c - how large a story is among those of the days
 * before.
 *
 * A story is noted when it has TCN_PAST_LEAST items in the window. Its words
 * are taken again each time it has grown by a quarter: what it is made of has
 * changed little meanwhile. What is usual for these words is looked for once,
 * as rows of earlier periods do not change, and saved with them: by then some
 * may have gone.
 */
#include "window/story/story_impl.h"

/* Its row of this period, or NULL. */
static struct tcn_past *
find_row(const struct tcn_stories *s, const struct tcn_story_row *row)
{
	struct tcn_past *past = tcn_pasts_row(&s->pasts, row->past);

	return past && past->story == row->id && past->period == s->clock.spoken
	    ? past
	    : NULL;
}

/* The same, made where there is none; a new one counts no items yet. */
static enum tcn_rc
get_row(struct tcn_stories *s, struct tcn_story_row *row,
    struct tcn_past **past)
{
	enum tcn_rc rc = TCN_OK;

	*past = find_row(s, row);
	if (!*past)
		rc = tcn_pasts_add(&s->pasts, row->id, s->clock.spoken,
		    &row->past);
	if (!rc)
		*past = tcn_pasts_row(&s->pasts, row->past);
	return rc;
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
tcn_story_usual(const struct tcn_stories *s, const struct tcn_story_row *row)
{
	int32_t last = s->clock.spoken - 1 - s->clock.adjacent;
	const struct tcn_past *past = find_row(s, row);
	struct tcn_past_words words;

	if (past && past->usual >= 0)
		return past->usual;
	if (past)
		return tcn_pasts_usual(&s->pasts, row->id, &past->words, last);
	tcn_past_words(&s->df, &row->vec, &words);
	return tcn_pasts_usual(&s->pasts, row->id, &words, last);
}

void
tcn_story_keep_usual(struct tcn_stories *s, const struct tcn_story_row *row,
    double usual)
{
	struct tcn_past *past = find_row(s, row);

	if (!past || past->usual >= 0)
		return;
	past->usual = usual;
	past->dirty = true;
}
