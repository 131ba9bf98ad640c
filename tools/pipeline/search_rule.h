/*
 * tools/pipeline/search_rule.h - makes a watch rule of a search: articles that
 * it would find from now on fire events.
 *
 * The rule asks for all words and for source, language and category, those
 * predicted, too. A rule compares words by their stems, which finds more than a
 * search; word* becomes a pattern. A rule cannot ask when an article came, to
 * which event it belongs or how a list is shown: these are left out, and named.
 */
#ifndef TCN_TOOLS_PIPELINE_SEARCH_RULE_H
#define TCN_TOOLS_PIPELINE_SEARCH_RULE_H

#include "engine/base/arena.h"
#include "engine/base/buf.h"
#include "engine/base/err.h"
#include "sql/store_search.h"

/* A rule's name, in its bytes with the NUL. */
#define TCN_SEARCH_RULE_NAME_BYTES 41

/* Makes a rule's name of any text: "search" when that leaves nothing. */
void tcn_search_rule_name(struct tcn_str text,
    char name[static TCN_SEARCH_RULE_NAME_BYTES]);

/*
 * Appends the rule as one of the list in a file of rules (YAML, man/
 * tocsin-rules.5), indented by two; what comes ahead of it in a file of its own
 * is TCN_SEARCH_RULE_HEAD. TCN_INVALID: the search asks for nothing that a rule
 * could.
 */
#define TCN_SEARCH_RULE_HEAD "rules:\n"
TCN_MUST_USE enum tcn_rc tcn_search_rule(const struct tcn_store_search *search,
    struct tcn_str name, struct tcn_arena *arena, struct tcn_buf *out,
    struct tcn_err *err);

/* The name of the i-th part of the search that the rule leaves out: "since";
 * NULL: there are no more. */
const char *tcn_search_rule_left_out(const struct tcn_store_search *search,
    size_t i);

#endif
