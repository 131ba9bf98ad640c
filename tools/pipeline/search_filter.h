/*
 * tools/pipeline/search_filter.h - reads what is asked of a search, as people
 * write it.
 *
 * A command's options, a request's query and a saved search have the same names
 * and values:
 *
 *	q                words; "several words" in quotes stand together
 *	since, until     by the article's time: a date, a day or unix seconds
 *	source           an outlet's name; case does not count, here and below
 *	lang             a language: en
 *	category         as it was sent, or is predicted
 *	event            the id of an event: its articles
 *	copies           fold (the default) or all
 *	order            newest (the default) or best first
 *	after            a cursor: where the page before ended
 *
 * A value of white space alone sets nothing.
 */
#ifndef TCN_TOOLS_PIPELINE_SEARCH_FILTER_H
#define TCN_TOOLS_PIPELINE_SEARCH_FILTER_H

#include "engine/base/arena.h"
#include "engine/base/buf.h"
#include "engine/base/err.h"
#include "sql/store_search.h"

/*
 * Adds one condition; a value of NULL adds none. Texts are views and must
 * outlive the search, which starts out zeroed. TCN_INVALID: err says what
 * values the name takes.
 */
TCN_MUST_USE enum tcn_rc tcn_search_filter_take(struct tcn_store_search *search,
    const char *name, const char *value, struct tcn_err *err);

/* Name i of those above, from 0; NULL after the last. */
const char *tcn_search_filter_name(size_t i);

/* Whether anything is asked for. TCN_INVALID: err says what could be; or what
 * does not go together. */
TCN_MUST_USE enum tcn_rc
tcn_search_filter_check(const struct tcn_store_search *search,
    struct tcn_err *err);

/*
 * Reads all of them from a text as in an address, "q=ferry&lang=fr", and checks
 * them; a ? may stand before it, and no page (after). Texts live in arena.
 * Appends the same in one way of writing to clean, unless that is NULL.
 * TCN_INVALID: err says what to mend.
 */
TCN_MUST_USE enum tcn_rc tcn_search_filter_read(struct tcn_str text,
    struct tcn_arena *arena, struct tcn_store_search *search,
    struct tcn_buf *clean, struct tcn_err *err);

#define TCN_SEARCH_CURSOR_BYTES 64

/* Writes the value of "after" for the page that goes on there. */
void tcn_search_cursor(const struct tcn_store_search_cursor *at,
    char cursor[static TCN_SEARCH_CURSOR_BYTES]);

#endif
