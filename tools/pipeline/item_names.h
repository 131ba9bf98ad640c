/*
 * tools/pipeline/item_names.h - how recent items are called: id, title, source,
 * url.
 *
 * The engine knows items by their arrival number; people know them by id and
 * headline. This keeps the names of the items that an alert may still cite,
 * with or without a store. Blocks of items, each with an arena of its own,
 * given back whole once all of a block lies out of reach: memory follows the
 * window, not the stream.
 */
#ifndef TCN_TOOLS_PIPELINE_ITEM_NAMES_H
#define TCN_TOOLS_PIPELINE_ITEM_NAMES_H

#include <stdint.h>

#include "engine/base/rc.h"
#include "engine/item/record.h"

struct tcn_item_name {
	struct tcn_str id, source, url, title; /* NUL behind each */
	struct tcn_str label; /* the stream's own, for scoring */
	int64_t ts_ms;
};

struct tcn_item_names_block;

struct tcn_item_names {
	struct tcn_item_names_block **blocks; /* by first seq */
	size_t blocks_n, blocks_cap;
};

/* All zero is empty: `struct tcn_item_names names = { 0 }` will do. */
void tcn_item_names_fini(struct tcn_item_names *names);

/* Notes an item; seq must be larger than any before. O(its bytes). */
TCN_MUST_USE enum tcn_rc tcn_item_names_add(struct tcn_item_names *names,
    uint64_t seq, int64_t ts_ms, const struct tcn_article *article);

/* The item of seq, or NULL when it is out of reach. O(log blocks). */
const struct tcn_item_name *
tcn_item_names_find(const struct tcn_item_names *names, uint64_t seq);

/* Gives back the oldest blocks whose items all lie before before_ms. */
void tcn_item_names_expire(struct tcn_item_names *names, int64_t before_ms);

/*
 * Notes what a stored event cites, its evidence and its central item, in an
 * empty names; arena is for what is needed meanwhile. Errors: the store's.
 */
struct tcn_store;
struct tcn_arena;
TCN_MUST_USE enum tcn_rc tcn_item_names_load_event(struct tcn_item_names *names,
    struct tcn_store *st, const struct tcn_event *event,
    struct tcn_arena *arena);

#endif
