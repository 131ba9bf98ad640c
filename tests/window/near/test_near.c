#include "tests/base/run.h"

#include <string.h>

#include "engine/base/err.h"
#include "engine/base/mem.h"
#include "tests/base/sound.h"
#include "tests/window/near/near_model.h"
#include "window/near/near.h"
#include "window/near/near_impl.h"

static const enum tcn_near_plan_kind plans[] = {
	TCN_NEAR_PLAN_4X16,
	TCN_NEAR_PLAN_5X13,
	TCN_NEAR_PLAN_8X8,
};

enum {
	PLANS = 3,
	HORIZON_MS = 10000,
};

/* One item of a stream that is a little out of order. */
static struct tcn_near_item
item_at(int64_t now_ms, uint64_t seq, uint64_t fingerprint, uint64_t *state)
{
	uint64_t r = next_random(state);

	return (struct tcn_near_item){
		.fingerprint = fingerprint,
		.seq = seq,
		.ts_ms = now_ms - (r % 4 ? 0 : (int64_t)(r >> 8) % 1500),
		.publisher = (r >> 20) % 7 * 0x1234567890abcdu,
		.origin = r % 3 ? seq : seq / 2,
	};
}

static void
ask(const struct model *model, struct tcn_near *near, int64_t now_ms,
    uint64_t *state)
{
	uint64_t r = next_random(state);
	uint64_t fingerprint = r;
	unsigned radius = (unsigned)(r >> 8) % 8;
	int64_t from_ms = now_ms - (int64_t)(r >> 16) % (2 * HORIZON_MS);
	int64_t to_ms = r % 3 ? now_ms : from_ms + (int64_t)(r >> 40) % 4000;

	if (model->n) {
		fingerprint = model->at[(r >> 20) % model->n].fingerprint;
		if (r & 1)
			fingerprint ^= (uint64_t)1 << (r >> 5) % 64 |
			    (uint64_t)1 << (r >> 11) % 64;
	}
	model_compare(model, near, fingerprint, radius, from_ms, to_ms);
}

static void
run_stream(enum tcn_near_plan_kind plan, enum shape shape, size_t items,
    unsigned every)
{
	struct tcn_near *near = new_near(plan, HORIZON_MS, 0);
	struct model model = { .edge_ms = INT64_MIN };
	uint64_t state = plan * 100u + shape, fingerprint = 1;
	int64_t now_ms = 100000;

	for (size_t i = 0; i < items; i++) {
		struct tcn_near_item item;

		fingerprint = shape_next(shape, &state, fingerprint);
		now_ms += (int64_t)(next_random(&state) % 40);
		item = item_at(now_ms, i, fingerprint, &state);
		tcn_near_insert(near, &item);
		model_insert(&model, &item);
		if (i % 5 == 0) {
			tcn_near_expire(near, now_ms);
			model_expire(&model, now_ms - HORIZON_MS);
		}
		if (i % every == 0)
			ask(&model, near, now_ms, &state);
		if (i % 256 == 0)
			ck_sound(tcn_near_check, near);
	}
	ck_sound(tcn_near_check, near);
	tcn_near_free(near);
	model_fini(&model);
	ck_assert_uint_eq(tcn_mem_live_bytes(), 0);
}

START_TEST(equals_brute_force)
{
	for (enum shape shape = 0; shape < SHAPES; shape++)
		run_stream(plans[_i], shape, 2500, 11);
}
END_TEST

/* Every pair of distances a plan could miss: all ways to flip few bits. In so
 * many time buckets that none is crowded. */
START_TEST(exact_at_every_radius)
{
	uint64_t state = 5, centre = next_random(&state);
	struct tcn_near *near = new_near(plans[_i], HORIZON_MS, 0);
	struct model model = { .edge_ms = INT64_MIN };

	for (uint64_t i = 0; i < 4000; i++) {
		struct tcn_near_item item = { .seq = i };

		item.ts_ms = (int64_t)(i % 32) * HORIZON_MS / 32 + 1;
		item.fingerprint = centre;
		for (unsigned flips = (unsigned)(i % 10); flips; flips--)
			item.fingerprint ^= (uint64_t)1
			    << next_random(&state) % 64;
		tcn_near_insert(near, &item);
		model_insert(&model, &item);
	}
	for (unsigned radius = 0; radius <= 7; radius++)
		model_compare(&model, near, centre, radius, 0, HORIZON_MS);
	tcn_near_free(near);
	model_fini(&model);
}
END_TEST

/* What a crowd is made of, by brute force. */
struct crowd {
	uint64_t record[4096]; /* fingerprints, the oldest first */
	size_t n;
};

