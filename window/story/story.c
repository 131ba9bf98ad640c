#include "window/story/story.h"

#include <string.h>

#include "engine/base/duration.h"
#include "window/story/story_impl.h"

void
tcn_story_conf_default(struct tcn_story_conf *conf)
{
	*conf = (struct tcn_story_conf){
		.within_ms = 4 * TCN_HOUR_MS,
		.more_than = 15,
		.join = 0.17,
		.merge = 0.28,
		.vector_join = 0.5,
		.vector_merge = 0.4,
		.vectors_bytes = (size_t)256 << 20,
		.min_origins = 3,
		.least = 0.75,
		.early = 0.91,
		.reported_ms = 48 * TCN_HOUR_MS,
		.half_life_ms = 14 * 24 * TCN_HOUR_MS,
		.terms_max = 500000,
		.stories_max = 200000,
		.items_max = 1000000,
		.numbers = *tcn_numbers_default(),
		.weights = *tcn_news_weights_default(),
	};
}

struct tcn_story_index *
tcn_story_index_new(const struct tcn_story_conf *conf)
{
	struct tcn_story_index *s = tcn_mem_calloc(1, sizeof *s);

	s->work = tcn_mem_calloc(1, sizeof *s->work);
	s->conf = *conf;
	s->keep_ms = conf->within_ms;
	s->oldest = s->newest = TCN_STORY_NONE;
	s->now_ms = TCN_STATE_BEFORE_ALL;
	tcn_baseline_init(&s->clock, &s->conf.numbers);
	tcn_story_alerts_init(&s->alerts);
	tcn_arena_init(&s->closed_words, 4096);
	tcn_df_init(&s->df, conf->half_life_ms, conf->terms_max, &s->slab);
	tcn_story_note_changes(s, conf->note_changes);
	return s;
}

void
tcn_story_index_free(struct tcn_story_index *s)
{
	if (!s)
		return;
	for (size_t i = 0; i < s->rows_n; i++)
		if (s->rows[i].live)
			tcn_similarity_fini(&s->slab, &s->rows[i].vec);
	tcn_story_links_fini(&s->slab, &s->links);
	tcn_story_vectors_fini(s);
	tcn_df_fini(&s->df);
	tcn_map_fini(&s->by_id);
	tcn_mem_free(s->rows);
	tcn_mem_free(s->rows_unused.at);
	tcn_journal_fini(&s->rows_journal);
	tcn_mem_free(s->items);
	tcn_mem_free(s->items_unused.at);
	tcn_journal_fini(&s->items_journal);
	tcn_reported_texts_fini(&s->reported);
	tcn_story_history_fini(&s->history);
	tcn_publisher_fini(&s->publishers);
	tcn_seasons_fini(&s->seasons);
	tcn_story_alerts_fini(&s->alerts);
	tcn_journal_fini(&s->tails_journal);
	tcn_mem_free(s->partial);
	tcn_mem_free(s->candidates);
	tcn_arena_fini(&s->closed_words);
	tcn_mem_free(s->closed);
	tcn_mem_free(s->moved);
	tcn_mem_free(s->work->items);
	tcn_mem_free(s->work->keys);
	tcn_mem_free(s->work->spare);
	tcn_tally_fini(&s->work->tally);
	tcn_mem_free(s->work);
	tcn_slab_fini(&s->slab);
	tcn_mem_free(s);
}

/* Stream time only moves on. */
static void
set_now(struct tcn_story_index *s, int64_t now_ms)
{
	s->changes++;
	if (now_ms > s->now_ms)
		s->now_ms = now_ms;
	tcn_df_set_now(&s->df, s->now_ms);
}

static bool
is_full(const struct tcn_story_index *s)
{
	return s->stats.stories > s->conf.stories_max ||
	    s->items_live > s->conf.items_max;
}

/* Its terms are given back with it, so their words are copied. */
static void
note_terms(struct tcn_story_index *s, struct tcn_story *story)
{
	struct tcn_story_term *terms =
	    tcn_arena_zalloc(&s->closed_words, story->terms_n, sizeof *terms);

	for (size_t i = 0; i < story->terms_n; i++) {
		terms[i].weight = story->terms[i].weight;
		tcn_arena_str(&s->closed_words, story->terms[i].word,
		    &terms[i].word);
	}
	story->terms = terms;
}

/* Lists the story as it was. */
static void
note_closed(struct tcn_story_index *s, uint32_t slot, size_t *n)
{
	struct tcn_story *list =
	    tcn_mem_grow(s->closed, &s->closed_cap, *n + 1, sizeof *list);

	s->closed = list;
	list += (*n)++;
	*list = (struct tcn_story){ .id = s->rows[slot].id, .closed = true };
	if (s->conf.forget_closed)
		return;
	tcn_story_describe(s, &s->rows[slot], list);
	list->closed = true;
	note_terms(s, list);
}

