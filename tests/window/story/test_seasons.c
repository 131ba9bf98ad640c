#include "tests/base/run.h"

#include <math.h>
#include <string.h>

#include "engine/base/duration.h"
#include "engine/base/mem.h"
#include "tests/base/random.h"
#include "tests/base/sound.h"
#include "window/story/seasons.h"

#define FORMS 6
#define DAY_0 20000
#define DAYS  700

static struct tcn_seasons seasons;
static struct tcn_season season;
static uint64_t seed;

static void
setup(void)
{
	seasons = (struct tcn_seasons){ 0 };
	seed = 1;
}

static void
teardown(void)
{
	tcn_seasons_fini(&seasons);
	ck_assert_uint_eq(tcn_mem_live_bytes(), 0);
}

static int64_t
at(int day, int hour)
{
	return (DAY_0 + day) * TCN_DAY_MS + hour * TCN_HOUR_MS + 17;
}

static void
note(uint64_t form, int day, int hour)
{
	tcn_seasons_note(&seasons, form, at(day, hour));
	if (seasons.n < 100)
		ck_sound(tcn_seasons_check, &seasons);
}

static double
ask(uint64_t form, int day, int hour)
{
	tcn_seasons_find(&seasons, form, at(day, hour), &season);
	return season.regularity;
}

START_TEST(what_never_came_is_not_regular)
{
	ck_assert_double_eq(ask(1, 0, 12), 0);
	note(1, 0, 12);
	ck_assert_double_eq(ask(1, 0, 12), 0);
	ck_assert_double_eq(ask(1, 1, 12), 0);
	ck_assert_int_eq(season.period, TCN_SEASON_NONE);
}
END_TEST

START_TEST(what_comes_daily_is_regular_at_its_hour)
{
	for (int day = 0; day < 40; day++)
		note(1, day, 14);
	ck_assert_double_gt(ask(1, 40, 14), 0.9);
	ck_assert_int_eq(season.period, TCN_SEASON_DAY);
	ck_assert_double_eq(season.calendar, 0);
	ck_assert_double_gt(ask(1, 40, 15), 0.9);
	ck_assert_double_eq(ask(1, 40, 20), 0);
}
END_TEST

START_TEST(what_comes_at_any_hour_is_hardly_regular)
{
	for (int day = 0; day < 40; day++)
		for (int hour = 0; hour < 24; hour++)
			note(1, day, hour);
	ck_assert_double_lt(ask(1, 40, 14), 0.3);
}
END_TEST

START_TEST(an_event_that_lasts_a_week_is_hardly_regular)
{
	for (int day = 0; day < 7; day++)
		note(1, day, 9);
	ck_assert_double_lt(ask(1, 7, 9), 0.41);
	for (int day = 7; day < 20; day++)
		note(1, day, 9);
	ck_assert_double_gt(ask(1, 20, 9), 0.9);
}
END_TEST

START_TEST(what_comes_each_week_month_or_quarter_is_regular)
{
	for (int k = 0; k < 8; k++) {
		note(1, 7 * k, 14);
		note(2, 30 * k + k % 3, 14);
		note(3, 91 * k, 14);
		if (k == 1)
			ck_assert_double_eq(ask(4, 91, 14), 0);
	}
	ck_assert_double_gt(ask(1, 56, 14), 0.8);
	ck_assert_int_eq(season.period, TCN_SEASON_WEEK);
	ck_assert_double_eq(season.calendar, season.regularity);
	ck_assert_double_lt(ask(1, 59, 14), 0.1);
	ck_assert_double_gt(ask(2, 240, 14), 0.5);
	ck_assert_int_eq(season.period, TCN_SEASON_MONTH);
	ck_assert_double_eq(ask(2, 255, 14), 0);
	ck_assert_double_gt(ask(3, 728, 14), 0.7);
	ck_assert_int_eq(season.period, TCN_SEASON_QUARTER);
	ck_assert_uint_eq(season.met, 4);
	ck_assert_double_eq(ask(3, 770, 14), 0);
}
END_TEST

