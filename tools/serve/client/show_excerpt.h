/*
 * tools/serve/client/show_excerpt.h - shows a person who shares sentences with
 * an article: an Excerpt of the interface's JSON.
 */
#ifndef TCN_TOOLS_SERVE_CLIENT_SHOW_EXCERPT_H
#define TCN_TOOLS_SERVE_CLIENT_SHOW_EXCERPT_H

#include "engine/base/buf.h"
#include "engine/base/json_value.h"

/* Columns of a list: how many of its sentences are shared, how much of the
 * shorter text that is, how much later it came. No excerpt: dashes. */
#define TCN_SHOW_EXCERPT_HEADING "    shared  part      later"
void tcn_show_excerpt_columns(struct tcn_buf *out,
    const struct tcn_json_value *excerpt);

/* Of an article: whose excerpt it is, and below the others who share sentences
 * with it; each with the sentences. Nothing where there are none. */
void tcn_show_excerpt_source(struct tcn_buf *out,
    const struct tcn_json_value *article);
void tcn_show_excerpt_takers(struct tcn_buf *out,
    const struct tcn_json_value *article);

#endif
