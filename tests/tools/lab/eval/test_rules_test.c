/*
 * `rules test` says of each rule what a replay with these rules fires.
 */
#include "tests/base/run.h"

#include <stdio.h>
#include <string.h>

#include "engine/base/buf.h"
#include "engine/base/str.h"
#include "tests/base/program.h"
#include "tests/base/temp.h"
#include "tools/base/exit.h"

static const char rules[] = "rules:\n"
			    "  - {name: many, more_than: 12, within: 4h}\n"
			    "  - {name: some, more_than: 4, within: 2h}\n"
			    "  - {name: near, count: similar, more_than: 2,"
			    " severity: low}\n"
			    "  - {name: calm, watch: true,"
			    " where: {any: [zyxwvu]}}\n"
			    "  - {name: said, watch: true,"
			    " where: {language: en, any: [fire, storm,"
			    " bridge, mayor]}}\n";

static char dir[TEMP_BYTES];

/* What the line prints, with the folder for each %. */
static const char *
run(int code, const char *words)
{
	static char printed[1 << 17];
	struct tcn_buf line = { 0 };
	const char *out;

	for (; *words; words++)
		if (*words == '%')
			tcn_buf_z(&line, dir);
		else
			tcn_buf_char(&line, *words);
	ck_assert_msg(tcn_program(line.at, &out) == code, "%s: %s", line.at,
	    out);
	tcn_buf_fini(&line);
	snprintf(printed, sizeof printed, "%s", out);
	return printed;
}

static void
setup(void)
{
	char path[TEMP_BYTES + 16];

	temp_dir(dir);
	snprintf(path, sizeof path, "%s/r.yaml", dir);
	temp_write(path, rules);
	run(0, "demo -q --items 3000 --events 3 -d %");
}

static void
teardown(void)
{
	temp_drop(dir);
}

static unsigned
count(const char *text, const char *what)
{
	unsigned n = 0;

	for (; (text = strstr(text, what)); text++)
		n++;
	return n;
}

START_TEST(it_counts_what_a_replay_fires)
{
	static const char *const names[] = { "many", "some", "near", "calm",
		"said" };
	static char tested[65536], wanted[64];
	unsigned fired = 0;
	const char *printed;

	snprintf(tested, sizeof tested, "%s",
	    run(0,
		"rules test -q --json --rules %/r.yaml --from-db "
		"%/news.db"));
	printed = run(0,
	    "replay -q --set rules.file=%/r.yaml --from-db "
	    "%/news.db --alerts -");
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		const char *line;
		unsigned n;

		snprintf(wanted, sizeof wanted, "\"rule\":\"%s\"", names[i]);
		n = count(printed, wanted);
		line = strstr(tested, wanted);
		ck_assert_ptr_nonnull(line);
		snprintf(wanted, sizeof wanted, "\"events\":%u,", n);
		ck_assert_msg(strstr(line, wanted) < strchr(line, '\n') &&
			strstr(line, wanted),
		    "%s: not %s in %s", names[i], wanted, line);
		fired += n;
	}
	ck_assert_uint_gt(fired, 5);
}
END_TEST

START_TEST(what_never_fired_is_named)
{
	const char *printed = run(0,
	    "rules test -q --rules %/r.yaml "
	    "--from-db %/news.db");

	ck_assert_ptr_nonnull(strstr(printed, "calm (about no item)"));
	printed = run(TCN_EXIT_USAGE, "rules tests --rules %/r.yaml");
	ck_assert_ptr_nonnull(strstr(printed, "no action 'tests'"));
	printed = run(TCN_EXIT_USAGE,
	    "tune sweep -q -g more_than=3,4 --set rules.file=%/r.yaml "
	    "--from-db "
	    "%/news.db");
	ck_assert_ptr_nonnull(strstr(printed, "sweep tries the one rule"));
}
END_TEST

/* Of the first event of the rule among printed alerts. */
static const char *
id_of(const char *alerts, const char *rule)
{
	static char id[32];
	char wanted[64];
	const char *at;

	snprintf(wanted, sizeof wanted, "\"rule\":\"%s\"", rule);
	at = strstr(alerts, wanted);
	ck_assert_ptr_nonnull(at);
	while (strncmp(at, "{\"event\":\"", 10) != 0)
		at--;
	snprintf(id, sizeof id, "%.*s", (int)strcspn(at + 10, "\""), at + 10);
	return id;
}

/* The event fires by its rule, and is explained by that rule's figures. */
START_TEST(an_event_is_explained_by_its_rule)
{
	char line[256];
	const char *printed = run(0,
	    "replay -q --set rules.file=%/r.yaml --from-db "
	    "%/news.db --alerts -");

	snprintf(line, sizeof line,
	    "explain -q --set rules.file=%%/r.yaml --from-db %%/news.db %s",
	    id_of(printed, "some"));
	printed = run(0, line);
	ck_assert_ptr_nonnull(strstr(printed, ", rule some"));
	ck_assert_ptr_nonnull(strstr(printed, "item 5\n"));
}
END_TEST

/*
 * A report shows the limits of the rule that fired, not those of the settings.
 */
START_TEST(a_report_tells_the_rules_own_measure)
{
	static char alerts[1 << 17];
	char line[256];
	const char *printed;

	snprintf(alerts, sizeof alerts, "%s",
	    run(0,
		"replay -q --set rules.file=%/r.yaml --from-db %/news.db "
		"--db %/rules.db --alerts -"));
	snprintf(line, sizeof line, "report --db %%/rules.db --print %s",
	    id_of(alerts, "some"));
	ck_assert_ptr_nonnull(strstr(run(0, line),
	    "by the rule “some” (more than 4 items in 2 h)"));
	snprintf(line, sizeof line, "report --db %%/rules.db --print %s",
	    id_of(alerts, "said"));
	printed = run(0, line);
	ck_assert_ptr_nonnull(strstr(printed, "by the rule “said”"));
	ck_assert_ptr_nonnull(strstr(printed, "from 1 publisher."));
	ck_assert_ptr_null(strstr(printed, "more than"));
}
END_TEST

START_TEST(each_side_of_a_diff_has_its_rules)
{
	const char *printed = run(TCN_EXIT_NO,
	    "tune diff -q --brief --a rules.more_than=4 --b "
	    "rules.file=%/r.yaml --from-db %/news.db");

	ck_assert_ptr_nonnull(strstr(printed, "rules.file"));
	ck_assert_ptr_null(strstr(printed, "warning"));
}
END_TEST

TCN_TESTS(rules_test)
{
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, it_counts_what_a_replay_fires);
	tcase_add_test(tc, what_never_fired_is_named);
	tcase_add_test(tc, an_event_is_explained_by_its_rule);
	tcase_add_test(tc, a_report_tells_the_rules_own_measure);
	tcase_add_test(tc, each_side_of_a_diff_has_its_rules);
}
