/*
 * tests/base/sound.h - asserts what a data structure's validator finds.
 *
 *	ck_sound(tcn_df_check, &df);
 *	df.n++;
 *	ck_broken(tcn_df_check, &df);
 *
 * The validator's last parameter is the struct tcn_err that it fills in, whose
 * text a failure shows.
 */
#ifndef TCN_TESTS_BASE_SOUND_H
#define TCN_TESTS_BASE_SOUND_H

#include <check.h>

#include "engine/base/err.h"

#define ck_sound(validator, ...)                                               \
	do {                                                                   \
		struct tcn_err ck_err;                                         \
		enum tcn_rc ck_rc = validator(__VA_ARGS__, &ck_err);           \
                                                                               \
		ck_assert_msg(ck_rc == TCN_OK, "%s: %s", #validator,           \
		    ck_err.text);                                              \
	} while (0)

/* The validator must find damage, and say which. */
#define ck_broken(validator, ...)                                              \
	do {                                                                   \
		struct tcn_err ck_err = { .text = "" };                        \
                                                                               \
		ck_assert_int_eq(validator(__VA_ARGS__, &ck_err),              \
		    TCN_CORRUPT);                                              \
		ck_assert(ck_err.text[0]);                                     \
	} while (0)

#endif
