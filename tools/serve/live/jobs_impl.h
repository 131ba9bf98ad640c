/*
 * tools/serve/live/jobs_impl.h - the list of jobs (jobs.c) and the one that
 * runs (jobs_run.c).
 */
#ifndef TCN_TOOLS_SERVE_LIVE_JOBS_IMPL_H
#define TCN_TOOLS_SERVE_LIVE_JOBS_IMPL_H

#include <event2/event.h>
#include <sys/queue.h>
#include <sys/types.h>

#include "engine/base/buf.h"
#include "tools/serve/live/jobs.h"

#define TCN_JOBS_ERROR_BYTES 512

struct tcn_jobs_entry {
	TAILQ_ENTRY(tcn_jobs_entry) link;
	struct tcn_jobs_job as; /* as it is shown */
	char *texts; /* of `as`, of the command and of its files */
	size_t texts_n; /* bytes */
	struct tcn_buf result;
	char error[TCN_JOBS_ERROR_BYTES];
	const char *words[TCN_JOBS_WORDS_MAX + 2]; /* with program and NULL */
	struct tcn_str files[TCN_JOBS_FILES_MAX];
	size_t files_n;
	unsigned codes;
};

/* The process of the job that runs. */
struct tcn_jobs_run {
	struct tcn_jobs_entry *of; /* NULL: none runs */
	pid_t pid; /* > 0 while one runs */
	int out, err; /* our ends of its pipes; -1: closed */
	struct event *out_event, *err_event, *limit;
	int64_t began_ms; /* of the monotonic clock */
	char line[TCN_JOBS_ERROR_BYTES]; /* of its standard error, so far */
	size_t line_n;
	bool timed_out, too_much; /* why it was killed */
};

struct tcn_jobs {
	struct event_base *base;
	struct tcn_jobs_conf conf;
	struct event *ended; /* SIGCHLD */
	struct tcn_jobs_run run;
	TAILQ_HEAD(tcn_jobs_list, tcn_jobs_entry) list; /* newest first */
	int64_t boot_ms;
	uint64_t made_n;
};

/* Starts the oldest job that waits, unless one runs. */
void tcn_jobs_next(struct tcn_jobs *jobs);

/* Notes that a job has ended; why: a sentence, or "". */
void tcn_jobs_end(struct tcn_jobs_entry *e, enum tcn_jobs_state state,
    const char *why);

/* Starts its process; false: it cannot be started, and the entry has ended. */
TCN_MUST_USE bool tcn_jobs_start(struct tcn_jobs *jobs,
    struct tcn_jobs_entry *e);

/* For the event of SIGCHLD: the run may have ended. */
void tcn_jobs_on_child(evutil_socket_t fd, short what, void *jobs);

/* Kills what runs and waits for it, without noting anything. */
void tcn_jobs_stop(struct tcn_jobs *jobs);

#endif
