#include "tests/base/run.h"

#include <math.h>
#include <string.h>

#include "engine/base/mem.h"
#include "tests/base/random.h"
#include "tests/base/sound.h"
#include "window/base/state.h"
#include "window/pairs/pairs_impl.h"

enum {
	SPAN_MS = 10000,
	ITEMS = 500,
	CAPPED = 16000, /* items that do not fit */
	CAP_BYTES = 8 << 20,
};

/* An item of the model, with what it consists of. */
struct owned {
	struct tcn_pairs_room room;
	uint64_t keys[8];
	struct tcn_pairs_item item;
};

/* What a stream of vectors looks like. */
enum shape {
	SHAPE_TOPICS, /* many terms of one topic and common ones */
	SHAPE_HEAVY, /* one heavy term and a tail */
	SHAPE_EQUAL, /* equal weights of few words: norms on the border */
	SHAPE_ONE, /* one term, the same in all */
	SHAPE_CELL, /* ids that share a cell */
	SHAPES
};

static uint64_t
id_of(enum shape shape, uint32_t word)
{
	uint64_t id = word + 1;

	random_next(&id);
	id = id * UINT64_C(0x9e3779b97f4a7c15) ^ id >> 29;
	return shape == SHAPE_CELL ? (id & 0xffff) + 1 : id;
}

static uint32_t
weight_of(enum shape shape, uint32_t i, uint64_t *seed)
{
	switch (shape) {
	case SHAPE_HEAVY:
		return i ? 1 + random_below(seed, 90) : 60000;
	case SHAPE_EQUAL:
		return 7;
	default:
		return 1 + random_below(seed, 2000);
	}
}

/* Draws the terms of one item; how many. */
static uint32_t
draw(enum shape shape, uint64_t *seed, uint32_t words[TCN_FEATURE_MAX])
{
	uint32_t n = 1 + random_below(seed, shape == SHAPE_TOPICS ? 60 : 12);
	uint32_t topic = random_below(seed, 12);

	if (shape == SHAPE_ONE)
		n = 1;
	for (uint32_t i = 0; i < n; i++) {
		uint32_t common = random_below(seed, 20);

		if (shape == SHAPE_ONE)
			words[i] = 3;
		else if (shape == SHAPE_TOPICS && i % 3)
			words[i] = 100 + topic * 100 + random_below(seed, 40);
		else
			words[i] = common * common / 8;
	}
	return n;
}

static void
make_item(enum shape shape, uint64_t *seed, uint64_t seq, int64_t ts_ms,
    struct owned *owned)
{
	uint32_t words[TCN_FEATURE_MAX], n = draw(shape, seed, words);
	struct tcn_feature features[TCN_FEATURE_MAX];
	size_t kept = 0;

	for (uint32_t i = 0; i < n; i++) {
		uint64_t id = id_of(shape, words[i]);
		bool known = false;

		for (size_t k = 0; k < kept; k++)
			known = known || features[k].id == id;
		if (!known)
			features[kept++] = (struct tcn_feature){ id,
				weight_of(shape, i, seed) };
	}
	for (uint64_t i = 0; i < 8; i++)
		owned->keys[i] = seq << 16 | i << 3;
	owned->item = (struct tcn_pairs_item){
		.seq = seq,
		.ts_ms = ts_ms,
		.publisher = seq % 7,
		.text = seq / 2 + 1,
		.rare = (uint32_t)(seq % 11),
		.is_table = seq % 3 == 0,
		.form = (uint16_t)(seq % 1001),
		.shape = seq % 5,
		.filling = seq % 3,
		.words = random_below(seed, 1000),
		.vector = tcn_pairs_vector(features, kept, &owned->room),
		.content = { .at = owned->keys,
		    .n = (uint32_t)(seq % 9),
		    .full = (uint32_t)(seq % 9),
		    .source = TCN_CONTENT_WORDS },
	};
}

static struct tcn_pairs *
new_pairs(double cosine, size_t cap)
{
	const struct tcn_pairs_conf conf = { .span_ms = SPAN_MS,
		.cosine = cosine,
		.cap_bytes = cap,
		.note_changes = true };
	struct tcn_pairs *pairs;

	pairs = tcn_pairs_new(&conf);
	return pairs;
}

