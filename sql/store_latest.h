/*
 * sql/store_latest.h - items in the order in which they came, and the items of
 * an event, by number only: who shows some of them reads those.
 */
#ifndef TCN_SQL_STORE_LATEST_H
#define TCN_SQL_STORE_LATEST_H

#include "sql/store_now.h"

/* Conditions on items. What is NULL, 0 or false sets none. */
struct tcn_store_latest {
	uint64_t before; /* came before the item of this seq */
	const char *source; /* without regard to case */
	const char *lang;
	uint64_t story; /* this one, or one that merged into it */
	bool originals; /* no copies */
};

/* Items looked at where no index serves a condition. */
#define TCN_STORE_LATEST_LOOKED 100000

/*
 * The last items that came, at most limit, the latest first. *next: the seq to
 * go on before, 0: there are no more. It goes on also where fewer were found,
 * when as many were looked at as are in one call.
 */
TCN_MUST_USE enum tcn_rc tcn_store_latest(const struct tcn_store *st,
    const struct tcn_store_latest *filter, size_t limit,
    struct tcn_arena *arena, struct tcn_store_ids *seqs, uint64_t *next);

/* Where an item came from, and when. */
struct tcn_store_arrival {
	uint64_t seq;
	struct tcn_str source;
	int64_t ts_ms; /* as the stream took it */
	bool is_copy;
};

struct tcn_store_arrivals {
	struct tcn_store_arrival *at;
	size_t n;
};

/* The items that came after this one, by seq; at most limit. */
TCN_MUST_USE enum tcn_rc tcn_store_arrivals_after(const struct tcn_store *st,
    uint64_t seq, size_t limit, struct tcn_arena *arena,
    struct tcn_store_arrivals *arrivals);

/* How many items are dated from since_ms to before until_ms; *around: whether
 * any is within twelve hours of them. O(those items). */
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

/* All items of an event, copies too, by (time, seq): those of its story and of
 * what merged into that, and its evidence. source and lang may be NULL. */
TCN_MUST_USE enum tcn_rc tcn_store_event_items(const struct tcn_store *st,
    const struct tcn_event *event, const char *source, const char *lang,
    struct tcn_arena *arena, struct tcn_store_event_items *items);

/* Events that were split from this one, and those that merged into it, by id;
 * *split: so many of them, the first. O(events and revisions). */
TCN_MUST_USE enum tcn_rc tcn_store_event_kin(const struct tcn_store *st,
    const char *event, struct tcn_arena *arena, struct tcn_store_str_list *ids,
    size_t *split);

#endif
