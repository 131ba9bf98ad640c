/*
 * tests/base/run.h - the main function every test program shares.
 *
 * A program lists its suites in one table and calls tcn_run_suites(). With
 * CK_RUN_SUITE or CK_RUN_CASE set, Check runs only what they name.
 */
#ifndef TCN_TESTS_BASE_RUN_H
#define TCN_TESTS_BASE_RUN_H

#include <check.h>
#include <stdlib.h>

typedef Suite *tcn_suite_fn(void);

static inline int
tcn_run_suites(tcn_suite_fn *const *suites, size_t n)
{
	SRunner *runner;
	int failed;

	/* Against hanging, not against slowness: a busy machine is no bug. */
	setenv("CK_DEFAULT_TIMEOUT", "300", 0);
	runner = srunner_create(NULL);
	for (size_t i = 0; i < n; i++)
		srunner_add_suite(runner, suites[i]());
	srunner_run_all(runner, CK_ENV);
	failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

#endif
