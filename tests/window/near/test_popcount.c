#include "tests/base/run.h"

#include "tests/window/near/near_model.h"
#include "window/base/popcount.h"

enum {
	WORDS = 300,
	PARTS = 300,
};

static size_t
scan_plainly(const struct tcn_popcount_part *parts, size_t n,
    struct tcn_popcount_hit *hits)
{
	size_t found = 0;

	for (size_t i = 0; i < n; i++)
		for (size_t at = 0; at < parts[i].n; at++) {
			unsigned apart = 0;
			uint32_t x = parts[i].words[at] ^ parts[i].query;

			for (; x; x >>= 1)
				apart += x & 1;
			if (apart <= parts[i].limit)
				hits[found++] = (struct tcn_popcount_hit){
					(uint32_t)i,
					(uint32_t)at,
				};
		}
	return found;
}

static size_t
scan_all(const struct tcn_popcount *popcount,
    const struct tcn_popcount_part *parts, size_t n, size_t room,
    struct tcn_popcount_hit *hits)
{
	struct tcn_popcount_cursor cursor = { 0 };
	size_t found = 0;

	while (cursor.part < n) {
		size_t more =
		    popcount->scan(parts, n, &cursor, hits + found, room);

		ck_assert_uint_le(more, room);
		found += more;
	}
	return found;
}

/* Parts of all lengths, at all alignments, with little room and with much. */
START_TEST(every_width_gives_the_same_hits)
{
	uint32_t words[WORDS];
	struct tcn_popcount_part parts[PARTS];
	struct tcn_popcount_hit hits[PARTS * 50], want[PARTS * 50];
	uint64_t state = 1;

	for (size_t i = 0; i < WORDS; i++)
		words[i] = i % 5 ? (uint32_t)next_random(&state)
				 : words[0] ^ 1u << i % 32;
	for (uint32_t i = 0; i < PARTS; i++)
		parts[i] = (struct tcn_popcount_part){
			.words = words + next_random(&state) % 200,
			.n = i % 50,
			.query = i % 3 ? words[0] : words[7],
			.limit = i % 7 ? i % 12 : i % 34,
		};
	for (size_t i = 0; tcn_popcount_at(i); i++)
		for (size_t room = TCN_POPCOUNT_ROOM; room < 100; room += 20) {
			size_t n = scan_plainly(parts, PARTS, want);

			ck_assert_uint_eq(scan_all(tcn_popcount_at(i), parts,
					      PARTS, room, hits),
			    n);
			ck_assert_mem_eq(hits, want, n * sizeof *hits);
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

TCN_TESTS(popcount)
{
	tcase_add_test(tc, every_width_gives_the_same_hits);
	tcase_add_test(tc, every_width_counts_the_same);
	tcase_add_test(tc, the_best_is_the_last);
}
