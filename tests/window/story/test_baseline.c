#include "tests/base/run.h"

#include <string.h>

#include "engine/base/duration.h"
#include "tests/base/random.h"
#include "tests/base/sound.h"
#include "window/story/baseline.h"
#include "window/story/story_phrase.h"

#define PERIOD_MS tcn_numbers_ms(tcn_numbers_default()->period_h)

static struct tcn_slab slab;

static void
burst(struct tcn_baseline_clock *clock, struct tcn_baseline_rate *rate,
    int64_t at_ms, int n)
{
	for (int i = 0; i < n; i++) {
		tcn_baseline_advance(clock, at_ms + i * 1000);
		tcn_baseline_count(&slab, clock, rate);
		ck_sound(tcn_baseline_check, clock, rate);
	}
}

START_TEST(what_comes_daily_does_not_rise)
{
	struct tcn_baseline_clock clock;
	struct tcn_baseline_rate rate = { 0 };

	tcn_baseline_init(&clock, tcn_numbers_default());
	for (int day = 1; day < 5; day++)
		burst(&clock, &rate, day * 24 * TCN_HOUR_MS, 40);
	ck_assert_double_lt(tcn_baseline_burst_ratio(&clock, &rate), 1.0);
	burst(&clock, &rate, 5 * 24 * TCN_HOUR_MS, 80);
	ck_assert_double_gt(tcn_baseline_burst_ratio(&clock, &rate), 1.8);
	tcn_baseline_free_rate(&slab, &rate);
	tcn_slab_fini(&slab);
}
END_TEST

/* The present period and the one before do not count to the baseline. */
START_TEST(a_new_burst_does_not_hide_itself)
{
	struct tcn_baseline_clock clock;
	struct tcn_baseline_rate rate = { 0 };

	tcn_baseline_init(&clock, tcn_numbers_default());
	burst(&clock, &rate, 30 * TCN_HOUR_MS, 50);
	burst(&clock, &rate, 37 * TCN_HOUR_MS, 50);
	ck_assert_double_gt(tcn_baseline_burst_ratio(&clock, &rate), 50);
	tcn_baseline_advance(&clock, 49 * TCN_HOUR_MS);
	ck_assert_double_lt(tcn_baseline_burst_ratio(&clock, &rate), 0.1);
	tcn_slab_fini(&slab);
}
END_TEST

/* The stream has items in `periods` periods after at_ms. */
static int64_t
pass_periods(struct tcn_baseline_clock *clock, int64_t at_ms, int periods)
{
	for (int i = 0; i < periods; i++)
		tcn_baseline_advance(clock, at_ms += PERIOD_MS);
	return at_ms;
}

START_TEST(two_weeks_are_remembered_and_then_forgotten)
{
	struct tcn_baseline_clock clock;
	struct tcn_baseline_rate rate = { 0 };
	int64_t at_ms;

	tcn_baseline_init(&clock, tcn_numbers_default());
	burst(&clock, &rate, 0, 50);
	at_ms = pass_periods(&clock, 0, 56);
	burst(&clock, &rate, at_ms, 50);
	ck_assert_double_lt(tcn_baseline_burst_ratio(&clock, &rate), 1.05);
	at_ms = pass_periods(&clock, at_ms, 60);
	burst(&clock, &rate, at_ms, 50);
	ck_assert_double_gt(tcn_baseline_burst_ratio(&clock, &rate), 50 * 0.9);
	tcn_slab_fini(&slab);
}
END_TEST

/* Silence of the whole stream is not silence of the term. */
START_TEST(an_outage_is_not_a_baseline)
{
	struct tcn_baseline_clock clock;
	struct tcn_baseline_rate rate = { 0 };

	tcn_baseline_init(&clock, tcn_numbers_default());
	burst(&clock, &rate, 0, 50);
	burst(&clock, &rate, 400 * PERIOD_MS, 50);
	ck_assert_double_lt(tcn_baseline_burst_ratio(&clock, &rate), 1.05);
	tcn_slab_fini(&slab);
}
END_TEST

