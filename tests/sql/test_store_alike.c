#include "tests/base/run.h"

#include "sql/store_read.h"
#include "tests/sql/sample.h"

#define BATCHES 5

static struct tcn_store *st;
static struct tcn_arena arena;

static void
setup(void)
{
	st = sample_store(BATCHES);
	tcn_arena_init(&arena, 0);
}

static void
teardown(void)
{
	tcn_arena_fini(&arena);
	tcn_store_close(st);
}

static bool
is_alike(const struct tcn_placement *place, const struct tcn_store_alike *alike)
{
	uint64_t differ = place->fingerprint ^ alike->fingerprint;

	return place->text_key == alike->text_key ||
	    (place->has_fingerprint && alike->has_fingerprint &&
		(unsigned)__builtin_popcountll(differ) <= alike->radius);
}

/* Of all times, as a look at each item would find them. */
START_TEST(alike_items_of_all_times)
{
	const uint64_t items = BATCHES * SAMPLE_ITEMS;

	for (uint64_t from = 1; from <= items; from++) {
		struct tcn_placement place = sample_place(from);
		struct tcn_store_alike alike = {
			.text_key = place.text_key,
			.has_fingerprint = from % 5 != 0,
			.fingerprint = place.fingerprint ^ (from % 3 * 5),
			.radius = (unsigned)(from % 4),
			.rows_max = from % 2 ? items : items / 2,
		};
		struct tcn_store_seq_list got;
		uint64_t last = items - alike.rows_max, n = 0;
		int64_t since_ms;

		ck_assert_int_eq(tcn_store_alike_seqs(st, &alike, items, &arena,
				     &got, &since_ms),
		    TCN_OK);
		for (uint64_t seq = items; seq > last; seq--) {
			place = sample_place(seq);
			if (!is_alike(&place, &alike))
				continue;
			ck_assert_uint_lt(n, got.n);
			ck_assert_uint_eq(got.at[n++].seq, seq);
		}
		ck_assert_uint_eq(n, got.n);
		ck_assert_int_eq(since_ms,
		    last ? sample_place(last + 1).ts_ms : TCN_UNDATED);
	}
}
END_TEST

TCN_TESTS(store_alike)
{
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, alike_items_of_all_times);
}
