#include "tests/base/run.h"

#include <stdlib.h>

#include "engine/base/mem.h"
#include "tests/base/random.h"
#include "tests/base/sound.h"
#include "window/cluster/lsh_impl.h"

enum {
	BANDS = 6,
	ROWS = 2,
	VALUES = BANDS * ROWS,
	WIDTH_MS = 100,
	EPOCH_MS = 10 * WIDTH_MS, /* before all times */
};

struct signature {
	uint32_t values[VALUES], bands[BANDS];
	int64_t ts_ms;
};

static struct tcn_lsh *
new_lsh(uint32_t least_bands, uint32_t heavy)
{
	const struct tcn_lsh_conf conf = {
		.bands = BANDS,
		.rows = ROWS,
		.least_bands = least_bands,
		.bucket_ms = WIDTH_MS,
		.heavy = heavy,
	};
	struct tcn_lsh *lsh = NULL;

	lsh = tcn_lsh_new(&conf);
	return lsh;
}

static void
set_bands(struct signature *s)
{
	for (size_t i = 0; i < BANDS; i++)
		s->bands[i] = s->values[2 * i] ^ s->values[2 * i + 1];
}

static struct tcn_lsh_item
item_of(const struct signature *s, uint32_t number)
{
	return (struct tcn_lsh_item){ s->values, s->bands, s->ts_ms, number };
}

/* Each value is one of few; some bands are everybody's. */
static void
make(struct signature *s, int64_t ts_ms, uint32_t few, uint64_t *seed)
{
	for (size_t i = 0; i < VALUES; i++)
		s->values[i] = (1 + random_below(seed, few)) * 2654435761u;
	s->values[0] = 5;
	s->values[1] = 6;
	set_bands(s);
	s->ts_ms = ts_ms;
}

/* How many bands and positions are equal. */
static uint32_t
count_bands(const struct signature *a, const struct signature *b,
    uint32_t *equal)
{
	uint32_t bands = 0;

	*equal = 0;
	for (size_t i = 0; i < BANDS; i++)
		bands += a->bands[i] == b->bands[i];
	for (size_t i = 0; i < VALUES; i++)
		*equal += (uint16_t)a->values[i] == (uint16_t)b->values[i];
	return bands;
}

static bool
is_same(const struct signature *a, const struct signature *b)
{
	uint32_t equal;

	(void)count_bands(a, b, &equal);
	return equal == VALUES &&
	    (a->ts_ms + EPOCH_MS) / WIDTH_MS ==
	    (b->ts_ms + EPOCH_MS) / WIDTH_MS;
}

/* Whether item i stands for its signature in its bucket: no later one does. */
static bool
is_latest(const struct signature *items, size_t n, size_t i)
{
	for (size_t k = 0; k < n; k++)
		if (k != i && is_same(&items[k], &items[i]) &&
		    (items[k].ts_ms > items[i].ts_ms ||
			(items[k].ts_ms == items[i].ts_ms && k > i)))
			return false;
	return true;
}

/* Looks up the last item among those before, and compares with a loop. */
static void
compare(struct tcn_lsh *lsh, const struct signature *items, size_t n,
    uint32_t least, int64_t after_ms)
{
	const struct tcn_lsh_item asked = item_of(&items[n], 0);
	struct tcn_lsh_hits hits = { 0 };
	size_t expected = 0, wrong = 0;

	tcn_lsh_find(lsh, &asked, after_ms, &hits);
	for (size_t i = 0; i < n; i++) {
		uint32_t equal;

		expected += items[i].ts_ms > after_ms &&
		    count_bands(&items[n], &items[i], &equal) >= least &&
		    is_latest(items, n, i);
	}
	ck_assert_uint_eq(hits.n, expected);
	for (size_t i = 0; i < hits.n; i++) {
		const struct tcn_lsh_hit *hit = &hits.at[i];
		uint32_t equal;

		wrong += hit->number >= n ||
		    hit->ts_ms != items[hit->number].ts_ms ||
		    hit->bands !=
			count_bands(&items[n], &items[hit->number], &equal) ||
		    hit->equal != equal;
	}
	ck_assert_uint_eq(wrong, 0);
	tcn_lsh_hits_fini(&hits);
}

static void
run_model(uint32_t few, uint32_t least, size_t n)
{
	struct signature *items = calloc(n, sizeof *items);
	struct tcn_lsh *lsh = new_lsh(least, 100000);
	uint64_t seed = few;
	int64_t now_ms = -500, edge_ms = INT64_MIN;

	ck_assert_ptr_nonnull(items);
	for (size_t i = 0; i < n; i++) {
		struct tcn_lsh_item item;
		uint64_t row;

		now_ms += random_below(&seed, 3);
		make(&items[i], now_ms - random_below(&seed, 60), few, &seed);
		if (i % 7 == 3)
			items[i] = items[i - random_below(&seed, 3)];
		if (i % 200 == 199) {
			edge_ms = now_ms - 330;
			tcn_lsh_expire(lsh, edge_ms);
		}
		if (i % 9 == 0)
			compare(lsh, items, i, least,
			    edge_ms == INT64_MIN
				? edge_ms
				: edge_ms + random_below(&seed, 200));
		item = item_of(&items[i], (uint32_t)i);
		tcn_lsh_insert(lsh, &item, &row);
		if (i % 100 == 0)
			ck_sound(tcn_lsh_check, lsh);
	}
	ck_sound(tcn_lsh_check, lsh);
	tcn_lsh_free(lsh);
	free(items);
}

