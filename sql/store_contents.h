/*
 * sql/store_contents.h - stored content sets (engine/text/content.h) of items
 * that were not made of their own words: made of a sender's or a tagger's. A
 * failed request to a tagger is stored as well, so that a replay of the store,
 * which never asks one, makes the same sets.
 */
#ifndef TCN_SQL_STORE_CONTENTS_H
#define TCN_SQL_STORE_CONTENTS_H

#include "sql/query.h"

/* The columns of the table `contents`, named c, that tcn_store_content()
 * reads. */
#define TCN_STORE_CONTENT "c.source, c.complete, c.bytes, c.tagger"

/* Stores the article's content set, unless its source is NONE, for the item
 * with this seq, which must be stored already. */
TCN_MUST_USE enum tcn_rc tcn_store_put_content(struct tcn_store_tx *tx,
    uint64_t seq, const struct tcn_content *content);

/* Reads these columns into *content, in the arena. False when they hold no
 * content set: *content is then empty, with source NONE. */
bool tcn_store_content(struct tcn_query *q, struct tcn_arena *arena,
    struct tcn_content *content);

#endif
