/*
 * window/story/story_find.c - which stories does an item fit best?
 *
 * A query over the inverted index (window/base/postings.h), as in text
 * retrieval: the item is the query, stories are the documents, and scores are
 * summed term by term into an accumulator for each story (Zobel and Moffat,
 * Inverted files for text search engines, ACM Computing Surveys 2006):
 *
 *	1. The item's heaviest terms find the candidates: their postings give
 *	   part of the sum of x_w d_w of each story that holds one of them.
 *	   Very common terms find none; their lists are long and add little.
 *	   As long as the prior of similarity.h lasts, all terms do: the words
 *	   that are new to the window would else be the heaviest.
 *	2. A candidate is pruned when even an upper bound of what is missing
 *	   (tcn_similarity_bound) leaves it below the least similarity to join.
 *	   That reads the head of its vector alone, which was prefetched when
 *	   the candidate was found; most candidates end here.
 *	3. Of the others the missing terms are looked up, and the two best kept.
 *
 * Pruning changes no result, as the bound is never too low. Finding only by
 * the heaviest terms may: a story that shares none of them is not found.
 *
 * Invariant: s->partial is all 0 between two searches. Cost: the postings of
 * at most six terms, one cache line a candidate, and a look-up for each term
 * of the item in each that is not pruned.
 */
#include <assert.h>
#include <math.h>
#include <string.h>

#include "window/story/story_impl.h"

#define PREFETCH_AHEAD 8 /* sums prefetched before they are added to */
#define ROUNDING       1e-9 /* far more than sums of a few products lose */

/* How many stories may hold a term that finds candidates. */
static double
stories_most(const struct tcn_story_index *s)
{
	const struct tcn_numbers *numbers = &s->conf.numbers;
	double all = tcn_decay_read(&s->df.clock, s->df.stories);

	return all > numbers->common_stories_from
	    ? numbers->common_stories * all
	    : (double)INFINITY;
}

/* Makes room for a sum for every story, and for a list of all of them. */
static void
fit_candidates(struct tcn_story_index *s)
{
	size_t old = s->partial_cap;
	double *partial = tcn_mem_grow(s->partial, &s->partial_cap, s->rows_cap,
	    sizeof *partial);

	s->partial = partial;
	if (s->partial_cap > old)
		memset(partial + old, 0,
		    (s->partial_cap - old) * sizeof *partial);
	s->candidates = tcn_mem_grow(s->candidates, &s->candidates_cap,
	    s->rows_cap, sizeof *s->candidates);
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
			const struct tcn_story_row *row;

			s->candidates[s->candidates_n++].slot = p->story;
			/* Prefetches what pruning reads of a candidate. */
			row = &s->rows[p->story];
			__builtin_prefetch(&row->vec);
			__builtin_prefetch(&row->vec.filter);
			__builtin_prefetch(&row->mean_ms);
		}
		s->partial[p->story] += x * (double)p->damped;
	}
}

/* The heaviest terms, or all, find the candidates; others are put in rest. */
static void
find_candidates(struct tcn_story_index *s,
    const struct tcn_similarity_item *item, bool by_all,
    struct tcn_similarity_item *rest)
{
	const struct tcn_numbers *numbers = &s->conf.numbers;
	double most = stories_most(s);
	size_t left = (size_t)numbers->postings_enough;

	s->candidates_n = 0;
	rest->n = 0;
	for (size_t i = 0; i < item->n; i++) {
		size_t n = s->df.rows[item->terms[i]].postings.n;

		if (by_all ||
		    ((double)i < numbers->heaviest &&
			((double)i < numbers->heaviest_always || n <= left) &&
			tcn_df_stories(&s->df, item->terms[i]) <= most)) {
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

void
tcn_story_keep_two_best(const struct tcn_story_index *s, uint32_t slot,
    double score, struct tcn_story_best best[2])
{
	if (is_better(s, score, slot, &best[0])) {
		best[1] = best[0];
		best[0] = (struct tcn_story_best){ slot, score };
	} else if (is_better(s, score, slot, &best[1])) {
		best[1] = (struct tcn_story_best){ slot, score };
	}
}

double
tcn_story_ageing(const struct tcn_story_index *s,
    const struct tcn_story_row *row, int64_t ts_ms)
{
	return tcn_similarity_ageing(ts_ms - (int64_t)row->mean_ms,
	    tcn_numbers_ms(s->conf.numbers.ageing_h));
}

double
tcn_story_threshold(const struct tcn_story_index *s, double setting)
{
	const struct tcn_numbers *numbers = &s->conf.numbers;
	double prior = tcn_similarity_prior(numbers, &s->df);

	return setting * (1 - prior * (1 - numbers->prior_alike));
}

/* Prunes the candidates that cannot reach join, and prefetches the others. */
static void
prune_candidates(struct tcn_story_index *s,
    const struct tcn_similarity_item *rest, double join)
{
	size_t left = 0;

	for (size_t i = 0; i < s->candidates_n; i++) {
		uint32_t slot = s->candidates[i].slot;
		const struct tcn_story_row *row = &s->rows[slot];
		uint64_t may = tcn_similarity_may(&row->vec, rest);
		double most = s->partial[slot] +
		    tcn_similarity_bound(&row->vec, rest, may);

		if (most < (join - ROUNDING) * sqrt(row->vec.norm2)) {
			s->partial[slot] = 0;
			continue;
		}
		s->candidates[left++] =
		    (struct tcn_story_candidate){ .may = may, .slot = slot };
		/* Prefetches what is read of a candidate that may fit, or is
		 * joined. */
		tcn_similarity_prefetch(&row->vec, rest, may);
		__builtin_prefetch(&row->items);
		__builtin_prefetch(&row->live);
	}
	s->candidates_n = left;
	for (size_t i = 0; i < left; i++)
		tcn_similarity_prefetch_at(&s->rows[s->candidates[i].slot].vec,
		    rest, s->candidates[i].may);
}

void
tcn_story_find_best(struct tcn_story_index *s,
    const struct tcn_similarity_item *item, int64_t ts_ms,
    struct tcn_story_best best[2])
{
	double join = tcn_story_threshold(s, s->conf.join);
	struct tcn_similarity_item rest;

	assert(item->n <= TCN_SIMILARITY_WORDS_MAX);
	fit_candidates(s);
	find_candidates(s, item, join < s->conf.join, &rest);
	prune_candidates(s, &rest, join);
	best[0] = best[1] = (struct tcn_story_best){ TCN_STORY_NONE, 0 };
	for (size_t i = 0; i < s->candidates_n; i++) {
		uint32_t slot = s->candidates[i].slot;
		const struct tcn_story_row *row = &s->rows[slot];
		double dot = s->partial[slot];

		s->partial[slot] = 0;
		if (tcn_story_is_quiet(s, slot))
			continue;
		dot += tcn_similarity_dot_of(&row->vec, &rest,
		    s->candidates[i].may);
		dot *= tcn_story_ageing(s, row, ts_ms) / sqrt(row->vec.norm2);
		if (dot >= join)
			tcn_story_keep_two_best(s, slot, dot, best);
	}
}
