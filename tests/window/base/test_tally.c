#include "tests/base/run.h"

#include "tests/base/random.h"
#include "window/base/tally.h"

#define MOST 3000

/* The number of the key among those before it in the list, from 0. */
static size_t
number_of(const uint64_t *keys, size_t n, uint64_t key)
{
	size_t i = 0;

	while (i < n && keys[i] != key)
		i++;
	return i;
}

/* Against a list that is searched: keys stand in the order in which they came,
 * each with how often it did. mask: few bits make many equal keys. */
static void
check_counts(struct tcn_tally *tally, size_t n, uint64_t mask)
{
	static uint64_t distinct[MOST];
	static uint32_t counts[MOST];
	uint64_t x = n + 1;
	size_t found = 0;

	tcn_tally_begin(tally, n);
	ck_assert_uint_eq(tally->n, 0);
	for (size_t i = 0; i < n; i++) {
		size_t at;

		random_next(&x);
		at = number_of(distinct, found, x & mask);
		if (at == found) {
			ck_assert_ptr_null(tcn_tally_find(tally, x & mask));
			distinct[found] = x & mask;
			counts[found++] = 0;
		}
		counts[at]++;
		tcn_tally_add(tally, x & mask)->counts[i % 4]++;
	}
	ck_assert_uint_eq(tally->n, found);
	for (size_t i = 0; i < found; i++) {
		const struct tcn_tally_entry *entry = &tally->at[i];

		ck_assert_uint_eq(entry->key, distinct[i]);
		ck_assert_uint_eq(entry->counts[0] + entry->counts[1] +
			entry->counts[2] + entry->counts[3],
		    counts[i]);
		ck_assert_ptr_eq(tcn_tally_find(tally, distinct[i]), entry);
	}
	ck_assert_ptr_null(tcn_tally_find(tally, ~(x & mask)));
}

START_TEST(counts_as_a_list_does)
{
	struct tcn_tally tally = { 0 };

	ck_assert_ptr_null(tcn_tally_find(&tally, 1));
	for (size_t n = 0; n < MOST; n += n < 40 ? 1 : 577) {
		check_counts(&tally, n, UINT64_MAX >> 1);
		check_counts(&tally, n, 0xff);
		check_counts(&tally, n, (uint64_t)7 << 40);
		check_counts(&tally, n / 2, 0xfff);
	}
	tcn_tally_fini(&tally);
}
END_TEST

TCN_TESTS(tally)
{
	tcase_add_test(tc, counts_as_a_list_does);
}