/* The story to close: the one quiet longest when its time is over or there are
 * too many; of those with vectors, when these are too many. */
static uint32_t
next_to_close(const struct tcn_story_index *s)
{
	uint32_t slot = s->oldest;

	if (slot == TCN_STORY_NONE || tcn_story_is_quiet(s, slot) || is_full(s))
		return slot;
	if (!tcn_story_vectors_are_full(s))
		return TCN_STORY_NONE;
	while (s->rows[slot].vector == TCN_STORY_NONE)
		slot = s->rows[slot].newer;
	return slot;
}

const struct tcn_story *
tcn_story_index_close_quiet(struct tcn_story_index *s, int64_t now_ms,
    size_t *closed_n)
{
	uint32_t slot;

	set_now(s, now_ms);
	tcn_reported_texts_expire(&s->reported, tcn_story_texts_edge_ms(s));
	*closed_n = 0;
	tcn_arena_reset(&s->closed_words);
	while ((slot = next_to_close(s)) != TCN_STORY_NONE) {
		s->stats.closed_early += !tcn_story_is_quiet(s, slot);
		note_closed(s, slot, closed_n);
		tcn_story_close(s, slot);
	}
	return s->closed;
}

/* Heaviest first; ties by the term's own number. */
static void
sort_by_weight(const struct tcn_df *df, struct tcn_similarity_item *item)
{
	for (size_t i = 1; i < item->n; i++) {
		uint32_t term = item->terms[i];
		double x = item->x[i];
		size_t j = i;

		for (; j > 0 &&
		     (item->x[j - 1] < x ||
			 (item->x[j - 1] == x &&
			     df->rows[item->terms[j - 1]].id >
				 df->rows[term].id));
		     j--) {
			item->terms[j] = item->terms[j - 1];
			item->x[j] = item->x[j - 1];
		}
		item->terms[j] = term;
		item->x[j] = x;
	}
}

static void
open_story(struct tcn_story_index *s, uint64_t seq, uint32_t *slot,
    struct tcn_story_step *step)
{
	tcn_story_open(s, seq, slot);
	tcn_decay_add(&s->df.clock, &s->df.stories, 1);
	s->stats.opened++;
	step->opened = seq;
	tcn_story_link(s, *slot);
}

/* The least similarity to merge: it rises with the items of the smaller. */
static double
least_alike(const struct tcn_story_index *s, uint32_t smaller)
{
	const struct tcn_numbers *numbers = &s->conf.numbers;
	double doublings = 31 - __builtin_clz(smaller);

	if (doublings > numbers->merge_doublings)
		doublings = numbers->merge_doublings;
	return tcn_story_threshold(s, s->conf.merge) *
	    (numbers->merge_one + numbers->merge_more * doublings);
}

/* How alike two stories are, and the least to merge them, by what the item at
 * hand is placed by. */
static double
compare(const struct tcn_story_index *s, uint32_t slot, uint32_t other,
    double *least)
{
	const struct tcn_story_row *a = &s->rows[slot], *b = &s->rows[other];
	double apart_ms = a->mean_ms - b->mean_ms, alike;

	if (s->vectors.decides) {
		alike = tcn_story_vector_cosine_of_two(s, slot, other);
		*least = s->conf.vector_merge;
	} else {
		alike = tcn_similarity_cosine(&a->vec, &b->vec);
		*least = least_alike(s, a->n < b->n ? a->n : b->n);
	}
	return alike *
	    tcn_similarity_ageing((int64_t)fabs(apart_ms),
		tcn_numbers_ms(s->conf.numbers.merge_ageing_h));
}

static void
maybe_merge(struct tcn_story_index *s, uint32_t *slot, uint32_t other,
    struct tcn_story_step *step)
{
	const struct tcn_story_row *a = &s->rows[*slot], *b = &s->rows[other];
	double least, alike = compare(s, *slot, other, &least);
	uint32_t to = *slot, from = other;

	if (s->trace) {
		s->trace->other = b->id;
		s->trace->similarity = alike;
		s->trace->merge = least;
	}
	if (alike < least)
		return;
	if (b->n > a->n || (b->n == a->n && b->id < a->id)) {
		to = other;
		from = *slot;
	}
	if (to == other) {
		s->rows[to].arrived_ms = a->arrived_ms;
		s->rows[to].arrived_seq = a->arrived_seq;
		tcn_story_unlink(s, to);
		tcn_story_link(s, to);
	}
	*slot = to;
	step->merged_from = s->rows[from].id;
	tcn_story_mark_dirty(s, to);
	tcn_story_merge(s, to, from);
}

