/*
 * window/story/story_join.c - the life of a story: it opens, items join it, it
 * merges with another, it closes.
 *
 * What all of these keep true: each entry of a story's vector has its posting
 * in the inverted index and a reference to its term; every open story is in
 * the list by arrival and in the map by id; and what changed is listed for the
 * next save. tcn_story_index_check() asks for all of it.
 */
#include <assert.h>
#include <string.h>

#include "window/story/story_impl.h"

#define TOGETHER 16 /* terms whose postings are fetched at once */

void
tcn_story_mark_dirty(struct tcn_story_index *s, uint32_t slot)
{
	tcn_journal_change(&s->rows_journal, slot, &s->rows[slot].mark);
}

/* Puts the story at the new end of the list by arrival of the last item. */
void
tcn_story_link(struct tcn_story_index *s, uint32_t slot)
{
	struct tcn_story_row *row = &s->rows[slot];

	row->older = s->newest;
	row->newer = TCN_STORY_NONE;
	if (s->newest != TCN_STORY_NONE)
		s->rows[s->newest].newer = slot;
	else
		s->oldest = slot;
	s->newest = slot;
}

/* Puts the story at the old end of the list: it is the next to be closed. */
void
tcn_story_link_oldest(struct tcn_story_index *s, uint32_t slot)
{
	struct tcn_story_row *row = &s->rows[slot];

	row->older = TCN_STORY_NONE;
	row->newer = s->oldest;
	if (s->oldest != TCN_STORY_NONE)
		s->rows[s->oldest].older = slot;
	else
		s->newest = slot;
	s->oldest = slot;
}

void
tcn_story_unlink(struct tcn_story_index *s, uint32_t slot)
{
	struct tcn_story_row *row = &s->rows[slot];

	if (row->older != TCN_STORY_NONE)
		s->rows[row->older].newer = row->newer;
	else
		s->oldest = row->newer;
	if (row->newer != TCN_STORY_NONE)
		s->rows[row->newer].older = row->older;
	else
		s->newest = row->older;
}

/* Makes a story without items; the caller links it into the list. */
void
tcn_story_open(struct tcn_story_index *s, uint64_t id, uint32_t *slot)
{
	struct tcn_story_row *row;
	uint64_t *value;

	s->rows = tcn_slots_take(&s->rows_unused, s->rows, &s->rows_n,
	    &s->rows_cap, sizeof *s->rows, slot);
	tcn_map_put(&s->by_id, id, &value, NULL);
	*value = *slot;
	row = &s->rows[*slot];
	*row = (struct tcn_story_row){
		.id = id,
		.live = true,
		.mark = row->mark,
		.older = TCN_STORY_NONE,
		.newer = TCN_STORY_NONE,
		.vector = TCN_STORY_NONE,
	};
	s->stats.stories++;
	tcn_story_mark_dirty(s, *slot);
}

/* Removes a posting, and sets the place in the entry of the one that moved. */
static void
remove_posting(struct tcn_story_index *s, uint32_t term, uint32_t place)
{
	struct tcn_postings *list = &s->df.rows[term].postings;
	struct tcn_posting moved;

	if (tcn_postings_remove(&s->slab, list, place, &moved))
		s->rows[moved.story].vec.at[moved.entry].place = place;
}

/* The last posting of a list: a removal moves it into the gap. */
static const struct tcn_posting *
last_posting(const struct tcn_story_index *s, uint32_t term)
{
	const struct tcn_postings *list = &s->df.rows[term].postings;

	assert(list->n > 0);
	return &list->at[list->n - 1];
}

/*
 * Prefetches, link by link, what removing the postings of some of n terms will
 * read; returns of how many terms.
 */
static uint32_t
prefetch_postings(const struct tcn_story_index *s,
    const struct tcn_similarity_term *terms, uint32_t n)
{
	n = n < TOGETHER ? n : TOGETHER;
	for (uint32_t i = 0; i < n; i++)
		tcn_df_prefetch(&s->df, terms[i].term);
	for (uint32_t i = 0; i < n; i++) {
		__builtin_prefetch(&s->df.rows[terms[i].term]
					.postings.at[terms[i].place]);
		__builtin_prefetch(last_posting(s, terms[i].term));
	}
	for (uint32_t i = 0; i < n; i++) {
		const struct tcn_posting *last = last_posting(s, terms[i].term);

		__builtin_prefetch(&s->rows[last->story].vec);
	}
	for (uint32_t i = 0; i < n; i++) {
		const struct tcn_posting *last = last_posting(s, terms[i].term);

		__builtin_prefetch(&s->rows[last->story].vec.at[last->entry]);
	}
	return n;
}

void
tcn_story_drop_terms(struct tcn_story_index *s, uint32_t slot)
{
	struct tcn_similarity_vec *vec = &s->rows[slot].vec;

	for (uint32_t i = 0, end; i < vec->n; i = end) {
		end = i + prefetch_postings(s, vec->at + i, vec->n - i);
		for (uint32_t k = i; k < end; k++) {
			remove_posting(s, vec->at[k].term, vec->at[k].place);
			tcn_df_unref(&s->df, vec->at[k].term);
		}
	}
	tcn_similarity_fini(&s->slab, vec);
}

