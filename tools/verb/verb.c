#include "tools/verb/verb.h"

#include <assert.h>
#include <ctype.h>
#include <string.h>
#include <unistd.h>

#include "engine/base/buf.h"
#include "engine/base/err.h"
#include "engine/base/mem.h"
#include "engine/base/suggest.h"
#include "tools/base/say.h"
#include "tools/conf/conf.h"
#include "tools/serve/client/session.h"

const struct tcn_verb *
tcn_verb_at(size_t i)
{
	return i < tcn_verb_program.n ? tcn_verb_program.rows[i].verb : NULL;
}

const char *
tcn_verb_heading(size_t i)
{
	return i < tcn_verb_program.n ? tcn_verb_program.rows[i].heading : NULL;
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
		tcn_say("no verb '%s'; did you mean '%s %s'?", name,
		    tcn_verb_program.name, best);
	else
		tcn_say("no verb '%s'; '%s help' lists them", name,
		    tcn_verb_program.name);
	return TCN_EXIT_USAGE;
}

static int
print_help(const struct tcn_verb *verb)
{
	struct tcn_buf out = { 0 };
	int code;

	tcn_buf_printf(&out, "Usage: %s %s", tcn_verb_program.name, verb->name);
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
		tcn_say("%s needs %s; usage: %s %s %s", verb->name,
		    n ? "more arguments" : "an argument", tcn_verb_program.name,
		    verb->name, verb->usage);
	else if (verb->args_max >= 0 && n > verb->args_max)
		tcn_say("%s does not take '%s'; usage: %s %s %s", verb->name,
		    argv[verb->args_max], tcn_verb_program.name, verb->name,
		    verb->usage);
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
		tcn_say("%s: %s ('%s %s --help' lists the options)", verb->name,
		    err.text, tcn_verb_program.name, verb->name);
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

	code = run_with(verb, args, argc, argv);
	tcn_opt_fini(verb->opts, args);
	tcn_mem_free(args);
	return code;
}

static bool
is_of_lab(const char *name)
{
	const char *const *verb = tcn_verb_program.of_lab;

	while (verb && *verb && strcmp(*verb, name) != 0)
		verb++;
	return verb && *verb;
}

/* Goes on as tocsin-lab, which lies beside this program or in PATH. */
static int
run_lab(char **argv)
{
	static char name[] = "tocsin-lab";
	char path[4096];
	ssize_t n = readlink("/proc/self/exe", path, sizeof path - 5);

	tcn_say("%s is a verb of %s", argv[1], name);
	argv[0] = name;
	if (n > 0) {
		memcpy(path + n, "-lab", sizeof "-lab");
		execv(path, argv);
	}
	execvp(name, argv);
	tcn_say("%s is not installed: 'make install-lab' installs it", name);
	return TCN_EXIT_USAGE;
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
		tcn_say("which verb? '%s help' lists them",
		    tcn_verb_program.name);
		return TCN_EXIT_USAGE;
	}
	verb = tcn_verb_find(spelt_out(argv[1]));
	if (!verb && is_of_lab(argv[1]))
		return run_lab(argv);
	if (!verb)
		return unknown(argv[1]);
	return run(verb, argc - 1, argv + 1);
}
