/*
 * sql/store_group.h - the events that are one event to who reads of it: told in
 * several languages, or found by several rules.
 *
 * Rules do not affect each other, so that each that fires on a story has an
 * event of its own. To a reader these are one story, to be told once.
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
 * another. Events of different rules on one story, as stories had merged by
 * then, are united whatever their languages. An event stands for those that
 * the stream or a desk has made part of it. So circles do no harm, and links to
 * events that are gone count nothing. Of more than TCN_STORE_GROUP_MAX events
 * that are linked, however indirectly, those nearest to the one asked for are
 * looked at.
 *
 * The first of a group is who goes on: the open one that fired first, or, when
 * all have closed, the one that closed last.
 */
#ifndef TCN_SQL_STORE_GROUP_H
#define TCN_SQL_STORE_GROUP_H

#include "sql/store_cut.h"
#include "sql/store_headlines.h"

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

/* Whether the event may be of a group with others, now or as of any cut: if
 * not, it is the group of itself, or of what it is part of. O(log n). */
TCN_MUST_USE enum tcn_rc tcn_store_may_group(const struct tcn_store *st,
    const char *event, bool *may);

/* The group as it is now; empty where there are no others to be of it. */
TCN_MUST_USE enum tcn_rc tcn_store_group_now(const struct tcn_store *st,
    const char *event, struct tcn_arena *arena, struct tcn_store_group *group);

/* An open event of another rule on the same story. */
struct tcn_store_beside {
	char id[TCN_EVENT_ID_BYTES];
	struct tcn_str rule;
	enum tcn_severity severity;
	int64_t fired_ms;
};

struct tcn_store_besides {
	struct tcn_store_beside *at;
	size_t n;
};

/* The stories that an event took in for their languages, or what these became
 * part of, each once. O(these * log n). */
TCN_MUST_USE enum tcn_rc tcn_store_event_stories(const struct tcn_store *st,
    const char *event, struct tcn_arena *arena, struct tcn_store_ids *stories);

/* Those beside this event, by rule. O(these * log n). */
TCN_MUST_USE enum tcn_rc tcn_store_beside(const struct tcn_store *st,
    const char *event, struct tcn_arena *arena, struct tcn_store_besides *all);

/* The items that the events of the group held at the cut, copies too, each
 * once, by (time, seq), at most limit. */
TCN_MUST_USE enum tcn_rc tcn_store_group_items_at(const struct tcn_store *st,
    const struct tcn_store_cut *cut, const struct tcn_store_group *group,
    size_t limit, struct tcn_arena *arena, struct tcn_store_item_list *items);

#endif
