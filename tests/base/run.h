/*
 * tests/base/run.h - a test program is what its files register.
 *
 * A file of tests ends in their list; tc is the test case:
 *
 *	TCN_TESTS(arena)
 *	{
 *		tcase_add_test(tc, reset_keeps_one_chunk);
 *		TCN_EACH(refuses, bad_sizes);
 *		...
 *	}
 *
 * One whose tests need several cases, as for different fixtures, makes the
 * suite itself:
 *
 *	TCN_SUITE(arena)
 *	{
 *		Suite *s = suite_create("arena");
 *		...
 *		return s;
 *	}
 *
 * The main function that all test programs share (tests/base/run.c) runs the
 * suites in the order of their names. With CK_RUN_SUITE or CK_RUN_CASE set,
 * Check runs only what they name.
 */
#ifndef TCN_TESTS_BASE_RUN_H
#define TCN_TESTS_BASE_RUN_H

#include <check.h>
#include <stdlib.h>

/*
 * Check writes to a file where each assertion that holds stands, to say after
 * which of them a test crashed. That takes longer than most of what is
 * asserted, so that of many in one test only one in a thousand is written.
 */
void tcn_run_mark(const char *file, int line);

#define _mark_point(file, line) tcn_run_mark(file, line)

typedef Suite *tcn_suite_fn(void);

void tcn_run_add(const char *name, tcn_suite_fn *suite);

/* A suite of one case, both of this name, to which add adds the tests. */
Suite *tcn_run_suite(const char *name, void (*add)(TCase *tc));

#define TCN_SUITE(name)                                                        \
	static Suite *suite_##name(void);                                      \
	__attribute__((constructor)) static void add_##name(void)              \
	{                                                                      \
		tcn_run_add(#name, suite_##name);                              \
	}                                                                      \
	static Suite *suite_##name(void)

#define TCN_TESTS(name)                                                        \
	static void tests_##name(TCase *tc);                                   \
	TCN_SUITE(name)                                                        \
	{                                                                      \
		return tcn_run_suite(#name, tests_##name);                     \
	}                                                                      \
	static void tests_##name(TCase *tc)

/*
 * Within TCN_TESTS: adds a test that is run once for each row of a table, an
 * array of this file; _i is the row's index.
 */
#define TCN_EACH(test, table)                                                  \
	tcase_add_loop_test(tc, test, 0, (int)(sizeof(table) / sizeof *(table)))

#endif
