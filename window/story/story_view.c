/*
 * window/story/story_view.c - a story as it stands.
 */
#include <stdlib.h>
#include <string.h>

#include "window/story/story_impl.h"

void
tcn_story_work_fit(struct tcn_story_work *work, size_t n)
{
	uint64_t *keys =
	    tcn_mem_grow(work->keys, &work->keys_cap, n, sizeof *keys);

	work->keys = keys;
	work->spare =
	    tcn_mem_grow(work->spare, &work->spare_cap, n, sizeof *work->spare);
}

struct tcn_story_query
tcn_story_query_or_conf(const struct tcn_story_index *s,
    const struct tcn_story_query *ask)
{
	if (ask)
		return *ask;
	return (struct tcn_story_query){
		.within_ms = s->conf.within_ms,
		.more_than = s->conf.more_than,
		.unit = TCN_RULE_ITEMS,
		.min_origins = s->conf.min_origins,
		.least = s->conf.least,
		.early = s->conf.early,
	};
}

/* Whether an item of this seq and time counts now; one that will once its time
 * has come is counted apart. */
static bool
is_counted(const struct tcn_story_query *ask, int64_t now_ms, uint64_t seq,
    int64_t ts_ms, struct tcn_story_counts *count)
{
	if (!tcn_story_is_recent(ts_ms, now_ms, ask->within_ms) ||
	    (ask->counts && !ask->counts(ask->ctx, seq)))
		return false;
	count->ahead += ts_ms > now_ms;
	return ts_ms <= now_ms;
}

/* The rules are asked only of items that some rule has reported. */
static bool
is_repeat(const struct tcn_story_index *s, uint64_t rule,
    const struct tcn_story_tail_item *item)
{
	if (rule != TCN_STORY_ALERTS_OWN && !item->may_repeat)
		return false;
	return tcn_story_alerts_is_repeat(s, rule, item->seq, item->reported);
}

bool
tcn_story_is_repeat(const struct tcn_story_index *s, uint64_t rule,
    const struct tcn_story_member *item)
{
	struct tcn_story_tail_item facts = tcn_story_member_facts(item);

	return is_repeat(s, rule, &facts);
}

/* The first item that the rule looks back to: one that has left the window
 * only if the rule looks back longer. */
static uint32_t
first_item(const struct tcn_story_index *s, const struct tcn_story_row *row,
    const struct tcn_story_query *ask)
{
	return ask->within_ms > s->conf.within_ms ? 0 : row->tail.n;
}

/* What a count needs of item i, the tail's first, then the window's. */
static struct tcn_story_tail_item
item_at(const struct tcn_story_index *s, const struct tcn_story_row *row,
    uint32_t i)
{
	if (i < row->tail.n)
		return row->tail.at[row->tail.head + i];
	i += row->items.head - row->tail.n;
	return tcn_story_member_facts(&s->items[row->items.at[i].slot]);
}

/* The items that count, in s->work->items: how many, at most all of them. */
static uint32_t
list_items(const struct tcn_story_index *s, const struct tcn_story_row *row,
    int64_t now_ms, const struct tcn_story_query *ask,
    struct tcn_story_counts *count)
{
	uint32_t n = 0, end = row->tail.n + row->items.n;

	for (uint32_t i = first_item(s, row, ask); i < end; i++) {
		struct tcn_story_tail_item item = item_at(s, row, i);

		if (!is_counted(ask, now_ms, item.seq, item.ts_ms, count))
			continue;
		count->reported += is_repeat(s, ask->rule, &item);
		s->work->items[n++] = (struct tcn_story_item){
			.seq = item.seq,
			.ts_ms = item.ts_ms,
			.publisher = item.publisher,
			.origin = item.leader,
			.lang = s->langs.at[item.lang].code,
		};
	}
	return n;
}

void
tcn_story_count_distinct(struct tcn_story_work *work,
    struct tcn_story_counts *count)
{
	struct tcn_tally *tally = &work->tally;

	tcn_tally_begin(tally, count->items);
	for (uint32_t i = 0; i < count->items; i++)
		tcn_tally_add(tally, work->items[i].origin);
	count->origins = tally->n;
	tcn_tally_begin(tally, count->items);
	for (uint32_t i = 0; i < count->items; i++)
		tcn_tally_add(tally, work->items[i].publisher);
	count->publishers = tally->n;
}

