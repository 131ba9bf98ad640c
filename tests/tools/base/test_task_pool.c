#include "tests/base/run.h"

#include <stdatomic.h>
#include <stdio.h>

#include "engine/base/err.h"
#include "tools/base/task_pool.h"

enum {
	TASKS = 5,
	BATCHES = 200,
};

/* A task that writes down whether it was called in order. */
struct recorder {
	_Atomic uint64_t done; /* batches */
	const struct recorder *after; /* or NULL */
	uint64_t wrong; /* calls out of order */
	uint64_t fails_at; /* this batch fails; BATCHES: none does */
};

static enum tcn_rc
record(void *ctx, uint64_t batch, struct tcn_err *err)
{
	struct recorder *r = ctx;

	r->wrong += batch != r->done;
	r->wrong += r->after && r->after->done <= batch;
	if (batch == r->fails_at)
		return tcn_err_set(err, TCN_INVALID, "batch %d is bad",
		    (int)batch);
	r->done++;
	return TCN_OK;
}

static struct recorder recorders[TASKS];
static struct tcn_task_pool_task tasks[TASKS];
static struct tcn_task_pool *pool;

/* Tasks 1 and 2 come after 0, task 3 after 1; 4 stands alone. */
static void
setup(void)
{
	static const size_t after[TASKS] = { TCN_TASK_POOL_NO_DEP, 0, 0, 1,
		TCN_TASK_POOL_NO_DEP };

	pool = NULL;
	for (size_t i = 0; i < TASKS; i++) {
		bool alone = after[i] == TCN_TASK_POOL_NO_DEP;

		recorders[i].done = recorders[i].wrong = 0;
		recorders[i].fails_at = BATCHES;
		recorders[i].after = alone ? NULL : &recorders[after[i]];
		tasks[i] = (struct tcn_task_pool_task){ &recorders[i], record,
			after[i] };
	}
}

static void
teardown(void)
{
	tcn_task_pool_free(pool);
}

static void
ck_sound(void)
{
	struct tcn_err err = { 0 };

	ck_assert_msg(tcn_task_pool_check(pool, &err) == TCN_OK, "%s",
	    err.text);
}

/* Submits every batch; the outcome of the first call that fails. */
static enum tcn_rc
run_all(size_t jobs, struct tcn_err *err)
{
	enum tcn_rc rc = tcn_task_pool_new(tasks, TASKS, jobs, &pool, err);

	for (uint64_t i = 0; !rc && i < BATCHES; i++) {
		rc = tcn_task_pool_wait_room(pool, err);
		ck_sound();
		if (rc)
			break;
		tcn_task_pool_submit(pool);
		ck_sound();
	}
	if (!rc)
		rc = tcn_task_pool_drain(pool, err);
	if (pool)
		ck_sound();
	return rc;
}

START_TEST(every_task_runs_every_batch_in_order)
{
	struct tcn_err err = { 0 };

	ck_assert_int_eq(run_all((size_t)_i, &err), TCN_OK);
	for (size_t i = 0; i < TASKS; i++) {
		ck_assert_uint_eq(recorders[i].done, BATCHES);
		ck_assert_uint_eq(recorders[i].wrong, 0);
	}
}
END_TEST

START_TEST(the_first_failure_is_the_outcome)
{
	struct tcn_err err = { 0 };

	recorders[2].fails_at = 17;
	ck_assert_int_eq(run_all((size_t)_i, &err), TCN_INVALID);
	ck_assert_str_eq(err.text, "batch 17 is bad");
	for (size_t i = 0; i < TASKS; i++) {
		ck_assert_uint_le(recorders[i].done, 17 + TCN_TASK_POOL_QUEUE);
		ck_assert_uint_eq(recorders[i].wrong, 0);
	}
}
END_TEST

/* Shares of the work done never go down and end at 1. */
static void
note_part(void *ctx, double part)
{
	double *last = ctx;

	ck_assert(part >= *last && part <= 1);
	*last = part;
}

START_TEST(ticks_say_how_much_is_done)
{
	struct tcn_err err = { 0 };
	double part = 0;

	ck_assert_int_eq(tcn_task_pool_new(tasks, TASKS, 1, &pool, &err),
	    TCN_OK);
	tcn_task_pool_set_tick(pool, note_part, &part);
	ck_assert_int_eq(tcn_task_pool_wait_room(pool, &err), TCN_OK);
	tcn_task_pool_submit(pool);
	ck_assert_int_eq(tcn_task_pool_drain(pool, &err), TCN_OK);
	ck_assert(part == 1);
}
END_TEST

TCN_TESTS(task_pool)
{
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_loop_test(tc, every_task_runs_every_batch_in_order, 1, 5);
	tcase_add_loop_test(tc, the_first_failure_is_the_outcome, 1, 5);
	tcase_add_test(tc, ticks_say_how_much_is_done);
}
