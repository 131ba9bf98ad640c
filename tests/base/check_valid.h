/*
 * tests/base/check_valid.h - asserts that a validator finds nothing; a failure
 * shows the sentence that it gives.
 *
 *	check_valid(tcn_map_check, &map);
 */
#ifndef TCN_TESTS_BASE_CHECK_VALID_H
#define TCN_TESTS_BASE_CHECK_VALID_H

#include <check.h>

#include "engine/base/err.h"

#define check_valid(check, what)                                               \
	do {                                                                   \
		struct tcn_err check_err = { .text = "" };                     \
		enum tcn_rc check_rc = check(what, &check_err);                \
                                                                               \
		ck_assert_msg(check_rc == TCN_OK, #check ": %s",               \
		    check_err.text);                                           \
	} while (0)

/* Asserts that the validator does find something. */
#define check_broken(check, what)                                              \
	do {                                                                   \
		struct tcn_err check_err = { .text = "" };                     \
                                                                               \
		ck_assert_int_eq(check(what, &check_err), TCN_CORRUPT);        \
		ck_assert(check_err.text[0]);                                  \
	} while (0)

#endif
