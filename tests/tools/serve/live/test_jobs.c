/*
 * Jobs run one after the other, in processes that may die, hang, freeze, lie
 * or never stop talking, and what is said of them is true.
 */
#include "tests/base/run.h"

#include <event2/event.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "engine/base/mem.h"
#include "tools/serve/live/jobs.h"

static struct event_base *base;
static struct tcn_jobs *jobs;

static struct tcn_jobs_conf conf = {
	.program = "/bin/sh",
	.time_ms = 20000,
	.memory_bytes = 64 << 20,
	.result_max = 100000,
};

static void
open_jobs(int64_t time_ms)
{
	struct tcn_jobs_conf with = conf;

	with.time_ms = time_ms;
	base = event_base_new();
	ck_assert_ptr_nonnull(base);
	jobs = tcn_jobs_new(base, &with);
}

static void
setup(void)
{
	open_jobs(conf.time_ms);
}

static void
teardown(void)
{
	tcn_jobs_free(jobs);
	event_base_free(base);
	ck_assert_uint_eq(tcn_mem_live_bytes(), 0);
}

static void
check(void)
{
	struct tcn_err err = { 0 };

	ck_assert_msg(tcn_jobs_check(jobs, &err) == TCN_OK, "%s", err.text);
}

static enum tcn_rc
add(const char *script, struct tcn_jobs_job *job)
{
	static const struct tcn_str file = TCN_STR("{\"file\":1}");
	const struct tcn_str words[] = { TCN_STR("-c"), tcn_str(script) };
	const struct tcn_jobs_ask ask = {
		.kind = "trial",
		.by = TCN_STR("eva"),
		.asked = TCN_STR("{\"days\":7}"),
		.words = words,
		.words_n = 2,
		.files = &file,
		.files_n = 1,
		.codes = 1u << 0 | 1u << 3,
	};
	enum tcn_rc rc = tcn_jobs_add(jobs, &ask, job);

	check();
	return rc;
}

/* Runs the loop until the job is over. */
static void
wait_for(struct tcn_jobs_job *job)
{
	struct timeval soon = { .tv_usec = 20000 };

	for (int i = 0; i < 1000 && job->state < TCN_JOBS_DONE; i++) {
		event_base_loopexit(base, &soon);
		event_base_dispatch(base);
		check();
		ck_assert(tcn_jobs_find(jobs, job->id, job));
	}
	ck_assert_int_ge(job->state, TCN_JOBS_DONE);
}

/* Runs a script to its end. */
static struct tcn_jobs_job
run(const char *script)
{
	struct tcn_jobs_job job;

	ck_assert_int_eq(add(script, &job), TCN_OK);
	wait_for(&job);
	return job;
}

static void
wants(struct tcn_str text, const char *is)
{
	ck_assert_msg(tcn_str_equal(tcn_str_trim(text), tcn_str(is)),
	    "'%.*s' is not '%s'", TCN_STR_ARG(text), is);
}

static const struct {
	const char *script, *result;
} sound[] = {
	{ "echo '{\"a\":1}'", "{\"a\":1}" },
	{ "echo '{\"a\":1}'; exit 3", "{\"a\":1}" },
	{ "cat /dev/fd/3; cat /dev/fd/3 >/dev/null", "{\"file\":1}" },
	{ "printf '{\"a\":'; sleep 0.1; echo 1}", "{\"a\":1}" },
	{ "echo warning >&2; echo progress 9 3 >&2; echo '{}'", "{}" },
	{ "read x; echo \"{\\\"x\\\":\\\"$x\\\"}\"", "{\"x\":\"\"}" },
	{ "ls /proc/self/fd | tr '\\n' ' ' | sed 's/.*/{\"fds\":\"&\"}/'",
	    "{\"fds\":\"0 1 2 3 4 \"}" }, /* 4: the folder itself */
	{ "sleep 0.2; echo \"{\\\"nice\\\":$(nice)}\"", "{\"nice\":15}" },
	/* It does not wait for what it has started, and ends it. */
	{ "sleep 1000 & echo '{}'", "{}" },
};

