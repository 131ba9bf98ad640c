#include "tests/base/run.h"

#include <string.h>

#include "engine/base/duration.h"
#include "engine/base/mem.h"
#include "tests/base/random.h"
#include "tests/base/sound.h"
#include "window/story/numbers.h"
#include "window/story/reported_texts.h"

#define REPORTED_MS tcn_numbers_ms(tcn_numbers_default()->reported_texts_h)

#define KEYS 40

/* When each text was reported last, in a plain array; 0: never. */
static int64_t model[KEYS];
static uint64_t seed;

static void
check(const struct tcn_reported_texts *reported, int64_t now_ms)
{
	ck_sound(tcn_reported_texts_check, reported);
	ck_assert(!tcn_reported_texts_has(reported, 0));
	for (uint64_t key = 1; key < KEYS; key++)
		ck_assert_int_eq(tcn_reported_texts_has(reported, key),
		    model[key] && now_ms - model[key] < REPORTED_MS);
}

static void
report(struct tcn_reported_texts *reported, int64_t now_ms)
{
	uint64_t key = random_below(&seed, KEYS);

	tcn_reported_texts_expire(reported, now_ms - REPORTED_MS);
	tcn_reported_texts_add(reported, key, now_ms);
	model[key] = key ? now_ms : 0;
	check(reported, now_ms);
}

/* What counts of one, taken into another: in an order of its own. */
static void
restore(const struct tcn_reported_texts *from, struct tcn_reported_texts *to)
{
	for (size_t i = from->n; i-- > 0;) {
		const struct tcn_reported_text *text =
		    &from->queue[from->head + i];

		if (tcn_reported_texts_is_live(from, i))
			ck_assert_int_eq(tcn_reported_texts_load(to, text->key,
					     text->at_ms),
			    TCN_OK);
	}
	tcn_reported_texts_loaded(to);
}

START_TEST(three_days_as_an_array_would)
{
	struct tcn_reported_texts reported = { 0 };
	int64_t now_ms = 1000 * 24 * TCN_HOUR_MS;

	memset(model, 0, sizeof model);
	seed = 1;
	for (int i = 0; i < 3000; i++) {
		struct tcn_reported_texts again = { 0 };

		now_ms += random_below(&seed, 3) * random_below(&seed, 8) *
		    TCN_HOUR_MS;
		report(&reported, now_ms);
		if (i % 100)
			continue;
		restore(&reported, &again);
		tcn_reported_texts_fini(&reported);
		reported = again;
		check(&reported, now_ms);
	}
	ck_assert_uint_le(reported.n, 3000);
	tcn_reported_texts_fini(&reported);
	ck_assert_uint_eq(tcn_mem_live_bytes(), 0);
}
END_TEST

START_TEST(changes_are_noted)
{
	struct tcn_reported_texts reported = { .journal.on = true };

	tcn_reported_texts_add(&reported, 7, TCN_HOUR_MS);
	tcn_reported_texts_add(&reported, 8, TCN_HOUR_MS);
	tcn_reported_texts_add(&reported, 7, TCN_HOUR_MS);
	ck_assert_uint_eq(reported.journal.changed.n, 2);
	tcn_journal_saved(&reported.journal);
	tcn_reported_texts_add(&reported, 7, 2 * TCN_HOUR_MS);
	tcn_reported_texts_expire(&reported, TCN_HOUR_MS);
	ck_assert_uint_eq(reported.journal.changed.n, 1);
	ck_assert_uint_eq(reported.journal.gone.n, 1);
	ck_assert_uint_eq(reported.journal.gone.at[0], 8);
	ck_assert(tcn_reported_texts_has(&reported, 7));
	ck_assert_int_eq(tcn_reported_texts_load(&reported, 7, 0), TCN_CORRUPT);
	tcn_reported_texts_fini(&reported);
}
END_TEST

/* Those of the oldest moment go together. */
START_TEST(the_cap_bounds_what_is_held)
{
	struct tcn_reported_texts reported = { 0 };
	uint64_t key = 0;

	for (; key < TCN_REPORTED_TEXTS_MAX; key++)
		tcn_reported_texts_add(&reported, key + 1, (int64_t)key / 10);
	ck_assert(tcn_reported_texts_has(&reported, 1));
	tcn_reported_texts_add(&reported, key + 1, INT32_MAX);
	for (uint64_t i = 1; i <= 11; i++)
		ck_assert_int_eq(tcn_reported_texts_has(&reported, i), i > 10);
	ck_assert(tcn_reported_texts_has(&reported, key + 1));
	ck_assert_uint_eq(reported.n, TCN_REPORTED_TEXTS_MAX - 9);
	ck_sound(tcn_reported_texts_check, &reported);
	tcn_reported_texts_fini(&reported);
}
END_TEST

TCN_TESTS(reported_texts)
{
	tcase_add_test(tc, three_days_as_an_array_would);
	tcase_add_test(tc, changes_are_noted);
	tcase_add_test(tc, the_cap_bounds_what_is_held);
}