/* Against a plain array of all levels, for a random history. */
START_TEST(rise_equals_the_formula)
{
	struct tcn_baseline_clock clock;
	struct tcn_baseline_rate rate = { 0 };
	double peaks[400] = { 0 };
	uint64_t seed = 5;

	tcn_baseline_init(&clock, tcn_numbers_default());
	for (int period = 0; period < 400; period++) {
		int64_t at_ms = period * PERIOD_MS;
		double usual = 0, want;
		int n;

		random_next(&seed);
		n = seed >> 62 ? 0 : (int)(seed >> 40 & 63);
		tcn_baseline_advance(&clock, at_ms);
		burst(&clock, &rate, at_ms, n);
		peaks[period] = tcn_decay_read(&clock.decay, rate.now);
		for (int p = period - 59; p <= period - 2; p++)
			if (p >= 0 && peaks[p] > usual)
				usual = peaks[p];
		want = peaks[period] / (usual + 1);
		ck_assert_double_eq_tol(tcn_baseline_burst_ratio(&clock, &rate),
		    want, want * 0.1 + 0.6);
	}
	tcn_slab_fini(&slab);
}
END_TEST

/* A day with three times the items raises every word by three, not one. */
START_TEST(the_volume_is_known)
{
	struct tcn_baseline_clock clock;
	struct tcn_baseline_rate word = { 0 };

	tcn_baseline_init(&clock, tcn_numbers_default());
	ck_assert_double_eq(tcn_baseline_volume_ratio(&clock), 1);
	for (int day = 1; day < 6; day++)
		for (int i = 0; i < (day < 5 ? 200 : 600); i++) {
			tcn_baseline_advance(&clock,
			    day * 24 * TCN_HOUR_MS + i * 1000);
			tcn_baseline_count(&slab, &clock, &clock.volume);
			if (i % 4 == 0)
				tcn_baseline_count(&slab, &clock, &word);
		}
	ck_assert_double_eq_tol(tcn_baseline_volume_ratio(&clock), 3, 0.2);
	ck_assert_double_eq_tol(tcn_baseline_burst_ratio(&clock, &word) /
		tcn_baseline_volume_ratio(&clock),
	    1, 0.1);
	tcn_baseline_advance(&clock, 6 * 24 * TCN_HOUR_MS);
	ck_assert_double_eq(tcn_baseline_volume_ratio(&clock), 1);
	tcn_slab_fini(&slab);
}
END_TEST

START_TEST(a_word_is_as_common_as_in_its_language)
{
	struct tcn_decay decay = { .half_ms = TCN_HOUR_MS };
	struct tcn_baseline_langs langs = { 0 };
	char code[8] = "es";
	uint8_t en, es;

	tcn_decay_set_now(&decay, 0);
	en = tcn_baseline_lang(&langs, "en\0\0\0\0\0");
	es = tcn_baseline_lang(&langs, code);
	ck_assert_uint_ne(en, es);
	ck_assert_uint_eq(tcn_baseline_lang(&langs, code), es);
	tcn_decay_add(&decay, &langs.at[en].docs, 9800);
	tcn_decay_add(&decay, &langs.at[es].docs, 200);
	ck_assert_double_eq_tol(tcn_baseline_lang_share(tcn_numbers_default(),
				    &langs, en, &decay, 200),
	    0.02, 1e-9);
	ck_assert_double_eq_tol(tcn_baseline_lang_share(tcn_numbers_default(),
				    &langs, es, &decay, 200),
	    0.5, 1e-9);
	for (int i = 0; i < 200; i++) {
		code[2] = (char)('a' + i % 26);
		code[3] = (char)('a' + i / 26);
		ck_assert_uint_lt(tcn_baseline_lang(&langs, code),
		    TCN_BASELINE_LANGS);
	}
}
END_TEST