START_TEST(a_sound_result_is_kept)
{
	struct tcn_jobs_job job = run(sound[_i].script);

	ck_assert_msg(job.state == TCN_JOBS_DONE, "%s", job.error);
	wants(job.result, sound[_i].result);
	wants(job.asked, "{\"days\":7}");
	wants(job.by, "eva");
	ck_assert_str_eq(job.error, "");
	ck_assert_int_ge(job.ended_ms, job.began_ms);
}
END_TEST

static const struct {
	const char *script, *error;
} failing[] = {
	{ "echo 'tocsin: no event has that id' >&2; exit 2",
	    "no event has that id" },
	{ "exit 1", "its process failed without a word" },
	{ "exit 77", "its process failed without a word" },
	{ "echo '{}'; exit 1", "its process failed without a word" },
	{ "echo '{}'; kill -9 $$", "its process was ended by signal 9" },
	{ "kill -SEGV $$", "its process was ended by signal 11" },
	{ ":", "its process wrote no sound result" },
	{ "echo hello", "its process wrote no sound result" },
	{ "echo '[1]'", "its process wrote no sound result" },
	{ "echo '{}{}'", "its process wrote no sound result" },
	{ "echo '{\"a\":1'", "its process wrote no sound result" },
	{ "printf '{\"a\":\"\\377\"}'", "its process wrote no sound result" },
	{ "yes '{\"a\":1}'",
	    "its result is larger than 97 KiB: ask for fewer days" },
	{ "printf 'a\\033[31mb\\n' >&2; exit 1", "a [31mb" },
	{ "sleep 0.2; head -c 200000000 /dev/zero | tail >/dev/null || exit 1; "
	  "echo '{}'",
	    "tail: memory exhausted" },
};

START_TEST(a_job_that_dies_or_lies_has_failed)
{
	struct tcn_jobs_job job = run(failing[_i].script);

	ck_assert_int_eq(job.state, TCN_JOBS_FAILED);
	ck_assert_str_eq(job.error, failing[_i].error);
	ck_assert_uint_eq(job.result.n, 0);
}
END_TEST

static const char *const slow[] = {
	"sleep 1000",
	"kill -STOP $$; echo '{}'", /* frozen */
	"trap '' TERM INT; sleep 1000; sleep 1000",
	"exec >&- 2>&-; sleep 1000", /* its pipes are closed */
	"yes progress 1 2 >&2",
};

START_TEST(one_that_takes_too_long_is_ended)
{
	struct tcn_jobs_job job;

	teardown();
	open_jobs(400);
	job = run(slow[_i]);
	ck_assert_int_eq(job.state, TCN_JOBS_FAILED);
	ck_assert_ptr_nonnull(strstr(job.error, "it took longer than "));
	ck_assert_int_eq(tcn_jobs_pid(jobs), 0);
	job = run("echo '{}'"); /* and the next one is not held up */
	ck_assert_int_eq(job.state, TCN_JOBS_DONE);
}
END_TEST

START_TEST(progress_is_told)
{
	struct timeval soon = { .tv_usec = 300000 };
	struct tcn_jobs_job job;

	ck_assert_int_eq(add("echo progress 1 4 >&2; echo progress 5 4 >&2; "
			     "sleep 1; echo '{}'",
			     &job),
	    TCN_OK);
	ck_assert_int_eq(job.state, TCN_JOBS_RUNNING);
	ck_assert(job.progress < 0 && job.left_ms < 0);
	event_base_loopexit(base, &soon);
	event_base_dispatch(base);
	ck_assert(tcn_jobs_find(jobs, job.id, &job));
	ck_assert_int_eq((int)(job.progress * 100), 25);
	ck_assert_int_gt(job.left_ms, 0);
	wait_for(&job);
	ck_assert_int_eq(job.state, TCN_JOBS_DONE);
}
END_TEST

