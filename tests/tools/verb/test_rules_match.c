/*
 * tocsin rules match, run as a program: rules that ask for predicted
 * categories, learnt from the input alone or from an archive before.
 */
#include "tests/base/run.h"

#include <stdio.h>
#include <string.h>

#include "engine/base/buf.h"
#include "tests/base/program.h"
#include "tests/base/random.h"
#include "tests/base/temp.h"
#include "tools/base/exit.h"

static char dir[TEMP_BYTES];

static const char rules[] =
    "rules:\n"
    "  - {name: sent, watch: true, where: {category: sport}}\n"
    "  - {name: told, watch: true,\n"
    "     where: {category: sport, predicted: true}}\n"
    "  - {name: likely, watch: true, where:\n"
    "     {category: sport, predicted: true, predicted_least: 75}}\n"
    "  - {name: surest, watch: true, where:\n"
    "     {category: sport, predicted: true, predicted_least: 99.9}}\n";

static const char *
path_of(const char *name)
{
	static char paths[4][128];
	static unsigned at;
	char *path = paths[at++ % 4];

	snprintf(path, sizeof paths[0], "%s/%s", dir, name);
	return path;
}

/* Three words of one of two sections and one of their own; categories: with
 * those that come with one. */
static void
add_lines(struct tcn_buf *out, const char *id, unsigned n, bool categories)
{
	static const char *const words[2][6] = {
		{ "striker", "referee", "penalty", "coach", "midfield",
		    "stadium" },
		{ "shares", "bond", "yields", "dividend", "merger", "broker" },
	};
	uint64_t seed = n;

	for (unsigned i = 0; i < n; i++) {
		const char *const *of = words[i % 2];

		tcn_buf_printf(out,
		    "{\"id\":\"%s%u\",\"ts\":%u,\"lang\":\"en\",\"title\":"
		    "\"%s %s %s Place%u\"",
		    id, i, 1400000000 + i * 60, of[random_below(&seed, 6)],
		    of[random_below(&seed, 6)], of[random_below(&seed, 6)], i);
		/* One in eight is filed wrongly. */
		if (categories)
			tcn_buf_printf(out, ",\"category\":\"%s\"",
			    (i % 2 == 0) != (random_below(&seed, 8) == 0)
				? "sport"
				: "markets");
		tcn_buf_z(out, "}\n");
	}
}

static void
setup(void)
{
	struct tcn_buf archive = { 0 }, today = { 0 };

	temp_dir(dir);
	add_lines(&archive, "a", 1000, true);
	add_lines(&today, "t", 40, false);
	temp_write(path_of("archive"), archive.at);
	temp_write(path_of("today"), today.at);
	temp_write(path_of("rules.yaml"), rules);
	tcn_buf_fini(&archive);
	tcn_buf_fini(&today);
}

static void
teardown(void)
{
	temp_drop(dir);
}

static const char *
match(const char *action, const char *options, int code)
{
	char line[500];
	const char *printed;

	snprintf(line, sizeof line, "rules %s -q --rules %s %s %s", action,
	    path_of("rules.yaml"), options, path_of("today"));
	ck_assert_msg(tcn_program(line, &printed) == code, "%s", printed);
	return printed;
}

static unsigned
count(const char *text, const char *what)
{
	unsigned n = 0;

	for (; (text = strstr(text, what)); text++)
		n++;
	return n;
}

START_TEST(without_an_archive_nothing_is_known)
{
	const char *printed = match("match", "--json", TCN_EXIT_NO);

	ck_assert_uint_eq(count(printed, "\"id\""), 40);
	ck_assert_uint_eq(count(printed, "\"predicted\""), 0);
}
END_TEST

START_TEST(an_archive_says_what_sport_is)
{
	char options[200];
	const char *printed;
	unsigned told;

	snprintf(options, sizeof options, "--json --learn-categories %s",
	    path_of("archive"));
	printed = match("match", options, TCN_EXIT_OK);
	told = count(printed, "\"rule\":\"told\"");
	ck_assert_uint_ge(told, 15);
	ck_assert_uint_le(told, 20);
	ck_assert_uint_eq(count(printed, "\"rule\":\"sent\""), 0);
	/* Seven in eight of the archive were filed as their words say. */
	ck_assert_uint_ge(count(printed, "\"rule\":\"likely\""), told - 5);
	ck_assert_uint_eq(count(printed, "\"rule\":\"surest\""), 0);
	ck_assert_uint_gt(count(printed, "\"probability\":0."), 30);
	ck_assert_uint_gt(count(printed, "\"predicted\":\"markets\""), 10);
}
END_TEST

START_TEST(why_says_how_likely_it_is)
{
	char options[200];
	const char *printed;

	snprintf(options, sizeof options, "--why --learn-categories %s",
	    path_of("archive"));
	printed = match("match", options, TCN_EXIT_OK);
	ck_assert_ptr_nonnull(strstr(printed, "predicted category: sport, 8"));
	ck_assert_ptr_nonnull(strstr(printed,
	    "- surest: its predicted category is less likely than 99.9 %"));
	ck_assert_ptr_nonnull(strstr(printed,
	    "+ told: all it asks for holds, by the predicted category"));
}
END_TEST

START_TEST(a_test_learns_from_it_too)
{
	char options[200];
	const char *printed;

	ck_assert_uint_eq(count(match("test", "--json", TCN_EXIT_NO),
			      "\"rule\":\"told\",\"severity\":\"high\","
			      "\"items\":0"),
	    1);
	snprintf(options, sizeof options, "--json --learn-categories %s",
	    path_of("archive"));
	printed = match("test", options, TCN_EXIT_OK);
	ck_assert_uint_eq(count(printed,
			      "\"rule\":\"told\",\"severity\":\"high\","
			      "\"items\":0"),
	    0);
}
END_TEST

START_TEST(what_cannot_be_learnt_is_said)
{
	char options[200];

	snprintf(options, sizeof options, "--learn-categories %s",
	    path_of("today"));
	ck_assert_ptr_nonnull(strstr(match("match", options, TCN_EXIT_USAGE),
	    "no article has a category"));
	snprintf(options, sizeof options,
	    "--set category.on=false --learn-categories %s",
	    path_of("archive"));
	ck_assert_ptr_nonnull(strstr(match("match", options, TCN_EXIT_USAGE),
	    "category.on is false"));
}
END_TEST

TCN_TESTS(rules_match)
{
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_set_timeout(tc, 120);
	tcase_add_test(tc, without_an_archive_nothing_is_known);
	tcase_add_test(tc, an_archive_says_what_sport_is);
	tcase_add_test(tc, why_says_how_likely_it_is);
	tcase_add_test(tc, a_test_learns_from_it_too);
	tcase_add_test(tc, what_cannot_be_learnt_is_said);
}
