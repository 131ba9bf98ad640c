#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine/base/arena.h"
#include "engine/base/json_value.h"
#include "engine/base/mem.h"
#include "tools/base/child.h"
#include "tools/base/now.h"
#include "tools/base/safe.h"
#include "tools/base/timeval.h"
#include "tools/base/when.h"
#include "tools/serve/live/jobs_impl.h"

/* Of a core that intake keeps busy it gets 36 / (1024 + 36), 3 % (sched(7): a
 * step of nice is a factor of 1.25), so that intake keeps 95 %. */
#define NICE        15
#define PROGRESS_MS "500" /* between two lines of progress */
#define READ_BYTES  65536
#define DRAIN_READS 4 /* more than a pipe holds */

/* --- What it writes. --- */

/* Takes a line of its standard error: progress, or words for people. */
static void
take_line(struct tcn_jobs_run *run)
{
	struct tcn_jobs_entry *e = run->of;
	uint64_t done, total;
	char *line = run->line;
	static const char prefix[] = "tocsin: ";

	line[run->line_n] = '\0';
	if (sscanf(line, "progress %" SCNu64 " %" SCNu64, &done, &total) == 2) {
		if (total && done <= total)
			e->as.progress = (double)done / (double)total;
		return;
	}
	if (strncmp(line, prefix, sizeof prefix - 1) == 0)
		line += sizeof prefix - 1;
	if (*line)
		snprintf(e->error, sizeof e->error, "%s", line);
}

/* Of a line that is too long the beginning counts. */
static void
take_error(struct tcn_jobs_run *run, const char *bytes, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		if (bytes[i] == '\n') {
			take_line(run);
			run->line_n = 0;
		} else if (run->line_n < sizeof run->line - 1) {
			run->line[run->line_n++] = bytes[i];
		}
	}
}

/* Reads what is there, and returns what read(2) does. */
static ssize_t
take_bytes(struct tcn_jobs *jobs, int fd)
{
	struct tcn_jobs_run *run = &jobs->run;
	struct tcn_jobs_entry *e = run->of;
	char bytes[READ_BYTES];
	ssize_t n = read(fd, bytes, sizeof bytes);

	if (n <= 0 || e->as.state != TCN_JOBS_RUNNING)
		return n;
	if (fd == run->err) {
		take_error(run, bytes, (size_t)n);
	} else if (e->result.n + (size_t)n > jobs->conf.result_max) {
		run->too_much = true;
		tcn_child_kill(run->pid);
	} else {
		tcn_buf_add(&e->result, bytes, (size_t)n);
	}
	return n;
}

static void
close_end(int *fd, struct event **event)
{
	if (*event)
		event_free(*event);
	*event = NULL;
	if (*fd >= 0)
		close(*fd);
	*fd = -1;
}

static void
on_readable(evutil_socket_t fd, short what, void *of)
{
	struct tcn_jobs *jobs = of;
	struct tcn_jobs_run *run = &jobs->run;
	ssize_t n = take_bytes(jobs, fd);

	(void)what;
	if (n > 0 || (n < 0 && (errno == EAGAIN || errno == EINTR)))
		return;
	if (fd == run->err)
		close_end(&run->err, &run->err_event);
	else
		close_end(&run->out, &run->out_event);
}

/* --- Its end. --- */

static void
on_limit(evutil_socket_t fd, short what, void *of)
{
	struct tcn_jobs *jobs = of;

	(void)fd, (void)what;
	jobs->run.timed_out = true;
	tcn_child_kill(jobs->run.pid);
}

static void
close_run(struct tcn_jobs_run *run)
{
	close_end(&run->out, &run->out_event);
	close_end(&run->err, &run->err_event);
	if (run->limit)
		event_free(run->limit);
	*run = (struct tcn_jobs_run){ .out = -1, .err = -1 };
}

/* Whether what it wrote is one JSON object and nothing else. */
static bool
is_object(struct tcn_str result)
{
	struct tcn_json_value object;
	struct tcn_arena arena;
	bool is;

	tcn_arena_init(&arena, 0);
	is = result.n &&
	    !tcn_json_read(tcn_str_trim(result), &arena, &object, NULL) &&
	    object.kind == TCN_JSON_OBJECT;
	tcn_arena_fini(&arena);
	return is;
}

/* What it said last, cleaned of what a page should not show; otherwise what
 * is said here of its end. */
static const char *
last_words(struct tcn_jobs_entry *e, const char *otherwise,
    char to[static TCN_JOBS_ERROR_BYTES])
{
	struct tcn_str clean = { NULL, 0 };
	struct tcn_arena arena;

	tcn_arena_init(&arena, 0);
	if (*e->error)
		tcn_safe_text(&arena, tcn_str(e->error),
		    TCN_JOBS_ERROR_BYTES / 4, &clean);
	if (!clean.n)
		clean = tcn_str(otherwise);
	snprintf(to, TCN_JOBS_ERROR_BYTES, "%.*s", TCN_STR_ARG(clean));
	tcn_arena_fini(&arena);
	return to;
}