START_TEST(one_runs_and_three_wait)
{
	struct tcn_jobs_job job[5], last;

	for (int i = 0; i < 4; i++) {
		ck_assert_int_eq(add("sleep 0.1; echo '{}'", &job[i]), TCN_OK);
		ck_assert_int_eq(job[i].state,
		    i ? TCN_JOBS_WAITING : TCN_JOBS_RUNNING);
	}
	ck_assert_int_eq(add("echo '{}'", &job[4]), TCN_LIMIT);
	ck_assert(tcn_jobs_cancel(jobs, job[2].id)); /* one that waits */
	check();
	ck_assert_int_eq(add("echo '{}'", &job[4]), TCN_OK);
	ck_assert(tcn_jobs_at(jobs, 0, &last));
	ck_assert_str_eq(last.id, job[4].id);
	for (int i = 0; i < 5; i++) {
		wait_for(&job[i]);
		ck_assert(tcn_jobs_find(jobs, job[i].id, &job[i]));
		ck_assert_int_eq(job[i].state,
		    i == 2 ? TCN_JOBS_CANCELLED : TCN_JOBS_DONE);
	}
	ck_assert_int_ge(job[3].began_ms, job[1].ended_ms);
	ck_assert_int_ge(job[4].began_ms, job[3].ended_ms);
}
END_TEST

START_TEST(the_one_that_runs_can_be_cancelled)
{
	struct tcn_jobs_job job, next;
	int pid;

	ck_assert_int_eq(add("kill -STOP $$; sleep 1000", &job), TCN_OK);
	ck_assert_int_eq(add("echo '{}'", &next), TCN_OK);
	pid = tcn_jobs_pid(jobs);
	ck_assert_int_gt(pid, 0);
	ck_assert(tcn_jobs_cancel(jobs, job.id));
	check();
	wait_for(&next);
	ck_assert_int_eq(next.state, TCN_JOBS_DONE);
	ck_assert_int_ne(kill(pid, 0), 0);
	ck_assert(tcn_jobs_find(jobs, job.id, &job));
	ck_assert_int_eq(job.state, TCN_JOBS_CANCELLED);
	ck_assert_str_eq(job.error, "it was cancelled");
	/* What is over stays as it ended. */
	ck_assert(tcn_jobs_cancel(jobs, next.id));
	ck_assert(tcn_jobs_find(jobs, next.id, &next));
	ck_assert_int_eq(next.state, TCN_JOBS_DONE);
	ck_assert(!tcn_jobs_cancel(jobs, "none"));
}
END_TEST

START_TEST(the_last_sixteen_are_kept)
{
	struct tcn_jobs_job first = run("echo '{}'"), job;
	size_t n = 0;

	for (int i = 0; i < TCN_JOBS_KEPT_MAX; i++)
		job = run("echo '{}'");
	ck_assert(!tcn_jobs_find(jobs, first.id, &first));
	ck_assert(tcn_jobs_find(jobs, job.id, &job));
	while (tcn_jobs_at(jobs, n, &job))
		n++;
	ck_assert_uint_eq(n, TCN_JOBS_KEPT_MAX);
}
END_TEST

START_TEST(what_runs_ends_with_the_list)
{
	struct tcn_jobs_job job;
	int pid;

	ck_assert_int_eq(add("sleep 1000", &job), TCN_OK);
	ck_assert_int_eq(add("sleep 1000", &job), TCN_OK);
	pid = tcn_jobs_pid(jobs);
	tcn_jobs_free(jobs);
	jobs = NULL;
	ck_assert_int_ne(kill(pid, 0), 0);
}
END_TEST

START_TEST(a_program_that_is_missing_is_a_failure)
{
	struct tcn_jobs_conf with = conf;
	struct tcn_jobs_job job;

	teardown();
	with.program = "/nowhere/tocsin";
	base = event_base_new();
	jobs = tcn_jobs_new(base, &with);
	ck_assert_int_eq(add("echo '{}'", &job), TCN_OK);
	ck_assert_int_eq(job.state, TCN_JOBS_FAILED);
	ck_assert_ptr_nonnull(strstr(job.error, "No such file"));
}
END_TEST

TCN_TESTS(jobs)
{
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_set_timeout(tc, 60);
	TCN_EACH(a_sound_result_is_kept, sound);
	TCN_EACH(a_job_that_dies_or_lies_has_failed, failing);
	TCN_EACH(one_that_takes_too_long_is_ended, slow);
	tcase_add_test(tc, progress_is_told);
	tcase_add_test(tc, one_runs_and_three_wait);
	tcase_add_test(tc, the_one_that_runs_can_be_cancelled);
	tcase_add_test(tc, the_last_sixteen_are_kept);
	tcase_add_test(tc, what_runs_ends_with_the_list);
	tcase_add_test(tc, a_program_that_is_missing_is_a_failure);
}
