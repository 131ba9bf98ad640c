/*
 * tools/web/web_rules.h - parts that the pages of rules share: web_rules.c and
 * web_try.c.
 */
#ifndef TCN_TOOLS_WEB_WEB_RULES_H
#define TCN_TOOLS_WEB_WEB_RULES_H

#include "tools/web/web_impl.h"

/* The member "errors" of an answer, as a list, each with its line of the text
 * and a mark below its column; nothing when there is none. */
void tcn_web_rules_mistakes(struct tcn_buf *out,
    const struct tcn_json_value *answer, struct tcn_str yaml);

/* The files that are kept, as links to where they can be tried. */
void tcn_web_rules_kept(struct tcn_buf *out, const struct tcn_json_value *file);

/* Counts by day, in the page's arena. */
struct tcn_web_days {
	int64_t *at_ms; /* rising */
	double *values[2];
	size_t n;
};

/* Reads a list of {"at", ...} with one count or two, by their names; second may
 * be NULL. false: out of memory. */
TCN_MUST_USE bool tcn_web_rules_days(struct tcn_web_page *page,
    const struct tcn_json_value *list, const char *first, const char *second,
    struct tcn_web_days *days);

#endif
