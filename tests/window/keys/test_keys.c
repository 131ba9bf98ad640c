#include "tests/base/run.h"

#include <string.h>

#include "engine/base/err.h"
#include "engine/base/mem.h"
#include "tests/base/long.h"
#include "tests/base/sound.h"
#include "tests/window/keys/keys_model.h"
#include "window/keys/keys_impl.h"

enum {
	HORIZON_MS = 10000,
	WIDTH_MS = 313,
};

/* Small limits, so that a small stream meets them. */
static struct tcn_keys_conf
small_conf(void)
{
	return (struct tcn_keys_conf){
		.horizon_ms = HORIZON_MS,
		.bucket_ms = WIDTH_MS,
		.common = 8,
		.share = 40,
		.heavy = 60,
	};
}

static struct tcn_keys *
new_keys(const struct tcn_keys_conf *conf)
{
	struct tcn_keys *keys;

	keys = tcn_keys_new(conf);
	return keys;
}

/* A stream that is a little out of order; some are of one origin. */
static void
next_item(enum shape shape, int64_t now_ms, uint64_t seq, uint64_t *state,
    struct model_item *item)
{
	uint64_t r = next_random(state);

	shape_next(shape, state, item);
	item->item.seq = seq;
	item->item.ts_ms = now_ms - (r % 4 ? 0 : (int64_t)(r >> 8) % 2500);
	item->item.publisher = (r >> 20) % 7;
	item->item.origin = r % 3 ? seq : (r >> 30) % 5;
}

static void
ask(const struct model *model, struct tcn_keys *keys, enum shape shape,
    int64_t now_ms, uint64_t *state)
{
	uint64_t r = next_random(state);
	int64_t from_ms = now_ms - (int64_t)(r >> 16) % (2 * HORIZON_MS);
	int64_t to_ms = r % 3 ? INT64_MAX : from_ms + (int64_t)(r >> 40) % 4000;
	struct model_item item;

	shape_next(shape, state, &item);
	if (model->n && r % 2) {
		item = model->at[(r >> 20) % model->n];
		item.item.set.at = item.keys;
	}
	model_compare(model, keys, &item.item.set, 1 + (uint32_t)(r >> 4) % 4,
	    from_ms, to_ms);
}

static void
run_stream(enum shape shape, size_t items, unsigned every)
{
	struct model model = { .conf = small_conf(), .edge_ms = INT64_MIN };
	struct tcn_keys *keys = new_keys(&model.conf);
	uint64_t state = shape;
	int64_t now_ms = 100000;

	for (size_t i = 0; i < items; i++) {
		struct model_item item;

		now_ms += (int64_t)(next_random(&state) % 60);
		next_item(shape, now_ms, i, &state, &item);
		item.item.set.at = item.keys;
		tcn_keys_insert(keys, &item.item);
		model_insert(&model, &item);
		if (i % 5 == 0) {
			tcn_keys_expire(keys, now_ms);
			model_expire(&model, now_ms);
		}
		if (i % every == 0)
			ask(&model, keys, shape, now_ms, &state);
		if (i % 64 == 0)
			ck_sound(tcn_keys_check, keys);
	}
	ck_sound(tcn_keys_check, keys);
	tcn_keys_free(keys);
	model_fini(&model);
	ck_assert_uint_eq(tcn_mem_live_bytes(), 0);
}

START_TEST(equals_brute_force)
{
	run_stream((enum shape)_i, long_or(2500, 1500), long_or(13, 26));
}
END_TEST

static void
insert_one(struct tcn_keys *keys, const uint32_t *at, size_t n, uint64_t seq,
    int64_t ts_ms, uint64_t origin)
{
	struct tcn_keys_item item = {
		.set = { .at = at, .n = n },
		.seq = seq,
		.ts_ms = ts_ms,
		.origin = origin,
	};

	tcn_keys_insert(keys, &item);
}

static size_t
find_n(struct tcn_keys *keys, const uint32_t *at, size_t n, int64_t from_ms,
    int64_t to_ms)
{
	struct tcn_keys_set set = { .at = at, .n = n };
	struct tcn_keys_hits hits = { 0 };
	size_t found;

	tcn_keys_find(keys, &set, (uint32_t)n, from_ms, to_ms, &hits);
	found = hits.n;
	tcn_keys_hits_fini(&hits);
	return found;
}

static const uint32_t three[] = { 7, 8, 9 };

START_TEST(span_is_exact_to_the_millisecond)
{
	struct tcn_keys_conf conf = small_conf();
	struct tcn_keys *keys = new_keys(&conf);
	struct tcn_keys_stats before, after;

	for (uint32_t i = 0; i < 3; i++) {
		const uint32_t own[] = { 7, 8, 9, 10 + i };

		insert_one(keys, own, 4, i, 1000 + i, i);
	}
	ck_assert_uint_eq(find_n(keys, three, 3, 1000, 1001), 1);
	ck_assert_uint_eq(find_n(keys, three, 3, 999, 1002), 3);
	/* The edge hides what its bucket still holds. */
	tcn_keys_expire(keys, 1001 + HORIZON_MS);
	ck_assert_uint_eq(find_n(keys, three, 3, 0, 5000), 1);
	tcn_keys_expire(keys, 500);
	ck_assert_uint_eq(find_n(keys, three, 3, 0, 5000), 1);
	/* What comes too late is not kept at all. */
	tcn_keys_stats(keys, &before);
	insert_one(keys, three, 3, 9, 1001, 9);
	tcn_keys_stats(keys, &after);
	ck_assert_uint_eq(after.expired, before.expired + 1);
	insert_one(keys, three, 3, 10, 1002, 10);
	ck_assert_uint_eq(find_n(keys, three, 3, 0, 5000), 2);
	tcn_keys_free(keys);
}
END_TEST

