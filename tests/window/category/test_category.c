#include "tests/base/run.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/duration.h"
#include "engine/base/mem.h"
#include "tests/base/random.h"
#include "tests/base/sound.h"
#include "tests/window/category/category_model.h"
#include "window/base/state.h"
#include "window/category/category_impl.h"

static struct tcn_category_conf
small_conf(void)
{
	return (struct tcn_category_conf){
		.half_life_ms = TCN_DAY_MS,
		.labels_max = 16,
		.least = 5,
		.terms_max = 100000,
		.share = .9,
		.none = "None, sin categoría,, n/a",
		.note_changes = true,
	};
}

static struct tcn_category *
new_model(const struct tcn_category_conf *conf)
{
	struct tcn_category *model;

	ck_assert_int_eq(tcn_category_new(conf, &model), TCN_OK);
	return model;
}

static void
learn(struct tcn_category *model, const struct model_item *item,
    const char *category)
{
	struct tcn_doc doc = model_doc(item);

	tcn_category_set_now(model, item->ts_ms);
	ck_assert_int_eq(tcn_category_learn(model, &doc, tcn_str(category)),
	    TCN_OK);
}

static struct tcn_category_guess
guess(struct tcn_category *model, const struct model_item *item)
{
	struct tcn_doc doc = model_doc(item);
	struct tcn_category_guess got;

	tcn_category_set_now(model, item->ts_ms);
	ck_assert_int_eq(tcn_category_guess(model, &doc, &got), TCN_OK);
	return got;
}

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

/* Words of one topic; another word each. */
static struct model_item
item_of(uint64_t topic, uint64_t number)
{
	struct model_item item = { .n = 3, .ts_ms = (int64_t)number };

	item.words[0] = (topic * 2 + 1) * 0x9e3779b97f4a7c15u;
	item.words[1] = (topic * 2 + 2) * 0x9e3779b97f4a7c15u;
	item.words[2] = (number + 1000000) * 0x9e3779b97f4a7c15u;
	return item;
}

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
		ck_assert(!tcn_category_says(model, tcn_str(none[i]), &says));
		ck_assert(!says);
	}
	memset(too_long, 'x', sizeof too_long - 1);
	too_long[sizeof too_long - 1] = '\0';
	ck_assert(!tcn_category_says(model, tcn_str(too_long), &says));
	ck_assert(!says);
	ck_assert(!tcn_category_says(model, tcn_str("nonempty"), &says));
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

/* --- saved state --- */

/* Saved rows, the latest of each; NULL bytes: gone. */
struct saved {
	struct row {
		uint32_t kind;
		uint64_t id;
		char *bytes;
		size_t n;
	} rows[20000];
	size_t n;
};

static struct saved saved; /* too large for the stack */

static enum tcn_rc
keep_row(void *ctx, const struct tcn_state_row *row)
{
	struct row *at = saved.rows;

	(void)ctx;
	while (at < saved.rows + saved.n &&
	    (at->kind != row->kind || at->id != row->id))
		at++;
	if (at == saved.rows + saved.n)
		ck_assert_uint_lt(saved.n++, 20000);
	else
		free(at->bytes);
	*at = (struct row){ row->kind, row->id, NULL, row->n };
	if (row->bytes) {
		at->bytes = malloc(row->n);
		memcpy(at->bytes, row->bytes, row->n);
	}
	return TCN_OK;
}

static void
forget_rows(void)
{
	for (size_t i = 0; i < saved.n; i++)
		free(saved.rows[i].bytes);
	saved.n = 0;
}

static int
by_row(const void *left, const void *right)
{
	const struct row *a = left, *b = right;

	if (a->kind != b->kind)
		return a->kind < b->kind ? -1 : 1;
	return (a->id > b->id) - (a->id < b->id);
}

static enum tcn_rc
restore(struct tcn_category *model)
{
	enum tcn_rc rc = TCN_OK;

	qsort(saved.rows, saved.n, sizeof *saved.rows, by_row);
	for (size_t i = 0; i < saved.n && !rc; i++) {
		const struct row *row = &saved.rows[i];

		if (row->bytes)
			rc = tcn_category_restore_row(model,
			    &(struct tcn_state_row){
				row->kind, row->id, row->bytes, row->n });
	}
	return rc ? rc : tcn_category_restore_end(model);
}

/* Names come and go, words too; time passes. */
static void
draw(struct model_item *item, uint64_t i, uint64_t *seed, char name[24])
{
	uint32_t label = random_below(seed, 12);

	model_draw(item, seed);
	item->ts_ms = (int64_t)i * 2000000;
	snprintf(name, 24, "%s %u", label < 9 ? "often" : "once",
	    label < 9 ? label % 3 : random_below(seed, 1000));
}

START_TEST(goes_on_bit_for_bit_after_any_cut)
{
	struct tcn_category_conf conf = small_conf();
	struct tcn_category *one, *cut;
	uint64_t seed = 11;

	conf.labels_max = 6;
	conf.terms_max = 150;
	one = new_model(&conf);
	cut = new_model(&conf);
	for (uint64_t i = 0; i < 3000; i++) {
		struct tcn_category_guess a, b;
		struct model_item item;
		char name[24];

		draw(&item, i, &seed, name);
		a = guess(one, &item);
		b = guess(cut, &item);
		ck_assert(memcmp(&a.margin, &b.margin, sizeof a.margin) == 0);
		ck_assert_int_eq(a.sure, b.sure);
		ck_assert(tcn_str_equal(a.label, b.label));
		learn(one, &item, name);
		learn(cut, &item, name);
		if (random_below(&seed, 40))
			continue;
		ck_assert_int_eq(tcn_category_save(cut, keep_row, NULL),
		    TCN_OK);
		tcn_category_free(cut);
		cut = new_model(&conf);
		ck_assert_int_eq(restore(cut), TCN_OK);
		ck_sound(tcn_category_check, cut);
	}
	tcn_category_free(one);
	tcn_category_free(cut);
	forget_rows();
}
END_TEST

