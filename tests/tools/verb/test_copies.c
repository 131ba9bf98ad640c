/*
 * store.copies, in a run of the program: what is kept of a text that 41 sites
 * copied, and what the store says of it ten days later.
 */
#include "tests/base/run.h"

#include <stdio.h>
#include <string.h>

#include "engine/base/buf.h"
#include "tests/base/program.h"
#include "tests/base/temp.h"
#include "tools/base/exit.h"

#define COPIES 41
#define LATER  30 /* articles, each of another town */

static char dir[TEMP_BYTES];

/* The text of one wire on many sites, of which b0 cut the last words off, and
 * long after some news of other things. */
static void
setup(void)
{
	static const char *const towns[] = { "Quilenge", "Norvland", "Tasmere",
		"Bramholt", "Osterwick", "Calvaro" };
	struct tcn_buf in = { 0 };
	char path[128];

	temp_dir(dir);
	for (int i = 0; i <= COPIES; i++)
		tcn_buf_printf(&in,
		    "{\"id\":\"b%d\",\"ts\":%d,\"source\":\"site "
		    "%d\",\"title\":"
		    "\"Ferry with ninety aboard runs aground off the northern "
		    "cape\",\"text\":\"All were brought ashore%s\"}\n",
		    COPIES - i, 1700000000 + i * 60, i,
		    i == COPIES ? " -- by night!" : " by night.");
	for (int i = 0; i < LATER; i++)
		tcn_buf_printf(&in,
		    "{\"id\":\"n%d\",\"ts\":%d,\"source\":\"paper %d\","
		    "\"title\":\"%s council number%d votes for bridge%d\"}\n",
		    i, 1700864000 + i * 600, i, towns[i % 6], i * 7, i * 13);
	snprintf(path, sizeof path, "%s/in.ndjson", dir);
	temp_write(path, in.at);
	tcn_buf_fini(&in);
}

static void
teardown(void)
{
	temp_drop(dir);
}

/* Replays into a store of that name; what was printed. */
static const char *
replay(const char *copies, const char *more, int code)
{
	const char *printed;
	char line[500];

	snprintf(line, sizeof line,
	    "replay -q --set rules.more_than=5 --set rules.min_origins=1 --set "
	    "store.copies=%s --db %s/%s.db %s %s/in.ndjson",
	    copies, dir, copies, more, dir);
	ck_assert_int_eq(tcn_program(line, &printed), code);
	return printed;
}

static const char *
show(const char *copies, const char *id)
{
	const char *printed;
	char line[300];

	snprintf(line, sizeof line, "show --db %s/%s.db %s", dir, copies, id);
	ck_assert_int_eq(tcn_program(line, &printed), 0);
	return printed;
}

static void
has(const char *printed, const char *text, bool there)
{
	ck_assert_msg((strstr(printed, text) != NULL) == there, "'%s' in:\n%s",
	    text, printed);
}

START_TEST(those_that_are_dropped_are_counted)
{
	const char *printed;
	char line[300];

	replay("drop", "", 0);
	printed = show("drop", "b41");
	has(printed, "41 copies that were not kept", true);
	has(printed, "(copy)", false);
	snprintf(line, sizeof line, "show --db %s/drop.db b7", dir);
	ck_assert_int_eq(tcn_program(line, &printed), TCN_EXIT_NO);
	snprintf(line, sizeof line, "check --db %s/drop.db", dir);
	ck_assert_int_eq(tcn_program(line, &printed), 0);
	has(printed, "41 copies", true);
	/* They are known when they come again. */
	replay("drop", "", 0);
	has(show("drop", "b41"), "41 copies that were not kept", true);
	snprintf(line, sizeof line, "replay -q --from-db %s/drop.db", dir);
	ck_assert_int_eq(tcn_program(line, &printed), 0);
	has(printed, "41 copies were not kept in this store", true);
}
END_TEST

START_TEST(assignments_need_them)
{
	char more[200];

	snprintf(more, sizeof more, "--assignments %s/a.ndjson", dir);
	has(replay("drop", more, TCN_EXIT_USAGE), "store.copies=sighting",
	    true);
	replay("sighting", more, 0);
}
END_TEST

START_TEST(a_copy_has_its_own_text)
{
	static const char *const kept[] = { "sighting", "text" };
	const char *printed;

	replay(kept[_i], "", 0);
	printed = show(kept[_i], "b41");
	has(printed, "not kept", false);
	has(printed, "(copy)", true);
	printed = show(kept[_i], "b0");
	has(printed, "ashore -- by night!", true);
	has(printed, "of arrival 1, at 0 bits", true);
}
END_TEST

TCN_TESTS(copies)
{
	tcase_set_timeout(tc, 60);
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, those_that_are_dropped_are_counted);
	tcase_add_test(tc, assignments_need_them);
	tcase_add_loop_test(tc, a_copy_has_its_own_text, 0, 2);
}