/* The cosine in plain words: sums over all pairs of terms. */
static double
plain_cosine(const struct tcn_pairs_vector *a, const struct tcn_pairs_vector *b)
{
	double product = 0, aa = 0, bb = 0;

	for (uint32_t i = 0; i < a->n; i++)
		for (uint32_t k = 0; k < b->n; k++)
			if (a->ids[i] == b->ids[k])
				product +=
				    (double)a->weights[i] * b->weights[k];
	for (uint32_t i = 0; i < a->n; i++)
		aa += (double)a->weights[i] * a->weights[i];
	for (uint32_t i = 0; i < b->n; i++)
		bb += (double)b->weights[i] * b->weights[i];
	return product > 0 ? fmin(product / sqrt(aa * bb), 1) : 0;
}

static void
must_be_item(const struct tcn_pairs_item *got,
    const struct tcn_pairs_item *want)
{
	ck_assert_uint_eq(got->seq, want->seq);
	ck_assert_int_eq(got->ts_ms, want->ts_ms);
	ck_assert_uint_eq(got->publisher, want->publisher);
	ck_assert_uint_eq(got->text, want->text);
	ck_assert_uint_eq(got->words, want->words);
	ck_assert_uint_eq(got->rare, want->rare);
	ck_assert_int_eq(got->is_table, want->is_table);
	ck_assert_uint_eq(got->form, want->form);
	ck_assert_uint_eq(got->shape, want->shape);
	ck_assert_uint_eq(got->filling, want->filling);
	ck_assert_uint_eq(got->vector.n, want->vector.n);
	ck_assert_mem_eq(got->vector.ids, want->vector.ids,
	    want->vector.n * sizeof *want->vector.ids);
	ck_assert_mem_eq(got->vector.weights, want->vector.weights,
	    want->vector.n * sizeof *want->vector.weights);
	ck_assert_uint_eq(got->content.n, want->content.n);
	ck_assert_uint_eq(got->content.full, want->content.full);
	ck_assert_int_eq(got->content.source, want->content.source);
	if (want->content.n)
		ck_assert_mem_eq(got->content.at, want->content.at,
		    want->content.n * sizeof *want->content.at);
}

/* What the ring finds is what the double loop finds. */
static void
must_find(struct tcn_pairs *pairs, const struct owned *model, size_t n,
    const struct tcn_pairs_item *item, double t, int64_t from_ms, int64_t to_ms)
{
	struct tcn_pairs_hits hits = { 0 };
	size_t want = 0;

	tcn_pairs_find(pairs, &item->vector, from_ms, to_ms, &hits);
	for (size_t i = 0; i < hits.n; i++) {
		const struct tcn_pairs_hit *hit = &hits.at[i];

		ck_assert_uint_ge(hit->item.seq, 1);
		ck_assert_uint_le(hit->item.seq, n);
		must_be_item(&hit->item, &model[hit->item.seq - 1].item);
		ck_assert_double_eq(hit->cosine,
		    plain_cosine(&item->vector, &hit->item.vector));
		ck_assert(!i || hits.at[i - 1].cosine > hit->cosine ||
		    (hits.at[i - 1].cosine == hit->cosine &&
			hits.at[i - 1].item.seq < hit->item.seq));
	}
	for (size_t i = 0; i < n; i++)
		want += model[i].item.ts_ms > from_ms &&
		    model[i].item.ts_ms <= to_ms &&
		    plain_cosine(&item->vector, &model[i].item.vector) >= t;
	ck_assert_uint_eq(hits.n, want);
	tcn_pairs_hits_fini(&hits);
}

static const struct {
	enum shape shape;
	double t;
} streams[] = {
	{ SHAPE_TOPICS, 0.05 },
	{ SHAPE_TOPICS, 0.3 },
	{ SHAPE_TOPICS, 0.6 },
	{ SHAPE_TOPICS, 0.95 },
	{ SHAPE_HEAVY, 0.05 },
	{ SHAPE_HEAVY, 0.5 },
	{ SHAPE_HEAVY, 0.9999 },
	{ SHAPE_EQUAL, 0.05 },
	{ SHAPE_EQUAL, 0.5 }, /* 2 of 4 in common: on the border */
	{ SHAPE_EQUAL, 0.6 },
	{ SHAPE_EQUAL, 1 },
	{ SHAPE_ONE, 0.05 },
	{ SHAPE_ONE, 1 },
	{ SHAPE_CELL, 0.4 },
};

