/*
 * engine/item/page_key.h - the key of the page that an article came from.
 *
 * An outlet that corrects an article, or goes on writing it, sends it again at
 * the same address. The key of a page is a function of source and address
 * alone, whatever the content.
 *
 * A site's front page has no key: feeds give it to entries without an address
 * of their own. Its canonical form (engine/base/url.h) has neither a path nor a
 * query. "https://example.com/?p=42" is a page.
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
