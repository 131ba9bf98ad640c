#include "tools/verb/verb.h"

#include <assert.h>
#include <ctype.h>

#include "engine/base/buf.h"
#include "engine/base/err.h"
#include "engine/base/mem.h"
#include "engine/base/suggest.h"
#include "tools/base/say.h"
#include "tools/client/session.h"
#include "tools/conf/conf.h"

/*
 * All verbs, in the order `tocsin help` lists them; a heading begins a group.
 */
static const struct {
	const char *heading;
	const struct tcn_verb *verb;
} rows[] = {
	{ "Run and send alerts", &tcn_verb_run },
	{ NULL, &tcn_verb_ingest },
	{ NULL, &tcn_verb_prepare },
	{ NULL, &tcn_verb_feeds },
	{ NULL, &tcn_verb_send_test },
	{ NULL, &tcn_verb_deliveries },
	{ "Work on events", &tcn_verb_event },
	{ NULL, &tcn_verb_silence },
	{ NULL, &tcn_verb_link },
	{ NULL, &tcn_verb_report },
	{ NULL, &tcn_verb_edition },
	{ NULL, &tcn_verb_show },
	{ NULL, &tcn_verb_search },
	{ NULL, &tcn_verb_related },
	{ NULL, &tcn_verb_dups },
	{ NULL, &tcn_verb_collapse },
	{ NULL, &tcn_verb_recommend },
	{ "Rules and settings", &tcn_verb_rules },
	{ NULL, &tcn_verb_config },
	{ NULL, &tcn_verb_check },
	{ "Keep the store safe and small", &tcn_verb_backup },
	{ NULL, &tcn_verb_restore },
	{ NULL, &tcn_verb_vacuum },
	{ "Try settings on a recorded stream", &tcn_verb_demo },
	{ NULL, &tcn_verb_stats },
	{ NULL, &tcn_verb_pairs },
	{ NULL, &tcn_verb_cluster },
	{ NULL, &tcn_verb_replay },
	{ NULL, &tcn_verb_sweep },
	{ NULL, &tcn_verb_diff },
	{ NULL, &tcn_verb_fit },
	{ NULL, &tcn_verb_explain },
	{ NULL, &tcn_verb_score },
	{ NULL, &tcn_verb_judge },
	{ "Tools", &tcn_verb_feed },
	{ NULL, &tcn_verb_extract },
	{ NULL, &tcn_verb_fingerprint },
	{ NULL, &tcn_verb_bench },
	{ NULL, &tcn_verb_simulate },
	{ NULL, &tcn_verb_completion },
	{ NULL, &tcn_verb_help },
	{ NULL, &tcn_verb_version },
};

#define ROWS (sizeof rows / sizeof *rows)

const struct tcn_verb *
tcn_verb_at(size_t i)
{
	return i < ROWS ? rows[i].verb : NULL;
}

const char *
tcn_verb_heading(size_t i)
{
	return i < ROWS ? rows[i].heading : NULL;
}

const struct tcn_verb *
tcn_verb_find(const char *name)
{
	const struct tcn_verb *verb;

	assert(name);
	for (size_t i = 0; (verb = tcn_verb_at(i)) != NULL; i++)
		if (strcmp(verb->name, name) == 0)
			return verb;
	return NULL;
}

static int
unknown(const char *name)
{
	struct tcn_suggest nearest;
	const struct tcn_verb *verb;
	const char *best;

	tcn_suggest_init(&nearest, name);
	for (size_t i = 0; (verb = tcn_verb_at(i)) != NULL; i++)
		tcn_suggest_offer(&nearest, verb->name);
	best = tcn_suggest_find(&nearest);
	if (best)
		tcn_say("no verb '%s'; did you mean 'tocsin %s'?", name, best);
	else
		tcn_say("no verb '%s'; 'tocsin help' lists them", name);
	return TCN_EXIT_USAGE;
}

static int
print_help(const struct tcn_verb *verb)
{
	struct tcn_buf out = { 0 };
	int code;

	tcn_buf_printf(&out, "Usage: tocsin %s", verb->name);
	tcn_buf_z(&out, *verb->usage ? " " : "");
	tcn_opt_wrap(&out, verb->usage, out.n, 14);
	tcn_buf_printf(&out, "\n%c%s.\n", toupper(verb->summary[0]),
	    verb->summary + 1);
	if (verb->details) {
		tcn_buf_char(&out, '\n');
		tcn_opt_wrap(&out, verb->details, 0, 0);
	}
	tcn_buf_z(&out, "\nOptions:\n");
	tcn_opt_help(verb->opts, &out);
	code = tcn_say_out(&out);
	tcn_buf_fini(&out);
	return code;
}

