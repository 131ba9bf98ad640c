#include "engine/base/buf.h"
#include "tools/base/say.h"
#include "tools/verb/verb.h"

static int
list(void)
{
	struct tcn_buf out = { 0 };
	const struct tcn_verb *verb;
	int code;

	tcn_buf_printf(&out, "Usage: %s VERB [OPTION]... [ARGUMENT]...\n\n%s\n",
	    tcn_verb_program.name, tcn_verb_program.does);
	for (size_t i = 0; (verb = tcn_verb_at(i)) != NULL; i++) {
		const char *heading = tcn_verb_heading(i);

		if (heading)
			tcn_buf_printf(&out, "\n%s:\n", heading);
		tcn_buf_printf(&out, "  %-12s  ", verb->name);
		tcn_opt_wrap(&out, verb->summary, 16, 16);
	}
	tcn_buf_printf(&out, "\n'%s VERB --help' explains one.\n\n%s",
	    tcn_verb_program.name, tcn_verb_program.more);
	tcn_buf_z(&out,
	    "Exit codes: 0 done; 1 the answer is no; 2 the command line or\n"
	    "the configuration is wrong; 3 the input had bad lines (with\n"
	    "--strict); 4 input/output, store or memory failed; 5 another\n"
	    "program is writing to the store.\n");
	code = tcn_say_out(&out);
	tcn_buf_fini(&out);
	return code;
}

static int
run(const void *opts, int argc, char **argv)
{
	char flag[] = "--help";
	char *words[] = { NULL, NULL, flag, NULL };

	(void)opts;
	if (argc == 0)
		return list();
	words[1] = argv[0];
	return tcn_verb_main(3, words);
}

const struct tcn_verb tcn_verb_help = {
	.name = "help",
	.summary = "list the verbs, or explain one",
	.usage = "[VERB]",
	.args_max = 1,
	.run = run,
};
