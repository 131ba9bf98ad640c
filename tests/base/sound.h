/*
 * tests/base/sound.h - asks a data structure's validator, and shows what it
 * says is wrong.
 *
 *	ck_sound(tcn_df_check, &df);
 *
 * The validator's last parameter is the struct tcn_err it fills in.
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

#endif
