/*
 * window/story/similarity.h - the one "same story?" decision: weights,
 * similarity, vetoes.
 *
 * An item is the set of its headline's words, with those of its address and
 * its tags (engine/text/slug_terms.h), and those its text begins with. What a
 * word is worth depends on how many *stories*, of all opened lately, hold it:
 *     idf(w) = max(0.01, ln((stories + 1) / (stories with w + 0.5)))
 *     x_w    = idf(w) * (0.5 + rise(w))^(1/4), scaled to a length of 1
 * and half of that before scaling where the word stands in the text alone: a
 * wire's headlines say "Wall Street suffers worst ever selloff" and "Dow falls
 * 500 points", and it is how they go on that shows them to be one thing.
 * rise (window/story/baseline.h) is how far the word now exceeds its own usual:
 * the words of what is breaking bind items together that share few others,
 * which is most of what short posts have in common. (TF-IDF: Sparck Jones 1972,
 * Salton and Buckley 1988; incremental and with time: Yang, Pierce, Carbonell,
 * SIGIR 1998; Allan, Topic Detection and Tracking, 2002).
 *
 * A story is the sum m of its items' vectors. Damping, d_w = m_w ^ 0.7, keeps
 * the one or two words every item holds from deciding alone; its length is
 * sqrt(norm2), norm2 = sum of d_w ^ 2. The 128 heaviest words are kept: a
 * story is cut back to them when it passes 256.
 *
 *     similarity(item, story) = sum of x_w d_w / sqrt(norm2)
 *                               * exp(-max(0, t - T) / 60 h)
 *     similarity(story, story) = cosine of the two d
 *                               * exp(-|T1 - T2| / 30 h)
 * T is the mean arrival of the story's items: with age a story lets go, and a
 * new chapter opens a new story.
 *
 * Two stories that one item fits are merged when their similarity reaches
 *     merge * (0.65 + 0.1 * min(6, floor(log2(items of the smaller))))
 * for the words of few items overlap little even when they tell the same, and
 * those of many overlap more even when they do not: so the fragments a story
 * begins as flow together, and two stories that have grown stay apart.
 *
 * Cost: a story's terms stand in the order they came, behind a small hash
 * index; adding or finding one touches two cache lines. That a story does not
 * hold a term is mostly seen in its filter, 512 bits with one set for each
 * term, which lies in the vector itself.
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
#define TCN_SIMILARITY_TERMS_MAX                                               \
	256 /* terms of a story before it is cut back ...                      \
	     */
#define TCN_SIMILARITY_TERMS 128 /* ... to the heaviest of them */
#define TCN_SIMILARITY_ROOM                                                    \
	(2 *                                                                   \
	    TCN_SIMILARITY_TERMS_MAX) /* while two merge                      \
					*/
#define TCN_SIMILARITY_MEMO 256 /* words in a memo; a power of two */
#define TCN_SIMILARITY_BITS 512 /* of a vector's filter; a power of two */

/* An item's words (distinct, named by their slot in df) and their weights. */
struct tcn_similarity_item {
	uint32_t terms[TCN_SIMILARITY_WORDS_MAX];
	double x[TCN_SIMILARITY_WORDS_MAX];
	size_t n;
	size_t head_n; /* the first ones: all but those of the text alone */
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
	uint16_t *index; /* open addressing: entry + 1, 0 is free */
	uint32_t n, cap;
	double norm2;
	double most; /* the largest damped */
	uint64_t filter[TCN_SIMILARITY_BITS / 64];
};

double tcn_similarity_idf(const struct tcn_df *df, uint32_t term);

/* Fills in item->x from item->terms. */
void tcn_similarity_weigh(const struct tcn_df *df,
    const struct tcn_baseline_clock *clock, struct tcn_similarity_item *item);

/*
 * The same for many items at one moment, in which df and clock stand still:
 * what a word is worth is worked out once. A word that is pushed out by
 * another with the same place is worked out again, so the memo only saves
 * time. Begin with tcn_similarity_memo_init.
 */
