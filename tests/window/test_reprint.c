/* Texts that share runs of words are found as by looking at all of them. */
#include "engine/base/mem.h"
#include "tests/base/run.h"
#include "window/reprint.h"

#define TEXTS   1500
#define ROWS    400 /* that are kept */
#define SPAN_MS 900

struct text {
	struct tcn_placement item;
	uint32_t n, at[TCN_SHINGLES_MAX];
};

static struct text texts[TEXTS];
static size_t texts_n, gone; /* texts[gone .. texts_n) are kept */
static unsigned seed;

static uint32_t
draw(uint32_t below)
{
	seed = seed * 1664525u + 1013904223u;
	return (seed >> 8) % below;
}

/* The n smallest of a row of numbers, or of an older text's with some changed;
 * small numbers are common. */
static void
make_text(struct text *text)
{
	const struct text *old = texts_n && draw(2)
	    ? &texts[texts_n - 1 - draw(texts_n < 50 ? (uint32_t)texts_n : 50)]
	    : NULL;
	uint32_t wanted = 14 + draw(TCN_SHINGLES_MAX - 13), number = 0;

	text->n = 0;
	for (uint32_t i = 0; text->n < wanted; i++) {
		if (old && i < old->n && draw(8)) {
			if (text->n && old->at[i] <= number)
				continue;
			number = old->at[i];
		} else {
			number += 1 + draw(text->n < 3 ? 4 : 4000);
		}
		text->at[text->n++] = number;
	}
	text->item = (struct tcn_placement){
		.seq = texts_n + 1,
		.ts_ms = (int64_t)texts_n * 3 - draw(40),
		.text = old && draw(3) ? old->item.text : texts_n + 1,
	};
}

/* Whether too many texts have the number among those they are found by. */
static bool
is_common(uint32_t number, int64_t after_ms)
{
	uint64_t origins[TEXTS];
	size_t origins_n = 0, n = 0;

	for (size_t i = gone; i < texts_n; i++) {
		const struct text *text = &texts[i];
		size_t k = 0, o = 0;

		while (k < TCN_REPRINT_KEYS && text->at[k] != number)
			k++;
		if (k == TCN_REPRINT_KEYS || text->item.ts_ms <= after_ms)
			continue;
		n++;
		while (o < origins_n && origins[o] != text->item.text)
			o++;
		origins[o] = text->item.text;
		origins_n += o == origins_n;
	}
	return origins_n > TCN_REPRINT_COMMON || n > TCN_REPRINT_HEAVY;
}

static bool
is_met(const struct text *a, const struct text *b, int64_t after_ms)
{
	for (size_t i = 0; i < TCN_REPRINT_KEYS; i++)
		for (size_t k = 0; k < TCN_REPRINT_KEYS; k++)
			if (a->at[i] == b->at[k] &&
			    !is_common(a->at[i], after_ms))
				return true;
	return false;
}

static bool
is_reprint(const struct text *a, const struct text *b)
{
	struct tcn_sketch_shared shared =
	    tcn_sketch_compare(tcn_shingles(a->at, a->n),
		tcn_shingles(b->at, b->n));

	return (a->n == TCN_SHINGLES_MAX || b->n == TCN_SHINGLES_MAX) &&
	    shared.m >= TCN_REPRINT_LEAST &&
	    tcn_sketch_containment(shared) >= TCN_REPRINT_CONTAINMENT;
}

static bool
has(const struct tcn_keys_hits *hits, uint64_t seq)
{
	size_t n = 0;

	for (size_t i = 0; i < hits->n; i++)
		n += hits->at[i].seq == seq;
	ck_assert_uint_le(n, 1);
	return n == 1;
}

/* Returns how many there are. */
static size_t
must_find(const struct tcn_keys_hits *hits, const struct text *text,
    int64_t after_ms)
{
	size_t n = 0;

	for (size_t i = gone; i < texts_n; i++) {
		const struct text *other = &texts[i];
		bool wanted = other->item.ts_ms > after_ms &&
		    is_reprint(text, other) && is_met(text, other, after_ms);

		ck_assert_msg(has(hits, other->item.seq) == wanted,
		    "text %zu of %zu", i, texts_n);
		n += wanted;
	}
	ck_assert_uint_eq(hits->n, n);
	return n;
}

/* Where the numbers of rows begin: they wrap, and so do those of entries. */
static const uint32_t begins[] = { 0, UINT32_MAX - 700, (1u << 28) - 700,
	UINT32_MAX / 10 - 700 };

START_TEST(all_that_share_enough_are_found)
{
	struct tcn_reprints r = { .horizon_ms = SPAN_MS, .rows_max = ROWS };
	struct tcn_reprints_stats stats;
	struct tcn_keys_hits hits = { 0 };
	size_t found = 0, dropped = 0;

	seed = (unsigned)_i + 1;
	texts_n = gone = 0;
	r.first = r.end = begins[_i];
	while (texts_n < TEXTS) {
		struct text *text = &texts[texts_n];
		int64_t now_ms, after_ms;

		make_text(text);
		now_ms = text->item.ts_ms;
		after_ms = now_ms - (draw(2) ? SPAN_MS : 300);
		tcn_reprints_expire(&r, now_ms);
		while (gone < texts_n &&
		    texts[gone].item.ts_ms <= now_ms - SPAN_MS)
			gone++;
		tcn_reprints_find(&r, tcn_shingles(text->at, text->n), after_ms,
		    &hits);
		found += must_find(&hits, text, after_ms);
		tcn_reprints_insert(&r, &text->item,
		    tcn_shingles(text->at, text->n));
		texts_n++;
		if (texts_n - gone > ROWS) {
			gone = texts_n - ROWS;
			dropped++;
		}
	}
	ck_assert_uint_gt(found, 100);
	tcn_reprints_stats(&r, &stats);
	ck_assert_uint_eq(stats.texts, texts_n - gone);
	ck_assert_uint_eq(stats.dropped, dropped);
	ck_assert_uint_ge(stats.bytes, ROWS * sizeof(uint32_t));
	tcn_mem_free(hits.at);
	tcn_reprints_fini(&r);
}
END_TEST

/* Texts that are found by one number alone: what else they share lies behind
 * those by which they are filed. */
START_TEST(a_number_of_many_origins_finds_nothing)
{
	struct tcn_reprints r = { .horizon_ms = SPAN_MS, .rows_max = ROWS };
	struct tcn_keys_hits hits = { 0 };

	for (uint32_t t = 0; t <= TCN_REPRINT_COMMON + 1; t++) {
		struct text text = { .n = TCN_SHINGLES_MAX,
			.item = { .seq = t + 1, .ts_ms = 1, .text = t + 1 } };

		for (uint32_t i = 0; i < text.n; i++)
			text.at[i] = i == 0 ? 1
			    : i < TCN_REPRINT_KEYS
			    ? t * TCN_REPRINT_KEYS + i + 1
			    : 100000 + i;
		tcn_reprints_find(&r, tcn_shingles(text.at, text.n), 0, &hits);
		ck_assert_uint_eq(hits.n, t <= TCN_REPRINT_COMMON ? t : 0);
		tcn_reprints_insert(&r, &text.item,
		    tcn_shingles(text.at, text.n));
	}
	tcn_mem_free(hits.at);
	tcn_reprints_fini(&r);
}
END_TEST

TCN_TESTS(reprint)
{
	tcase_add_test(tc, a_number_of_many_origins_finds_nothing);
	TCN_EACH(all_that_share_enough_are_found, begins);
}
