/*
 * tests/window/category/category_steps.h - a small model, and what is done with
 * it: a step that fails ends the test.
 */
#ifndef TCN_TESTS_WINDOW_CATEGORY_CATEGORY_STEPS_H
#define TCN_TESTS_WINDOW_CATEGORY_CATEGORY_STEPS_H

#include "engine/base/duration.h"
#include "tests/base/run.h"
#include "tests/window/category/category_model.h"
#include "window/category/category_impl.h"

static inline struct tcn_category_conf
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

static inline struct tcn_category *
new_model(const struct tcn_category_conf *conf)
{
	struct tcn_category *model;

	model = tcn_category_new(conf);
	return model;
}

static inline void
learn(struct tcn_category *model, const struct model_item *item,
    const char *category)
{
	struct tcn_doc doc = model_doc(item);

	tcn_category_set_now(model, item->ts_ms);
	tcn_category_learn(model, &doc, tcn_str(category));
}

static inline void
test(struct tcn_category *model, const struct tcn_category_guess *guess,
    const char *category)
{
	tcn_category_test(model, guess, tcn_str(category));
}

static inline struct tcn_category_guess
guess(struct tcn_category *model, const struct model_item *item)
{
	struct tcn_doc doc = model_doc(item);
	struct tcn_category_guess got;

	tcn_category_set_now(model, item->ts_ms);
	tcn_category_guess(model, &doc, &got);
	return got;
}

/* Words of one topic; another word each. */
static inline struct model_item
item_of(uint64_t topic, uint64_t number)
{
	struct model_item item = { .n = 3, .ts_ms = (int64_t)number };

	item.words[0] = (topic * 2 + 1) * 0x9e3779b97f4a7c15u;
	item.words[1] = (topic * 2 + 2) * 0x9e3779b97f4a7c15u;
	item.words[2] = (number + 1000000) * 0x9e3779b97f4a7c15u;
	return item;
}

#endif