struct tcn_similarity_memo {
	uint32_t terms[TCN_SIMILARITY_MEMO];
	double term_weight[TCN_SIMILARITY_MEMO]; /* before scaling */
};

void tcn_similarity_memo_init(struct tcn_similarity_memo *memo);
void tcn_similarity_weigh_memo(const struct tcn_df *df,
    const struct tcn_baseline_clock *clock, struct tcn_similarity_memo *memo,
    struct tcn_similarity_item *item);

/* Gives the vector's memory back. */
void tcn_similarity_fini(struct tcn_slab *slab, struct tcn_similarity_vec *vec);

static inline uint32_t
tcn_similarity_bit(uint32_t term)
{
	return term * 0x9e3779b1u >> 16 & (TCN_SIMILARITY_BITS - 1);
}

/* Whether vec may hold the term; false is certain. */
static inline bool
tcn_similarity_may_have(const struct tcn_similarity_vec *vec, uint32_t term)
{
	uint32_t bit = tcn_similarity_bit(term);

	return vec->filter[bit / 64] >> bit % 64 & 1;
}

/* Where term stands in vec, or -1. */
int tcn_similarity_find(const struct tcn_similarity_vec *vec, uint32_t term);

/* Makes room for n terms. TCN_NOMEM changes nothing. */
TCN_MUST_USE enum tcn_rc tcn_similarity_reserve(struct tcn_slab *slab,
    struct tcn_similarity_vec *vec, uint32_t n);

/*
 * Adds x to a term's sum and says where the term stands: last, when it is new
 * to the story. Needs room for one more.
 */
uint32_t tcn_similarity_add(struct tcn_similarity_vec *vec, uint32_t term,
    double x);

/* The same, but only the sum: damped and norm2 are left as they were. */
void tcn_similarity_add_sum(struct tcn_similarity_vec *vec, uint32_t term,
    double x);

/* Removes the terms whose bit in drop (one byte a term) is set, in order. */
void tcn_similarity_remove(struct tcn_similarity_vec *vec, const uint8_t *drop);

/* Marks in drop all but the heaviest `keep` terms (ties: older ones stay). */
void tcn_similarity_mark_light(const struct tcn_similarity_vec *vec,
    uint32_t keep, uint8_t *drop);

/* What age leaves of a similarity; span_ms: 60 h and 30 h above. */
double tcn_similarity_ageing(int64_t apart_ms, int64_t span_ms);

/* Sum of x_w d_w over the item's words, not yet normalised. */
double tcn_similarity_dot(const struct tcn_similarity_vec *vec,
    const struct tcn_similarity_item *item);

/*
 * That sum is at most this, but for rounding: the length of the part of the
 * item that vec may hold times its own (Cauchy-Schwarz), or its heaviest term
 * in the place of each. Reads nothing but vec itself.
 */
double tcn_similarity_bound(const struct tcn_similarity_vec *vec,
    const struct tcn_similarity_item *item);

/*
 * Has what says where the item's terms stand in vec fetched; then, once that
 * has come, the terms themselves. Neither waits.
 */
void tcn_similarity_prefetch(const struct tcn_similarity_vec *vec,
    const struct tcn_similarity_item *item);
void tcn_similarity_prefetch_at(const struct tcn_similarity_vec *vec,
    const struct tcn_similarity_item *item);

/* Cosine of two stories' damped vectors. */
double tcn_similarity_cosine(const struct tcn_similarity_vec *a,
    const struct tcn_similarity_vec *b);

/*
 * Whether index, filter, weights and length of a vector agree with its terms:
 * TCN_CORRUPT and a sentence when not. Not for one filled by add_sum. O(n).
 */
TCN_MUST_USE enum tcn_rc
tcn_similarity_check(const struct tcn_similarity_vec *vec, struct tcn_err *err);

#endif
