/*
 * engine/item/page_key.h - which page of which source is an article?
 *
 * An outlet that corrects an article, or goes on writing it, sends it again at
 * the same address. The key of a page is equal for all that a source sends at
 * one address, whatever stands in it, and a function of these two alone.
 *
 * A site's front page is nobody's: feeds whose entries have no address of their
 * own give that. Its canonical form (engine/base/url.h) has neither a path nor
 * a query. "https://example.com/?p=42" is a page.
 */
#ifndef TCN_ENGINE_ITEM_PAGE_KEY_H
#define TCN_ENGINE_ITEM_PAGE_KEY_H

#include <stdint.h>

#include "engine/base/arena.h"
#include "engine/base/rc.h"
#include "engine/base/str.h"

/* The XXH3-64 of source and canonical address; 0 when url is no http(s)
 * address, or a front page. O(bytes). */
void tcn_page_key(struct tcn_arena *arena, struct tcn_str source,
    struct tcn_str url, uint64_t *key);

#endif
