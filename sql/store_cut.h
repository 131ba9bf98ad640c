/*
 * sql/store_cut.h - the store as it was at an earlier item.
 *
 * A cut is the last item that is known of, and the stream's time then. What is
 * read as of a cut is the same whenever it is read: items that came later,
 * revisions that were written later, stories that were merged later and origins
 * that were found later do not count. Three things are as they are now: what a
 * desk ordered (sql/store_members.h), what retention has removed, and of stores
 * of before version 39 when stories were merged: they are taken to have been
 * from the beginning.
 */
#ifndef TCN_SQL_STORE_CUT_H
#define TCN_SQL_STORE_CUT_H

#include "sql/store_read.h"

struct tcn_store_cut {
	uint64_t seq; /* of the last item */
	int64_t as_of_ms; /* stream time */
};

/*
 * Finds the cut of a past time, which is its as_of_ms: what had come before the
 * third item that is dated ms or later, so that one wrong date or two cut
 * nothing off; where there is no third, all that came. O(items of two days).
 */
TCN_MUST_USE enum tcn_rc tcn_store_cut_of(const struct tcn_store *st,
    int64_t ms, struct tcn_store_cut *cut);

/*
 * The events that had fired by the cut and were open then, or had changed since
 * since_ms, each at its revision of then, by (fired_ms, id). Of evidence what
 * had come. O(events of the store).
 */
TCN_MUST_USE enum tcn_rc tcn_store_events_at(const struct tcn_store *st,
    const struct tcn_store_cut *cut, int64_t since_ms, struct tcn_arena *arena,
    struct tcn_store_event_list *events);

/* The event at its revision of the cut, or NULL. */
TCN_MUST_USE enum tcn_rc tcn_store_event_at(const struct tcn_store *st,
    const struct tcn_store_cut *cut, const char *id, struct tcn_arena *arena,
    struct tcn_event **event);

/*
 * The items that the event held at the cut, copies too, by (time, seq), at most
 * limit: its evidence and those of its story, which is that of its revision,
 * of those that it had taken in for their language, and of stories that had
 * merged into these.
 */
TCN_MUST_USE enum tcn_rc tcn_store_event_items_at(const struct tcn_store *st,
    const struct tcn_store_cut *cut, const struct tcn_event *event,
    size_t limit, struct tcn_arena *arena, struct tcn_store_item_list *items);

/* An event, or a part of it. */
struct tcn_store_merged_event {
	struct tcn_str id, split_from; /* the latter may be empty */
};

struct tcn_store_merged_list {
	struct tcn_store_merged_event *at;
	size_t n;
};

/* The event, and those that had become part of it by the cut, also as parts of
 * others, by id. O(these). */
TCN_MUST_USE enum tcn_rc tcn_store_merged_at(const struct tcn_store *st,
    const struct tcn_store_cut *cut, const char *event, struct tcn_arena *arena,
    struct tcn_store_merged_list *merged);

#endif
