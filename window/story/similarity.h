/*
 * window/story/similarity.h - the similarity of an item and a story: weights,
 * vectors, cosine.
 *
 * The vector space model of information retrieval, in the incremental form
 * that topic detection and tracking gave it: document frequencies and vectors
 * grow with the stream, and similarity falls with the time between two texts.
 *
 * AN ITEM is the set of the words of its headline, of its address and its tags
 * (engine/text/slug_terms.h), and of the beginning of its text. The weight of a
 * word depends on how many of the *stories* opened lately contain it, and on
 * how far it is above its own baseline now (window/story/baseline.h):
 *
 *	idf(w) = max(0.01, ln((stories + 1) / (stories with w + 0.5)))
 *	x_w    = idf(w) * (0.5 + min(100, burst_ratio(w))) ^ (1/4)
 *
 * THE PRIOR. In an empty window each word of a story is in every story, so that
 * none would weigh anything. So 40 stories are assumed, which contain every
 * stop word and no other word. A word of an empty window weighs as a rare one
 * does, and a stop word nothing. Each story that is counted replaces one of the
 * 40, and so do each five items. Where all words are rare, two headlines of one
 * event look less alike than later, when their names outweigh what they say of
 * them: therefore, as long as the prior lasts, the thresholds to join and to
 * merge are lower, from 0.4 times the settings on.
 *
 * Until 40 stories were counted, an item also counts as a fifth of a story,
 * less with each story. Else items that share the words of their form would
 * join the first story, no other would be opened, and the words of the form
 * would stay rare, as only that one story has them.
 *
 * Stories are counted, not items, so that a story of 500 items does not make
 * its own words look common. The burst ratio binds items together that share
 * few other words, as most short posts do. A word that stands only in the text
 * gets half of that weight: a wire's headlines say "Wall Street suffers worst
 * ever selloff" and "Dow falls 500 points", and only their texts show that they
 * are about one event. Then the item is scaled to a length of 1.
 *
 * A STORY is the sum m of the vectors of its items. Its weights are damped,
 *
 *	d_w = m_w ^ 0.7		norm2 = sum of d_w ^ 2
 *
 * so that the one or two words of every item do not decide alone. A story with
 * more than 256 terms is cut back to the 128 heaviest.
 *
 * SIMILARITY, with t the time of the item and T the mean time of a story's
 * items:
 *
 *	similarity(item, story)  = sum of x_w d_w / sqrt(norm2)
 *	                           * exp(-max(0, t - T) / 60 h)
 *	similarity(story, story) = cosine of the two d
 *	                           * exp(-|T1 - T2| / 30 h)
 *
 * The item joins the most similar story if the similarity reaches the setting
 * `join`; as a story ages, fewer items do, and a much later one opens a new
 * story. Two stories that one item fits are merged when their similarity
 * reaches
 *
 *	merge * (0.65 + 0.1 * min(6, floor(log2(items of the smaller one))))
 *
 * because the words of few items overlap little even when they report one
 * event, and those of many overlap more even when they do not. So the fragments
 * that a story begins as are merged, and two that have grown stay apart.
 *
 * SOURCES. Idf: Sparck Jones 1972. Tf-idf and cosine: Salton and Buckley 1988.
 * Incremental idf and decay with time: Yang, Pierce, Carbonell, A study on
 * retrospective and on-line event detection, SIGIR 1998; Allan (ed.), Topic
 * Detection and Tracking, 2002. The filter is a Bloom filter with one hash
 * (Bloom 1970); the bound is that of Cauchy and Schwarz.
 *
 * COST. The terms of a story stand in the order in which they came, behind a
 * small hash index: adding or finding one touches two cache lines. A term that
 * a story lacks mostly fails its filter, 512 bits with one set for each term,
 * which lies in the vector itself.
 *
 * INVARIANTS (tcn_similarity_check): every term is found through the index and
 * the filter; damped, norm2 and most follow from the sums, norm2 up to the
 * rounding of its updates.
 */
#ifndef TCN_WINDOW_STORY_SIMILARITY_H
#define TCN_WINDOW_STORY_SIMILARITY_H

#include <stddef.h>
#include <stdint.h>

#include "engine/base/err.h"
#include "engine/base/rc.h"
#include "window/base/slab.h"
#include "window/story/baseline.h"
#include "window/story/df.h"

#define TCN_SIMILARITY_WORDS_MAX 64 /* distinct words of one item */

/* Terms of a story: one with more than TCN_SIMILARITY_TERMS_MAX is cut back to
 * TCN_SIMILARITY_TERMS. */
#define TCN_SIMILARITY_TERMS_MAX 256
#define TCN_SIMILARITY_TERMS     128
#define TCN_SIMILARITY_ROOM      512 /* terms while two stories merge */

#define TCN_SIMILARITY_MEMO 256 /* words in a memo; a power of two */
#define TCN_SIMILARITY_BITS 512 /* of a vector's filter; a power of two */

/* An item's words (distinct, named by their slot in df) and their weights. */
struct tcn_similarity_item {
	uint32_t terms[TCN_SIMILARITY_WORDS_MAX];
	double x[TCN_SIMILARITY_WORDS_MAX];
	size_t n;
	size_t
	    /* the first head_n terms are all but those that only the text
	     * has */
	    head_n;
	uint64_t stops; /* bit i: terms[i] is a stop word, before any sorting */
};

struct tcn_similarity_term {
	uint32_t term; /* its slot in df */
	float sum; /* m_w */
	float damped; /* d_w */
	uint32_t place; /* of its posting in the term's list */
};