/* Printed by a hundred sites a sentence is none of many texts. */
START_TEST(one_origin_makes_no_key_common)
{
	struct tcn_keys_conf conf = small_conf();
	struct tcn_keys *keys = new_keys(&conf);

	for (uint32_t i = 0; i < conf.heavy; i++) {
		const uint32_t own[] = { 7, 8, 9, 10 + i };

		insert_one(keys, own, 4, i, 1000 + i, _i ? i : 77);
	}
	ck_assert_uint_eq(find_n(keys, three, 3, 0, INT64_MAX),
	    _i ? 0 : conf.heavy);
	/* One more, and it is not looked at any further. */
	insert_one(keys, three, 3, 1000, 1000, 77);
	ck_assert_uint_eq(find_n(keys, three, 3, 0, INT64_MAX), 0);
	ck_sound(tcn_keys_check, keys);
	tcn_keys_free(keys);
}
END_TEST

/* Equal sets of a bucket are one record: what a look-up meets does not grow. */
START_TEST(copies_are_one_record)
{
	struct tcn_keys_conf conf = small_conf();
	struct tcn_keys *keys = new_keys(&conf);
	struct tcn_keys_stats stats;

	for (uint64_t i = 0; i < 30000; i++)
		insert_one(keys, three, 3, i, 20000 + (int64_t)i / 10000,
		    i % 50);
	tcn_keys_stats(keys, &stats);
	ck_assert_uint_eq(stats.items, 30000);
	ck_assert_uint_le(stats.records, 4);
	ck_assert_uint_ge(find_n(keys, three, 3, 0, INT64_MAX), 1);
	tcn_keys_stats(keys, &stats);
	ck_assert_uint_le(stats.entries, 3);
	ck_sound(tcn_keys_check, keys);
	tcn_keys_free(keys);
}
END_TEST

START_TEST(extreme_times_are_found)
{
	static const int64_t times[] = { INT64_MIN + 1, -1, 0, 1, INT64_MAX };
	struct tcn_keys_conf conf = small_conf();
	struct tcn_keys *keys = new_keys(&conf);

	for (size_t i = 0; i < sizeof times / sizeof *times; i++)
		insert_one(keys, three, 3, i, times[i], 1);
	ck_sound(tcn_keys_check, keys);
	ck_assert_uint_eq(find_n(keys, three, 3, INT64_MIN, INT64_MAX), 4);
	ck_assert_uint_eq(find_n(keys, three, 3, -1, INT64_MAX), 2);
	tcn_keys_expire(keys, INT64_MIN + 5);
	tcn_keys_expire(keys, INT64_MAX);
	ck_assert_uint_eq(find_n(keys, three, 3, INT64_MIN, INT64_MAX), 1);
	ck_sound(tcn_keys_check, keys);
	tcn_keys_free(keys);
}
END_TEST

static void
insert_random(struct tcn_keys *keys, uint64_t seq, int64_t ts_ms,
    uint64_t *state, struct model_item *item)
{
	for (size_t i = 0; i < 20; i++)
		item->keys[i] = (uint32_t)next_random(state);
	model_set(item, 20, false);
	insert_one(keys, item->keys, item->item.set.n, seq, ts_ms, seq);
}

START_TEST(expiry_gives_memory_back)
{
	struct tcn_keys_conf conf = small_conf();
	struct tcn_keys *keys = new_keys(&conf);
	size_t empty = tcn_mem_live_bytes();
	struct tcn_keys_stats stats;
	struct model_item item;
	uint64_t state = 3;

	for (int64_t i = 0; i < 20000; i++)
		insert_random(keys, (uint64_t)i, i, &state, &item);
	tcn_keys_stats(keys, &stats);
	ck_assert_uint_eq(stats.items, 20000);
	/* What it says it holds is what the allocator handed out. */
	ck_assert_uint_le(tcn_mem_live_bytes(), stats.bytes + stats.bytes / 8);
	ck_assert_uint_ge(tcn_mem_live_bytes(), stats.bytes - stats.bytes / 8);
	tcn_keys_expire(keys, 1000000);
	tcn_keys_stats(keys, &stats);
	ck_assert_uint_eq(stats.items + stats.records + stats.keys, 0);
	ck_assert_uint_eq(stats.expired, 20000);
	ck_assert_uint_lt(tcn_mem_live_bytes(), empty + 65536);
	ck_sound(tcn_keys_check, keys);
	tcn_keys_free(keys);
}
END_TEST

