#include "tools/base/task_pool.h"

#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <unistd.h>

#include "engine/base/mem.h"

struct state {
	uint64_t next; /* the batch to run next */
	bool running;
};

struct tcn_task_pool {
	const struct tcn_task_pool_task *tasks;
	struct state *states; /* one a task */
	size_t tasks_n;
	uint64_t submitted; /* batches */
	pthread_t *threads;
	size_t threads_n;
	pthread_mutex_t lock; /* of everything here but tasks and threads */
	pthread_cond_t moved; /* a task has moved on, or there is more to do */
	bool over; /* threads shall end */
	enum tcn_rc rc; /* the first failure */
	struct tcn_err err;
	void (*tick)(void *ctx, double part); /* or NULL */
	void *tick_ctx;
};

/* The batches that task i may run: those before this one. */
static uint64_t
limit_of(const struct tcn_task_pool *pool, size_t i)
{
	size_t after = pool->tasks[i].after;

	return after == TCN_TASK_POOL_NO_DEP ? pool->submitted
					     : pool->states[after].next;
}

/* The idle task furthest behind that can move on, or tasks_n. */
static size_t
pick(const struct tcn_task_pool *pool)
{
	size_t best = pool->tasks_n;

	for (size_t i = 0; !pool->rc && i < pool->tasks_n; i++) {
		const struct state *s = &pool->states[i];

		if (!s->running && s->next < limit_of(pool, i) &&
		    (best == pool->tasks_n ||
			s->next < pool->states[best].next))
			best = i;
	}
	return best;
}

/* Runs the next batch of task i. The lock is held before and after, not while
 * the task runs. */
static void
run_one(struct tcn_task_pool *pool, size_t i)
{
	const struct tcn_task_pool_task *task = &pool->tasks[i];
	struct state *state = &pool->states[i];
	uint64_t batch = state->next;
	struct tcn_err err = { 0 };
	enum tcn_rc rc;

	assert(!state->running && batch < limit_of(pool, i));
	state->running = true;
	pthread_mutex_unlock(&pool->lock);
	rc = task->run(task->ctx, batch, &err);
	pthread_mutex_lock(&pool->lock);
	state->running = false;
	state->next++;
	if (rc && !pool->rc) {
		pool->rc = rc;
		pool->err = err;
	}
	pthread_cond_broadcast(&pool->moved);
}

static void *
work(void *arg)
{
	struct tcn_task_pool *pool = arg;

	pthread_mutex_lock(&pool->lock);
	while (!pool->over) {
		size_t task = pick(pool);

		if (task < pool->tasks_n)
			run_one(pool, task);
		else
			pthread_cond_wait(&pool->moved, &pool->lock);
	}
	pthread_mutex_unlock(&pool->lock);
	return NULL;
}

static enum tcn_rc
start(struct tcn_task_pool *pool, size_t jobs, struct tcn_err *err)
{
	pool->threads = tcn_mem_calloc(jobs, sizeof *pool->threads);
	pool->states = tcn_mem_calloc(pool->tasks_n, sizeof *pool->states);
	for (size_t i = 1; i < jobs && i < pool->tasks_n; i++) {
		if (pthread_create(&pool->threads[pool->threads_n], NULL, work,
			pool))
			return tcn_err_set(err, TCN_IO,
			    "cannot start thread %zu of %zu; try a smaller "
			    "--jobs",
			    i + 1, jobs);
		pool->threads_n++;
	}
	return TCN_OK;
}

enum tcn_rc
tcn_task_pool_new(const struct tcn_task_pool_task *tasks, size_t n, size_t jobs,
    struct tcn_task_pool **out, struct tcn_err *err)
{
	struct tcn_task_pool *pool;
	enum tcn_rc rc;

	assert(n >= 1 && jobs >= 1);
	for (size_t i = 0; i < n; i++)
		assert(tasks[i].after == TCN_TASK_POOL_NO_DEP ||
		    tasks[i].after < i);
	pool = tcn_mem_calloc(1, sizeof *pool);
	pool->tasks = tasks;
	pool->tasks_n = n;
	pthread_mutex_init(&pool->lock, NULL);
	pthread_cond_init(&pool->moved, NULL);
	rc = start(pool, jobs, err);
	if (rc) {
		tcn_task_pool_free(pool);
		return rc;
	}
	*out = pool;
	return TCN_OK;
}

