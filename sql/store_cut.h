/*
 * sql/store_cut.h - the store as it was at an earlier item.
 *
 * A cut is the last known item, and the stream's time then. Reads as of a cut
 * give the same result at any time: later items, revisions, merges of stories
 * and changes of origins do not count. Three things are as they are now: orders
 * of a desk (sql/store_members.h), removals by retention, and, in stores from
 * before version 39, merges of stories, which count as made from the beginning.
 */
#ifndef TCN_SQL_STORE_CUT_H
#define TCN_SQL_STORE_CUT_H

#include "sql/store_read.h"

struct tcn_store_cut {
	uint64_t seq; /* of the last item */
	int64_t as_of_ms; /* stream time */
};

/*
 * Finds the cut of a past time, its as_of_ms: its last item is the one before
 * the third item dated ms or later, so that one or two wrong dates cut nothing
 * off; the last of all if there is no third. O(items of two days).
 */
TCN_MUST_USE enum tcn_rc tcn_store_cut_of(const struct tcn_store *st,
    int64_t ms, struct tcn_store_cut *cut);

/*
 * Lists the events that had fired by the cut and were open then, or had changed
 * since since_ms, each at its revision and with its evidence of that time, by
 * (fired_ms, id). O(events of the store).
 */
TCN_MUST_USE enum tcn_rc tcn_store_events_at(const struct tcn_store *st,
    const struct tcn_store_cut *cut, int64_t since_ms, struct tcn_arena *arena,
    struct tcn_store_event_list *events);

/* Sets *event to the event at its revision of the cut, or NULL. */
TCN_MUST_USE enum tcn_rc tcn_store_event_at(const struct tcn_store *st,
    const struct tcn_store_cut *cut, const char *id, struct tcn_arena *arena,
    struct tcn_event **event);

/*
 * Lists the items of the event at the cut, copies too, by (time, seq), at most
 * limit: its evidence, and the items of its story at that revision, of stories
 * that it had taken in for their language, and of stories merged into these.
 */
TCN_MUST_USE enum tcn_rc tcn_store_event_items_at(const struct tcn_store *st,
    const struct tcn_store_cut *cut, const struct tcn_event *event,
    size_t limit, struct tcn_arena *arena, struct tcn_store_item_list *items);

/* Lists the event and all that had become part of it by the cut, directly or as
 * parts of others, by id. O(these). */
TCN_MUST_USE enum tcn_rc tcn_store_merged_at(const struct tcn_store *st,
    const struct tcn_store_cut *cut, const char *event, struct tcn_arena *arena,
    struct tcn_store_str_list *merged);

#endif