/* Names of pages are used again, and no chain takes one for another. */
START_TEST(a_long_stream_stays_small)
{
	struct tcn_keys_conf conf = small_conf();
	struct tcn_keys *keys = new_keys(&conf);
	struct tcn_keys_stats stats, later;
	struct model_item item;
	uint64_t state = 3;

	for (int64_t i = 0; i < 60000; i++) {
		insert_random(keys, (uint64_t)i, i * 5, &state, &item);
		tcn_keys_expire(keys, i * 5);
		if (i == 6000)
			tcn_keys_stats(keys, &stats);
		if (i % 10000 == 0)
			ck_sound(tcn_keys_check, keys);
		if (i % 100 == 0)
			ck_assert_uint_eq(find_n(keys, item.keys, 20, -1,
					      INT64_MAX),
			    1);
	}
	tcn_keys_stats(keys, &later);
	ck_assert_uint_le(later.bytes, stats.bytes + stats.bytes / 8);
	ck_assert_uint_lt(keys->pages.dir.pages_n,
	    4 * (stats.keys >> TCN_KEYS_PLACE_BITS) + 400);
	tcn_keys_free(keys);
}
END_TEST

START_TEST(cap_drops_the_oldest_bucket_first)
{
	enum {
		CAP = 3000000
	};
	struct tcn_keys_conf conf = small_conf();
	struct tcn_keys_stats stats;
	struct model_item item;
	struct tcn_keys *keys;
	uint64_t state = 3;

	conf.cap_bytes = CAP;
	keys = new_keys(&conf);
	for (int64_t i = 0; i < 20000; i++) {
		insert_random(keys, (uint64_t)i, i / 4, &state, &item);
		tcn_keys_stats(keys, &stats);
		ck_assert_uint_le(stats.bytes, CAP);
		ck_assert_uint_eq(stats.items + stats.dropped, i + 1);
	}
	ck_assert_uint_gt(stats.dropped, 0);
	ck_assert_uint_gt(stats.items, 3000);
	ck_assert_uint_eq(find_n(keys, item.keys, 20, 0, INT64_MAX), 1);
	ck_sound(tcn_keys_check, keys);
	tcn_keys_free(keys);
}
END_TEST

/* Filled anew with what the span holds, a ring answers the same. */
START_TEST(a_ring_filled_anew_answers_the_same)
{
	struct model model = { .conf = small_conf(), .edge_ms = INT64_MIN };
	struct tcn_keys *keys = new_keys(&model.conf), *again;
	uint64_t state = 11;
	int64_t now_ms = 100000;

	for (size_t i = 0; i < 1500; i++) {
		struct model_item item;

		now_ms += (int64_t)(next_random(&state) % 40);
		next_item(SHAPE_CUT, now_ms, i, &state, &item);
		item.item.set.at = item.keys;
		tcn_keys_insert(keys, &item.item);
		model_insert(&model, &item);
	}
	model_expire(&model, now_ms);
	tcn_keys_expire(keys, now_ms);
	again = new_keys(&model.conf);
	for (size_t i = 0; i < model.n; i++) {
		model.at[i].item.set.at = model.at[i].keys;
		tcn_keys_insert(again, &model.at[i].item);
	}
	for (unsigned i = long_or(60, 20); i; i--) {
		ask(&model, keys, SHAPE_CUT, now_ms, &state);
		ask(&model, again, SHAPE_CUT, now_ms, &state);
	}
	tcn_keys_free(keys);
	tcn_keys_free(again);
	model_fini(&model);
}
END_TEST

/* One key of one entry, one link: the validator says so. */
START_TEST(damage_is_named)
{
	struct tcn_keys_conf conf = small_conf();
	struct tcn_keys *keys = new_keys(&conf);
	struct tcn_keys_entry *entry;

	insert_one(keys, three, 3, 1, 1000, 1);
	ck_sound(tcn_keys_check, keys);
	entry = tcn_keys_entry(&keys->pages, 1);
	entry->key ^= 0x10000;
	ck_broken(tcn_keys_check, keys);
	entry->key ^= 0x10000;
	ck_sound(tcn_keys_check, keys);
	*tcn_keys_table_head(&keys->table,
	    tcn_keys_table_slot(&keys->table, 8)) = TCN_KEYS_NIL;
	ck_broken(tcn_keys_check, keys);
	tcn_keys_free(keys);
}
END_TEST

TCN_TESTS(keys)
{
	tcase_set_timeout(tc, 60);
	tcase_add_loop_test(tc, equals_brute_force, 0, SHAPES);
	tcase_add_test(tc, span_is_exact_to_the_millisecond);
	tcase_add_loop_test(tc, one_origin_makes_no_key_common, 0, 2);
	tcase_add_test(tc, copies_are_one_record);
	tcase_add_test(tc, extreme_times_are_found);
	tcase_add_test(tc, expiry_gives_memory_back);
	tcase_add_test(tc, a_long_stream_stays_small);
	tcase_add_test(tc, cap_drops_the_oldest_bucket_first);
	tcase_add_test(tc, a_ring_filled_anew_answers_the_same);
	tcase_add_test(tc, damage_is_named);
}
