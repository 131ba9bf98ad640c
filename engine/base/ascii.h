/*
 * engine/base/ascii.h - what kind of character an ASCII byte is: one byte at
 * a time, and 64 at a time.
 *
 * The functions for one byte ignore the locale, which <ctype.h> does not, and
 * take any char: a byte beyond ASCII is neither letter, digit nor space.
 *
 * Most bytes of most texts are ASCII letters and blanks, so the tokenizer
 * classifies a block of 64 bytes at once into bit masks. Where every processor
 * of a kind has SSE2, sixteen are compared in one instruction; elsewhere eight,
 * with plain integer arithmetic (SWAR: a carry out of a byte's lower seven
 * bits tells whether it is above a limit; see Lamport, "Multiple byte
 * processing with full-word instructions", 1975, and Warren, Hacker's Delight,
 * chapter 6). Both give the same masks.
 */
#ifndef TCN_ENGINE_BASE_ASCII_H
#define TCN_ENGINE_BASE_ASCII_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

static inline bool
tcn_ascii_is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static inline bool
tcn_ascii_has_digit(const char *at, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (tcn_ascii_is_digit(at[i]))
			return true;
	return false;
}

static inline bool
tcn_ascii_is_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static inline bool
tcn_ascii_is_alnum(char c)
{
	return tcn_ascii_is_letter(c) || tcn_ascii_is_digit(c);
}

/* A space, or one of \t \n \v \f \r. */
static inline bool
tcn_ascii_is_space(char c)
{
	return c == ' ' || (c >= '\t' && c <= '\r');
}

/* A space or any control character, NUL and DEL among them. */
static inline bool
tcn_ascii_is_blank(char c)
{
	return (unsigned char)c <= ' ' || c == 0x7f;
}

/* The small letter of a capital; any other byte as it is. */
static inline char
tcn_ascii_lower(char c)
{
	return c >= 'A' && c <= 'Z' ? (char)(c | 0x20) : c;
}

/* The value, 0 .. 15, of a hexadecimal digit in either case; else -1. */
static inline int
tcn_ascii_hex(char c)
{
	char small = tcn_ascii_lower(c);

	if (tcn_ascii_is_digit(c))
		return c - '0';
	return small >= 'a' && small <= 'f' ? small - 'a' + 10 : -1;
}

#define TCN_ASCII_BLOCK 64 /* bytes */

/* Two masks of a block: bit i stands for byte i. */
struct tcn_ascii_kinds {
	uint64_t alnum; /* set for ASCII letters and digits */
	uint64_t high; /* set for bytes beyond ASCII, 0x80 .. 0xff */
};

/* Eight bytes as a number, the first byte lowest, on any machine. */
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

/* The reverse of tcn_ascii_load(): writes eight bytes. */
static inline void
tcn_ascii_store(char *p, uint64_t x)
{
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
	x = __builtin_bswap64(x);
#endif
	memcpy(p, &x, sizeof x);
}

/* Classifies the TCN_ASCII_BLOCK bytes at p, all of which are read. */
struct tcn_ascii_kinds tcn_ascii_kinds(const char p[TCN_ASCII_BLOCK]);

/* tcn_ascii_kinds() without SSE2, on any machine: the reference for tests. */
struct tcn_ascii_kinds tcn_ascii_kinds_scalar(const char p[TCN_ASCII_BLOCK]);

#endif
