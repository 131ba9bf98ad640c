#include "tests/run.h"

#include <string.h>

#include "engine/mem.h"
#include "window/usual.h"

#define HOUR_MS ((int64_t)3600 * 1000)

static struct tcn_slab slab;

static void
burst(struct tcn_decay *clock, struct tcn_busy *busy, int64_t at_ms, int n)
{
	for (int i = 0; i < n; i++) {
		tcn_decay_to(clock, at_ms + i * 1000);
		ck_assert_int_eq(tcn_usual_count(&slab, clock, busy), TCN_OK);
	}
}

START_TEST(what_comes_daily_does_not_rise)
{
	struct tcn_decay clock = { .half_ms = TCN_USUAL_HALF_MS };
	struct tcn_busy busy = { 0 };

	for (int day = 1; day < 5; day++)
		burst(&clock, &busy, day * 24 * HOUR_MS, 40);
	ck_assert_double_lt(tcn_usual_rise(&clock, &busy), 1.0);
	burst(&clock, &busy, 5 * 24 * HOUR_MS, 80);
	ck_assert_double_gt(tcn_usual_rise(&clock, &busy), 1.8);
	tcn_usual_forget(&slab, &busy);
	tcn_slab_fini(&slab);
}
END_TEST

/* The present period and the one before do not count as usual. */
START_TEST(a_new_burst_does_not_hide_itself)
{
	struct tcn_decay clock = { .half_ms = TCN_USUAL_HALF_MS };
	struct tcn_busy busy = { 0 };

	burst(&clock, &busy, 30 * HOUR_MS, 50);
	burst(&clock, &busy, 37 * HOUR_MS, 50);
	ck_assert_double_gt(tcn_usual_rise(&clock, &busy), 50);
	tcn_decay_to(&clock, 49 * HOUR_MS);
	ck_assert_double_lt(tcn_usual_rise(&clock, &busy), 0.1);
	tcn_slab_fini(&slab);
}
END_TEST

START_TEST(a_week_later_it_is_forgotten)
{
	struct tcn_decay clock = { .half_ms = TCN_USUAL_HALF_MS };
	struct tcn_busy busy = { 0 };

	burst(&clock, &busy, 0, 50);
	burst(&clock, &busy, 27 * TCN_USUAL_PERIOD_MS, 50);
	ck_assert_double_lt(tcn_usual_rise(&clock, &busy), 1.0);
	burst(&clock, &busy, (28 + 27) * TCN_USUAL_PERIOD_MS, 50);
	ck_assert_double_gt(tcn_usual_rise(&clock, &busy), 50 * 0.9);
	tcn_slab_fini(&slab);
}
END_TEST

/* Texts of numbers; 0 ends one. */
static void
form_of(const uint32_t (*lines)[12], size_t n, struct tcn_usual_form *form)
{
	static uint8_t order[12] = { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 };
	struct tcn_usual_text texts[8];
	uint64_t scratch[8 * 24];

	for (size_t i = 0; i < n; i++) {
		size_t words = 0;

		while (lines[i][words])
			words++;
		texts[i] =
		    (struct tcn_usual_text){ lines[i], order, words, words };
	}
	tcn_usual_form(texts, n, scratch, form);
}

START_TEST(a_form_filled_in_is_told_from_an_event)
{
	static const uint32_t notices[6][12] = {
		{ 10, 1, 2, 3, 11 },
		{ 20, 1, 2, 3, 21 },
		{ 30, 1, 2, 3, 31 },
		{ 40, 1, 2, 3, 41 },
		{ 50, 1, 2, 3, 51 },
		{ 60, 61, 62 },
	};
	static const uint32_t event[8][12] = {
		{ 1, 2, 3, 4, 5 },
		{ 1, 2, 3, 6, 7 },
		{ 1, 2, 3, 8, 4 },
		{ 1, 2, 3, 12, 6 },
		{ 1, 2, 3, 13, 7 },
		{ 9, 4, 7, 6 },
		{ 11, 5, 1 },
		{ 14, 15, 16 },
	};
	struct tcn_usual_form form;

	form_of(notices, 6, &form);
	ck_assert_double_eq_tol(form.run, 5.0 / 6, 1e-12);
	ck_assert_double_eq(form.rare, 0);
	form_of(event, 8, &form);
	ck_assert_double_eq_tol(form.run, 5.0 / 8, 1e-12);
	ck_assert_double_ge(form.rare, 0.25);
	form_of(event, 0, &form);
	ck_assert_double_eq(form.run, 0);
}
END_TEST

START_TEST(out_of_memory_changes_nothing)
{
	struct tcn_decay clock = { .half_ms = TCN_USUAL_HALF_MS };
	struct tcn_busy busy = { 0 }, before;

	burst(&clock, &busy, 0, 1);
	before = busy;
	tcn_mem_fail_at(1);
	ck_assert_int_eq(tcn_usual_count(&slab, &clock, &busy), TCN_NOMEM);
	ck_assert_mem_eq(&before, &busy, sizeof busy);
	burst(&clock, &busy, 0, 1);
	ck_assert_ptr_nonnull(busy.peaks);
	tcn_slab_fini(&slab);
}
END_TEST

Suite *suite_usual(void);

Suite *
suite_usual(void)
{
	Suite *s = suite_create("usual");
	TCase *tc = tcase_create("usual");

	tcase_add_test(tc, what_comes_daily_does_not_rise);
	tcase_add_test(tc, a_new_burst_does_not_hide_itself);
	tcase_add_test(tc, a_week_later_it_is_forgotten);
	tcase_add_test(tc, a_form_filled_in_is_told_from_an_event);
	tcase_add_test(tc, out_of_memory_changes_nothing);
	suite_add_tcase(s, tc);
	return s;
}