static void
count_rates(struct tcn_story_index *s, const struct tcn_story_member *item)
{
	tcn_baseline_count(&s->slab, &s->clock, &s->clock.volume);
	tcn_publisher_count(&s->publishers, &s->slab, &s->clock, &s->df.clock,
	    item->publisher, item->style & TCN_STORY_STYLE_FORM);
	for (size_t i = 0; i < item->terms_n; i++) {
		uint32_t term = item->terms[i];

		tcn_baseline_count(&s->slab, &s->clock, &s->df.rows[term].rate);
		tcn_df_mark_dirty(&s->df, term);
	}
}

/* Splits a story that has fired and become another (story_split.c). */
static void
maybe_split(struct tcn_story_index *s, uint32_t slot, uint64_t seq,
    struct tcn_story_step *step)
{
	bool due;

	tcn_story_split_due(s, slot, &due);
	if (!due || step->merged_from)
		return;
	step->opened = seq;
	step->split_from = s->rows[slot].id;
	if (s->trace)
		s->trace->split = true;
	tcn_story_split(s, slot, seq);
}

/* Joins the story that the item is said to be in, which is opened when it is
 * not; none is merged and none split. */
static void
adopt_item(struct tcn_story_index *s, uint32_t item_slot, uint64_t story,
    const struct tcn_similarity_item *item, uint32_t *slot)
{
	const uint64_t *at = tcn_map_find(&s->by_id, story);
	struct tcn_story_step step;

	if (at) {
		*slot = (uint32_t)*at;
		tcn_story_unlink(s, *slot);
		tcn_story_link(s, *slot);
	} else {
		open_story(s, story, slot, &step);
	}
	tcn_story_join(s, *slot, item_slot, item);
	tcn_story_vector_add(s, *slot);
}

/* Joins, opens, merges. */
static void
assign_item(struct tcn_story_index *s, uint32_t item_slot,
    const struct tcn_similarity_item *item, uint32_t *story,
    struct tcn_story_step *step)
{
	struct tcn_story_best best[2];
	uint32_t slot;

	if (s->vectors.decides)
		tcn_story_vector_find(s, s->items[item_slot].ts_ms, best);
	else
		tcn_story_find_best(s, item, s->items[item_slot].ts_ms, best);
	slot = best[0].slot;
	step->score = best[0].score;
	if (slot == TCN_STORY_NONE) {
		open_story(s, s->items[item_slot].seq, &slot, step);
	} else {
		tcn_story_unlink(s, slot);
		tcn_story_link(s, slot);
	}
	tcn_story_join(s, slot, item_slot, item);
	tcn_story_vector_add(s, slot);
	if (best[1].slot != TCN_STORY_NONE)
		maybe_merge(s, &slot, best[1].slot, step);
	maybe_split(s, slot, s->items[item_slot].seq, step);
	*story = slot;
}

static void
count_items(struct tcn_story_index *s, struct tcn_story_row *row,
    struct tcn_story_step *step)
{
	tcn_story_expire(s, row);
	tcn_story_baseline_note(s, row);
	step->moved = s->moved;
	step->moved_n = s->moved_n;
	step->story = row->id;
	step->items = row->items.n;
	step->kept = row->items.n + row->tail.n;
	step->fired = row->fired;
}

/* Its text where its sentences say so, or those of what it is a copy of; that
 * of what it is a copy of where both are more than a headline, or where there
 * are no words to go by. */
static uint64_t
text_of(const struct tcn_story_index *s, const struct tcn_doc *doc,
    const struct tcn_placement *place)
{
	uint64_t article =
	    place->duplicate_of ? place->duplicate_of : place->seq;

	if (place->shared || (place->text && place->text != article) ||
	    ((doc->sketch.n || s->vectors.decides) && place->text))
		return place->text;
	return place->seq;
}

/* Fills in what is known of a member before it is placed. */
static void
fill_member(struct tcn_story_index *s, const struct tcn_doc *doc,
    const struct tcn_placement *place, struct tcn_story_member *member)
{
	member->seq = place->seq;
	member->ts_ms = place->ts_ms;
	member->publisher = place->publisher;
	member->text_key =
	    s->vectors.decides ? tcn_story_vector_key(s) : place->text_key;
	member->text = text_of(s, doc, place);
	member->by_vector = s->vectors.decides;
	member->reported =
	    tcn_reported_texts_has(&s->reported, member->text_key);
	member->lang = tcn_baseline_lang(&s->langs, doc->lang);
	member->may_repeat = false;
}

void
tcn_story_index_add_item(struct tcn_story_index *s, const struct tcn_doc *doc,
    const struct tcn_placement *place, int64_t now_ms,
    struct tcn_story_step *step)
{
	struct tcn_story_words words;
	struct tcn_similarity_item item;
	struct tcn_story_member *member;
	uint32_t slot, story;
	size_t also_n = 0;

