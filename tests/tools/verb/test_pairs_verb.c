/*
 * tocsin similar pairs, run as a program: what it prints.
 */
#include "tests/base/run.h"

#include <stdio.h>
#include <string.h>

#include "tests/base/program.h"
#include "tests/base/temp.h"
#include "tools/base/exit.h"

static char dir[TEMP_BYTES];

/* A report, the same in other words, a form of other names and figures, a copy
 * of the first, and something else. */
static void
setup(void)
{
	FILE *file;
	char path[128];

	temp_dir(dir);
	snprintf(path, sizeof path, "%s/in.ndjson", dir);
	file = fopen(path, "w");
	ck_assert_ptr_nonnull(file);
	fputs(
	    "{\"id\":\"a\",\"ts\":100,\"source\":\"The Wire\",\"lang\":\"en\","
	    "\"title\":\"Ferry Orlanda with 94 aboard sinks off "
	    "Cape Tern\"}\n"
	    "{\"id\":\"b\",\"ts\":160,\"source\":\"The Post\",\"lang\":\"en\","
	    "\"title\":\"Off Cape Tern the ferry Orlanda went down with 94 "
	    "aboard\"}\n"
	    "{\"id\":\"c\",\"ts\":220,\"source\":\"The Sun\",\"lang\":\"en\","
	    "\"title\":\"Ferry Orlanda with 94 aboard sinks off "
	    "Cape Tern\"}\n"
	    "{\"id\":\"d\",\"ts\":280,\"source\":\"The Sun\",\"lang\":\"en\","
	    "\"title\":\"Parliament votes on the budget after midnight\"}\n",
	    file);
	fclose(file);
}

static void
teardown(void)
{
	temp_drop(dir);
}

static const char *
pairs(const char *options, int code)
{
	char line[300];
	const char *printed;

	snprintf(line, sizeof line,
	    "similar pairs -q --set pairs.cosine=0.5 %s "
	    "%s/in.ndjson",
	    options, dir);
	ck_assert_int_eq(tcn_program(line, &printed), code);
	return printed;
}

START_TEST(each_pair_is_printed_with_both_figures)
{
	const char *printed = pairs("", TCN_EXIT_OK);

	ck_assert_ptr_nonnull(strstr(printed, "rewrite  words 0."));
	ck_assert_ptr_nonnull(strstr(printed, "1 min apart\n  a  The Wire: "));
	ck_assert_ptr_nonnull(strstr(printed, "\n  b  The Post: Off Cape"));
	ck_assert_ptr_nonnull(strstr(printed,
	    "4 articles, 1 of them copies; 1 pairs, of which 1 are rewrites"));
	ck_assert_ptr_nonnull(strstr(printed, "2 articles (50.0 %) have"));
}
END_TEST

START_TEST(as_json_and_as_csv)
{
	const char *printed = pairs("--json", TCN_EXIT_OK);

	ck_assert_int_eq(strncmp(printed, "{\"kind\":\"rewrite\",\"cosine\":0.",
			     29),
	    0);
	ck_assert_ptr_nonnull(strstr(printed, "\"earlier\":{\"id\":\"a\""));
	ck_assert_ptr_nonnull(strstr(printed, "\"later\":{\"id\":\"b\""));
	ck_assert_ptr_null(strstr(printed, "articles"));
	printed = pairs("--csv", TCN_EXIT_OK);
	ck_assert_int_eq(strncmp(printed, "kind,cosine,likeness,minutes,", 29),
	    0);
	ck_assert_ptr_nonnull(strstr(printed, ",1,a,b,The Wire,The Post,"));
}
END_TEST

START_TEST(only_one_kind)
{
	ck_assert_ptr_null(strstr(pairs("--kind form --csv", TCN_EXIT_OK),
	    "rewrite,"));
	ck_assert_ptr_nonnull(strstr(pairs("--kind rewrite --csv", TCN_EXIT_OK),
	    "rewrite,"));
	pairs("--kind copy", TCN_EXIT_USAGE);
	pairs("--json --csv", TCN_EXIT_USAGE);
}
END_TEST

