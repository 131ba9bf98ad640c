/*
 * The history of a generated day: each of its points is what a replay with that
 * setting gives, and its page is well formed.
 */
#include "tests/base/run.h"

#include <cjson/cJSON.h>
#include <stdio.h>
#include <string.h>

#include "engine/base/mem.h"
#include "tests/base/demo.h"
#include "tests/base/page.h"
#include "tests/base/program.h"
#include "tests/base/temp.h"
#include "tools/base/exit.h"

static char dir[TEMP_BYTES];

/* The day, and what happened on it; one event is made up. */
static void
make_day(void)
{
	char path[TEMP_BYTES + 16];

	temp_dir(dir);
	snprintf(path, sizeof path, "%s/day", dir);
	demo_write(path, 6000, 6);
	snprintf(path, sizeof path, "%s/known.csv", dir);
	temp_write(path,
	    "name,start,pattern,within\n"
	    "\"A <quake> & more\",2026-03-03 04:30,quilenge,24h\n"
	    "Flood,2026-03-03 11:30,velivane,24h\n"
	    "Train,2026-03-03 10:00,grilopol,24h\n"
	    "Bank,2026-03-03 14:00,marlomona,24h\n"
	    "Nothing,2026-03-03 14:00,nothing at all,24h\n");
}

static void
drop_day(void)
{
	temp_drop(dir);
}

static double
number(const cJSON *object, const char *key)
{
	const cJSON *item = cJSON_GetObjectItem(object, key);

	ck_assert_msg(item && cJSON_IsNumber(item), "%s", key);
	return item->valuedouble;
}

/* Runs the program, and reads the object that it prints. */
static cJSON *
asked(const char *line)
{
	const char *printed;
	cJSON *json;

	ck_assert_msg(tcn_program(line, &printed) == TCN_EXIT_OK, "%s: %s",
	    line, printed);
	json = cJSON_Parse(strchr(printed, '{'));
	ck_assert_msg(json != NULL, "%s", printed);
	return json;
}

static const cJSON *
event_called(const cJSON *events, const char *name)
{
	const cJSON *event;

	cJSON_ArrayForEach(event,
	    events) if (strcmp(cJSON_GetObjectItem(event, "name")->valuestring,
			    name) == 0) return event;
	ck_abort_msg("no event %s", name);
}

/* Compares a point with a replay that has its value. */
static void
check_point(const cJSON *history, int at)
{
	const cJSON *point =
	    cJSON_GetArrayItem(cJSON_GetObjectItem(history, "points"), at);
	const cJSON *events = cJSON_GetObjectItem(history, "known"), *event;
	char line[400];
	cJSON *summary, *known;
	size_t repeats = 0;

	snprintf(line, sizeof line,
	    "replay -q --set rules.more_than=%s --known %s/known.csv "
	    "--summary - %s/day",
	    cJSON_GetObjectItem(point, "value")->valuestring, dir, dir);
	summary = asked(line);
	known = cJSON_GetObjectItem(summary, "known_events");
	ck_assert_ptr_nonnull(known);
	ck_assert_double_eq(number(point, "found"), number(known, "detected"));
	ck_assert_int_eq((int)number(point, "others"),
	    cJSON_GetArraySize(cJSON_GetObjectItem(known, "other_alerts")));
	ck_assert_double_eq_tol(number(point, "others_per_day"),
	    number(known, "other_alerts_per_day"), 0.01);
	cJSON_ArrayForEach(event, cJSON_GetObjectItem(known, "events"))
	{
		const cJSON *mine = event_called(events,
		    cJSON_GetObjectItem(event, "name")->valuestring);
		const cJSON *delay =
		    cJSON_GetArrayItem(cJSON_GetObjectItem(mine,
					   "from_start_min"),
			at);

		repeats += (size_t)number(event, "repeats");
		ck_assert_double_eq(number(mine, "items"),
		    number(event, "items"));
		if (cJSON_IsTrue(cJSON_GetObjectItem(event, "detected")))
			ck_assert_double_eq_tol(delay->valuedouble,
			    number(event, "min_after_start"), 0.051);
		else
			ck_assert(cJSON_IsNull(delay));
	}
	ck_assert_uint_eq((size_t)number(point, "repeats"), repeats);
	cJSON_Delete(summary);
}

