/*
 * What the program says of a page that was revised twice, as one article: in
 * searches, look-ups, show and the special report of its event.
 */
#include "tests/base/run.h"

#include <stdio.h>
#include <string.h>

#include "engine/base/buf.h"
#include "tests/base/program.h"
#include "tests/base/temp.h"

#define SITES 20

static char dir[TEMP_BYTES];

static void
put(struct tcn_buf *out, const char *id, int at, const char *site,
    const char *title, const char *changed)
{
	tcn_buf_printf(out,
	    "{\"id\":\"%s\",\"ts\":%d,\"source\":\"%s\",\"lang\":\"en\","
	    "\"url\":\"https://%s.example/quake\",\"title\":\"%s\",\"text\":\""
	    "The quake struck the town of Quilenge before dawn. %s The "
	    "governor of Norvland declared an emergency. Hospitals in "
	    "Bramholt took in the injured.\"}\n",
	    id, 1700000000 + at, site, site, title, changed);
}

static void
ask(const char *line, const char **printed)
{
	ck_assert_msg(tcn_program(line, printed) == 0, "%s: %s", line,
	    *printed);
}

static void
setup(void)
{
	static const char title[] = "Strong earthquake shakes Quilenge";
	static const char first[] = "Rescuers dug through two schools.";
	struct tcn_buf in = { 0 };
	const char *printed;
	char name[32], line[400];

	temp_dir(dir);
	put(&in, "p0", 0, "gazette", title, first);
	for (int i = 0; i < SITES; i++) {
		snprintf(name, sizeof name, "q%d", i);
		put(&in, name, 60 + i * 60, name, title, first);
	}
	put(&in, "p1", 1300, "gazette",
	    "Strong earthquake shakes Quilenge, forty dead",
	    "Forty people were found dead under a mill.");
	put(&in, "p2", 1400, "gazette",
	    "Strong earthquake shakes Quilenge, sixty dead",
	    "Sixty people were found dead under a mill.");
	snprintf(line, sizeof line, "%s/in.ndjson", dir);
	temp_write(line, in.at);
	tcn_buf_fini(&in);
	snprintf(line, sizeof line,
	    "replay -q --set rules.kind=similar --set rules.more_than=5 "
	    "--set rules.min_origins=1 --db %s/x.db %s/in.ndjson",
	    dir, dir);
	ask(line, &printed);
}

static void
teardown(void)
{
	temp_drop(dir);
}

/* Runs a verb on the store. */
static const char *
on_store(const char *verb, const char *words)
{
	static const char *printed;
	char line[300];

	snprintf(line, sizeof line, "%s --db %s/x.db %s", verb, dir, words);
	ask(line, &printed);
	return printed;
}

static void
has(const char *printed, const char *text, bool there)
{
	ck_assert_msg((strstr(printed, text) != NULL) == there, "'%s' in:\n%s",
	    text, printed);
}

START_TEST(a_search_finds_the_page_once)
{
	static const char *const orders[] = { "search", "search --order best" };
	const char *printed = on_store(orders[_i], "strong earthquake");

	has(printed, "\n", true);
	ck_assert_ptr_eq(strchr(printed, '\n')[1] ? printed : NULL, NULL);
	if (_i == 0)
		has(printed, "sixty dead", true);
	/* What only an earlier version says is found there. */
	printed = on_store(orders[_i], "schools");
	has(printed, "  p0  ", true);
	printed = on_store(orders[_i], "forty");
	has(printed, "  p1  ", true);
}
END_TEST

START_TEST(what_is_related_has_it_once)
{
	const char *printed = on_store("similar related", "q3");

	has(printed, "  p0  ", true);
	has(printed, "  p1  ", false);
	has(printed, "  p2  ", false);
	/* Of a later version: what belongs to the first. */
	has(on_store("similar related", "p2"), "  q3  ", true);
}
END_TEST

START_TEST(show_lists_the_versions)
{
	const char *printed = on_store("show", "p0");

	has(printed, "later versions", true);
	has(printed, "p1  (version) gazette", true);
	has(printed, "new in it: 1 of 4 sentences", true);
	printed = on_store("show", "p2");
	has(printed, "of p0, 23 min later; 1 of 4 sentences differ", true);
	printed = on_store("show --json", "p0");
	has(printed, "\"version_of\":1", true);
	has(printed, "\"differ\":1", true);
}
END_TEST

START_TEST(a_report_says_how_often)
{
	const char *printed = on_store("event list", "--json");
	const char *id = strstr(printed, "\"event\":\"");
	char event[64] = "";

	ck_assert_msg(id && sscanf(id, "\"event\":\"%60[^\"]", event) == 1,
	    "%s", printed);
	printed = on_store("report --print", event);
	has(printed,
	    "revised 2 times, last 14 Nov 22:36: 1 of 4 sentences "
	    "differ",
	    true);
	has(printed, "6 items, 1 distinct text, from 6 publishers", true);
	printed = on_store("report --print --format json", event);
	has(printed, "\"revised\":2", true);
	printed = on_store("report --print --format html", event);
	has(printed, "revised 2 times", true);
}
END_TEST

TCN_TESTS(revisions)
{
	tcase_set_timeout(tc, 60);
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_loop_test(tc, a_search_finds_the_page_once, 0, 2);
	tcase_add_test(tc, what_is_related_has_it_once);
	tcase_add_test(tc, show_lists_the_versions);
	tcase_add_test(tc, a_report_says_how_often);
}
