#include "tests/base/in_arena.h"

#include <stdio.h>

#include "engine/item/prepare.h"
#include "engine/item/sketch.h"
#include "tests/base/random.h"

#define SET_MAX 300

/* A set of numbers in order. */
struct set {
	uint32_t at[SET_MAX];
	uint32_t n;
};

static bool
has(const struct set *set, uint32_t x)
{
	for (uint32_t i = 0; i < set->n; i++)
		if (set->at[i] == x)
			return true;
	return false;
}

static void
add(struct set *set, uint32_t x)
{
	uint32_t i = set->n;

	if (has(set, x) || set->n == SET_MAX)
		return;
	for (; i > 0 && set->at[i - 1] > x; i--)
		set->at[i] = set->at[i - 1];
	set->at[i] = x;
	set->n++;
}

static struct tcn_sketch
sketch_of(const struct set *set, uint32_t k)
{
	return (struct tcn_sketch){ set->at, set->n < k ? set->n : k, set->n };
}

static uint32_t
common(const struct set *a, const struct set *b)
{
	uint32_t m = 0;

	for (uint32_t i = 0; i < a->n; i++)
		m += has(b, a->at[i]);
	return m;
}

/* Two sets of up to n numbers below span, in a relation that depends on the
 * round: random, nested, equal, one empty, disjoint. */
static void
make_pair(int round, uint64_t *seed, uint32_t n, uint32_t span, struct set *a,
    struct set *b)
{
	uint32_t na = random_below(seed, n + 1), nb = random_below(seed, n + 1);

	a->n = b->n = 0;
	for (uint32_t i = 0; i < na; i++)
		add(a, random_below(seed, span));
	if (round % 5 == 0)
		*b = *a;
	else if (round % 5 == 1)
		for (uint32_t i = 0; i < a->n; i += 1 + i % 3)
			add(b, a->at[i]);
	for (uint32_t i = 0; i < nb && round % 5 > 1; i++)
		add(b, random_below(seed, span) + (round % 5 == 2 ? span : 0));
	if (round % 5 == 3 && round % 2)
		a->n = 0;
}

/* Where nothing was cut off, the figures are those of the whole sets. */
START_TEST(figures_are_exact_for_whole_sets)
{
	uint64_t seed = 3;
	struct set a, b;

	for (int round = 0; round < 4000; round++) {
		struct tcn_sketch_shared shared;
		uint32_t m, either;

		make_pair(round, &seed, 40, 60, &a, &b);
		shared =
		    tcn_sketch_compare(sketch_of(&a, 64), sketch_of(&b, 64));
		if (!a.n || !b.n) {
			ck_assert_uint_eq(shared.na + shared.nb + shared.m, 0);
			continue;
		}
		m = common(&a, &b);
		either = a.n + b.n - m;
		ck_assert_uint_eq(shared.m, m);
		ck_assert_double_eq(tcn_sketch_jaccard(shared),
		    (double)m / either);
		ck_assert_double_eq(tcn_sketch_containment(shared),
		    (double)m / (a.n < b.n ? a.n : b.n));
	}
}
END_TEST

/* Sketches of any k are compared by what both are complete in. */
START_TEST(what_is_compared_is_complete)
{
	uint64_t seed = 4;
	struct set a, b;

	for (int round = 0; round < 4000; round++) {
		uint32_t k = 1 + random_below(&seed, 64);
		uint32_t l = round % 3 ? k : 1 + random_below(&seed, 64);
		uint32_t top = UINT32_MAX, m = 0, na = 0, nb = 0;
		struct tcn_sketch_shared shared;

		make_pair(round, &seed, 120, 200, &a, &b);
		if (!a.n || !b.n)
			continue;
		if (a.n > k)
			top = a.at[k - 1];
		if (b.n > l && b.at[l - 1] < top)
			top = b.at[l - 1];
		for (uint32_t x = 0; x < a.n; x++) {
			na += a.at[x] <= top;
			m += a.at[x] <= top && has(&b, a.at[x]);
		}
		for (uint32_t x = 0; x < b.n; x++)
			nb += b.at[x] <= top;
		shared = tcn_sketch_compare(sketch_of(&a, k), sketch_of(&b, l));
		ck_assert_uint_eq(shared.m, m);
		ck_assert_uint_eq(shared.na, na);
		ck_assert_uint_eq(shared.nb, nb);
	}
}
END_TEST

static bool
is_near(struct tcn_sketch a, struct tcn_sketch b,
    enum tcn_sketch_measure measure, double t, uint32_t least)
{
	struct tcn_sketch_shared shared = tcn_sketch_compare(a, b);
	double figure = measure == TCN_SKETCH_JACCARD
	    ? tcn_sketch_jaccard(shared)
	    : tcn_sketch_containment(shared);

	return shared.m >= least && figure >= t;
}

/* The early ends never change the answer: every k, thresholds between and
 * exactly at fractions that occur. */
