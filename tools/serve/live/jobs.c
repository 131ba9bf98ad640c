#include "tools/serve/live/jobs.h"

#include <assert.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "engine/base/mem.h"
#include "tools/base/child.h"
#include "tools/base/now.h"
#include "tools/serve/live/jobs_impl.h"

const struct tcn_jobs_conf tcn_jobs_conf_default = {
	.program = NULL,
	.time_ms = 60000,
	.memory_bytes = (uint64_t)512 << 20,
	.result_max = (size_t)8 << 20,
};

const char *
tcn_jobs_state_name(enum tcn_jobs_state state)
{
	static const char *const names[TCN_JOBS_STATES] = {
		[TCN_JOBS_WAITING] = "waiting",
		[TCN_JOBS_RUNNING] = "running",
		[TCN_JOBS_DONE] = "done",
		[TCN_JOBS_FAILED] = "failed",
		[TCN_JOBS_CANCELLED] = "cancelled",
	};

	assert(state < TCN_JOBS_STATES);
	return names[state];
}

const char *
tcn_jobs_file(size_t i)
{
	static const char *const names[TCN_JOBS_FILES_MAX] = { "/dev/fd/3",
		"/dev/fd/4", "/dev/fd/5", "/dev/fd/6" };

	assert(i < TCN_JOBS_FILES_MAX);
	return names[i];
}

static bool
is_over(const struct tcn_jobs_entry *e)
{
	return e->as.state >= TCN_JOBS_DONE;
}

static void
forget(struct tcn_jobs *jobs, struct tcn_jobs_entry *e)
{
	TAILQ_REMOVE(&jobs->list, e, link);
	tcn_buf_fini(&e->result);
	tcn_mem_free(e->texts);
	tcn_mem_free(e);
}

/* The job that ended first; NULL: none has. *n and *bytes: of all that have. */
static struct tcn_jobs_entry *
first_over(struct tcn_jobs *jobs, size_t *n, size_t *bytes)
{
	struct tcn_jobs_entry *e, *first = NULL;

	*n = *bytes = 0;
	TAILQ_FOREACH (e, &jobs->list, link) {
		if (!is_over(e) || e == jobs->run.of)
			continue;
		++*n;
		*bytes += e->result.cap + e->texts_n;
		if (!first || e->as.ended_ms <= first->as.ended_ms)
			first = e;
	}
	return first;
}

/* Forgets what is too old or too much. */
static void
tidy(struct tcn_jobs *jobs)
{
	struct tcn_jobs_entry *first;
	int64_t now_ms = tcn_now_wall_ms();
	size_t n, bytes;

	while ((first = first_over(jobs, &n, &bytes)) &&
	    (n > TCN_JOBS_KEPT_MAX || bytes > TCN_JOBS_KEPT_BYTES ||
		first->as.ended_ms < now_ms - TCN_JOBS_KEPT_MS))
		forget(jobs, first);
}

void
tcn_jobs_end(struct tcn_jobs_entry *e, enum tcn_jobs_state state,
    const char *why)
{
	if (is_over(e))
		return;
	e->as.state = state;
	e->as.ended_ms = tcn_now_wall_ms();
	snprintf(e->error, sizeof e->error, "%s", why);
	if (state != TCN_JOBS_DONE)
		tcn_buf_fini(&e->result);
}

void
tcn_jobs_next(struct tcn_jobs *jobs)
{
	struct tcn_jobs_entry *e, *before;

	for (e = TAILQ_LAST(&jobs->list, tcn_jobs_list); e && !jobs->run.of;
	     e = before) {
		before = TAILQ_PREV(e, tcn_jobs_list, link);
		if (e->as.state == TCN_JOBS_WAITING)
			(void)!tcn_jobs_start(jobs, e);
	}
}

void
tcn_jobs_configure(struct tcn_jobs *jobs, const struct tcn_jobs_conf *conf)
{
	assert(conf->time_ms > 0 && conf->result_max > 0);
	jobs->conf = *conf;
	if (!jobs->conf.program)
		jobs->conf.program = "/proc/self/exe";
}

