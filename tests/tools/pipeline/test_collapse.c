#include "tests/base/in_arena.h"

#include <stdio.h>

#include "engine/item/fprint.h"
#include "engine/item/prepare.h"
#include "tests/base/random.h"
#include "tools/pipeline/collapse.h"

#define ITEMS_MAX 300

static struct tcn_store_likeness items[ITEMS_MAX];
static uint32_t numbers[ITEMS_MAX][64];
static uint16_t under[ITEMS_MAX];

/* Makes n items of families: each takes numbers of its family, of all, and of
 * its own; some have no sketch, no fingerprint or the text of another. */
static void
make_items(uint64_t *seed, uint32_t n, uint32_t families)
{
	for (uint32_t i = 0; i < n; i++) {
		uint32_t family = random_below(seed, families);
		uint32_t own = random_below(seed, 12), k = 0;
		struct tcn_store_likeness *item = &items[i];

		*item = (struct tcn_store_likeness){ 0 };
		if (random_below(seed, 8))
			for (uint32_t x = 0; x < 20; x++)
				if (random_below(seed, 20) >= own)
					numbers[i][k++] = 1000 * family + x * 7;
		for (uint32_t x = 0; k && x < own; x++)
			numbers[i][k++] = 1000000 + 1000 * i + x;
		if (k && random_below(seed, 4) == 0) /* a stock phrase */
			numbers[i][k++] = 4000000000u;
		item->sketch = (struct tcn_sketch){ numbers[i], k,
			k + (random_below(seed, 5) ? 0 : 40) };
		item->text_key = random_below(seed, 10) ? i + 1 : family + 1;
		item->has_fingerprint = random_below(seed, 3) != 0;
		item->fingerprint = random_below(seed, 6)
		    ? random_next(seed)
		    : family * 0x9e3779b97f4a7c15u ^
			1u << random_below(seed, 8);
	}
}

static bool
is_near(const struct tcn_store_likeness *a, const struct tcn_store_likeness *b,
    const struct tcn_collapse_conf *conf)
{
	struct tcn_sketch_shared shared =
	    tcn_sketch_compare(a->sketch, b->sketch);
	double figure = conf->measure == TCN_SKETCH_JACCARD
	    ? tcn_sketch_jaccard(shared)
	    : tcn_sketch_containment(shared);

	return (a->text_key && a->text_key == b->text_key) ||
	    (a->has_fingerprint && b->has_fingerprint &&
		tcn_fprint_distance(a->fingerprint, b->fingerprint) <= 3) ||
	    figure >= conf->t;
}

/* The definition: all pairs. */
static uint16_t
first_near(uint32_t i, const struct tcn_collapse_conf *conf)
{
	for (uint32_t k = 0; k < i; k++)
		if (under[k] == TCN_COLLAPSE_SHOWN &&
		    is_near(&items[k], &items[i], conf))
			return (uint16_t)k;
	return TCN_COLLAPSE_SHOWN;
}

START_TEST(it_is_what_comparing_all_pairs_gives)
{
	static const double ts[] = { 0.05, 0.3, 0.5, 0.75, 1 };
	uint64_t seed = 11, hidden = 0, kept = 0;

	for (int round = 0; round < 400; round++) {
		uint32_t n = random_below(&seed, ITEMS_MAX + 1);
		struct tcn_collapse_conf conf = { ts[round % 5],
			round % 2 ? TCN_SKETCH_JACCARD
				  : TCN_SKETCH_CONTAINMENT };

		make_items(&seed, n, 1 + random_below(&seed, 60));
		tcn_collapse(items, n, &conf, &arena, under);
		for (uint32_t i = 0; i < n; i++) {
			ck_assert_uint_eq(under[i], first_near(i, &conf));
			*(under[i] == TCN_COLLAPSE_SHOWN ? &kept : &hidden) +=
			    1;
		}
		tcn_arena_reset(&arena);
	}
	ck_assert_uint_gt(hidden, 5000);
	ck_assert_uint_gt(kept, 5000);
}
END_TEST

