/*
 * The verb demo, as its user sees it.
 */
#include "tests/base/run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/buf.h"
#include "tests/base/program.h"
#include "tests/base/temp.h"
#include "tools/base/file.h"

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

/* Is there a line "ALERT 2026-03-03T05:03  ..." of this hour and minute? */
static bool
has_alert_at(const char *printed, const char *time)
{
	const char *at = printed;

	while ((at = strstr(at, "ALERT ")) != NULL) {
		at += strlen("ALERT ");
		if (strncmp(at + strlen("2026-03-03T"), time, 5) == 0)
			return true;
	}
	return false;
}

/* The alerts of a day with a wire report that 24 sites each cut differently. */
static unsigned
alerts_of_cut_day(const char *origin)
{
	char line[TEMP_BYTES + 96];
	const char *printed;
	unsigned alerts = 0;

	snprintf(line, sizeof line,
	    "demo --items 8000 --seed 4 --set shingle.origin=%s --dir %s/%s",
	    origin, dir, origin);
	ck_assert_int_eq(tcn_program(line, &printed), 0);
	ck_assert_ptr_nonnull(strstr(printed, "6 of 6 hidden events"));
	for (; (printed = strstr(printed, "ALERT ")) != NULL; printed++)
		alerts++;
	return alerts;
}

/* It fires when each piece counts as a text, and not when they are one. */
START_TEST(one_report_in_24_pieces_does_not_fire)
{
	ck_assert_uint_eq(alerts_of_cut_day("true") + 1,
	    alerts_of_cut_day("false"));
}
END_TEST

/* The time of an event that was found is that of its alert. */
START_TEST(tells_the_time_of_the_alert)
{
	char line[TEMP_BYTES + 64];
	const char *printed, *at;
	unsigned found = 0;

	snprintf(line, sizeof line,
	    "demo --items 6000 --events 4 --seed 3 --dir %s", dir);
	ck_assert_int_eq(tcn_program(line, &printed), 0);
	for (at = printed; (at = strstr(at, "\n  found ")) != NULL; found++) {
		at = strchr(at, ':') - 2; /* "3 Mar 05:03" */
		ck_assert_msg(has_alert_at(printed, at), "no alert at %.5s: %s",
		    at, printed);
	}
	ck_assert_uint_ge(found, 2);
}
END_TEST

/* The number that follows key in text, from at on. */
static unsigned
number_at(const char *at, const char *key)
{
	at = strstr(at, key);
	ck_assert_ptr_nonnull(at);
	return (unsigned)strtoul(at + strlen(key), NULL, 10);
}

/* What the report says that the event counted when it fired. */
static void
check_report(const char *id, unsigned items, unsigned texts,
    unsigned publishers)
{
	char path[TEMP_BYTES + 128];
	struct tcn_buf report = { 0 };
	const char *fired;

	snprintf(path, sizeof path, "%s/reports/%s.json", dir, id);
	ck_assert_int_eq(tcn_file_read(path, 1 << 24, &report, NULL), TCN_OK);
	fired = strstr(report.at, "\"fired\":{");
	ck_assert_ptr_nonnull(fired);
	ck_assert_uint_eq(number_at(fired, "\"items\":"), items);
	ck_assert_uint_eq(number_at(fired, "\"origins\":"), texts);
	ck_assert_uint_eq(number_at(fired, "\"publishers\":"), publishers);
	tcn_buf_fini(&report);
}

/* The figures of an alert are those of its page. */
START_TEST(alert_and_page_count_alike)
{
	char line[TEMP_BYTES + 64], id[64];
	const char *printed, *at;
	unsigned items, texts, publishers, alerts = 0;
	struct tcn_buf copy = { 0 };

	snprintf(line, sizeof line,
	    "demo --items 6000 --events 4 --seed 3 --dir %s", dir);
	ck_assert_int_eq(tcn_program(line, &printed), 0);
	tcn_buf_z(&copy, printed);
	for (at = copy.at; (at = strstr(at, "ALERT ")) != NULL; alerts++) {
		at = strchr(at, '\n');
		ck_assert_int_eq(sscanf(at,
				     " %63s %u items, %u distinct texts, %u "
				     "publishers",
				     id, &items, &texts, &publishers),
		    4);
		check_report(id, items, texts, publishers);
	}
	ck_assert_uint_ge(alerts, 3);
	tcn_buf_fini(&copy);
}
END_TEST

/* Takes the member `key` of each line of alerts.ndjson. */
static unsigned
count_in_alerts(const char *key)
{
	char path[TEMP_BYTES + 32];
	struct tcn_buf lines = { 0 };
	unsigned n = 0;

	snprintf(path, sizeof path, "%s/alerts.ndjson", dir);
	ck_assert_int_eq(tcn_file_read(path, 1 << 24, &lines, NULL), TCN_OK);
	for (const char *at = lines.at; (at = strstr(at, key)); at++)
		n++;
	tcn_buf_fini(&lines);
	return n;
}

/* Printed, in the file and in the store alike: how sure it is, and why. */
START_TEST(an_alert_says_how_sure_it_is)
{
	char line[TEMP_BYTES + 96], said[512];
	const char *printed, *at;
	unsigned alerts = 0;

	snprintf(line, sizeof line,
	    "demo --items 6000 --events 4 --seed 3 --dir %s", dir);
	ck_assert_int_eq(tcn_program(line, &printed), 0);
	for (at = printed; (at = strstr(at, "ALERT ")) != NULL; at++)
		alerts++;
	at = strstr(printed, " % likely news (the rule asks for ");
	ck_assert_ptr_nonnull(at);
	at = strchr(at, ':') + 2; /* behind "70 %)", more where it is early */
	snprintf(said, sizeof said, "%.*s", (int)strcspn(at, ";\n"), at);
	ck_assert_uint_ge(strlen(said), 8);
	ck_assert_uint_ge(alerts, 3);
	ck_assert_uint_eq(count_in_alerts(",\"probability\":"), alerts);
	ck_assert_uint_ge(count_in_alerts(",\"least\":0.75,\"reasons\":[{"), 1);
	ck_assert_uint_eq(count_in_alerts(",\"reasons\":[{"), alerts);
	ck_assert_uint_ge(count_in_alerts(said), 1);
	snprintf(line, sizeof line, "event list --db %s/news.db --json", dir);
	ck_assert_int_eq(tcn_program(line, &printed), 0);
	ck_assert_ptr_nonnull(strstr(printed, said));
	/* A list in JSON is an object a line, although each has reasons. */
	for (at = printed; *at; at = strchr(at, '\n') + 1)
		ck_assert_int_eq(strncmp(at, "{\"event\":\"", 10), 0);
}
END_TEST

TCN_TESTS(demo_verb)
{
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, one_report_in_24_pieces_does_not_fire);
	tcase_add_test(tc, tells_the_time_of_the_alert);
	tcase_add_test(tc, alert_and_page_count_alike);
	tcase_add_test(tc, an_alert_says_how_sure_it_is);
}
