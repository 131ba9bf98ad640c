/*
 * sql/store_facets.h - counts of a search's hits by source, category and so on:
 * the facets of faceted search (Hearst, "Design recommendations for
 * hierarchical faceted search interfaces", 2006).
 *
 * Each value has the number of hits that remain when the search is narrowed to
 * it. A text that several sources have is a hit for each of them, though the
 * search shows it once.
 */
#ifndef TCN_SQL_STORE_FACETS_H
#define TCN_SQL_STORE_FACETS_H

#include "sql/store_search.h"

/* items that are counted at most, copies too */
#define TCN_STORE_FACETS_LOOKED 1000
#define TCN_STORE_FACET_VALUES  8

enum tcn_store_facet {
	TCN_STORE_FACET_SOURCE, /* the source's name as written */
	TCN_STORE_FACET_LANG,
	TCN_STORE_FACET_CATEGORY, /* as it was sent, or is predicted */
	/* Events, by id: those of the item's story, and those that it is
	 * evidence of. */
	TCN_STORE_FACET_EVENT,
	TCN_STORE_FACETS
};

struct tcn_store_facet_value {
	struct tcn_str value;
	uint64_t n;
};

struct tcn_store_facet_values {
	/* The values with most hits first, then by value. */
	struct tcn_store_facet_value at[TCN_STORE_FACET_VALUES];
	size_t n;
	size_t all; /* how many values there are */
};

struct tcn_store_facets {
	struct tcn_store_facet_values of[TCN_STORE_FACETS];
	size_t looked; /* how many items were counted, the newest hits */
	bool whole; /* these are all hits */
};

/*
 * Counts the hits of a search by facet; the search's order, limit and cursor do
 * not matter. The values live in arena. Cost: reading 2,000 texts with the
 * words, and some 10 us an item. Errors: the store's.
 */
TCN_MUST_USE enum tcn_rc tcn_store_facets(const struct tcn_store *st,
    const struct tcn_store_search *search, struct tcn_arena *arena,
    struct tcn_store_facets *facets);

#endif