void
tcn_task_pool_free(struct tcn_task_pool *pool)
{
	if (!pool)
		return;
	pthread_mutex_lock(&pool->lock);
	pool->over = true;
	pthread_cond_broadcast(&pool->moved);
	pthread_mutex_unlock(&pool->lock);
	for (size_t i = 0; i < pool->threads_n; i++)
		pthread_join(pool->threads[i], NULL);
	pthread_cond_destroy(&pool->moved);
	pthread_mutex_destroy(&pool->lock);
	tcn_mem_free(pool->threads);
	tcn_mem_free(pool->states);
	tcn_mem_free(pool);
}

/* How many batches the task furthest behind has done. */
static uint64_t
slowest(const struct tcn_task_pool *pool)
{
	uint64_t least = pool->submitted;

	for (size_t i = 0; i < pool->tasks_n; i++)
		if (pool->states[i].next < least)
			least = pool->states[i].next;
	return least;
}

void
tcn_task_pool_set_tick(struct tcn_task_pool *pool,
    void (*tick)(void *ctx, double part), void *ctx)
{
	pool->tick = tick;
	pool->tick_ctx = ctx;
}

static void
tick(const struct tcn_task_pool *pool)
{
	uint64_t done = 0;

	if (!pool->tick || !pool->submitted)
		return;
	for (size_t i = 0; i < pool->tasks_n; i++)
		done += pool->states[i].next;
	pool->tick(pool->tick_ctx,
	    (double)done / (double)(pool->tasks_n * pool->submitted));
}

/* Runs tasks until each has done the batches before `until`. */
static enum tcn_rc
work_until(struct tcn_task_pool *pool, uint64_t until, struct tcn_err *err)
{
	enum tcn_rc rc;

	pthread_mutex_lock(&pool->lock);
	while (!pool->rc && slowest(pool) < until) {
		size_t task = pick(pool);

		if (task < pool->tasks_n)
			run_one(pool, task);
		else
			pthread_cond_wait(&pool->moved, &pool->lock);
		tick(pool);
	}
	rc = pool->rc;
	if (rc && err)
		*err = pool->err;
	pthread_mutex_unlock(&pool->lock);
	return rc;
}

enum tcn_rc
tcn_task_pool_wait_room(struct tcn_task_pool *pool, struct tcn_err *err)
{
	uint64_t next = pool->submitted + 1;

	return work_until(pool,
	    next > TCN_TASK_POOL_QUEUE ? next - TCN_TASK_POOL_QUEUE : 0, err);
}

void
tcn_task_pool_submit(struct tcn_task_pool *pool)
{
	pthread_mutex_lock(&pool->lock);
	/* After a failure nothing runs, and nothing is waited for. */
	assert(pool->rc ||
	    pool->submitted < slowest(pool) + TCN_TASK_POOL_QUEUE);
	pool->submitted++;
	pthread_cond_broadcast(&pool->moved);
	pthread_mutex_unlock(&pool->lock);
}

enum tcn_rc
tcn_task_pool_drain(struct tcn_task_pool *pool, struct tcn_err *err)
{
	return work_until(pool, pool->submitted, err);
}

enum tcn_rc
tcn_task_pool_check(struct tcn_task_pool *pool, struct tcn_err *err)
{
	enum tcn_rc rc = TCN_OK;

	pthread_mutex_lock(&pool->lock);
	for (size_t i = 0; !rc && !pool->rc && i < pool->tasks_n; i++) {
		uint64_t next = pool->states[i].next;

		if (next + pool->states[i].running > limit_of(pool, i))
			rc = tcn_err_set(err, TCN_INVALID,
			    "task %zu is ahead of what it waits for", i);
		else if (pool->submitted > next + TCN_TASK_POOL_QUEUE)
			rc = tcn_err_set(err, TCN_INVALID,
			    "task %zu is more than %d batches behind", i,
			    TCN_TASK_POOL_QUEUE);
	}
	pthread_mutex_unlock(&pool->lock);
	return rc;
}

size_t
tcn_task_pool_jobs_default(void)
{
	long n = sysconf(_SC_NPROCESSORS_ONLN);

	return n > 0 ? (size_t)n : 1;
}
