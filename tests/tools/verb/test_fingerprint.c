#include "tests/base/run.h"

#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>

#include "engine/base/buf.h"
#include "engine/base/err.h"
#include "engine/base/mem.h"
#include "engine/item/json_article.h"
#include "tests/base/program.h"
#include "tests/base/temp.h"
#include "tools/conf/conf.h"
#include "tools/pipeline/pipeline.h"
#include "tools/pipeline/setup.h"
#include "tools/verb/verb.h"

static char path[TEMP_BYTES];

static void
setup(void)
{
	close(temp_file(path));
}

static void
teardown(void)
{
	unlink(path);
}

static void
write_input(const char *bytes)
{
	temp_write(path, bytes);
}

static int
run(const char *options, const char **printed)
{
	char line[256];

	snprintf(line, sizeof line, "fingerprint %s %s", options, path);
	return tcn_program(line, printed);
}

static const struct {
	const char *options, *input;
	int code;
	const char *text; /* somewhere in the output */
} cases[] = {
	{ "", "{\"id\":\"a\",\"fingerprint\":\"00FF00ff00ff00ff\"}\n",
	    TCN_EXIT_OK,
	    "{\"id\":\"a\",\"fingerprint\":\"00ff00ff00ff00ff\"}\n" },
	{ "", "{\"id\":\"\\\"\",\"title\":\"Hi\"}\n", TCN_EXIT_OK,
	    "{\"id\":\"\\\"\",\"fingerprint\":null}\n" },
	{ "", "", TCN_EXIT_OK, "" },
	{ "", "no\n{\"id\":\"a\",\"title\":\"Hi\"}\n", TCN_EXIT_OK,
	    ":1:1: this is not JSON" },
	{ "", "no\n{\"id\":\"a\",\"title\":\"Hi\"}\n", TCN_EXIT_OK,
	    "{\"id\":\"a\",\"fingerprint\":null}\n" },
	{ "--strict", "no\n{\"id\":\"a\",\"title\":\"Hi\"}\n",
	    TCN_EXIT_REJECTED, ":1:1: this is not JSON" },
	{ "--set strict=yes", "{}\n", TCN_EXIT_REJECTED, ":1" },
	{ "--set merge=0.1", "", TCN_EXIT_OK, "warning: story.merge is below" },
	{ "--set near.quux=1", "", TCN_EXIT_USAGE, "no setting" },
	{ "/nowhere/at/all", "", TCN_EXIT_FAILED, "/nowhere/at/all: " },
};

START_TEST(answers)
{
	const char *printed;
	int code;

	write_input(cases[_i].input);
	code = run(cases[_i].options, &printed);
	ck_assert_int_eq(code, cases[_i].code);
	ck_assert_msg(strstr(printed, cases[_i].text) != NULL,
	    "no '%s' in:\n%s", cases[_i].text, printed);
	ck_assert_uint_eq(tcn_mem_live_bytes(), 0);
}
END_TEST

START_TEST(many_bad_lines_are_only_counted)
{
	struct tcn_buf input = { 0 };
	const char *printed;
	int lines = 0;

	for (int i = 0; i < 1000; i++)
		tcn_buf_z(&input, "{\n");
	tcn_buf_z(&input, "{\"id\":\"last\",\"title\":\"Hi\"}\n");
	write_input(input.at);
	tcn_buf_fini(&input);
	ck_assert_int_eq(run("", &printed), TCN_EXIT_OK);
	for (const char *at = printed; *at; at++)
		lines += *at == '\n';
	ck_assert_int_eq(lines, 102);
	ck_assert_ptr_nonnull(strstr(printed, "more are only counted"));
	ck_assert_ptr_nonnull(strstr(printed, "\"id\":\"last\""));
}
END_TEST

START_TEST(a_line_over_the_limit_is_passed_over)
{
	struct tcn_buf input = { 0 };
	const char *printed;

	tcn_buf_z(&input, "{\"id\":\"long\",\"title\":\"");
	for (int i = 0; i < 2000; i++)
		tcn_buf_char(&input, 'x');
	tcn_buf_z(&input, "\"}\n{\"id\":\"next\",\"title\":\"Hi\"}\n");
	write_input(input.at);
	tcn_buf_fini(&input);
	ck_assert_int_eq(run("--set line_max=1KiB", &printed), TCN_EXIT_OK);
	ck_assert_ptr_null(strstr(printed, "\"id\":\"long\""));
	ck_assert_ptr_nonnull(strstr(printed, path));
	ck_assert_ptr_nonnull(strstr(printed, "\"id\":\"next\""));
}
END_TEST