void
tcn_story_list_items(const struct tcn_story_index *s,
    const struct tcn_story_row *row, int64_t now_ms,
    const struct tcn_story_query *ask, struct tcn_story_counts *count)
{
	size_t room = (size_t)row->items.n + row->tail.n + 1;
	struct tcn_story_item *list = tcn_mem_grow(s->work->items,
	    &s->work->items_cap, room, sizeof *list);

	*count = (struct tcn_story_counts){ 0 };
	s->work->items = list;
	count->items = list_items(s, row, now_ms, ask, count);
	tcn_story_count_distinct(s->work, count);
}

/* How many of the items that count the rule has reported before. */
static uint32_t
count_reported(const struct tcn_story_index *s, const struct tcn_story_row *row,
    int64_t now_ms, const struct tcn_story_query *ask)
{
	struct tcn_story_counts none = { 0 };
	uint32_t n = 0, end = row->tail.n + row->items.n;

	if (!tcn_story_alerts_has_repeats(s, ask->rule))
		return 0;
	for (uint32_t i = first_item(s, row, ask); i < end; i++) {
		struct tcn_story_tail_item item = item_at(s, row, i);

		n += is_counted(ask, now_ms, item.seq, item.ts_ms, &none) &&
		    is_repeat(s, ask->rule, &item);
	}
	return n;
}

/* What a rule of every item counts is the same for all rules that look back
 * as far, but for what they have reported. */
void
tcn_story_count(const struct tcn_story_index *s,
    const struct tcn_story_row *row, int64_t now_ms,
    const struct tcn_story_query *ask, struct tcn_story_counts *count)
{
	struct tcn_story_figures *figures = tcn_story_figures(s, row);
	uint32_t i = 0;

	if (ask->counts) {
		tcn_story_list_items(s, row, now_ms, ask, count);
		return;
	}
	while (i < figures->counts_n &&
	    (figures->counts[i].within_ms != ask->within_ms ||
		figures->counts[i].now_ms != now_ms))
		i++;
	if (i < figures->counts_n) {
		*count = figures->counts[i].counts;
		count->reported = count_reported(s, row, now_ms, ask);
		return;
	}
	tcn_story_list_items(s, row, now_ms, ask, count);
	if (i < TCN_STORY_FIGURES_COUNTS) {
		figures->counts[i].within_ms = ask->within_ms;
		figures->counts[i].now_ms = now_ms;
		figures->counts[i].counts = *count;
		figures->counts_n++;
	}
}

void
tcn_story_count_items(const struct tcn_story_index *s, uint64_t story,
    int64_t now_ms, const struct tcn_story_query *ask,
    struct tcn_story_counts *count)
{
	struct tcn_story_query asked = tcn_story_query_or_conf(s, ask);

	tcn_story_count(s, tcn_story_find(s, story), now_ms, &asked, count);
}

/* The item most like its story, of those chosen; ties go to the earlier. */
static uint64_t
central_item(const struct tcn_story_index *s, const struct tcn_story_row *row,
    int64_t now_ms, const struct tcn_story_query *ask)
{
	struct tcn_similarity_memo memo;
	double most = -1;
	uint64_t central = 0;

	if (row->items.n == 1)
		return s->items[row->items.at[row->items.head].slot].seq;
	tcn_similarity_memo_init(&memo);
	for (uint32_t i = 0; i < row->items.n; i++) {
		const struct tcn_story_member *member =
		    &s->items[row->items.at[row->items.head + i].slot];
		struct tcn_similarity_item item = { .n = member->terms_n,
			.head_n = member->head_n,
			.stops = member->stops };
		double like;

		if (ask && ask->counts &&
		    (!tcn_story_is_recent(member->ts_ms, now_ms,
			 ask->within_ms) ||
			!ask->counts(ask->ctx, member->seq)))
			continue;
		memcpy(item.terms, member->terms, item.n * sizeof *item.terms);
		tcn_similarity_weigh_memo(&s->df, &s->clock, &memo, &item);
		like = tcn_similarity_dot(&row->vec, &item);
		if (like > most) {
			most = like;
			central = member->seq;
		}
	}
	return central;
}

