#include "tools/serve/deliver/file_writer.h"

#include <assert.h>
#include <event2/event.h>
#include <pthread.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <sys/queue.h>
#include <unistd.h>

#include "engine/base/buf.h"
#include "engine/base/err.h"
#include "engine/base/mem.h"
#include "tools/base/timeval.h"
#include "tools/serve/deliver/append.h"

/*
 * The queue by which threads report to the loop. It may outlive the file
 * writer, since threads cannot be stopped: whoever drops the last reference
 * frees it.
 */
struct completions {
	pthread_mutex_t lock; /* guards the members below */
	unsigned refs; /* one a running thread, one of the file writer */
	bool closed; /* the file writer has been freed */
	struct work *finished; /* not yet seen by the loop */
	int wake_fd; /* an eventfd: something has finished */
};

/*
 * A job under way. The first part belongs to its thread until it is on the
 * list of finished ones, the second to the loop at all times.
 */
struct work {
	struct completions *completions;
	struct tcn_buf path, line;
	enum tcn_rc rc;
	struct tcn_err err;
	struct work *next_finished;

	struct tcn_file_writer *file_writer;
	LIST_ENTRY(work) link;
	struct tcn_file_writer_job job;
	struct event *limit;
	bool timed_out; /* done has been called with that error */
};

struct tcn_file_writer {
	struct event_base *base;
	struct completions *completions;
	struct event *wake_event; /* the wake_fd is readable */
	LIST_HEAD(, work) under_way;
};

static void
work_free(struct work *w)
{
	tcn_buf_fini(&w->path);
	tcn_buf_fini(&w->line);
	tcn_mem_free(w);
}

/* Drops a reference; called with the lock held, which it releases. */
static void
completions_unref(struct completions *completions)
{
	bool last;

	assert(completions->refs > 0);
	last = --completions->refs == 0;
	pthread_mutex_unlock(&completions->lock);
	if (!last)
		return;
	close(completions->wake_fd);
	pthread_mutex_destroy(&completions->lock);
	tcn_mem_free(completions);
}

/* --- the thread --- */

static void *
write_line(void *of)
{
	static const uint64_t one = 1;
	struct work *w = of;
	struct completions *completions = w->completions;

	w->rc = tcn_append(w->path.at, tcn_buf_view(&w->line), &w->err);
	pthread_mutex_lock(&completions->lock);
	if (completions->closed) {
		work_free(w);
	} else {
		w->next_finished = completions->finished;
		completions->finished = w;
		(void)!write(completions->wake_fd, &one, sizeof one);
	}
	completions_unref(completions);
	return NULL;
}

/* Starts the thread, with all signals blocked: the loop handles those. */
static bool
start(struct work *w)
{
	pthread_attr_t attr;
	pthread_t thread;
	sigset_t all, before;
	int code;

	if (pthread_attr_init(&attr) != 0)
		return false;
	pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED);
	sigfillset(&all);
	pthread_mutex_lock(&w->completions->lock);
	w->completions->refs++;
	pthread_mutex_unlock(&w->completions->lock);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	code = pthread_create(&thread, &attr, write_line, w);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	pthread_attr_destroy(&attr);
	if (code != 0) {
		pthread_mutex_lock(&w->completions->lock);
		completions_unref(w->completions);
	}
	return code == 0;
}

/* --- the loop --- */

/* Takes a job off the loop's list and stops its time limit. */
static void
unlink_work(struct work *w)
{
	LIST_REMOVE(w, link);
	if (w->limit)
		event_free(w->limit);
	w->limit = NULL;
}

static void
on_finished(evutil_socket_t fd, short what, void *of)
{
	struct tcn_file_writer *file_writer = of;
	struct work *w, *next;
	uint64_t n;

	(void)what;
	(void)!read(fd, &n, sizeof n);
	pthread_mutex_lock(&file_writer->completions->lock);
	w = file_writer->completions->finished;
	file_writer->completions->finished = NULL;
	pthread_mutex_unlock(&file_writer->completions->lock);
	for (; w; w = next) {
		next = w->next_finished;
		unlink_work(w);
		if (!w->timed_out)
			w->job.done(w->job.ctx, w->rc ? w->err.text : NULL);
		work_free(w);
	}
}

static void
on_limit(evutil_socket_t fd, short what, void *of)
{
	struct work *w = of;

	(void)fd, (void)what;
	w->timed_out = true;
	w->job.done(w->job.ctx,
	    "it took too long: the file system does not answer");
}

static struct completions *
completions_new(void)
{
	struct completions *completions =
	    tcn_mem_calloc(1, sizeof *completions);

	completions->refs = 1;
	completions->wake_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	if (completions->wake_fd < 0) {
		tcn_mem_free(completions);
		return NULL;
	}
	pthread_mutex_init(&completions->lock, NULL);
	return completions;
}

