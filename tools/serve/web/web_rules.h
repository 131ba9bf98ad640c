/*
 * tools/serve/web/web_rules.h - parts that the pages of rules share:
 * web_rules.c and web_try.c.
 */
#ifndef TCN_TOOLS_SERVE_WEB_WEB_RULES_H
#define TCN_TOOLS_SERVE_WEB_WEB_RULES_H

#include "tools/serve/web/web_impl.h"

/* Sets "mistakes", the member "errors" of an answer, each with its line of the
 * text and the blanks up to its column (templates/rules-mistakes.html). */
void tcn_web_rules_set_mistakes(struct tcn_web_page *page,
    const struct tcn_json_value *answer, struct tcn_str yaml);

/* Sets "chart": of the member "days", by one count or two, whose names a and b
 * are; b may be NULL. */
void tcn_web_rules_set_days(struct tcn_web_page *page,
    const struct tcn_json_value *of, const char *a, const char *b);

/* Sets "form" for a template, with the choices of each field, and which of them
 * is the present one; and with all rules, and which of them is shown. */
void tcn_web_rules_set_form(struct tcn_web_page *page,
    struct tcn_json_value *form);

#endif
