/* rules/rule_text.h - formats parts of a rule as a file of rules has them. */
#ifndef TCN_RULES_RULE_TEXT_H
#define TCN_RULES_RULE_TEXT_H

#include "engine/base/buf.h"
#include "rules/rule.h"

/* Appends a term: words as they are, and a pattern between slashes with its
 * flags behind the second: "/s[ée]isme/i". */
void tcn_rule_text_term(struct tcn_buf *out, const struct tcn_rule_term *term);

/* Appends the condition of a step: "more than 50 items", "unacknowledged for
 * 30m". */
void tcn_rule_text_condition(struct tcn_buf *out,
    const struct tcn_rule_escalation *step);

#endif
