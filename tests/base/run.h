/*
 * tests/base/run.h - a test program is what its files register.
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

typedef Suite *tcn_suite_fn(void);

void tcn_run_add(const char *name, tcn_suite_fn *suite);

#define TCN_SUITE(name)                                                        \
	static Suite *suite_##name(void);                                      \
	__attribute__((constructor)) static void add_##name(void)              \
	{                                                                      \
		tcn_run_add(#name, suite_##name);                              \
	}                                                                      \
	static Suite *suite_##name(void)

#endif
