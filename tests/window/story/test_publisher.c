#include "tests/base/run.h"

#include <math.h>

#include "engine/base/duration.h"
#include "engine/base/mem.h"
#include "tests/base/random.h"
#include "tests/base/sound.h"
#include "window/story/publisher.h"

#define PERIOD_MS    tcn_numbers_ms(tcn_numbers_default()->period_h)
#define HALF_LIFE_MS tcn_numbers_ms(tcn_numbers_default()->rate_half_life_h)

#define START_MS   (20000 * 24 * TCN_HOUR_MS)
#define PUBLISHERS 12
#define PERIODS    400

static struct tcn_slab slab;
static struct tcn_baseline_clock clock;
static struct tcn_publisher_table publishers;
static struct tcn_decay decay; /* of headlines */
static enum tcn_word_case_form form; /* of the next */
static int64_t now_ms;
static uint64_t seed;

static void
setup(void)
{
	slab = (struct tcn_slab){ 0 };
	publishers = (struct tcn_publisher_table){ 0 };
	tcn_baseline_init(&clock, tcn_numbers_default());
	form = TCN_HEADLINE_UNKNOWN;
	now_ms = START_MS;
	decay = (struct tcn_decay){ .half_ms = TCN_DAY_MS };
	tcn_decay_set_now(&decay, now_ms);
	seed = 1;
}

static void
teardown(void)
{
	tcn_publisher_fini(&publishers);
	tcn_slab_fini(&slab);
	ck_assert_uint_eq(tcn_mem_live_bytes(), 0);
}

static void
count_item(uint64_t publisher)
{
	tcn_baseline_advance(&clock, now_ms);
	tcn_decay_set_now(&decay, now_ms);
	tcn_baseline_count(&slab, &clock, &clock.volume);
	tcn_publisher_count(&publishers, &slab, &clock, &decay, publisher,
	    form);
	if (publishers.n < 100)
		ck_sound(tcn_publisher_check, &publishers, &clock);
}

static double
volume_ratio(uint64_t publisher)
{
	return tcn_publisher_volume_ratio(&publishers, &clock, publisher);
}

/* An item an hour of each of the first n, for so many hours. */
static void
pass_hours(int hours, uint64_t n)
{
	for (int i = 0; i < hours; i++) {
		now_ms += TCN_HOUR_MS;
		for (uint64_t p = 1; p <= n; p++)
			count_item(p);
	}
}

/* What is remembered of each, in plain arrays. */
static struct {
	double level, peaks[PERIODS];
	int64_t at_ms;
	int first, back, last;
} model[PUBLISHERS + 1]; /* the last: of all together */

static int64_t real_period[PERIODS];
static int periods_n;

static void
model_move(void)
{
	int64_t period = now_ms / PERIOD_MS;

	if (!periods_n || real_period[periods_n] != period)
		real_period[++periods_n] = period;
	ck_assert_int_lt(periods_n, PERIODS - 1);
}

static void
model_count(size_t p)
{
	if (!model[p].first)
		model[p].first = model[p].back = model[p].last = periods_n;
	if (periods_n - model[p].last >= 60)
		model[p].back = periods_n;
	model[p].last = periods_n;
	model[p].level *=
	    pow(0.5, (double)(now_ms - model[p].at_ms) / (double)HALF_LIFE_MS);
	model[p].at_ms = now_ms;
	model[p].level++;
	if (model[p].level > model[p].peaks[periods_n])
		model[p].peaks[periods_n] = model[p].level;
}

static double
model_baseline(size_t p)
{
	int last = periods_n - 1 -
	    (real_period[periods_n - 1] + 1 == real_period[periods_n]);
	double most = 0;

	for (int i = last; i > 0 && i > periods_n - 60; i--)
		most = model[p].peaks[i] > most ? model[p].peaks[i] : most;
	return most;
}

static double
model_ratio(size_t p)
{
	double late = model[p].level *
	    pow(0.5, (double)(now_ms - model[p].at_ms) / (double)HALF_LIFE_MS);
	double baseline = model_baseline(p);
	int known = 0;

	for (size_t i = 0; i < PUBLISHERS; i++)
		known += model[i].first > 0;
	if (!model[p].first || periods_n <= 5)
		return 1;
	if (periods_n - model[p].back <= 4)
		baseline = fmax(baseline, model_baseline(PUBLISHERS) / known);
	return fmax(1, late / fmax(baseline + 1, 8));
}

