#include "tools/deliver/scribe.h"

#include <event2/event.h>
#include <pthread.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "engine/base/mem.h"
#include "tools/deliver/append.h"

/* What threads and the loop share; the last to leave frees it. */
struct board {
	pthread_mutex_t lock; /* of all below */
	unsigned users; /* threads, and the scribe */
	bool closed; /* the scribe has left */
	struct work *finished; /* that the loop has not seen */
	int bell; /* an eventfd: something has finished */
};

/* The thread's until it is finished, but for the loop's part. */
struct work {
	struct board *board;
	struct tcn_buf path, line;
	enum tcn_rc rc;
	struct tcn_err err;
	struct work *next_finished;

	/* the loop's */
	struct tcn_scribe *scribe;
	struct work *next;
	struct tcn_scribe_job job;
	struct event *limit;
	bool late; /* it has been told so */
};

struct tcn_scribe {
	struct event_base *base;
	struct board *board;
	struct event *heard; /* the bell */
	struct work *first; /* all that are under way */
};

static void
work_free(struct work *w)
{
	tcn_buf_fini(&w->path);
	tcn_buf_fini(&w->line);
	tcn_free(w);
}

/* Gives the lock back, for good. */
static void
leave(struct board *board)
{
	bool last = --board->users == 0;

	pthread_mutex_unlock(&board->lock);
	if (!last)
		return;
	close(board->bell);
	pthread_mutex_destroy(&board->lock);
	tcn_free(board);
}

/* --- the thread --- */

static void *
write_line(void *of)
{
	static const uint64_t one = 1;
	struct work *w = of;
	struct board *board = w->board;

	w->rc = tcn_append(w->path.at, tcn_buf_view(&w->line), &w->err);
	pthread_mutex_lock(&board->lock);
	if (board->closed) {
		work_free(w);
	} else {
		w->next_finished = board->finished;
		board->finished = w;
		(void)!write(board->bell, &one, sizeof one);
	}
	leave(board);
	return NULL;
}

/* Signals are the loop's. */
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
	pthread_mutex_lock(&w->board->lock);
	w->board->users++;
	pthread_mutex_unlock(&w->board->lock);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	code = pthread_create(&thread, &attr, write_line, w);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	pthread_attr_destroy(&attr);
	if (code != 0) {
		pthread_mutex_lock(&w->board->lock);
		leave(w->board);
	}
	return code == 0;
}

/* --- the loop --- */

/* No longer under way, to the loop. */
static void
forget(struct work *w)
{
	struct work **at = &w->scribe->first;

	while (*at != w)
		at = &(*at)->next;
	*at = w->next;
	if (w->limit)
		event_free(w->limit);
	w->limit = NULL;
}

static void
on_finished(evutil_socket_t fd, short what, void *of)
{
	struct tcn_scribe *scribe = of;
	struct work *w, *next;
	uint64_t n;

	(void)what;
	(void)!read(fd, &n, sizeof n);
	pthread_mutex_lock(&scribe->board->lock);
	w = scribe->board->finished;
	scribe->board->finished = NULL;
	pthread_mutex_unlock(&scribe->board->lock);
	for (; w; w = next) {
		next = w->next_finished;
		forget(w);
		if (!w->late)
			w->job.done(w->job.ctx, w->rc ? w->err.text : NULL);
		work_free(w);
	}
}

static void
on_limit(evutil_socket_t fd, short what, void *of)
{
	struct work *w = of;

	(void)fd, (void)what;
	w->late = true;
	w->job.done(w->job.ctx,
	    "it took too long: the file system does not answer");
}

static struct board *
board_new(void)
{
	struct board *board = tcn_calloc(1, sizeof *board);

	if (!board)
		return NULL;
	board->users = 1;
	board->bell = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	if (board->bell < 0) {
		tcn_free(board);
		return NULL;
	}
	pthread_mutex_init(&board->lock, NULL);
	return board;
}

enum tcn_rc
tcn_scribe_new(struct event_base *base, struct tcn_scribe **out)
{
	struct tcn_scribe *scribe = tcn_calloc(1, sizeof *scribe);

	*out = NULL;
	if (!scribe)
		return TCN_NOMEM;
	scribe->base = base;
	scribe->board = board_new();
	if (scribe->board)
		scribe->heard = event_new(base, scribe->board->bell,
		    EV_READ | EV_PERSIST, on_finished, scribe);
	if (!scribe->heard || event_add(scribe->heard, NULL) != 0) {
		tcn_scribe_free(scribe);
		return TCN_NOMEM;
	}
	*out = scribe;
	return TCN_OK;
}

/* Those that are finished are ours to free, the others their threads'. */
void
tcn_scribe_free(struct tcn_scribe *scribe)
{
	struct board *board;
	struct work *next;

	if (!scribe)
		return;
	board = scribe->board;
	if (scribe->heard)
		event_free(scribe->heard);
	while (scribe->first)
		forget(scribe->first);
	if (board) {
		pthread_mutex_lock(&board->lock);
		board->closed = true;
		for (struct work *w = board->finished; w; w = next) {
			next = w->next_finished;
			work_free(w);
		}
		leave(board);
	}
	tcn_free(scribe);
}

static bool
hangs(const struct tcn_scribe *scribe, const char *path)
{
	for (const struct work *w = scribe->first; w; w = w->next)
		if (w->late && strcmp(w->path.at, path) == 0)
			return true;
	return false;
}

static struct work *
work_new(struct tcn_scribe *scribe, const struct tcn_scribe_job *job)
{
	struct work *w = tcn_calloc(1, sizeof *w);

	if (!w)
		return NULL;
	w->board = scribe->board;
	w->scribe = scribe;
	w->job = *job;
	tcn_buf_add(&w->path, job->path, strlen(job->path) + 1);
	tcn_buf_str(&w->line, job->line);
	w->next = scribe->first;
	scribe->first = w;
	return w;
}

enum tcn_rc
tcn_scribe_write(struct tcn_scribe *scribe, const struct tcn_scribe_job *job)
{
	struct timeval in = { .tv_sec = job->timeout_ms / 1000,
		.tv_usec = job->timeout_ms % 1000 * 1000 };
	struct work *w;

	if (hangs(scribe, job->path)) {
		job->done(job->ctx,
		    "the line before it is still being written");
		return TCN_OK;
	}
	w = work_new(scribe, job);
	if (!w)
		return TCN_NOMEM;
	if (!w->path.failed && !w->line.failed)
		w->limit = evtimer_new(scribe->base, on_limit, w);
	if (w->limit && evtimer_add(w->limit, &in) == 0 && start(w))
		return TCN_OK;
	forget(w);
	work_free(w);
	return TCN_NOMEM;
}
