/*
 * window/base/popcount.h - the inner loop of look-ups: which words are near a
 * given one?
 *
 * Everything the index does in bulk is this question, so it is written four
 * times: portable C, C with the population count instruction, AVX2 (a table
 * of nibbles in a register, after Mula 2016) and AVX-512 (VPOPCNTDQ, sixteen
 * words an instruction). tcn_popcount_best() picks what the processor has;
 * all give the same answer.
 */
#ifndef TCN_WINDOW_BASE_POPCOUNT_H
#define TCN_WINDOW_BASE_POPCOUNT_H

#include <stddef.h>
#include <stdint.h>

/* Adds up bits in pairs, nibbles and bytes (Warren, Hacker's Delight 5-1). */
static inline unsigned
tcn_popcount_u64(uint64_t x)
{
	x -= x >> 1 & 0x5555555555555555u;
	x = (x & 0x3333333333333333u) + (x >> 2 & 0x3333333333333333u);
	x = (x + (x >> 4)) & 0x0f0f0f0f0f0f0f0fu;
	return (unsigned)(x * 0x0101010101010101u >> 56);
}

/* A range of words to scan, and what to scan for. */
struct tcn_popcount_part {
	const uint32_t *words;
	uint32_t n;
	uint32_t query;
	uint32_t limit; /* bits that may differ */
};

struct tcn_popcount_hit {
	uint32_t part;
	uint32_t at;
};

/* The position of a scan; all zero is the start. */
struct tcn_popcount_cursor {
	size_t part;
	size_t at;
};

enum {
	TCN_POPCOUNT_ROOM = 16, /* hits a scan must have room for */
};

/*
 * Continues a scan of n parts: writes the words that are near to hits, in
 * order, and returns how many there are. The scan is done when cursor->part ==
 * n; until then it stopped because hits is full, and must be called again. room
 * is at least TCN_POPCOUNT_ROOM. Parts ahead are prefetched.
 */
typedef size_t tcn_popcount_scan_fn(const struct tcn_popcount_part *parts,
    size_t n, struct tcn_popcount_cursor *cursor, struct tcn_popcount_hit *hits,
    size_t room);

/* Counts how many of n whole fingerprints are near, by a linear scan. */
typedef size_t tcn_popcount_count64_fn(const uint64_t *words, size_t n,
    uint64_t query, unsigned limit);

struct tcn_popcount {
	const char *name;
	tcn_popcount_scan_fn *scan;
	tcn_popcount_count64_fn *count64;
};

/* The fastest form that this processor can run. */
const struct tcn_popcount *tcn_popcount_best(void);

/* The ith form that this processor can run, the portable one first; NULL beyond
 * the last. */
const struct tcn_popcount *tcn_popcount_at(size_t i);

#endif
