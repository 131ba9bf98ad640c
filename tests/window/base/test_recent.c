#include "tests/base/run.h"

#include "tests/base/random.h"
#include "tests/base/sound.h"
#include "window/base/recent.h"

#define KEYS    64
#define HORIZON 500

struct model {
	uint64_t value;
	int64_t ts_ms;
	bool known;
};

/* Rows come in the order of last sight; a value is the step of that sight. */
static void
check_order(const struct tcn_recent *recent)
{
	struct tcn_recent_row row;
	uint32_t cursor = 0;
	uint64_t before = 0;
	size_t n = 0;

	for (; tcn_recent_next(recent, &cursor, &row); n++) {
		ck_assert_uint_lt(before, row.value);
		before = row.value;
	}
	ck_assert_uint_eq(n, recent->n);
}

/* Against an array: what was put within the horizon is found, no more. */
START_TEST(equals_an_array_model)
{
	struct tcn_recent recent;
	struct model model[KEYS] = { 0 };
	uint64_t seed = 9;
	int64_t now = 0;

	tcn_recent_init(&recent, KEYS);
	for (uint64_t step = 1; step < 20000; step++) {
		const uint64_t *at;
		uint64_t key;

		random_next(&seed);
		key = (seed >> 33) % KEYS;
		now += (int64_t)(seed >> 60);
		tcn_recent_expire(&recent, now - HORIZON);
		for (size_t i = 0; i < KEYS; i++)
			model[i].known &= model[i].ts_ms > now - HORIZON;
		tcn_recent_put(&recent, key, step, now);
		ck_sound(tcn_recent_check, &recent);
		check_order(&recent);
		model[key] = (struct model){ step, now, true };
		key = (seed >> 20) % KEYS;
		at = tcn_recent_find(&recent, key, now - HORIZON);
		ck_assert_int_eq(at != NULL, model[key].known);
		if (at)
			ck_assert_uint_eq(*at, model[key].value);
	}
	ck_assert_uint_eq(recent.dropped, 0);
	tcn_recent_fini(&recent);
}
END_TEST

START_TEST(full_drops_the_least_recently_seen)
{
	struct tcn_recent recent;
	struct tcn_recent_row row;
	uint32_t cursor = 0;

	tcn_recent_init(&recent, 3);
	for (uint64_t key = 1; key <= 3; key++)
		tcn_recent_put(&recent, key, key, 10);
	tcn_recent_put(&recent, 1, 1, 11);
	tcn_recent_put(&recent, 4, 4, 12);
	ck_assert_ptr_null(tcn_recent_find(&recent, 2, 0));
	ck_assert_uint_eq(recent.dropped, 1);
	ck_sound(tcn_recent_check, &recent);
	for (uint64_t want = 3; tcn_recent_next(&recent, &cursor, &row);
	     want = want == 3 ? 1 : 4)
		ck_assert_uint_eq(row.key, want);
	tcn_recent_fini(&recent);
}
END_TEST

START_TEST(what_is_broken_is_named)
{
	struct tcn_recent recent;
	struct tcn_err err;

	tcn_recent_init(&recent, 100);
	for (uint64_t key = 0; key < 50; key++)
		tcn_recent_put(&recent, key, 1, 1);
	recent.used--;
	ck_assert_int_eq(tcn_recent_check(&recent, &err), TCN_CORRUPT);
	ck_assert_str_eq(err.text,
	    "50 keys of 100 at most: 49 live in the ring, 50 in the table");
	recent.used++;
	ck_sound(tcn_recent_check, &recent);
	recent.oldest++;
	ck_assert_int_eq(tcn_recent_check(&recent, &err), TCN_CORRUPT);
	tcn_recent_fini(&recent);
}
END_TEST

TCN_TESTS(recent)
{
	tcase_add_test(tc, equals_an_array_model);
	tcase_add_test(tc, full_drops_the_least_recently_seen);
	tcase_add_test(tc, what_is_broken_is_named);
}