static bool
shares_block(enum tcn_near_plan_kind kind, uint64_t apart)
{
	const struct tcn_near_plan *plan = tcn_near_plan(kind);

	for (unsigned i = 0; i < plan->blocks_n && i < 4; i++)
		if (!(apart & tcn_near_mask(plan->blocks[i])))
			return true;
	return false;
}

/* The fingerprint that an item is filed under. */
static uint64_t
crowd_add(struct crowd *crowd, enum tcn_near_plan_kind kind, uint64_t print)
{
	size_t near = 0, best = 0;
	int least = 64;

	for (size_t i = 0; i < crowd->n; i++) {
		uint64_t apart = crowd->record[i] ^ print;
		int d = __builtin_popcountll(apart);

		if (d > 7 || !shares_block(kind, apart))
			continue;
		near++;
		if (d < least) {
			least = d;
			best = i;
		}
	}
	if (near >= TCN_NEAR_CROWD || least == 0)
		return crowd->record[best];
	crowd->record[crowd->n++] = print;
	return print;
}

static uint64_t
near_centre(uint64_t centre, uint64_t *state)
{
	for (unsigned flips = 3; flips; flips--)
		centre ^= (uint64_t)1 << next_random(state) % 64;
	return centre;
}

/*
 * Ten thousand within three bits of a centre are found and counted as the rule
 * of crowds says; and an item compares with no more of them at the end than
 * when there were a thousand.
 */
START_TEST(a_crowd_costs_no_more_as_it_grows)
{
	static struct crowd crowd;
	struct tcn_near *near = new_near(plans[_i], HORIZON_MS, 0);
	struct model model = { .edge_ms = INT64_MIN };
	struct tcn_near_stats at[11];
	struct tcn_near_hit hit;
	uint64_t state = 3, centre = next_random(&state);

	crowd.n = 0;
	for (uint64_t i = 0; i < 10000; i++) {
		struct tcn_near_item item = { .seq = i, .ts_ms = 1 };

		item.fingerprint = near_centre(centre, &state);
		if (i % 1000 == 0)
			tcn_near_stats(near, &at[i / 1000]);
		if (i % 97 == 0)
			model_compare(&model, near, item.fingerprint,
			    (unsigned)i % 8, 0, 1);
		(void)tcn_near_nearest(near, item.fingerprint, 7, 0, 1, &hit);
		tcn_near_insert(near, &item);
		item.fingerprint =
		    crowd_add(&crowd, plans[_i], item.fingerprint);
		model_insert(&model, &item);
	}
	tcn_near_stats(near, &at[10]);
	ck_assert_uint_eq(at[10].items, 10000);
	ck_assert_uint_eq(at[10].fingerprints, crowd.n);
	ck_assert_uint_lt(crowd.n, 1500);
	ck_assert_uint_lt(at[10].candidates - at[9].candidates,
	    3 * (at[2].candidates - at[1].candidates));
	ck_assert_uint_lt(at[10].filed - at[9].filed,
	    3 * (at[2].filed - at[1].filed));
	ck_sound(tcn_near_check, near);
	tcn_near_free(near);
	model_fini(&model);
}
END_TEST

/* One that has the first block of all, and the rest by chance. */
static uint64_t
hot_print(uint64_t *state)
{
	const uint64_t mask =
	    tcn_near_mask(tcn_near_plan(TCN_NEAR_PLAN_4X16)->blocks[0]);

	return (next_random(state) & ~mask) | (0x5a5a5a5a5a5a5a5a & mask);
}

/* Entries that a look-up and an insert compare for each of 100 queries, each
 * within five bits of one that is there, and what they find. */
static uint64_t
ask_hot(const struct model *model, struct tcn_near *near, uint64_t *state)
{
	struct tcn_near_stats before, after;
	struct tcn_near_hit hit;

	tcn_near_stats(near, &before);
	for (unsigned i = 0; i < 100; i++) {
		uint64_t r = next_random(state);
		uint64_t asked = model->at[r % model->n].fingerprint;

		for (unsigned flips = (unsigned)i % 6; flips; flips--)
			asked ^= (uint64_t)1 << next_random(state) % 64;
		if (i % 20 == 0)
			model_compare(model, near, asked, 5, 0, HORIZON_MS);
		ck_assert(tcn_near_nearest(near, asked, 7, 0, HORIZON_MS,
		    &hit));
	}
	tcn_near_stats(near, &after);
	return after.candidates - before.candidates;
}

/*
 * Sixty thousand have a block in common: all within five bits are found, and
 * neither a look-up nor an insert compares more of them at the end than when
 * there were half as many.
 */
