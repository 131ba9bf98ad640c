/*
 * window/story/story_baseline.c - how large a story is among those of the days
 * before.
 *
 * A story gets a row in the history (window/story/story_history.h) when it has
 * history_items items in the window. Its words are stored again
 * each time it has grown by a quarter, since they change little meanwhile. The
 * baseline for these words is computed once, because rows of earlier periods do
 * not change, and is saved with them, because some of those rows may have
 * expired when the state is loaded.
 */
#include "window/story/story_impl.h"

/* The story's row of this period, or NULL. */
static struct tcn_story_history_row *
find_row(const struct tcn_story_index *s, const struct tcn_story_row *row)
{
	struct tcn_story_history_row *past =
	    tcn_story_history_get(&s->history, row->past);

	return past && past->story == row->id &&
		past->period == s->clock.active_periods
	    ? past
	    : NULL;
}

/* The same, added where there is none; a new row counts no items yet. */
static enum tcn_rc
get_row(struct tcn_story_index *s, struct tcn_story_row *row,
    struct tcn_story_history_row **past)
{
	enum tcn_rc rc = TCN_OK;

	*past = find_row(s, row);
	if (!*past)
		rc = tcn_story_history_add(&s->history, row->id,
		    s->clock.active_periods, &row->past);
	if (!rc)
		*past = tcn_story_history_get(&s->history, row->past);
	return rc;
}

enum tcn_rc
tcn_story_baseline_note(struct tcn_story_index *s, struct tcn_story_row *row)
{
	uint32_t items = row->items.n;
	struct tcn_story_history_words words;
	struct tcn_story_history_row *past;

	if (items < s->conf.numbers.history_items)
		return TCN_OK;
	if (get_row(s, row, &past))
		return TCN_NOMEM;
	if (items <= past->items)
		return TCN_OK;
	past->items = items;
	if (items > past->taken +
		(uint32_t)(s->conf.numbers.history_growth * past->taken)) {
		tcn_story_history_words(&s->df, &row->vec, &words);
		tcn_story_history_set(past, items, &words);
		if (tcn_story_season_note(s, row, &words))
			return TCN_NOMEM;
	}
	return tcn_story_history_mark_dirty(&s->history, row->past);
}

double
tcn_story_baseline(const struct tcn_story_index *s,
    const struct tcn_story_row *row)
{
	int32_t last = s->clock.active_periods - 1 - s->clock.adjacent;
	const struct tcn_story_history_row *past = find_row(s, row);
	struct tcn_story_history_words words;

	if (past && past->baseline >= 0)
		return past->baseline;
	if (past)
		return tcn_story_history_baseline(&s->conf.numbers, &s->history,
		    row->id, &past->words, last);
	tcn_story_history_words(&s->df, &row->vec, &words);
	return tcn_story_history_baseline(&s->conf.numbers, &s->history,
	    row->id, &words, last);
}

enum tcn_rc
tcn_story_baseline_cache(struct tcn_story_index *s,
    const struct tcn_story_row *row, double baseline)
{
	struct tcn_story_history_row *past = find_row(s, row);

	if (!past || past->baseline >= 0)
		return TCN_OK;
	past->baseline = baseline;
	return tcn_story_history_mark_dirty(&s->history, row->past);
}
