/*
 * sql/store_received_impl.h - inside sql/: the input from which an item was
 * prepared.
 *
 * The text is stored once, with the article. A copy may have come with another
 * text, in another language; an aggregator may have sent features in place of
 * text. Differences from the article are stored in the table `sent`, so that an
 * item can be read back as it went into the detector. A vector is stored with
 * each item, copies too, as copies have different ones.
 */
#ifndef TCN_SQL_STORE_RECEIVED_IMPL_H
#define TCN_SQL_STORE_RECEIVED_IMPL_H

#include "sql/query.h"

/* Stores the differences of an item from its article, which must be stored
 * already. */
TCN_MUST_USE enum tcn_rc tcn_store_put_received(struct tcn_store_tx *tx,
    const struct tcn_article *article, const char *lang,
    const struct tcn_placement *place);

/* Reads the column `features` into the article, in the arena. False when the
 * column is invalid: the article then has no features. */
bool tcn_store_received_features(struct tcn_query *q, struct tcn_arena *arena,
    struct tcn_article *article);

/* Reads the column `vector` into the article likewise. */
bool tcn_store_received_vector(struct tcn_query *q, struct tcn_arena *arena,
    struct tcn_article *article);

#endif
