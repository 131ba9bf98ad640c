/*
 * tools/daemon/daemon.h - what a newsroom leaves running: one loop, one store.
 *
 * Articles come in over HTTP and from the feeds the store names, go through
 * the pipeline, and are answered once they are committed; events are told to
 * listeners after the commit that holds them. One thread does it all, so that
 * nothing below needs a lock and the outcome is that of a replay of the same
 * articles in the same order.
 *
 * Crash-only: when the store fails, everyone who waits is told so and the run
 * ends; started again it goes on from the last commit, which is all that was
 * ever acknowledged. An event that fires at a time further back than
 * rules.within (a backlog, a first fetch) is stored and not told.
 */
#ifndef TCN_TOOLS_DAEMON_DAEMON_H
#define TCN_TOOLS_DAEMON_DAEMON_H

#include "engine/base/err.h"
#include "engine/base/rc.h"
#include "tools/conf/conf.h"

struct tcn_daemon;

/*
 * Opens the store (made when it is not there) and listens. conf must outlive
 * it. err names what failed and the mend.
 */
TCN_MUST_USE enum tcn_rc tcn_daemon_open(const struct tcn_conf *conf,
    const char *db, struct tcn_daemon **daemon, struct tcn_err *err);

/*
 * On SIGHUP and POST /v1/reload settings are read again as args say, with the
 * tokens and the certificate; all are checked, then all are used. On any
 * error, which the log names, all stay as they were. What cannot change while
 * it runs (tools/daemon/reload.h) is named in the log. args must outlive it;
 * this comes before tcn_daemon_run().
 */
void tcn_daemon_enable_reload(struct tcn_daemon *daemon,
    const struct tcn_conf_args *args);

/* The port it listens on. */
unsigned tcn_daemon_port(const struct tcn_daemon *daemon);

/* Runs until SIGINT or SIGTERM, or until the store fails. */
TCN_MUST_USE enum tcn_rc tcn_daemon_run(struct tcn_daemon *daemon,
    struct tcn_err *err);

/* What was not committed is undone. daemon may be NULL. */
void tcn_daemon_close(struct tcn_daemon *daemon);

#endif
