#include "tests/tools/program.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tools/say.h"
#include "tools/verb.h"

enum {
	WORDS_MAX = 40,
	PRINTED_MAX = 1 << 20,
};

static char printed_bytes[PRINTED_MAX];

static int
run_into(FILE *file, int argc, char **argv)
{
	int out = dup(STDOUT_FILENO), errors = dup(STDERR_FILENO), code;

	fflush(stdout);
	dup2(fileno(file), STDOUT_FILENO);
	dup2(fileno(file), STDERR_FILENO);
	code = tcn_verb_main(argc, argv);
	if (tcn_say_flush() && !code)
		code = TCN_EXIT_FAILED;
	dup2(out, STDOUT_FILENO);
	dup2(errors, STDERR_FILENO);
	close(out);
	close(errors);
	return code;
}

int
tcn_program(const char *line, const char **printed)
{
	char copy[1024], *argv[WORDS_MAX + 1] = { NULL };
	FILE *file = tmpfile();
	int argc = 0, code;
	size_t n;

	ck_assert_ptr_nonnull(file);
	snprintf(copy, sizeof copy, "tocsin %s", line);
	for (char *at = strtok(copy, " "); at && argc < WORDS_MAX;
	     at = strtok(NULL, " "))
		argv[argc++] = at;
	code = run_into(file, argc, argv);
	rewind(file);
	n = fread(printed_bytes, 1, sizeof printed_bytes - 1, file);
	printed_bytes[n] = '\0';
	fclose(file);
	*printed = printed_bytes;
	return code;
}
