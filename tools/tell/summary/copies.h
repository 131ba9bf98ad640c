/*
 * tools/tell/summary/copies.h - who of a story's sources copied whom.
 *
 * An item copies the source that its text credits ("RT @name", "via @name",
 * "The Name reports", "(Name) -" behind a dateline), which need not be among
 * the sources; else the source of the item that it is a copy of, by its
 * fingerprint; else nobody.
 * What a source copies of itself does not count.
 *
 * Of this graph at most twelve sources are kept, with what they copied from
 * each other: those at the ends of the heaviest edges. Each stands in a layer,
 * one behind the latest of those that it copied and that began before it, so
 * that what is copied goes to higher layers only. Names are compared by their
 * letters and digits, in any case.
 *
 * Cost: O(items), and O(e log e) of e edges.
 */
#ifndef TCN_TOOLS_TELL_SUMMARY_COPIES_H
#define TCN_TOOLS_TELL_SUMMARY_COPIES_H

#include <stddef.h>
#include <stdint.h>

#include "engine/base/arena.h"
#include "engine/base/rc.h"
#include "engine/base/str.h"

#define TCN_COPIES_NODES 12

struct tcn_copies_item {
	struct tcn_str source; /* name; not empty */
	struct tcn_str credit; /* whom it credits: tcn_copies_credit_of() */
	size_t
	    copy_of; /* index of the item that it is a copy of, or SIZE_MAX */
	int64_t ms;
};

struct tcn_copies_node {
	struct tcn_str name;
	size_t first; /* its first item, or SIZE_MAX: it is only credited */
	int64_t ms; /* of it; of one only credited of the first who did */
	uint32_t copied; /* items of others that copy it, of all */
	uint32_t layer; /* from 0 */
};

struct tcn_copies_edge {
	size_t from, to; /* nodes: `to` copied `from` */
	uint32_t items;
};

struct tcn_copies {
	struct tcn_copies_node *nodes; /* by layer, then time */
	size_t nodes_n; /* <= TCN_COPIES_NODES; 0: nobody copied anybody */
	struct tcn_copies_edge *edges; /* by from, then to */
	size_t edges_n;
	size_t others_n; /* sources that copied or were, and are not kept */
};

/* Whom a text credits, a part of it; empty: nobody. Of several who passed it on
 * the one nearest to its origin. O(bytes), up to 400. */
struct tcn_str tcn_copies_credit(struct tcn_str text);

/* The same of an item: whom its text credits, else whom its title does. */
struct tcn_str tcn_copies_credit_of(struct tcn_str title, struct tcn_str text);

/* A name by its letters and digits, by which names are compared; 0: it has
 * none. */
uint64_t tcn_copies_key(struct tcn_str name);

/* Makes the graph of items[0 .. n), which stand in the order of time, in arena;
 * names are those given. */
void tcn_copies_make(const struct tcn_copies_item *items, size_t n,
    struct tcn_arena *arena, struct tcn_copies *copies);

#endif
