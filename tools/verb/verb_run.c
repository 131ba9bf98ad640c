/*
 * tocsin run: the daemon.
 */
#include <stdlib.h>
#include <unistd.h>

#include "engine/base/err.h"
#include "tools/base/log.h"
#include "tools/base/say.h"
#include "tools/conf/conf.h"
#include "tools/serve/daemon/daemon.h"
#include "tools/verb/verb.h"

struct args {
	struct tcn_conf_args conf;
	const char *db;
	bool quiet, kafka;
};

static const struct tcn_opt opts[] = {
	{ "db", 0, "FILE", "the store; made when it is not there", TCN_OPT_TEXT,
	    offsetof(struct args, db) },
	{ "quiet", 'q', NULL, "log warnings and errors only", TCN_OPT_FLAG,
	    offsetof(struct args, quiet) },
	{ "kafka", 0, NULL,
	    "take articles out of a log, too, as the section kafka of the "
	    "settings says",
	    TCN_OPT_FLAG, offsetof(struct args, kafka) },
	TCN_CONF_OPTS(struct args, conf),
	{ 0 },
};

/* A service of systemd has an id, and its unit says as whom it runs. */
static void
warn_of_root(void)
{
	struct tcn_log log;

	if (geteuid() != 0 || getenv("INVOCATION_ID"))
		return;
	tcn_log_begin(&log, TCN_LOG_WARN, "root");
	tcn_log_str(&log, "note",
	    tcn_str("running as root, so that a hole in this program is one "
		    "in the whole machine: start it as a user of its own, as "
		    "tocsin.service does"));
	tcn_log_end(&log);
}

static int
run_with(const struct args *args, const struct tcn_conf *conf)
{
	struct tcn_daemon *daemon;
	struct tcn_err err = { 0 };
	struct tcn_log log;
	enum tcn_rc rc;

	if (args->quiet)
		tcn_log_set_level(TCN_LOG_WARN);
	warn_of_root();
	rc = tcn_daemon_open(conf, args->db, &daemon, &err);
	if (rc)
		return tcn_say_rc(rc, &err);
	tcn_daemon_enable_reload(daemon, &args->conf);
	if (args->kafka) {
		tcn_err_at(&err, args->conf.file, 0, 0);
		rc = tcn_daemon_open_log(daemon, &err);
	}
	if (rc) {
		tcn_daemon_close(daemon);
		return tcn_say_rc(rc, &err);
	}
	tcn_log_begin(&log, TCN_LOG_INFO, "listening");
	tcn_log_str(&log, "address", tcn_str(conf->http.address));
	tcn_log_count(&log, "port", tcn_daemon_port(daemon));
	tcn_log_str(&log, "tls", tcn_str(conf->http.tls_cert ? "yes" : "no"));
	tcn_log_end(&log);
	rc = tcn_daemon_run(daemon, &err);
	tcn_daemon_close(daemon);
	return rc ? tcn_say_rc(rc, &err) : TCN_EXIT_OK;
}

static int
run_run(const void *opts_in, int argc, char **argv)
{
	const struct args *args = opts_in;
	struct tcn_conf conf;
	int code;

	(void)argc, (void)argv;
	if (!args->db) {
		tcn_say("run: --db FILE must say which store");
		return TCN_EXIT_USAGE;
	}
	code = tcn_conf_start(&args->conf, &conf);
	if (!code)
		code = run_with(args, &conf);
	tcn_conf_fini(&conf);
	return code;
}

const struct tcn_verb tcn_verb_run = {
	.name = "run",
	.summary = "take articles in and alert when news breaks, until stopped",
	.usage = "--db FILE [OPTION]...",
	.details =
	    "Articles come in by POST /v1/articles and from the feeds that the "
	    "store names ('tocsin feeds'). Events are sent to listeners of GET "
	    "/v1/stream as they fire, and can be queried. The manual lists "
	    "every path.\n\nThe log goes to standard error, one line for each "
	    "fact. SIGTERM and SIGINT end the daemon in good order. After a "
	    "kill at any moment it goes on from its last commit, which holds "
	    "all that was acknowledged.",
	.opts = opts,
	.args_bytes = sizeof(struct args),
	.run = run_run,
};
