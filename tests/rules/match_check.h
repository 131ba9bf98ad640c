/*
 * tests/rules/match_check.h - is the compiled form of the rules whole?
 */
#ifndef TCN_TESTS_RULES_MATCH_CHECK_H
#define TCN_TESTS_RULES_MATCH_CHECK_H

#include "rules/match_impl.h"

/* TCN_CORRUPT, and in err a sentence, when a word of the index leads to the
 * wrong place, or a required term not to its rule. O(rules * postings). */
TCN_MUST_USE enum tcn_rc match_check(const struct tcn_match *match,
    struct tcn_err *err);

#endif
