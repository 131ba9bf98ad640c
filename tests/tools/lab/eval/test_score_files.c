/*
 * The verb score, and replay --labels: what is read, and that both agree.
 */
#include "tests/base/run.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "tests/base/demo.h"
#include "tests/base/program.h"
#include "tests/base/temp.h"

static char dir[64];

/* A generated stream in DIR/in, its labels in the field "truth" as well. */
static void
write_stream(void)
{
	char path[96];

	temp_dir(dir);
	snprintf(path, sizeof path, "%s/in", dir);
	demo_write(path, 6000, 4);
}

static void
drop_stream(void)
{
	temp_drop(dir);
}

/* Runs a line with each @ replaced by DIR. */
static const char *
program(const char *line, int code)
{
	static char full[512];
	const char *printed;
	size_t n = 0;

	for (const char *at = line; *at; at++) {
		if (*at == '@')
			n += (size_t)snprintf(full + n, sizeof full - n, "%s",
			    dir);
		else
			full[n++] = *at;
		full[n] = '\0';
	}
	ck_assert_msg(tcn_program(full, &printed) == code, "%s: %s", full,
	    printed);
	return printed;
}

START_TEST(a_replay_scores_as_its_files_do)
{
	char replayed[2000];
	const char *printed;

	write_stream();
	printed = program("replay -q --set warmup=0s --labels story "
			  "--alerts @/a --assignments @/s --summary @/sum "
			  "--db @/db @/in",
	    0);
	ck_assert_uint_lt(strlen(printed), sizeof replayed);
	strcpy(replayed, printed);
	ck_assert_ptr_nonnull(strstr(replayed, "\ntrue_events        4\n"));
	ck_assert_ptr_null(strstr(replayed,
	    "b3_f1              0"
	    ".0\n"));
	printed =
	    program("tune score --truth @/in --alerts @/a --assignments @/s "
		    "--set warmup=0s",
		0);
	ck_assert_str_eq(printed, replayed);
	/* Half a run is not scored. */
	printed = program("replay -q --labels story --db @/db @/in", 2);
	ck_assert_ptr_nonnull(strstr(printed, "only a whole run"));
	printed = program("tune score --truth @/in --alerts @/in", 2);
	ck_assert_ptr_nonnull(strstr(printed, "/in:1: this is no alert"));
	printed =
	    program("tune score --truth @/in --alerts @/a --labels nix", 0);
	ck_assert_ptr_nonnull(strstr(printed, "has a label in the field"));
	drop_stream();
}
END_TEST

static void
write_text(const char *name, const char *text)
{
	char path[96];

	snprintf(path, sizeof path, "%s/%s", dir, name);
	temp_write(path, text);
}

/* 17 items of label A, a minute apart, their fields written in every way that
 * is read; the 16th makes an event of it. */
static void
write_by_hand(void)
{
	char text[4000], date[40];
	size_t n = 0;

	for (int i = 0; i < 17; i++) {
		const char *quote = i % 3 ? "" : "\"";

		snprintf(date, sizeof date, "%d.125", 1000000000 + 60 * i);
		n += (size_t)snprintf(text + n, sizeof text - n,
		    "{\"id\":%s%d%s,\"%s\":%s,\"story\":\"A\"}\n", quote, i,
		    quote, i % 3 == 2 ? "published" : "ts",
		    i == 3 ? "\"2001-09-09T01:49:40.125Z\"" : date);
	}
	snprintf(text + n, sizeof text - n,
	    "{\"id\":\"n1\",\"ts\":1000086400,\"story\":null}\n"
	    "\n{\"id\":\"n2\",\"story\":\"\"}\n" /* where n1 stands */
	    "{\"id\":\"n3\",\"ts\":1000043201,\"story\":7}\n");
	write_text("in", text);
	write_text("a",
	    "{\"fired_at\":1000001020.125,\"items\":[\"0\",1,\"2\",\"n1\"]}\n"
	    "{\"fired_at\":1000001320.5,\"items\":[\"0\",1,\"2\"]}\n"
	    "{\"fired_at\":1000000000,\"items\":[\"0\",\"n1\"]}\n"
	    "{\"fired_at\":1000000000.5,\"items\":[\"n3\",\"x\"]}\n"
	    "{\"fired_at\":1000000001,\"items\":[\"n3\"]}\n");
}

/*
 * Stories "x" (6 items), 7 (4) and none (4) hold 14 of A's items: B-cubed
 * recall is (36 + 16 + 16) / 14 / 14. The first alert lies before the first
 * item and does not count; the one with n3 and an unknown id is half n3's.
 */
START_TEST(figures_worked_out_by_hand)
{
	char text[2000];
	size_t n = 0;

	temp_dir(dir);
	write_by_hand();
	for (int i = 0; i < 14; i++)
		n += (size_t)snprintf(text + n, sizeof text - n,
		    "{\"id\":\"%d\",\"story\":%s}\n", i,
		    i < 6        ? "\"x\""
			: i < 10 ? "7"
				 : "null");
	write_text("s", text);
	ck_assert_str_eq(program("tune score --set score.warmup=0s --truth "
				 "@/in "
				 "--alerts @/a "
				 "--assignments @/s",
			     0),
	    "items              20\n"
	    "days_scored        1.0\n"
	    "true_events        1\n"
	    "alerts             4\n"
	    "recall             1.0\n"
	    "precision          0.25\n"
	    "f1                 0.4\n"
	    "purity             0.75\n"
	    "impure             1\n"
	    "repeats            1\n"
	    "unfounded          1\n"
	    "late               0\n"
	    "alerts_per_day     4.0\n"
	    "delay_min_median   2.0\n"
	    "delay_min_p90      2.0\n"
	    "unknown_ids        1\n"
	    "b3_precision       1.0\n"
	    "b3_recall          0.3469\n"
	    "b3_f1              0.5152\n"
	    "unassigned         4\n");
	ck_assert_ptr_nonnull(strstr(program("tune score --set score.warmup=0s "
					     "--truth @/in --alerts @/a "
					     "--set score.late=1m --list",
					 0),
	    "\n\nmissed\n  9 Sep 02:01  A, crossed at item 15\n\n"
	    "alerts that detect nothing\n"
	    "  9 Sep 01:46  alert 4, impure\n"
	    "  9 Sep 01:46  alert 5, unfounded\n"
	    "  9 Sep 02:03  alert 1, late: A\n"
	    "  9 Sep 02:08  alert 2, late: A\n"));
	ck_assert_ptr_nonnull(strstr(program("tune score --set score.warmup=0s "
					     "--truth @/in "
					     "--alerts @/a --list --json",
					 0),
	    "\"unknown_ids\":1,\"missed\":[],\"false_alerts\":[\n"
	    "{\"alert\":4,\"fired_at\":1000000000.5,\"why\":\"impure\","
	    "\"label\":\"\"},"));
	write_text("s", "{\"id\":\"1\"}\n");
	program("tune score --truth @/in --alerts @/a --assignments @/s", 2);
	drop_stream();
}
END_TEST

TCN_TESTS(score_files)
{
	tcase_add_test(tc, a_replay_scores_as_its_files_do);
	tcase_add_test(tc, figures_worked_out_by_hand);
}