/* Off a store the same pairs come out as off the file. */
START_TEST(a_store_is_compared_anew)
{
	char line[300], first[2000];
	const char *printed;

	snprintf(line, sizeof line, "replay -q --db %s/news.db %s/in.ndjson",
	    dir, dir);
	ck_assert_int_eq(tcn_program(line, &printed), TCN_EXIT_OK);
	snprintf(first, sizeof first, "%s", pairs("--csv", TCN_EXIT_OK));
	snprintf(line, sizeof line,
	    "similar pairs -q --csv --set pairs.cosine=0.5 --from-db "
	    "%s/news.db",
	    dir);
	ck_assert_int_eq(tcn_program(line, &printed), TCN_EXIT_OK);
	ck_assert_str_eq(printed, first);
}
END_TEST

/* A report whose sender names its content words, a few minutes later. */
static void
write_sent(void)
{
	char path[128];
	FILE *file;

	snprintf(path, sizeof path, "%s/sent.ndjson", dir);
	file = fopen(path, "w");
	ck_assert_ptr_nonnull(file);
	fputs("{\"id\":\"e\",\"ts\":300,\"source\":\"The Sun\","
	      "\"lang\":\"en\",\"title\":\"Ferry Orlanda, 94 aboard, lost "
	      "off Cape Tern\",\"content\":{\"propn\":[\"Orlanda\",\"Cape\","
	      "\"Tern\"],\"noun\":[\"ferry\"]}}\n",
	    file);
	fclose(file);
}

/* An article says whose rewrite it is, and who chose the words by which it was
 * compared: its sender for one of them. */
START_TEST(an_article_says_whose_rewrite_it_is)
{
	char line[400];
	const char *printed;

	write_sent();
	snprintf(line, sizeof line,
	    "replay -q --db %s/news.db --set pairs.on=true --set "
	    "pairs.cosine=0.4 %s/in.ndjson %s/sent.ndjson",
	    dir, dir, dir);
	ck_assert_int_eq(tcn_program(line, &printed), TCN_EXIT_OK);
	snprintf(line, sizeof line, "show --db %s/news.db b", dir);
	ck_assert_int_eq(tcn_program(line, &printed), TCN_EXIT_OK);
	ck_assert_ptr_nonnull(strstr(printed, "rewrite     of arrival 1;"));
	ck_assert_ptr_nonnull(strstr(printed, "content     of its own words"));
	snprintf(line, sizeof line, "show --json --db %s/news.db e", dir);
	ck_assert_int_eq(tcn_program(line, &printed), TCN_EXIT_OK);
	ck_assert_ptr_nonnull(strstr(printed, "\"rewrite_of\":"));
	ck_assert_ptr_nonnull(strstr(printed, "\"content_from\":\"sent\""));
}
END_TEST

/* The explanation of an item, by which it is asked for. */
static const char *
explain(const char *options, const char *id)
{
	char line[400];
	const char *printed;

	snprintf(line, sizeof line,
	    "explain -q --set pairs.cosine=0.4 %s %s %s/in.ndjson "
	    "%s/sent.ndjson",
	    options, id, dir, dir);
	ck_assert_int_eq(tcn_program(line, &printed), TCN_EXIT_OK);
	return printed;
}

START_TEST(an_explanation_says_so_too)
{
	const char *printed;

	write_sent();
	printed = explain("--set pairs.on=true", "b");
	ck_assert_ptr_nonnull(strstr(printed, "  rewrite     of #1: "));
	ck_assert_ptr_nonnull(strstr(printed,
	    "  content     of its own words\n"));
	printed = explain("--set pairs.on=true", "e");
	ck_assert_ptr_nonnull(strstr(printed,
	    "  content     as its sender named it\n"));
	printed = explain("--set pairs.on=true --json", "e");
	ck_assert_ptr_nonnull(strstr(printed, "\"content_from\":\"sent\""));
	ck_assert_ptr_nonnull(strstr(printed, "\"likeness\":"));
	printed = explain("--json", "e");
	ck_assert_ptr_null(strstr(printed, "content_from"));
	printed = explain("", "e");
	ck_assert_ptr_null(strstr(printed, "  content  "));
}
END_TEST

TCN_TESTS(pairs_verb)
{
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, each_pair_is_printed_with_both_figures);
	tcase_add_test(tc, as_json_and_as_csv);
	tcase_add_test(tc, only_one_kind);
	tcase_add_test(tc, a_store_is_compared_anew);
	tcase_add_test(tc, an_article_says_whose_rewrite_it_is);
	tcase_add_test(tc, an_explanation_says_so_too);
}