/* Times are a little out of order, and old ones expire on the way. */
START_TEST(equals_the_double_loop)
{
	static struct owned model[ITEMS];
	double t = streams[_i].t;
	struct tcn_pairs *pairs = new_pairs(t, 0);
	uint64_t seed = (uint64_t)_i + 1;

	for (size_t n = 0; n < ITEMS; n++) {
		int64_t now_ms = (int64_t)n * 50;
		int64_t late_ms =
		    random_below(&seed, 4) ? 0 : random_below(&seed, 3000);
		int64_t edge_ms;

		make_item(streams[_i].shape, &seed, n + 1, now_ms - late_ms,
		    &model[n]);
		tcn_pairs_expire(pairs, now_ms);
		edge_ms = now_ms - SPAN_MS;
		must_find(pairs, model, n, &model[n].item, t, edge_ms,
		    INT64_MAX);
		must_find(pairs, model, n, &model[n].item, t, edge_ms + 777,
		    now_ms - 1234);
		tcn_pairs_insert(pairs, &model[n].item);
		if (n % 37 == 0)
			ck_sound(tcn_pairs_check, pairs);
	}
	tcn_pairs_free(pairs);
	ck_assert_uint_eq(tcn_mem_live_bytes(), 0);
}
END_TEST

/* An item that came late lies behind a newer one, and is not dropped before it;
 * it is found no more all the same, from the moment that the span ends. */
START_TEST(a_late_item_ends_in_its_time)
{
	static struct owned model[2];
	struct tcn_pairs *pairs = new_pairs(0.5, 0);
	struct tcn_pairs_hits hits = { 0 };
	uint64_t seed = 3;

	make_item(SHAPE_ONE, &seed, 1, 1000, &model[0]);
	make_item(SHAPE_ONE, &seed, 2, 400, &model[1]);
	for (size_t i = 0; i < 2; i++)
		tcn_pairs_insert(pairs, &model[i].item);
	tcn_pairs_expire(pairs, 399 + SPAN_MS);
	tcn_pairs_add_hit(pairs, 2, 0.9, &hits);
	ck_assert_uint_eq(hits.n, 1);
	must_be_item(&hits.at[0].item, &model[1].item);
	hits.n = 0;
	tcn_pairs_expire(pairs, 400 + SPAN_MS);
	tcn_pairs_add_hit(pairs, 2, 0.9, &hits);
	ck_assert_uint_eq(hits.n, 0);
	must_find(pairs, model, 2, &model[0].item, 0.5, 400, INT64_MAX);
	tcn_mem_free(hits.at);
	tcn_pairs_free(pairs);
	ck_assert_uint_eq(tcn_mem_live_bytes(), 0);
}
END_TEST

/* --- Saving --- */

struct saved {
	struct row {
		uint64_t id;
		unsigned char bytes[4000];
		size_t n;
		bool gone;
	} rows[ITEMS + 1];
	size_t fail_at, calls;
};

static enum tcn_rc
keep_row(void *ctx, const struct tcn_state_row *row)
{
	struct saved *saved = ctx;

	if (++saved->calls == saved->fail_at)
		return TCN_IO;
	ck_assert_uint_eq(row->kind, TCN_STATE_PAIR);
	ck_assert_uint_le(row->id, ITEMS);
	ck_assert_uint_le(row->n, sizeof saved->rows[0].bytes);
	saved->rows[row->id].id = row->id;
	saved->rows[row->id].n = row->n;
	saved->rows[row->id].gone = !row->bytes;
	if (row->bytes)
		memcpy(saved->rows[row->id].bytes, row->bytes, row->n);
	return TCN_OK;
}

static void
take_back(struct tcn_pairs *pairs, const struct saved *saved)
{
	for (size_t i = 1; i <= ITEMS; i++) {
		const struct tcn_state_row row = { TCN_STATE_PAIR, i,
			saved->rows[i].bytes, saved->rows[i].n };

		if (saved->rows[i].id && !saved->rows[i].gone)
			ck_assert_int_eq(tcn_pairs_restore(pairs, &row),
			    TCN_OK);
	}
}