/* Notes how the job that ran has ended; status: as of waitpid(). */
static void
note_end(struct tcn_jobs *jobs, int status)
{
	struct tcn_jobs_run *run = &jobs->run;
	struct tcn_jobs_entry *e = run->of;
	char why[TCN_JOBS_ERROR_BYTES], span[TCN_WHEN_BYTES];
	int code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;

	if (run->timed_out)
		snprintf(why, sizeof why,
		    "it took longer than %s and was ended: ask for fewer days",
		    tcn_when_span(jobs->conf.time_ms, span));
	else if (run->too_much)
		snprintf(why, sizeof why,
		    "its result is larger than %zu KiB: ask for fewer days",
		    jobs->conf.result_max >> 10);
	else if (WIFSIGNALED(status))
		snprintf(why, sizeof why, "its process was ended by signal %d",
		    WTERMSIG(status));
	else if (code < 0 || code >= 32 || !(e->codes >> code & 1))
		last_words(e, "its process failed without a word", why);
	else if (!is_object(tcn_buf_view(&e->result)))
		last_words(e, "its process wrote no sound result", why);
	else {
		tcn_jobs_end(e, TCN_JOBS_DONE, "");
		return;
	}
	tcn_jobs_end(e, TCN_JOBS_FAILED, why);
}

/* What it wrote last may still lie in the pipes. */
static void
drain(struct tcn_jobs *jobs)
{
	const int ends[] = { jobs->run.out, jobs->run.err };

	for (int i = 0; i < 2; i++)
		for (int reads = 0; ends[i] >= 0 && reads < DRAIN_READS;
		     reads++)
			if (take_bytes(jobs, ends[i]) <= 0)
				break;
}

void
tcn_jobs_on_child(evutil_socket_t fd, short what, void *of)
{
	struct tcn_jobs *jobs = of;
	struct tcn_jobs_run *run = &jobs->run;
	siginfo_t info = { 0 };
	int status = 0;

	(void)fd, (void)what;
	if (!run->of ||
	    waitid(P_PID, (id_t)run->pid, &info, WEXITED | WNOHANG | WNOWAIT) ||
	    info.si_pid != run->pid)
		return;
	tcn_child_kill(
	    run->pid); /* what it has started, while it is a zombie */
	waitpid(run->pid, &status, 0);
	drain(jobs);
	note_end(jobs, status);
	close_run(run);
	tcn_jobs_next(jobs);
}

void
tcn_jobs_stop(struct tcn_jobs *jobs)
{
	if (jobs->run.of)
		tcn_child_end(jobs->run.pid);
	close_run(&jobs->run);
}

/* --- Its beginning. --- */

/* Opens a pipe; *ours is read by the loop, *theirs is for the child. */
static bool
open_pipe(struct tcn_jobs *jobs, int *ours, int *theirs, struct event **event)
{
	int ends[2];

	if (pipe2(ends, O_CLOEXEC) != 0)
		return false;
	*ours = ends[0];
	*theirs = ends[1];
	fcntl(ends[0], F_SETFL, O_NONBLOCK);
	*event = event_new(jobs->base, ends[0], EV_READ | EV_PERSIST,
	    on_readable, jobs);
	return *event && event_add(*event, NULL) == 0;
}

static bool
open_files(const struct tcn_jobs_entry *e, int *files)
{
	for (size_t i = 0; i < e->files_n; i++) {
		files[i] = tcn_child_file("job", e->files[i]);
		if (files[i] < 0)
			return false;
	}
	return true;
}

/* Starts the process, with its time running before it does. */
static bool
start_child(struct tcn_jobs *jobs, const struct tcn_child_files *files)
{
	static char progress_is[] = "TOCSIN_PROGRESS=" PROGRESS_MS;
	const struct tcn_child_limits limits = { .nice = NICE,
		.memory_bytes = jobs->conf.memory_bytes };
	struct timeval in = tcn_timeval(jobs->conf.time_ms);
	struct tcn_jobs_run *run = &jobs->run;
	struct tcn_buf path_is = { 0 };
	char *environment[] = { NULL, progress_is, NULL };
	bool ok;

	tcn_child_path(&path_is);
	environment[0] = path_is.at;
	run->limit = evtimer_new(jobs->base, on_limit, jobs);
	run->began_ms = tcn_now_monotonic_ms();
	ok = run->limit && evtimer_add(run->limit, &in) == 0 &&
	    tcn_child_start(run->of->words, environment, files, &run->pid) == 0;
	tcn_buf_fini(&path_is);
	if (ok && tcn_child_limit(run->pid, &limits) != 0 && errno != ESRCH) {
		tcn_child_end(run->pid);
		ok = false;
	}
	return ok;
}

bool
tcn_jobs_start(struct tcn_jobs *jobs, struct tcn_jobs_entry *e)
{
	struct tcn_jobs_run *run = &jobs->run;
	int more[TCN_JOBS_FILES_MAX] = { -1, -1, -1, -1 };
	struct tcn_child_files files = { .in = -1,
		.out = -1,
		.err = -1,
		.more = more,
		.more_n = e->files_n };
	char why[128];
	bool ok;

	run->of = e;
	errno = ENOMEM;
	ok = open_pipe(jobs, &run->out, &files.out, &run->out_event) &&
	    open_pipe(jobs, &run->err, &files.err, &run->err_event) &&
	    open_files(e, more) && start_child(jobs, &files);
	if (!ok) {
		snprintf(why, sizeof why, "it cannot be started: %s",
		    strerror(errno));
		tcn_jobs_end(e, TCN_JOBS_FAILED, why);
		close_run(run);
	} else {
		e->as.state = TCN_JOBS_RUNNING;
		e->as.began_ms = tcn_now_wall_ms();
	}
	for (size_t i = 0; i < TCN_JOBS_FILES_MAX; i++)
		if (more[i] >= 0)
			close(more[i]);
	if (files.out >= 0)
		close(files.out);
	if (files.err >= 0)
		close(files.err);
	return ok;
}
