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
	const size_t n = tcn_verb_program.n;

	return i < n ? tcn_verb_program.rows[i].verb
		     : tcn_verb_program.more[i - n];
}

const char *
tcn_verb_word(const struct tcn_verb *verb, const struct tcn_verb *group)
{
	const size_t n = group ? strlen(group->name) : 0;

	if (!group)
		return verb->was              ? verb->was
		    : strchr(verb->name, ' ') ? NULL
					      : verb->name;
	return strncmp(verb->name, group->name, n) == 0 && verb->name[n] == ' '
	    ? verb->name + n + 1
	    : NULL;
}

/* The verb that word calls; NULL: none. */
static const struct tcn_verb *
find(const struct tcn_verb *group, const char *word)
{
	const struct tcn_verb *verb;

	for (size_t i = 0; (verb = tcn_verb_at(i)) != NULL; i++) {
		const char *is = tcn_verb_word(verb, group);

		if (is && strcmp(is, word) == 0)
			return verb;
	}
	return NULL;
}

static int
unknown(const struct tcn_verb *group, const char *word)
{
	const char *program = tcn_verb_program.name;
	struct tcn_suggest nearest;
	const struct tcn_verb *verb;
	const char *best;

	tcn_suggest_init(&nearest, word);
	for (size_t i = 0; (verb = tcn_verb_at(i)) != NULL; i++)
		if (tcn_verb_word(verb, group))
			tcn_suggest_offer(&nearest, tcn_verb_word(verb, group));
	best = tcn_suggest_find(&nearest);
	if (best)
		tcn_say("no verb '%s'; did you mean '%s %s'?", word, program,
		    find(group, best)->name);
	else if (group)
		tcn_say("no verb '%s %s'; '%s help %s' lists them", group->name,
		    word, program, group->name);
	else
		tcn_say("no verb '%s'; '%s help' lists them", word, program);
	return TCN_EXIT_USAGE;
}

/* Is it a group that only leads to its verbs? */
static bool
only_leads(const struct tcn_verb *verb)
{
	return !verb->run && !verb->run_conf && !verb->run_session;
}

/* Adds the verbs of a group to its help. */
static void
list_members(const struct tcn_verb *group, struct tcn_buf *out)
{
	const char *heading = "\nVerbs:\n";
	const struct tcn_verb *verb;

	for (size_t i = 0; (verb = tcn_verb_at(i)) != NULL; i++) {
		if (!tcn_verb_word(verb, group))
			continue;
		tcn_buf_printf(out, "%s  %-10s", heading,
		    tcn_verb_word(verb, group));
		tcn_opt_wrap(out, verb->summary, 12, 12);
		heading = "";
	}
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
	list_members(verb, &out);
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
call(const struct tcn_verb *verb, const void *opts, int argc, char **argv)
{
	assert(verb->run_session || !verb->with_conf);
	if (only_leads(verb))
		return unknown(verb, argv[0]);
	if (verb->run_conf || verb->with_conf) {
		struct tcn_conf conf;
		int code = tcn_conf_start(part_of(opts, verb->conf_at), &conf);

		if (!code && verb->run_conf)
			code = verb->run_conf(opts, &conf, argc, argv);
		else if (!code)
			code = call_session(verb, opts, &conf, argc, argv);
		tcn_conf_fini(&conf);
		return code;
	}
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

/* Says what a verb is called now, unless a word asks for quiet. */
static void
say_new_name(const struct tcn_verb *verb, char **argv)
{
	const char *program = tcn_verb_program.name;

	for (char **word = argv; *word; word++)
		if (strcmp(*word, "--quiet") == 0 || strcmp(*word, "-q") == 0)
			return;
	tcn_say("'%s %s' is called '%s %s' now", program, argv[0], program,
	    verb->name);
}

int
tcn_verb_main(int argc, char **argv)
{
	const struct tcn_verb *verb, *member;

	if (argc < 2) {
		tcn_say("which verb? '%s help' lists them",
		    tcn_verb_program.name);
		return TCN_EXIT_USAGE;
	}
	verb = find(NULL, spelt_out(argv[1]));
	if (!verb && is_of_lab(argv[1]))
		return run_lab(argv);
	if (!verb)
		return unknown(NULL, argv[1]);
	member = argc > 2 ? find(verb, argv[2]) : NULL;
	if (member)
		return run(member, argc - 2, argv + 2);
	/* Before its options are read, which the group does not have. */
	if (only_leads(verb) && argc > 2 && argv[2][0] != '-')
		return unknown(verb, argv[2]);
	if (verb->was)
		say_new_name(verb, argv + 1);
	return run(verb, argc - 1, argv + 1);
}