/* A model of some items, saved. */
static void
save_small(void)
{
	struct tcn_category_conf conf = small_conf();
	struct tcn_category *model = new_model(&conf);
	uint64_t seed = 5;

	for (uint64_t i = 0; i < 60; i++) {
		struct model_item item;
		char name[24];

		draw(&item, i, &seed, name);
		guess(model, &item);
		learn(model, &item, name);
	}
	ck_assert_int_eq(tcn_category_save(model, keep_row, NULL), TCN_OK);
	tcn_category_free(model);
}

/* Each byte of each row changed in its turn: refused, or survived. */
START_TEST(damaged_state_is_refused_or_survived)
{
	struct tcn_category_conf conf = small_conf();
	size_t refused = 0;

	save_small();
	for (size_t i = 0; i < saved.n; i += 3)
		for (size_t k = 0; k < saved.rows[i].n; k++) {
			struct tcn_category *model = new_model(&conf);
			struct model_item item = item_of(1, 99);
			char *byte = &saved.rows[i].bytes[k];

			*byte = (char)(*byte ^ 0xff);
			if (restore(model))
				refused++;
			else
				guess(model, &item);
			*byte = (char)(*byte ^ 0xff);
			tcn_category_free(model);
		}
	ck_assert_uint_gt(refused, 100);
	forget_rows();
}
END_TEST

START_TEST(cut_rows_are_refused)
{
	struct tcn_category_conf conf = small_conf();

	save_small();
	for (size_t i = 0; i < saved.n; i++) {
		struct tcn_category *model = new_model(&conf);

		saved.rows[i].n--;
		ck_assert_int_eq(restore(model), TCN_CORRUPT);
		saved.rows[i].n++;
		tcn_category_free(model);
	}
	forget_rows();
}
END_TEST

/* Nothing is saved of a stream that says no category. */
START_TEST(a_stream_without_categories_saves_nothing)
{
	struct tcn_category_conf conf = small_conf();
	struct tcn_category *model = new_model(&conf);

	for (uint64_t i = 0; i < 100; i++) {
		struct model_item item = item_of(i % 3, i);

		ck_assert_uint_eq(guess(model, &item).label.n, 0);
		learn(model, &item, "");
	}
	ck_assert_int_eq(tcn_category_save(model, keep_row, NULL), TCN_OK);
	ck_assert_uint_eq(saved.n, 0);
	tcn_category_free(model);
}
END_TEST

/* --- memory --- */

static enum tcn_rc
live_through(void)
{
	struct tcn_category_conf conf = small_conf();
	struct tcn_category *model = NULL;
	uint64_t seed = 9;
	enum tcn_rc rc;

	conf.labels_max = 3;
	conf.terms_max = 30;
	rc = tcn_category_new(&conf, &model);
	for (uint64_t i = 0; i < 60 && !rc; i++) {
		struct tcn_category_guess got;
		struct model_item item;
		struct tcn_doc doc;
		char name[24];

		draw(&item, i, &seed, name);
		doc = model_doc(&item);
		rc = tcn_category_guess(model, &doc, &got);
		if (!rc)
			rc = tcn_category_learn(model, &doc, tcn_str(name));
	}
	if (!rc)
		rc = tcn_category_save(model, keep_row, NULL);
	tcn_category_free(model);
	return rc;
}

START_TEST(every_allocation_may_fail)
{
	uint64_t n = 0;
	enum tcn_rc rc;

	do {
		tcn_mem_fail_at(++n);
		rc = live_through();
		forget_rows();
		ck_assert_int_eq(rc, tcn_mem_fail_fired() ? TCN_NOMEM : TCN_OK);
		ck_assert_uint_eq(tcn_mem_live_bytes(), 0);
	} while (rc);
	tcn_mem_fail_at(0);
	ck_assert_uint_gt(n, 20);
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
	ck_sound(tcn_category_check, model);
	tcn_category_free(model);
}
END_TEST

TCN_TESTS(category)
{
	tcase_set_timeout(tc, 60);
	tcase_add_test(tc, guesses_as_the_formula_says);
	tcase_add_test(tc, names_are_one_whatever_their_case);
	tcase_add_test(tc, words_for_no_category_are_none);
	tcase_add_test(tc, only_words_of_content_count);
	tcase_add_test(tc, equal_scores_go_by_name);
	tcase_add_test(tc, nine_in_ten_are_sure);
	tcase_add_test(tc, poisoned_labels_are_bounded);
	tcase_add_test(tc, rare_words_go_first);
	tcase_add_test(tc, goes_on_bit_for_bit_after_any_cut);
	tcase_add_test(tc, damaged_state_is_refused_or_survived);
	tcase_add_test(tc, cut_rows_are_refused);
	tcase_add_test(tc, a_stream_without_categories_saves_nothing);
	tcase_add_test(tc, every_allocation_may_fail);
	tcase_add_test(tc, the_validator_finds_damage);
}
