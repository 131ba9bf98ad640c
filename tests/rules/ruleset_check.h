/*
 * tests/rules/ruleset_check.h - is what was read a set of rules?
 */
#ifndef TCN_TESTS_RULES_RULESET_CHECK_H
#define TCN_TESTS_RULES_RULESET_CHECK_H

#include "rules/ruleset.h"

/* Whether every field is in its range and fields agree: TCN_INVALID, and a
 * reason in err, if not. Patterns are not compiled. */
TCN_MUST_USE enum tcn_rc rule_check(const struct tcn_rule *rule,
    struct tcn_err *err);

/* TCN_CORRUPT, and in err a sentence, unless the diags are in order and, if
 * there are no errors, each rule is sound and has a unique name. O(rules^2). */
TCN_MUST_USE enum tcn_rc ruleset_check(const struct tcn_ruleset *set,
    struct tcn_err *err);

#endif
