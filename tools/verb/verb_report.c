/*
 * tocsin report: writes special reports of a store's events.
 */
#include <stdio.h>

#include "engine/base/buf.h"
#include "engine/base/date.h"
#include "engine/base/err.h"
#include "tools/base/say.h"
#include "tools/base/store_lock.h"
#include "tools/base/when.h"
#include "tools/serve/client/remote_reports.h"
#include "tools/serve/client/session.h"
#include "tools/tell/report/report_files.h"
#include "tools/verb/verb.h"

struct args {
	struct tcn_conf_args conf;
	struct tcn_session_args session;
	const char *dir, *format, *language, *since, *until;
	bool print, keep, dossier;
};

static const struct tcn_opt opts[] = {
	TCN_CONF_OPTS(struct args, conf),
	TCN_SESSION_OPTS(struct args, session),
	{ "dir", 'd', "DIR",
	    "write the files there; default: the setting report.dir",
	    TCN_OPT_TEXT, offsetof(struct args, dir) },
	{ "format", 'f', "FORMAT",
	    "only this format: html, md or json; default: the setting "
	    "report.formats",
	    TCN_OPT_TEXT, offsetof(struct args, format) },
	{ "language", 'l', "CODE",
	    "the language of its words: en, de, es, fr, or auto, that of most "
	    "articles; default: the setting report.language",
	    TCN_OPT_TEXT, offsetof(struct args, language) },
	{ "print", 'p', NULL,
	    "print the report of one event instead of writing files; md "
	    "unless --format says otherwise",
	    TCN_OPT_FLAG, offsetof(struct args, print) },
	{ "dossier", 0, NULL,
	    "report the whole dossier that the event is an episode of, with "
	    "one timeline, or of a period each beside its events; of an event "
	    "that stands alone the event",
	    TCN_OPT_FLAG, offsetof(struct args, dossier) },
	{ "keep", 0, NULL, "keep the reports in the store as well",
	    TCN_OPT_FLAG, offsetof(struct args, keep) },
	{ "since", 0, "TIME", "events that fired at TIME or later",
	    TCN_OPT_TEXT, offsetof(struct args, since) },
	{ "until", 0, "TIME", "events that fired before TIME", TCN_OPT_TEXT,
	    offsetof(struct args, until) },
	{ 0 },
};

static void
print_path(void *ctx, const char *path)
{
	(void)ctx;
	printf("%s\n", path);
}

static enum tcn_rc
read_format(const char *text, unsigned *formats, struct tcn_err *err)
{
	if (!text)
		return TCN_OK;
	for (unsigned f = 0; f < TCN_REPORT_FORMATS; f++) {
		const char *suffix =
		    tcn_report_suffix((enum tcn_report_format)f);

		if (strcmp(text, suffix) == 0) {
			*formats = 1u << f;
			return TCN_OK;
		}
	}
	return tcn_err_set(err, TCN_INVALID,
	    "--format %s: use html, md or json", text);
}

static enum tcn_rc
read_language(const char *text, enum tcn_words_language *language,
    struct tcn_err *err)
{
	return !text || tcn_words_find(text, language)
	    ? TCN_OK
	    : tcn_err_set(err, TCN_INVALID,
		  "--language %s: use en, de, es, fr or auto", text);
}

/* The format to print: that of --format, else Markdown. */
static enum tcn_report_format
one_format(const struct args *args, unsigned formats)
{
	for (unsigned f = 0; args->format && f < TCN_REPORT_FORMATS; f++)
		if (formats == 1u << f)
			return (enum tcn_report_format)f;
	return TCN_REPORT_MD;
}

static int
write_one(const struct tcn_report_job *job, const char *id)
{
	struct tcn_err err = { 0 };
	bool found = false;
	enum tcn_rc rc =
	    tcn_report_files_event(job, id, print_path, NULL, &found, &err);

	if (rc != TCN_OK)
		return tcn_say_rc(rc, &err);
	if (!found)
		tcn_say("no event has the id '%s': 'tocsin event list' and "
			"/v1/events show them",
		    id);
	return found ? TCN_EXIT_OK : TCN_EXIT_NO;
}

static int
write_period(const struct tcn_report_job *job, const struct args *args)
{
	int64_t since_ms = INT64_MIN, until_ms = INT64_MAX;
	struct tcn_err err = { 0 };
	size_t n = 0;
	enum tcn_rc rc =
	    tcn_when_option("--since", args->since, &since_ms, &err);

	if (rc == TCN_OK)
		rc = tcn_when_option("--until", args->until, &until_ms, &err);
	if (rc == TCN_OK)
		rc = tcn_report_files_period(job, since_ms, until_ms,
		    print_path, NULL, &n, &err);
	if (rc != TCN_OK)
		return tcn_say_rc(rc, &err);
	tcn_say("%zu report%s in %s", n, n == 1 ? "" : "s", job->dir);
	return TCN_EXIT_OK;
}

