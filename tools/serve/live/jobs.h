/*
 * tools/serve/live/jobs.h - long work for requests, each in a process of its
 * own.
 *
 * What takes longer than a request may take, such as a replay of a week of the
 * store, is a verb of this program with --json. A job runs it as a child
 * (tools/base/child.h), which reads the store beside the daemon, so intake goes
 * on and a crash of the work is no crash of the daemon. Whoever asks gets the
 * job's id at once and comes back for its progress and its result.
 *
 * BOUNDS. One job runs at a time, and TCN_JOBS_WAITING_MAX wait. The child
 * stands back for others (nice), has so much time and memory, and may write so
 * much. One that takes longer, even when it is frozen, is killed with what it
 * has started. The TCN_JOBS_KEPT_MAX that ended last are kept for an hour, with
 * TCN_JOBS_KEPT_BYTES of questions and results; those that ended first go
 * first. Jobs do not outlive the daemon.
 *
 * TRUST. A result counts when the child ended with an exit code that was said
 * to be one of success and wrote one JSON object and nothing else. Else the job
 * has failed, and its error is the last line that the child wrote for people,
 * or how it ended.
 *
 * PROTOCOL. The child writes its result to standard output. On standard error
 * a line "progress DONE TOTAL" says how far it is (tools/base/progress.h).
 *
 * One loop, one thread; it handles SIGCHLD for its own child only. Memory: what
 * is kept, and four times a result while it is looked at.
 */
#ifndef TCN_TOOLS_SERVE_LIVE_JOBS_H
#define TCN_TOOLS_SERVE_LIVE_JOBS_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/base/err.h"
#include "engine/base/rc.h"
#include "engine/base/str.h"

#define TCN_JOBS_WAITING_MAX 3
#define TCN_JOBS_KEPT_MAX    16
#define TCN_JOBS_KEPT_MS     3600000
#define TCN_JOBS_KEPT_BYTES  ((size_t)32 << 20)
#define TCN_JOBS_WORDS_MAX   24 /* of a command */
#define TCN_JOBS_FILES_MAX   4
#define TCN_JOBS_ID_BYTES    32

struct event_base;

struct tcn_jobs_conf {
	const char *program; /* NULL: this one */
	int64_t time_ms; /* > 0 */
	uint64_t memory_bytes;
	size_t result_max; /* bytes */
};

/* One minute, 512 MiB, and results of 8 MiB. */
extern const struct tcn_jobs_conf tcn_jobs_conf_default;

/* What is asked for; all of it is copied. */
struct tcn_jobs_ask {
	const char *kind; /* one word, a literal */
	struct tcn_str by; /* the name of who asks; may be empty */
	struct tcn_str asked; /* JSON that says what was asked, to be shown */
	/* The arguments of the program; those of the form tcn_jobs_file() are
	 * files that hold `files`, in their order. */
	const struct tcn_str *words;
	size_t words_n; /* <= TCN_JOBS_WORDS_MAX */
	const struct tcn_str *files;
	size_t files_n; /* <= TCN_JOBS_FILES_MAX */
	unsigned codes; /* bit N: exit code N, < 32, is success */
};

enum tcn_jobs_state {
	TCN_JOBS_WAITING,
	TCN_JOBS_RUNNING,
	TCN_JOBS_DONE,
	TCN_JOBS_FAILED,
	TCN_JOBS_CANCELLED,
	TCN_JOBS_STATES
};

/* "waiting", "running", ... */
const char *tcn_jobs_state_name(enum tcn_jobs_state state);

/* A job as it stands, valid until the next call or turn of the loop. */
struct tcn_jobs_job {
	char id[TCN_JOBS_ID_BYTES];
	const char *kind;
	struct tcn_str by, asked;
	enum tcn_jobs_state state;
	double progress; /* 0 to 1; < 0: not known yet */
	int64_t left_ms; /* < 0: not known */
	int64_t made_ms, began_ms, ended_ms; /* wall clock; 0: not yet */
	const char *error; /* a sentence; "": none */
	struct tcn_str result; /* JSON; empty unless DONE */
};

struct tcn_jobs;

/* conf's texts must outlive it. */
struct tcn_jobs *tcn_jobs_new(struct event_base *base,
    const struct tcn_jobs_conf *conf);

/* Replaces the bounds of the jobs that start from now on. */
void tcn_jobs_configure(struct tcn_jobs *jobs,
    const struct tcn_jobs_conf *conf);

/* Replaces these two bounds alone; time_ms > 0. */
void tcn_jobs_limit(struct tcn_jobs *jobs, int64_t time_ms,
    uint64_t memory_bytes);

/* Kills what runs. jobs may be NULL. */
void tcn_jobs_free(struct tcn_jobs *jobs);

/* The name of a job's i-th file for its command, i < TCN_JOBS_FILES_MAX. */
const char *tcn_jobs_file(size_t i);

/* Adds a job; it starts at once if none runs. *job: as it stands. TCN_LIMIT:
 * too many wait. One that cannot be started has failed. */
TCN_MUST_USE enum tcn_rc tcn_jobs_add(struct tcn_jobs *jobs,
    const struct tcn_jobs_ask *ask, struct tcn_jobs_job *job);

/* false: there is no job of that id (any more). */
bool tcn_jobs_find(struct tcn_jobs *jobs, const char *id,
    struct tcn_jobs_job *job);

/* The i-th job, the newest first; false past the last. */
bool tcn_jobs_at(struct tcn_jobs *jobs, size_t i, struct tcn_jobs_job *job);

/* Cancels a job that waits or runs; another one stays as it ended. false: there
 * is none of that id. */
bool tcn_jobs_cancel(struct tcn_jobs *jobs, const char *id);

/* The process that runs; 0: none does. For tests. */
int tcn_jobs_pid(const struct tcn_jobs *jobs);

/*
 * Structural validator for tests: TCN_CORRUPT and a reason when the list is
 * not in order, more is kept than may be, or a job runs without a process, or
 * waits while none runs.
 */
TCN_MUST_USE enum tcn_rc tcn_jobs_check(const struct tcn_jobs *jobs,
    struct tcn_err *err);

#endif
