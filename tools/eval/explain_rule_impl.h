/*
 * tools/eval/explain_rule_impl.h - what tools/eval/explain_rule*.c share.
 * Private.
 */
#ifndef TCN_TOOLS_EVAL_EXPLAIN_RULE_IMPL_H
#define TCN_TOOLS_EVAL_EXPLAIN_RULE_IMPL_H

#include "tools/eval/explain_rule.h"

/* explain_rule_told.c: what would have become of the messages of a step. */
TCN_MUST_USE enum tcn_rc tcn_explain_rule_tell(struct tcn_explain_rule *explain,
    const struct tcn_detector_changes *changes);

/* The terms of the rule, by the place of their count in `found`: those of any,
 * then all, then none. NULL behind the last. */
const struct tcn_rule_term *
tcn_explain_rule_term(const struct tcn_explain_rule *explain, size_t i,
    enum tcn_match_part *part);

/* "nothing of what stands under 'any'": why an item was not met. */
void tcn_explain_rule_add_part(struct tcn_buf *out, enum tcn_match_part part);

#endif
