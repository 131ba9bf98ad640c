/*
 * engine/base/ascii.h - ASCII text, many bytes at a time.
 *
 * Most bytes of most texts are ASCII letters and blanks. Where every processor
 * of a kind has SSE2, sixteen are looked at in one step; elsewhere eight, with
 * plain integer arithmetic (SWAR: a carry out of a byte's lower seven bits
 * tells whether it is above a limit; see Lamport, "Multiple byte processing
 * with full-word instructions", 1975, and Warren, Hacker's Delight, 6).
 */
#ifndef TCN_ENGINE_BASE_ASCII_H
#define TCN_ENGINE_BASE_ASCII_H

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

/* The same without SSE2, on any machine. */
struct tcn_ascii_kinds tcn_ascii_kinds_scalar(const char p[TCN_ASCII_BLOCK]);

#endif