/* Gives back all that the story has but its items, and its slot. */
static void
free_story(struct tcn_story_index *s, uint32_t slot)
{
	struct tcn_story_row *row = &s->rows[slot];

	assert(row->live && !row->items.n);
	tcn_story_drop_terms(s, slot);
	tcn_slab_free(&s->slab, row->items.at,
	    row->items.cap * sizeof *row->items.at);
	tcn_slab_free(&s->slab, row->publishers,
	    row->publishers_cap * sizeof *row->publishers);
	tcn_story_tail_fini(&s->slab, &row->tail);
	if (row->tail_saved)
		tcn_journal_remove(&s->tails_journal, row->id);
	tcn_story_unlink(s, slot);
	tcn_map_remove(&s->by_id, row->id);
	tcn_story_link_drop(s, row->id);
	tcn_story_alerts_forget(s, row);
	tcn_story_vector_drop(s, slot);
	row->live = false;
	s->stats.stories--;
	tcn_journal_remove(&s->rows_journal, row->id);
	tcn_slots_add(&s->rows_unused, slot);
}

void
tcn_story_close(struct tcn_story_index *s, uint32_t slot)
{
	struct tcn_story_row *row = &s->rows[slot];

	tcn_story_drop_oldest(s, row, row->items.n);
	s->stats.closed++;
	free_story(s, slot);
}

/* Updates the weight in the entry's posting; a new entry gets a posting. */
static void
update_posting(struct tcn_story_index *s, uint32_t slot, uint32_t at,
    bool is_new)
{
	struct tcn_similarity_term *entry = &s->rows[slot].vec.at[at];
	struct tcn_postings *list = &s->df.rows[entry->term].postings;
	struct tcn_posting posting = { slot, at, entry->damped };

	if (!is_new) {
		list->at[entry->place].damped = entry->damped;
		return;
	}
	tcn_df_ref(&s->df, entry->term);
	tcn_postings_add(&s->slab, list, &posting, &entry->place);
}

/* Adds x to the story's term; a new term gets its posting. */
void
tcn_story_add_term(struct tcn_story_index *s, uint32_t slot, uint32_t term,
    double x)
{
	struct tcn_similarity_vec *vec = &s->rows[slot].vec;
	uint32_t before = vec->n, at;

	tcn_similarity_reserve(&s->slab, vec, vec->n + 1);
	at = tcn_similarity_add(vec, term, x);
	update_posting(s, slot, at, vec->n > before);
}

/* Cuts a long vector back to its heaviest terms, and renumbers postings. */
static void
truncate_terms(struct tcn_story_index *s, uint32_t slot)
{
	struct tcn_similarity_vec *vec = &s->rows[slot].vec;
	uint8_t drop[TCN_SIMILARITY_ROOM];

	if (vec->n <= TCN_SIMILARITY_TERMS_MAX)
		return;
	tcn_similarity_mark_light(vec, TCN_SIMILARITY_TERMS, drop);
	for (uint32_t i = 0; i < vec->n; i++)
		if (drop[i]) {
			remove_posting(s, vec->at[i].term, vec->at[i].place);
			tcn_df_unref(&s->df, vec->at[i].term);
		}
	tcn_similarity_remove(vec, drop);
	for (uint32_t i = 0; i < vec->n; i++)
		s->df.rows[vec->at[i].term]
		    .postings.at[vec->at[i].place]
		    .entry = i;
}

/*
 * A word counts for one more story when it first enters one. All words are
 * added before their postings are updated, which are prefetched meanwhile.
 */
void
tcn_story_add_terms(struct tcn_story_index *s, uint32_t slot,
    const struct tcn_similarity_item *item)
{
	struct tcn_similarity_vec *vec = &s->rows[slot].vec;
	uint32_t at[TCN_SIMILARITY_WORDS_MAX], before = vec->n;

	tcn_similarity_reserve(&s->slab, vec, vec->n + (uint32_t)item->n);
	for (size_t i = 0; i < item->n; i++) {
		const struct tcn_posting *postings =
		    s->df.rows[item->terms[i]].postings.at;

		at[i] = tcn_similarity_add(vec, item->terms[i], item->x[i]);
		if (at[i] < before)
			__builtin_prefetch(&postings[vec->at[at[i]].place]);
	}
	for (size_t i = 0; i < item->n; i++) {
		uint32_t term = item->terms[i];

		update_posting(s, slot, at[i], at[i] >= before);
		if (at[i] >= before) {
			tcn_decay_add(&s->df.clock, &s->df.rows[term].stories,
			    1);
			tcn_df_mark_dirty(&s->df, term);
		}
	}
	truncate_terms(s, slot);
}

