/*
 * tools/conf/rules_list.h - a rule as `tocsin rules list` shows it.
 */
#ifndef TCN_TOOLS_CONF_RULES_LIST_H
#define TCN_TOOLS_CONF_RULES_LIST_H

#include "engine/base/arena.h"
#include "engine/base/buf.h"
#include "rules/rule.h"

/* Appends the rule for a person to read, some lines; of a long list the
 * beginning. */
void tcn_rules_list_text(struct tcn_buf *out, const struct tcn_rule *rule);

/* Appends the rule as a JSON object with all it holds, as GET /v1/rules has it.
 * The arena takes cleaned texts. */
void tcn_rules_list_json(struct tcn_buf *out, const struct tcn_rule *rule,
    struct tcn_arena *arena);

#endif
