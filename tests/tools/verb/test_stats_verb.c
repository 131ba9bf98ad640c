/*
 * tocsin stats, run as a program: what it prints and writes.
 */
#include "tests/base/run.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "engine/base/buf.h"
#include "engine/base/mem.h"
#include "tests/base/program.h"
#include "tests/base/random.h"
#include "tests/base/temp.h"
#include "tools/base/exit.h"

static char dir[TEMP_BYTES];

static void
setup(void)
{
	temp_dir(dir);
}

static void
teardown(void)
{
	temp_drop(dir);
}

static const char *
path_of(const char *name)
{
	static char paths[4][128];
	static unsigned at;
	char *path = paths[at++ % 4];

	snprintf(path, sizeof paths[0], "%s/%s", dir, name);
	return path;
}

/* Runs stats with options and the file in.ndjson; what it printed. */
static const char *
stats(const char *options, int code)
{
	char line[400];
	const char *printed;

	snprintf(line, sizeof line, "stats -q %s %s", options,
	    path_of("in.ndjson"));
	ck_assert_int_eq(tcn_program(line, &printed), code);
	return printed;
}

/* A wire's text that two sites reprint, one of them twice, a note of its own,
 * a line that comes again, one without a date, and a bad one. */
static void
write_archive(void)
{
	static const char wire[] =
	    "Ferry with ninety aboard runs aground off the northern cape";
	struct tcn_buf in = { 0 };
	static const struct {
		int minute;
		const char *id, *source;
	} rows[] = {
		{ 0, "w1", "Wire" },
		{ 10, "a1", "Argus" },
		{ 30, "b1", "Bugle" },
		{ 90, "b2", "Bugle" },
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		tcn_buf_printf(&in,
		    "{\"id\":\"%s\",\"ts\":%d,\"source\":\"%s\","
		    "\"lang\":\"en\",\"title\":\"%s\"}\n",
		    rows[i].id, 1700000000 + rows[i].minute * 60,
		    rows[i].source, wire);
	tcn_buf_z(&in,
	    "{\"id\":\"c1\",\"ts\":1700090000,\"source\":\"Courier\","
	    "\"lang\":\"de\",\"title\":\"Stadtrat beschliesst neuen "
	    "Haushalt\",\"text\":\"Nach langer Beratung.\"}\n"
	    "{\"id\":\"c1\",\"ts\":1700090000,\"source\":\"Courier\","
	    "\"lang\":\"de\",\"title\":\"Stadtrat beschliesst neuen "
	    "Haushalt\",\"text\":\"Nach langer Beratung.\"}\n"
	    "{\"id\":\"d1\",\"source\":\"Daily\",\"lang\":\"en\","
	    "\"title\":\"Museum reopens after years of repair\"}\n"
	    "no article\n");
	temp_write(path_of("in.ndjson"), in.at);
	tcn_buf_fini(&in);
}

static void
has(const char *printed, const char *text)
{
	ck_assert_msg(strstr(printed, text) != NULL, "no '%s' in:\n%s", text,
	    printed);
}

static void
file_has(const char *name, const char *text)
{
	char *all = temp_read(path_of(name));

	has(all, text);
	tcn_mem_free(all);
}

START_TEST(it_counts_what_is_there)
{
	const char *printed;

	write_archive();
	printed = stats("--json", TCN_EXIT_OK);
	has(printed,
	    "\"totals\":{\"articles\":6,\"repeats\":1,\"undated\":1,"
	    "\"first_day\":\"2023-11-14\",\"last_day\":\"2023-11-15\","
	    "\"per_day\":2.5,\"sources\":5,\"languages\":2,"
	    "\"without_text\":5,\"forms\":0,\"families\":1,"
	    "\"category_error\":null}");
	has(printed, "{\"kind\":\"copies\",\"articles\":3,\"share\":0.5}");
	has(printed,
	    "{\"day\":\"2023-11-14\",\"articles\":4,\"copies\":3},\n"
	    "{\"day\":\"2023-11-15\",\"articles\":1,\"copies\":0}");
	has(printed,
	    "\"texts\":[\n{\"title\":\"Ferry with ninety aboard runs aground "
	    "off "
	    "the northern cape\",\"articles\":4,\"sources\":3,"
	    "\"first_source\":\"Wire\",\"first\":1700000000");
	has(printed,
	    "\"first\":[\n{\"source\":\"Wire\",\"articles\":1,"
	    "\"share\":0.166667,\"copies\":0,\"excerpts\":0,\"first\":1,"
	    "\"followed\":0}]");
	has(printed,
	    "{\"of\":\"others with the text of an article that has any\","
	    "\"articles\":4,\"mean\":3.0,\"quartile_1\":3,\"median\":3,"
	    "\"quartile_3\":3,\"most\":3}");
	has(printed,
	    "{\"of\":\"minutes from the first of a text to a reprint\","
	    "\"articles\":3,\"mean\":43.333333,\"quartile_1\":10,"
	    "\"median\":30,\"quartile_3\":90,\"most\":90}");
	has(printed, "in.ndjson:8:1: ");
}
END_TEST

START_TEST(text_says_the_same)
{
	const char *printed;

	write_archive();
	printed = stats("", TCN_EXIT_OK);
	has(printed, "articles            6\n");
	has(printed, "\n  copies                              3  50.0 %\n");
	has(printed, "\n  14 Nov 2023         4       3\n");
	has(printed, "\nSources that followed with it\n");
}
END_TEST

START_TEST(copies_leaves_the_rest_out)
{
	const char *printed;

	write_archive();
	printed = stats("--copies", TCN_EXIT_OK);
	has(printed, "\nTexts reprinted most\n");
	ck_assert_ptr_null(strstr(printed, "\nLanguages\n"));
	printed = stats("--copies --json", TCN_EXIT_OK);
	has(printed, "\"partners\":[");
	ck_assert_ptr_null(strstr(printed, "\"languages\":["));
}
END_TEST

START_TEST(files_are_written)
{
	char options[300];

	write_archive();
	snprintf(options, sizeof options, "--csv %s --html %s", path_of("csv"),
	    path_of("page.html"));
	stats(options, TCN_EXIT_OK);
	file_has("csv/hours.csv", "hour,articles,share\n0,0,0.0\n");
	file_has("csv/days.csv", "day,articles,copies\n2023-11-14,4,3\n");
	file_has("csv/texts.csv", ",2023-11-14T22:13:20");
	file_has("csv/languages.csv", "en,5,0.833333\n");
	file_has("page.html", "<title>What is in the archive</title>");
	file_has("page.html", "Ferry with ninety aboard");
	snprintf(options, sizeof options, "--csv %s/in.ndjson", dir);
	has(stats(options, TCN_EXIT_FAILED), "in.ndjson");
}
END_TEST

/* A wire's text, half of it on a site, the wire's page again with one more
 * sentence, and a text that nobody shares. */
static void
write_excerpts(void)
{
	static const char *const halves[] = {
		"The ferry left the old harbour at noon with ninety aboard. "
		"Heavy fog lay over the northern cape all morning. "
		"Its captain reported a loud bang near the lighthouse. ",
		"Lifeboats from three villages reached the ship within hours. "
		"Nobody was hurt, the coast guard said late on Tuesday. "
		"Divers will look at the damaged hull in daylight. ",
	};
	static const struct {
		const char *id, *source, *title;
		bool first, second;
		const char *more;
	} rows[] = {
		{ "w1", "Wire", "Ferry runs aground off cape", true, true, "" },
		{ "a1", "Argus", "Ninety rescued in thick fog", true, false,
		    "" },
		{ "b1", "Bugle", "Council votes on new budget", false, false,
		    "Members argued over school buildings for six hours." },
		{ "w2", "Wire", "Ferry runs aground off cape", true, true,
		    "The owners promised to pay for every repair." },
	};
	struct tcn_buf in = { 0 };

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		tcn_buf_printf(&in,
		    "{\"id\":\"%s\",\"ts\":%zu,\"source\":\"%s\","
		    "\"lang\":\"en\",\"title\":\"%s\","
		    "\"url\":\"https://%s.example/%c\","
		    "\"text\":\"%s%s%s\"}\n",
		    rows[i].id, 1700000000 + i * 600, rows[i].source,
		    rows[i].title, rows[i].source, *rows[i].id,
		    rows[i].first ? halves[0] : "",
		    rows[i].second ? halves[1] : "", rows[i].more);
	temp_write(path_of("in.ndjson"), in.at);
	tcn_buf_fini(&in);
}

START_TEST(excerpts_are_reprints)
{
	const char *printed;

	write_excerpts();
	printed = stats("--json", TCN_EXIT_OK);
	has(printed, "{\"kind\":\"copies\",\"articles\":0,");
	has(printed,
	    "{\"kind\":\"excerpts\",\"articles\":1,"
	    "\"share\":0.25}");
	has(printed,
	    "{\"kind\":\"later versions of a page\",\"articles\":1,"
	    "\"share\":0.25}");
	has(printed,
	    "\"texts\":[\n{\"title\":\"Ninety rescued in thick fog\","
	    "\"articles\":2,\"sources\":2,\"first_source\":\"Wire\"");
	has(printed,
	    "{\"source\":\"Argus\",\"articles\":1,\"share\":0.25,"
	    "\"copies\":0,\"excerpts\":1,\"first\":0,\"followed\":1}");
}
END_TEST

/* What a store remembers of the same stream is counted alike. */
START_TEST(a_store_gives_the_same)
{
	const char *printed;
	char line[400], *by_file;

	if (_i)
		write_excerpts();
	else
		write_archive();
	printed = stats("--json --set line_max=1MiB", TCN_EXIT_OK);
	printed = strchr(printed, '{');
	ck_assert_ptr_nonnull(printed);
	by_file = tcn_mem_dupz(printed, strlen(printed));
	snprintf(line, sizeof line, "replay -q --db %s %s", path_of("s.db"),
	    path_of("in.ndjson"));
	ck_assert_int_eq(tcn_program(line, &printed), TCN_EXIT_OK);
	snprintf(line, sizeof line, "stats -q --json --from-db %s",
	    path_of("s.db"));
	ck_assert_int_eq(tcn_program(line, &printed), TCN_EXIT_OK);
	has(printed, ",\"repeats\":0,"); /* it keeps none */
	ck_assert_str_eq(strstr(printed, "\"undated\":"),
	    strstr(by_file, "\"undated\":"));
	tcn_mem_free(by_file);
}
END_TEST

static const struct {
	const char *options;
	int code;
	const char *text;
} refused[] = {
	{ "--top 0", TCN_EXIT_USAGE, "--top takes 1 to 10000, not 0" },
	{ "--jobs 0", TCN_EXIT_USAGE, "--jobs takes 1 to 64, not 0" },
	{ "--strict", TCN_EXIT_REJECTED, "in.ndjson:8:1" },
	{ "--since 2020-01-01", TCN_EXIT_USAGE, "--from-db" },
	{ "--html /nowhere/x.html", TCN_EXIT_FAILED, "/nowhere/x.html" },
};

START_TEST(what_cannot_be_is_refused)
{
	write_archive();
	has(stats(refused[_i].options, refused[_i].code), refused[_i].text);
}
END_TEST

/* Two sections, by words of their own; one in five is filed wrongly. The same
 * of a file and of the store that it was replayed into. */
START_TEST(probabilities_of_categories_are_held_against_what_came)
{
	static const char head[] = "\"reliability\":[\n{\"from\":";
	struct tcn_buf lines = { 0 };
	static char of_file[65536];
	const char *printed, *table;
	char line[300];
	uint64_t seed = 1;

	for (unsigned i = 0; i < 1500; i++)
		tcn_buf_printf(&lines,
		    "{\"id\":\"a%u\",\"ts\":%u,\"lang\":\"en\",\"title\":"
		    "\"%s %u\",\"category\":\"%s\"}\n",
		    i, 1400000000 + i * 60,
		    i % 2 ? "striker referee penalty coach"
			  : "shares bond yields dividend",
		    i,
		    (i % 2 == 1) != (random_below(&seed, 5) == 0) ? "sport"
								  : "markets");
	temp_write(path_of("in.ndjson"), lines.at);
	tcn_buf_fini(&lines);
	snprintf(of_file, sizeof of_file, "%s", stats("--json", 0));
	table = strstr(of_file, head);
	ck_assert_msg(table != NULL, "%s", of_file);
	ck_assert_ptr_nonnull(strstr(table, "\"observed\":0.8"));
	ck_assert_ptr_nonnull(strstr(of_file, "\"category_error\":0.0"));
	snprintf(line, sizeof line, "replay -q --db %s %s", path_of("s.db"),
	    path_of("in.ndjson"));
	ck_assert_int_eq(tcn_program(line, &printed), 0);
	snprintf(line, sizeof line, "stats -q --json --from-db %s",
	    path_of("s.db"));
	ck_assert_int_eq(tcn_program(line, &printed), 0);
	ck_assert_ptr_nonnull(strstr(printed, head));
	ck_assert_str_eq(strstr(printed, head), table);
}
END_TEST

TCN_TESTS(stats_verb)
{
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, it_counts_what_is_there);
	tcase_add_test(tc, text_says_the_same);
	tcase_add_test(tc, copies_leaves_the_rest_out);
	tcase_add_test(tc, files_are_written);
	tcase_add_test(tc, excerpts_are_reprints);
	tcase_add_test(tc,
	    probabilities_of_categories_are_held_against_what_came);
	tcase_add_loop_test(tc, a_store_gives_the_same, 0, 2);
	TCN_EACH(what_cannot_be_is_refused, refused);
}