START_TEST(early_ends_give_the_full_answer)
{
	static const double ts[] = { 1e-9, 0.1, 1.0 / 3, 0.5, 0.6, 2.0 / 3, 0.8,
		0.9, 1 };
	uint64_t seed = 5, yes = 0, no = 0;
	struct set a, b;

	for (int round = 0; round < 60000; round++) {
		uint32_t k = 1 + (uint32_t)round % 64;
		uint32_t l = round % 7 ? k : 1 + random_below(&seed, 64);
		double t = ts[random_below(&seed, sizeof ts / sizeof *ts)];
		uint32_t least = random_below(&seed, 4);
		enum tcn_sketch_measure measure =
		    round % 2 ? TCN_SKETCH_JACCARD : TCN_SKETCH_CONTAINMENT;
		bool wanted;

		make_pair(round / 64, &seed, 1 + (uint32_t)round % 90, 100, &a,
		    &b);
		wanted = is_near(sketch_of(&a, k), sketch_of(&b, l), measure, t,
		    least);
		ck_assert(tcn_sketch_is_near(sketch_of(&a, k), sketch_of(&b, l),
			      measure, t, least) == wanted);
		ck_assert(tcn_sketch_is_near(sketch_of(&b, l), sketch_of(&a, k),
			      measure, t, least) == wanted);
		*(wanted ? &yes : &no) += 1;
	}
	ck_assert_uint_ge(yes, 5000);
	ck_assert_uint_ge(no, 5000);
}
END_TEST

START_TEST(what_is_stored_comes_back)
{
	uint64_t seed = 6;
	struct set a, b;

	for (int round = 0; round < 500; round++) {
		unsigned char bytes[TCN_SKETCH_BYTES_MAX];
		struct tcn_sketch sketch, back;
		size_t n;

		make_pair(round, &seed, 250, UINT32_MAX, &a, &b);
		sketch = sketch_of(&a, 1 + random_below(&seed, TCN_SKETCH_MAX));
		n = tcn_sketch_encode(sketch, bytes);
		ck_assert_int_eq(tcn_sketch_decode(bytes, n, sketch.full,
				     &arena, &back),
		    TCN_OK);
		ck_assert_uint_eq(back.n, sketch.n);
		ck_assert_uint_eq(back.full, sketch.full);
		for (uint32_t i = 0; i < back.n; i++)
			ck_assert_uint_eq(back.at[i], sketch.at[i]);
	}
}
END_TEST

static const struct {
	const char *bytes;
	size_t n;
	uint64_t full;
} damaged[] = {
	{ "123", 3, 1 }, /* cut */
	{ "1234", 4, 0 }, /* fewer than it keeps */
	{ "1234", 4, (uint64_t)1 << 32 },
	{ "\2\0\0\0\1\0\0\0", 8, 2 }, /* out of order */
	{ "\1\0\0\0\1\0\0\0", 8, 2 }, /* twice */
};

START_TEST(damaged_bytes_are_no_sketch)
{
	struct tcn_sketch sketch;

	ck_assert_int_eq(tcn_sketch_decode(damaged[_i].bytes, damaged[_i].n,
			     damaged[_i].full, &arena, &sketch),
	    TCN_CORRUPT);
	ck_assert_uint_eq(sketch.n, 0);
}
END_TEST

/* --- Of articles. --- */

static struct tcn_prepare *
new_preparer(uint32_t k)
{
	struct tcn_prepare_conf conf = { .sketch = TCN_SKETCH_CONF_DEFAULT };
	struct tcn_prepare *prep;

	conf.sketch.k = k;
	prep = tcn_prepare_new(&conf);
	return prep;
}

static struct tcn_doc
prepare(struct tcn_prepare *prep, struct tcn_str text)
{
	static struct tcn_article article;
	struct tcn_doc doc;

	article = (struct tcn_article){ .title = tcn_str("A title of its own"),
		.text = text,
		.lang = tcn_str("en"),
		.plain = true,
		.ts_ms = TCN_UNDATED };
	tcn_prepare(prep, &article, &arena, &doc);
	return doc;
}

#define DAM    "The dam above Oster broke at dawn after heavy rain. "
#define RIVER  "Water from the river flooded 1,200 houses in the town. "
#define MAYOR  "Mayor Hanna Lund asked neighbouring towns for boats. "
#define SCHOOL "Schools will remain closed until Thursday evening. "
#define BRIDGE "Engineers inspected the damaged bridge near Felden. "

START_TEST(a_sentence_is_its_words)
{
	struct tcn_prepare *prep = new_preparer(64);
	struct tcn_doc doc = prepare(prep, tcn_str(DAM RIVER MAYOR));
	struct tcn_doc same = prepare(prep,
	    tcn_str("OSTER (Wire) -\n\nthe DAM above Oster broke at dawn "
		    "after the heavy rains!\n\nMayor Hanna Lund asks a "
		    "neighbouring town for boats. Water from a river flooded "
		    "1200 houses in the town. By A. B."));
	struct tcn_doc other = prepare(prep,
	    tcn_str("Heavy rain broke the dam above Oster at dawn. Water from "
		    "the river flooded 1,300 houses in the town. " MAYOR));
	struct tcn_sketch_shared shared;

	ck_assert_uint_eq(doc.sketch.n, 3);
	ck_assert_uint_eq(doc.sketch.full, 3);
	shared = tcn_sketch_compare(doc.sketch, same.sketch);
	ck_assert_uint_eq(shared.m, 3);
	ck_assert_uint_eq(shared.nb, 3);
	/* Another order of words and another number are another sentence. */
	shared = tcn_sketch_compare(doc.sketch, other.sketch);
	ck_assert_uint_eq(shared.m, 1);
	tcn_prepare_free(prep);
}
END_TEST

