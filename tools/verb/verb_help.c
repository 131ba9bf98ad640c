#include <string.h>

#include "engine/base/buf.h"
#include "tools/base/say.h"
#include "tools/verb/verb.h"

/* Adds the verbs that are only named, in a paragraph. */
static void
list_names(struct tcn_buf *out)
{
	const struct tcn_verb *const *verb = tcn_verb_program.more;
	struct tcn_buf names = { 0 };

	for (; *verb && !strchr((*verb)->name, ' '); verb++)
		tcn_buf_printf(&names, "%s%s", names.n ? ", " : "",
		    (*verb)->name);
	tcn_buf_z(out, "Also       ");
	tcn_opt_wrap(out, names.at, 11, 11);
	tcn_buf_fini(&names);
}

/* Lists the verbs on one screen: fewer than 24 lines of 80 columns. */
static int
list(void)
{
	struct tcn_buf out = { 0 };
	int code;

	tcn_buf_printf(&out, "Usage: %s VERB [OPTION]... [ARGUMENT]...\n%s\n\n",
	    tcn_verb_program.name, tcn_verb_program.does);
	for (size_t i = 0; i < tcn_verb_program.n; i++) {
		const struct tcn_verb_row *row = &tcn_verb_program.rows[i];

		tcn_buf_printf(&out, "%-11s%-9s",
		    row->heading ? row->heading : "", row->verb->name);
		tcn_opt_wrap(&out, row->verb->summary, 20, 20);
	}
	list_names(&out);
	tcn_buf_printf(&out,
	    "'%s VERB --help' explains one.%s\n"
	    "Exit codes: 0 done, 1 no, 2 usage, 3 input, 4 failure, 5 store in "
	    "use.\n",
	    tcn_verb_program.name, tcn_verb_program.lab);
	code = tcn_say_out(&out);
	tcn_buf_fini(&out);
	return code;
}

static int
run(const void *opts, int argc, char **argv)
{
	char flag[] = "--help";
	char *words[] = { NULL, argv[0], flag, NULL, NULL };

	(void)opts;
	if (argc == 0)
		return list();
	if (argc == 2) {
		words[2] = argv[1];
		words[3] = flag;
	}
	return tcn_verb_main(argc + 2, words);
}

const struct tcn_verb tcn_verb_help = {
	.name = "help",
	.summary = "list the verbs, or explain one",
	.usage = "[VERB]",
	.args_max = 2,
	.run = run,
};
