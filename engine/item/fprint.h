/*
 * engine/item/fprint.h - 64-bit signatures that stay close when content does.
 *
 * tcn_fprint_doc() is what the pipeline calls. Below it: simhash (Charikar
 * 2002, as Manku, Jain and Das Sarma 2007 use it for web pages) over weighted
 * features, and the signs of random hyperplanes for a vector of numbers. Two
 * signatures are compared by Hamming distance. All of it is integer
 * arithmetic or sums in a fixed order: one input, one signature, on any
 * machine.
 *
 * Cost of simhash: about 64 additions a feature, side by side where the
 * processor can.
 */
#ifndef TCN_ENGINE_ITEM_FPRINT_H
#define TCN_ENGINE_ITEM_FPRINT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/item/doc.h"
#include "engine/item/feature.h"

/*
 * Fewer features say too little: half of the unrelated headlines that fell
 * within distance 3 had at most three. A sender's own may be three.
 */
#define TCN_FPRINT_MIN_FEATURES 4
#define TCN_FPRINT_MIN_GIVEN    3

/*
 * The fingerprint of doc: the one the article came with, or that of its
 * vector, or simhash over its features (given, or selected by df, docs_n and
 * drop_suffix as in feature.h). False when there is too little to go by; the
 * item is then only ever its text_key.
 */
bool tcn_fprint_doc(const struct tcn_doc *doc, const double *df, double docs_n,
    bool drop_suffix, uint64_t *fingerprint);

/* n > 0; the heaviest first: it decides where the others are even. */
uint64_t tcn_fprint_simhash(const struct tcn_feature *features, size_t n);

/* False when all numbers are 0 or there are fewer than two. */
bool tcn_fprint_vector(const double *vector, size_t n, uint64_t *fingerprint);

/* Bits that differ: 0 .. 64. */
unsigned tcn_fprint_distance(uint64_t a, uint64_t b);

#endif