static void
check_page(void)
{
	struct page_fault fault = { "" };
	char path[TEMP_BYTES + 16], *page;
	struct tcn_str text;

	snprintf(path, sizeof path, "%s/page.html", dir);
	page = temp_read(path);
	text = (struct tcn_str){ page, strlen(page) };
	ck_assert_msg(page_is_text(text, &fault), "%s", fault.text);
	ck_assert_msg(page_is_html(text, &fault), "%s", fault.text);
	ck_assert_ptr_nonnull(strstr(page, "A &lt;quake&gt; &amp; more"));
	ck_assert_ptr_null(strstr(page, "nan"));
	tcn_mem_free(page);
}

START_TEST(each_point_is_a_replay)
{
	char line[400];
	const cJSON *point;
	double others = -1;
	cJSON *history;
	int n;

	snprintf(line, sizeof line,
	    "bench history --json --over more_than=8,15,50,2000 --html "
	    "%s/page.html %s/day %s/known.csv",
	    dir, dir, dir);
	history = asked(line);
	n = cJSON_GetArraySize(cJSON_GetObjectItem(history, "points"));
	ck_assert_int_eq(n, 4);
	ck_assert_int_eq(cJSON_GetArraySize(cJSON_GetObjectItem(history,
			     "known")),
	    5);
	cJSON_ArrayForEach(point, cJSON_GetObjectItem(history, "points"))
	{
		ck_assert_double_ge(number(point, "others"), others);
		others = number(point, "others");
	}
	ck_assert_double_gt(others, 0);
	for (int i = 0; i < n; i++)
		check_point(history, i);
	check_page();
	cJSON_Delete(history);
}
END_TEST

START_TEST(the_table_names_every_event)
{
	const char *printed;
	char line[300];

	snprintf(line, sizeof line,
	    "bench history --over more_than=15,50 %s/day %s/known.csv", dir,
	    dir);
	ck_assert_int_eq(tcn_program(line, &printed), TCN_EXIT_OK);
	ck_assert_ptr_nonnull(strstr(printed, "* 15 "));
	ck_assert_ptr_nonnull(strstr(printed, "##  Tue 3 Mar 2026  A <quake>"));
	ck_assert_ptr_nonnull(strstr(printed, "..  Tue 3 Mar 2026  Nothing"));
}
END_TEST

static const struct {
	const char *options, *stream, *known; /* names in the folder */
	const char *said;
} wrong[] = {
	{ "history", "day", NULL, "takes a stream and a table" },
	{ "history", "day", "nowhere.csv", "nowhere.csv" },
	{ "history --over burt=1,2", "day", "known.csv", "burt" },
	{ "history --set rules.file=r.yaml", "day", "known.csv", "rules.file" },
	{ "index", "day", NULL, "takes no more arguments" },
};

START_TEST(what_is_wrong_is_told)
{
	const char *printed, *known = wrong[_i].known;
	char line[320];

	snprintf(line, sizeof line, "bench %s %s/%s%s%s%s%s", wrong[_i].options,
	    dir, wrong[_i].stream, known ? " " : "", known ? dir : "",
	    known ? "/" : "", known ? known : "");
	ck_assert_int_ne(tcn_program(line, &printed), TCN_EXIT_OK);
	ck_assert_msg(strstr(printed, wrong[_i].said), "%s", printed);
}
END_TEST

TCN_SUITE(bench_history)
{
	Suite *s = suite_create("bench_history");
	TCase *tc = tcase_create("bench_history");

	tcase_add_unchecked_fixture(tc, make_day, drop_day);
	tcase_set_timeout(tc, 120);
	tcase_add_test(tc, each_point_is_a_replay);
	tcase_add_test(tc, the_table_names_every_event);
	tcase_add_loop_test(tc, what_is_wrong_is_told, 0,
	    sizeof wrong / sizeof *wrong);
	suite_add_tcase(s, tc);
	return s;
}