void
tcn_story_add_publisher(struct tcn_story_index *s, struct tcn_story_row *row,
    uint64_t publisher)
{
	uint64_t *at = row->publishers;
	uint32_t low = 0, high = row->publishers_n;

	while (low < high) {
		uint32_t middle = (low + high) / 2;

		if (at[middle] < publisher)
			low = middle + 1;
		else
			high = middle;
	}
	if (low < row->publishers_n && at[low] == publisher)
		return;
	at = tcn_slab_fit(&s->slab, at, row->publishers_n, &row->publishers_cap,
	    row->publishers_n + (size_t)1, sizeof *at);
	row->publishers = at;
	memmove(at + low + 1, at + low, (row->publishers_n - low) * sizeof *at);
	at[low] = publisher;
	row->publishers_n++;
}

/* Adds an item to the story's counts and times. */
void
tcn_story_count_member(struct tcn_story_row *row,
    const struct tcn_story_member *member)
{
	row->origins += member->leader == member->seq;
	row->n++;
	row->mean_ms += ((double)member->ts_ms - row->mean_ms) / row->n;
	if (row->n == 1 || member->ts_ms < row->first_ms)
		row->first_ms = member->ts_ms;
	if (row->n == 1 || member->ts_ms > row->last_ms)
		row->last_ms = member->ts_ms;
}

/*
 * A rule that fires on few items has fired on a story that is still growing;
 * the fewest items count only from when it was above the threshold.
 */
static void
note_valley(const struct tcn_story_index *s, struct tcn_story_row *row)
{
	if (row->valley == TCN_STORY_NO_VALLEY &&
	    row->items.n <= s->conf.more_than)
		return;
	if (row->items.n < row->valley)
		row->valley = row->items.n;
}

/* The item joins the story: sums, times, counts. */
void
tcn_story_join(struct tcn_story_index *s, uint32_t slot, uint32_t item_slot,
    const struct tcn_similarity_item *item)
{
	struct tcn_story_row *row = &s->rows[slot];
	struct tcn_story_member *member = &s->items[item_slot];
	uint64_t all = row->vec.n && item->n ? UINT64_MAX >> (64 - item->n) : 0;

	assert(row->live && member->live);
	tcn_similarity_prefetch(&row->vec, item, all);
	tcn_story_expire(s, row);
	note_valley(s, row);
	member->story = slot;
	member->leader = tcn_story_member_leader(s, &row->items, member);
	tcn_similarity_prefetch_at(&row->vec, item, all);
	tcn_story_count_member(row, member);
	row->arrived_ms = s->now_ms;
	row->arrived_seq = member->seq;
	tcn_story_member_insert(s, &row->items, item_slot);
	tcn_story_add_publisher(s, row, member->publisher);
	tcn_story_add_terms(s, slot, item);
	tcn_story_mark_dirty(s, slot);
}

static void
move_items(struct tcn_story_index *s, uint32_t to, uint32_t from)
{
	struct tcn_story_member_list *list = &s->rows[from].items;

	for (uint32_t i = 0; i < list->n; i++) {
		uint32_t item = list->at[list->head + i].slot;

		s->items[item].story = to;
		tcn_story_member_insert(s, &s->rows[to].items, item);
		tcn_story_member_mark_dirty(s, item);
	}
	list->n = 0;
}

static void
move_terms(struct tcn_story_index *s, uint32_t to, uint32_t from)
{
	const struct tcn_similarity_vec *b = &s->rows[from].vec;

	for (uint32_t i = 0; i < b->n; i++)
		tcn_story_add_term(s, to, b->at[i].term, (double)b->at[i].sum);
	truncate_terms(s, to);
}

void
tcn_story_merge(struct tcn_story_index *s, uint32_t to, uint32_t from)
{
	struct tcn_story_row *a = &s->rows[to], *b = &s->rows[from];

	assert(to != from && a->live && b->live);
	move_items(s, to, from);
	move_terms(s, to, from);
	tcn_story_vector_merge(s, to, from);
	for (uint32_t i = 0; i < b->publishers_n; i++)
		tcn_story_add_publisher(s, a, b->publishers[i]);
	a->mean_ms += (b->mean_ms - a->mean_ms) * b->n / (a->n + b->n);
	a->n += b->n;
	a->origins += b->origins;
	a->first_ms = b->first_ms < a->first_ms ? b->first_ms : a->first_ms;
	a->last_ms = b->last_ms > a->last_ms ? b->last_ms : a->last_ms;
	a->valley = a->fired ? a->valley : b->valley;
	a->fired = a->fired || b->fired;
	tcn_story_budget_merge(s, a, b);
	tcn_story_alerts_merge(s, a, b);
	tcn_story_tail_merge(&s->slab, &a->tail, &b->tail);
	a->has_also |= b->has_also;
	tcn_story_text_merge(s, a);
	s->stats.merged++;
	tcn_story_link_merge(s, a->id, b->id);
	free_story(s, from);
}
