/*
 * window/base/popcount.h - the inner loop: which of these words are near this
 * one?
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

/* Words to look through, and what for. */
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

/* How far a scan has come; all zero is the start. */
struct tcn_popcount_cursor {
	size_t part;
	size_t at;
};

enum {
	TCN_POPCOUNT_ROOM = 16, /* hits a scan must have room for */
};

/*
 * Goes on with a scan of n parts: writes which words are near to hits, in
 * order, and returns how many. It is done when cursor->part == n; until then
 * it has stopped for want of room and is to be called again. room is at least
 * TCN_POPCOUNT_ROOM. Lines of parts ahead are asked for in time.
 */
typedef size_t tcn_popcount_scan_fn(const struct tcn_popcount_part *parts,
    size_t n, struct tcn_popcount_cursor *cursor, struct tcn_popcount_hit *hits,
    size_t room);

/* How many of n whole fingerprints are near: a linear scan. */
typedef size_t tcn_popcount_count64_fn(const uint64_t *words, size_t n,
    uint64_t query, unsigned limit);

struct tcn_popcount {
	const char *name;
	tcn_popcount_scan_fn *scan;
	tcn_popcount_count64_fn *count64;
};

/* The fastest this processor has. */
const struct tcn_popcount *tcn_popcount_best(void);

/* The ith it has, the portable one first; NULL behind the last. */
const struct tcn_popcount *tcn_popcount_at(size_t i);

#endif