START_TEST(a_hot_key_costs_no_more_as_it_grows)
{
	struct tcn_near *near = new_near(TCN_NEAR_PLAN_4X16, HORIZON_MS, 0);
	struct model model = { .edge_ms = INT64_MIN };
	struct tcn_near_stats at[4];
	uint64_t state = 3, half = 0, all;

	for (uint64_t i = 0; i < 60000; i++) {
		struct tcn_near_item item = { .seq = i };

		item.ts_ms = (int64_t)(i * HORIZON_MS / 60000) + 1;
		item.fingerprint = hot_print(&state);
		if (i % 20000 == 0)
			tcn_near_stats(near, &at[i / 20000]);
		if (i == 30000)
			half = ask_hot(&model, near, &state);
		tcn_near_insert(near, &item);
		model_insert(&model, &item);
	}
	tcn_near_stats(near, &at[3]);
	all = ask_hot(&model, near, &state);
	ck_assert_uint_lt(all, half + half / 4);
	ck_assert_uint_lt(at[3].filed - at[2].filed,
	    (TCN_NEAR_HOT + TCN_NEAR_HOT / 2) * 20000ull);
	ck_sound(tcn_near_check, near);
	tcn_near_free(near);
	model_fini(&model);
}
END_TEST

START_TEST(span_is_exact_to_the_millisecond)
{
	struct tcn_near *near = new_near(TCN_NEAR_PLAN_4X16, HORIZON_MS, 0);
	struct tcn_near_counts counts;

	for (uint64_t i = 0; i < 3; i++) {
		struct tcn_near_item item = {
			.fingerprint = 9,
			.seq = i,
			.ts_ms = 1000 + (int64_t)i,
		};

		tcn_near_insert(near, &item);
	}
	tcn_near_count(near, 9, 0, 1000, 1001, &counts);
	ck_assert_uint_eq(counts.items, 1);
	tcn_near_count(near, 9, 0, 999, 1002, &counts);
	ck_assert_uint_eq(counts.items, 3);
	/* The edge hides what its bucket still holds. */
	tcn_near_expire(near, 1001 + HORIZON_MS);
	tcn_near_count(near, 9, 0, 0, 5000, &counts);
	ck_assert_uint_eq(counts.items, 1);
	tcn_near_free(near);
}
END_TEST

/* Copies are one record: what a look-up meets does not grow with them. */
START_TEST(copies_cost_no_more_than_names)
{
	struct tcn_near *near = new_near(TCN_NEAR_PLAN_4X16, HORIZON_MS, 0);
	struct model model = { .edge_ms = INT64_MIN };
	struct tcn_near_stats before, after;
	struct tcn_near_counts counts;
	uint64_t state = 4;

	for (uint64_t i = 0; i < 30000; i++) {
		struct tcn_near_item item =
		    item_at(20000 + (int64_t)i / 10, i, 42, &state);

		item.origin = i % 3;
		tcn_near_insert(near, &item);
		tcn_near_count(near, 42, 7, 0, INT64_MAX, &counts);
		ck_assert_uint_eq(counts.items, i + 1);
		ck_assert_uint_le(counts.publishers, 7);
		if (i < 2000)
			model_insert(&model, &item);
		if (i == 1999)
			for (int64_t to = 18000; to < 20400; to += 171)
				model_compare(&model, near, 43, 1, to - 400,
				    to);
	}
	tcn_near_stats(near, &before);
	ck_assert_uint_le(before.fingerprints, 20);
	tcn_near_count(near, 42, 7, 0, INT64_MAX, &counts);
	tcn_near_stats(near, &after);
	ck_assert_uint_le(after.candidates - before.candidates,
	    4 * before.fingerprints);
	ck_sound(tcn_near_check, near);
	tcn_near_free(near);
	model_fini(&model);
}
END_TEST

START_TEST(extreme_times_are_found)
{
	static const int64_t times[] = { INT64_MIN + 1, -1, 0, 1, INT64_MAX };
	struct tcn_near *near = new_near(TCN_NEAR_PLAN_4X16, HORIZON_MS, 0);
	struct model model = { .edge_ms = INT64_MIN };

	for (size_t i = 0; i < sizeof times / sizeof *times; i++) {
		struct tcn_near_item item = { .seq = i, .ts_ms = times[i] };

		tcn_near_insert(near, &item);
		model_insert(&model, &item);
	}
	ck_sound(tcn_near_check, near);
	model_compare(&model, near, 0, 0, INT64_MIN, INT64_MAX);
	model_compare(&model, near, 0, 0, -1, INT64_MAX);
	tcn_near_expire(near, INT64_MIN + 5);
	tcn_near_expire(near, INT64_MAX);
	model_expire(&model, INT64_MAX - HORIZON_MS);
	model_compare(&model, near, 0, 0, INT64_MIN, INT64_MAX);
	tcn_near_free(near);
	model_fini(&model);
}
END_TEST

