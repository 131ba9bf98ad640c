#include "tests/base/run.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "tests/base/random.h"
#include "tests/base/sound.h"
#include "tests/window/category/category_steps.h"

/* --- the formula --- */

static struct model plain; /* too large for the stack */

START_TEST(guesses_as_the_formula_says)
{
	struct tcn_category_conf conf = small_conf();
	struct tcn_category *model = new_model(&conf);
	uint64_t seed = 1;
	size_t right = 0, asked = 0;

	plain =
	    (struct model){ .half_ms = conf.half_life_ms, .least = conf.least };
	for (size_t i = 0; i < 700; i++) {
		struct model_item item;
		struct tcn_category_guess got;
		double margin;
		int want;

		model_draw(&item, &seed);
		item.ts_ms = (int64_t)i * 700000; /* five half-lives in all */
		want = model_guess(&plain, &item, &margin);
		got = guess(model, &item);
		ck_assert_int_eq(got.label.n > 0, want >= 0);
		if (want >= 0) {
			ck_assert(fabs(got.margin - margin) < 1e-9);
			ck_assert_str_eq(got.label.at, model_name(want));
			asked += item.label >= 0;
			right += want == item.label;
		}
		if (item.label >= 0)
			learn(model, &item, model_name(item.label));
		model_add(&plain, &item);
		if (i % 50 == 0)
			ck_sound(tcn_category_check, model);
	}
	ck_assert_uint_gt(asked, 400);
	ck_assert_uint_gt(10 * right, 8 * asked);
	tcn_category_free(model);
}
END_TEST

/* --- names --- */

START_TEST(names_are_one_whatever_their_case)
{
	static const char *const names[] = { "Sport", "SPORT", " sport ",
		"spORT" };
	struct tcn_category_conf conf = small_conf();
	struct tcn_category *model = new_model(&conf);
	struct tcn_category_stats stats;
	struct model_item item;

	for (uint64_t i = 0; i < 40; i++) {
		item = item_of(i % 2, i);
		learn(model, &item, i % 2 ? "Économie" : names[i / 2 % 4]);
	}
	tcn_category_stats(model, &stats);
	ck_assert_uint_eq(stats.labels, 2);
	item = item_of(0, 99);
	ck_assert_str_eq(guess(model, &item).label.at, "Sport");
	item = item_of(1, 99);
	ck_assert_str_eq(guess(model, &item).label.at, "Économie");
	tcn_category_free(model);
}
END_TEST

START_TEST(words_for_no_category_are_none)
{
	static const char *const none[] = { "", "  ", "none", "NONE ",
		"Sin Categoría", "N/A" };
	struct tcn_category_conf conf = small_conf();
	struct tcn_category *model = new_model(&conf);
	struct tcn_category_stats stats;
	char too_long[TCN_CATEGORY_NAME_BYTES + 2];
	bool says;

	for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
		struct model_item item = item_of(1, i);

		learn(model, &item, none[i]);
		tcn_category_says(model, tcn_str(none[i]), &says);
		ck_assert(!says);
	}
	memset(too_long, 'x', sizeof too_long - 1);
	too_long[sizeof too_long - 1] = '\0';
	tcn_category_says(model, tcn_str(too_long), &says);
	ck_assert(!says);
	tcn_category_says(model, tcn_str("nonempty"), &says);
	ck_assert(says);
	tcn_category_stats(model, &stats);
	ck_assert_uint_eq(stats.labels, 0);
	ck_assert_uint_eq(stats.terms, 0);
	tcn_category_free(model);
}
END_TEST

/* Function words and the outlet's name tell nothing. */
START_TEST(only_words_of_content_count)
{
	struct tcn_term terms[TCN_CATEGORY_WORDS + 10] = { { .id = 0 } };
	struct tcn_doc doc = { .terms = terms, .terms_n = 4 };
	uint64_t words[TCN_CATEGORY_WORDS];

	for (size_t i = 0; i < sizeof terms / sizeof *terms; i++)
		terms[i].id = i + 1;
	terms[0].flags = TCN_TERM_STOP;
	terms[2].flags = TCN_TERM_SUFFIX;
	ck_assert_uint_eq(tcn_category_words(&doc, words), 2);
	ck_assert_uint_eq(words[0], 2);
	ck_assert_uint_eq(words[1], 4);
	doc.terms_n = sizeof terms / sizeof *terms;
	ck_assert_uint_eq(tcn_category_words(&doc, words), TCN_CATEGORY_WORDS);
}
END_TEST