static int
check_count(const struct tcn_verb *verb, int n, char **argv)
{
	assert(verb->args_max < 0 || verb->args_min <= verb->args_max);
	if (n < verb->args_min)
		tcn_say("%s needs %s; usage: tocsin %s %s", verb->name,
		    n ? "more arguments" : "an argument", verb->name,
		    verb->usage);
	else if (verb->args_max >= 0 && n > verb->args_max)
		tcn_say("%s does not take '%s'; usage: tocsin %s %s",
		    verb->name, argv[verb->args_max], verb->name, verb->usage);
	else
		return TCN_EXIT_OK;
	return TCN_EXIT_USAGE;
}

/* The struct that opts has at that offset. */
static const void *
part_of(const void *opts, size_t at)
{
	return (const char *)opts + at;
}

static int
call_session(const struct tcn_verb *verb, const void *opts,
    const struct tcn_conf *conf, int argc, char **argv)
{
	struct tcn_session session;
	enum tcn_rc rc =
	    tcn_session_open(&session, part_of(opts, verb->session_at), conf,
		TCN_SESSION_READS, verb->name);

	if (!rc)
		rc = verb->run_session(&session, opts, argc, argv);
	return tcn_session_close(&session, rc);
}

static int
call_conf(const struct tcn_verb *verb, const void *opts, int argc, char **argv)
{
	struct tcn_conf conf;
	int code = tcn_conf_start(part_of(opts, verb->conf_at), &conf);

	if (!code && verb->run_conf)
		code = verb->run_conf(opts, &conf, argc, argv);
	else if (!code)
		code = call_session(verb, opts, &conf, argc, argv);
	tcn_conf_fini(&conf);
	return code;
}

static int
call(const struct tcn_verb *verb, const void *opts, int argc, char **argv)
{
	assert(!!verb->run + !!verb->run_conf + !!verb->run_session == 1);
	assert(verb->run_session || !verb->with_conf);
	if (verb->run_conf || verb->with_conf)
		return call_conf(verb, opts, argc, argv);
	if (verb->run_session)
		return call_session(verb, opts, NULL, argc, argv);
	return verb->run(opts, argc, argv);
}

static int
run_with(const struct tcn_verb *verb, void *args, int argc, char **argv)
{
	struct tcn_err err = { 0 };
	bool help;
	int rest, code;
	enum tcn_rc rc =
	    tcn_opt_parse(verb->opts, args, argc, argv, &rest, &help, &err);

	if (rc != TCN_OK) {
		tcn_say("%s: %s ('tocsin %s --help' lists the options)",
		    verb->name, err.text, verb->name);
		return rc == TCN_INVALID ? TCN_EXIT_USAGE : TCN_EXIT_FAILED;
	}
	if (help)
		return print_help(verb);
	code = check_count(verb, argc - rest, argv + rest);
	return code ? code : call(verb, args, argc - rest, argv + rest);
}

static int
run(const struct tcn_verb *verb, int argc, char **argv)
{
	void *args = tcn_mem_calloc(1, verb->args_bytes);
	int code;

	if (!args)
		return tcn_say_rc(TCN_NOMEM, NULL);
	code = run_with(verb, args, argc, argv);
	tcn_opt_fini(verb->opts, args);
	tcn_mem_free(args);
	return code;
}

/* Turns --help, -h, --version and -V in the place of a verb into the verb. */
static const char *
spelt_out(const char *name)
{
	if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0)
		return "help";
	if (strcmp(name, "--version") == 0 || strcmp(name, "-V") == 0)
		return "version";
	return name;
}

int
tcn_verb_main(int argc, char **argv)
{
	const struct tcn_verb *verb;

	if (argc < 2) {
		tcn_say("which verb? 'tocsin help' lists them");
		return TCN_EXIT_USAGE;
	}
	verb = tcn_verb_find(spelt_out(argv[1]));
	if (!verb)
		return unknown(argv[1]);
	return run(verb, argc - 1, argv + 1);
}
