/*
 * tocsin upgrade: brings a store of an older program up to date.
 */
#include <inttypes.h>

#include "engine/base/err.h"
#include "tools/base/say.h"
#include "tools/conf/conf.h"
#include "tools/conf/rulebook.h"
#include "tools/pipeline/setup.h"
#include "tools/pipeline/upgrade.h"
#include "tools/verb/verb.h"

struct args {
	struct tcn_conf_args conf;
	const char *db;
	bool check;
};

static const struct tcn_opt opts[] = {
	TCN_CONF_OPTS(struct args, conf),
	{ "db", 0, "FILE", "the store; no daemon may be using it", TCN_OPT_TEXT,
	    offsetof(struct args, db) },
	{ "check", 0, NULL,
	    "say what would be done, and change nothing; exit code 1 when "
	    "there "
	    "is something to do",
	    TCN_OPT_FLAG, offsetof(struct args, check) },
	{ 0 },
};

static int
say_plan(const char *db)
{
	struct tcn_upgrade_plan plan;
	struct tcn_err err = { 0 };
	enum tcn_rc rc = tcn_upgrade_plan(db, &plan, &err);
	const struct tcn_store_past *past = &plan.past;

	if (rc)
		return tcn_say_rc(rc, &err);
	if (past->schema >= past->newest) {
		tcn_say("%s: it has schema %d, as this program: there is "
			"nothing to do",
		    db, past->schema);
		return TCN_EXIT_OK;
	}
	tcn_say("%s: from schema %d to %d; %" PRIu64 " articles, from the last "
		"of which the detector's state is made anew; kept as they are: "
		"%" PRIu64 " events, %" PRIu64 " actions of desks, %" PRIu64
		" silences",
	    db, past->schema, past->newest, past->articles, past->events,
	    past->actions, past->silences);
	tcn_say("it needs %" PRIu64 " bytes of disk, %" PRIu64 " are free; it "
		"takes about %" PRIu64 " s; the old file is kept as %s",
	    plan.needed, plan.free, plan.seconds, plan.kept);
	if (plan.free >= plan.needed)
		return TCN_EXIT_NO;
	tcn_say("there is too little room");
	return TCN_EXIT_FAILED;
}

/* Opening the store for writing upgrades it. */
static int
upgrade(const char *db, const struct tcn_conf *conf,
    const struct tcn_rulebook *book)
{
	struct tcn_pipeline_conf pipe_conf = { 0 };
	struct tcn_pipeline *pipe;
	struct tcn_err err = { 0 };
	enum tcn_rc rc;

	tcn_setup_pipeline(conf, &pipe_conf);
	pipe_conf.verb = "upgrade";
	pipe_conf.existing = true;
	tcn_rulebook_use(book, &pipe_conf.detector);
	rc = tcn_pipeline_open(&pipe_conf, db, &pipe, &err);
	if (rc)
		return tcn_say_rc(rc, &err);
	tcn_pipeline_close(pipe);
	tcn_say("%s: up to date", db);
	return TCN_EXIT_OK;
}

static int
run_upgrade(const void *opts_in, int argc, char **argv)
{
	const struct args *args = opts_in;
	struct tcn_rulebook book = { .match = NULL };
	struct tcn_conf conf;
	int code;

	(void)argc, (void)argv;
	if (!args->db) {
		tcn_say("upgrade: --db FILE must say which store");
		return TCN_EXIT_USAGE;
	}
	if (args->check)
		return say_plan(args->db);
	code = tcn_conf_start(&args->conf, &conf);
	if (!code)
		code = tcn_rulebook_start(&conf, &book);
	if (!code)
		code = upgrade(args->db, &conf, &book);
	tcn_rulebook_close(&book);
	tcn_conf_fini(&conf);
	return code;
}

const struct tcn_verb tcn_verb_upgrade = {
	.name = "upgrade",
	.summary = "bring a store of an older program up to date",
	.usage = "--db FILE [--check] [OPTION]...",
	.details =
	    "A copy is changed and takes the store's place; the old file is "
	    "kept as FILE.before-SCHEMA. Articles, events with their ids and "
	    "revisions, what desks did, silences, messages and editions stay "
	    "as they are. The detector's state is made anew from the articles, "
	    "with the settings and rules that are given: give those of 'tocsin "
	    "run', which upgrades a store in the same way. A kill at any "
	    "moment "
	    "leaves the old store or the new one, and the same command goes "
	    "on. A store of this program whose saved state cannot be read gets "
	    "a new one, too.",
	.opts = opts,
	.args_bytes = sizeof(struct args),
	.run = run_upgrade,
};