START_TEST(a_cut_text_is_contained)
{
	struct tcn_prepare *prep = new_preparer(64);
	struct tcn_doc whole =
	    prepare(prep, tcn_str(DAM RIVER MAYOR SCHOOL BRIDGE));
	struct tcn_doc cut = prepare(prep, tcn_str(DAM RIVER MAYOR));

	ck_assert(tcn_sketch_is_near(whole.sketch, cut.sketch,
	    TCN_SKETCH_CONTAINMENT, 1, 3));
	ck_assert(tcn_sketch_is_near(whole.sketch, cut.sketch,
	    TCN_SKETCH_JACCARD, 0.6, 0));
	ck_assert(!tcn_sketch_is_near(whole.sketch, cut.sketch,
	    TCN_SKETCH_JACCARD, 0.61, 0));
	tcn_prepare_free(prep);
}
END_TEST

START_TEST(too_little_text_has_no_sketch)
{
	static const char *const texts[] = { "", "Short. Shorter. Shortest.",
		DAM RIVER, DAM RIVER DAM RIVER DAM };
	struct tcn_prepare *prep = new_preparer(64), *off = new_preparer(0);
	size_t n;

	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
		ck_assert_uint_eq(prepare(prep, tcn_str(texts[i])).sketch.n, 0);
	ck_assert_uint_eq(prepare(off, tcn_str(DAM RIVER MAYOR)).sketch.n, 0);
	tcn_prepare_sentences(off, &n);
	ck_assert_uint_eq(n, 0);
	tcn_prepare_free(prep);
	tcn_prepare_free(off);
}
END_TEST

START_TEST(sentences_are_told_in_order)
{
	struct tcn_prepare *prep = new_preparer(8);
	struct tcn_str text = tcn_str(RIVER DAM "Yes. " MAYOR);
	const struct tcn_sketch_sentence *sentences;
	size_t n;

	prepare(prep, text);
	sentences = tcn_prepare_sentences(prep, &n);
	ck_assert_uint_eq(n, 3);
	ck_assert_ptr_eq(sentences[0].text.at, text.at);
	ck_assert_uint_eq(sentences[1].text.n, strlen(DAM) - 1);
	prepare(prep, tcn_str(""));
	tcn_prepare_sentences(prep, &n);
	ck_assert_uint_eq(n, 0);
	tcn_prepare_free(prep);
}
END_TEST

/* 100,000 times one sentence is one sentence; and the k smallest of 1,000
 * are kept, whatever the order of the text. */
START_TEST(hostile_texts_have_small_sketches)
{
	struct tcn_prepare *prep = new_preparer(16);
	size_t cap = 100000 * strlen(DAM), n = 0;
	char *text = tcn_mem_alloc(cap);
	struct tcn_doc forth, back;

	for (; n + strlen(DAM) <= cap; n += strlen(DAM))
		memcpy(text + n, DAM, strlen(DAM));
	ck_assert_uint_eq(prepare(prep, (struct tcn_str){ text, n }).sketch.n,
	    0);
	n = 0;
	for (int i = 0; i < 1000; i++)
		n += (size_t)snprintf(text + n, cap - n,
		    "Item number %d costs money. ", i);
	forth = prepare(prep, (struct tcn_str){ text, n });
	n = 0;
	for (int i = 999; i >= 0; i--)
		n += (size_t)snprintf(text + n, cap - n,
		    "Item number %d costs money. ", i);
	back = prepare(prep, (struct tcn_str){ text, n });
	ck_assert_uint_eq(forth.sketch.n, 16);
	ck_assert_uint_eq(forth.sketch.full, 1000);
	ck_assert_uint_eq(back.sketch.full, 1000);
	ck_assert_mem_eq(forth.sketch.at, back.sketch.at,
	    16 * sizeof *back.sketch.at);
	tcn_mem_free(text);
	tcn_prepare_free(prep);
}
END_TEST

TCN_TESTS(sketch)
{
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, figures_are_exact_for_whole_sets);
	tcase_add_test(tc, what_is_compared_is_complete);
	tcase_add_test(tc, early_ends_give_the_full_answer);
	tcase_add_test(tc, what_is_stored_comes_back);
	TCN_EACH(damaged_bytes_are_no_sketch, damaged);
	tcase_add_test(tc, a_sentence_is_its_words);
	tcase_add_test(tc, a_cut_text_is_contained);
	tcase_add_test(tc, too_little_text_has_no_sketch);
	tcase_add_test(tc, sentences_are_told_in_order);
	tcase_add_test(tc, hostile_texts_have_small_sketches);
}
