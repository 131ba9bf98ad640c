#include "tests/base/run.h"

#include "engine/base/map.h"
#include "tests/base/random.h"
#include "tests/base/sound.h"

#define KEYS 257

/* The same operations on an array give the same answers. */
START_TEST(equals_an_array_model)
{
	struct tcn_map map = { 0 };
	uint64_t model[KEYS] = { 0 };
	uint64_t seed = 1;
	size_t n = 0;

	for (int step = 0; step < 50000; step++) {
		uint64_t key, *value;
		bool added;

		random_next(&seed);
		key = (seed >> 33) % KEYS;
		if ((seed >> 62) == 0) {
			ck_assert_int_eq(tcn_map_remove(&map, key),
			    model[key] != 0);
			n -= model[key] != 0;
			model[key] = 0;
		} else {
			tcn_map_put(&map, key, &value, &added);
			ck_assert_int_eq(added, model[key] == 0);
			n += added;
			model[key] = *value = (uint64_t)step + 1;
		}
		ck_assert_uint_eq(map.n, n);
		ck_sound(tcn_map_check, &map);
		key = (seed >> 20) % KEYS;
		value = tcn_map_find(&map, key);
		ck_assert_uint_eq(value ? *value : 0, model[key]);
	}
	tcn_map_fini(&map);
}
END_TEST

START_TEST(counts_how_often_and_how_many)
{
	struct tcn_map map = { 0 };

	for (uint64_t i = 1; i <= 60; i++)
		tcn_map_count(&map, i % 7);
	ck_assert_uint_eq(map.n, 7);
	ck_assert_uint_eq(*tcn_map_find(&map, 4), 9);
	ck_assert_uint_eq(*tcn_map_find(&map, 5), 8);
	tcn_map_fini(&map);
}
END_TEST

START_TEST(validator_sees_damage)
{
	struct tcn_map map = { 0 };
	uint64_t *value;

	ck_sound(tcn_map_check, &map);
	for (uint64_t key = 0; key < 100; key++)
		tcn_map_put(&map, key, &value, NULL);
	ck_sound(tcn_map_check, &map);
	map.n++;
	ck_broken(tcn_map_check, &map);
	map.n--;
	value = tcn_map_find(&map, 7);
	value[-1]++; /* its key is now another one, that belongs elsewhere */
	ck_broken(tcn_map_check, &map);
	value[-1]--;
	ck_sound(tcn_map_check, &map);
	tcn_map_clear(&map);
	ck_sound(tcn_map_check, &map);
	tcn_map_fini(&map);
}
END_TEST

TCN_TESTS(map)
{
	tcase_add_test(tc, equals_an_array_model);
	tcase_add_test(tc, counts_how_often_and_how_many);
	tcase_add_test(tc, validator_sees_damage);
}
