/*
 * tools/web/web_search.h - parts of the page Search: web_search.c has the form
 * and what was asked, web_found.c what was found.
 */
#ifndef TCN_TOOLS_WEB_WEB_SEARCH_H
#define TCN_TOOLS_WEB_WEB_SEARCH_H

#include "tools/web/web_impl.h"

/* What can be asked, in the order of addresses; the last is the cursor. */
enum tcn_web_asked {
	TCN_WEB_ASKED_Q,
	TCN_WEB_ASKED_SINCE,
	TCN_WEB_ASKED_UNTIL,
	TCN_WEB_ASKED_SOURCE,
	TCN_WEB_ASKED_LANG,
	TCN_WEB_ASKED_CATEGORY,
	TCN_WEB_ASKED_EVENT,
	TCN_WEB_ASKED_COPIES,
	TCN_WEB_ASKED_ORDER,
	TCN_WEB_ASKED_AFTER,
	TCN_WEB_ASKED
};

struct tcn_web_search {
	struct tcn_web_page page;
	/* Of the address, or of the saved search that it names. */
	struct tcn_str asked[TCN_WEB_ASKED];
	struct tcn_str saved; /* that search's name; empty: none */
};

/* The parameter's name: "q". */
const char *tcn_web_search_name(enum tcn_web_asked which);

/* Appends what is asked to a target: the first `n` of them. */
void tcn_web_search_target(const struct tcn_web_search *search, size_t n,
    struct tcn_buf *target);

/* "/search?" and what is asked, with one changed, as the value of an attribute;
 * value empty: without it. The cursor is left out, unless it is that one. */
void tcn_web_search_path(struct tcn_web_search *search,
    enum tcn_web_asked which, struct tcn_str value);

/* The hits, or why there are none. */
void tcn_web_search_found(struct tcn_web_search *search,
    const struct tcn_json_value *answer);

/* How many would be left by source, language, category and event, each a link
 * that narrows the search to it. */
void tcn_web_search_facets(struct tcn_web_search *search);

#endif
