/*
 * Finds a story's family, and counts it.
 */
#include "window/story/story_family.h"

#include <assert.h>

#include "engine/base/real.h"
#include "window/story/story_impl.h"

#define FAMILY_POSTINGS 1024 /* a name that more stories hold has no family */
#define LOOK_AT         256 /* the latest items of a story */
#define NAMES_MAX       32 /* risen words of a story that are tried */
#define CAPITALS_MIN    3 /* of a name: as in story_score.c */

/* What a story's items say of one term. */
struct holding {
	uint32_t items; /* that count */
	uint32_t holders; /* of them hold it */
	uint32_t texts, held; /* of them, distinct ones, and with the term */
	uint32_t capitals, smalls; /* items in which it stands so */
	bool cased; /* capitals mean something in one of its items, or titles */
};

/* A story that may be part of a family. */
struct candidate {
	const struct tcn_story_row *row;
	uint32_t holders;
};

static const struct tcn_story_member *
member_at(const struct tcn_story_index *s, const struct tcn_story_row *row,
    uint32_t i)
{
	return &s->items[row->items.at[row->items.head + i].slot];
}

/* The term's place in the headline, or its length. */
static uint32_t
find_term(const struct tcn_story_member *item, uint32_t slot)
{
	uint32_t t = 0;

	while (t < item->head_n && item->terms[t] != slot)
		t++;
	return t;
}

static bool
is_counted(const struct tcn_story_member *item, int64_t now_ms,
    const struct tcn_story_query *ask)
{
	return tcn_story_is_recent(item->ts_ms, now_ms, ask->within_ms) &&
	    item->ts_ms <= now_ms &&
	    (!ask->counts || ask->counts(ask->ctx, item->seq));
}

static void
add_item(const struct tcn_story_member *item, uint32_t slot,
    struct holding *holding)
{
	uint32_t t = find_term(item, slot);
	bool is_text = item->leader == item->seq, holds = t < item->head_n;
	unsigned form = item->style & TCN_STORY_STYLE_FORM;

	holding->items++;
	if (item->notice) /* tells nothing */
		return;
	holding->cased |= form == TCN_HEADLINE_TITLE ||
	    (item->style & TCN_STORY_STYLE_NAMES) != 0;
	holding->texts += is_text;
	if (!holds)
		return;
	holding->holders++;
	holding->held += is_text;
	holding->capitals += item->capitals >> t & 1;
	holding->smalls += item->smalls >> t & 1;
}

static struct holding
find_holding(const struct tcn_story_index *s, const struct tcn_story_row *row,
    int64_t now_ms, const struct tcn_story_query *ask, uint32_t slot)
{
	struct holding holding = { 0 };
	uint32_t n = row->items.n;

	for (uint32_t i = n; i-- > 0 && n - i <= LOOK_AT;) {
		const struct tcn_story_member *item = member_at(s, row, i);

		if (is_counted(item, now_ms, ask))
			add_item(item, slot, &holding);
	}
	return holding;
}

double
tcn_story_family_part(const struct tcn_story_index *s,
    const struct tcn_story_query *ask)
{
	return s->conf.numbers.family_part * ((double)ask->more_than + 1);
}

/* Is the story a part of what the query asks for, and the term a name that it
 * is about? */
static bool
is_part(const struct tcn_story_index *s, const struct tcn_story_query *ask,
    const struct holding *holding)
{
	const struct tcn_numbers *numbers = &s->conf.numbers;

	if ((double)holding->items < tcn_story_family_part(s, ask) ||
	    (ask->unit == TCN_RULE_ITEMS && holding->items > ask->more_than) ||
	    (double)holding->held < numbers->topic_texts * holding->texts ||
	    (double)holding->held < numbers->shared_texts_min)
		return false;
	return !holding->cased ||
	    (holding->capitals >= CAPITALS_MIN &&
		holding->capitals >= 2 * holding->smalls);
}

/* --- the name --- */

static double
rarity_of(const struct tcn_story_index *s, uint32_t slot)
{
	const struct tcn_numbers *numbers = &s->conf.numbers;

	return tcn_similarity_idf(numbers, &s->df, slot, false) /
	    tcn_similarity_idf_most(numbers, &s->df);
}

static bool
has_risen(const struct tcn_story_index *s, uint32_t slot)
{
	struct tcn_df_row *row = &s->df.rows[slot];

	return row->postings.n > 1 && row->postings.n <= FAMILY_POSTINGS &&
	    tcn_baseline_burst_ratio(&s->clock, &row->rate) >=
	    s->conf.numbers.family_burst *
		tcn_baseline_volume_ratio(&s->clock) &&
	    rarity_of(s, slot) >= s->conf.numbers.score_rarity_min;
}

/* Adds those terms of the item that have risen; the latest items' first. */
static size_t
list_risen(const struct tcn_story_index *s, const struct tcn_story_member *item,
    uint32_t *slots, size_t n)
{
	for (uint32_t t = 0; t < item->head_n && n < NAMES_MAX; t++) {
		size_t i = 0;

		while (i < n && slots[i] != item->terms[t])
			i++;
		if (i == n && !(item->stops >> t & 1) &&
		    has_risen(s, item->terms[t]))
			slots[n++] = item->terms[t];
	}
	return n;
}