/* Headlines of few words, some of them common, so that frequencies matter. */
static void
headlines(struct tcn_buf *input)
{
	static const char *const words[] = { "harbour", "strike", "minister",
		"storm", "coast", "bank", "inquiry", "bridge", "closed",
		"ferry", "talks", "budget", "vote", "rescue", "airport",
		"fire" };
	uint32_t state = 7;

	for (int i = 0; i < 400; i++) {
		tcn_buf_printf(input,
		    "{\"id\":\"n%d\",\"ts\":%d,\"source\":\"s%d\","
		    "\"title\":\"",
		    i, 1700000000 + i * 60, i % 9);
		for (int j = 0; j < 6; j++) {
			uint32_t draw;

			state = state * 1664525 + 1013904223;
			draw = state >> 28;
			tcn_buf_printf(input, "%s ", words[draw * draw / 16]);
		}
		tcn_buf_z(input, "\"}\n");
	}
}

/* What the pipeline files each line under, printed the same way. */
static void
by_pipeline(const char *input, struct tcn_buf *want)
{
	struct tcn_pipeline_conf parts;
	struct tcn_pipeline *pipe;
	struct tcn_arena arena;
	struct tcn_conf conf;
	struct tcn_err err;

	ck_assert_int_eq(tcn_conf_init(&conf), TCN_OK);
	tcn_setup_pipeline(&conf, &parts);
	ck_assert_int_eq(tcn_pipeline_open(&parts, NULL, &pipe, &err), TCN_OK);
	tcn_arena_init(&arena, 0);
	while (*input) {
		struct tcn_str line = { input, strcspn(input, "\n") };
		struct tcn_article article;
		struct tcn_pipeline_outcome outcome;

		tcn_arena_reset(&arena);
		ck_assert_int_eq(tcn_json_article(line, NULL, &arena, &article,
				     &err),
		    TCN_OK);
		ck_assert_int_eq(tcn_pipeline_article(pipe, &article,
				     TCN_CLOCK_NO_BOUND, &outcome, &err),
		    TCN_OK);
		tcn_buf_printf(want, "{\"id\":\"%.*s\",\"fingerprint\":",
		    TCN_STR_ARG(article.id));
		if (outcome.placement.has_fingerprint)
			tcn_buf_printf(want, "\"%016" PRIx64 "\"}\n",
			    outcome.placement.fingerprint);
		else
			tcn_buf_z(want, "null}\n");
		input += line.n + 1;
	}
	tcn_arena_fini(&arena);
	tcn_pipeline_close(pipe);
	tcn_conf_fini(&conf);
}

START_TEST(they_are_those_of_a_replay)
{
	struct tcn_buf input = { 0 }, want = { 0 };
	const char *printed;

	headlines(&input);
	by_pipeline(input.at, &want);
	write_input(input.at);
	ck_assert_int_eq(run("", &printed), TCN_EXIT_OK);
	ck_assert(strcmp(printed, want.at) == 0);
	tcn_buf_fini(&input);
	tcn_buf_fini(&want);
	ck_assert_uint_eq(tcn_mem_live_bytes(), 0);
}
END_TEST

/* Before the first date all items stand at one moment, so they count. */
START_TEST(a_stream_without_dates_still_fires)
{
	struct tcn_buf input = { 0 };
	const char *printed;
	char line[256];

	for (int i = 0; i < 20; i++)
		tcn_buf_printf(&input,
		    "{\"id\":\"n%d\",\"title\":\"ferry sinks off the rocky "
		    "coast near the old harbour\"}\n",
		    i);
	write_input(input.at);
	tcn_buf_fini(&input);
	snprintf(line, sizeof line,
	    "replay -q --set rule=similar --alerts - %s", path);
	ck_assert_int_eq(tcn_program(line, &printed), TCN_EXIT_OK);
	ck_assert_ptr_nonnull(strstr(printed, "\"rule\":\"similar\""));
}
END_TEST

TCN_TESTS(fingerprint)
{
	tcase_add_checked_fixture(tc, setup, teardown);
	TCN_EACH(answers, cases);
	tcase_add_test(tc, many_bad_lines_are_only_counted);
	tcase_add_test(tc, a_line_over_the_limit_is_passed_over);
	tcase_add_test(tc, they_are_those_of_a_replay);
	tcase_add_test(tc, a_stream_without_dates_still_fires);
}
