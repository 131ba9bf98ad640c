/*
 * window/story/story_find.c - which stories does an item fit best?
 *
 * The item's heaviest terms lead to the candidates: their postings say what
 * they weigh in each story. The first look at a candidate reads the head of
 * its row alone, which was asked for when the candidate was found, and is
 * mostly the last; of the others, what is missing of the similarity is summed.
 */
#include <string.h>

#include "engine/base/duration.h"
#include "window/story/story_impl.h"

#define AGEING_MS       (60 * TCN_HOUR_MS)
#define HEAVIEST        6 /* terms of an item that find its candidates */
#define HEAVIEST_ALWAYS 3 /* of them, however many stories hold them */
#define POSTINGS_ENOUGH 60 /* that the others may add */
#define PREFETCH_AHEAD  8 /* sums fetched before they are added to */
#define COMMON          0.05 /* of all stories: such a term finds none ... */
#define COMMON_FROM     1000 /* ... once there are this many stories */
#define ROUNDING        1e-9 /* far more than sums of a few products lose */

static bool
is_common(const struct tcn_story_index *s, uint32_t term)
{
	double all = tcn_decay_read(&s->df.clock, s->df.stories);

	return all > COMMON_FROM && tcn_df_stories(&s->df, term) > COMMON * all;
}

/* Room for a sum for every story and a list of all of them. */
static bool
fit_candidates(struct tcn_story_index *s)
{
	size_t old = s->partial_cap;
	double *partial = tcn_mem_grow(s->partial, &s->partial_cap, s->rows_cap,
	    sizeof *partial);
	uint32_t *candidates;

	if (!partial)
		return false;
	s->partial = partial;
	if (s->partial_cap > old)
		memset(partial + old, 0,
		    (s->partial_cap - old) * sizeof *partial);
	candidates = tcn_mem_grow(s->candidates, &s->candidates_cap,
	    s->rows_cap, sizeof *candidates);
	if (!candidates)
		return false;
	s->candidates = candidates;
	return true;
}

/* What is read of each candidate. */
static void
fetch_row(const struct tcn_story_index *s, uint32_t slot)
{
	const struct tcn_story_row *row = &s->rows[slot];

	__builtin_prefetch(&row->vec);
	__builtin_prefetch(&row->vec.filter);
	__builtin_prefetch(&row->mean_ms);
}

/* Sums x_w d_w for every story that holds the term. */
static void
sum_postings(struct tcn_story_index *s, uint32_t term, double x)
{
	const struct tcn_postings *list = &s->df.rows[term].postings;

	s->stats.postings += list->n;
	for (uint32_t i = 0; i < list->n; i++) {
		const struct tcn_posting *p = &list->at[i];

		if (i + PREFETCH_AHEAD < list->n)
			__builtin_prefetch(&s->partial[p[PREFETCH_AHEAD]
							   .story]);
		if (s->partial[p->story] == 0) {
			s->candidates[s->candidates_n++] = p->story;
			fetch_row(s, p->story);
		}
		s->partial[p->story] += x * (double)p->damped;
	}
}

/* The heaviest terms find the candidates; the others are left in rest. */
static void
find_candidates(struct tcn_story_index *s,
    const struct tcn_similarity_item *item, struct tcn_similarity_item *rest)
{
	size_t left = POSTINGS_ENOUGH;

	s->candidates_n = 0;
	rest->n = 0;
	for (size_t i = 0; i < item->n; i++) {
		size_t n = s->df.rows[item->terms[i]].postings.n;

		if (i < HEAVIEST && (i < HEAVIEST_ALWAYS || n <= left) &&
		    !is_common(s, item->terms[i])) {
			left -= n < left ? n : left;
			sum_postings(s, item->terms[i], item->x[i]);
			continue;
		}
		rest->terms[rest->n] = item->terms[i];
		rest->x[rest->n++] = item->x[i];
	}
	s->stats.candidates += s->candidates_n;
}

static bool
is_better(const struct tcn_story_index *s, double score, uint32_t slot,
    const struct tcn_story_best *than)
{
	if (than->slot == TCN_STORY_NONE || score != than->score)
		return than->slot == TCN_STORY_NONE || score > than->score;
	return s->rows[slot].id < s->rows[than->slot].id;
}

static void
keep_two_best(const struct tcn_story_index *s, uint32_t slot, double score,
    struct tcn_story_best best[2])
{
	if (is_better(s, score, slot, &best[0])) {
		best[1] = best[0];
		best[0] = (struct tcn_story_best){ slot, score };
	} else if (is_better(s, score, slot, &best[1])) {
		best[1] = (struct tcn_story_best){ slot, score };
	}
}

double
tcn_story_ageing(const struct tcn_story_row *row, int64_t ts_ms)
{
	return tcn_similarity_ageing(ts_ms - (int64_t)row->mean_ms, AGEING_MS);
}

/* What is read of a candidate that may fit, and of one that is joined. */
static void
fetch_rest(const struct tcn_story_row *row,
    const struct tcn_similarity_item *rest)
{
	tcn_similarity_prefetch(&row->vec, rest);
	__builtin_prefetch(&row->items);
	__builtin_prefetch(&row->live);
}

/*
 * Dismisses candidates that are too far below join on the sight of their
 * vector's head alone. What will be read of the others is fetched.
 */
static void
prune_candidates(struct tcn_story_index *s,
    const struct tcn_similarity_item *rest)
{
	size_t kept = 0;

	for (size_t i = 0; i < s->candidates_n; i++) {
		uint32_t slot = s->candidates[i];
		const struct tcn_story_row *row = &s->rows[slot];
		double most =
		    s->partial[slot] + tcn_similarity_bound(&row->vec, rest);

		if (most < (s->conf.join - ROUNDING) * sqrt(row->vec.norm2)) {
			s->partial[slot] = 0;
			continue;
		}
		s->candidates[kept++] = slot;
		fetch_rest(row, rest);
	}
	s->candidates_n = kept;
	for (size_t i = 0; i < kept; i++)
		tcn_similarity_prefetch_at(&s->rows[s->candidates[i]].vec,
		    rest);
}

enum tcn_rc
tcn_story_find_best(struct tcn_story_index *s,
    const struct tcn_similarity_item *item, int64_t ts_ms,
    struct tcn_story_best best[2])
{
	struct tcn_similarity_item rest;

	if (!fit_candidates(s))
		return TCN_NOMEM;
	find_candidates(s, item, &rest);
	prune_candidates(s, &rest);
	best[0] = best[1] = (struct tcn_story_best){ TCN_STORY_NONE, 0 };
	for (size_t i = 0; i < s->candidates_n; i++) {
		uint32_t slot = s->candidates[i];
		const struct tcn_story_row *row = &s->rows[slot];
		double dot = s->partial[slot];

		s->partial[slot] = 0;
		if (tcn_story_is_quiet(s, slot))
			continue;
		dot += tcn_similarity_dot(&row->vec, &rest);
		dot *= tcn_story_ageing(row, ts_ms) / sqrt(row->vec.norm2);
		if (dot >= s->conf.join)
			keep_two_best(s, slot, dot, best);
	}
	return TCN_OK;
}
