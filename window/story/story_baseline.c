/*
 * window/story/story_baseline.c - how large a story is among those of the days
 * before.
 *
 * A story gets a row in the history (window/story/story_history.h) when it has
 * history_items items in the window, and words or a sum of vectors. Its words
 * are stored again each time it has grown by a quarter, since they change
 * little meanwhile, and its vector, where most of its items came as vectors.
 * The baseline for these is computed once, because rows of earlier periods do
 * not change, and is saved with them, because some of those rows may have
 * expired when the state is loaded.
 */
#include <math.h>

#include "window/story/story_impl.h"

#define VECTORS_SHARE 4 /* of the cap on vectors: one part is the history's */

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

/* The vectors of the history are under the cap of those of open stories, and
 * leave most of it to them. */
static size_t
vectors_cap(const struct tcn_story_index *s)
{
	return s->conf.vectors_bytes / VECTORS_SHARE;
}

/* The story as it is now, but for its words. */
static struct tcn_story_history_query
query_of(const struct tcn_story_index *s, const struct tcn_story_row *row)
{
	struct tcn_story_history_query ask = {
		.story = row->id,
		.vector_min = s->conf.vector_merge,
		.vector_same = (1 + s->conf.vector_merge) / 2,
		.items = row->items.n,
		.quarter = quarter_of(s),
		.last = s->clock.active_periods - 1 - s->clock.adjacent,
	};

	if (!tcn_story_vector_decides(s, row, &ask.vector))
		ask.vector = (struct tcn_story_history_vector){ 0 };
	return ask;
}

/* The same, added where there is none; a new row counts no items yet. */
static struct tcn_story_history_row *
get_row(struct tcn_story_index *s, struct tcn_story_row *row)
{
	struct tcn_story_history_row *past = find_row(s, row);

	if (past)
		return past;
	tcn_story_history_add(&s->history, row->id, s->clock.active_periods,
	    quarter_of(s), &row->past);
	return tcn_story_history_get(&s->history, row->past);
}

/* What the story is made of now goes into its row of this period. */
static void
update_row(struct tcn_story_index *s, const struct tcn_story_row *row)
{
	struct tcn_story_history_vector vector;
	struct tcn_story_history_words words;

	tcn_story_history_words(&s->df, &row->vec, &words);
	tcn_story_history_set(&s->history, row->past, row->items.n, &words);
	tcn_story_season_note(s, row, &words);
	if (tcn_story_vector_decides(s, row, &vector))
		tcn_story_history_set_vector(&s->history, row->past, &vector,
		    vectors_cap(s));
}

void
tcn_story_baseline_note(struct tcn_story_index *s, struct tcn_story_row *row)
{
	uint32_t items = row->items.n;
	struct tcn_story_history_row *past;

	if (items < s->conf.numbers.history_items ||
	    (!row->vec.n && row->vector == TCN_STORY_NONE))
		return;
	past = get_row(s, row);
	if (items <= past->items)
		return;
	past->items = items;
	if (items > past->taken +
		(uint32_t)(s->conf.numbers.history_growth * past->taken))
		update_row(s, row);
	tcn_story_history_mark_dirty(&s->history, row->past);
}

struct tcn_story_history_answer
tcn_story_baseline(const struct tcn_story_index *s,
    const struct tcn_story_row *row)
{
	const struct tcn_story_history_row *past = find_row(s, row);
	struct tcn_story_history_words words;
	struct tcn_story_history_query ask = query_of(s, row);

	if (past && past->baseline >= 0)
		return (struct tcn_story_history_answer){ past->baseline,
			past->recurrence };
	if (past && past->taken) {
		ask.words = &past->words;
		ask.vector = past->vector;
		ask.items = past->taken;
	} else {
		tcn_story_history_words(&s->df, &row->vec, &words);
		ask.words = &words;
	}
	return tcn_story_history_ask(&s->conf.numbers, &s->history, &ask);
}

void
tcn_story_baseline_cache(struct tcn_story_index *s,
    const struct tcn_story_row *row,
    const struct tcn_story_history_answer *answer)
{
	struct tcn_story_history_row *past = find_row(s, row);

	if (!past || past->baseline >= 0)
		return;
	past->baseline = answer->baseline;
	past->recurrence = answer->recurrence;
	tcn_story_history_mark_dirty(&s->history, row->past);
}

void
tcn_story_baseline_report(struct tcn_story_index *s, struct tcn_story_row *row,
    bool own, uint64_t *number)
{
	struct tcn_story_history_vector vector;
	struct tcn_story_history_row *past;

	*number = TCN_STORY_NO_ROW;
	if (!tcn_story_vector_decides(s, row, &vector))
		return;
	past = get_row(s, row);
	/* Of so few items that it is no part of the history: a row that
	 * counts none, for what it looks like. */
	if (!past->vector.code)
		tcn_story_history_set_vector(&s->history, row->past, &vector,
		    vectors_cap(s));
	*number = row->past;
	if (own)
		past->reported_ms = s->now_ms;
	tcn_story_history_mark_dirty(&s->history, row->past);
}

/* Whose reports are asked for. */
struct reporter {
	const struct tcn_story_index *s;
	uint64_t rule;
};

static bool
is_reported(const void *ctx, uint64_t number,
    const struct tcn_story_history_row *past)
{
	const struct reporter *who = ctx;

	return tcn_story_alerts_has_row(who->s, who->rule, number, past);
}

/* The periods that rows reported of late may be of. A row is marked in the
 * period that it is of. */
static int32_t
first_period(const struct tcn_story_index *s)
{
	double periods = ceil((double)s->conf.reported_ms /
	    (double)tcn_numbers_ms(s->conf.numbers.period_h));
	int32_t now = s->clock.active_periods;

	return periods < now ? now - (int32_t)periods : 0;
}

double
tcn_story_baseline_reported(const struct tcn_story_index *s,
    const struct tcn_story_row *row, uint64_t rule)
{
	const struct reporter who = { s, rule };
	struct tcn_story_history_query ask = query_of(s, row);

	if (!ask.vector.code)
		return 0;
	return tcn_story_history_nearest(&s->history, &ask, first_period(s),
	    is_reported, &who);
}
