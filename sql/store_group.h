/*
 * sql/store_group.h - the events that are one event to who reads of it, told in
 * several languages.
 *
 * The detector makes one event of stories that tell of the same in different
 * languages while it is open. Where one of two had ended when they were found
 * to be linked, they stay two, and a link between them is stored, with the item
 * at which it came (table event_links). To a reader they are one all the same.
 *
 * DEFINITION. The group of an event as of a cut (sql/store_cut.h) is found by
 * taking the links among events that had come by then in the order in which
 * they came, and uniting the groups of both ends, unless one language is in
 * both: what was told apart in one language does not become one by way of
 * another. An event stands for those that the stream or a desk has made part of
 * it. So circles do no harm, and links to events that are gone count nothing.
 * Of more than TCN_STORE_GROUP_MAX events that are linked, however indirectly,
 * those nearest to the one asked for are looked at.
 *
 * The first of a group is who goes on: the open one that fired first, or, when
 * all have closed, the one that closed last.
 */
#ifndef TCN_SQL_STORE_GROUP_H
#define TCN_SQL_STORE_GROUP_H

#include "sql/store_cut.h"

#define TCN_STORE_GROUP_MAX 16

struct tcn_store_group {
	/* At their revisions of the cut: who goes on first, then as they
	 * fired. Empty: the event had not fired. */
	struct tcn_store_event_list events;
	bool several; /* they are told in several languages */
};

/* The group of an event; of one without links that is itself, or what it is
 * part of. Cost: some queries an event of it. */
TCN_MUST_USE enum tcn_rc tcn_store_group_at(const struct tcn_store *st,
    const struct tcn_store_cut *cut, const char *event, struct tcn_arena *arena,
    struct tcn_store_group *group);

/* Whether there is a link between any two events: if not, each is the group of
 * itself, or of what it is part of. O(1). */
TCN_MUST_USE enum tcn_rc tcn_store_has_links(const struct tcn_store *st,
    bool *has);

/* The items that the events of the group held at the cut, copies too, each
 * once, by (time, seq), at most limit. */
TCN_MUST_USE enum tcn_rc tcn_store_group_items_at(const struct tcn_store *st,
    const struct tcn_store_cut *cut, const struct tcn_store_group *group,
    size_t limit, struct tcn_arena *arena, struct tcn_store_item_list *items);

#endif
