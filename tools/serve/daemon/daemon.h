/*
 * tools/serve/daemon/daemon.h - the program that a newsroom leaves running: one
 * loop, one store.
 *
 * Articles come by HTTP and from the feeds that the store names, go through
 * the pipeline, and are acknowledged once they are committed. Listeners and
 * receivers hear of an event after the commit that stores it. One thread does
 * it all: so nothing needs a lock, and the result is that of a replay of the
 * same articles in the same order.
 *
 * CRASH-ONLY (Candea and Fox 2003, Crash-only software). When the store fails,
 * requests that wait are answered with 503 and the run ends; the next start
 * continues from the last commit, which has all that was ever acknowledged.
 * There is no other way to recover, so it is tested by every start.
 *
 * An event that fires further back in time than its rule's window (from a
 * backlog, or the first fetch of a feed) is stored, but no message is sent.
 */
#ifndef TCN_TOOLS_SERVE_DAEMON_DAEMON_H
#define TCN_TOOLS_SERVE_DAEMON_DAEMON_H

#include "engine/base/err.h"
#include "engine/base/rc.h"
#include "tools/conf/conf.h"

struct tcn_daemon;

/* Reads what the daemon would listen with: tokens and certificates. Changes
 * nothing. err says what failed and how to mend it. */
TCN_MUST_USE enum tcn_rc tcn_daemon_check(const struct tcn_conf *conf,
    struct tcn_err *err);

/*
 * Opens the store, which is made if there is none, and listens. conf must
 * outlive the daemon. err says what failed and how to mend it.
 */
TCN_MUST_USE enum tcn_rc tcn_daemon_open(const struct tcn_conf *conf,
    const char *db, struct tcn_daemon **daemon, struct tcn_err *err);

/*
 * Has SIGHUP and POST /v1/reload read the settings again, as args say, with
 * rules, receivers, tokens and the certificate. All are checked before any is
 * used: on an error, which is logged, all stay as they were. Settings that
 * cannot change (tools/serve/daemon/reload.h) are named in the log. args must
 * outlive the daemon. Call this before tcn_daemon_run().
 */
void tcn_daemon_enable_reload(struct tcn_daemon *daemon,
    const struct tcn_conf_args *args);

/*
 * Takes articles out of a log, too, and writes events to it, as the settings of
 * section kafka say (tools/intake/kafka/log_intake.h, log_events.h). Call this
 * before tcn_daemon_run(). TCN_INVALID, TCN_IO: err says what is wrong, and how
 * to mend it.
 */
TCN_MUST_USE enum tcn_rc tcn_daemon_open_log(struct tcn_daemon *daemon,
    struct tcn_err *err);

struct tcn_jobs_conf;

/* Changes what runs jobs and how they are bounded (tools/serve/live/jobs.h),
 * for tests; conf's texts must outlive the daemon. */
void tcn_daemon_configure_jobs(struct tcn_daemon *daemon,
    const struct tcn_jobs_conf *conf);

/* For tests: bodies are worked on for one article in a turn of the loop, as on
 * a machine that takes 10 ms for each. */
void tcn_daemon_slice_by_article(struct tcn_daemon *daemon);

/* The port it listens on. */
unsigned tcn_daemon_port(const struct tcn_daemon *daemon);

/* Runs until SIGINT or SIGTERM, or until the store fails. */
TCN_MUST_USE enum tcn_rc tcn_daemon_run(struct tcn_daemon *daemon,
    struct tcn_err *err);

/* Rolls back what is not committed. daemon may be NULL. */
void tcn_daemon_close(struct tcn_daemon *daemon);

#endif