/* A war that was in the news a week ago is not a weekly one. */
START_TEST(what_came_a_week_or_a_month_ago_is_not_regular)
{
	note(1, 0, 14);
	ask(1, 7, 14);
	ck_assert_double_eq(season.calendar, 0);
	ask(1, 30, 14);
	ck_assert_double_eq(season.calendar, 0);
	ask(1, 91, 14);
	ck_assert_double_gt(season.calendar, 0.3);
	note(1, 7, 14);
	ask(1, 14, 14);
	ck_assert_double_gt(season.calendar, 0.3);
}
END_TEST

START_TEST(what_comes_once_a_year_is_known)
{
	note(1, 0, 14);
	ck_assert_double_gt(ask(1, 365, 14), 0.4);
	note(1, 40, 14);
	note(1, 75, 14);
	note(1, 110, 14);
	note(1, 165, 14);
	ck_assert_double_gt(ask(1, 365, 14), 0.4);
	ck_assert_int_eq(season.period, TCN_SEASON_YEAR);
	ck_assert_double_eq(ask(1, 600, 14), 0);
	ck_assert_int_eq(season.period, TCN_SEASON_NONE);
}
END_TEST

/* What came, in plain arrays. */
static bool came[FORMS][DAYS], in_hour[FORMS][DAYS][24];

static double
model_hour(int form, int day, int hour)
{
	int all = 0, near = 0, begins = 0;

	/* All goes when a form rests for as long as days are kept. */
	for (int d = 0, last = -1; d < day; d++) {
		if (!came[form][d])
			continue;
		if (last >= 0 && d - last >= TCN_SEASONS_DAYS)
			begins = d;
		last = d;
	}
	for (int d = begins; d < day; d++)
		for (int h = 0; h < 24; h++) {
			int apart = abs(h - hour);

			all += in_hour[form][d][h];
			if (apart <= 1 || apart == 23)
				near += in_hour[form][d][h];
		}
	return all ? fmin(1, 2.0 * near / all) : 0;
}

static double
model_period(int form, int day, int since, const double lags[], int slack,
    bool daily, int least)
{
	int asked = 0, met = 0, days = 0;
	double chance;

	for (; *lags > 0; lags++) {
		int lag = (int)*lags;
		bool hit = false;

		if (!daily && day - lag + slack < since)
			break;
		for (int d = day - lag - slack; d <= day - lag + slack; d++)
			hit |= d >= since && came[form][d];
		asked++;
		met += hit;
	}
	for (int d = since; d <= day - 2; d++)
		days += came[form][d];
	chance = daily
	    ? 0
	    : 1 - pow(1 - (double)days / (day - 1 - since), 2 * slack + 1);
	if (met < least || chance >= 1)
		return 0;
	return ((double)met / (asked + 1) - chance) / (1 - chance);
}

static double
model(int form, int day, int hour)
{
	static const double daily[] = { 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13,
		14, 15, 0 };
	static const double weekly[] = { 7, 14, 21, 28, 35, 42, 49, 56, 0 };
	static const double monthly[] = { 30, 60, 91, 121, 152, 182, 213, 243,
		273, 304, 334, 365, 0 };
	static const double quarterly[] = { 91, 182, 273, 365, 0 };
	static const double yearly[] = { 365, 0 };
	int since = 0;
	double best = 0;

	if (day >= TCN_SEASONS_DAYS)
		since = day - TCN_SEASONS_DAYS + 1;
	while (since < day && !came[form][since])
		since++;
	if (since > day - 2)
		return 0;
	best = fmax(best, model_period(form, day, since, daily, 0, true, 1));
	best = fmax(best, model_period(form, day, since, weekly, 0, false, 2));
	best = fmax(best, model_period(form, day, since, monthly, 3, false, 2));
	best =
	    fmax(best, model_period(form, day, since, quarterly, 6, false, 1));
	best = fmax(best, model_period(form, day, since, yearly, 4, false, 1));
	return best * model_hour(form, day, hour);
}

