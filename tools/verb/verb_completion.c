/*
 * tocsin completion: prints a script by which a shell completes this command.
 * All that the scripts know comes from the tables of verbs, options, actions
 * and settings.
 */
#include <string.h>

#include "engine/base/buf.h"
#include "tools/base/say.h"
#include "tools/conf/conf.h"
#include "tools/verb/verb.h"
#include "tools/verb/verb_action.h"

/* What an option takes. */
enum takes {
	TAKES_NOTHING,
	TAKES_WORD, /* one of those that its row tells */
	TAKES_KEY, /* a setting, and more behind "=" */
	TAKES_FILE,
	TAKES_DIR,
	TAKES_TEXT, /* something that nobody can guess */
};

static enum takes
takes_of(const struct tcn_opt *opt)
{
	static const struct {
		const char *arg; /* its beginning */
		enum takes takes;
	} known[] = {
		{ "FILE", TAKES_FILE },
		{ "STREAM", TAKES_FILE },
		{ "DIR", TAKES_DIR },
		{ "FOLDER", TAKES_DIR },
		{ "KEY=", TAKES_KEY },
	};

	if (opt->kind == TCN_OPT_FLAG)
		return TAKES_NOTHING;
	if (opt->kind == TCN_OPT_CHOICE)
		return TAKES_WORD;
	for (size_t i = 0; i < sizeof known / sizeof *known; i++)
		if (strncmp(opt->arg, known[i].arg, strlen(known[i].arg)) == 0)
			return known[i].takes;
	return TAKES_TEXT;
}

static void
add_choices(struct tcn_buf *out, const struct tcn_opt *opt)
{
	const char *choices = opt->arg;
	struct tcn_str word;

	while ((word = tcn_opt_next_choice(&choices)).n)
		tcn_buf_printf(out, "%.*s ", TCN_STR_ARG(word));
}

static bool
is_of_group(const struct tcn_verb *verb)
{
	return strchr(verb->name, ' ') != NULL;
}

/* The verbs of a group; of NULL: those that are of none. */
static void
add_verbs(struct tcn_buf *out, const struct tcn_verb *group)
{
	const struct tcn_verb *verb;

	for (size_t i = 0; (verb = tcn_verb_at(i)) != NULL; i++)
		if (group ? tcn_verb_word(verb, group) != NULL
			  : !is_of_group(verb))
			tcn_buf_printf(out, "%s ", tcn_verb_word(verb, group));
}

/* A verb as the scripts name it: one of a group as one word, "tune/sweep". */
static void
add_name(struct tcn_buf *out, const struct tcn_verb *verb)
{
	for (const char *c = verb->name; *c; c++)
		tcn_buf_char(out, *c == ' ' ? '/' : *c);
}

/* The verbs of all groups. */
static void
add_members(struct tcn_buf *out)
{
	const struct tcn_verb *verb;

	for (size_t i = 0; (verb = tcn_verb_at(i)) != NULL; i++) {
		if (!is_of_group(verb))
			continue;
		add_name(out, verb);
		tcn_buf_char(out, ' ');
	}
}

static void
add_keys(struct tcn_buf *out)
{
	const struct tcn_conf_row *row;

	for (size_t i = 0; (row = tcn_conf_row(i)) != NULL; i++)
		if (row->kind != TCN_CONF_SECTION)
			tcn_buf_printf(out, "%s ", row->key);
}

/*
 * The words that the first argument of a verb is one of; none: any file, where
 * it takes arguments.
 */
static void
add_first(struct tcn_buf *out, const struct tcn_verb *verb)
{
	const char *name;

	if (verb == &tcn_verb_help)
		add_verbs(out, NULL);
	else if (verb == &tcn_verb_config)
		add_keys(out);
	else if (verb == &tcn_verb_completion)
		tcn_buf_z(out, "bash zsh fish");
	for (size_t i = 0; verb->actions &&
	     (name = tcn_verb_action_name(verb->actions, i)) != NULL;
	     i++)
		tcn_buf_printf(out, "%s ", name);
	add_verbs(out, verb);
}

/*
 * Text within single quotes, one of which is written as `quote`; a backslash
 * goes before what `special` has.
 */
static void
add_quoted(struct tcn_buf *out, const char *text, const char *quote,
    const char *special)
{
	for (; *text; text++) {
		if (strchr(special, *text))
			tcn_buf_char(out, '\\');
		if (*text == '\'')
			tcn_buf_z(out, quote);
		else
			tcn_buf_char(out, *text);
	}
}

/* --- bash --- */

