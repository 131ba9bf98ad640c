/*
 * tools/base/task_pool.h - runs many tasks over one stream of batches, on
 * several threads.
 *
 * Batches are numbered from 0 and submitted in order. Every task runs every
 * batch once, in order, on one thread at a time; a task that is declared to
 * come after another runs a batch only when that one has finished it. Among
 * the tasks that can run, the one furthest behind is taken first.
 *
 * The submitting thread runs tasks itself whenever it would have to wait, so
 * that with one job there is no other thread at all. At most
 * TCN_TASK_POOL_QUEUE batches are under way: the memory of batch b is free for
 * reuse once wait_room has returned for batch b + TCN_TASK_POOL_QUEUE.
 *
 * Which thread runs what differs from run to run, so a task's results must
 * depend on its own state and the batches alone.
 *
 * Call order: new; wait_room and submit for each batch; drain; free. One
 * thread makes these calls. Everything written to a batch before submit, or by
 * the task that comes before, is visible to a task; everything that tasks
 * wrote is visible after drain.
 *
 * Invariants: no task is ahead of the batches submitted, nor of the task that
 * it comes after; see tcn_task_pool_check. Cost: O(tasks) under one lock for
 * each task and batch, so a batch should be many items.
 */
#ifndef TCN_TOOLS_BASE_TASK_POOL_H
#define TCN_TOOLS_BASE_TASK_POOL_H

#include <stddef.h>
#include <stdint.h>

#include "engine/base/err.h"
#include "engine/base/rc.h"

enum {
	TCN_TASK_POOL_QUEUE = 2,
};

#define TCN_TASK_POOL_NO_DEP SIZE_MAX

struct tcn_task_pool_task {
	void *ctx;
	enum tcn_rc (*run)(void *ctx, uint64_t batch, struct tcn_err *err);
	size_t after; /* an earlier task's number, or TCN_TASK_POOL_NO_DEP */
};

struct tcn_task_pool;

/*
 * tasks must outlive the pool; n >= 1, and each `after` is less than the task's
 * own number. jobs >= 1, the calling thread included. TCN_IO: a thread cannot
 * be started.
 */
TCN_MUST_USE enum tcn_rc
tcn_task_pool_new(const struct tcn_task_pool_task *tasks, size_t n, size_t jobs,
    struct tcn_task_pool **pool, struct tcn_err *err);

/*
 * Has the waiting thread call tick between two tasks, with the lock held.
 * part, 0 to 1, is the share of the submitted work that is done.
 */
void tcn_task_pool_set_tick(struct tcn_task_pool *pool,
    void (*tick)(void *ctx, double part), void *ctx);

/* Ends the threads, even with work left to do. pool may be NULL. */
void tcn_task_pool_free(struct tcn_task_pool *pool);

/*
 * Runs tasks until the next batch may be filled in. Returns the first failure
 * of a task, after which no task is run.
 */
TCN_MUST_USE enum tcn_rc tcn_task_pool_wait_room(struct tcn_task_pool *pool,
    struct tcn_err *err);

/* Submits the next batch. Fewer than TCN_TASK_POOL_QUEUE are under way. */
void tcn_task_pool_submit(struct tcn_task_pool *pool);

/* Runs tasks until every batch submitted is done, or one has failed. */
TCN_MUST_USE enum tcn_rc tcn_task_pool_drain(struct tcn_task_pool *pool,
    struct tcn_err *err);

/*
 * Checks the invariants, at any time: TCN_INVALID with a sentence in err when
 * one does not hold. For tests.
 */
TCN_MUST_USE enum tcn_rc tcn_task_pool_check(struct tcn_task_pool *pool,
    struct tcn_err *err);

/* The number of processors online: a default for jobs. */
size_t tcn_task_pool_jobs_default(void);

#endif
