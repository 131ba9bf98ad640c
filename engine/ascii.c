#include "engine/ascii.h"

#define EACH UINT64_C(0x0101010101010101)
#define HIGH (EACH * 0x80)

/* The high bit of each byte of x that lies from..to; others are undefined
 * for bytes that are not ASCII. */
static uint64_t
within(uint64_t x, unsigned char from, unsigned char to)
{
	uint64_t low = x & ~HIGH;

	return (low + EACH * (0x80u - from)) & ~(low + EACH * (0x7fu - to));
}

/* The high bits of the eight bytes, side by side. */
static uint64_t
gather(uint64_t x)
{
	return ((x & HIGH) >> 7) * UINT64_C(0x0102040810204080) >> 56;
}

struct tcn_ascii_kinds
tcn_ascii_kinds(const char p[TCN_ASCII_BLOCK])
{
	struct tcn_ascii_kinds kinds = { 0, 0 };

	for (unsigned i = 0; i < TCN_ASCII_BLOCK; i += 8) {
		uint64_t x = tcn_ascii_load(p + i);
		uint64_t alnum =
		    within(x | EACH * 0x20, 'a', 'z') | within(x, '0', '9');

		kinds.alnum |= gather(alnum & ~x) << i;
		kinds.high |= gather(x) << i;
	}
	return kinds;
}

struct tcn_ascii_kinds
tcn_ascii_kinds_slowly(const char p[TCN_ASCII_BLOCK])
{
	struct tcn_ascii_kinds kinds = { 0, 0 };

	for (unsigned i = 0; i < TCN_ASCII_BLOCK; i++) {
		unsigned char c = (unsigned char)p[i];
		uint64_t bit = (uint64_t)1 << i;

		if (c >= 0x80)
			kinds.high |= bit;
		else if ((c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') ||
		    (c >= 'a' && c <= 'z'))
			kinds.alnum |= bit;
	}
	return kinds;
}
