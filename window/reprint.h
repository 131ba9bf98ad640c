/*
 * window/reprint.h - which recent texts is this one made of, with words of its
 * own here and there?
 *
 * What a sketch of sentences misses (window/excerpt.h): a text that a desk went
 * over, so that hardly a sentence is as it was. Its runs of words are
 * (engine/item/shingles.h). This is the ring of the runs of recent texts, which
 * finds those that share enough of them with another.
 *
 * IN TWO STEPS. Looked up, and filed, are the TCN_REPRINT_KEYS smallest numbers
 * of a text: whoever has much in common with it has some of these among its own
 * smallest. What they find is compared by all numbers. (Prefix filtering:
 * Chaudhuri, Ganti and Kaushik, "A primitive operator for similarity joins in
 * data cleaning", 2006.) A number that texts of more than TCN_REPRINT_COMMON
 * origins have is a stock phrase, and finds nothing; so does one that more than
 * TCN_REPRINT_HEAVY texts have, so that no look-up grows with the window.
 *
 * ENOUGH are TCN_REPRINT_LEAST numbers, and TCN_REPRINT_CONTAINMENT of those
 * of the shorter text that can be compared, where one of the two has as many as
 * a set can have. Fewer is what two notices of one form share; and two short
 * texts are a form more often than a reprint.
 *
 * Records stand in a ring in the order in which they came; a hash table leads
 * to the newest record with a number, and each record to the next older one.
 * What is too old is passed over, and given back when it is the oldest.
 *
 * Cost: filing, some 20 instructions a number; looking up, as many, and some
 * 400 for each text found. Memory: about 250 bytes a text.
 */
#ifndef TCN_WINDOW_REPRINT_H
#define TCN_WINDOW_REPRINT_H

#include "engine/item/record.h"
#include "engine/item/shingles.h"
#include "window/keys/keys.h"

#define TCN_REPRINT_KEYS        10
#define TCN_REPRINT_COMMON      20
#define TCN_REPRINT_HEAVY       512
#define TCN_REPRINT_LEAST       5
#define TCN_REPRINT_CONTAINMENT .6

struct tcn_reprint_row;

/* From all zero, with horizon_ms and rows_max set. */
struct tcn_reprints {
	int64_t horizon_ms; /* 0: nothing is filed */
	uint32_t rows_max; /* the oldest go first; at most 1 << 26 */
	struct tcn_reprint_row *rows; /* a ring of cap, a power of two */
	uint32_t cap;
	uint32_t first, end; /* numbers of rows, which wrap */
	uint32_t *heads; /* by number: the newest entry (reprint.c) */
	uint32_t lookups; /* so far */
	uint64_t dropped; /* texts that went early, for rows_max, ever */
};

struct tcn_reprints_stats {
	uint64_t texts; /* in the ring */
	uint64_t bytes;
	uint64_t dropped; /* texts that went early, for rows_max, ever */
};

#define TCN_REPRINT_ROW_BYTES 256 /* about, of memory */

void tcn_reprints_fini(struct tcn_reprints *reprints);

/* Counts what the ring holds. O(1). */
void tcn_reprints_stats(const struct tcn_reprints *reprints,
    struct tcn_reprints_stats *stats);

/* Files a text; its origin is item->text. */
void tcn_reprints_insert(struct tcn_reprints *reprints,
    const struct tcn_placement *item, struct tcn_sketch shingles);

/* The texts after after_ms that share enough, in no order that matters. */
void tcn_reprints_find(struct tcn_reprints *reprints,
    struct tcn_sketch shingles, int64_t after_ms, struct tcn_keys_hits *hits);

/* Gives back what is not after now_ms - horizon_ms. */
void tcn_reprints_expire(struct tcn_reprints *reprints, int64_t now_ms);

/* Fills in what is said of an item that is no copy and no excerpt by its
 * sentences: of the hits, the one with most of it, then the first, is the text
 * that it is of. */
void tcn_reprint_place(const struct tcn_keys_hits *hits,
    struct tcn_placement *item);

#endif
