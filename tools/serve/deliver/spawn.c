#include "tools/serve/deliver/spawn.h"

#include <assert.h>
#include <errno.h>
#include <event2/event.h>
#include <signal.h>
#include <stdio.h>
#include <sys/queue.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine/base/buf.h"
#include "engine/base/mem.h"
#include "tools/base/child.h"
#include "tools/base/timeval.h"

struct child {
	struct tcn_spawn *spawn;
	LIST_ENTRY(child) link;
	struct event *limit;
	pid_t pid; /* also of its process group */
	bool timed_out; /* and killed for it */
	struct tcn_spawn_job job;
};

struct tcn_spawn {
	struct event_base *base;
	struct event *ended; /* SIGCHLD */
	LIST_HEAD(, child) children;
};

static void
child_free(struct child *c)
{
	LIST_REMOVE(c, link);
	if (c->limit)
		event_free(c->limit);
	tcn_mem_free(c);
}

static void
on_limit(evutil_socket_t fd, short what, void *of)
{
	struct child *c = of;

	(void)fd, (void)what;
	c->timed_out = true;
	tcn_child_kill(c->pid);
}

static void
on_ended(evutil_socket_t fd, short what, void *of)
{
	struct tcn_spawn *spawn = of;
	struct child *c, *next;
	int status;

	(void)fd, (void)what;
	for (c = LIST_FIRST(&spawn->children); c; c = next) {
		char error[64];
		int code;

		next = LIST_NEXT(c, link);
		if (waitpid(c->pid, &status, WNOHANG) != c->pid)
			continue;
		if (c->job.alone)
			tcn_child_kill(c->pid);
		/* Reports how a program ended; status: as of waitpid(). */
		code = WIFEXITED(status) ? WEXITSTATUS(status) : 128;
		if (c->timed_out)
			snprintf(error, sizeof error, "it took too long");
		else if (WIFSIGNALED(status))
			snprintf(error, sizeof error,
			    "it was ended by signal %d", WTERMSIG(status));
		else
			snprintf(error, sizeof error, "it ended with status %d",
			    code);
		c->job.done(c->job.ctx, code,
		    code || c->timed_out ? error : NULL);
		child_free(c);
	}
}

struct tcn_spawn *
tcn_spawn_new(struct event_base *base)
{
	struct tcn_spawn *spawn = tcn_mem_calloc(1, sizeof *spawn);

	spawn->base = base;
	spawn->ended = evsignal_new(base, SIGCHLD, on_ended, spawn);
	if (!spawn->ended || event_add(spawn->ended, NULL) != 0)
		tcn_mem_end();
	return spawn;
}

void
tcn_spawn_free(struct tcn_spawn *spawn)
{
	struct child *c;

	if (!spawn)
		return;
	while ((c = LIST_FIRST(&spawn->children))) {
		tcn_child_end(c->pid);
		child_free(c);
	}
	if (spawn->ended)
		event_free(spawn->ended);
	tcn_mem_free(spawn);
}

static enum tcn_rc
start_with(struct child *c)
{
	struct tcn_buf path_is = { 0 }, key_is = { 0 }, home_is = { 0 };
	char *environment[4] = { 0 };
	size_t n = 0;
	const struct tcn_child_files files = {
		.in = tcn_child_file("message", c->job.input),
		.out = c->job.output ? c->job.output : -1,
		.err = -1,
	};
	enum tcn_rc rc = TCN_IO;

	tcn_child_path(&path_is);
	environment[n++] = path_is.at;
	if (c->job.key)
		tcn_buf_printf(&key_is, "TOCSIN_KEY=%s", c->job.key);
	if (c->job.home)
		tcn_buf_printf(&home_is, "HOME=%s", c->job.home);
	if (key_is.at)
		environment[n++] = key_is.at;
	if (home_is.at)
		environment[n++] = home_is.at;
	if (files.in >= 0 &&
	    tcn_child_start(c->job.command, environment, &files, &c->pid) == 0)
		rc = TCN_OK;
	if (files.in >= 0) {
		int error = errno;

		close(files.in);
		errno = error;
	}
	tcn_buf_fini(&path_is);
	tcn_buf_fini(&key_is);
	tcn_buf_fini(&home_is);
	return rc;
}

enum tcn_rc
tcn_spawn_run(struct tcn_spawn *spawn, const struct tcn_spawn_job *job)
{
	struct timeval in = tcn_timeval(job->timeout_ms);
	struct child *c = tcn_mem_calloc(1, sizeof *c);
	enum tcn_rc rc;

	assert(job->command && job->command[0] && job->done);
	assert(job->timeout_ms > 0);
	c->spawn = spawn;
	c->job = *job;
	LIST_INSERT_HEAD(&spawn->children, c, link);
	c->limit = evtimer_new(spawn->base, on_limit, c);
	/* The limit is set first, so that no program runs without one. */
	if (!c->limit || evtimer_add(c->limit, &in) != 0)
		tcn_mem_end();
	rc = start_with(c);
	if (rc)
		child_free(c);
	return rc;
}

enum tcn_rc
tcn_spawn_check(const struct tcn_spawn *spawn, size_t *n, struct tcn_err *err)
{
	const struct child *c;

	*n = 0;
	LIST_FOREACH (c, &spawn->children, link) {
		if (*c->link.le_prev != c || c->spawn != spawn || !c->limit ||
		    c->pid <= 0)
			return tcn_err_set(err, TCN_CORRUPT,
			    "program %zu of the list has no process, no time "
			    "limit or another owner",
			    *n);
		++*n;
	}
	return TCN_OK;
}
