#include "tests/base/run.h"

#include <stdio.h>

#include "engine/base/err.h"
#include "engine/item/record.h"
#include "tools/base/log.h"
#include "tools/base/progress.h"

/* The line without its time stamp, which must have the stated form. */
static struct tcn_str
line_of(struct tcn_log *log)
{
	struct tcn_str line = tcn_log_view(log);
	int year, millis, used = 0;

	sscanf(line.at, "ts=%4d-%*2d-%*2dT%*2d:%*2d:%*2d.%3dZ %n", &year,
	    &millis, &used);
	ck_assert_int_eq(used, 28);
	ck_assert_int_gt(year, 2000);
	return (struct tcn_str){ line.at + used, line.n - (size_t)used };
}

static void
check_line(struct tcn_log *log, const char *want)
{
	struct tcn_str line = line_of(log);

	ck_assert_msg(tcn_str_equal(line, tcn_str(want)), "got %.*s",
	    TCN_STR_ARG(line));
}

START_TEST(keys_and_values)
{
	struct tcn_err err = { .file = "a b", .line = 3, .text = "bad" };
	struct tcn_log log;

	tcn_log_begin(&log, TCN_LOG_INFO, "commit");
	tcn_log_count(&log, "items", 10000);
	tcn_log_str(&log, "source", tcn_str("dpa"));
	tcn_log_str(&log, "title", tcn_str("a \"b\"\n\033[31m=\\ \u00e9"));
	tcn_log_str(&log, "none", tcn_str(""));
	check_line(&log,
	    "level=info event=commit items=10000 source=dpa "
	    "title=\"a \\\"b\\\"\\u000a\\u001b[31m=\\\\ \u00e9\" none=\"\"");
	tcn_log_begin(&log, TCN_LOG_ERROR, "rejected");
	tcn_log_err(&log, TCN_INVALID, &err);
	check_line(&log,
	    "level=error event=rejected file=\"a b\" line=3 error=bad");
	tcn_log_begin(&log, TCN_LOG_WARN, "full");
	tcn_log_err(&log, TCN_LIMIT, NULL);
	check_line(&log, "level=warn event=full error=\"limit reached\"");
}
END_TEST

START_TEST(a_long_line_is_cut)
{
	char title[3000];
	struct tcn_log log;
	struct tcn_str line;

	for (size_t i = 0; i + 3 < sizeof title; i += 3)
		memcpy(title + i, "\u65b0", 4);
	tcn_log_begin(&log, TCN_LOG_INFO, "x");
	for (int i = 0; i < 3; i++)
		tcn_log_str(&log, "title", tcn_str(title));
	line = line_of(&log);
	ck_assert_uint_le(line.n, 1003);
	ck_assert_mem_eq(line.at + line.n - 3, "...", 3);
	/* Whole characters of three bytes before it. */
	ck_assert_mem_eq(line.at + line.n - 6, "\u65b0", 3);
	tcn_log_str(&log, "more", tcn_str("no room"));
}
END_TEST

START_TEST(lower_levels_are_dropped)
{
	struct tcn_log log;

	tcn_log_begin(&log, TCN_LOG_DEBUG, "x");
	tcn_log_count(&log, "n", 1);
	ck_assert_uint_eq(log.n, 0);
	tcn_log_set_level(TCN_LOG_DEBUG);
	tcn_log_begin(&log, TCN_LOG_DEBUG, "x");
	ck_assert_uint_gt(log.n, 0);
	tcn_log_set_level(TCN_LOG_OFF);
	tcn_log_begin(&log, TCN_LOG_ERROR, "x");
	ck_assert_uint_eq(log.n, 0);
	tcn_log_end(&log);
	tcn_log_set_level(TCN_LOG_INFO);
}
END_TEST

static const struct {
	struct tcn_progress_now now;
	int64_t elapsed_ms;
	const char *line;
} lines[] = {
	{ { 0, 0, TCN_UNDATED, 0, 0 }, 0, "0 items  0/s  0 events" },
	{ { 1234567, 1, TCN_UNDATED, 0, 0 }, 10000,
	    "1,234,567 items  123,456/s  1 event" },
	{ { 1000, 2, 1763733900000, 5, 0 }, 1000,
	    "1,000 items  21 Nov 14:05  1,000/s  2 events" },
	{ { 100, 0, TCN_UNDATED, 25, 100 }, 1000,
	    "100 items  100/s  0 events  25 %" },
	{ { 100, 0, TCN_UNDATED, 25, 100 }, 20000,
	    "100 items  5/s  0 events  25 %, 1 min left" },
	{ { 100, 0, TCN_UNDATED, 120, 100 }, 20000,
	    "100 items  5/s  0 events" },
};

START_TEST(progress_in_words)
{
	char out[TCN_PROGRESS_BYTES];

	ck_assert_str_eq(tcn_progress_line(&lines[_i].now, lines[_i].elapsed_ms,
			     0, out),
	    lines[_i].line);
}
END_TEST

TCN_TESTS(log)
{
	tcase_add_test(tc, keys_and_values);
	tcase_add_test(tc, a_long_line_is_cut);
	tcase_add_test(tc, lower_levels_are_dropped);
	TCN_EACH(progress_in_words, lines);
}
