#include <stdio.h>

#include "tools/verb/verb.h"

static int
run(const void *opts, int argc, char **argv)
{
	(void)opts;
	(void)argc;
	(void)argv;
	puts("tocsin " TCN_VERSION);
	return TCN_EXIT_OK;
}

const struct tcn_verb tcn_verb_version = {
	.name = "version",
	.summary = "print the version",
	.usage = "",
	.run = run,
};
