/*
 * engine/ascii.h - ASCII text, many bytes at a time.
 *
 * Most bytes of most texts are ASCII letters and blanks. These few functions
 * work on words of eight bytes with plain integer arithmetic (SWAR: a carry
 * out of a byte's lower seven bits tells whether it is above a limit; see
 * Lamport, "Multiple byte processing with full-word instructions", 1975, and
 * Warren, Hacker's Delight, 6), so they need neither alignment nor any
 * processor in particular. About 4 GB/s.
 */
#ifndef TCN_ENGINE_ASCII_H
#define TCN_ENGINE_ASCII_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define TCN_ASCII_BLOCK 64

/* Of a block of bytes: bit i is byte i. */
struct tcn_ascii_kinds {
	uint64_t alnum; /* ASCII letters and digits */
	uint64_t high; /* not ASCII */
};

/* Eight bytes as a number, the first lowest, on any machine. */
static inline uint64_t
tcn_ascii_load(const char *p)
{
	uint64_t x;

	memcpy(&x, p, sizeof x);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
	x = __builtin_bswap64(x);
#endif
	return x;
}

static inline void
tcn_ascii_store(char *p, uint64_t x)
{
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
	x = __builtin_bswap64(x);
#endif
	memcpy(p, &x, sizeof x);
}

/* What the TCN_ASCII_BLOCK bytes at p are. */
struct tcn_ascii_kinds tcn_ascii_kinds(const char p[TCN_ASCII_BLOCK]);

/* The same byte by byte: the reference it is tested against. */
struct tcn_ascii_kinds tcn_ascii_kinds_slowly(const char p[TCN_ASCII_BLOCK]);

#endif
