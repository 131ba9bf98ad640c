/*
 * sql/store_searches.h - searches that were saved under a unique name, for
 * everybody or for one person.
 *
 * This module does not interpret a search: tools/pipeline/search_filter.h does.
 * There are at most TCN_STORE_SEARCHES_MAX.
 */
#ifndef TCN_SQL_STORE_SEARCHES_H
#define TCN_SQL_STORE_SEARCHES_H

#include "engine/base/arena.h"
#include "sql/store.h"

#define TCN_STORE_SEARCHES_MAX 1000

struct tcn_store_saved_search {
	struct tcn_str name;
	struct tcn_str query; /* as the query of an address: q=ferry&lang=fr */
	struct tcn_str author;
	int64_t saved_ms;
	struct tcn_str owner; /* the one person who has it; empty: everybody */
};

extern const struct tcn_fields tcn_store_saved_search_record;

struct tcn_store_saved_search_list {
	struct tcn_store_saved_search *at;
	size_t n;
};

/* Stores a search, replacing one with its name. TCN_LIMIT: there are too many;
 * nothing was changed. */
TCN_MUST_USE enum tcn_rc tcn_store_save_search(struct tcn_store_tx *tx,
    const struct tcn_store_saved_search *search);

/* Removes the search of that name. *found: there was one. */
TCN_MUST_USE enum tcn_rc tcn_store_drop_search(struct tcn_store_tx *tx,
    struct tcn_str name, bool *found);

/* Lists the search of that name (one or none) or, if name is empty, all
 * searches by name, of all owners, in arena. */
TCN_MUST_USE enum tcn_rc tcn_store_saved_searches(const struct tcn_store *st,
    struct tcn_str name, struct tcn_arena *arena,
    struct tcn_store_saved_search_list *list);

/* Whether the person of that name can use the search: it is theirs, or
 * everybody's. */
bool tcn_store_saved_search_is_for(const struct tcn_store_saved_search *search,
    struct tcn_str name);

#endif
