/*
 * sql/store_now.h - reads for a list of the open events, and no more.
 *
 * An event is open if the stream says so, unless a desk has closed or reopened
 * it later: the last change counts. The stream changes it when an event fires,
 * closes or comes back, not when it grows.
 */
#ifndef TCN_SQL_STORE_NOW_H
#define TCN_SQL_STORE_NOW_H

#include "sql/store_read.h"

/* An open event, with the numbers by which a reader sees whether its copy of
 * the event is up to date. */
struct tcn_store_open_event {
	char event[TCN_EVENT_ID_BYTES];
	uint32_t revision;
	uint64_t action; /* id of the last action on it; 0: none */
};

struct tcn_store_open_list {
	struct tcn_store_open_event *at;
	size_t n;
};

/* Lists the open events that fired last, at most limit, by id. O(those). */
TCN_MUST_USE enum tcn_rc tcn_store_open_events(const struct tcn_store *st,
    size_t limit, struct tcn_arena *arena, struct tcn_store_open_list *list);

/*
 * Lists the closed events that last changed at since_ms or later, at most
 * limit, the last first, without those that are part of another. Only events
 * that fired in the week before since_ms or later are considered. O(those).
 */
TCN_MUST_USE enum tcn_rc tcn_store_closed_events(const struct tcn_store *st,
    int64_t since_ms, size_t limit, struct tcn_arena *arena,
    struct tcn_store_open_list *list);

/* Counts the open events. */
TCN_MUST_USE enum tcn_rc tcn_store_count_open(const struct tcn_store *st,
    uint64_t *n);

/*
 * Sets *event to the latest revision of an event without its evidence and
 * reason, or NULL; *since_ms: when it fired or last came back; *open: as
 * defined above.
 */
TCN_MUST_USE enum tcn_rc tcn_store_event_brief(const struct tcn_store *st,
    const char *id, struct tcn_arena *arena, struct tcn_event **event,
    int64_t *since_ms, bool *open);

/* Reads title, source, url, language and the first 500 characters of the text
 * of the article with this seq; all empty if there is none. */
TCN_MUST_USE enum tcn_rc tcn_store_headline(const struct tcn_store *st,
    uint64_t seq, struct tcn_arena *arena, struct tcn_article *article);

/* The time and origin of an item of an event. */
struct tcn_store_item_time {
	int64_t ts_ms;
	uint64_t origin; /* seq of the first item with its text */
};

struct tcn_store_item_times {
	struct tcn_store_item_time *at;
	size_t n;
};

/*
 * Lists the items of an event with ts_ms >= since_ms: those of its story and of
 * stories merged into that, and its evidence with seq >= from_seq, in no order,
 * each once. O(those and the evidence).
 */
TCN_MUST_USE enum tcn_rc tcn_store_event_times(const struct tcn_store *st,
    const struct tcn_event *event, int64_t since_ms, uint64_t from_seq,
    struct tcn_arena *arena, struct tcn_store_item_times *times);

/* Sets *newest_ms to the time of the latest item; unchanged if there is
 * none. */
TCN_MUST_USE enum tcn_rc tcn_store_newest_ms(const struct tcn_store *st,
    int64_t *newest_ms);

/* Sets *fired_ms to when the latest event fired; unchanged if none has. */
TCN_MUST_USE enum tcn_rc tcn_store_last_fired_ms(const struct tcn_store *st,
    int64_t *fired_ms);

struct tcn_store_ids {
	uint64_t *at;
	size_t n;
};

/* Lists the story and all stories merged into it. */
TCN_MUST_USE enum tcn_rc tcn_store_story_parts(const struct tcn_store *st,
    uint64_t story, struct tcn_arena *arena, struct tcn_store_ids *ids);

/* Sets *have to whether an item placed in one of these stories has that source
 * and that category, as sent or else as predicted; ignoring case, NULL matches
 * any. O(their items). */
TCN_MUST_USE enum tcn_rc tcn_store_stories_have(const struct tcn_store *st,
    const struct tcn_store_ids *stories, const char *source,
    const char *category, bool *have);

/* Lists the stories in which items with a greater seq were placed, by id.
 * O(those items). */
TCN_MUST_USE enum tcn_rc tcn_store_stories_after(const struct tcn_store *st,
    uint64_t seq, struct tcn_arena *arena, struct tcn_store_ids *ids);

/* --- What somebody has looked at. --- */

/* The revision of an event that somebody has looked at, and its figures; items
 * is 0 if that revision was removed. */
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

/* Notes that the person `name` has looked at this revision of an event;
 * revision 0 deletes the note. Precondition: there is such an event. */
TCN_MUST_USE enum tcn_rc tcn_store_put_seen(struct tcn_store_tx *tx,
    struct tcn_str name, const char *event, uint32_t revision, int64_t at_ms);

/* Lists what the person `name` has looked at: of the open events, by id; or, if
 * event is not NULL, of that one. */
TCN_MUST_USE enum tcn_rc tcn_store_seen(const struct tcn_store *st,
    struct tcn_str name, const char *event, struct tcn_arena *arena,
    struct tcn_store_seen_list *list);

#endif
