/*
 * The loop that verbs run a stream with: what ends it, and with which code.
 */
#include "tests/base/run.h"

#include <signal.h>
#include <stdio.h>

#include "engine/base/mem.h"
#include "tests/base/temp.h"
#include "tools/base/exit.h"
#include "tools/base/stop.h"
#include "tools/lab/eval/run_loop.h"

/* Two articles, with a bad line before each. */
static const char stream[] =
    "{\"id\":\n"
    "{\"id\":\"1\",\"title\":\"a\",\"ts\":1700000000}\n"
    "no\n"
    "{\"id\":\"2\",\"title\":\"b\",\"ts\":1700000001}\n";

struct seen {
	struct tcn_run_loop loop;
	char last[8]; /* id of the newest article */
	size_t articles, finished, nows;
	size_t fail_at, stop_at; /* the article that does so; 0: none */
};

static char dir[TEMP_BYTES], path[TEMP_BYTES + 16];

static void
setup(void)
{
	temp_dir(dir);
	snprintf(path, sizeof path, "%s/stream", dir);
	temp_write(path, stream);
}

static void
teardown(void)
{
	ck_assert_uint_eq(tcn_mem_live_bytes(), 0);
	temp_drop(dir);
}

static enum tcn_rc
step(void *ctx, struct tcn_err *err)
{
	struct seen *seen = ctx;
	struct tcn_article article;
	enum tcn_rc rc = tcn_run_loop_next(&seen->loop, &article, err);

	if (rc)
		return rc;
	snprintf(seen->last, sizeof seen->last, "%.*s",
	    TCN_STR_ARG(article.id));
	if (++seen->articles == seen->stop_at)
		raise(SIGTERM);
	return seen->articles == seen->fail_at
	    ? tcn_err_set(err, TCN_IO, "the step failed")
	    : TCN_OK;
}

static enum tcn_rc
finish(void *ctx, struct tcn_err *err)
{
	struct seen *seen = ctx;

	(void)err;
	seen->finished++;
	return TCN_OK;
}

static void
now_at(void *ctx, struct tcn_progress_now *now)
{
	struct seen *seen = ctx;

	*now = (struct tcn_progress_now){ .items = seen->articles };
	seen->nows++;
}

/* Runs the stream; returns the exit code, and in *rc what the loop said. */
static int
run(struct seen *seen, bool strict, enum tcn_rc *rc)
{
	char *paths[] = { path };
	const struct tcn_source_conf conf = {
		.paths = paths,
		.paths_n = 1,
		.line_max_bytes = 1000,
	};
	struct tcn_err err = { 0 };
	int code;

	tcn_run_loop_init(&seen->loop, strict);
	seen->loop.step = step;
	seen->loop.finish = finish;
	seen->loop.now = now_at;
	seen->loop.ctx = seen;
	seen->loop.quiet = true;
	ck_assert_int_eq(tcn_run_loop_open(&seen->loop, &conf, &err), TCN_OK);
	tcn_stop_watch();
	*rc = tcn_run_loop_all(&seen->loop, &err);
	code = tcn_run_loop_exit(&seen->loop, *rc, &err);
	tcn_run_loop_close(&seen->loop);
	return code;
}

START_TEST(bad_lines_are_counted_and_passed_over)
{
	struct seen seen = { .articles = 0 };
	enum tcn_rc rc;

	ck_assert_int_eq(run(&seen, false, &rc), TCN_EXIT_OK);
	ck_assert_int_eq(rc, TCN_OK);
	ck_assert_uint_eq(seen.articles, 2);
	ck_assert_str_eq(seen.last, "2");
	ck_assert_uint_eq(seen.loop.rejects.n, 2);
	ck_assert_uint_eq(seen.finished, 1);
	ck_assert_uint_eq(seen.nows, 6); /* one a step, and one at the end */
}
END_TEST

START_TEST(the_first_bad_line_ends_a_strict_run)
{
	struct seen seen = { .articles = 0 };
	enum tcn_rc rc;

	ck_assert_int_eq(run(&seen, true, &rc), TCN_EXIT_REJECTED);
	ck_assert_int_eq(rc, TCN_INVALID);
	ck_assert_uint_eq(seen.articles, 0);
	ck_assert_uint_eq(seen.loop.rejects.n, 1);
	ck_assert_uint_eq(seen.finished, 0);
}
END_TEST

START_TEST(a_step_that_fails_ends_the_run)
{
	struct seen seen = { .fail_at = 1 };
	enum tcn_rc rc;

	ck_assert_int_eq(run(&seen, false, &rc), TCN_EXIT_FAILED);
	ck_assert_int_eq(rc, TCN_IO);
	ck_assert_uint_eq(seen.articles, 1);
	ck_assert_uint_eq(seen.finished, 0);
}
END_TEST

START_TEST(an_interrupt_ends_the_run_in_good_order)
{
	struct seen seen = { .stop_at = 1 };
	enum tcn_rc rc;

	ck_assert_int_eq(run(&seen, false, &rc), 128 + SIGTERM);
	ck_assert_int_eq(rc, TCN_OK);
	ck_assert_uint_eq(seen.articles, 1);
	ck_assert_uint_eq(seen.finished, 1);
}
END_TEST

/* What cannot be opened is no bad line, even where these end the run. */
START_TEST(a_failure_to_open_has_its_own_code)
{
	struct tcn_run_loop loop;
	struct tcn_err err = { 0 };

	tcn_run_loop_init(&loop, true);
	tcn_err_set(&err, TCN_INVALID, "no such option");
	ck_assert_int_eq(tcn_run_loop_exit(&loop, TCN_INVALID, &err),
	    TCN_EXIT_USAGE);
	tcn_run_loop_close(&loop);
}
END_TEST

START_TEST(standard_input_stands_in_for_no_input)
{
	static char named[] = "x";
	char *words[] = { named };
	char **argv = words;
	int argc = 1;

	tcn_run_loop_inputs(&argc, &argv);
	ck_assert_str_eq(argv[0], "x");
	argc = 0;
	tcn_run_loop_inputs(&argc, &argv);
	ck_assert_int_eq(argc, 1);
	ck_assert_str_eq(argv[0], "-");
}
END_TEST

TCN_TESTS(run_loop)
{
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, bad_lines_are_counted_and_passed_over);
	tcase_add_test(tc, the_first_bad_line_ends_a_strict_run);
	tcase_add_test(tc, a_step_that_fails_ends_the_run);
	tcase_add_test(tc, an_interrupt_ends_the_run_in_good_order);
	tcase_add_test(tc, a_failure_to_open_has_its_own_code);
	tcase_add_test(tc, standard_input_stands_in_for_no_input);
}
