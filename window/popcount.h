/*
 * window/popcount.h - the inner loop: which of these words are near this one?
 *
 * Everything the index does in bulk is this question, so it is written four
 * times: portable C, C with the population count instruction, AVX2 (a table
 * of nibbles in a register, after Mula 2016) and AVX-512 (VPOPCNTDQ, sixteen
 * words an instruction). tcn_popcount_best() picks what the processor has;
 * all give the same answer.
 */
#ifndef TCN_WINDOW_POPCOUNT_H
#define TCN_WINDOW_POPCOUNT_H

#include <stddef.h>
#include <stdint.h>

/*
 * Writes to hits the places of those of n words that differ from query in at
 * most limit bits, in order, and returns how many. hits has room for n, and
 * for 16 even when n is less.
 */
typedef size_t tcn_popcount_scan32_fn(const uint32_t *words, size_t n,
    uint32_t query, unsigned limit, uint32_t *hits);

/* The same for whole fingerprints, only counted: a linear scan. */
typedef size_t tcn_popcount_count64_fn(const uint64_t *words, size_t n,
    uint64_t query, unsigned limit);

struct tcn_popcount {
	const char *name;
	tcn_popcount_scan32_fn *scan32;
	tcn_popcount_count64_fn *count64;
};

/* The fastest this processor has. */
const struct tcn_popcount *tcn_popcount_best(void);

/* The ith it has, the portable one first; NULL behind the last. */
const struct tcn_popcount *tcn_popcount_at(size_t i);

#endif
