#include "engine/base/utf8.h"

#include <assert.h>
#include <stdint.h>
#include <unicode/utf8.h>

#define HIGH_BITS UINT64_C(0x8080808080808080)

/* The index behind the ASCII bytes that begin at s.at[i]. */
static size_t
ascii_end(struct tcn_str s, size_t i)
{
	for (; i + sizeof(uint64_t) <= s.n; i += sizeof(uint64_t)) {
		uint64_t word;

		memcpy(&word, s.at + i, sizeof word);
		if (word & HIGH_BITS)
			break;
	}
	while (i < s.n && !(s.at[i] & 0x80))
		i++;
	return i;
}

size_t
tcn_utf8_ascii_n(struct tcn_str s)
{
	return ascii_end(s, 0);
}

/* The length of the valid character that p[0..n) begins with, or 0. */
static size_t
char_bytes(const uint8_t *p, size_t n)
{
	int32_t length = n < 4 ? (int32_t)n : 4;
	int32_t i = 0;
	UChar32 c;

	U8_NEXT(p, i, length, c);
	return c < 0 ? 0 : (size_t)i;
}

size_t
tcn_utf8_valid_n(struct tcn_str s)
{
	size_t i;

	assert(s.at || !s.n);
	i = ascii_end(s, 0);
	while (i < s.n) {
		const uint8_t *p = (const uint8_t *)s.at + i;
		size_t n = char_bytes(p, s.n - i);

		if (n == 0)
			return i;
		i += n;
		if (i < s.n && !(s.at[i] & 0x80))
			i = ascii_end(s, i);
	}
	return i;
}

struct tcn_str
tcn_utf8_cut(struct tcn_str s, size_t n)
{
	if (s.n <= n)
		return s;
	while (n > 0 && ((unsigned char)s.at[n] & 0xc0) == 0x80)
		n--;
	return (struct tcn_str){ s.at, n };
}