static const char bash_head[] =
    "# Completes tocsin in bash; 'tocsin completion bash' wrote it.\n"
    "_tocsin() {\n"
    "	local at=$COMP_CWORD cur=${COMP_WORDS[COMP_CWORD]}\n"
    "	local verb= take= first= options= word\n"
    "	# Bash has split --db=FILE at the sign.\n"
    "	if [[ $cur == = ]]; then\n"
    "		cur=\n"
    "	elif [[ ${COMP_WORDS[at - 1]} == = ]]; then\n"
    "		at=$((at - 1))\n"
    "	fi\n"
    "	[[ $COMP_CWORD == 1 ]] || verb=${COMP_WORDS[1]}\n"
    "	local begin=2 members=' ";
static const char bash_keys[] =
    "'\n"
    "	if [[ $COMP_CWORD -gt 2 &&\n"
    "	    $members == *\" $verb/${COMP_WORDS[2]} \"* ]]; then\n"
    "		verb+=/${COMP_WORDS[2]}\n"
    "		begin=3\n"
    "	fi\n"
    "	local keys='";
static const char bash_middle[] =
    "	esac\n"
    "	for word in \"${COMP_WORDS[@]:begin:at > begin ? at - begin : 0}\"; "
    "do\n"
    "		[[ \" $first \" != *\" $word \"* ]] || first=FILE\n"
    "	done\n"
    "	case \"$verb ${COMP_WORDS[at - 1]}\" in\n";
static const char bash_tail[] =
    "	*)\n"
    "		take=${first:-FILE}\n"
    "		[[ $cur != -* ]] || take=$options\n"
    "		;;\n"
    "	esac\n"
    "	case $take in\n"
    "	TEXT) COMPREPLY=() ;;\n"
    "	FILE | DIR)\n"
    "		[[ $take == DIR ]] && take=-d || take=-f\n"
    "		mapfile -t COMPREPLY < <(compgen $take -- \"$cur\")\n"
    "		compopt -o filenames 2>/dev/null\n"
    "		;;\n"
    "	KEY)\n"
    "		mapfile -t COMPREPLY < <(compgen -S= -W \"$keys\" -- "
    "\"$cur\")\n"
    "		compopt -o nospace 2>/dev/null\n"
    "		;;\n"
    "	*) mapfile -t COMPREPLY < <(compgen -W \"$take\" -- \"$cur\") ;;\n"
    "	esac\n"
    "}\n"
    "complete -F _tocsin tocsin\n";

static void
bash_verb(struct tcn_buf *out, const struct tcn_verb *verb)
{
	const struct tcn_opt *opt;

	tcn_buf_char(out, '\t');
	add_name(out, verb);
	tcn_buf_z(out, ")\n		first='");
	if (!verb->args_max)
		tcn_buf_z(out, "TEXT");
	add_first(out, verb);
	tcn_buf_z(out, "'\n		options='");
	for (size_t i = 0; (opt = tcn_opt_row(verb->opts, i)) != NULL; i++)
		tcn_buf_printf(out, "--%s ", opt->name);
	tcn_buf_z(out, "'\n		;;\n");
}

static void
bash_opts(struct tcn_buf *out, const struct tcn_verb *verb)
{
	static const char *const takes[] = {
		[TAKES_KEY] = "KEY",
		[TAKES_FILE] = "FILE",
		[TAKES_DIR] = "DIR",
		[TAKES_TEXT] = "TEXT",
	};
	const struct tcn_opt *opt;

	for (size_t i = 0; (opt = tcn_opt_row(verb->opts, i)) != NULL; i++) {
		enum takes kind = takes_of(opt);

		if (kind == TAKES_NOTHING)
			continue;
		tcn_buf_z(out, "	'");
		add_name(out, verb);
		tcn_buf_printf(out, " --%s'", opt->name);
		if (opt->letter) {
			tcn_buf_z(out, " | '");
			add_name(out, verb);
			tcn_buf_printf(out, " -%c'", opt->letter);
		}
		tcn_buf_z(out, ") take=\"");
		if (kind == TAKES_WORD)
			add_choices(out, opt);
		else
			tcn_buf_z(out, takes[kind]);
		tcn_buf_z(out, "\" ;;\n");
	}
}

static void
bash(struct tcn_buf *out)
{
	tcn_buf_z(out, bash_head);
	add_members(out);
	tcn_buf_z(out, bash_keys);
	add_keys(out);
	tcn_buf_z(out, "'\n	case $verb in\n	'') first='");
	add_verbs(out, NULL);
	tcn_buf_z(out, "' options='--help --version' ;;\n");
	for (size_t i = 0; tcn_verb_at(i); i++)
		bash_verb(out, tcn_verb_at(i));
	tcn_buf_z(out, bash_middle);
	for (size_t i = 0; tcn_verb_at(i); i++)
		bash_opts(out, tcn_verb_at(i));
	tcn_buf_z(out, bash_tail);
}

/* --- zsh --- */

static const char zsh_head[] =
    "#compdef tocsin\n"
    "# Completes tocsin in zsh; 'tocsin completion zsh' wrote it.\n"
    "_tocsin_keys() {\n"
    "	local -a keys=(";
