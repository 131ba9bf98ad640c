/*
 * window/story/story_split.c - when a story that has fired is split, because it
 * has become another one.
 *
 * A story that has fired stays open, with fewer and fewer items, until none has
 * come for a whole window; often a new event about the same people fills it up
 * again before that (topic drift). From when it fired and was over the
 * threshold, we note:
 *     valley = the fewest items it ever had in the window
 *     new    = of the window's weight (sum of m_w^2 over its words), the
 *              share of words that the story hardly had before
 * When the valley was at most half the threshold, the window is over the
 * threshold again, and
 *     new > split_new + split_valley * valley / threshold
 *         + split_reported * reported / items in the window
 * the items in the window become a story of their own, not yet fired, whose id
 * is the seq of the present item; what is left is closed at the next tick. The
 * quieter a story had become, the smaller a new share is enough; it must be
 * larger, the more of the items repeat texts that were reported before
 * (`reported`, window/story/reported_texts.h). A story is split only when
 * several publishers corroborate it: with few, the baseline of its terms
 * decides what is news (window/story/baseline.h). Items that have left the
 * window keep the story that they were assigned to; a sum of vectors, which
 * cannot be taken apart, goes with the new story. Cost: one pass over the
 * window's words, for stories that have fired and grown again.
 */
#include <assert.h>
#include <string.h>

#include "window/story/story_impl.h"

static void
copy_terms(const struct tcn_story_member *member,
    struct tcn_similarity_item *item)
{
	item->n = member->terms_n;
	item->head_n = member->head_n;
	item->stops = member->stops;
	memcpy(item->terms, member->terms, item->n * sizeof *item->terms);
}

/* The share of the window's weight in words new to the story. */
static double
new_share(const struct tcn_numbers *numbers,
    const struct tcn_similarity_vec *story,
    const struct tcn_similarity_vec *window)
{
	double all = 0, fresh = 0;

	for (uint32_t i = 0; i < window->n; i++) {
		double sum = (double)window->at[i].sum;
		int at = tcn_similarity_find(story, window->at[i].term);
		double before = at < 0 ? 0 : (double)story->at[at].sum - sum;

		all += sum * sum;
		if (before < numbers->split_before * sum)
			fresh += sum * sum;
	}
	return all > 0 ? fresh / all : 0;
}

/* The share of the window's items whose text was reported before. */
static double
reported_share(const struct tcn_story_index *s, const struct tcn_story_row *row)
{
	uint32_t reported = 0;

	for (uint32_t i = 0; i < row->items.n; i++)
		reported += tcn_story_member_at(s, row, i)->reported;
	return (double)reported / row->items.n;
}

/* Whether the story has fired, become small, and is over the threshold again.
 */
static bool
is_back(const struct tcn_story_index *s, const struct tcn_story_row *row)
{
	return row->fired && row->items.n > s->conf.more_than &&
	    row->publishers_n >= s->conf.numbers.split_publishers &&
	    row->valley <= s->conf.numbers.split_quiet * s->conf.more_than;
}

void
tcn_story_split_due(struct tcn_story_index *s, uint32_t slot, bool *due)
{
	const struct tcn_numbers *numbers = &s->conf.numbers;
	const struct tcn_story_row *row = &s->rows[slot];
	struct tcn_similarity_vec vec = { 0 };
	struct tcn_similarity_memo memo;
	struct tcn_similarity_item item;

	*due = false;
	if (!is_back(s, row))
		return;
	/* The sums of the items in the window alone. */
	tcn_similarity_memo_init(&memo);
	for (uint32_t i = 0; i < row->items.n; i++) {
		copy_terms(tcn_story_member_at(s, row, i), &item);
		tcn_similarity_weigh_memo(&s->df, &s->clock, &memo, &item);
		if (vec.n + item.n > TCN_SIMILARITY_ROOM)
			break;
		tcn_similarity_reserve(&s->slab, &vec,
		    vec.n + (uint32_t)item.n);
		for (size_t t = 0; t < item.n; t++)
			tcn_similarity_add_sum(&vec, item.terms[t], item.x[t]);
	}
	*due = new_share(numbers, &row->vec, &vec) > numbers->split_new +
		numbers->split_valley * row->valley / s->conf.more_than +
		numbers->split_reported * reported_share(s, row);
	tcn_similarity_fini(&s->slab, &vec);
}

/*
 * Gives the row to the new story, id, and makes another row for the rest of the
 * old one: without items in the window, and the next to be closed.
 */
static void
close_rest(struct tcn_story_index *s, uint32_t slot, uint64_t id)
{
	struct tcn_story_row *row = &s->rows[slot], *rest;
	uint32_t at;

	tcn_map_remove(&s->by_id, row->id);
	tcn_story_open(s, row->id, &at);
	row = &s->rows[slot];
	rest = &s->rows[at];
	rest->publishers = row->publishers;
	rest->publishers_n = row->publishers_n;
	rest->publishers_cap = row->publishers_cap;
	rest->n = row->n;
	rest->origins = row->origins;
	rest->mean_ms = row->mean_ms;
	rest->first_ms = row->first_ms;
	rest->last_ms = row->last_ms;
	rest->arrived_ms = s->now_ms - s->conf.within_ms;
	rest->fired = true;
	rest->rules_n = row->rules_n;
	rest->tail = row->tail;
	rest->tail_saved = row->tail_saved;
	tcn_story_link_oldest(s, at);
	row->publishers = NULL;
	row->publishers_n = row->publishers_cap = 0;
	row->id = id;
	row->rules_n = 0;
	row->tail = (struct tcn_story_tail){ 0 };
	row->tail_saved = false;
}

/* Recounts the row's counts, times and words over the items in the window. */
static void
rebuild_story(struct tcn_story_index *s, uint32_t slot)
{
	struct tcn_story_row *row = &s->rows[slot];
	struct tcn_similarity_item item;

	tcn_story_drop_terms(s, slot);
	row->n = row->origins = 0;
	row->mean_ms = 0;
	row->fired = false;
	for (uint32_t i = 0; i < row->items.n; i++) {
		const struct tcn_story_member *member =
		    tcn_story_member_at(s, row, i);

		tcn_story_count_member(row, member);
		copy_terms(member, &item);
		tcn_similarity_weigh(&s->df, &s->clock, &item);
		tcn_story_add_publisher(s, row, member->publisher);
		tcn_story_add_terms(s, slot, &item);
	}
}

void
tcn_story_split(struct tcn_story_index *s, uint32_t slot, uint64_t id)
{
	struct tcn_story_member_list *list = &s->rows[slot].items;
	uint64_t *value, old_id = s->rows[slot].id;

	assert(s->rows[slot].fired && id > s->rows[slot].id);
	close_rest(s, slot, id);
	tcn_map_put(&s->by_id, id, &value, NULL);
	*value = slot;
	list = &s->rows[slot].items;
	tcn_decay_add(&s->df.clock, &s->df.stories, 1);
	s->stats.opened++;
	s->stats.splits++;
	s->rows[slot].budget_step = 0; /* that was of the old story */
	tcn_story_vector_rename(s, slot, old_id);
	rebuild_story(s, slot);
	for (uint32_t i = 0; i < list->n; i++)
		tcn_story_member_mark_dirty(s, list->at[list->head + i].slot);
	tcn_story_mark_dirty(s, slot);
}