START_TEST(equal_scores_go_by_name)
{
	struct tcn_category_conf conf = small_conf();
	struct tcn_category *model = new_model(&conf);
	struct model_item item;

	for (uint64_t i = 0; i < 40; i++) {
		item = item_of(7, i / 2);
		item.ts_ms = 5;
		learn(model, &item, i % 2 ? "alpha" : "Beta");
	}
	item = item_of(7, 1000);
	ck_assert_str_eq(guess(model, &item).label.at, "alpha");
	ck_assert(guess(model, &item).margin == 0);
	tcn_category_free(model);
}
END_TEST

/* --- margins --- */

START_TEST(nine_in_ten_are_sure)
{
	struct tcn_category_conf conf = small_conf();
	struct tcn_category *model = new_model(&conf);
	uint64_t seed = 3;
	size_t sure = 0, right_sure = 0, right = 0, n = 0;

	for (size_t i = 0; i < 20000; i++) {
		struct model_item item;
		struct tcn_category_guess got;

		model_draw(&item, &seed);
		item.ts_ms = (int64_t)i * 1000;
		got = guess(model, &item);
		if (item.label < 0)
			continue;
		if (i > 5000) {
			bool same =
			    strcmp(got.label.at, model_name(item.label)) == 0;

			n++;
			sure += got.sure;
			right += same;
			right_sure += got.sure && same;
		}
		learn(model, &item, model_name(item.label));
	}
	/* More, where many margins are equal. */
	ck_assert(sure * 100 >= n * 89 && sure * 100 <= n * 95);
	ck_assert((double)right_sure / (double)sure >
	    (double)right / (double)n + .01);
	ck_sound(tcn_category_check, model);
	tcn_category_free(model);
}
END_TEST

/* --- probabilities --- */

START_TEST(guesses_are_right_as_often_as_they_say)
{
	struct tcn_category_conf conf = small_conf();
	struct tcn_category *model = new_model(&conf);
	double told[10] = { 0 }, right[10] = { 0 }, off = 0;
	size_t n = 0, unknown = 0;
	uint64_t seed = 17;

	for (size_t i = 0; i < 40000; i++) {
		struct model_item item;
		struct tcn_category_guess got;
		const char *sent;

		model_draw(&item, &seed);
		item.ts_ms = (int64_t)i * 10000;
		got = guess(model, &item);
		ck_assert(got.probability >= 0 && got.probability < 1);
		unknown += got.probability == 0;
		if (item.label < 0)
			continue;
		/* One in five is not of the section that its words say. */
		sent = model_name(random_below(&seed, 5)
			? item.label
			: (int)random_below(&seed, MODEL_LABELS / 3));
		if (i > 10000) {
			size_t bin = (size_t)(got.probability * 10);

			n++;
			told[bin] += got.probability;
			right[bin] += strcmp(got.label.at, sent) == 0;
		}
		test(model, &got, sent);
		learn(model, &item, sent);
	}
	for (size_t bin = 0; bin < 10; bin++)
		off += fabs(told[bin] - right[bin]);
	ck_assert_msg(off < .02 * (double)n, "off by %g", off / (double)n);
	ck_assert(told[6] + told[7] + told[8] > .2 * (double)n);
	ck_assert_uint_lt(unknown, 400);
	ck_sound(tcn_category_check, model);
	tcn_category_free(model);
}
END_TEST

/* What says no category tests nothing, and neither does a guess of nothing. */
START_TEST(only_guesses_about_categories_are_tested)
{
	struct tcn_category_conf conf = small_conf();
	struct tcn_category *model = new_model(&conf);
	struct tcn_category_guess none = { .label = tcn_str("") };
	struct tcn_category_guess some = { .label = tcn_str("Sport"),
		.margin = 5 };

	test(model, &none, "Sport");
	test(model, &some, "n/a");
	test(model, &some, "");
	ck_assert(model->calibration.tests[5 * 4] == 0);
	test(model, &some, "sport"); /* not known yet: another name */
	ck_assert(model->calibration.right[5 * 4] == 0);
	for (uint64_t i = 0; i < 3; i++) {
		struct model_item item = item_of(1, i);

		learn(model, &item, "Sport");
	}
	test(model, &some, " SPORT ");
	ck_assert(model->calibration.tests[5 * 4] > 1);
	ck_assert(model->calibration.right[5 * 4] > 0);
	tcn_category_free(model);
}
END_TEST

