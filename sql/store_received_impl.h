/*
 * sql/store_received_impl.h - inside sql/: the input an item was prepared from.
 *
 * The text is kept once, with the article. A copy may have come with another
 * text, in another language; an aggregator may have sent features in place of
 * text. What differs from the article stands in the table `sent`, so that an
 * item can be read back as it went into the detector. A vector is kept with
 * its item, of a copy too: copies differ in theirs.
 */
#ifndef TCN_SQL_STORE_RECEIVED_IMPL_H
#define TCN_SQL_STORE_RECEIVED_IMPL_H

#include "sql/query.h"

/* Stores what differs; the item's article must be stored already. */
TCN_MUST_USE enum tcn_rc tcn_store_put_received(struct tcn_store_tx *tx,
    const struct tcn_article *article, const char *lang,
    const struct tcn_placement *place);

/* Reads the column `features` into the article, in the arena. False when it
 * holds no such list: then the article has none. */
bool tcn_store_received_features(struct tcn_query *q, struct tcn_arena *arena,
    struct tcn_article *article);

/* The same of the column `vector`: as sent, or none. */
bool tcn_store_received_vector(struct tcn_query *q, struct tcn_arena *arena,
    struct tcn_article *article);

#endif
