#include "tests/base/run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/base/random.h"
#include "tests/base/sound.h"
#include "tests/window/category/category_steps.h"
#include "window/base/state.h"

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
	size_t known = 0;

	conf.half_life_ms = 4 * TCN_DAY_MS;
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
		ck_assert(memcmp(&a.probability, &b.probability,
			      sizeof a.probability) == 0);
		known += a.probability > 0;
		ck_assert(tcn_str_equal(a.label, b.label));
		test(one, &a, name);
		test(cut, &b, name);
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
	ck_assert_uint_gt(known, 2000);
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

	for (uint64_t i = 0; i < 200; i++) {
		struct tcn_category_guess got;
		struct model_item item;
		char name[24];

		draw(&item, i, &seed, name);
		got = guess(model, &item);
		test(model, &got, name);
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

TCN_TESTS(category_state)
{
	tcase_set_timeout(tc, 60);
	tcase_add_test(tc, goes_on_bit_for_bit_after_any_cut);
	tcase_add_test(tc, damaged_state_is_refused_or_survived);
	tcase_add_test(tc, cut_rows_are_refused);
	tcase_add_test(tc, a_stream_without_categories_saves_nothing);
}
