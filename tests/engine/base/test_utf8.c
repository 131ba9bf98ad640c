#include "tests/base/run.h"

#include <stdint.h>

#include "engine/base/utf8.h"
#include "tests/base/random.h"

/* Unicode's own table of well-formed byte sequences, a row each. */
static const struct {
	uint8_t low[4], high[4];
	size_t n;
} well_formed[] = {
	{ { 0x00 }, { 0x7f }, 1 },
	{ { 0xc2, 0x80 }, { 0xdf, 0xbf }, 2 },
	{ { 0xe0, 0xa0, 0x80 }, { 0xe0, 0xbf, 0xbf }, 3 },
	{ { 0xe1, 0x80, 0x80 }, { 0xec, 0xbf, 0xbf }, 3 },
	{ { 0xed, 0x80, 0x80 }, { 0xed, 0x9f, 0xbf }, 3 },
	{ { 0xee, 0x80, 0x80 }, { 0xef, 0xbf, 0xbf }, 3 },
	{ { 0xf0, 0x90, 0x80, 0x80 }, { 0xf0, 0xbf, 0xbf, 0xbf }, 4 },
	{ { 0xf1, 0x80, 0x80, 0x80 }, { 0xf3, 0xbf, 0xbf, 0xbf }, 4 },
	{ { 0xf4, 0x80, 0x80, 0x80 }, { 0xf4, 0x8f, 0xbf, 0xbf }, 4 },
};

static size_t
model_char(const uint8_t *p, size_t n)
{
	for (size_t row = 0; row < 9; row++) {
		size_t i = 0;

		while (i < well_formed[row].n && i < n &&
		    p[i] >= well_formed[row].low[i] &&
		    p[i] <= well_formed[row].high[i])
			i++;
		if (i == well_formed[row].n)
			return i;
	}
	return 0;
}

static size_t
model_valid_n(struct tcn_str s)
{
	size_t i = 0, n = 1;

	while (i < s.n && n > 0) {
		n = model_char((const uint8_t *)s.at + i, s.n - i);
		i += n;
	}
	return i;
}

/* Every pair of bytes, at every place of a word of eight. */
START_TEST(agrees_on_every_pair)
{
	for (unsigned pair = 0; pair < 65536; pair++) {
		char bytes[20];
		size_t at = pair % 13;
		struct tcn_str s = { bytes, sizeof bytes };

		memset(bytes, 'a', sizeof bytes);
		bytes[at] = (char)(pair >> 8);
		bytes[at + 1] = (char)pair;
		ck_assert_uint_eq(tcn_utf8_valid_n(s), model_valid_n(s));
	}
}
END_TEST

/* Bytes from the edges of the table, where mistakes would be. */
START_TEST(agrees_on_edges)
{
	static const uint8_t edges[] = { 'a', 0x7f, 0x80, 0x8f, 0x90, 0x9f,
		0xa0, 0xbf, 0xc0, 0xc1, 0xc2, 0xdf, 0xe0, 0xe1, 0xed, 0xef,
		0xf0, 0xf1, 0xf4, 0xf5, 0xff };
	uint64_t seed = 1;

	for (int round = 0; round < 300000; round++) {
		char bytes[12];
		struct tcn_str s = { bytes, 0 };

		while (s.n < sizeof bytes) {
			bytes[s.n++] = (char)edges[random_below(&seed, 21)];
		}
		s.n = random_below(&seed, 13);
		ck_assert_uint_eq(tcn_utf8_valid_n(s), model_valid_n(s));
	}
}
END_TEST

START_TEST(counts_ascii)
{
	char bytes[40];

	for (size_t at = 0; at < sizeof bytes; at++) {
		memset(bytes, '~', sizeof bytes);
		bytes[at] = (char)0x80;
		for (size_t n = 0; n <= sizeof bytes; n++)
			ck_assert_uint_eq(tcn_utf8_ascii_n((struct tcn_str){
					      bytes, n }),
			    n < at ? n : at);
	}
}
END_TEST

START_TEST(cuts_between_characters)
{
	struct tcn_str s = tcn_str("aé€😀z"); /* 1, 2, 3, 4 and 1 bytes */
	static const size_t want[] = { 0, 1, 1, 3, 3, 3, 6, 6, 6, 6, 10, 11,
		11 };

	for (size_t n = 0; n < sizeof want / sizeof *want; n++)
		ck_assert_uint_eq(tcn_utf8_cut(s, n).n, want[n]);
	ck_assert_uint_eq(tcn_utf8_cut((struct tcn_str){ 0 }, 3).n, 0);
}
END_TEST

TCN_TESTS(utf8)
{
	tcase_add_test(tc, agrees_on_every_pair);
	tcase_add_test(tc, agrees_on_edges);
	tcase_add_test(tc, counts_ascii);
	tcase_add_test(tc, cuts_between_characters);
}
