/*
 * tools/serve/web/web_kept.h - a cache of the lists of the page Now, as HTML.
 *
 * All readers of a list see the same rows until something happens, so a list
 * is written once, and packed once (tools/base/pack.h). Which one it is says
 * the interface: GET /v1/now names its rows ("list"), and leaves them out for
 * who names those that it has ("known"). What differs between readers is not
 * in a list.
 *
 * The last TCN_WEB_KEPT_LISTS that were asked for are kept, of some 200 KiB
 * each: by the address of the rows, whether rows have buttons, and language.
 *
 * One thread. Cost: O(lists).
 */
#ifndef TCN_TOOLS_SERVE_WEB_WEB_KEPT_H
#define TCN_TOOLS_SERVE_WEB_WEB_KEPT_H

#include <stdbool.h>
#include <stdint.h>

#include "tools/base/pack.h"
#include "tools/tell/words/words.h"

#define TCN_WEB_KEPT_LISTS 8

/* HTML that stands on many pages. */
struct tcn_web_kept {
	struct tcn_buf html;
	struct tcn_pack_piece packed;
};

struct tcn_web_kept_list {
	struct tcn_buf target; /* empty: there is no list */
	bool may_act;
	enum tcn_words_language language;
	struct tcn_buf name; /* as the interface has it; empty: of no use */
	bool empty; /* it has no rows */
	struct tcn_web_kept rows, closed, newest;
	uint64_t used; /* when, by the count below */
};

struct tcn_web_kept_lists {
	struct tcn_web_kept_list at[TCN_WEB_KEPT_LISTS];
	uint64_t uses;
};

/* Finds the list of that address, or makes room for it by dropping the least
 * recently used one; then its name is empty, and it is to be written. */
struct tcn_web_kept_list *tcn_web_kept_list(struct tcn_web_kept_lists *lists,
    struct tcn_str target, bool may_act, enum tcn_words_language language);

/* Packs the list, once it is written, and gives it the name by which it is
 * known. */
void tcn_web_kept_close(struct tcn_web_kept_list *list, struct tcn_str name);

void tcn_web_kept_fini(struct tcn_web_kept_lists *lists);

#endif
