/*
 * A program as a co-process, and what it can do to us.
 */
#include "tests/base/run.h"

#include <errno.h>
#include <string.h>

#include "engine/base/mem.h"
#include "tools/base/now.h"
#include "tools/intake/tagger/filter.h"

static const char requests[] = "one\0two\0three";

#define N 3

static struct tcn_buf answers, complaints;
static enum tcn_filter_end end;
static size_t answered;

static void
setup(void)
{
	answers = complaints = (struct tcn_buf){ 0 };
}

static void
teardown(void)
{
	tcn_buf_fini(&answers);
	tcn_buf_fini(&complaints);
	ck_assert_uint_eq(tcn_mem_live_bytes(), 0);
}

static void
ask(struct tcn_filter *filter, int64_t deadline_ms)
{
	const struct tcn_filter_ask it = {
		.requests = { requests, sizeof requests },
		.n = N,
		.deadline_ms = deadline_ms,
		.most = 1000,
		.answers = &answers,
		.complaints = filter->complains ? &complaints : NULL,
	};

	tcn_filter_ask(filter, &it, &end, &answered);
}

START_TEST(a_program_answers_many_requests_and_is_asked_again)
{
	static const char *const command[] = { "cat", NULL };
	struct tcn_filter filter = { .command = command };
	pid_t pid = 0;

	for (int i = 0; i < 3; i++) {
		ask(&filter, 60000);
		ck_assert_int_eq(end, TCN_FILTER_ANSWERED);
		ck_assert_uint_eq(answered, N);
		ck_assert_uint_eq(answers.n, (i + 1) * sizeof requests);
		ck_assert_mem_eq(answers.at + i * sizeof requests, requests,
		    sizeof requests);
		ck_assert(i == 0 || pid == filter.pid);
		pid = filter.pid;
	}
	tcn_filter_stop(&filter);
	ck_assert_int_eq(filter.pid, 0);
	tcn_filter_stop(&filter);
}
END_TEST

/* Each reads nothing more than it needs to. */
static const struct {
	const char *script;
	enum tcn_filter_end end;
	size_t answered;
} faults[] = {
	{ "exit 0", TCN_FILTER_DIED, 0 },
	{ "head -c 6; exit", TCN_FILTER_DIED, 1 },
	{ "head -c 8; sleep 1000", TCN_FILTER_SLOW, 2 },
	{ "kill -9 $$", TCN_FILTER_DIED, 0 },
	{ "sleep 1000 & sleep 1000", TCN_FILTER_SLOW, 0 },
	{ "yes", TCN_FILTER_FLOOD, 0 },
	{ "head -c 14; echo more; cat", TCN_FILTER_FLOOD, 3 },
};

START_TEST(a_fault_is_told_with_the_answers_before_it)
{
	const char *const command[] = { "sh", "-c", faults[_i].script, NULL };
	struct tcn_filter filter = { .command = command };
	bool slow = faults[_i].end == TCN_FILTER_SLOW;
	int64_t before = tcn_now_monotonic_ms();

	ask(&filter, slow ? 200 : 60000);
	/* What comes right behind the last answer may also be met by the next
	 * call. */
	if (faults[_i].answered == N && end == TCN_FILTER_ANSWERED) {
		ask(&filter, 60000);
		ck_assert_int_ne(end, TCN_FILTER_SLOW);
		tcn_filter_stop(&filter);
		return;
	}
	ck_assert_int_eq(end, faults[_i].end);
	ck_assert_uint_eq(answered, faults[_i].answered);
	ck_assert_int_eq(filter.pid, 0);
	ck_assert_int_lt(tcn_now_monotonic_ms() - before, 30000);
	if (answered)
		ck_assert_mem_eq(answers.at, requests, answers.n);
	ck_assert_ptr_nonnull(tcn_filter_end_text(end));
}
END_TEST

START_TEST(a_program_that_is_missing_is_named_by_errno)
{
	static const char *const command[] = { "/nowhere/at/all", NULL };
	struct tcn_filter filter = { .command = command, .complains = true };

	ask(&filter, 60000);
	ck_assert_int_eq(errno, ENOENT);
	ck_assert_int_eq(end, TCN_FILTER_MISSING);
}
END_TEST

START_TEST(complaints_are_heard_before_the_answer)
{
	static const char *const command[] = { "sh", "-c",
		"echo bad word >&2; cat", NULL };
	struct tcn_filter filter = { .command = command, .complains = true };

	ask(&filter, 60000);
	ck_assert_int_eq(end, TCN_FILTER_ANSWERED);
	ck_assert_str_eq(complaints.at, "bad word\n");
	tcn_filter_stop(&filter);
}
END_TEST

START_TEST(a_flood_of_complaints_ends_it)
{
	static const char *const command[] = { "sh", "-c", "yes >&2", NULL };
	struct tcn_filter filter = { .command = command, .complains = true };

	ask(&filter, 60000);
	ck_assert_int_eq(end, TCN_FILTER_FLOOD);
	ck_assert_uint_eq(answered, 0);
}
END_TEST

/* Far more than pipes hold, in both directions. */
START_TEST(large_requests_do_not_block)
{
	static const char *const command[] = { "cat", NULL };
	struct tcn_filter filter = { .command = command };
	size_t bytes = 2000000;
	char *large = tcn_mem_alloc(bytes);
	struct tcn_filter_ask it = {
		.requests = { large, bytes },
		.n = 1,
		.deadline_ms = 60000,
		.most = bytes,
		.answers = &answers,
	};

	memset(large, 'x', bytes - 1);
	large[bytes - 1] = '\0';
	tcn_filter_ask(&filter, &it, &end, &answered);
	ck_assert_int_eq(end, TCN_FILTER_ANSWERED);
	ck_assert_uint_eq(answers.n, bytes);
	tcn_filter_stop(&filter);
	tcn_mem_free(large);
}
END_TEST

TCN_TESTS(filter)
{
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, a_program_answers_many_requests_and_is_asked_again);
	TCN_EACH(a_fault_is_told_with_the_answers_before_it, faults);
	tcase_add_test(tc, a_program_that_is_missing_is_named_by_errno);
	tcase_add_test(tc, complaints_are_heard_before_the_answer);
	tcase_add_test(tc, a_flood_of_complaints_ends_it);
	tcase_add_test(tc, large_requests_do_not_block);
}