/* --- bounds --- */

/* Ten thousand made-up categories among two real ones. */
START_TEST(poisoned_labels_are_bounded)
{
	struct tcn_category_conf conf = small_conf();
	struct tcn_category *model = new_model(&conf);
	struct tcn_category_stats stats;
	struct model_item item;

	for (uint64_t i = 0; i < 10000; i++) {
		char name[24];

		item = item_of(i % 2, i);
		learn(model, &item, i % 2 ? "sport" : "world");
		snprintf(name, sizeof name, "made up %llu",
		    (unsigned long long)i);
		item = item_of(2 + i % 5, i);
		learn(model, &item, name);
		if (i % 1000 == 0)
			ck_sound(tcn_category_check, model);
	}
	tcn_category_stats(model, &stats);
	ck_assert_uint_eq(stats.labels, conf.labels_max);
	ck_assert_uint_eq(stats.usable, 2);
	ck_assert_uint_eq(stats.forgotten, 10002 - conf.labels_max);
	item = item_of(1, 5);
	ck_assert_str_eq(guess(model, &item).label.at, "sport");
	item = item_of(0, 5);
	ck_assert_str_eq(guess(model, &item).label.at, "world");
	ck_sound(tcn_category_check, model);
	tcn_category_free(model);
}
END_TEST

/* Words that come once make room for others, and those that tell remain. */
START_TEST(rare_words_go_first)
{
	struct tcn_category_conf conf = small_conf();
	struct tcn_category *model;
	struct tcn_category_stats stats;
	struct model_item item;

	conf.terms_max = 100;
	model = new_model(&conf);
	for (uint64_t i = 0; i < 5000; i++) {
		item = item_of(i % 2, i);
		learn(model, &item, i % 2 ? "sport" : "world");
		tcn_category_stats(model, &stats);
		ck_assert_uint_le(stats.terms, 100);
	}
	item = item_of(1, 5);
	ck_assert_str_eq(guess(model, &item).label.at, "sport");
	ck_assert(guess(model, &item).margin > 3);
	ck_sound(tcn_category_check, model);
	tcn_category_free(model);
}
END_TEST

START_TEST(the_validator_finds_damage)
{
	struct tcn_category_conf conf = small_conf();
	struct tcn_category *model = new_model(&conf);
	struct model_item item = item_of(1, 1);

	learn(model, &item, "sport");
	ck_sound(tcn_category_check, model);
	model->rows[1].entries[0].sum += 1;
	ck_broken(tcn_category_check, model);
	model->rows[1].entries[0].sum -= 1;
	model->margins_n = 1;
	ck_broken(tcn_category_check, model);
	model->margins_n = 0;
	model->labels_n++;
	ck_broken(tcn_category_check, model);
	model->labels_n--;
	model->calibration.right[7] = 1;
	ck_broken(tcn_category_check, model);
	model->calibration.right[7] = 0;
	ck_sound(tcn_category_check, model);
	tcn_category_free(model);
}
END_TEST

/* --- turns --- */

/* Of the articles with a category each fourth is guessed, too. */
START_TEST(each_fourth_has_its_turn)
{
	struct tcn_category_conf conf = small_conf();
	struct tcn_category *model = new_model(&conf);

	for (int i = 1; i <= 5 * TCN_CATEGORY_EVERY; i++)
		ck_assert_int_eq(tcn_category_next_is_sampled(model),
		    i % TCN_CATEGORY_EVERY == 0);
	tcn_category_free(model);
}
END_TEST

TCN_TESTS(category)
{
	tcase_set_timeout(tc, 60);
	tcase_add_test(tc, each_fourth_has_its_turn);
	tcase_add_test(tc, guesses_as_the_formula_says);
	tcase_add_test(tc, names_are_one_whatever_their_case);
	tcase_add_test(tc, words_for_no_category_are_none);
	tcase_add_test(tc, only_words_of_content_count);
	tcase_add_test(tc, equal_scores_go_by_name);
	tcase_add_test(tc, nine_in_ten_are_sure);
	tcase_add_test(tc, guesses_are_right_as_often_as_they_say);
	tcase_add_test(tc, only_guesses_about_categories_are_tested);
	tcase_add_test(tc, poisoned_labels_are_bounded);
	tcase_add_test(tc, rare_words_go_first);
	tcase_add_test(tc, the_validator_finds_damage);
}
