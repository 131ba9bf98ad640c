#include "tests/base/run.h"

#include "engine/base/compare.h"
#include "engine/base/sort.h"
#include "tests/base/random.h"

enum {
	MOST = 5000,
};

/* mask: few bits make many equal keys; step: a run up or down. */
static void
check_sorted(size_t n, uint64_t mask, uint64_t step)
{
	static uint64_t keys[MOST], model[MOST], scratch[MOST];
	uint64_t x = n + 1;

	for (size_t i = 0; i < n; i++) {
		random_next(&x);
		keys[i] = model[i] = step ? step * i : x & mask;
	}
	tcn_sort_u64(keys, n, scratch);
	qsort(model, n, sizeof *model, tcn_compare_u64);
	ck_assert_mem_eq(keys, model, n * sizeof *keys);
}

START_TEST(sorts_as_the_library_does)
{
	for (size_t n = 1; n < MOST; n += n < 100 ? 1 : 331) {
		check_sorted(n, UINT64_MAX, 0);
		check_sorted(n, 7ull << 60, 0);
		check_sorted(n, 0, 3);
		check_sorted(n, 0, UINT64_MAX);
		check_sorted(n, 0, (uint64_t)1 << 50);
	}
}
END_TEST

/* All but one key lie in one bucket, and so on with what is in it. */
START_TEST(keys_that_deal_out_badly_are_sorted)
{
	uint64_t keys[512], model[512], scratch[512];

	for (size_t i = 0; i < 512; i++)
		keys[i] = model[i] = i < 64 ? UINT64_MAX >> i : i % 7;
	tcn_sort_u64(keys, 512, scratch);
	qsort(model, 512, sizeof *model, tcn_compare_u64);
	ck_assert_mem_eq(keys, model, sizeof keys);
}
END_TEST

START_TEST(nothing_is_sorted)
{
	tcn_sort_u64(NULL, 0, NULL);
}
END_TEST

TCN_TESTS(sort)
{
	tcase_add_test(tc, sorts_as_the_library_does);
	tcase_add_test(tc, keys_that_deal_out_badly_are_sorted);
	tcase_add_test(tc, nothing_is_sorted);
}