static const char zsh_verbs[] = ")\n"
				"	compadd -S = -a keys\n"
				"}\n"
				"_tocsin() {\n"
				"	local -a verbs=(\n";
static const char zsh_middle[] = "	)\n"
				 "	if ((CURRENT == 2)); then\n"
				 "		_describe verb verbs\n"
				 "		return\n"
				 "	fi\n"
				 "	local verb=$words[2] members=' ";
static const char zsh_cases[] =
    "'\n"
    "	shift words\n"
    "	((CURRENT--))\n"
    "	if ((CURRENT > 2)) && [[ $members == *\" $verb/$words[2] \"* ]]; "
    "then\n"
    "		verb+=/$words[2]\n"
    "		shift words\n"
    "		((CURRENT--))\n"
    "	fi\n"
    "	case $verb in\n";
static const char zsh_tail[] = "	esac\n"
			       "}\n"
			       "if [[ $funcstack[1] == _tocsin ]]; then\n"
			       "	_tocsin \"$@\"\n"
			       "else\n"
			       "	compdef _tocsin tocsin\n"
			       "fi\n";

static void
zsh_opt(struct tcn_buf *out, const struct tcn_opt *opt)
{
	static const char *const takes[] = {
		[TAKES_NOTHING] = "",
		[TAKES_WORD] = "word:(",
		[TAKES_KEY] = "setting:_tocsin_keys",
		[TAKES_FILE] = "file:_files",
		[TAKES_DIR] = "folder:_files -/",
		[TAKES_TEXT] = "text: ",
	};
	enum takes kind = takes_of(opt);
	const char *sign = kind == TAKES_NOTHING ? "" : "=";

	tcn_buf_z(out, " \\\n			'");
	if (opt->kind == TCN_OPT_LIST)
		tcn_buf_char(out, '*');
	else if (opt->letter)
		tcn_buf_printf(out, "(-%c --%s)", opt->letter, opt->name);
	if (opt->letter)
		tcn_buf_printf(out, "'{-%c,--%s%s}'[", opt->letter, opt->name,
		    sign);
	else
		tcn_buf_printf(out, "--%s%s[", opt->name, sign);
	add_quoted(out, opt->help, "'\\''", "[]\\:");
	tcn_buf_z(out, "]");
	if (kind == TAKES_WORD && *opt->arg == '[')
		tcn_buf_char(out, ':'); /* may be left out */
	tcn_buf_printf(out, "%s%s", *sign ? ":" : "", takes[kind]);
	if (kind == TAKES_WORD) {
		add_choices(out, opt);
		tcn_buf_char(out, ')');
	}
	tcn_buf_char(out, '\'');
}

static void
zsh_verb(struct tcn_buf *out, const struct tcn_verb *verb)
{
	const struct tcn_opt *opt;
	struct tcn_buf first = { 0 };

	tcn_buf_char(out, '\t');
	add_name(out, verb);
	tcn_buf_z(out, ")\n		_arguments");
	for (size_t i = 0; (opt = tcn_opt_row(verb->opts, i)) != NULL; i++)
		zsh_opt(out, opt);
	add_first(&first, verb);
	if (first.n)
		tcn_buf_printf(out,
		    " \\\n			'1:word:(%.*s)'", (int)first.n,
		    first.at);
	if (verb->args_max)
		tcn_buf_z(out, " \\\n			'*:file:_files'");
	tcn_buf_z(out, "\n		;;\n");
	tcn_buf_fini(&first);
}

static void
zsh(struct tcn_buf *out)
{
	const struct tcn_verb *verb;

	tcn_buf_z(out, zsh_head);
	add_keys(out);
	tcn_buf_z(out, zsh_verbs);
	for (size_t i = 0; (verb = tcn_verb_at(i)) != NULL; i++) {
		if (is_of_group(verb))
			continue;
		tcn_buf_printf(out, "		'%s:", verb->name);
		add_quoted(out, verb->summary, "'\\''", "\\");
		tcn_buf_z(out, "'\n");
	}
	tcn_buf_z(out, zsh_middle);
	add_members(out);
	tcn_buf_z(out, zsh_cases);
	for (size_t i = 0; (verb = tcn_verb_at(i)) != NULL; i++)
		zsh_verb(out, verb);
	tcn_buf_z(out, zsh_tail);
}

/* --- fish --- */

static const char fish_head[] =
    "# Completes tocsin in fish; 'tocsin completion fish' wrote it.\n"
    "function __tocsin_words # one of a group is one word\n"
    "	set -l words (commandline -opc)\n"
    "	if contains -- $words[2]/$words[3] ";
