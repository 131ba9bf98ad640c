/*
 * window/story/story_baseline.c - how large a story is among those of the days
 * before.
 *
 * A story gets a row in the history (window/story/story_history.h) when it has
 * history_items items in the window, and words. Its words are stored again
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

/* The quarter of the day. */
static uint8_t
quarter_of(const struct tcn_story_index *s)
{
	int64_t at = s->clock.period % TCN_BASELINE_DAY;

	return (uint8_t)(at < 0 ? at + TCN_BASELINE_DAY : at);
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
		    s->clock.active_periods, quarter_of(s), &row->past);
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

	if (items < s->conf.numbers.history_items || !row->vec.n)
		return TCN_OK;
	if (get_row(s, row, &past))
		return TCN_NOMEM;
	if (items <= past->items)
		return TCN_OK;
	past->items = items;
	if (items > past->taken +
		(uint32_t)(s->conf.numbers.history_growth * past->taken)) {
		tcn_story_history_words(&s->df, &row->vec, &words);
		tcn_story_history_set(&s->history, row->past, items, &words);
		if (tcn_story_season_note(s, row, &words))
			return TCN_NOMEM;
	}
	return tcn_story_history_mark_dirty(&s->history, row->past);
}

struct tcn_story_history_answer
tcn_story_baseline(const struct tcn_story_index *s,
    const struct tcn_story_row *row)
{
	const struct tcn_story_history_row *past = find_row(s, row);
	struct tcn_story_history_words words;
	struct tcn_story_history_query ask = {
		.story = row->id,
		.words = &words,
		.items = row->items.n,
		.quarter = quarter_of(s),
		.last = s->clock.active_periods - 1 - s->clock.adjacent,
	};

	if (past && past->baseline >= 0)
		return (struct tcn_story_history_answer){ past->baseline,
			past->recurrence };
	if (past) {
		ask.words = &past->words;
		ask.items = past->taken;
	} else {
		tcn_story_history_words(&s->df, &row->vec, &words);
	}
	return tcn_story_history_ask(&s->conf.numbers, &s->history, &ask);
}

enum tcn_rc
tcn_story_baseline_cache(struct tcn_story_index *s,
    const struct tcn_story_row *row,
    const struct tcn_story_history_answer *answer)
{
	struct tcn_story_history_row *past = find_row(s, row);

	if (!past || past->baseline >= 0)
		return TCN_OK;
	past->baseline = answer->baseline;
	past->recurrence = answer->recurrence;
	return tcn_story_history_mark_dirty(&s->history, row->past);
}
