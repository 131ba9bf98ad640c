/*
 * tools/serve/web/web_words.h - parts of events that several pages show alike.
 */
#ifndef TCN_TOOLS_SERVE_WEB_WEB_WORDS_H
#define TCN_TOOLS_SERVE_WEB_WEB_WORDS_H

#include "tools/serve/web/web_impl.h"

/* Whether an array holds this text. */
bool tcn_web_words_has(const struct tcn_json_value *list, struct tcn_str text);

/* Adds "spoke_for" and "spoke_against" to a verdict, each with those of its
 * "parts" that are worth telling (templates/parts.html). */
void tcn_web_words_add_parts(struct tcn_web_page *page,
    struct tcn_json_value *verdict);

#endif
