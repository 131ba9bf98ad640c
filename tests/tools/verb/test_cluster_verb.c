#include "tests/base/run.h"

#include <stdio.h>
#include <unistd.h>

#include "engine/base/mem.h"
#include "tests/base/program.h"
#include "tests/base/temp.h"
#include "tools/verb/verb.h"

static char path[TEMP_BYTES];

static const char stream[] =
    "{\"id\":\"a\",\"ts\":1000,\"title\":\"Ferry sinks off the harbour of "
    "Quilenge\",\"source\":\"One\",\"story\":\"x\"}\n"
    "{\"id\":\"b\",\"ts\":1001,\"title\":\"Parliament votes on the new budget "
    "law\",\"source\":\"Two\",\"story\":\"y\"}\n"
    "{\"id\":\"c\",\"ts\":1002,\"title\":\"Ferry sinks near harbour of "
    "Quilenge, dozens missing\",\"source\":\"Two\",\"story\":\"x\"}\n"
    "{\"id\":\"d\",\"ts\":1003,\"title\":\"Quilenge harbour: ferry sinks, "
    "dozens missing\",\"source\":\"Three\",\"story\":\"x\"}\n";

static void
setup(void)
{
	close(temp_file(path));
	temp_write(path, stream);
}

static void
teardown(void)
{
	unlink(path);
}

static const struct {
	const char *options;
	int code;
	const char *text; /* somewhere in the output */
} cases[] = {
	{ "-q", 0,
	    "    3     3  Quilenge harbour: ferry sinks, dozens missing"
	    "\ta c d\n" },
	{ "-q -n 1", 0,
	    "    1     1  Parliament votes on the new budget law\t"
	    "b\n" },
	{ "-q --csv", 0,
	    "items,publishers,title,ids\n3,3,\"Quilenge harbour: "
	    "ferry sinks, dozens missing\",a c d\n" },
	{ "-q --json", 0,
	    "{\"items\":3,\"publishers\":3,\"title\":\"Quilenge "
	    "harbour: ferry sinks, dozens missing\",\"central\":"
	    "\"d\",\"ids\":[\"a\",\"c\",\"d\"]}\n" },
	{ "-q --labels story", 0, "b3_f1              1.0000\n" },
	{ "-q --labels story --json", 0, "\"b3_f1\":1.0" },
	{ "-q --labels story --set lsh.jaccard=1", 0,
	    "b3_recall          0.5000\n" },
	{ "-q -n 1 --method similar", 0, "    1     1  Ferry" },
	{ "-q -n 1 --method story", 0, "budget law\tb\n" },
	{ "--method words", TCN_EXIT_USAGE,
	    "--method is minhash, story or similar, and not 'words'" },
	{ "--json --csv", TCN_EXIT_USAGE, "give one" },
	{ "/nowhere/at/all", TCN_EXIT_FAILED, "/nowhere/at/all: " },
};

START_TEST(answers)
{
	const char *printed;
	char line[256];
	int code;

	snprintf(line, sizeof line, "similar cluster %s %s", cases[_i].options,
	    path);
	code = tcn_program(line, &printed);
	ck_assert_msg(strstr(printed, cases[_i].text) != NULL,
	    "no '%s' in:\n%s", cases[_i].text, printed);
	ck_assert_int_eq(code, cases[_i].code);
	ck_assert_uint_eq(tcn_mem_live_bytes(), 0);
}
END_TEST

/* What explain says of an item where a rule counts clusters, and what is said
 * of it in a store. */
static const struct {
	const char *options, *text;
} explained[] = {
	{ "explain -q --set rules.kind=cluster d",
	    "  cluster     that of #1, now of 3 items\n"
	    "              a likeness of 0.25 is enough, with 2 of 40 bands; "
	    "nearest:\n"
	    "              0.833, 24 bands: c \"Ferry sinks near harbour of "
	    "Quilenge, dozens missing\", in the cluster of #1\n"
	    "              0.700, 12 bands: a " },
	{ "explain -q --set rules.kind=cluster b",
	    "  cluster     its own: nothing in the window is like it\n" },
	{ "explain -q --set rules.kind=cluster --set lsh.least_words=20 b",
	    "  cluster     none: it has fewer than 20 different words" },
	{ "explain -q --json --set rules.kind=cluster d",
	    "\"bands\":24,\"likeness\":0.833333}" },
};

START_TEST(a_cluster_is_explained)
{
	const char *printed;
	char line[256];

	snprintf(line, sizeof line, "%s %s", explained[_i].options, path);
	ck_assert_int_eq(tcn_program(line, &printed), TCN_EXIT_OK);
	ck_assert_msg(strstr(printed, explained[_i].text) != NULL, "%s",
	    printed);
	ck_assert_uint_eq(tcn_mem_live_bytes(), 0);
}
END_TEST

START_TEST(nothing_is_said_of_clusters_without_such_a_rule)
{
	const char *printed;
	char line[256];

	snprintf(line, sizeof line, "explain -q d %s", path);
	ck_assert_int_eq(tcn_program(line, &printed), TCN_EXIT_OK);
	ck_assert_ptr_null(strstr(printed, "cluster"));
}
END_TEST

START_TEST(a_stored_item_shows_its_cluster)
{
	const char *printed;
	char line[256], store[TEMP_BYTES];

	close(temp_file(store));
	unlink(store);
	snprintf(line, sizeof line,
	    "replay -q --set rules.kind=cluster --db %s %s", store, path);
	ck_assert_int_eq(tcn_program(line, &printed), TCN_EXIT_OK);
	snprintf(line, sizeof line, "show --db %s d", store);
	ck_assert_int_eq(tcn_program(line, &printed), TCN_EXIT_OK);
	ck_assert_ptr_nonnull(strstr(printed, "cluster     of arrival 1,"));
	snprintf(line, sizeof line, "show --db %s b", store);
	ck_assert_int_eq(tcn_program(line, &printed), TCN_EXIT_OK);
	ck_assert_ptr_nonnull(strstr(printed, "cluster     its own"));
	unlink(store);
}
END_TEST

TCN_TESTS(cluster_verb)
{
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_loop_test(tc, answers, 0, sizeof cases / sizeof *cases);
	tcase_add_loop_test(tc, a_cluster_is_explained, 0,
	    sizeof explained / sizeof *explained);
	tcase_add_test(tc, nothing_is_said_of_clusters_without_such_a_rule);
	tcase_add_test(tc, a_stored_item_shows_its_cluster);
}
