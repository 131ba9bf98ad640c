#include "tests/base/run.h"

#include "engine/base/ascii.h"
#include "tests/base/random.h"

static uint64_t seed;

static uint64_t
next(void)
{
	return random_next(&seed) >> 33;
}

/* The reference: looks at byte after byte. */
static struct tcn_ascii_kinds
slowly(const char p[TCN_ASCII_BLOCK])
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

static void
same(const char p[TCN_ASCII_BLOCK])
{
	struct tcn_ascii_kinds want = slowly(p);
	struct tcn_ascii_kinds fast = tcn_ascii_kinds(p);
	struct tcn_ascii_kinds portable = tcn_ascii_kinds_scalar(p);

	ck_assert_uint_eq(fast.alnum, want.alnum);
	ck_assert_uint_eq(fast.high, want.high);
	ck_assert_uint_eq(portable.alnum, want.alnum);
	ck_assert_uint_eq(portable.high, want.high);
}

/* Every byte at every place, among random neighbours. */
START_TEST(kinds_equal_the_loop)
{
	static const char around[] = { 0, ' ', 'z', '{', '9', '/', '\x7f',
		'\x80', '\xff' };
	char p[TCN_ASCII_BLOCK];

	for (size_t k = 0; k < sizeof around; k++) {
		memset(p, around[k], sizeof p);
		for (size_t i = 0; i < sizeof p; i++) {
			for (int c = 0; c < 256; c++) {
				p[i] = (char)c;
				same(p);
			}
			p[i] = around[k];
		}
	}
	seed = 1;
	for (int round = 0; round < 20000; round++) {
		for (size_t i = 0; i < sizeof p; i++)
			p[i] = (char)next();
		same(p);
	}
}
END_TEST

START_TEST(numbers_are_read_low_byte_first)
{
	char p[9] = { 0 };

	tcn_ascii_store(p, 0x0807060504030201u);
	ck_assert_str_eq(p, "\1\2\3\4\5\6\7\10");
	ck_assert_uint_eq(tcn_ascii_load(p), 0x0807060504030201u);
}
END_TEST

TCN_TESTS(ascii)
{
	tcase_add_test(tc, kinds_equal_the_loop);
	tcase_add_test(tc, numbers_are_read_low_byte_first);
}