START_TEST(all_equal_are_one)
{
	struct tcn_collapse_conf conf = TCN_COLLAPSE_CONF_DEFAULT;
	static struct tcn_store_likeness equal[TCN_COLLAPSE_MAX];
	static uint16_t places[TCN_COLLAPSE_MAX];

	for (uint32_t x = 0; x < 64; x++)
		numbers[0][x] = x;
	for (size_t i = 0; i < TCN_COLLAPSE_MAX; i++)
		equal[i].sketch = (struct tcn_sketch){ numbers[0], 64, 64 };
	tcn_collapse(equal, TCN_COLLAPSE_MAX, &conf, &arena, places);
	ck_assert_uint_eq(places[0], TCN_COLLAPSE_SHOWN);
	for (size_t i = 1; i < TCN_COLLAPSE_MAX; i++)
		ck_assert_uint_eq(places[i], 0);
	tcn_collapse(equal, 0, &conf, &arena, places);
}
END_TEST

/* --- the cache --- */

#define CAP  7
#define KEYS 20

/* The model: what was put, and when it was used last. */
struct model {
	uint16_t places[KEYS][3];
	uint64_t used[KEYS]; /* 0: not there */
	size_t n;
};

static void
forget_oldest(struct model *model)
{
	size_t oldest = KEYS;

	for (size_t k = 0; k < KEYS; k++)
		if (model->used[k] &&
		    (oldest == KEYS || model->used[k] < model->used[oldest]))
			oldest = k;
	model->used[oldest] = 0;
	model->n--;
}

static void
put(struct tcn_collapse_cache *cache, struct model *model, size_t k,
    const uint64_t key[2], uint64_t now)
{
	uint16_t places[3] = { (uint16_t)k, (uint16_t)now, 3 };

	if (!model->used[k] && model->n == CAP)
		forget_oldest(model);
	model->n += !model->used[k];
	model->used[k] = now;
	memcpy(model->places[k], places, sizeof places);
	tcn_collapse_cache_put(cache, key, places, 3);
}

START_TEST(the_least_recently_used_goes)
{
	struct tcn_collapse_cache *cache;
	struct model model = { .n = 0 };
	uint64_t seed = 3, hits = 0;

	cache = tcn_collapse_cache_new(CAP);
	for (uint64_t now = 1; now <= 5000; now++) {
		size_t k = random_below(&seed, KEYS);
		uint64_t seqs[2] = { k, 7 }, key[2];
		const uint16_t *places;

		tcn_collapse_cache_key(seqs, 2, 0.5, 0, 1, key);
		places = tcn_collapse_cache_find(cache, key, 3);
		ck_assert(!places == !model.used[k]);
		if (places) {
			hits++;
			ck_assert_mem_eq(places, model.places[k],
			    sizeof model.places[k]);
			model.used[k] = now;
		}
		if (!places || now % 5 == 0)
			put(cache, &model, k, key, now);
		ck_assert_int_eq(tcn_collapse_cache_check(cache, NULL), TCN_OK);
	}
	ck_assert_uint_eq(tcn_collapse_cache_counts(cache).entries, CAP);
	ck_assert_uint_eq(tcn_collapse_cache_counts(cache).hits, hits);
	ck_assert_uint_eq(tcn_collapse_cache_counts(cache).misses, 5000 - hits);
	tcn_collapse_cache_free(cache);
}
END_TEST

START_TEST(all_that_matters_is_in_the_key)
{
	const uint64_t seqs[3] = { 1, 2, 3 }, turned[3] = { 2, 1, 3 };
	uint64_t keys[7][2];

	tcn_collapse_cache_key(seqs, 3, 0.5, 0, 9, keys[0]);
	tcn_collapse_cache_key(turned, 3, 0.5, 0, 9, keys[1]);
	tcn_collapse_cache_key(seqs, 2, 0.5, 0, 9, keys[2]);
	tcn_collapse_cache_key(seqs, 3, 0.6, 0, 9, keys[3]);
	tcn_collapse_cache_key(seqs, 3, 0.5, 1, 9, keys[4]);
	tcn_collapse_cache_key(seqs, 3, 0.5, 0, 10, keys[5]);
	tcn_collapse_cache_key(seqs, 3, 0.5, 0, 9, keys[6]);
	for (size_t i = 1; i < 6; i++)
		for (size_t k = 0; k < i; k++)
			ck_assert(keys[i][0] != keys[k][0] &&
			    keys[i][1] != keys[k][1]);
	ck_assert_mem_eq(keys[0], keys[6], sizeof keys[0]);
}
END_TEST

