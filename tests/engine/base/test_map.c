#include "tests/base/run.h"

#include "engine/base/map.h"
#include "engine/base/mem.h"

#define KEYS 257

/* Against an array: the same operations, the same answers. */
START_TEST(equals_an_array_model)
{
	struct tcn_map map = { 0 };
	uint64_t model[KEYS] = { 0 };
	uint64_t seed = 1;
	size_t n = 0;

	for (int step = 0; step < 50000; step++) {
		uint64_t key, *value;
		bool added;

		seed = seed * 6364136223846793005u + 1442695040888963407u;
		key = (seed >> 33) % KEYS;
		if ((seed >> 62) == 0) {
			ck_assert_int_eq(tcn_map_remove(&map, key),
			    model[key] != 0);
			n -= model[key] != 0;
			model[key] = 0;
		} else {
			ck_assert_int_eq(tcn_map_put(&map, key, &value, &added),
			    TCN_OK);
			ck_assert_int_eq(added, model[key] == 0);
			n += added;
			model[key] = *value = (uint64_t)step + 1;
		}
		ck_assert_uint_eq(map.n, n);
		key = (seed >> 20) % KEYS;
		value = tcn_map_find(&map, key);
		ck_assert_uint_eq(value ? *value : 0, model[key]);
	}
	tcn_map_fini(&map);
}
END_TEST

START_TEST(failed_growth_changes_nothing)
{
	struct tcn_map map = { 0 };
	uint64_t *value;
	bool failed = false;

	for (uint64_t key = 0; key < 1000; key++) {
		enum tcn_rc rc;

		tcn_mem_fail_at(1);
		rc = tcn_map_put(&map, key, &value, NULL);
		if (rc == TCN_NOMEM) {
			failed = true;
			ck_assert_ptr_null(tcn_map_find(&map, key));
			ck_assert_uint_eq(map.n, key);
			tcn_mem_fail_at(0);
			rc = tcn_map_put(&map, key, &value, NULL);
		}
		ck_assert_int_eq(rc, TCN_OK);
		*value = key * 3;
	}
	tcn_mem_fail_at(0);
	ck_assert(failed);
	for (uint64_t key = 0; key < 1000; key++)
		ck_assert_uint_eq(*tcn_map_find(&map, key), key * 3);
	tcn_map_fini(&map);
}
END_TEST

TCN_SUITE(map)
{
	Suite *s = suite_create("map");
	TCase *tc = tcase_create("map");

	tcase_add_test(tc, equals_an_array_model);
	tcase_add_test(tc, failed_growth_changes_nothing);
	suite_add_tcase(s, tc);
	return s;
}