/* Writes reports of a store that leads to each other, or keeps them in it. */
static int
report_with(const struct args *args, const struct tcn_conf *conf,
    const char *id)
{
	struct tcn_store *st = NULL;
	struct tcn_report_job job;
	struct tcn_err err = { 0 };
	struct tcn_store_lock *lock = NULL;
	enum tcn_rc rc = TCN_OK;
	int code;

	if (args->keep)
		rc = tcn_store_lock_take_beside(args->session.db, "report",
		    &lock, &err);
	if (rc == TCN_OK)
		rc = tcn_store_open(args->session.db,
		    args->keep ? TCN_STORE_EXISTING : TCN_STORE_READ_ONLY, &st,
		    &err);

	job = tcn_report_job(conf, st, args->dir);
	job.keep = args->keep ? st : NULL;
	if (rc == TCN_OK)
		rc = read_format(args->format, &job.formats, &err);
	if (rc == TCN_OK)
		rc = read_language(args->language, &job.language, &err);
	if (rc != TCN_OK)
		code = tcn_say_rc(rc, &err);
	else
		code = id ? write_one(&job, id) : write_period(&job, args);
	tcn_store_close(st);
	tcn_store_lock_release(lock);
	return code ? code : tcn_say_flush();
}

/* Asks for the report of an event, or those of a daemon's events. */
static enum tcn_rc
ask(struct tcn_session *session, const struct args *args,
    struct tcn_remote_reports *job, const char *id)
{
	int64_t since_ms = INT64_MIN, until_ms = INT64_MAX;
	size_t n = 0;
	enum tcn_rc rc =
	    read_format(args->format, &job->formats, &session->err);

	if (rc == TCN_OK)
		rc = read_language(args->language, &job->language,
		    &session->err);
	if (rc == TCN_OK && id && args->print)
		rc = tcn_remote_reports_show(job, id,
		    one_format(args, job->formats));
	else if (rc == TCN_OK && id)
		rc = tcn_remote_reports_event(job, id);
	if (id)
		return tcn_session_miss(session, rc);
	if (rc == TCN_OK)
		rc = tcn_when_option("--since", args->since, &since_ms,
		    &session->err);
	if (rc == TCN_OK)
		rc = tcn_when_option("--until", args->until, &until_ms,
		    &session->err);
	if (rc == TCN_OK)
		rc = tcn_remote_reports_period(job, args->since, args->until,
		    since_ms, until_ms, &n);
	if (rc == TCN_OK)
		tcn_say("%zu report%s in %s", n, n == 1 ? "" : "s", job->dir);
	return rc;
}

static int
report_by_routes(const struct args *args, const struct tcn_conf *conf,
    const char *id)
{
	const struct tcn_report_job like =
	    tcn_report_job(conf, NULL, args->dir);
	struct tcn_session session;
	struct tcn_remote_reports job = {
		.session = &session,
		.dir = like.dir,
		.formats = like.formats,
		.language = like.language,
		.dossier = args->dossier,
		.on_file = print_path,
	};
	enum tcn_rc rc = tcn_session_open(&session, &args->session, conf,
	    TCN_SESSION_READS, "report");
	int code;

	if (rc == TCN_OK)
		rc = ask(&session, args, &job, id);
	code = tcn_session_close(&session, rc);
	return code ? code : tcn_say_flush();
}

/* Returns what is contradictory on the command line; NULL: nothing. */
static const char *
contradiction(const struct args *args, const char *id)
{
	if (args->keep && !args->session.db)
		return "report --keep is about a store: name it with --db FILE";
	if (id && (args->since || args->until))
		return "report takes an EVENT or a period, not both";
	if (!id && args->print)
		return "report --print needs an EVENT";
	if (args->keep && args->dossier)
		return "report --dossier keeps nothing: leave out --keep";
	if (args->keep && args->print)
		return "report --print keeps nothing: leave out --keep";
	return NULL;
}

static int
run_report(const void *opts_in, int argc, char **argv)
{
	const struct args *args = opts_in;
	const char *id = argc ? argv[0] : NULL;
	const char *wrong = contradiction(args, id);
	struct tcn_err err = { 0 };
	struct tcn_conf conf;
	enum tcn_rc rc;
	int code;

	if (wrong) {
		tcn_say("%s", wrong);
		return TCN_EXIT_USAGE;
	}
	rc = tcn_conf_load(&args->conf, &conf, &err);
	if (rc == TCN_OK)
		code = args->session.db && !args->session.url &&
			(args->keep || (!id && !args->dossier))
		    ? report_with(args, &conf, id)
		    : report_by_routes(args, &conf, id);
	else
		code = tcn_say_rc(rc, &err);
	tcn_conf_fini(&conf);
	return code;
}

const struct tcn_verb tcn_verb_report = {
	.name = "report",
	.summary =
	    "write the special report of an event, or of all of a period",
	.usage = "--db FILE|--url URL [OPTION]... [EVENT] | "
		 "link list|revoke|rotate",
	.details =
	    "Writes one file a format and prints its path. Without an EVENT, "
	    "all events are reported, or those that fired between --since and "
	    "--until, with an index page that leads to them; only the index's "
	    "path is printed.\n\n"
	    "TIME is a day (2026-11-21), a time with its offset "
	    "(2026-11-21T14:05:00Z) or unix seconds; --until itself is not in "
	    "the period. The HTML is one file without scripts that opens "
	    "anywhere; the form of the JSON is in tocsin-report.schema.json.",
	.opts = opts,
	.args_bytes = sizeof(struct args),
	.args_max = 1,
	.run = run_report,
};
