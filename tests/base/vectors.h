/*
 * tests/base/vectors.h - made-up vectors: clouds around a few centres, and
 * noise between them.
 *
 * Numbers are normal (a sum of twelve uniform ones, less six), so that in some
 * hundred dimensions any two directions are nearly at right angles. The cosine
 * of two vectors of one cloud is about 1 / (1 + spread^2).
 */
#ifndef TCN_TESTS_BASE_VECTORS_H
#define TCN_TESTS_BASE_VECTORS_H

#include <stddef.h>

#include "tests/base/random.h"

static inline float
vectors_normal(uint64_t *seed)
{
	double sum = -6;

	for (int i = 0; i < 12; i++)
		sum += (double)random_below(seed, 1u << 30) / (1u << 30);
	return (float)sum;
}

/* n numbers, those of the centre (NULL: 0) and normal ones, so large. */
static inline void
vectors_make(uint64_t *seed, const float *centre, double spread, float *out,
    size_t n)
{
	for (size_t i = 0; i < n; i++)
		out[i] = (centre ? centre[i] : 0) +
		    (float)spread * vectors_normal(seed);
}

/* The nth centre: the same whenever it is asked for. */
static inline void
vectors_centre(uint64_t number, float *out, size_t n)
{
	uint64_t seed = 1000 + number;

	vectors_make(&seed, NULL, 1, out, n);
}

#endif