/* --- stored items --- */

static const char *const texts[] = {
	"The dam above Oster broke at dawn after heavy rain. Water from the "
	"river flooded many houses in the town. Mayor Hanna Lund asked "
	"neighbouring towns for boats. Schools remain closed until Thursday "
	"evening.",
	"A glacier in Norvland lost half of its ice. Researchers measured it "
	"with radar from aeroplanes. Summers were warmer than ever recorded "
	"there.",
	"Water from the river flooded many houses in the town. Mayor Hanna "
	"Lund asked neighbouring towns for boats. The dam above Oster broke at "
	"dawn after heavy rain. Engineers looked at the damaged bridge.",
	"Short note about boats.",
	("A glacier in Norvland lost half of its ice. Nobody asked why that "
	 "was so bad. Researchers come next summer with better instruments."),
};

#define TEXTS (sizeof texts / sizeof *texts)

/* Stores the texts with seqs 1, 2, ... */
static void
fill_store(struct tcn_store *st)
{
	struct tcn_prepare_conf conf = { .sketch = TCN_SKETCH_CONF_DEFAULT };
	struct tcn_prepare *prep;
	struct tcn_store_tx *tx;

	prep = tcn_prepare_new(&conf);
	ck_assert_int_eq(tcn_store_begin(st, &tx), TCN_OK);
	for (size_t i = 0; i < TEXTS; i++) {
		struct tcn_article article = { .id = tcn_str("x"),
			.text = tcn_str(texts[i]),
			.lang = tcn_str("en"),
			.plain = true,
			.key = { i, i } };
		struct tcn_placement place = { .seq = i + 1, .origin = i + 1 };
		struct tcn_doc doc;

		tcn_prepare(prep, &article, &arena, &doc);
		place.text_key = doc.text_key;
		ck_assert_int_eq(tcn_store_put_article(tx, &article, "en",
				     &place),
		    TCN_OK);
		if (doc.sketch.n)
			ck_assert_int_eq(tcn_store_put_sketch(tx, place.seq,
					     doc.sketch, doc.shingles),
			    TCN_OK);
	}
	ck_assert_int_eq(tcn_store_commit(st), TCN_OK);
	tcn_prepare_free(prep);
}

START_TEST(stored_and_cached_are_computed)
{
	const uint64_t seqs[] = { 2, 1, 99, 3, 4, 5, 4 };
	const uint16_t wanted[] = { TCN_COLLAPSE_SHOWN, TCN_COLLAPSE_SHOWN,
		TCN_COLLAPSE_SHOWN, 1, TCN_COLLAPSE_SHOWN, TCN_COLLAPSE_SHOWN,
		4 };
	struct tcn_collapse_conf conf = TCN_COLLAPSE_CONF_DEFAULT;
	struct tcn_collapse_cache *cache;
	struct tcn_store *st;

	ck_assert_int_eq(tcn_store_open(":memory:", TCN_STORE_CREATE, &st,
			     NULL),
	    TCN_OK);
	fill_store(st);
	cache = tcn_collapse_cache_new(4);
	for (int round = 0; round < 3; round++) {
		memset(under, 0x55, sizeof under);
		ck_assert_int_eq(tcn_collapse_stored(st,
				     round < 2 ? cache : NULL, 0, seqs, 7,
				     &conf, &arena, under),
		    TCN_OK);
		ck_assert_mem_eq(under, wanted, sizeof wanted);
	}
	ck_assert_uint_eq(tcn_collapse_cache_counts(cache).hits, 1);
	ck_assert_uint_eq(tcn_collapse_cache_counts(cache).misses, 1);
	tcn_collapse_cache_free(cache);
	tcn_store_close(st);
}
END_TEST

TCN_TESTS(collapse)
{
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, it_is_what_comparing_all_pairs_gives);
	tcase_add_test(tc, all_equal_are_one);
	tcase_add_test(tc, the_least_recently_used_goes);
	tcase_add_test(tc, all_that_matters_is_in_the_key);
	tcase_add_test(tc, stored_and_cached_are_computed);
}