/* Forms of several rhythms, with noise. */
static bool
comes(int form, int day)
{
	static const int rhythms[FORMS] = { 2, 7, 30, 91, 365, 13 };
	bool due = day % rhythms[form] == 0 && random_below(&seed, 8);

	if (form == 5 && day > 200 && day < 640)
		return false;
	return due || !random_below(&seed, 120);
}

START_TEST(regularities_are_those_of_plain_arrays)
{
	double most = 0;

	memset(came, 0, sizeof came);
	memset(in_hour, 0, sizeof in_hour);
	for (int day = 0; day < DAYS; day++)
		for (int hour = 0; hour < 24; hour++)
			for (int form = 0; form < FORMS; form++) {
				double found;

				if (hour == 12) {
					found = ask((uint64_t)form, day, hour);
					most = fmax(most, found);
					ck_assert_double_eq_tol(found,
					    model(form, day, hour), 1e-9);
				}
				if (!(hour == 12 || hour == 13 || hour == 23) ||
				    random_below(&seed, 4) == 0 ||
				    (!came[form][day] && !comes(form, day)))
					continue;
				came[form][day] = true;
				in_hour[form][day][hour] = true;
				note((uint64_t)form, day, hour);
			}
	ck_assert_double_gt(most, 0.5);
}
END_TEST

/* The forms that are worth most stay, whatever the order in memory. */
START_TEST(room_is_made_by_worth)
{
	for (uint64_t i = 0; i < TCN_SEASONS_MAX; i++)
		note(i, i < 10 ? 0 : 1, 12);
	for (uint64_t i = 0; i < 10; i++)
		note(i, 50, 12);
	ck_assert_uint_eq(seasons.n, TCN_SEASONS_MAX);
	note(TCN_SEASONS_MAX, 51, 12);
	ck_assert_uint_eq(seasons.n, TCN_SEASONS_MAX - TCN_SEASONS_MAX / 4 + 1);
	ck_sound(tcn_seasons_check, &seasons);
	for (uint64_t i = 0; i < 10; i++)
		ck_assert_ptr_nonnull(tcn_seasons_get(&seasons, i));
	ck_assert_ptr_nonnull(tcn_seasons_get(&seasons, 10));
	ck_assert_ptr_null(tcn_seasons_get(&seasons, TCN_SEASONS_MAX - 1));
	ck_assert_uint_lt(tcn_seasons_bytes(&seasons), 12u << 20);
}
END_TEST

START_TEST(a_row_that_contradicts_itself_is_refused)
{
	struct tcn_season_row row;

	note(1, 0, 12);
	note(1, 30, 12);
	row = *tcn_seasons_get(&seasons, 1);
	ck_assert_int_eq(tcn_seasons_load(&seasons, &row), TCN_CORRUPT);
	row.form = 2;
	ck_assert_int_eq(tcn_seasons_load(&seasons, &row), TCN_OK);
	row.form = 3;
	row.first_day++;
	ck_assert_int_eq(tcn_seasons_load(&seasons, &row), TCN_CORRUPT);
	row.first_day--;
	row.last_day++;
	ck_assert_int_eq(tcn_seasons_load(&seasons, &row), TCN_CORRUPT);
	row.last_day--;
	row.last_hours = 1 << 24;
	ck_assert_int_eq(tcn_seasons_load(&seasons, &row), TCN_CORRUPT);
}
END_TEST

TCN_TESTS(seasons)
{
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, what_never_came_is_not_regular);
	tcase_add_test(tc, what_comes_daily_is_regular_at_its_hour);
	tcase_add_test(tc, what_comes_at_any_hour_is_hardly_regular);
	tcase_add_test(tc, an_event_that_lasts_a_week_is_hardly_regular);
	tcase_add_test(tc, what_comes_each_week_month_or_quarter_is_regular);
	tcase_add_test(tc, what_came_a_week_or_a_month_ago_is_not_regular);
	tcase_add_test(tc, what_comes_once_a_year_is_known);
	tcase_add_test(tc, regularities_are_those_of_plain_arrays);
	tcase_add_test(tc, room_is_made_by_worth);
	tcase_add_test(tc, a_row_that_contradicts_itself_is_refused);
}
