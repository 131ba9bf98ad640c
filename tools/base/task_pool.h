/*
 * tools/base/task_pool.h - many tasks over one stream of batches, on all
 * cores.
 *
 * Batches are numbered from 0 and offered in order; every task runs every
 * batch once, in order, one thread at a time, a task that comes after another
 * only what that one has finished. The offering thread works along whenever
 * it would have to wait, so one job needs no thread at all. At most
 * TCN_TASK_POOL_QUEUE batches are under way: what batch b used is free again
 * when room is made for b + TCN_TASK_POOL_QUEUE, which bounds memory.
 *
 * Which thread runs what differs from run to run; what a task computes must
 * depend on its own state and the batches alone.
 *
 * Call order: new; room, offer for each batch; drain; free. One thread makes
 * these calls. What a task reads of a batch happens after it was offered (or
 * written by the task before it), what it writes before drain returns.
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

/* tasks must outlive the pool. jobs >= 1, the calling thread included. */
TCN_MUST_USE enum tcn_rc
tcn_task_pool_new(const struct tcn_task_pool_task *tasks, size_t n, size_t jobs,
    struct tcn_task_pool **pool, struct tcn_err *err);

/*
 * From now on the waiting thread calls tick between two tasks: part, 0 to 1,
 * is what is done of all that was offered.
 */
void tcn_task_pool_set_tick(struct tcn_task_pool *pool,
    void (*tick)(void *ctx, double part), void *ctx);

/* Ends the threads, whatever is left to do. May be NULL. */
void tcn_task_pool_free(struct tcn_task_pool *pool);

/*
 * Waits, working, until the next batch can be filled in. The outcome is the
 * first failure of a task, after which no more are run.
 */
TCN_MUST_USE enum tcn_rc tcn_task_pool_wait_room(struct tcn_task_pool *pool,
    struct tcn_err *err);

/* The next batch is there. */
void tcn_task_pool_submit(struct tcn_task_pool *pool);

/* Waits, working, until all that was offered is done. */
TCN_MUST_USE enum tcn_rc tcn_task_pool_drain(struct tcn_task_pool *pool,
    struct tcn_err *err);

/* As many jobs as there are processors to run them. */
size_t tcn_task_pool_jobs_default(void);

#endif
