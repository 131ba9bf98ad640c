/*
 * sql/store_terms_impl.h - the terms of a story as bytes of its row. Private to
 * sql/.
 *
 * Each term is its weight (8 bytes of an IEEE double, the lowest first) and its
 * word (engine/base/wire.h); the heaviest comes first. The stories with a word
 * are found by `search_stories`, an index of the words of closed stories by
 * their hashes, to which each story is added once; the few stories that are not
 * in it yet are scanned.
 */
#ifndef TCN_SQL_STORE_TERMS_IMPL_H
#define TCN_SQL_STORE_TERMS_IMPL_H

#include <sqlite3.h>

#include "engine/base/wire.h"
#include "engine/item/record.h"
#include "sql/store.h"

/* Appends a term in this form. */
void tcn_store_terms_add(struct tcn_buf *bytes,
    const struct tcn_story_term *term);

/* Reads the next term; false at the end, or with in->bad. The word is a
 * view. */
bool tcn_store_terms_next(struct tcn_wire_in *in, struct tcn_story_term *term);

/* Before a commit: adds the words of closed stories to the index, if there are
 * many such stories. */
TCN_MUST_USE enum tcn_rc tcn_store_index_stories(struct tcn_store_tx *tx);

/*
 * Adds what queries call; SQLite's code.
 *
 *	story_term(word, weight)  the bytes of one
 *	story_keys(terms)         the hashes of the words, a space behind each
 *	story_shared(ours, own)   the products of the weights of the words that
 *	                          both have, added up; NULL: they share none
 *	state_row(kind, id, bytes) one of the state, as a page has it
 */
int tcn_store_terms_functions(sqlite3 *db);

#endif