/* The risen name that most texts hold, the rarer the better. */
static uint32_t
find_name(const struct tcn_story_index *s, const struct tcn_story_row *row,
    int64_t now_ms, const struct tcn_story_query *ask)
{
	uint32_t slots[NAMES_MAX], best = TCN_DF_NONE;
	double most = 0;
	size_t n = 0;

	for (uint32_t i = row->items.n; i-- > 0 && n < NAMES_MAX;) {
		const struct tcn_story_member *item = member_at(s, row, i);

		if (!item->notice && is_counted(item, now_ms, ask))
			n = list_risen(s, item, slots, n);
	}
	for (size_t i = 0; i < n; i++) {
		struct holding holding =
		    find_holding(s, row, now_ms, ask, slots[i]);
		double weight;

		if (!is_part(s, ask, &holding))
			continue;
		weight = rarity_of(s, slots[i]) * holding.held / holding.texts;
		if (weight < most ||
		    (weight == most && best != TCN_DF_NONE &&
			s->df.rows[best].id < s->df.rows[slots[i]].id))
			continue;
		most = weight;
		best = slots[i];
	}
	return best;
}

/* --- the others --- */

static bool
is_before(const struct candidate *a, const struct candidate *b)
{
	return a->holders != b->holders ? a->holders > b->holders
					: a->row->id < b->row->id;
}

/* Files a story among the best so far; the last one falls out. */
static size_t
file_candidate(const struct candidate *new, struct candidate *best, size_t n)
{
	size_t at = n;

	if (n == TCN_STORY_FAMILY_MAX - 1 && !is_before(new, &best[n - 1]))
		return n;
	if (n < TCN_STORY_FAMILY_MAX - 1)
		n++;
	else
		at--;
	for (; at > 0 && is_before(new, &best[at - 1]); at--)
		best[at] = best[at - 1];
	best[at] = *new;
	return n;
}

/* Postings have no order, so that of the candidates is total. */
static void
find_others(const struct tcn_story_index *s, const struct tcn_story_row *row,
    int64_t now_ms, const struct tcn_story_query *ask, uint32_t slot,
    struct tcn_story_family *family)
{
	const struct tcn_postings *list = &s->df.rows[slot].postings;
	struct candidate best[TCN_STORY_FAMILY_MAX - 1];
	double least = tcn_story_family_part(s, ask);
	size_t n = 0;

	for (uint32_t i = 0; i < list->n; i++) {
		uint32_t story = list->at[i].story;
		struct candidate new = { .row = &s->rows[story] };
		struct holding holding;

		if (new.row == row || (double)new.row->items.n < least ||
		    tcn_story_is_quiet(s, story))
			continue;
		holding = find_holding(s, new.row, now_ms, ask, slot);
		new.holders = holding.holders;
		if (is_part(s, ask, &holding))
			n = file_candidate(&new, best, n);
	}
	for (size_t i = 0; i < n; i++)
		family->stories[family->n++] = best[i].row->id;
}

void
tcn_story_family_find(const struct tcn_story_index *s, uint64_t story,
    int64_t now_ms, const struct tcn_story_query *ask,
    struct tcn_story_family *family)
{
	const struct tcn_story_row *row = tcn_story_find(s, story);
	struct tcn_story_query asked = tcn_story_query_or_conf(s, ask);
	uint32_t slot;

	assert(row);
	*family = (struct tcn_story_family){ .stories = { story }, .n = 1 };
	if (!s->conf.families ||
	    (double)row->items.n < tcn_story_family_part(s, &asked) ||
	    s->clock.active_periods <= s->conf.numbers.warmup_periods)
		return;
	slot = find_name(s, row, now_ms, &asked);
	if (slot == TCN_DF_NONE)
		return;
	family->term = s->df.rows[slot].id;
	family->name =
	    (struct tcn_str){ s->df.rows[slot].word, s->df.rows[slot].word_n };
	find_others(s, row, now_ms, &asked, slot, family);
}

/* --- counting --- */

/* The items of the family that count, in s->work->items. */
static void
list_holders(const struct tcn_story_index *s,
    const struct tcn_story_family *family, int64_t now_ms,
    const struct tcn_story_query *ask, struct tcn_story_counts *counts)
{
	uint32_t slot = tcn_df_find(&s->df, family->term);

	for (size_t i = 0; i < family->n; i++) {
		const struct tcn_story_row *row =
		    tcn_story_find(s, family->stories[i]);
		struct tcn_story_item *list =
		    tcn_mem_grow(s->work->items, &s->work->items_cap,
			counts->items + row->items.n + 1, sizeof *list);

		s->work->items = list;
		for (uint32_t k = 0; k < row->items.n; k++) {
			const struct tcn_story_member *item =
			    member_at(s, row, k);

			if (item->notice || !is_counted(item, now_ms, ask) ||
			    find_term(item, slot) == item->head_n)
				continue;
			counts->reported +=
			    tcn_story_is_repeat(s, ask->rule, item);
			list[counts->items++] = (struct tcn_story_item){
				.seq = item->seq,
				.publisher = item->publisher,
				.origin = item->leader,
			};
		}
	}
}

void
tcn_story_family_count(const struct tcn_story_index *s,
    const struct tcn_story_family *family, int64_t now_ms,
    const struct tcn_story_query *ask, struct tcn_story_counts *counts)
{
	struct tcn_story_query asked = tcn_story_query_or_conf(s, ask);

	*counts = (struct tcn_story_counts){ 0 };
	list_holders(s, family, now_ms, &asked, counts);
	tcn_story_count_distinct(s->work, counts);
}