/* A story's vector. All zero is empty. */
struct tcn_similarity_vec {
	struct tcn_similarity_term *at;
	uint16_t *index; /* open addressing, 2 * cap places: entry + 1, or 0 */
	uint32_t n, cap; /* cap: a power of two, or 0 */
	double norm2;
	double most; /* no damped is larger */
	uint64_t filter[TCN_SIMILARITY_BITS / 64];
};

/* The idf of a term as above, by its slot in df; is_stop: it is a stop word. */
double tcn_similarity_idf(const struct tcn_numbers *numbers,
    const struct tcn_df *df, uint32_t term, bool is_stop);

/* The greatest idf: that of a word that no story had. */
double tcn_similarity_idf_most(const struct tcn_numbers *numbers,
    const struct tcn_df *df);

/* The share of the prior that is left: 1 before anything was counted, later
 * 0. */
double tcn_similarity_prior(const struct tcn_numbers *numbers,
    const struct tcn_df *df);

/* Fills in item->x from item->terms and head_n; item->n may be 0. */
void tcn_similarity_weigh(const struct tcn_df *df,
    const struct tcn_baseline_clock *clock, struct tcn_similarity_item *item);

/*
 * A cache of word weights for weighing many items at one moment, while df and
 * clock do not change. It has one place for all words whose slots are equal
 * modulo its size; a word that was displaced is computed again, so that the
 * cache changes no result. Begin with tcn_similarity_memo_init().
 */
struct tcn_similarity_memo {
	uint32_t keys[TCN_SIMILARITY_MEMO];
	double term_weight[TCN_SIMILARITY_MEMO]; /* before scaling */
};

void tcn_similarity_memo_init(struct tcn_similarity_memo *memo);

/* As tcn_similarity_weigh(), with the cache. */
void tcn_similarity_weigh_memo(const struct tcn_df *df,
    const struct tcn_baseline_clock *clock, struct tcn_similarity_memo *memo,
    struct tcn_similarity_item *item);

/* Frees the vector's memory. */
void tcn_similarity_fini(struct tcn_slab *slab, struct tcn_similarity_vec *vec);

static inline uint32_t
tcn_similarity_bit(uint32_t term)
{
	return term * 0x9e3779b1u >> 16 & (TCN_SIMILARITY_BITS - 1);
}

/* Whether vec may contain the term; false is certain. */
static inline bool
tcn_similarity_may_have(const struct tcn_similarity_vec *vec, uint32_t term)
{
	uint32_t bit = tcn_similarity_bit(term);

	return vec->filter[bit / 64] >> bit % 64 & 1;
}

/* The index of the term's entry in vec, or -1. */
int tcn_similarity_find(const struct tcn_similarity_vec *vec, uint32_t term);

/* Makes room for n terms. */
void tcn_similarity_reserve(struct tcn_slab *slab,
    struct tcn_similarity_vec *vec, uint32_t n);

/*
 * Adds x > 0 to a term's sum and returns the index of its entry, the last one
 * when the term is new. There must be room for one more.
 */
uint32_t tcn_similarity_add(struct tcn_similarity_vec *vec, uint32_t term,
    double x);

/* Adds x to a term's sum alone, without updating damped and norm2. */
void tcn_similarity_add_sum(struct tcn_similarity_vec *vec, uint32_t term,
    double x);

/* Removes the terms whose byte in drop is not 0; keeps the order of the
 * others. */
void tcn_similarity_remove(struct tcn_similarity_vec *vec, const uint8_t *drop);

/*
 * Sets the byte in drop of all but the `keep` >= 1 heaviest terms; of equal
 * ones the older stay. drop has room for vec->n. O(n).
 */
void tcn_similarity_mark_light(const struct tcn_similarity_vec *vec,
    uint32_t keep, uint8_t *drop);

/* The factor by which age reduces a similarity; span_ms: the 60 or 30 hours
 * above. */
double tcn_similarity_ageing(int64_t apart_ms, int64_t span_ms);

/* The sum of x_w d_w over the item's words, not divided by sqrt(norm2). */
double tcn_similarity_dot(const struct tcn_similarity_vec *vec,
    const struct tcn_similarity_item *item);

/* The words of the item that pass the filter of vec, a bit each. */
uint64_t tcn_similarity_may(const struct tcn_similarity_vec *vec,
    const struct tcn_similarity_item *item);

/* The sum of tcn_similarity_dot(), over the words in `may`, the result of
 * tcn_similarity_may(). */
double tcn_similarity_dot_of(const struct tcn_similarity_vec *vec,
    const struct tcn_similarity_item *item, uint64_t may);

/*
 * An upper bound of that sum, up to rounding, for the item's words in `may`:
 * the lesser of their length times that of vec (Cauchy-Schwarz) and of the sum
 * of their x times the heaviest d. Reads nothing but vec itself.
 */
double tcn_similarity_bound(const struct tcn_similarity_vec *vec,
    const struct tcn_similarity_item *item, uint64_t may);

/*
 * Prefetches the places of the index at which the item's words in `may` are
 * searched; tcn_similarity_prefetch_at(), called later, the terms themselves.
 */
void tcn_similarity_prefetch(const struct tcn_similarity_vec *vec,
    const struct tcn_similarity_item *item, uint64_t may);
void tcn_similarity_prefetch_at(const struct tcn_similarity_vec *vec,
    const struct tcn_similarity_item *item, uint64_t may);

/* Cosine of two stories' damped vectors. */
double tcn_similarity_cosine(const struct tcn_similarity_vec *a,
    const struct tcn_similarity_vec *b);

/*
 * Validator: TCN_CORRUPT, and in err a sentence, when index, filter, weights or
 * length of a vector disagree with its terms. Not for one filled by
 * tcn_similarity_add_sum(). O(n).
 */
TCN_MUST_USE enum tcn_rc
tcn_similarity_check(const struct tcn_similarity_vec *vec, struct tcn_err *err);

#endif
