#include "tests/base/program.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
	WORDS_MAX = 40,
	PRINTED_MAX = 1 << 20,
};

static char printed_bytes[PRINTED_MAX];

/* TOCSIN names another program than the one just built; tocsin-lab lies beside
 * it. */
const char *
tcn_program_path(void)
{
	const char *path = getenv("TOCSIN");

	return path ? path : "./tocsin";
}

/* The program that has the verb. */
static const char *
program_of(const char *verb)
{
	static const char *const of_lab[] = { "bench", "judge", "simulate" };
	static char path[4096];

	snprintf(path, sizeof path, "%s", tcn_program_path());
	for (size_t i = 0; i < sizeof of_lab / sizeof *of_lab; i++)
		if (verb && strcmp(verb, of_lab[i]) == 0)
			strncat(path, "-lab", sizeof path - strlen(path) - 1);
	return path;
}

static int
run_into(FILE *file, char **argv)
{
	int status;
	pid_t pid;

	fflush(NULL);
	pid = fork();
	ck_assert_int_ge(pid, 0);
	if (pid == 0) {
		dup2(fileno(file), STDOUT_FILENO);
		dup2(fileno(file), STDERR_FILENO);
		setenv("TOCSIN_LEAKS", "1", 1);
		execv(program_of(argv[1]), argv);
		_exit(127);
	}
	ck_assert_int_eq(waitpid(pid, &status, 0), pid);
	ck_assert_msg(WIFEXITED(status) && WEXITSTATUS(status) != 127,
	    "%s did not run to its end: status %#x", tcn_program_path(),
	    status);
	return WEXITSTATUS(status);
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
	code = run_into(file, argv);
	rewind(file);
	n = fread(printed_bytes, 1, sizeof printed_bytes - 1, file);
	printed_bytes[n] = '\0';
	fclose(file);
	*printed = printed_bytes;
	return code;
}
