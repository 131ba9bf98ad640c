/*
 * sql/store_search_impl.h - inside sql/: translates a reader's query to FTS5.
 *
 * A query becomes an FTS5 expression in which every word or phrase is a quoted
 * string. Inside quotes FTS5 has no syntax, so no input is a syntax error or
 * reaches its operators. Strings side by side mean AND; one without a letter or
 * digit in it is left out by FTS5 itself.
 */
#ifndef TCN_SQL_STORE_SEARCH_IMPL_H
#define TCN_SQL_STORE_SEARCH_IMPL_H

#include "engine/base/buf.h"
#include "sql/store_items_impl.h"
#include "sql/store_search.h"

/* Begins a query with the stories of an event, as statements of searches use
 * it: the first parameter is the story, the second the event's id. */
#define TCN_STORE_SEARCH_PART TCN_STORE_EVENT_PARTS("?2")

/* Appends the FTS5 expression of the first 64 words of a query; nothing if it
 * has no words. */
void tcn_store_search_expression(struct tcn_str query, struct tcn_buf *expr);

#endif
