/*
 * sql/store_searches.h - searches that were given a name, by everybody or by
 * one for themselves. A name stands for one of them.
 *
 * What a search says is not looked at here: tools/pipeline/search_filter.h.
 * There are at most TCN_STORE_SEARCHES_MAX.
 */
#ifndef TCN_SQL_STORE_SEARCHES_H
#define TCN_SQL_STORE_SEARCHES_H

#include "engine/base/arena.h"
#include "sql/store.h"

#define TCN_STORE_SEARCHES_MAX 1000

struct tcn_store_saved_search {
	struct tcn_str name;
	struct tcn_str query; /* as in an address: q=ferry&lang=fr */
	struct tcn_str author;
	int64_t saved_ms;
	struct tcn_str owner; /* who alone has it; empty: everybody */
};

extern const struct tcn_fields tcn_store_saved_search_record;

struct tcn_store_saved_search_list {
	struct tcn_store_saved_search *at;
	size_t n;
};

/* Stores a search, or what its name stands for from now on. TCN_LIMIT: there
 * are too many; nothing has changed. */
TCN_MUST_USE enum tcn_rc tcn_store_save_search(struct tcn_store_tx *tx,
    const struct tcn_store_saved_search *search);

/* *found: whether there was one of that name. */
TCN_MUST_USE enum tcn_rc tcn_store_drop_search(struct tcn_store_tx *tx,
    struct tcn_str name, bool *found);

/* The searches of that name (one or none) or, when it is empty, all, by name,
 * whosever they are; they live in arena. */
TCN_MUST_USE enum tcn_rc tcn_store_saved_searches(const struct tcn_store *st,
    struct tcn_str name, struct tcn_arena *arena,
    struct tcn_store_saved_search_list *list);

/* Whether somebody of that name has it: it is theirs, or everybody's. */
bool tcn_store_saved_search_is_for(const struct tcn_store_saved_search *search,
    struct tcn_str name);

#endif