/* The heaviest terms, heaviest first; ties by the term's number. */
static size_t
top_terms(const struct tcn_story_index *s, const struct tcn_story_row *row)
{
	size_t room = sizeof s->work->terms / sizeof *s->work->terms, n = 0;
	uint8_t drop[TCN_SIMILARITY_ROOM];
	double most = 0;

	tcn_similarity_mark_light(&row->vec, (uint32_t)room, drop);
	for (uint32_t i = 0; i < row->vec.n; i++) {
		const struct tcn_similarity_term *entry = &row->vec.at[i];
		const struct tcn_df_row *term = &s->df.rows[entry->term];
		size_t at = n;

		if (drop[i])
			continue;
		for (n++; at > 0 &&
		     s->work->terms[at - 1].weight < (double)entry->sum;
		     at--)
			s->work->terms[at] = s->work->terms[at - 1];
		s->work->terms[at] = (struct tcn_story_term){
			.word = { term->word, term->word_n },
			.weight = (double)entry->sum,
			.id = term->id,
		};
	}
	most = n ? s->work->terms[0].weight : 1;
	for (size_t i = 0; i < n; i++)
		s->work->terms[i].weight /= most;
	return n;
}

void
tcn_story_describe(const struct tcn_story_index *s,
    const struct tcn_story_row *row, struct tcn_story *story)
{
	struct tcn_story_figures *figures = tcn_story_figures(s, row);

	if (!figures->has_described)
		figures->described = (struct tcn_story){
			.id = row->id,
			.first_ms = row->first_ms,
			.last_ms = row->last_ms,
			.items = row->n,
			.origins = row->origins,
			.publishers = row->publishers_n,
			.central = central_item(s, row, 0, NULL),
			.terms = s->work->terms,
			.terms_n = top_terms(s, row),
		};
	figures->has_described = true;
	*story = figures->described;
}

bool
tcn_story_read_life(const struct tcn_story_index *s, uint64_t story,
    struct tcn_story_life *life)
{
	const struct tcn_story_row *row = tcn_story_find(s, story);

	if (row)
		*life = (struct tcn_story_life){
			.first_ms = row->first_ms,
			.last_ms = row->last_ms,
			.items = row->n,
			.origins = row->origins,
			.publishers = row->publishers_n,
		};
	return row != NULL;
}

void
tcn_story_read_items(const struct tcn_story_index *s, uint64_t story,
    int64_t now_ms, const struct tcn_story_query *ask,
    struct tcn_story_view *view)
{
	const struct tcn_story_row *row = tcn_story_find(s, story);
	struct tcn_story_query asked = tcn_story_query_or_conf(s, ask);
	struct tcn_story_counts count;

	*view = (struct tcn_story_view){ .fired = row->fired };
	tcn_story_list_items(s, row, now_ms, &asked, &count);
	view->items = s->work->items;
	view->items_n = count.items;
	view->origins = count.origins;
	view->publishers = count.publishers;
	view->ahead = count.ahead;
}

void
tcn_story_read_view(const struct tcn_story_index *s, uint64_t story,
    int64_t now_ms, const struct tcn_story_query *ask,
    struct tcn_story_view *view)
{
	const struct tcn_story_row *row = tcn_story_find(s, story);
	struct tcn_story_query asked = tcn_story_query_or_conf(s, ask);

	tcn_story_read_items(s, story, now_ms, ask, view);
	tcn_story_describe(s, row, &view->story);
	if (asked.counts && view->items_n)
		view->story.central = central_item(s, row, now_ms, &asked);
}

void
tcn_story_df_doc(struct tcn_story_index *s, const struct tcn_doc *doc,
    double *items)
{
	tcn_df_find_all(&s->df, doc->terms, doc->terms_n);
	for (size_t i = 0; i < doc->terms_n; i++) {
		uint32_t slot = tcn_df_find_cached(&s->df, i, doc->terms[i].id);

		items[i] = slot == TCN_DF_NONE ? 0 : tcn_df_items(&s->df, slot);
	}
}

double
tcn_story_df(const struct tcn_story_index *s, uint64_t term)
{
	uint32_t slot = tcn_df_find(&s->df, term);

	return slot == TCN_DF_NONE ? 0 : tcn_df_items(&s->df, slot);
}

double
tcn_story_df_docs(const struct tcn_story_index *s)
{
	return tcn_decay_read(&s->df.clock, s->df.docs);
}

bool
tcn_story_df_has_room(const struct tcn_story_index *s, size_t n)
{
	return s->df.slots.n + n <= s->df.max;
}

void
tcn_story_df_name_terms(const struct tcn_story_index *s, struct tcn_doc *doc)
{
	for (size_t i = 0; i < doc->terms_n; i++) {
		uint32_t slot = tcn_df_find(&s->df, doc->terms[i].id);
		const struct tcn_df_row *row = tcn_df_row(&s->df, slot);

		doc->terms[i].word = (struct tcn_str){ row->word, row->word_n };
	}
}
