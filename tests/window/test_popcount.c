#include "tests/run.h"

#include "tests/window/near_model.h"
#include "window/popcount.h"

enum {
	WORDS = 300,
};

static size_t
scan_plainly(const uint32_t *words, size_t n, uint32_t query, unsigned limit,
    uint32_t *hits)
{
	size_t found = 0;

	for (size_t i = 0; i < n; i++) {
		unsigned apart = 0;

		for (uint32_t x = words[i] ^ query; x; x >>= 1)
			apart += x & 1;
		if (apart <= limit)
			hits[found++] = (uint32_t)i;
	}
	return found;
}

START_TEST(every_width_gives_the_same_hits)
{
	uint32_t words[WORDS], hits[WORDS], want[WORDS];
	uint64_t state = 1;

	for (size_t i = 0; i < WORDS; i++)
		words[i] = (uint32_t)next_random(&state);
	for (size_t i = 0; i < WORDS; i += 5)
		words[i] = words[0] ^ 1u << i % 32;
	for (size_t n = 0; n <= WORDS; n += n < 40 ? 1 : 37)
		for (unsigned limit = 0; limit <= 33; limit++)
			for (size_t i = 0; tcn_popcount_at(i); i++) {
				size_t found =
				    tcn_popcount_at(i)->scan32(words + 1, n / 2,
					words[0], limit, hits);

				ck_assert_uint_eq(found,
				    scan_plainly(words + 1, n / 2, words[0],
					limit, want));
				ck_assert_mem_eq(hits, want,
				    found * sizeof *hits);
			}
}
END_TEST

START_TEST(every_width_counts_the_same)
{
	uint64_t words[WORDS], state = 2;

	for (size_t i = 0; i < WORDS; i++)
		words[i] = next_random(&state) & next_random(&state);
	for (size_t n = 0; n < WORDS; n += n < 40 ? 1 : 37)
		for (unsigned limit = 0; limit <= 64; limit++) {
			size_t want = 0;

			for (size_t i = 0; i < n; i++)
				want += (unsigned)
					    __builtin_popcountll(words[i + 1] ^
						words[0]) <= limit;
			for (size_t i = 0; tcn_popcount_at(i); i++)
				ck_assert_uint_eq(want,
				    tcn_popcount_at(i)->count64(words + 1, n,
					words[0], limit));
		}
}
END_TEST

START_TEST(the_best_is_the_last)
{
	size_t n = 0;

	while (tcn_popcount_at(n))
		n++;
	ck_assert_uint_ge(n, 1);
	ck_assert_ptr_eq(tcn_popcount_best(), tcn_popcount_at(n - 1));
	ck_assert_str_eq(tcn_popcount_at(0)->name, "portable");
}
END_TEST

Suite *suite_popcount(void);

Suite *
suite_popcount(void)
{
	Suite *s = suite_create("popcount");
	TCase *tc = tcase_create("popcount");

	tcase_add_test(tc, every_width_gives_the_same_hits);
	tcase_add_test(tc, every_width_counts_the_same);
	tcase_add_test(tc, the_best_is_the_last);
	suite_add_tcase(s, tc);
	return s;
}
