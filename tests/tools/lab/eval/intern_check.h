/*
 * tests/tools/lab/eval/intern_check.h - is each string found under its number?
 */
#ifndef TCN_TESTS_TOOLS_LAB_EVAL_INTERN_CHECK_H
#define TCN_TESTS_TOOLS_LAB_EVAL_INTERN_CHECK_H

#include "tools/lab/eval/intern.h"

/* TCN_CORRUPT, and in err a sentence, unless each string is found under its own
 * number and a chain of one hash only leads to earlier rows. O(bytes). */
static inline enum tcn_rc
intern_check(const struct tcn_intern *intern, struct tcn_err *err)
{
	for (size_t i = 0; i < intern->n; i++) {
		const struct tcn_intern_row *row = &intern->rows[i];

		if (row->next != TCN_INTERN_NONE && row->next >= i)
			return tcn_err_set(err, TCN_CORRUPT,
			    "string %zu is chained to string %u, which is not "
			    "an earlier one",
			    i, row->next);
		if (tcn_intern_find(intern, row->s) != i)
			return tcn_err_set(err, TCN_CORRUPT,
			    "string %zu is not found under its own number", i);
	}
	return tcn_map_check(&intern->first, err);
}

#endif
