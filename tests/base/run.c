/*
 * tests/base/run.c - the main function of every test program.
 */
#include "tests/base/run.h"

#include <stdio.h>
#include <string.h>

enum {
	SUITES_MAX = 64,
	MARKS = 1000, /* that are all written */
};

struct registered {
	const char *name;
	tcn_suite_fn *suite;
};

static struct registered suites[SUITES_MAX];
static size_t suites_n;

/* Each test is a process of its own, and counts from 0. */
void
tcn_run_mark(const char *file, int line)
{
	static size_t n;

	if (n++ < MARKS || n % MARKS == 0)
		(_mark_point)(file, line);
}

void
tcn_run_add(const char *name, tcn_suite_fn *suite)
{
	if (suites_n == SUITES_MAX) {
		fprintf(stderr, "more than %d suites\n", SUITES_MAX);
		abort();
	}
	suites[suites_n++] = (struct registered){ name, suite };
}

Suite *
tcn_run_suite(const char *name, void (*add)(TCase *tc))
{
	Suite *suite = suite_create(name);
	TCase *tc = tcase_create(name);

	add(tc);
	suite_add_tcase(suite, tc);
	return suite;
}

static int
by_name(const void *left, const void *right)
{
	const struct registered *a = left, *b = right;

	return strcmp(a->name, b->name);
}

int
main(void)
{
	SRunner *runner = srunner_create(NULL);
	int failed;

	/* The limit is for tests that hang, not for a machine that is busy. */
	setenv("CK_DEFAULT_TIMEOUT", "300", 0);
	qsort(suites, suites_n, sizeof *suites, by_name);
	for (size_t i = 0; i < suites_n; i++)
		srunner_add_suite(runner, suites[i].suite());
	srunner_run_all(runner, CK_ENV);
	failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed || !suites_n ? EXIT_FAILURE : EXIT_SUCCESS;
}
