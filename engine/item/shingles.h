/*
 * engine/item/shingles.h - which runs of words a text has, as a small set of
 * numbers that recognises a text after it was edited.
 *
 * A sentence with one word changed is another sentence to a sketch of sentences
 * (sketch.h). A run of four words is short enough that most survive such
 * changes: of a text in which one word in twenty is another, four in five.
 * These are the shingles of Broder, "On the resemblance and containment of
 * documents" (1997).
 *
 *   words    as those of a sketch: folded and stemmed, without function words
 *            and short ones, with numbers
 *   figure   a word that begins or ends with a digit
 *   shingle  each run of TCN_SHINGLE_WORDS of them, across the ends of
 *            sentences
 *   number   32 bits of a hash of the words' ids in order; of a run that has a
 *            figure in it, a quarter of that
 *   table    a text half of whose words are figures, a third if it is short,
 *            has no set: it is the last one with other figures
 *   set      the TCN_SHINGLES_MAX smallest distinct numbers, in order, as in a
 *            sketch, and compared as one; of a text of fewer than
 *            TCN_SHINGLES_LEAST none
 *
 * Runs with figures are given small numbers so that they are four times as
 * likely to be kept (weighted sampling: Cohen and Kaplan, 2007). A reprint
 * keeps them; a form that is filled in every day, a bond, a posted price, money
 * market assistance, is the same but for them.
 *
 * Cost: some forty instructions a word.
 */
#ifndef TCN_ENGINE_ITEM_SHINGLES_H
#define TCN_ENGINE_ITEM_SHINGLES_H

#include "engine/item/sketch.h"

#define TCN_SHINGLE_WORDS  4
#define TCN_SHINGLES_MAX   32 /* numbers of a set */
#define TCN_SHINGLES_LEAST 14 /* distinct; a text of fewer has no set */

/* A view of n numbers as a set. A set of TCN_SHINGLES_MAX counts as cut off,
 * since it is not stored whether it was. */
static inline struct tcn_sketch
tcn_shingles(const uint32_t *at, uint32_t n)
{
	return (struct tcn_sketch){ at, n, n + (n == TCN_SHINGLES_MAX) };
}

/* Reads a set that tcn_sketch_encode() wrote into arena. TCN_CORRUPT: the bytes
 * are no set. */
TCN_MUST_USE enum tcn_rc tcn_shingles_decode(const void *bytes, size_t n,
    struct tcn_arena *arena, struct tcn_sketch *shingles);

/* Makes the set of one text. */
struct tcn_shingle_maker {
	/* polynomial hashes of the last 1, 2, 3 words */
	uint64_t one, two, three;
	uint32_t recent; /* which of the last words are figures: a bit each */
	uint32_t words, figures; /* so far */
	uint32_t n;
	uint32_t numbers[TCN_SHINGLES_MAX]; /* the smallest, in order; then
					     * UINT32_MAX */
};

/* Begins a text. */
void tcn_shingle_maker_start(struct tcn_shingle_maker *maker);

/* Inserts a number, which must be smaller than the greatest kept one, unless it
 * is there already. */
void tcn_shingle_maker_keep(struct tcn_shingle_maker *maker, uint32_t number);

/* Adds the next word of the text, given as the id of its term. */
static inline void
tcn_shingle_maker_word(struct tcn_shingle_maker *maker, uint64_t id,
    bool figure)
{
	const uint64_t factor = UINT64_C(0x9e3779b97f4a7c15);
	uint64_t run = maker->three * factor + id;
	uint32_t number;

	maker->three = maker->two * factor + id;
	maker->two = maker->one * factor + id;
	maker->one = id;
	maker->figures += figure;
	maker->recent = maker->recent << 1 | figure;
	if (++maker->words < TCN_SHINGLE_WORDS)
		return;
	number = (uint32_t)((run ^ run >> 29) * factor >> 32);
	if (maker->recent & ((1u << TCN_SHINGLE_WORDS) - 1))
		number >>= 2;
	if (number < maker->numbers[TCN_SHINGLES_MAX - 1])
		tcn_shingle_maker_keep(maker, number);
}

/* Ends the text and sets *shingles, which live in arena. */
void tcn_shingle_maker_finish(const struct tcn_shingle_maker *maker,
    struct tcn_arena *arena, struct tcn_sketch *shingles);

#endif
