/*
 * Files of weights: what is read, and what is said when one is wrong.
 */
#include "tests/base/run.h"

#include <stdio.h>
#include <string.h>

#include "engine/base/buf.h"
#include "tests/base/temp.h"
#include "tools/conf/conf.h"
#include "tools/conf/weights.h"
#include "window/story/news_score.h"

static const char *const names[] = { "name", "solo" };

static const char good[] = "# made by hand\n"
			   "bias: -1.5\n"
			   "weights:\n"
			   "  solo: {weight: -3.25, mean: 0.5, sd: 0.25}\n"
			   "  name:\n"
			   "    sd: 2\n"
			   "    weight: 0.47\n"
			   "    mean: -1e-2\n";

START_TEST(features_in_any_order)
{
	struct tcn_weights w;
	struct tcn_err err = { 0 };

	ck_assert_msg(!tcn_weights_read("w", tcn_str(good), names, 2, &w, &err),
	    "%lu:%lu: %s", err.line, err.column, err.text);
	ck_assert_double_eq(w.bias, -1.5);
	ck_assert_double_eq(w.rows[0].weight, 0.47);
	ck_assert_double_eq(w.rows[0].mean, -0.01);
	ck_assert_double_eq(w.rows[0].sd, 2);
	ck_assert_double_eq(w.rows[1].weight, -3.25);
	ck_assert_double_eq(w.rows[1].mean, 0.5);
	ck_assert_double_eq(w.rows[1].sd, 0.25);
}
END_TEST

#define NAME "  name: {weight: 1, mean: 0, sd: 1}\n"
#define SOLO "  solo: {weight: 1, mean: 0, sd: 1}\n"

static const struct {
	const char *yaml;
	unsigned long line, column;
	const char *text;
} bad[] = {
	{ "", 0, 0, "expected" },
	{ "bias: 1\n", 0, 0, "'weights:' is missing" },
	{ "weights:\n" NAME SOLO, 0, 0, "'bias:' is missing" },
	{ "bias: 1\nweights:\n" NAME, 0, 0, "feature 'solo' is missing" },
	{ "bias: much\nweights:\n" NAME SOLO, 1, 7, "not 'much'" },
	{ "bias: nan\nweights:\n" NAME SOLO, 1, 7, "not 'nan'" },
	{ "bias: 1\nweight:\n" NAME SOLO, 2, 1, "not known here" },
	{ "bias: 1\nweights: 3\n", 2, 10, "a line for each feature" },
	{ "bias: 1\nweights:\n" NAME "  sola: 1\n", 4, 3,
	    "did you mean 'solo'?" },
	{ "bias: 1\nweights:\n  caterpillar: 1\n", 3, 3, "make it anew" },
	{ "bias: 1\nweights:\n  name: 1\n", 3, 9, "takes {weight" },
	{ "bias: 1\nweights:\n  name: {weight: 1, mean: 0}\n", 3, 3,
	    "name lacks its sd" },
	{ "bias: 1\nweights:\n  name: {weight: 1, mean: 0, sd: 0}\n", 3, 34,
	    "out of range" },
	{ "bias: 1\nweights:\n  name: {weight: [1], mean: 0, sd: 1}\n", 3, 18,
	    "takes a number" },
	{ "bias: 1\nweights:\n  name: {wait: 1}\n", 3, 10, "no 'wait'" },
	{ "bias: 1\nweights:\n" NAME NAME SOLO, 4, 3, "" },
	{ "bias: 1\nweights:\n" NAME SOLO "---\nbias: 2\n", 0, 0, "" },
	{ "- 1\n", 1, 1, "expected here" },
	{ "bias: \xff\n", 0, 0, "" },
};

START_TEST(what_is_wrong_is_named_with_its_place)
{
	struct tcn_weights w;
	struct tcn_err err = { 0 };

	ck_assert_int_eq(tcn_weights_read("w", tcn_str(bad[_i].yaml), names, 2,
			     &w, &err),
	    TCN_INVALID);
	ck_assert_str_eq(err.file, "w");
	ck_assert_msg(strstr(err.text, bad[_i].text), "%s", err.text);
	if (!bad[_i].line)
		return;
	ck_assert_msg(err.line == bad[_i].line && err.column == bad[_i].column,
	    "%lu:%lu: %s", err.line, err.column, err.text);
}
END_TEST

/* A file with every feature of the score; `first` is the name of the first. */
static void
write_file(const char *path, const char *first)
{
	struct tcn_buf out = { 0 };

	tcn_buf_z(&out, "bias: 0.25\nweights:\n");
	for (unsigned i = 0; i < TCN_NEWS_FEATURES; i++)
		tcn_buf_printf(&out, "  %s: {weight: %u, mean: 0.5, sd: 2}\n",
		    i ? tcn_news_score_name((enum tcn_news_feature)i) : first,
		    i + 1);
	temp_write(path, out.at);
	tcn_buf_fini(&out);
}

START_TEST(a_setting_names_the_file)
{
	char dir[TEMP_BYTES], path[TEMP_BYTES + 16], set[TEMP_BYTES + 40];
	const char *sets[] = { set };
	const struct tcn_conf_args args = { .set = { sets, 1, 1 } };
	struct tcn_err err = { 0 };
	struct tcn_conf conf;

	temp_dir(dir);
	snprintf(path, sizeof path, "%s/w.yaml", dir);
	snprintf(set, sizeof set, "story.weights=%s", path);
	write_file(path, tcn_news_score_name((enum tcn_news_feature)0));
	ck_assert_msg(!tcn_conf_load(&args, &conf, &err), "%s", err.text);
	ck_assert(conf.story.has_weights);
	ck_assert_double_eq(conf.story.weights.bias, 0.25);
	ck_assert_double_eq(conf.story.weights.rows[TCN_NEWS_FEATURES - 1]
				.weight,
	    TCN_NEWS_FEATURES);
	tcn_conf_fini(&conf);

	write_file(path, "caterpillar");
	ck_assert_int_eq(tcn_conf_load(&args, &conf, &err), TCN_INVALID);
	ck_assert_str_eq(err.file, path);
	ck_assert_uint_eq(err.line, 3);
	tcn_conf_fini(&conf);
	snprintf(set, sizeof set, "story.weights=");
	ck_assert_int_eq(tcn_conf_load(&args, &conf, &err), TCN_OK);
	ck_assert(!conf.story.has_weights);
	tcn_conf_fini(&conf);
	temp_drop(dir);
}
END_TEST

TCN_TESTS(weights)
{
	tcase_add_test(tc, a_setting_names_the_file);
	tcase_add_test(tc, features_in_any_order);
	TCN_EACH(what_is_wrong_is_named_with_its_place, bad);
}
