/*
 * Long work is done in the order it came, lets the loop see to what else has
 * come, and is never lost.
 */
#include "tests/base/run.h"

#include <event2/event.h>

#include "engine/base/mem.h"
#include "tools/serve/live/slices.h"

#define JOBS 5

struct job {
	struct tcn_slices_job job;
	int left; /* steps; -1: until other_came */
	char name;
};

static struct event_base *base;
static struct tcn_slices *slices;
static struct job jobs[TCN_SLICES_JOBS_MAX + 1];
static char log_text[256]; /* a letter for each job that ended */
static size_t log_n;
static bool other_came;

static bool
step(struct tcn_slices_job *of)
{
	struct job *job = (struct job *)of;

	if (job->left < 0 ? !other_came : --job->left > 0)
		return false;
	log_text[log_n++] = job->name;
	return true;
}

static void
drop(struct tcn_slices_job *of)
{
	log_text[log_n++] = '-';
	log_text[log_n++] = ((struct job *)of)->name;
}

static void
setup(void)
{
	base = event_base_new();
	ck_assert_ptr_nonnull(base);
	slices = tcn_slices_new(base);
	memset(log_text, 0, sizeof log_text);
	log_n = 0;
	other_came = false;
	for (int i = 0; i <= TCN_SLICES_JOBS_MAX; i++)
		jobs[i] = (struct job){ { step, drop, NULL }, i + 1,
			(char)('a' + i % 26) };
}

static void
teardown(void)
{
	tcn_slices_free(slices);
	event_base_free(base);
	ck_assert_uint_eq(tcn_mem_live_bytes(), 0);
}

START_TEST(jobs_end_in_the_order_they_came)
{
	for (int i = 0; i < JOBS; i++) {
		jobs[i].left = 100 * (JOBS - i);
		ck_assert(tcn_slices_add(slices, &jobs[i].job));
	}
	ck_assert_int_ge(event_base_dispatch(base), 0);
	ck_assert_str_eq(log_text, "abcde");
	ck_assert(tcn_slices_add(slices, &jobs[JOBS].job));
	ck_assert_int_ge(event_base_dispatch(base), 0);
	ck_assert_str_eq(log_text, "abcdef");
}
END_TEST

static void
on_other(evutil_socket_t fd, short what, void *ctx)
{
	(void)fd;
	(void)what;
	(void)ctx;
	other_came = true;
}

/* A job that ends only when something else was seen to: did it keep the loop,
 * this would not end. */
START_TEST(others_come_in_between)
{
	static const struct timeval soon = { .tv_usec = 1000 };

	jobs[0].left = -1;
	ck_assert(tcn_slices_add(slices, &jobs[0].job));
	ck_assert(tcn_slices_add(slices, &jobs[1].job));
	ck_assert_int_eq(event_base_once(base, -1, EV_TIMEOUT, on_other, NULL,
			     &soon),
	    0);
	ck_assert_int_ge(event_base_dispatch(base), 0);
	ck_assert_str_eq(log_text, "ab");
}
END_TEST

START_TEST(what_waits_at_the_end_is_dropped)
{
	for (int i = 0; i < 3; i++)
		ck_assert(tcn_slices_add(slices, &jobs[i].job));
	tcn_slices_free(slices);
	slices = NULL;
	ck_assert_str_eq(log_text, "-a-b-c");
}
END_TEST

START_TEST(so_many_wait_and_no_more)
{
	for (int i = 0; i < TCN_SLICES_JOBS_MAX; i++)
		ck_assert(tcn_slices_add(slices, &jobs[i].job));
	ck_assert(!tcn_slices_add(slices, &jobs[TCN_SLICES_JOBS_MAX].job));
	ck_assert_int_ge(event_base_dispatch(base), 0);
	ck_assert_uint_eq(log_n, TCN_SLICES_JOBS_MAX);
	ck_assert(tcn_slices_add(slices, &jobs[TCN_SLICES_JOBS_MAX].job));
}
END_TEST

TCN_TESTS(slices)
{
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, jobs_end_in_the_order_they_came);
	tcase_add_test(tc, others_come_in_between);
	tcase_add_test(tc, what_waits_at_the_end_is_dropped);
	tcase_add_test(tc, so_many_wait_and_no_more);
}
