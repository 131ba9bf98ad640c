/*
 * tools/pipeline/item_names.h - the names of recent items: id, title, source,
 * url, and what of them a headline is chosen by.
 *
 * The detector knows items by their arrival number; people know them by id and
 * headline. This module keeps the names of the items that an alert may still
 * cite, with or without a store. Items are kept in blocks, each with an arena
 * of its own, which is freed as a whole when all items of the block are older
 * than the window: so memory follows the window, not the stream.
 *
 * Invariants (tcn_item_names_check): arrival numbers ascend, in a block and
 * from block to block; no block is empty but the last; a block's newest time is
 * the largest of its items.
 */
#ifndef TCN_TOOLS_PIPELINE_ITEM_NAMES_H
#define TCN_TOOLS_PIPELINE_ITEM_NAMES_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/base/err.h"
#include "engine/base/rc.h"
#include "engine/item/record.h"

struct tcn_item_name {
	struct tcn_str id, source, url, title; /* NUL behind each */
	struct tcn_str label; /* of a labelled stream, for scoring */
	struct tcn_str lang; /* ISO 639-1, or "" */
	struct tcn_str text; /* how it begins, of an item with a title */
	int64_t ts_ms;
	uint64_t seq;
	uint64_t origin; /* seq of the first item with its text */
	bool copy; /* of another item */
	bool post; /* it has no title: here it is how its text begins */
};

struct tcn_item_names_block;

struct tcn_item_names {
	struct tcn_item_names_block **blocks; /* by first seq */
	size_t blocks_n, blocks_cap;
};

/* A struct of all zero is empty; this makes it so again. */
void tcn_item_names_fini(struct tcn_item_names *names);

/* Adds an item as it was placed; its seq is larger than any before. Of an
 * article whose language was found out, lang is that. O(bytes of its names). */
void tcn_item_names_add(struct tcn_item_names *names,
    const struct tcn_placement *place, const struct tcn_article *article);

/* The item of seq, or NULL when it is not kept. O(log items). */
const struct tcn_item_name *
tcn_item_names_find(const struct tcn_item_names *names, uint64_t seq);

/* Frees the oldest blocks whose items are all older than before_ms; the last
 * block stays. */
void tcn_item_names_expire(struct tcn_item_names *names, int64_t before_ms);

/*
 * Adds the items that a stored event cites, its evidence and its central item,
 * to an empty names; arena is for what is read meanwhile. Errors are the
 * store's.
 */
struct tcn_store;
struct tcn_arena;
TCN_MUST_USE enum tcn_rc tcn_item_names_load_event(struct tcn_item_names *names,
    const struct tcn_store *st, const struct tcn_event *event,
    struct tcn_arena *arena);

/* Checks the invariants: TCN_INVALID with a sentence in err when one does not
 * hold. For tests. O(items). */
TCN_MUST_USE enum tcn_rc
tcn_item_names_check(const struct tcn_item_names *names, struct tcn_err *err);

#endif