void
tcn_jobs_limit(struct tcn_jobs *jobs, int64_t time_ms, uint64_t memory_bytes)
{
	assert(time_ms > 0);
	jobs->conf.time_ms = time_ms;
	jobs->conf.memory_bytes = memory_bytes;
}

struct tcn_jobs *
tcn_jobs_new(struct event_base *base, const struct tcn_jobs_conf *conf)
{
	struct tcn_jobs *jobs = tcn_mem_calloc(1, sizeof *jobs);

	TAILQ_INIT(&jobs->list);
	jobs->base = base;
	tcn_jobs_configure(jobs, conf);
	jobs->boot_ms = tcn_now_wall_ms();
	jobs->run.out = jobs->run.err = -1;
	jobs->ended = evsignal_new(base, SIGCHLD, tcn_jobs_on_child, jobs);
	if (!jobs->ended || event_add(jobs->ended, NULL) != 0)
		tcn_mem_end();
	return jobs;
}

void
tcn_jobs_free(struct tcn_jobs *jobs)
{
	struct tcn_jobs_entry *e;

	if (!jobs)
		return;
	tcn_jobs_stop(jobs);
	while ((e = TAILQ_FIRST(&jobs->list)))
		forget(jobs, e);
	if (jobs->ended)
		event_free(jobs->ended);
	tcn_mem_free(jobs);
}

/* --- A new job. --- */

/* Copies s behind *to, with a NUL, and moves *to on. */
static struct tcn_str
copy(char **to, struct tcn_str s)
{
	struct tcn_str at = { *to, s.n };

	if (s.n)
		memcpy(*to, s.at, s.n);
	(*to)[s.n] = '\0';
	*to += s.n + 1;
	return at;
}

static size_t
bytes_of(const struct tcn_jobs_ask *ask)
{
	size_t n = ask->by.n + 1 + ask->asked.n + 1;

	for (size_t i = 0; i < ask->words_n; i++)
		n += ask->words[i].n + 1;
	for (size_t i = 0; i < ask->files_n; i++)
		n += ask->files[i].n + 1;
	return n;
}

static struct tcn_jobs_entry *
entry_new(const struct tcn_jobs *jobs, const struct tcn_jobs_ask *ask)
{
	struct tcn_jobs_entry *e = tcn_mem_calloc(1, sizeof *e);
	char *to;

	e->texts_n = bytes_of(ask);
	to = e->texts = tcn_mem_alloc(e->texts_n);
	e->as = (struct tcn_jobs_job){ .kind = ask->kind,
		.by = copy(&to, ask->by),
		.asked = copy(&to, ask->asked),
		.progress = -1,
		.left_ms = -1,
		.made_ms = tcn_now_wall_ms(),
		.error = e->error };
	snprintf(e->as.id, sizeof e->as.id, "%" PRIx64 "-%" PRIu64,
	    (uint64_t)jobs->boot_ms, jobs->made_n + 1);
	e->words[0] = jobs->conf.program;
	for (size_t i = 0; i < ask->words_n; i++)
		e->words[i + 1] = copy(&to, ask->words[i]).at;
	for (size_t i = 0; i < ask->files_n; i++)
		e->files[i] = copy(&to, ask->files[i]);
	e->files_n = ask->files_n;
	e->codes = ask->codes;
	return e;
}

static size_t
count_waiting(const struct tcn_jobs *jobs)
{
	const struct tcn_jobs_entry *e;
	size_t n = 0;

	TAILQ_FOREACH (e, &jobs->list, link)
		n += e->as.state == TCN_JOBS_WAITING;
	return n;
}

/* The job as it stands now. */
static void
show(const struct tcn_jobs *jobs, const struct tcn_jobs_entry *e,
    struct tcn_jobs_job *job)
{
	int64_t ran_ms = tcn_now_monotonic_ms() - jobs->run.began_ms;

