/*
 * What events are called: in alerts, in the store, in lists and in reports; and
 * in a store of before headlines were stored.
 */
#include "tests/base/run.h"

#include <stdio.h>
#include <string.h>

#include "engine/base/mem.h"
#include "sql/db.h"
#include "sql/store.h"
#include "tests/base/demo.h"
#include "tests/base/older.h"
#include "tests/base/program.h"
#include "tests/base/temp.h"

#define ITEMS  6000
#define EVENTS 4

/* Of the alerts of a generated day, in order. Whoever changes how headlines are
 * chosen sees here what comes of it. */
static const char *const golden[] = {
	"Earthquake of magnitude 6.6 hits Quilenge in Norvland",
	"Velivane flood: old town evacuated as river hits 9.1 metres",
	"Derailed train blocks line between Grilopol and Jormoor",
	"Le ferry Obrumavik coule au large de Belossa avec 562 personnes",
};

#define GOLDEN (sizeof golden / sizeof *golden)

static char dir[TEMP_BYTES];

static void
setup(void)
{
	char line[400];
	const char *printed;

	temp_dir(dir);
	snprintf(line, sizeof line, "%s/in.ndjson", dir);
	demo_write(line, ITEMS, EVENTS);
	snprintf(line, sizeof line,
	    "replay -q --db %s/x.db --alerts %s/alerts.ndjson %s/in.ndjson",
	    dir, dir, dir);
	ck_assert_msg(tcn_program(line, &printed) == 0, "%s", printed);
}

static void
teardown(void)
{
	temp_drop(dir);
}

/* The next member `"key":"VALUE"` of JSON from *at on, and moves *at behind it;
 * without it an empty text. */
static struct tcn_str
next_text(const char **at, const char *key)
{
	char member[32];
	const char *found;
	size_t n;

	snprintf(member, sizeof member, "\"%s\":\"", key);
	found = strstr(*at, member);
	if (!found)
		return (struct tcn_str){ 0 };
	found += strlen(member);
	n = strcspn(found, "\"");
	*at = found + n;
	return (struct tcn_str){ found, n };
}

static char *
read_alerts(const char *name)
{
	char path[TEMP_BYTES + 32];

	snprintf(path, sizeof path, "%s/%s", dir, name);
	return temp_read(path);
}

START_TEST(alerts_are_called_so)
{
	char *alerts = read_alerts("alerts.ndjson");
	const char *at = alerts;
	struct tcn_str title;
	size_t n = 0;

	while ((title = next_text(&at, "title")).n) {
		ck_assert_uint_lt(n, GOLDEN);
		ck_assert_msg(tcn_str_equal(title, tcn_str(golden[n])),
		    "\"%.*s\", not \"%s\"", TCN_STR_ARG(title), golden[n]);
		n++;
	}
	ck_assert_uint_eq(n, GOLDEN);
	tcn_mem_free(alerts);
}
END_TEST

/* Without a store the same is chosen. */
START_TEST(a_store_makes_no_difference)
{
	char *alerts = read_alerts("alerts.ndjson"), *again;
	const char *printed;
	char line[400];

	snprintf(line, sizeof line,
	    "replay -q --alerts %s/again.ndjson %s/in.ndjson", dir, dir);
	ck_assert_msg(tcn_program(line, &printed) == 0, "%s", printed);
	again = read_alerts("again.ndjson");
	ck_assert_str_eq(alerts, again);
	tcn_mem_free(alerts);
	tcn_mem_free(again);
}
END_TEST

/* Runs a verb on the store. */
static const char *
on_store(const char *verb, const char *words)
{
	const char *printed;
	char line[300];

	snprintf(line, sizeof line, "%s --db %s/x.db %s", verb, dir, words);
	ck_assert_msg(tcn_program(line, &printed) == 0, "%s: %s", line,
	    printed);
	return printed;
}

/* Leaves the store as a program of before headlines were stored did. */
static void
forget_headlines(void)
{
	struct tcn_store *st;
	char path[TEMP_BYTES + 8];
	struct tcn_err err;

	snprintf(path, sizeof path, "%s/x.db", dir);
	ck_assert_msg(!tcn_store_open(path, TCN_STORE_CREATE, &st, &err), "%s",
	    err.text);
	ck_assert(!tcn_db_exec(st,
	    "DROP INDEX event_revisions_headline;"
	    "ALTER TABLE event_revisions DROP COLUMN headline;"
	    "ALTER TABLE event_revisions DROP COLUMN headline_item;"
	    "ALTER TABLE event_revisions DROP COLUMN headline_origins;"
	    "ALTER TABLE event_revisions DROP COLUMN "
	    "headline_first;" OLDER_WITHOUT_PAGES "PRAGMA user_version = 46"));
	tcn_store_close(st);
}

/* All events of the list have titles, and their reports headlines; returns how
 * many there are, and *alike of how many both are the same. */
static size_t
check_list(size_t *alike)
{
	struct tcn_buf list = { 0 };
	size_t n = 0;

	*alike = 0;
	tcn_buf_z(&list, on_store("event list", "--json"));
	for (const char *at = list.at; (at = strstr(at, "{\"event\":\""));
	     n++) {
		struct tcn_str id = next_text(&at, "event");
		struct tcn_str title = next_text(&at, "title");
		char words[200], wanted[400];
		const char *report;

		ck_assert_uint_gt(title.n, 0);
		snprintf(words, sizeof words, "--print --format json %.*s",
		    TCN_STR_ARG(id));
		report = on_store("report", words);
		snprintf(wanted, sizeof wanted,
		    "\"headline\":{\"title\":\"%.*s\"", TCN_STR_ARG(title));
		*alike += strstr(report, wanted) != NULL;
		ck_assert_ptr_nonnull(strstr(report,
		    "\"headline\":{\"title\":\""));
	}
	tcn_buf_fini(&list);
	return n;
}

/* But where a figure in the one was replaced since. */
START_TEST(lists_and_reports_say_the_same)
{
	size_t alike, n = check_list(&alike);

	ck_assert_uint_eq(n, GOLDEN);
	ck_assert_uint_ge(alike * 2, n);
}
END_TEST

/* There events are shown by the titles of their central items, and a report
 * finds a headline by itself. */
START_TEST(an_older_store_is_read)
{
	const char *printed;
	char line[200];
	size_t alike;

	forget_headlines();
	snprintf(line, sizeof line, "replay -q --db %s/x.db /dev/null", dir);
	ck_assert_msg(tcn_program(line, &printed) == 0, "%s", printed);
	on_store("check", "");
	ck_assert_uint_eq(check_list(&alike), GOLDEN);
}
END_TEST

TCN_TESTS(headlines)
{
	tcase_set_timeout(tc, 120);
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, alerts_are_called_so);
	tcase_add_test(tc, a_store_makes_no_difference);
	tcase_add_test(tc, lists_and_reports_say_the_same);
	tcase_add_test(tc, an_older_store_is_read);
}
