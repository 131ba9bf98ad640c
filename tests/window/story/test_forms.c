#include "tests/base/run.h"

#include <string.h>

#include "engine/base/mem.h"
#include "window/story/forms.h"

#define HOUR_MS  ((int64_t)3600 * 1000)
#define DAY_MS   (24 * HOUR_MS)
#define START_MS (1000 * DAY_MS)

static struct tcn_form_past
see(struct tcn_forms *forms, uint64_t key, int64_t now_ms, uint32_t texts)
{
	struct tcn_form_past past;
	uint64_t gone;

	ck_assert_int_eq(tcn_forms_see(forms, key, START_MS + now_ms,
			     4 * HOUR_MS, texts, &past, &gone),
	    TCN_OK);
	return past;
}

START_TEST(seen_on_days_before)
{
	struct tcn_forms forms = { 0 };
	struct tcn_form_past past = { 0 };

	for (int day = 0; day < 12; day++) {
		past = see(&forms, 5, day * DAY_MS, 3);
		ck_assert(past.recurs == (day > 0));
		past = see(&forms, 5, day * DAY_MS + 3 * HOUR_MS, 6);
		ck_assert(past.recurs == (day > 0));
		see(&forms, 5, day * DAY_MS + 6 * HOUR_MS, 1);
	}
	past = see(&forms, 5, 12 * DAY_MS, 2);
	ck_assert_uint_eq(past.days, 7);
	ck_assert_uint_eq(past.texts, 7 * 6 + 7 * 1);
	tcn_forms_fini(&forms);
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
	struct tcn_forms forms = { 0 };

	see(&forms, 9, 0, rows[_i].before);
	ck_assert(see(&forms, 9, rows[_i].hours * HOUR_MS, rows[_i].now)
		      .recurs == rows[_i].recurs);
	ck_assert(!see(&forms, 8, 0, 20).recurs);
	tcn_forms_fini(&forms);
}
END_TEST

START_TEST(the_one_not_seen_for_longest_goes)
{
	struct tcn_forms forms = { 0 };
	struct tcn_form_past past;
	uint64_t gone;

	for (uint64_t key = 1; key <= 4096; key++)
		see(&forms, key, (int64_t)key * 1000, 1);
	see(&forms, 1, 30 * HOUR_MS, 1);
	ck_assert_int_eq(tcn_forms_see(&forms, 9999, START_MS + 31 * HOUR_MS,
			     4 * HOUR_MS, 1, &past, &gone),
	    TCN_OK);
	ck_assert_uint_eq(gone, 2);
	ck_assert_uint_eq(forms.n, 4096);
	ck_assert_uint_eq(see(&forms, 1, 40 * HOUR_MS, 1).texts, 2);
	ck_assert_uint_eq(see(&forms, 2, 40 * HOUR_MS, 1).texts, 0);
	tcn_forms_fini(&forms);
}
END_TEST

START_TEST(out_of_memory_is_said)
{
	struct tcn_forms forms = { 0 };
	struct tcn_form_past past;
	uint64_t gone;

	for (uint64_t n = 1; n <= 2; n++) {
		tcn_mem_fail_at(n);
		ck_assert_int_eq(tcn_forms_see(&forms, 1, START_MS, 4 * HOUR_MS,
				     1, &past, &gone),
		    TCN_NOMEM);
		tcn_forms_fini(&forms);
	}
	tcn_mem_fail_at(0);
	ck_assert_uint_eq(tcn_mem_live_bytes(), 0);
}
END_TEST

Suite *suite_forms(void);

Suite *
suite_forms(void)
{
	Suite *s = suite_create("forms");
	TCase *tc = tcase_create("forms");

	tcase_add_test(tc, seen_on_days_before);
	tcase_add_loop_test(tc, recurs_at_its_hour, 0,
	    sizeof rows / sizeof *rows);
	tcase_add_test(tc, the_one_not_seen_for_longest_goes);
	tcase_add_test(tc, out_of_memory_is_said);
	suite_add_tcase(s, tc);
	return s;
}
