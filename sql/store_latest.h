/*
 * sql/store_latest.h - items in order of arrival, and the items of an event, by
 * number only: callers read the full rows of those that they show.
 */
#ifndef TCN_SQL_STORE_LATEST_H
#define TCN_SQL_STORE_LATEST_H

#include "sql/store_now.h"

/* Conditions on items. A field that is NULL, 0 or false sets none. */
struct tcn_store_latest {
	uint64_t before; /* only items before this seq */
	const char *source; /* without regard to case */
	const char *lang;
	uint64_t story; /* this story, or one merged into it */
	bool originals; /* no copies */
};

/* Items looked at where no index serves a condition. */
#define TCN_STORE_LATEST_LOOKED 100000

/*
 * Lists the latest items that meet the conditions, at most limit, the latest
 * first. *next: the `before` of the next page; 0: there are no more. A page may
 * be short and still have a next one, when TCN_STORE_LATEST_LOOKED items were
 * looked at.
 */
TCN_MUST_USE enum tcn_rc tcn_store_latest(const struct tcn_store *st,
    const struct tcn_store_latest *filter, size_t limit,
    struct tcn_arena *arena, struct tcn_store_ids *seqs, uint64_t *next);

/* Where an item came from, and when. */
struct tcn_store_arrival {
	uint64_t seq;
	struct tcn_str source;
	int64_t ts_ms; /* effective time in the stream */
	bool is_copy;
};

struct tcn_store_arrivals {
	struct tcn_store_arrival *at;
	size_t n;
};

/* Lists the items that came after this seq, by seq; at most limit. */
TCN_MUST_USE enum tcn_rc tcn_store_arrivals_after(const struct tcn_store *st,
    uint64_t seq, size_t limit, struct tcn_arena *arena,
    struct tcn_store_arrivals *arrivals);

/* Counts the items with since_ms <= ts_ms < until_ms; *around: whether any item
 * is within twelve hours of that span. O(those items). */
TCN_MUST_USE enum tcn_rc tcn_store_count_arrivals(const struct tcn_store *st,
    int64_t since_ms, int64_t until_ms, uint64_t *n, bool *around);

/* One item of an event. */
struct tcn_store_event_item {
	uint64_t seq, article; /* article: the original of its text */
	int64_t ts_ms;
};

struct tcn_store_event_items {
	struct tcn_store_event_item *at;
	size_t n;
};

/* Lists all items of an event, copies too, by (time, seq): those of its story
 * and of stories merged into that, and its evidence. source and lang may be
 * NULL. */
TCN_MUST_USE enum tcn_rc tcn_store_event_items(const struct tcn_store *st,
    const struct tcn_event *event, const char *source, const char *lang,
    struct tcn_arena *arena, struct tcn_store_event_items *items);

/* Lists the events that were split from this one, then those that were merged
 * into it, each by id; *split: how many of the first kind. O(events and
 * revisions). */
TCN_MUST_USE enum tcn_rc
tcn_store_event_splits_and_parts(const struct tcn_store *st, const char *event,
    struct tcn_arena *arena, struct tcn_store_str_list *ids, size_t *split);

#endif
