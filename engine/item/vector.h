/*
 * engine/item/vector.h - vectors that a sender's model made of an article
 * (embeddings), and the similarity of two of them.
 *
 * Such vectors are compared by the cosine of the angle between them: their
 * lengths say nothing. Sums are made in a fixed order, so that one input gives
 * one result on any machine. Vectors are of one length in a stream
 * (tcn_article_limits.vector_length).
 */
#ifndef TCN_ENGINE_ITEM_VECTOR_H
#define TCN_ENGINE_ITEM_VECTOR_H

#include <stddef.h>

#include "engine/base/arena.h"
#include "engine/base/buf.h"
#include "engine/base/rc.h"
#include "engine/base/str.h"

/* The cosine of two vectors of n numbers, -1 to 1; 0 when one of them is all
 * 0. O(n). */
double tcn_vector_cosine(const float *a, const float *b, size_t n);

/*
 * The cosine that two fingerprints (engine/item/fprint.h) imply if they differ
 * in so many of 64 bits: cos(pi * bits / 64) (Charikar 2002), and 0 from half
 * of the bits on.
 */
double tcn_vector_estimate(unsigned bits);

/* Appends n numbers as float32, little-endian: the form in which they are
 * stored. */
void tcn_vector_encode(const float *vector, size_t n, struct tcn_buf *out);

/* Reads a stored vector back into the arena; for no bytes *vector is NULL and
 * *n 0. TCN_CORRUPT: the length is wrong, or a number is not finite. */
TCN_MUST_USE enum tcn_rc tcn_vector_decode(struct tcn_str bytes,
    struct tcn_arena *arena, const float **vector, size_t *n);

#endif
