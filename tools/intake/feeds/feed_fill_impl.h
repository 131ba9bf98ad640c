/*
 * tools/intake/feeds/feed_fill_impl.h - fills in the fields of a feed and its
 * entries from what the elements of XML hold. Private to
 * tools/intake/feeds/feed*.c.
 *
 * Where several elements give the same field, the one of highest rank counts,
 * then the first (feed_element_impl.h). A text without a word, of images or
 * embedded pages only, has the lowest rank.
 *
 * THE LANGUAGE of an entry is that of its words: xml:lang of the text that was
 * taken, else of the title, else of the item; else the item's language element;
 * else xml:lang of what the item stands in; else the feed's. That of a feed is
 * its language element, else xml:lang of its root or channel, else of its
 * title, else the Content-Language of the server (feed.h).
 */
#ifndef TCN_TOOLS_INTAKE_FEEDS_FEED_FILL_IMPL_H
#define TCN_TOOLS_INTAKE_FEEDS_FEED_FILL_IMPL_H

#include <stdbool.h>

#include "tools/intake/feeds/feed_element_impl.h"
#include "tools/intake/feeds/feed_impl.h"

/* Attributes that hold for an element and everything in it. */
struct tcn_feed_scope {
	struct tcn_str base, lang; /* xml:base, xml:lang */
	unsigned lang_depth; /* of the element that has lang; 0: none */
};

struct tcn_feed_fill {
	struct tcn_feed_draft *draft;
	bool in_item;
	unsigned depth; /* of the item or, outside, of what holds the feed */
	struct tcn_article *entry; /* the item's; not NULL in one */
	struct tcn_article spare; /* stands for an entry over the limit */
	struct tcn_str text_lang,
	    title_lang; /* xml:lang of these, in the item */
	int feed_ranks[FIELDS_N], entry_ranks[FIELDS_N];
};

/* Begins an item, which stands at a depth. */
void tcn_feed_fill_item(struct tcn_feed_fill *fill, unsigned depth,
    const struct tcn_feed_scope *scope);

/* Ends the item. guid_is_link: its id is its address where it has no other. */
void tcn_feed_fill_item_end(struct tcn_feed_fill *fill, bool guid_is_link);

/* Takes a value, which is copied, for a field; scope is its element's. */
void tcn_feed_fill(struct tcn_feed_fill *fill,
    const struct tcn_feed_scope *scope, enum tcn_feed_field field, int rank,
    struct tcn_str value);

/* A copy of a link, absolute. */
struct tcn_str tcn_feed_fill_link(struct tcn_feed_fill *fill,
    const struct tcn_feed_scope *scope, struct tcn_str link);

/* A language as an attribute or element gives it, normalized. */
struct tcn_str tcn_feed_fill_lang(struct tcn_feed_fill *fill,
    struct tcn_str lang);

#endif
