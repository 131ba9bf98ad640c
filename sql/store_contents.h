/*
 * sql/store_contents.h - the content sets of stored items that were not made of
 * their own words (engine/text/content.h): of what a sender named, or of what a
 * tagger said. That a tagger was asked and failed is kept as well, so that a
 * replay of the store, which never asks, comes to the same sets.
 */
#ifndef TCN_SQL_STORE_CONTENTS_H
#define TCN_SQL_STORE_CONTENTS_H

#include "sql/query.h"

/* What tcn_store_content() reads of the table `contents`, named c. */
#define TCN_STORE_CONTENT "c.source, c.complete, c.bytes, c.tagger"

/* Stores the article's content, if it is not of source NONE, of the item with
 * this seq, which is stored already. */
TCN_MUST_USE enum tcn_rc tcn_store_put_content(struct tcn_store_tx *tx,
    uint64_t seq, const struct tcn_content *content);

/* Reads these columns, in the arena. False when they hold no content set: then
 * it is empty, of source NONE. */
bool tcn_store_content(struct tcn_query *q, struct tcn_arena *arena,
    struct tcn_content *content);

#endif
