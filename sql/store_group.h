/*
 * sql/store_group.h - the events that are one event to a reader: reported in
 * several languages, or found by several rules.
 *
 * Rules do not affect each other, so each rule that fires on a story has an
 * event of its own. To a reader these are one story, to be reported once.
 *
 * The detector makes one event of open stories that report the same in
 * different languages. If one of two events had ended when they were found to
 * be linked, they stay two, and a link between them is stored, with the item at
 * which it came (table event_links). To a reader they are still one.
 *
 * DEFINITION. The group of an event as of a cut (sql/store_cut.h) is found by
 * taking the links among events that had come by then in the order in which
 * they came, and uniting the groups of both ends, unless one language is in
 * both: stories that were kept apart in one language do not become one by way
 * of another. Events of different rules on one story, as stories had merged by
 * then, are united whatever their languages. An event stands for those that the
 * stream or a desk has made part of it. So circles do no harm, and links to
 * removed events have no effect. Of more than TCN_STORE_GROUP_MAX events that
 * are linked, however indirectly, those nearest to the requested one are used.
 *
 * The first of a group represents it: the open one that fired first, or, when
 * all have closed, the one that closed last.
 */
#ifndef TCN_SQL_STORE_GROUP_H
#define TCN_SQL_STORE_GROUP_H

#include "sql/store_cut.h"
#include "sql/store_headlines.h"

#define TCN_STORE_GROUP_MAX 16

struct tcn_store_group {
	/* The events at their revisions of the cut: the one that represents the
	 * group first, then as they fired. Empty: the event had not fired. */
	struct tcn_store_event_list events;
	bool several; /* they are in several languages */
};

/* Sets *group to the group of an event; without links that is the event itself,
 * or the one it is part of. Cost: some queries for each event of the group. */
TCN_MUST_USE enum tcn_rc tcn_store_group_at(const struct tcn_store *st,
    const struct tcn_store_cut *cut, const char *event, struct tcn_arena *arena,
    struct tcn_store_group *group);

/* Sets *may to whether the event may share a group with others, now or as of
 * any cut. If not, the group is the event itself, or the one it is part of.
 * O(log n). */
TCN_MUST_USE enum tcn_rc tcn_store_may_group(const struct tcn_store *st,
    const char *event, bool *may);

/* Sets *group to the current group of an event; empty if it has no other
 * events. */
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

/* Lists the stories that an event took in for their languages, or the stories
 * these were merged into, each once. O(these * log n). */
TCN_MUST_USE enum tcn_rc tcn_store_event_stories(const struct tcn_store *st,
    const char *event, struct tcn_arena *arena, struct tcn_store_ids *stories);

/* Lists the open events of other rules on the same story, by rule. O(these *
 * log n). */
TCN_MUST_USE enum tcn_rc tcn_store_beside(const struct tcn_store *st,
    const char *event, struct tcn_arena *arena, struct tcn_store_besides *all);

/* Lists the items of the group's events at the cut, copies too, each once, by
 * (time, seq), at most limit. */
TCN_MUST_USE enum tcn_rc tcn_store_group_items_at(const struct tcn_store *st,
    const struct tcn_store_cut *cut, const struct tcn_store_group *group,
    size_t limit, struct tcn_arena *arena, struct tcn_store_item_list *items);

#endif
