#include "tests/base/run.h"

#include <string.h>

#include "engine/base/duration.h"
#include "engine/base/mem.h"
#include "tests/base/sound.h"
#include "window/story/story_templates.h"

#define START_MS (1000 * TCN_DAY_MS)

static struct tcn_story_template_past
see(struct tcn_story_templates *templates, uint64_t key, int64_t now_ms,
    uint32_t texts)
{
	struct tcn_story_template_past past, again;
	int64_t at_ms = START_MS + now_ms;

	tcn_story_templates_find(tcn_numbers_default(), templates, key, at_ms,
	    4 * TCN_HOUR_MS, texts, &past);
	ck_assert_int_eq(tcn_story_templates_note(templates, key, at_ms,
			     4 * TCN_HOUR_MS, texts),
	    TCN_OK);
	/* What came before is the same once the sighting is noted. */
	tcn_story_templates_find(tcn_numbers_default(), templates, key, at_ms,
	    4 * TCN_HOUR_MS, texts, &again);
	ck_assert_uint_eq(past.texts, again.texts);
	ck_assert_uint_eq(past.days, again.days);
	ck_assert(past.recurs == again.recurs);
	if (templates->n < 10 || templates->n % 256 == 0)
		ck_sound(tcn_story_templates_check, templates);
	return past;
}

START_TEST(seen_on_days_before)
{
	struct tcn_story_templates templates = { 0 };
	struct tcn_story_template_past past = { 0 };

	for (int day = 0; day < 12; day++) {
		past = see(&templates, 5, day * TCN_DAY_MS, 3);
		ck_assert(past.recurs == (day > 0));
		past =
		    see(&templates, 5, day * TCN_DAY_MS + 3 * TCN_HOUR_MS, 6);
		ck_assert(past.recurs == (day > 0));
		see(&templates, 5, day * TCN_DAY_MS + 6 * TCN_HOUR_MS, 1);
	}
	past = see(&templates, 5, 12 * TCN_DAY_MS, 2);
	ck_assert_uint_eq(past.days, 7);
	ck_assert_uint_eq(past.texts, 7 * 6 + 7 * 1);
	tcn_story_templates_fini(&templates);
}
END_TEST

/* Hours after a first sighting: does it recur? */
static const struct {
	int hours;
	uint32_t before, now;
	bool recurs;
} rows[] = {
	{ 3, 20, 20, false }, /* the same sighting */
	{ 12, 20, 20, false },
	{ 22, 20, 20, false },
	{ 23, 20, 20, true },
	{ 25, 20, 40, true },
	{ 25, 20, 41, false }, /* more than ever */
	{ 48, 20, 20, false },
	{ 7 * 24 - 1, 20, 20, true },
	{ 7 * 24 + 2, 20, 20, false },
};

START_TEST(recurs_at_its_hour)
{
	struct tcn_story_templates templates = { 0 };

	see(&templates, 9, 0, rows[_i].before);
	ck_assert(see(&templates, 9, rows[_i].hours * TCN_HOUR_MS, rows[_i].now)
		      .recurs == rows[_i].recurs);
	ck_assert(!see(&templates, 8, 0, 20).recurs);
	tcn_story_templates_fini(&templates);
}
END_TEST

START_TEST(the_one_not_seen_for_longest_goes)
{
	struct tcn_story_templates templates = { .journal.on = true };

	for (uint64_t key = 1; key <= 4096; key++)
		see(&templates, key, (int64_t)key * 1000, 1);
	see(&templates, 1, 30 * TCN_HOUR_MS, 1);
	see(&templates, 9999, 31 * TCN_HOUR_MS, 1);
	ck_assert_uint_eq(templates.journal.gone.n, 1);
	ck_assert_uint_eq(templates.journal.gone.at[0], 2);
	ck_assert_uint_eq(templates.journal.changed.n, 4096);
	ck_assert_uint_eq(templates.n, 4096);
	ck_assert_uint_eq(see(&templates, 1, 40 * TCN_HOUR_MS, 1).texts, 2);
	ck_assert_uint_eq(see(&templates, 2, 40 * TCN_HOUR_MS, 1).texts, 0);
	tcn_story_templates_fini(&templates);
}
END_TEST

START_TEST(out_of_memory_is_said)
{
	struct tcn_story_templates templates = { 0 };

	for (uint64_t n = 1; n <= 3; n++) {
		templates.journal.on = true;
		tcn_mem_fail_at(n);
		ck_assert_int_eq(tcn_story_templates_note(&templates, 1,
				     START_MS, 4 * TCN_HOUR_MS, 1),
		    TCN_NOMEM);
		tcn_story_templates_fini(&templates);
	}
	tcn_mem_fail_at(0);
	ck_assert_uint_eq(tcn_mem_live_bytes(), 0);
}
END_TEST

TCN_TESTS(story_templates)
{
	tcase_add_test(tc, seen_on_days_before);
	TCN_EACH(recurs_at_its_hour, rows);
	tcase_add_test(tc, the_one_not_seen_for_longest_goes);
	tcase_add_test(tc, out_of_memory_is_said);
}