/* Sources that come, dump, rest for weeks and come again. */
START_TEST(ratios_are_those_of_plain_arrays)
{
	double most = 1;

	while (periods_n < PERIODS - 8) {
		uint64_t p =
		    random_below(&seed, random_below(&seed, PUBLISHERS) + 1);
		int n =
		    random_below(&seed, 20) ? 1 : (int)random_below(&seed, 120);

		now_ms += (int64_t)random_below(&seed, 1000) *
		    (random_below(&seed, 200) ? 5000 : 40 * TCN_HOUR_MS / 1000);
		for (int i = 0; i < n; i++) {
			model_move();
			model_count(p);
			model_count(PUBLISHERS);
			count_item(p);
		}
		for (p = 0; p < PUBLISHERS; p++) {
			ck_assert_double_eq_tol(volume_ratio(p) /
				model_ratio(p),
			    1, 0.04);
			most = fmax(most, volume_ratio(p));
		}
	}
	ck_assert_double_gt(most, 5);
}
END_TEST

/* One that always says this much does not swell; one that dumps does. */
START_TEST(a_dump_raises_the_ratio_of_its_publisher)
{
	pass_hours(72, 20);
	ck_assert_double_le(volume_ratio(3), 1);
	for (int i = 0; i < 50; i++)
		count_item(3);
	ck_assert_double_eq_tol(volume_ratio(3), 53.4 / 8, 0.2);
	ck_assert_double_le(volume_ratio(4), 1);
	ck_assert_double_le(volume_ratio(999), 1);
	pass_hours(30 * 24, 20);
	for (int i = 0; i < 4; i++)
		count_item(3);
	ck_assert_double_le(volume_ratio(3), 1);
}
END_TEST

/* Among many, little is expected of who is new; beside a wire, a wire. */
START_TEST(a_new_publisher_is_taken_for_one_like_the_others)
{
	pass_hours(72, 20);
	for (int i = 0; i < 50; i++)
		count_item(77);
	ck_assert_double_eq_tol(volume_ratio(77), 50.0 / 8, 0.2);
}
END_TEST

START_TEST(beside_a_wire_a_new_publisher_may_be_one)
{
	count_item(77); /* so long ago that it is new again */
	for (int i = 0; i < 17 * 24 * 60; i++) {
		now_ms += TCN_HOUR_MS / 60;
		count_item(1);
	}
	for (int i = 0; i < 50; i++)
		count_item(77);
	ck_assert_double_le(volume_ratio(77), 1);
	for (int i = 0; i < 250; i++)
		count_item(77);
	ck_assert_double_gt(volume_ratio(77), 3);
}
END_TEST

/* Where all are new nothing is known of any. */
START_TEST(in_the_first_day_every_ratio_is_1)
{
	pass_hours(12, 20);
	for (int i = 0; i < 50; i++)
		count_item(3);
	ck_assert_double_le(volume_ratio(3), 1);
}
END_TEST

/* One publisher alone is the stream. */
START_TEST(alone_its_ratio_is_that_of_the_stream)
{
	size_t exceeded = 0;

	for (int i = 0; i < 20000; i++) {
		double stream;

		now_ms += random_below(&seed, 600) *
		    random_below(&seed, random_below(&seed, 600) + 1) * 50;
		count_item(7);
		stream = tcn_baseline_volume_ratio(&clock);
		ck_assert_double_le(volume_ratio(7), stream);
		if (clock.volume.baseline < 7 ||
		    publishers.rows->first_period +
			    tcn_numbers_default()->warmup_periods >=
			clock.active_periods)
			continue;
		ck_assert(volume_ratio(7) >= stream); /* to the bit */
		exceeded += stream > 1;
	}
	ck_assert_uint_gt(exceeded, 10);
}
END_TEST

static bool
has_row(uint64_t publisher)
{
	return tcn_map_find(&publishers.by_publisher, publisher) != NULL;
}

/* The listed publishers that still have a row. */
static size_t
listed(void)
{
	size_t n = 0;

	for (size_t i = 0; i < publishers.journal.changed.n; i++)
		n += has_row(publishers.journal.changed.at[i]);
	return n;
}