/* At any cut the ring that was taken back goes on as the saved one. */
START_TEST(a_restored_ring_goes_on)
{
	static struct owned model[ITEMS];
	static struct saved saved;
	struct tcn_pairs *pairs = new_pairs(0.4, 0);
	uint64_t seed = 9;

	saved = (struct saved){ 0 };
	for (size_t n = 0; n < ITEMS; n++) {
		int64_t now_ms = (int64_t)n * 100;

		make_item(SHAPE_TOPICS, &seed, n + 1, now_ms, &model[n]);
		tcn_pairs_expire(pairs, now_ms);
		must_find(pairs, model, n, &model[n].item, 0.4,
		    now_ms - SPAN_MS, INT64_MAX);
		tcn_pairs_insert(pairs, &model[n].item);
		if (n % 61 != 60)
			continue;
		saved.calls = 0;
		saved.fail_at = n % 2 ? 5 : 0;
		if (saved.fail_at)
			ck_assert_int_eq(tcn_pairs_save(pairs, keep_row,
					     &saved),
			    TCN_IO);
		saved.fail_at = 0;
		ck_assert_int_eq(tcn_pairs_save(pairs, keep_row, &saved),
		    TCN_OK);
		tcn_pairs_free(pairs);
		pairs = new_pairs(0.4, 0);
		take_back(pairs, &saved);
		ck_sound(tcn_pairs_check, pairs);
	}
	saved.calls = 0; /* what was saved is not saved again */
	ck_assert_int_eq(tcn_pairs_save(pairs, keep_row, &saved), TCN_OK);
	ck_assert_uint_lt(saved.calls, 130);
	saved.calls = 0;
	ck_assert_int_eq(tcn_pairs_save(pairs, keep_row, &saved), TCN_OK);
	ck_assert_uint_eq(saved.calls, 0);
	tcn_pairs_free(pairs);
	ck_assert_uint_eq(tcn_mem_live_bytes(), 0);
}
END_TEST

START_TEST(damaged_rows_are_refused)
{
	static struct saved saved;
	struct tcn_pairs *pairs = new_pairs(0.4, 0);
	struct owned owned;
	uint64_t seed = 3;
	struct tcn_state_row row;

	saved = (struct saved){ 0 };
	make_item(SHAPE_TOPICS, &seed, 8, 0, &owned);
	tcn_pairs_insert(pairs, &owned.item);
	ck_assert_int_eq(tcn_pairs_save(pairs, keep_row, &saved), TCN_OK);
	tcn_pairs_free(pairs);
	row = (struct tcn_state_row){ TCN_STATE_PAIR, 1, saved.rows[1].bytes,
		saved.rows[1].n };
	for (size_t i = 0; i < row.n; i++) {
		enum tcn_rc rc;

		pairs = new_pairs(0.4, 0);
		saved.rows[1].bytes[i] ^= 0x80;
		rc = tcn_pairs_restore(pairs, &row);
		ck_assert(rc == TCN_OK || rc == TCN_CORRUPT);
		saved.rows[1].bytes[i] ^= 0x80;
		row.n = i;
		if (rc == TCN_CORRUPT)
			ck_assert_int_eq(tcn_pairs_restore(pairs, &row),
			    TCN_CORRUPT);
		row.n = saved.rows[1].n;
		ck_sound(tcn_pairs_check, pairs);
		tcn_pairs_free(pairs);
	}
	ck_assert_uint_eq(tcn_mem_live_bytes(), 0);
}
END_TEST

/* At the cap the oldest go, and what is left is found. */
START_TEST(the_cap_is_kept)
{
	static struct owned model[CAPPED];
	struct tcn_pairs *pairs = new_pairs(0.5, CAP_BYTES);
	struct tcn_pairs_stats stats;
	uint64_t seed = 5;

	for (size_t n = 0; n < CAPPED; n++) {
		make_item(SHAPE_TOPICS, &seed, n + 1, 1, &model[n]);
		tcn_pairs_insert(pairs, &model[n].item);
	}
	ck_sound(tcn_pairs_check, pairs);
	tcn_pairs_stats(pairs, &stats);
	ck_assert_uint_le(stats.bytes, CAP_BYTES);
	ck_assert_uint_gt(stats.dropped, 0);
	ck_assert_uint_eq(stats.dropped + stats.items, CAPPED);
	ck_assert_uint_gt(stats.items, 100);
	for (size_t n = 0; n < stats.dropped; n++)
		model[n].item.ts_ms = 0; /* gone */
	for (size_t n = CAPPED - 50; n < CAPPED; n++)
		must_find(pairs, model, CAPPED, &model[n].item, 0.5, 0, 1);
	tcn_pairs_free(pairs);
	ck_assert_uint_eq(tcn_mem_live_bytes(), 0);
}
END_TEST

TCN_TESTS(pairs)
{
	TCN_EACH(equals_the_double_loop, streams);
	tcase_add_test(tc, a_late_item_ends_in_its_time);
	tcase_add_test(tc, a_restored_ring_goes_on);
	tcase_add_test(tc, damaged_rows_are_refused);
	tcase_add_test(tc, the_cap_is_kept);
}