struct tcn_file_writer *
tcn_file_writer_new(struct event_base *base)
{
	struct tcn_file_writer *file_writer =
	    tcn_mem_calloc(1, sizeof *file_writer);

	file_writer->base = base;
	file_writer->completions = completions_new();
	if (file_writer->completions)
		file_writer->wake_event =
		    event_new(base, file_writer->completions->wake_fd,
			EV_READ | EV_PERSIST, on_finished, file_writer);
	if (!file_writer->wake_event ||
	    event_add(file_writer->wake_event, NULL) != 0)
		tcn_mem_end();
	return file_writer;
}

/* Frees the jobs that have finished; each thread frees its own. */
void
tcn_file_writer_free(struct tcn_file_writer *file_writer)
{
	struct completions *completions;
	struct work *next;

	if (!file_writer)
		return;
	completions = file_writer->completions;
	if (file_writer->wake_event)
		event_free(file_writer->wake_event);
	while (!LIST_EMPTY(&file_writer->under_way))
		unlink_work(LIST_FIRST(&file_writer->under_way));
	if (completions) {
		pthread_mutex_lock(&completions->lock);
		completions->closed = true;
		for (struct work *w = completions->finished; w; w = next) {
			next = w->next_finished;
			work_free(w);
		}
		completions_unref(completions);
	}
	tcn_mem_free(file_writer);
}

static bool
is_stuck(const struct tcn_file_writer *file_writer, const char *path)
{
	const struct work *w;

	LIST_FOREACH (w, &file_writer->under_way, link)
		if (w->timed_out && strcmp(w->path.at, path) == 0)
			return true;
	return false;
}

void
tcn_file_writer_write(struct tcn_file_writer *file_writer,
    const struct tcn_file_writer_job *job)
{
	struct timeval in = tcn_timeval(job->timeout_ms);
	struct work *w;

	assert(job->path && job->done && job->timeout_ms > 0);
	assert(job->line.n && job->line.at[job->line.n - 1] == '\n');
	if (is_stuck(file_writer, job->path)) {
		job->done(job->ctx,
		    "the line before it is still being written");
		return;
	}
	w = tcn_mem_calloc(1, sizeof *w);
	w->completions = file_writer->completions;
	w->file_writer = file_writer;
	w->job = *job;
	tcn_buf_add(&w->path, job->path, strlen(job->path) + 1);
	tcn_buf_str(&w->line, job->line);
	LIST_INSERT_HEAD(&file_writer->under_way, w, link);
	w->limit = evtimer_new(file_writer->base, on_limit, w);
	if (w->limit && evtimer_add(w->limit, &in) == 0 && start(w))
		return;
	unlink_work(w);
	work_free(w);
	job->done(job->ctx, "no thread can be started to write to it");
}

/* --- the validator --- */

static bool
is_listed(const struct tcn_file_writer *file_writer, const struct work *one)
{
	const struct work *w;

	LIST_FOREACH (w, &file_writer->under_way, link)
		if (w == one)
			return true;
	return false;
}

/* Called with the lock held. */
static enum tcn_rc
check_finished(const struct tcn_file_writer *file_writer, size_t under_way,
    struct tcn_err *err)
{
	const struct completions *completions = file_writer->completions;
	size_t finished = 0;

	for (const struct work *w = completions->finished; w;
	     w = w->next_finished) {
		if (!is_listed(file_writer, w))
			return tcn_err_set(err, TCN_CORRUPT,
			    "a finished line is not among those under way");
		if (++finished > under_way)
			return tcn_err_set(err, TCN_CORRUPT,
			    "the list of finished lines has a cycle");
	}
	if (completions->closed ||
	    completions->refs != 1 + under_way - finished)
		return tcn_err_set(err, TCN_CORRUPT,
		    "%u references for %zu running threads", completions->refs,
		    under_way - finished);
	return TCN_OK;
}

enum tcn_rc
tcn_file_writer_check(const struct tcn_file_writer *file_writer, size_t *n,
    struct tcn_err *err)
{
	struct completions *completions = file_writer->completions;
	const struct work *w;
	size_t under_way = 0;
	enum tcn_rc rc;

	*n = 0;
	LIST_FOREACH (w, &file_writer->under_way, link) {
		if (*w->link.le_prev != w || w->file_writer != file_writer ||
		    w->completions != completions || !w->limit)
			return tcn_err_set(err, TCN_CORRUPT,
			    "a line under way belongs to another writer, or "
			    "has no time limit");
		under_way++;
		*n += !w->timed_out;
	}
	pthread_mutex_lock(&completions->lock);
	rc = check_finished(file_writer, under_way, err);
	pthread_mutex_unlock(&completions->lock);
	return rc;
}