/* First who never was busy, then who is silent for longest. Of the last four,
 * who came at once, the least hash stays. */
START_TEST(beyond_the_cap_who_counts_least_goes)
{
	uint64_t n = TCN_PUBLISHER_MAX;

	publishers.journal.on = true;
	for (uint64_t p = 1; p <= n; p++) {
		now_ms += p % 4 == 0;
		for (int i = 0; i < (p <= 10 ? 3 : 1); i++)
			count_item(p);
	}
	ck_assert_uint_eq(publishers.n, n);
	ck_assert_uint_eq(publishers.journal.changed.n, n);
	count_item(n + 1);
	ck_assert_uint_eq(publishers.n, n - n / 4 + 1);
	ck_assert_uint_eq(publishers.journal.gone.n, n / 4);
	ck_assert_uint_eq(listed(), publishers.n);
	ck_sound(tcn_publisher_check, &publishers, &clock);
	for (uint64_t p = 1; p <= n + 1; p++)
		ck_assert_int_eq(has_row(p),
		    p <= 10 || p > n / 4 + 11 || p == n / 4 + 8);
	tcn_journal_saved(&publishers.journal);
	count_item(5);
	ck_assert_uint_eq(publishers.journal.changed.n, 1);
	ck_assert_uint_eq(publishers.journal.changed.at[0], 5);
	ck_assert_uint_eq(publishers.journal.gone.n, 0);
}
END_TEST

START_TEST(a_publisher_is_loaded_once)
{
	struct tcn_publisher *source;

	ck_assert_int_eq(tcn_publisher_load(&publishers, 5, 3, &source),
	    TCN_OK);
	ck_assert_int_eq(tcn_publisher_load(&publishers, 6, 2, &source),
	    TCN_OK);
	ck_assert_int_eq(tcn_publisher_load(&publishers, 5, 3, &source),
	    TCN_CORRUPT);
	ck_assert_int_eq(publishers.first, 2);
	ck_assert_uint_gt(tcn_publisher_bytes(&publishers), 2 * sizeof *source);
}
END_TEST

/* The share of its titles fades to what it writes lately; what is hardly known
 * is taken to write as the others do. */
START_TEST(titles_are_counted_as_they_fade)
{
	double formed = 0, titled = 0;
	const double prior = 20;

	ck_assert_double_eq_tol(tcn_publisher_titled(&publishers, &decay, 7,
				    0.3),
	    0.3, 1e-12);
	for (int i = 0; i < 2000; i++) {
		int64_t step_ms =
		    (int64_t)random_below(&seed, 120) * TCN_MINUTE_MS;
		double fade = exp2(-(double)step_ms / TCN_DAY_MS);

		now_ms += step_ms;
		form = (enum tcn_word_case_form)random_below(&seed, 3);
		if (i > 1500)
			form = TCN_HEADLINE_TITLE;
		count_item(7);
		formed = formed * fade + (form != TCN_HEADLINE_UNKNOWN);
		titled = titled * fade + (form == TCN_HEADLINE_TITLE);
		ck_assert_double_eq_tol(tcn_publisher_titled(&publishers,
					    &decay, 7, 0.25),
		    (titled + prior * 0.25) / (formed + prior), 1e-6);
	}
	ck_assert_double_gt(titled / formed, 0.99);
	ck_assert_double_eq_tol(tcn_publisher_titled(&publishers, &decay, 8,
				    0.25),
	    0.25, 1e-12);
}
END_TEST

TCN_TESTS(publisher)
{
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, titles_are_counted_as_they_fade);
	tcase_add_test(tc, ratios_are_those_of_plain_arrays);
	tcase_add_test(tc, a_dump_raises_the_ratio_of_its_publisher);
	tcase_add_test(tc, a_new_publisher_is_taken_for_one_like_the_others);
	tcase_add_test(tc, beside_a_wire_a_new_publisher_may_be_one);
	tcase_add_test(tc, in_the_first_day_every_ratio_is_1);
	tcase_add_test(tc, alone_its_ratio_is_that_of_the_stream);
	tcase_add_test(tc, beyond_the_cap_who_counts_least_goes);
	tcase_add_test(tc, a_publisher_is_loaded_once);
}
