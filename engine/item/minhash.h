/*
 * engine/item/minhash.h - signatures of word sets, which estimate their Jaccard
 * similarity.
 *
 * MinHash (Broder, On the resemblance and containment of documents, 1997):
 * under a random order of all words, the first word of one set is the first of
 * another with a probability that equals their Jaccard similarity. A signature
 * has that first word's number under `bands` x `rows` orders; the share of
 * positions where two signatures are equal estimates the similarity, without
 * bias, with a standard error of sqrt(s (1 - s) / values).
 *
 * Banding (Leskovec, Rajaraman and Ullman, Mining of Massive Datasets, 3.4):
 * `rows` positions side by side are a band, and two items of similarity s agree
 * in a band with probability s^rows. Items that agree in several bands are
 * candidates; an index of items by band finds them without comparing all
 * (window/cluster/lsh.h).
 *
 *   words      the article's, as 32-bit numbers: CRC-32, with zlib's
 *              polynomial, of the word or of its stem (prepare.h). A set: what
 *              stands twice changes nothing.
 *   functions  h_i(x) = (a_i x + b_i) mod p, p = 2^32 + 15, the least prime
 *              above all x; two draws r, r' of splitmix64 from the seed each:
 *              a = 1 + r mod (2^32 - 1), b = r' mod 2^32
 *   signature  s_i = the least h_i of the words, its low 32 bits
 *   band       the exclusive or of its rows
 *
 * a x + b is below 2^64, so that 64-bit arithmetic is exact. The remainder
 * takes no division: 2^32 is -15 modulo p, so the upper half of a number is
 * folded into the lower one, twice (pseudo-Mersenne reduction: Knuth, TAOCP 2,
 * 4.3.2). All forms of the inner loop, portable, AVX2 and AVX-512, give the
 * same numbers.
 *
 * Cost: about half a microsecond for 120 values of ten words with AVX-512, one
 * with AVX2, 2.5 without.
 */
#ifndef TCN_ENGINE_ITEM_MINHASH_H
#define TCN_ENGINE_ITEM_MINHASH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/base/rc.h"

#define TCN_MINHASH_PRIME UINT64_C(0x10000000f) /* 2^32 + 15 */

enum {
	TCN_MINHASH_VALUES_MAX = 512, /* bands x rows */
	TCN_MINHASH_WORDS_MAX = 512, /* of an article; the rest is not read */
};

struct tcn_minhash_conf {
	uint32_t bands, rows; /* both > 0; bands x rows <= VALUES_MAX */
	uint64_t seed;
};

/* How the number of equal positions becomes a similarity. */
enum tcn_minhash_estimate {
	TCN_MINHASH_POSITIONS, /* equal / values: the unbiased estimate */
	/* equal / (2 values - equal): the two signatures taken as sets, which
	 * is s / (2 - s) of the former. */
	TCN_MINHASH_SETS,
};

struct tcn_minhash;

/* Makes the hash functions, drawn from conf's seed. */
struct tcn_minhash *tcn_minhash_new(const struct tcn_minhash_conf *conf);
void tcn_minhash_free(struct tcn_minhash *minhash);

/* How many values a signature has. */
uint32_t tcn_minhash_values(const struct tcn_minhash *minhash);

/* The hash of one word, (a x + b) mod p: a and b below 2^32. */
static inline uint64_t
tcn_minhash_hash(uint32_t a, uint32_t b, uint32_t x)
{
	uint64_t t = (uint64_t)a * x + b;
	int64_t low;

	/* Both folds in full, as the reference for the vectors. */
	t = (t & UINT32_MAX) + 15 * TCN_MINHASH_PRIME - 15 * (t >> 32);
	low = (int64_t)(t & UINT32_MAX) - (int64_t)(15 * (t >> 32));
	return low < 0 ? (uint64_t)(low + (int64_t)TCN_MINHASH_PRIME)
		       : (uint64_t)low;
}

/* The signature of n > 0 words: tcn_minhash_values() numbers. */
void tcn_minhash_sign(const struct tcn_minhash *minhash, const uint32_t *words,
    size_t n, uint32_t *values);

/* Sets the values of a signature's bands: conf.bands numbers. */
void tcn_minhash_bands(const struct tcn_minhash *minhash,
    const uint32_t *values, uint32_t *bands);

/* Whether there are at least `least` different words. O(n least). */
bool tcn_minhash_has_words(const uint32_t *words, size_t n, size_t least);

/* The estimated similarity, 0..1, when `equal` of `values` positions are
 * equal. */
double tcn_minhash_likeness(enum tcn_minhash_estimate estimate, uint32_t equal,
    uint32_t values);

/* --- For tests and benchmarks: the forms of the inner loop. --- */

/* Functions are padded to a multiple of this. */
#define TCN_MINHASH_LANES 16

typedef void tcn_minhash_sign_fn(const uint64_t *a, const uint64_t *b,
    size_t functions, const uint32_t *words, size_t n, uint32_t *values);

struct tcn_minhash_form {
	const char *name;
	tcn_minhash_sign_fn *sign;
};

/* The ith form of the inner loop that this processor can run: the portable one
 * first, the fastest last; NULL beyond. */
const struct tcn_minhash_form *tcn_minhash_form_at(size_t i);

/* Makes tcn_minhash_sign() use this form. */
void tcn_minhash_set_form(struct tcn_minhash *minhash,
    const struct tcn_minhash_form *form);

#endif