	*step = (struct tcn_story_step){ 0 };
	s->moved_n = 0;
	set_now(s, now_ms);
	tcn_baseline_advance(&s->clock, s->now_ms);
	tcn_story_history_expire(&s->history,
	    s->clock.active_periods - (int32_t)s->conf.numbers.history_periods);
	if (!s->begun)
		s->first_ms = s->now_ms;
	s->begun = true;
	tcn_news_budget_begin_day(&s->budget, &s->df.clock, s->first_ms,
	    s->now_ms);
	if (place->ts_ms <= s->now_ms - s->conf.within_ms)
		return;
	tcn_story_vector_take(s, doc);
	tcn_story_words_pick(s, doc, &words);
	tcn_story_member_new(s, &words, &slot);
	member = &s->items[slot];
	fill_member(s, doc, place, member);
	tcn_decay_add(&s->df.clock, &s->langs.at[member->lang].docs, 1);
	item.n = words.terms_n;
	item.head_n = words.head_n;
	item.stops = words.stops;
	memcpy(item.terms, words.terms, item.n * sizeof *item.terms);
	tcn_similarity_weigh(&s->df, &s->clock, &item);
	sort_by_weight(&s->df, &item);
	if (s->trace)
		tcn_story_trace_item(s, doc, &item, member->ts_ms);
	tcn_story_alerts_note_item(s, member);
	if (place->story)
		adopt_item(s, slot, place->story, &item, &story);
	else
		assign_item(s, slot, &item, &story, step);
	while (also_n < TCN_PLACEMENT_ALSO && place->also[also_n])
		also_n++;
	tcn_story_text_unite(s, &s->rows[story], slot, place->also, also_n);
	step->origin = s->items[slot].leader;
	count_items(s, &s->rows[story], step);
	count_rates(s, &s->items[slot]);
	tcn_story_link_note(s, &s->rows[story]);
	s->changes++; /* what was asked on the way is not so any more */
}

void
tcn_story_index_learn(struct tcn_story_index *s, const struct tcn_doc *doc,
    int64_t now_ms)
{
	set_now(s, now_ms);
	for (size_t i = 0; i < doc->terms_n; i++) {
		const struct tcn_term *term = &doc->terms[i];
		uint32_t slot = tcn_df_find_cached(&s->df, i, term->id);

		if (slot == TCN_DF_NONE &&
		    tcn_df_put(&s->df, term->id, term->word, &slot))
			continue;
		tcn_df_mark_dirty(&s->df, slot);
		tcn_decay_add(&s->df.clock, &s->df.rows[slot].items, 1);
	}
	tcn_decay_add(&s->df.clock, &s->df.docs, 1);
}

uint64_t
tcn_story_next(const struct tcn_story_index *s, uint64_t story)
{
	uint32_t slot = s->oldest;

	if (story)
		slot = tcn_story_find(s, story)->newer;
	return slot == TCN_STORY_NONE ? 0 : s->rows[slot].id;
}

void
tcn_story_index_set_lexicon(struct tcn_story_index *s,
    const struct tcn_lexicon *lexicon)
{
	s->conf.lexicon = lexicon;
}

void
tcn_story_index_set_keep(struct tcn_story_index *s, int64_t keep_ms)
{
	s->keep_ms = keep_ms > s->conf.within_ms ? keep_ms : s->conf.within_ms;
}

void
tcn_story_index_keep_rules(struct tcn_story_index *s, const uint64_t *keys,
    size_t n)
{
	tcn_story_alerts_keep(s, keys, n);
}

bool
tcn_story_is_open(const struct tcn_story_index *s, uint64_t story)
{
	return tcn_story_find(s, story) != NULL;
}

void
tcn_story_index_stats(const struct tcn_story_index *s,
    struct tcn_story_stats *stats)
{
	*stats = s->stats;
	stats->items = s->items_live;
	stats->terms = s->df.slots.n;
	stats->terms_evicted = s->df.evicted;
	stats->terms_refused = s->df.refused;
	stats->bytes = s->slab.bytes + tcn_df_bytes(&s->df) +
	    tcn_reported_texts_bytes(&s->reported) +
	    tcn_story_history_bytes(&s->history) +
	    tcn_publisher_bytes(&s->publishers) +
	    tcn_seasons_bytes(&s->seasons) +
	    tcn_story_alerts_bytes(&s->alerts) +
	    tcn_story_links_bytes(&s->links) + tcn_map_bytes(&s->by_id) +
	    tcn_story_vectors_bytes(s) + tcn_journal_bytes(&s->rows_journal) +
	    tcn_journal_bytes(&s->items_journal) +
	    s->rows_cap * sizeof *s->rows + s->items_cap * sizeof *s->items +
	    s->partial_cap * sizeof *s->partial +
	    s->candidates_cap * sizeof *s->candidates;
}