START_TEST(expiry_gives_memory_back)
{
	struct tcn_near *near = new_near(plans[_i], HORIZON_MS, 0);
	size_t empty = tcn_mem_live_bytes();
	struct tcn_near_stats stats;
	uint64_t state = 3;

	for (uint64_t i = 0; i < 20000; i++) {
		struct tcn_near_item item = {
			.fingerprint = next_random(&state),
			.seq = i,
			.ts_ms = (int64_t)i,
		};

		tcn_near_insert(near, &item);
	}
	tcn_near_stats(near, &stats);
	ck_assert_uint_eq(stats.items, 20000);
	/* What it says it holds is what the allocator handed out. */
	ck_assert_uint_le(tcn_mem_live_bytes(), stats.bytes + stats.bytes / 8);
	ck_assert_uint_ge(tcn_mem_live_bytes(), stats.bytes - stats.bytes / 8);
	tcn_near_expire(near, 1000000);
	tcn_near_stats(near, &stats);
	ck_assert_uint_eq(stats.items, 0);
	ck_assert_uint_eq(stats.expired, 20000);
	ck_assert_uint_lt(tcn_mem_live_bytes(), empty + 65536);
	ck_sound(tcn_near_check, near);
	tcn_near_free(near);
}
END_TEST

START_TEST(cap_drops_the_oldest_bucket_first)
{
	enum {
		CAP = 1500000
	};
	struct tcn_near *near = new_near(plans[_i], HORIZON_MS, CAP);
	struct tcn_near_stats stats;
	struct tcn_near_hit hit;
	uint64_t state = 3, last = 0;

	for (uint64_t i = 0; i < 30000; i++) {
		struct tcn_near_item item = {
			.fingerprint = last = next_random(&state),
			.seq = i,
			.ts_ms = (int64_t)i / 4,
		};

		tcn_near_insert(near, &item);
		tcn_near_stats(near, &stats);
		ck_assert_uint_le(stats.bytes, CAP);
		ck_assert_uint_eq(stats.items + stats.dropped, i + 1);
	}
	ck_assert_uint_gt(stats.dropped, 0);
	ck_assert_uint_gt(stats.items, 5000);
	ck_assert(tcn_near_nearest(near, last, 0, -1, INT64_MAX, &hit));
	ck_assert_uint_eq(hit.seq, 29999);
	ck_sound(tcn_near_check, near);
	tcn_near_free(near);
}
END_TEST

/* One bit of one entry: the table no longer has the record's fingerprint. */
START_TEST(an_entry_that_is_wrong_is_named)
{
	struct tcn_near *near = new_near(TCN_NEAR_PLAN_4X16, HORIZON_MS, 0);
	struct tcn_err err = { .text = "" };
	uint64_t state = 1;

	for (uint64_t seq = 1; seq <= 20; seq++) {
		struct tcn_near_item item =
		    item_at(100000, seq, next_random(&state), &state);

		tcn_near_insert(near, &item);
	}
	ck_sound(tcn_near_check, near);
	for (unsigned table = 0; table < 4; table++) {
		struct tcn_near_open *open =
		    &near->tables[table].leaves[0]->open;
		uint32_t slot = 0;

		while (!open->counts[slot / open->slots])
			slot += open->slots;
		open->partials[slot] ^= 1;
		ck_assert_int_eq(tcn_near_check(near, &err), TCN_CORRUPT);
		ck_assert_ptr_nonnull(strstr(err.text, "other fingerprints"));
		open->partials[slot] ^= 1;
	}
	ck_sound(tcn_near_check, near);
	tcn_near_free(near);
}
END_TEST

TCN_TESTS(near)
{
	tcase_set_timeout(tc, 60);
	tcase_add_loop_test(tc, equals_brute_force, 0, PLANS);
	tcase_add_loop_test(tc, exact_at_every_radius, 0, PLANS);
	tcase_add_loop_test(tc, a_crowd_costs_no_more_as_it_grows, 0, PLANS);
	tcase_add_test(tc, a_hot_key_costs_no_more_as_it_grows);
	tcase_add_test(tc, span_is_exact_to_the_millisecond);
	tcase_add_test(tc, an_entry_that_is_wrong_is_named);
	tcase_add_test(tc, copies_cost_no_more_than_names);
	tcase_add_test(tc, extreme_times_are_found);
	tcase_add_loop_test(tc, expiry_gives_memory_back, 0, PLANS);
	tcase_add_loop_test(tc, cap_drops_the_oldest_bucket_first, 0, PLANS);
}
