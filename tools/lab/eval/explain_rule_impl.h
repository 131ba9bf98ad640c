/*
 * tools/lab/eval/explain_rule_impl.h - what tools/lab/eval/explain_rule*.c
 * share. Private.
 */
#ifndef TCN_TOOLS_LAB_EVAL_EXPLAIN_RULE_IMPL_H
#define TCN_TOOLS_LAB_EVAL_EXPLAIN_RULE_IMPL_H

#include "tools/lab/eval/explain_rule.h"

/* The terms of the rule, by the place of their count in `found`: those of any,
 * then all, then none. NULL behind the last. */
const struct tcn_rule_term *
tcn_explain_rule_term(const struct tcn_explain_rule *explain, size_t i,
    enum tcn_match_part *part);

#endif