	*job = e->as;
	if (e->as.state == TCN_JOBS_DONE)
		job->result = tcn_buf_view(&e->result);
	if (e->as.state == TCN_JOBS_RUNNING && e->as.progress > 0.01)
		job->left_ms = (int64_t)((double)ran_ms * (1 - e->as.progress) /
		    e->as.progress);
}

enum tcn_rc
tcn_jobs_add(struct tcn_jobs *jobs, const struct tcn_jobs_ask *ask,
    struct tcn_jobs_job *job)
{
	struct tcn_jobs_entry *e;

	assert(ask->words_n <= TCN_JOBS_WORDS_MAX);
	assert(ask->files_n <= TCN_JOBS_FILES_MAX);
	tidy(jobs);
	if (count_waiting(jobs) >= TCN_JOBS_WAITING_MAX)
		return TCN_LIMIT;
	e = entry_new(jobs, ask);
	jobs->made_n++;
	TAILQ_INSERT_HEAD(&jobs->list, e, link);
	tcn_jobs_next(jobs);
	show(jobs, e, job);
	return TCN_OK;
}

static struct tcn_jobs_entry *
find(struct tcn_jobs *jobs, const char *id)
{
	struct tcn_jobs_entry *e;

	tidy(jobs);
	TAILQ_FOREACH (e, &jobs->list, link)
		if (strcmp(e->as.id, id) == 0)
			return e;
	return NULL;
}

bool
tcn_jobs_find(struct tcn_jobs *jobs, const char *id, struct tcn_jobs_job *job)
{
	struct tcn_jobs_entry *e = find(jobs, id);

	if (e)
		show(jobs, e, job);
	return e != NULL;
}

bool
tcn_jobs_at(struct tcn_jobs *jobs, size_t i, struct tcn_jobs_job *job)
{
	struct tcn_jobs_entry *e;

	tidy(jobs);
	TAILQ_FOREACH (e, &jobs->list, link) {
		if (i-- > 0)
			continue;
		show(jobs, e, job);
		return true;
	}
	return false;
}

bool
tcn_jobs_cancel(struct tcn_jobs *jobs, const char *id)
{
	struct tcn_jobs_entry *e = find(jobs, id);

	if (!e)
		return false;
	if (e == jobs->run.of && !is_over(e))
		tcn_child_kill(jobs->run.pid); /* tcn_jobs_on_child goes on */
	tcn_jobs_end(e, TCN_JOBS_CANCELLED, "it was cancelled");
	return true;
}

int
tcn_jobs_pid(const struct tcn_jobs *jobs)
{
	return jobs->run.of ? (int)jobs->run.pid : 0;
}

enum tcn_rc
tcn_jobs_check(const struct tcn_jobs *jobs, struct tcn_err *err)
{
	const struct tcn_jobs_entry *e;
	size_t over = 0, running = 0, waiting = 0;

	TAILQ_FOREACH (e, &jobs->list, link) {
		const struct tcn_jobs_entry *next = TAILQ_NEXT(e, link);

		if (next && next->as.made_ms > e->as.made_ms)
			return tcn_err_set(err, TCN_CORRUPT,
			    "job %s stands before a newer one", e->as.id);
		over += is_over(e) && e != jobs->run.of;
		waiting += e->as.state == TCN_JOBS_WAITING;
		running += e->as.state == TCN_JOBS_RUNNING;
		if (e->as.state == TCN_JOBS_RUNNING && jobs->run.of != e)
			return tcn_err_set(err, TCN_CORRUPT,
			    "job %s runs without a process", e->as.id);
	}
	if (running > 1 || waiting > TCN_JOBS_WAITING_MAX ||
	    over > TCN_JOBS_KEPT_MAX + 1)
		return tcn_err_set(err, TCN_CORRUPT,
		    "%zu run, %zu wait and %zu are kept", running, waiting,
		    over);
	if (waiting && !jobs->run.of)
		return tcn_err_set(err, TCN_CORRUPT, "%zu wait while none runs",
		    waiting);
	if ((jobs->run.of != NULL) != (jobs->run.pid > 0))
		return tcn_err_set(err, TCN_CORRUPT, "a process without a job");
	return TCN_OK;
}
