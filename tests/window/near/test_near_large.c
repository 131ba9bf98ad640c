#include "tests/base/run.h"

#include "engine/base/mem.h"
#include "tests/base/long.h"
#include "tests/base/sound.h"
#include "tests/window/near/near_model.h"
#include "window/near/near.h"

/*
 * Windows so large that leaves are rebuilt, split and swept.
 */
enum {
	PLANS = 3,
	HORIZON_MS = 10000,
	BUCKET_MS = HORIZON_MS / 32,
};

/* Check writes each assertion to a file: only one that fails is made. */
static void
insert(struct tcn_near *near, struct model *model,
    const struct tcn_near_item *item)
{
	tcn_near_insert(near, item);
	model_insert(model, item);
}

static struct tcn_near_item
item_of(uint64_t seq, int64_t ts_ms, uint64_t fingerprint)
{
	return (struct tcn_near_item){
		.fingerprint = fingerprint,
		.seq = seq,
		.ts_ms = ts_ms,
		.publisher = fingerprint % 11,
		.origin = seq,
	};
}

/* Members, and what is some bits from them. */
static void
ask(const struct model *model, struct tcn_near *near, size_t times,
    int64_t from_ms, uint64_t *state)
{
	for (size_t i = 0; i < times; i++) {
		uint64_t r = next_random(state);
		uint64_t fingerprint =
		    model->at[(r >> 16) % model->n].fingerprint;

		for (uint64_t flips = r % 6; flips; flips--)
			fingerprint ^= (uint64_t)1 << next_random(state) % 64;
		model_compare(model, near, fingerprint, (unsigned)(r >> 8) % 8,
		    from_ms, INT64_MAX);
	}
}

/* Three windows of 20,000 items; some of them come up to 1.5 s late. */
static void
slide(enum tcn_near_plan_kind plan, enum shape shape)
{
	struct tcn_near *near = new_near(plan, HORIZON_MS, 0);
	struct model model = { .edge_ms = INT64_MIN };
	uint64_t state = plan * 10u + shape, fingerprint = 1;

	for (uint64_t i = 0; i < 60000; i++) {
		int64_t now_ms = 100000 + (int64_t)i / 2;
		uint64_t r = next_random(&state);
		struct tcn_near_item item;

		fingerprint = shape_next(shape, &state, fingerprint);
		item =
		    item_of(i, now_ms - (r % 4 ? 0 : (int64_t)(r >> 8) % 1500),
			fingerprint);
		insert(near, &model, &item);
		if (i % 100 == 0) {
			tcn_near_expire(near, now_ms);
			model_expire(&model, now_ms - HORIZON_MS);
		}
		if (i % 4000 == 3999)
			ask(&model, near, 2, now_ms - (int64_t)(r % HORIZON_MS),
			    &state);
		if (i % 20000 == 0)
			ck_sound(tcn_near_check, near);
	}
	ck_sound(tcn_near_check, near);
	tcn_near_free(near);
	model_fini(&model);
	ck_assert_uint_eq(tcn_mem_live_bytes(), 0);
}

START_TEST(slides_like_brute_force)
{
	slide((enum tcn_near_plan_kind)(_i / SHAPES),
	    (enum shape)(_i % SHAPES));
}
END_TEST

/* So many in one key of one table that it has a leaf for it alone. */
START_TEST(one_key_has_a_leaf_of_its_own)
{
	struct tcn_near *near =
	    new_near((enum tcn_near_plan_kind)_i, HORIZON_MS, 0);
	struct model model = { .edge_ms = INT64_MIN };
	uint64_t state = 7;

	for (uint64_t i = 0; i < 60000; i++) {
		struct tcn_near_item item = item_of(i, (int64_t)i / 6,
		    shape_next(SHAPE_ONE_BLOCK, &state, 0));

		insert(near, &model, &item);
	}
	ck_sound(tcn_near_check, near);
	ask(&model, near, long_or(16, 6), -1, &state);
	tcn_near_free(near);
	model_fini(&model);
	ck_assert_uint_eq(tcn_mem_live_bytes(), 0);
}
END_TEST

/* What died at once is forgotten leaf by leaf, though little comes. */
START_TEST(the_dead_are_swept)
{
	struct tcn_near *near =
	    new_near((enum tcn_near_plan_kind)_i, HORIZON_MS, 0);
	struct model model = { .edge_ms = INT64_MIN };
	struct tcn_near_stats stats;
	uint64_t state = 5, full;

	for (uint64_t i = 0; i < 100000; i++) {
		struct tcn_near_item item =
		    item_of(i, (int64_t)i / 100, next_random(&state));

		insert(near, &model, &item);
	}
	tcn_near_stats(near, &stats);
	full = stats.bytes;
	for (uint64_t i = 0; i < 300; i++) {
		int64_t now_ms = 3 * HORIZON_MS + (int64_t)i;
		struct tcn_near_item item =
		    item_of(i, now_ms, next_random(&state));

		insert(near, &model, &item);
		tcn_near_expire(near, now_ms);
	}
	model_expire(&model, 2 * HORIZON_MS);
	tcn_near_stats(near, &stats);
	ck_assert_uint_eq(stats.items, 300);
	ck_assert_uint_lt(stats.bytes, full / 8);
	ck_sound(tcn_near_check, near);
	ask(&model, near, 16, 0, &state);
	tcn_near_free(near);
	model_fini(&model);
}
END_TEST

/* The latest first: each would have to go before all others. */
START_TEST(copies_in_reverse_order)
{
	struct tcn_near *near = new_near(TCN_NEAR_PLAN_4X16, HORIZON_MS, 0);
	struct model model = { .edge_ms = INT64_MIN };
	struct tcn_near_stats stats;

	for (uint64_t i = 0; i < 30000; i++) {
		struct tcn_near_item item =
		    item_of(i, BUCKET_MS - 1 - (int64_t)i / 100, 42);

		insert(near, &model, &item);
	}
	tcn_near_stats(near, &stats);
	ck_assert_uint_eq(stats.items, 30000);
	ck_assert_uint_le(stats.fingerprints, 4);
	ck_sound(tcn_near_check, near);
	for (int64_t from_ms = -1; from_ms < BUCKET_MS; from_ms += 61)
		model_compare(&model, near, 43, 1, from_ms, from_ms + 100);
	tcn_near_free(near);
	model_fini(&model);
}
END_TEST

TCN_TESTS(near_large)
{
	tcase_set_timeout(tc, 60);
	tcase_add_loop_test(tc, slides_like_brute_force, 0, PLANS * SHAPES);
	tcase_add_loop_test(tc, one_key_has_a_leaf_of_its_own, 0, PLANS);
	tcase_add_loop_test(tc, the_dead_are_swept, 0, PLANS);
	tcase_add_test(tc, copies_in_reverse_order);
}