static const char fish_is[] =
    "\n"
    "		set words $words[1] $words[2]/$words[3] $words[4..]\n"
    "	end\n"
    "	printf '%s\\n' $words\n"
    "end\n"
    "function __tocsin_is # the verb\n"
    "	set -l words (__tocsin_words)\n"
    "	test (count $words) -ge 2 && test $words[2] = $argv[1]\n"
    "end\n"
    "function __tocsin_first # the verb, and none of its words yet\n"
    "	set -l words (__tocsin_words)\n"
    "	__tocsin_is $argv[1] || return\n"
    "	for word in $argv[2..]\n"
    "		not contains -- $word $words[3..] || return\n"
    "	end\n"
    "end\n"
    "function __tocsin_file # the verb, and one of its words if it has any\n"
    "	__tocsin_is $argv[1] || return\n"
    "	test (count $argv) -eq 1 || not __tocsin_first $argv\n"
    "end\n";
static void
fish_opt(struct tcn_buf *out, const struct tcn_verb *verb,
    const struct tcn_opt *opt)
{
	static const char *const takes[] = {
		[TAKES_NOTHING] = "",
		[TAKES_WORD] = " -x -a '",
		[TAKES_KEY] = " -x -a '(__tocsin_keys)'",
		[TAKES_FILE] = " -r -F",
		[TAKES_DIR] = " -x -a '(__fish_complete_directories)'",
		[TAKES_TEXT] = " -x",
	};
	enum takes kind = takes_of(opt);

	tcn_buf_z(out, "complete -c tocsin -n '__tocsin_is ");
	add_name(out, verb);
	tcn_buf_printf(out, "' -l %s", opt->name);
	if (opt->letter)
		tcn_buf_printf(out, " -s %c", opt->letter);
	tcn_buf_z(out, takes[kind]);
	if (kind == TAKES_WORD) {
		add_choices(out, opt);
		tcn_buf_char(out, '\'');
	}
	tcn_buf_z(out, " -d '");
	add_quoted(out, opt->help, "\\'", "\\");
	tcn_buf_z(out, "'\n");
}

static void
fish_verb(struct tcn_buf *out, const struct tcn_verb *verb)
{
	struct tcn_buf first = { 0 }, name = { 0 };
	const struct tcn_opt *opt;

	if (!is_of_group(verb)) {
		tcn_buf_printf(out,
		    "complete -c tocsin -n __fish_use_subcommand -a %s -d '",
		    verb->name);
		add_quoted(out, verb->summary, "\\'", "\\");
		tcn_buf_z(out, "'\n");
	}
	add_first(&first, verb);
	add_name(&name, verb);
	if (first.n)
		tcn_buf_printf(out,
		    "complete -c tocsin -n '__tocsin_first %s %s' -a '%s'\n",
		    name.at, first.at, first.at);
	if (verb->args_max)
		tcn_buf_printf(out,
		    "complete -c tocsin -n '__tocsin_file %s %s' -F\n", name.at,
		    first.n ? first.at : "");
	tcn_buf_fini(&first);
	tcn_buf_fini(&name);
	for (size_t i = 0; (opt = tcn_opt_row(verb->opts, i)) != NULL; i++)
		fish_opt(out, verb, opt);
}

static void
fish(struct tcn_buf *out)
{
	tcn_buf_z(out, fish_head);
	add_members(out);
	tcn_buf_z(out, fish_is);
	tcn_buf_z(out, "function __tocsin_keys\n	printf '%s=\\n' ");
	add_keys(out);
	tcn_buf_z(out, "\nend\ncomplete -c tocsin -f\n");
	for (size_t i = 0; tcn_verb_at(i); i++)
		fish_verb(out, tcn_verb_at(i));
}

/* --- the verb --- */

static int
run(const void *opts, int argc, char **argv)
{
	static const struct {
		const char *name;
		void (*print)(struct tcn_buf *out);
	} shells[] = { { "bash", bash }, { "zsh", zsh }, { "fish", fish } };
	struct tcn_buf out = { 0 };
	int code;

	(void)opts;
	(void)argc;
	for (size_t i = 0; i < sizeof shells / sizeof *shells; i++)
		if (strcmp(argv[0], shells[i].name) == 0)
			shells[i].print(&out);
	if (!out.n) {
		tcn_say("completion: no shell '%s': bash, zsh and fish are",
		    argv[0]);
		return TCN_EXIT_USAGE;
	}
	code = tcn_say_out(&out);
	tcn_buf_fini(&out);
	return code;
}

const struct tcn_verb tcn_verb_completion = {
	.name = "completion",
	.summary = "print a script by which a shell completes this command",
	.usage = "bash|zsh|fish",
	.details =
	    "'make install' puts these scripts where the shells look for them. "
	    "Else, for this session: 'source <(tocsin completion bash)' in "
	    "bash, the same with zsh in zsh, 'tocsin completion fish | source' "
	    "in fish.",
	.args_min = 1,
	.args_max = 1,
	.run = run,
};