/* The byte of a period is that of the largest level in it, to the bit. */
START_TEST(peaks_are_the_largest_levels)
{
	struct tcn_baseline_clock clock;
	struct tcn_baseline_rate rate = { 0 };
	uint64_t seed = 7;
	uint8_t most = 0;

	tcn_baseline_init(&clock, tcn_numbers_default());
	tcn_baseline_advance(&clock, 0);
	for (int i = 0; i < 20000; i++) {
		int64_t now_ms = PERIOD_MS * i / 20001;
		double byte;

		random_next(&seed);
		tcn_baseline_advance(&clock, now_ms + (int64_t)(seed >> 62));
		tcn_baseline_count(&slab, &clock, &rate);
		byte =
		    16 * log2(tcn_decay_read(&clock.decay, rate.now) + 1) + 0.5;
		if (i > 0 && (uint8_t)byte > most)
			most = (uint8_t)byte;
		if (rate.peaks)
			ck_assert_uint_eq(rate.peaks[clock.active_periods],
			    most);
	}
	ck_assert_uint_gt(most, 180);
	tcn_slab_fini(&slab);
}
END_TEST

/* A lower level leaves it, also where no more is known than a save holds. */
START_TEST(a_loaded_peak_stands)
{
	struct tcn_baseline_clock clock;
	struct tcn_baseline_rate rate = { 0 }, loaded;
	uint8_t peak;

	tcn_baseline_init(&clock, tcn_numbers_default());
	burst(&clock, &rate, 30 * TCN_HOUR_MS, 50);
	peak = rate.peaks[clock.active_periods];
	loaded = (struct tcn_baseline_rate){ .now = rate.now,
		.active_periods = rate.active_periods };
	tcn_baseline_load_peaks(&slab, &loaded, rate.peaks);
	burst(&clock, &loaded, 35 * TCN_HOUR_MS, 1);
	ck_assert_uint_eq(loaded.peaks[clock.active_periods], peak);
	burst(&clock, &loaded, 35 * TCN_HOUR_MS, 100);
	ck_assert_uint_gt(loaded.peaks[clock.active_periods], peak);
	tcn_slab_fini(&slab);
}
END_TEST

/* Texts of numbers; 0 ends one. */
static void
form_of(const uint32_t (*lines)[12], size_t n, struct tcn_story_phrase *form)
{
	static uint8_t order[12] = { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 };
	struct tcn_story_phrase_text texts[8] = { 0 };
	struct tcn_tally tally = { 0 };

	for (size_t i = 0; i < n; i++) {
		size_t words = 0;

		while (lines[i][words])
			words++;
		texts[i] = (struct tcn_story_phrase_text){ lines[i], order,
			words, words };
	}
	tcn_story_phrase_find(texts, n, &tally, form);
	tcn_tally_fini(&tally);
}

START_TEST(the_phrase_that_most_texts_hold_is_found)
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
	struct tcn_story_phrase form;

	form_of(notices, 6, &form);
	ck_assert_double_eq_tol(form.share, 5.0 / 6, 1e-12);
	for (uint32_t i = 0; i < 3; i++)
		ck_assert_uint_eq(form.terms[i], i + 1);
	form_of(event, 8, &form);
	ck_assert_double_eq_tol(form.share, 5.0 / 8, 1e-12);
	form_of(event, 0, &form);
	ck_assert_double_eq(form.share, 0);
}
END_TEST

TCN_TESTS(baseline)
{
	tcase_add_test(tc, what_comes_daily_does_not_rise);
	tcase_add_test(tc, a_new_burst_does_not_hide_itself);
	tcase_add_test(tc, two_weeks_are_remembered_and_then_forgotten);
	tcase_add_test(tc, an_outage_is_not_a_baseline);
	tcase_add_test(tc, rise_equals_the_formula);
	tcase_add_test(tc, peaks_are_the_largest_levels);
	tcase_add_test(tc, a_loaded_peak_stands);
	tcase_add_test(tc, the_volume_is_known);
	tcase_add_test(tc, a_word_is_as_common_as_in_its_language);
	tcase_add_test(tc, the_phrase_that_most_texts_hold_is_found);
}
