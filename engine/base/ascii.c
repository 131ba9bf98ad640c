#include "engine/base/ascii.h"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#define EACH UINT64_C(0x0101010101010101) /* times a byte: eight of it */
#define HIGH (EACH * 0x80)

/*
 * Sets the high bit of each byte of x that lies in from..to. Of a byte beyond
 * ASCII the bit means nothing, and the caller masks it.
 */
static uint64_t
in_range(uint64_t x, unsigned char from, unsigned char to)
{
	uint64_t low = x & ~HIGH;

	return (low + EACH * (0x80u - from)) & ~(low + EACH * (0x7fu - to));
}

/*
 * Packs the high bits of the eight bytes into the low eight bits: each term of
 * the multiplier shifts one of them to its place at the top of the product.
 */
static uint64_t
gather(uint64_t x)
{
	return ((x & HIGH) >> 7) * UINT64_C(0x0102040810204080) >> 56;
}

struct tcn_ascii_kinds
tcn_ascii_kinds_scalar(const char p[TCN_ASCII_BLOCK])
{
	struct tcn_ascii_kinds kinds = { 0, 0 };

	for (unsigned i = 0; i < TCN_ASCII_BLOCK; i += 8) {
		uint64_t x = tcn_ascii_load(p + i);
		uint64_t alnum =
		    in_range(x | EACH * 0x20, 'a', 'z') | in_range(x, '0', '9');

		kinds.alnum |= gather(alnum & ~x) << i;
		kinds.high |= gather(x) << i;
	}
	return kinds;
}

#if defined(__SSE2__)
/*
 * Which of sixteen bytes are among the n values from `from` on. SSE2 compares
 * signed bytes only, so the range is shifted to begin at -128.
 */
static unsigned
within(__m128i x, char from, char n)
{
	__m128i at = _mm_sub_epi8(x, _mm_set1_epi8((char)(from - 128)));

	return (unsigned)_mm_movemask_epi8(_mm_cmplt_epi8(at,
	    _mm_set1_epi8((char)(n - 128))));
}

struct tcn_ascii_kinds
tcn_ascii_kinds(const char p[TCN_ASCII_BLOCK])
{
	struct tcn_ascii_kinds kinds = { 0, 0 };

	for (unsigned i = 0; i < TCN_ASCII_BLOCK; i += 16) {
		__m128i x = _mm_loadu_si128((const __m128i *)(p + i));
		__m128i small = _mm_or_si128(x, _mm_set1_epi8(0x20));
		unsigned alnum = within(small, 'a', 26) | within(x, '0', 10);

		kinds.alnum |= (uint64_t)alnum << i;
		kinds.high |= (uint64_t)(unsigned)_mm_movemask_epi8(x) << i;
	}
	return kinds;
}

#else

struct tcn_ascii_kinds
tcn_ascii_kinds(const char p[TCN_ASCII_BLOCK])
{
	return tcn_ascii_kinds_scalar(p);
}

#endif
