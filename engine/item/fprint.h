/*
 * engine/item/fprint.h - 64-bit fingerprints that stay close when content does.
 *
 * These are signatures of locality-sensitive hashing for the cosine similarity
 * (Charikar 2002): bit b is the side of a random hyperplane on which the
 * vector of the text lies. Two vectors at an angle a differ in a bit with
 * probability a / pi, so the Hamming distance of two fingerprints, of 64 bits,
 * estimates their angle. The window looks for small distances in
 * window/near/near.h.
 *
 * For weighted terms the hyperplanes need not be stored: a term's coordinate in
 * hyperplane b is +1 or -1 by bit b of its id, which is a hash. That is
 * simhash, as Manku, Jain and Das Sarma (2007) use it for web pages. For a
 * vector of numbers (an embedding) coordinates come from a fixed sequence of
 * random numbers.
 *
 * tcn_fprint_doc() is what the pipeline calls. All of it is integer arithmetic
 * or sums in a fixed order: one input, one fingerprint, on any machine.
 *
 * Cost of simhash: 64 additions a feature, in parallel where the processor
 * can. No memory of its own.
 */
#ifndef TCN_ENGINE_ITEM_FPRINT_H
#define TCN_ENGINE_ITEM_FPRINT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/item/doc.h"
#include "engine/item/feature.h"

/*
 * A text with fewer features has no fingerprint: of the unrelated headlines
 * that fell within distance 3, half had at most three features. Where the
 * sender chose the features, three are enough.
 */
#define TCN_FPRINT_MIN_FEATURES 4
#define TCN_FPRINT_MIN_GIVEN    3

/* How terms are weighted (feature.h). */
struct tcn_fprint_weights {
	const double *df;
	double docs_n;
	bool drop_suffix;
	bool plain; /* all selected terms weigh the same */
};

/*
 * Sets *fingerprint to the one that the article came with, or that of its
 * vector, or simhash over its features, given or selected. False when there are
 * too few features; copies of such an item are found by text_key alone.
 */
bool tcn_fprint_doc(const struct tcn_doc *doc,
    const struct tcn_fprint_weights *weights, uint64_t *fingerprint);

/* Simhash of n > 0 features. The first, the heaviest, decides the bits for
 * which the weights on both sides are equal. */
uint64_t tcn_fprint_simhash(const struct tcn_feature *features, size_t n);

/* The fingerprint of a vector: on which side of each of 64 random hyperplanes
 * it lies. False when all numbers are 0 or there are fewer than two: such a
 * vector has no direction. */
bool tcn_fprint_vector(const float *vector, size_t n, uint64_t *fingerprint);

/* The Hamming distance: bits that differ, 0 .. 64. */
unsigned tcn_fprint_distance(uint64_t a, uint64_t b);

#endif