START_TEST(candidates_are_those_of_a_double_loop)
{
	run_model(1, 1, 300);
	run_model(3, 1, 900);
	run_model(12, 2, 1500);
	run_model(500, 1, 1500);
}
END_TEST

/* Whatever else differs, the newest of a band are found. */
START_TEST(of_a_heavy_band_the_newest_are_walked)
{
	struct tcn_lsh *lsh = new_lsh(1, 5);
	struct tcn_lsh_hits hits = { 0 };
	struct tcn_lsh_stats stats;
	struct signature s = { .ts_ms = 50 };
	struct tcn_lsh_item item;
	uint64_t seed = 11, row;

	for (uint32_t i = 0; i < 20; i++) {
		for (uint32_t v = 0; v < VALUES; v++)
			s.values[v] = (uint32_t)(random_next(&seed) >> 32);
		s.values[1] = s.values[0] ^ 77; /* band 0 is 77 */
		set_bands(&s);
		item = item_of(&s, i);
		tcn_lsh_insert(lsh, &item, &row);
	}
	tcn_lsh_find(lsh, &item, 0, &hits);
	ck_assert_uint_eq(hits.n, 20); /* its bucket begins in the window */
	tcn_lsh_find(lsh, &item, -1, &hits);
	ck_assert_uint_eq(hits.n, 5);
	for (size_t i = 0; i < hits.n; i++)
		ck_assert_uint_ge(hits.at[i].number, 15);
	tcn_lsh_stats(lsh, &stats);
	ck_assert_uint_eq(stats.heavy, 1);
	ck_assert_uint_eq(stats.rows, 20);
	tcn_lsh_hits_fini(&hits);
	tcn_lsh_free(lsh);
}
END_TEST

/* A row number has 16 bits: then another bucket begins for the same time. */
START_TEST(a_full_bucket)
{
	const uint32_t n = TCN_LSH_ROWS_MAX + 500;
	struct tcn_lsh *lsh = new_lsh(BANDS, 0);
	struct tcn_lsh_hits hits = { 0 };
	struct signature s = { .ts_ms = 1 };
	struct tcn_lsh_item item;
	uint64_t row;

	for (uint32_t i = 0; i < n; i++) {
		for (uint32_t v = 0; v < VALUES; v++)
			s.values[v] = (i + 1) * (2 * v + 1) * 2654435761u;
		set_bands(&s);
		item = item_of(&s, i);
		tcn_lsh_insert(lsh, &item, &row);
		if (i % 1000 && i < TCN_LSH_ROWS_MAX)
			continue;
		tcn_lsh_find(lsh, &item, 0, &hits);
		ck_assert_uint_eq(hits.n, 1);
		ck_assert_uint_eq(hits.at[0].number, i);
		ck_assert_uint_eq(hits.at[0].row, row);
	}
	ck_assert_uint_eq(lsh->buckets_n, 2);
	ck_sound(tcn_lsh_check, lsh);
	tcn_lsh_expire(lsh, WIDTH_MS - 2);
	ck_assert_uint_eq(lsh->buckets_n, 2);
	tcn_lsh_expire(lsh, WIDTH_MS - 1);
	ck_assert_uint_eq(lsh->buckets_n, 0);
	tcn_lsh_hits_fini(&hits);
	tcn_lsh_free(lsh);
}
END_TEST

START_TEST(damage_is_found)
{
	struct tcn_lsh *lsh = new_lsh(1, 0);
	struct signature s;
	struct tcn_lsh_item item;
	uint64_t seed = 6, row;
	uint32_t *slot;

	for (uint32_t i = 0; i < 5; i++) {
		make(&s, 10, 1000, &seed);
		item = item_of(&s, i);
		tcn_lsh_insert(lsh, &item, &row);
	}
	ck_sound(tcn_lsh_check, lsh);
	tcn_lsh_load_item(lsh, &item);
	slot = tcn_lsh_probe(lsh, lsh->buckets[0], 3, lsh->bands[3]);
	ck_assert_uint_ne(*slot, 0);
	*slot ^= 8; /* another row */
	ck_broken(tcn_lsh_check, lsh);
	*slot ^= 8;
	lsh->buckets[0]->counts[2] = 1;
	ck_broken(tcn_lsh_check, lsh);
	lsh->buckets[0]->counts[2] = 0;
	tcn_lsh_next(lsh, tcn_lsh_row(lsh, lsh->buckets[0], 5))[0] = 5;
	ck_broken(tcn_lsh_check, lsh);
	tcn_lsh_free(lsh);
}
END_TEST

TCN_TESTS(lsh)
{
	tcase_add_test(tc, candidates_are_those_of_a_double_loop);
	tcase_add_test(tc, of_a_heavy_band_the_newest_are_walked);
	tcase_add_test(tc, a_full_bucket);
	tcase_add_test(tc, damage_is_found);
}
