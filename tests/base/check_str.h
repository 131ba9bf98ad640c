/*
 * tests/base/check_str.h - asserts that a view holds a text; a failure shows
 * both.
 */
#ifndef TCN_TESTS_BASE_CHECK_STR_H
#define TCN_TESTS_BASE_CHECK_STR_H

#include <check.h>

#include "engine/base/str.h"

static inline void
check_str(struct tcn_str got, const char *want)
{
	ck_assert_msg(tcn_str_equal(got, tcn_str(want)), "\"%.*s\", not \"%s\"",
	    TCN_STR_ARG(got), want);
}

#endif
