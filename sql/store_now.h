/*
 * sql/store_now.h - what a list of the open events needs, and no more.
 *
 * An event is open as the stream has it, unless a desk has closed or reopened
 * it since: who spoke last counts. The stream speaks when an event fires,
 * closes or comes back, not when it grows.
 */
#ifndef TCN_SQL_STORE_NOW_H
#define TCN_SQL_STORE_NOW_H

#include "sql/store_read.h"

/* By these a reader knows whether what it has of an event is still so. */
struct tcn_store_open_event {
	char event[TCN_EVENT_ID_BYTES];
	uint32_t revision;
	uint64_t action; /* the last one of its desk; 0: none */
};

struct tcn_store_open_list {
	struct tcn_store_open_event *at;
	size_t n;
};

/* The open events that fired last, at most limit, by id. O(those). */
TCN_MUST_USE enum tcn_rc tcn_store_open_events(const struct tcn_store *st,
    size_t limit, struct tcn_arena *arena, struct tcn_store_open_list *list);

/*
 * The events that are over and changed last at since_ms or later, at most limit
 * of them, the last first; without those that are part of another. Looks at
 * what fired in the week before since_ms or later. O(those).
 */
TCN_MUST_USE enum tcn_rc tcn_store_closed_events(const struct tcn_store *st,
    int64_t since_ms, size_t limit, struct tcn_arena *arena,
    struct tcn_store_open_list *list);

/* How many are open. */
TCN_MUST_USE enum tcn_rc tcn_store_count_open(const struct tcn_store *st,
    uint64_t *n);

/*
 * The latest revision of an event without its evidence and reason, or NULL;
 * *since_ms: when it fired or, later, came back; *open: see above.
 */
TCN_MUST_USE enum tcn_rc tcn_store_event_brief(const struct tcn_store *st,
    const char *id, struct tcn_arena *arena, struct tcn_event **event,
    int64_t *since_ms, bool *open);

/* Of the article with this seq its title, source, url, language and how the
 * text begins, 500 characters; all empty if there is none. */
TCN_MUST_USE enum tcn_rc tcn_store_headline(const struct tcn_store *st,
    uint64_t seq, struct tcn_arena *arena, struct tcn_article *article);

/* One item that an event is about. */
struct tcn_store_item_time {
	int64_t ts_ms;
	uint64_t origin; /* the first item with its text */
};

struct tcn_store_item_times {
	struct tcn_store_item_time *at;
	size_t n;
};

/*
 * The items of an event with ts_ms >= since_ms: those of its story and of what
 * merged into that, and its evidence whose seq is at least from_seq, in no
 * order, each once. O(those and the evidence).
 */
TCN_MUST_USE enum tcn_rc tcn_store_event_times(const struct tcn_store *st,
    const struct tcn_event *event, int64_t since_ms, uint64_t from_seq,
    struct tcn_arena *arena, struct tcn_store_item_times *times);

/* The date of the latest item; left alone if there is none. */
TCN_MUST_USE enum tcn_rc tcn_store_newest_ms(const struct tcn_store *st,
    int64_t *newest_ms);

/* When the latest event fired; left alone if none has. */
TCN_MUST_USE enum tcn_rc tcn_store_last_fired_ms(const struct tcn_store *st,
    int64_t *fired_ms);

struct tcn_store_ids {
	uint64_t *at;
	size_t n;
};

/* The story, and all that merged into it. */
TCN_MUST_USE enum tcn_rc tcn_store_story_parts(const struct tcn_store *st,
    uint64_t story, struct tcn_arena *arena, struct tcn_store_ids *ids);

/* Whether an item that was placed in one of them is of that source and of that
 * category, as it was sent or else is predicted; case does not count, and NULL
 * is any. O(their items). */
TCN_MUST_USE enum tcn_rc tcn_store_stories_have(const struct tcn_store *st,
    const struct tcn_store_ids *stories, const char *source,
    const char *category, bool *have);

/* The stories that items with a greater seq were placed in, by id. O(those
 * items). */
TCN_MUST_USE enum tcn_rc tcn_store_stories_after(const struct tcn_store *st,
    uint64_t seq, struct tcn_arena *arena, struct tcn_store_ids *ids);

/* --- What somebody has looked at. --- */

/* The revision that was shown, and its figures; items is 0 when it is gone. */
struct tcn_store_seen {
	char event[TCN_EVENT_ID_BYTES];
	uint32_t revision;
	int64_t at_ms; /* by the wall clock */
	uint32_t items, origins, publishers;
	struct tcn_event_languages languages;
};

struct tcn_store_seen_list {
	struct tcn_store_seen *at;
	size_t n;
};

/* Notes that name has looked at this revision of an event; 0: takes it back.
 * Precondition: there is such an event. */
TCN_MUST_USE enum tcn_rc tcn_store_put_seen(struct tcn_store_tx *tx,
    struct tcn_str name, const char *event, uint32_t revision, int64_t at_ms);

/* What name has looked at: of the open events, by id; or, if event is not
 * NULL, of that one. */
TCN_MUST_USE enum tcn_rc tcn_store_seen(const struct tcn_store *st,
    struct tcn_str name, const char *event, struct tcn_arena *arena,
    struct tcn_store_seen_list *list);

#endif
