/*
 * sql/store_search_impl.h - inside sql/: a reader's words as FTS5 takes them.
 *
 * A query becomes an FTS5 expression in which every word or phrase is a quoted
 * string. Inside quotes nothing has meaning to FTS5, so no input is a syntax
 * error and none reaches its operators. Strings side by side mean AND; one
 * without a letter or digit in it is left out by FTS5 itself.
 */
#ifndef TCN_SQL_STORE_SEARCH_IMPL_H
#define TCN_SQL_STORE_SEARCH_IMPL_H

#include "engine/base/buf.h"
#include "sql/store_items_impl.h"
#include "sql/store_search.h"

/* Begins a query of the stories of an event, as statements of searches have it:
 * the first parameter, the second is its id. */
#define TCN_STORE_SEARCH_PART TCN_STORE_EVENT_PARTS("?2")

/* Appends the expression of a query, of its first 64 words; none if it has
 * none. */
void tcn_store_search_expression(struct tcn_str query, struct tcn_buf *expr);

#endif
