/*
 * sql/store_read.h - reading a store back.
 *
 * Two kinds of call. Those that take an arena put their results there. Those
 * named each_ call back a row at a time, for results that may not fit in
 * memory; the record's strings live until the callback returns, a result other
 * than TCN_OK stops the reading and is returned by the call, and the callback
 * must not read or write the same table.
 *
 * Not found is NULL or an empty list, not a failure. Lists are bounded by a
 * limit, where 0 stands for no bound. Orders are total, so that two runs
 * read the same. Reads see what the open transaction has written so far.
 */
#ifndef TCN_SQL_STORE_READ_H
#define TCN_SQL_STORE_READ_H

#include <stddef.h>

#include "engine/base/arena.h"
#include "sql/store.h"

/*
 * An item as it went into the detector: title and text without markup, and the
 * detected language. One that came with a vector before vectors were stored has
 * its fingerprint instead. If the items of a store are passed to the detector
 * again, in order of arrival, it makes the same decisions.
 */
struct tcn_store_item_row {
	struct tcn_article article;
	struct tcn_placement place;
	/* The part of the item that cannot be read, because the file is damaged
	 * or another program wrote it: "features", "vector" or "content words",
	 * which are then empty, or "texts or date". NULL: all was read. */
	const char *unreadable;
};

struct tcn_store_item_list {
	struct tcn_store_item_row *at;
	size_t n;
};

struct tcn_store_story_list {
	struct tcn_story *at;
	size_t n;
};

struct tcn_store_event_list {
	struct tcn_event *at;
	size_t n;
};

struct tcn_store_str_list {
	struct tcn_str *at;
	size_t n;
};

/* --- Start-up: what the detector takes back. --- */

/* Receives a placement. The article has only id, source, url, label, title and
 * the beginning of the text; NULL when these were not requested. */
typedef enum tcn_rc tcn_store_placement_fn(void *ctx,
    const struct tcn_placement *place, const uint64_t key[2],
    const struct tcn_article *article);

/* Passes the rows of the detector's state to fn by (kind, id); rows that have
 * changed since the last compaction are then also passed to `changed`, unless
 * it is NULL. */
TCN_MUST_USE enum tcn_rc tcn_store_each_state(const struct tcn_store *st,
    tcn_state_fn *fn, tcn_state_fn *changed, void *ctx);

/* Passes the rows of the detector's state that have changed since the last
 * compaction, without removed ones. */
TCN_MUST_USE enum tcn_rc tcn_store_each_delta(const struct tcn_store *st,
    tcn_state_fn *fn, void *ctx);

/*
 * Passes items, copies too, with ts_ms >= since_ms, by seq; those from named_ms
 * on with the article, which costs most. O(items since then).
 */
TCN_MUST_USE enum tcn_rc tcn_store_each_placement(const struct tcn_store *st,
    int64_t since_ms, int64_t named_ms, tcn_store_placement_fn *fn, void *ctx);

/* The story of an item: `story` as placed, perhaps a redirect; `original` is
 * the id of the item it copies, at NULL when it is no copy. */
struct tcn_store_assignment {
	uint64_t seq, story;
	struct tcn_str id, original;
	uint8_t distance;
};
typedef enum tcn_rc tcn_store_assigned_fn(void *ctx,
    const struct tcn_store_assignment *item);
typedef void tcn_store_redirect_fn(void *ctx, uint64_t story, uint64_t into);

/* Passes all items from seq on, by seq. */
TCN_MUST_USE enum tcn_rc tcn_store_each_assigned(const struct tcn_store *st,
    uint64_t from_seq, tcn_store_assigned_fn *fn, void *ctx);

/* Passes all merged stories, with the story each was merged into. */
TCN_MUST_USE enum tcn_rc tcn_store_each_redirect(const struct tcn_store *st,
    tcn_store_redirect_fn *fn, void *ctx);

/* Sets *value to the named text; at is NULL when there is none. */
TCN_MUST_USE enum tcn_rc tcn_store_get_meta(const struct tcn_store *st,
    const char *name, struct tcn_arena *arena, struct tcn_str *value);

/* --- Items. --- */

/* Sets *item to the item with this seq, or NULL. */
TCN_MUST_USE enum tcn_rc tcn_store_item(const struct tcn_store *st,
    uint64_t seq, struct tcn_arena *arena, struct tcn_store_item_row **item);

/* Sets *first and *last to the least and greatest seq of the items with
 * since_ms <= ts_ms < until_ms; 0 and 0 when there is none. O(items in
 * between). */
TCN_MUST_USE enum tcn_rc tcn_store_seq_range(const struct tcn_store *st,
    int64_t since_ms, int64_t until_ms, uint64_t *first, uint64_t *last);

/* Sets *item to the first item with seq > after of those with since_ms <= ts_ms
 * < until_ms, or NULL: to iterate over them. */
TCN_MUST_USE enum tcn_rc tcn_store_next_item(const struct tcn_store *st,
    uint64_t after, int64_t since_ms, int64_t until_ms, struct tcn_arena *arena,
    struct tcn_store_item_row **item);

/*
 * Passes the items with an unreadable part, by seq: the record lives until the
 * callback returns. O(all items), with their texts.
 */
typedef void tcn_store_item_fn(void *ctx,
    const struct tcn_store_item_row *item);
TCN_MUST_USE enum tcn_rc tcn_store_each_unreadable(const struct tcn_store *st,
    tcn_store_item_fn *fn, void *ctx);

/* Lists all items with this id, by seq: an id is unique in its source only. */
TCN_MUST_USE enum tcn_rc tcn_store_items_by_id(const struct tcn_store *st,
    struct tcn_str id, struct tcn_arena *arena,
    struct tcn_store_item_list *items);

/* Lists the items with these seqs, in that order; unknown ones are left out. */
TCN_MUST_USE enum tcn_rc tcn_store_items_of(const struct tcn_store *st,
    const uint64_t *seqs, size_t n, struct tcn_arena *arena,
    struct tcn_store_item_list *items);

/* Sets *seq to that of the first item with this id, 0 when there is none. */
TCN_MUST_USE enum tcn_rc tcn_store_first_of_id(const struct tcn_store *st,
    struct tcn_str id, uint64_t *seq);

/* Lists the ids of the items with these seqs, in that order; unknown ones are
 * left out. */
TCN_MUST_USE enum tcn_rc tcn_store_ids_of(const struct tcn_store *st,
    const uint64_t *seqs, size_t n, struct tcn_arena *arena,
    struct tcn_store_str_list *ids);

/* Lists the copies of an original, by (time, seq), without the original. */
TCN_MUST_USE enum tcn_rc tcn_store_sightings(const struct tcn_store *st,
    uint64_t original, size_t limit, struct tcn_arena *arena,
    struct tcn_store_item_list *items);

/* Lists the rewrites of exactly this article, by (time, seq). */
TCN_MUST_USE enum tcn_rc tcn_store_rewrites(const struct tcn_store *st,
    uint64_t of, size_t limit, struct tcn_arena *arena,
    struct tcn_store_item_list *items);

/* Lists the excerpts of exactly this article, by (time, seq). */
TCN_MUST_USE enum tcn_rc tcn_store_excerpts(const struct tcn_store *st,
    uint64_t of, size_t limit, struct tcn_arena *arena,
    struct tcn_store_item_list *items);

/* Lists the later versions of a page whose first version is this item, by
 * (time, seq). */
TCN_MUST_USE enum tcn_rc tcn_store_versions(const struct tcn_store *st,
    uint64_t first, size_t limit, struct tcn_arena *arena,
    struct tcn_store_item_list *items);

/* Totals of a page's versions after its first one. */
struct tcn_store_revisions {
	uint64_t n; /* later versions */
	uint64_t last; /* the latest one's seq; 0: none */
	int64_t last_ms;
};
TCN_MUST_USE enum tcn_rc tcn_store_revisions(const struct tcn_store *st,
    uint64_t first, struct tcn_store_revisions *revisions);

/*
 * Lists the items of a story, copies too, by (time, seq): its own and those of
 * all stories merged into it, however indirectly.
 */
TCN_MUST_USE enum tcn_rc tcn_store_story_items(const struct tcn_store *st,
    uint64_t story, size_t limit, struct tcn_arena *arena,
    struct tcn_store_item_list *items);

/* --- The same without what they say, for who reads only some. --- */

struct tcn_store_seq_list {
	struct {
		uint64_t seq;
		int distance; /* Hamming distance to its original */
	} * at;
	size_t n;
};

TCN_MUST_USE enum tcn_rc tcn_store_sighting_seqs(const struct tcn_store *st,
    uint64_t original, size_t limit, struct tcn_arena *arena,
    struct tcn_store_seq_list *seqs);
TCN_MUST_USE enum tcn_rc tcn_store_story_seqs(const struct tcn_store *st,
    uint64_t story, size_t limit, struct tcn_arena *arena,
    struct tcn_store_seq_list *seqs);

/* Lists the latest items of a story, the last first; distances are 0. */
TCN_MUST_USE enum tcn_rc tcn_store_story_latest(const struct tcn_store *st,
    uint64_t story, size_t limit, struct tcn_arena *arena,
    struct tcn_store_seq_list *seqs);

/* Lists the original `seq` and all originals that are excerpts of it, directly
 * or indirectly, by seq. O(those). */
TCN_MUST_USE enum tcn_rc tcn_store_text_seqs(const struct tcn_store *st,
    uint64_t text, size_t limit, struct tcn_arena *arena,
    struct tcn_store_seq_list *seqs);

/* The text that tcn_store_alike() searches for. */
struct tcn_store_alike {
	uint64_t text_key; /* the same, or ... */
	bool has_fingerprint; /* ... one that differs in few bits */
	uint64_t fingerprint;
	unsigned radius; /* bits, at most */
	uint64_t rows_max; /* items compared, the latest first */
};

/*
 * Lists the like items, the latest first, at most limit. It scans the items, as
 * no index on disk serves this: about 0.2 us an item. *since_ms: the date of
 * the oldest item compared; TCN_UNDATED: all were.
 */
TCN_MUST_USE enum tcn_rc tcn_store_alike_seqs(const struct tcn_store *st,
    const struct tcn_store_alike *alike, size_t limit, struct tcn_arena *arena,
    struct tcn_store_seq_list *seqs, int64_t *since_ms);

/* --- Stories. --- */

/* Sets *story to the story with this id, which may be a redirect; or NULL. */
TCN_MUST_USE enum tcn_rc tcn_store_story(const struct tcn_store *st,
    uint64_t id, struct tcn_arena *arena, struct tcn_story **story);

/* Sets *standing to the story at which the redirects from `id` end; to `id`
 * itself when there are none. */
TCN_MUST_USE enum tcn_rc tcn_store_resolve_story(const struct tcn_store *st,
    uint64_t id, uint64_t *standing);

/*
 * Lists other standing stories with items in [from_ms, to_ms) that share terms
 * with this one, those that share most weight first, then by id.
 */
TCN_MUST_USE enum tcn_rc tcn_store_related_stories(const struct tcn_store *st,
    uint64_t story, int64_t from_ms, int64_t to_ms, size_t limit,
    struct tcn_arena *arena, struct tcn_store_story_list *stories);

/* tcn_store_story_count() counts all stories, redirects included, O(stories);
 * the other counts the stories with each of n words among their terms, O(open
 * stories + stories with the word). */
TCN_MUST_USE enum tcn_rc tcn_store_story_count(const struct tcn_store *st,
    uint64_t *n);
TCN_MUST_USE enum tcn_rc tcn_store_stories_with(const struct tcn_store *st,
    const struct tcn_story_term *terms, size_t n, uint64_t *with);

/* --- Events and reports. --- */

/* Sets *event to the latest revision of an event, or NULL. */
TCN_MUST_USE enum tcn_rc tcn_store_event(const struct tcn_store *st,
    const char *id, struct tcn_arena *arena, struct tcn_event **event);

/* Sets only the times of the event's items and its counts in *counts. *known:
 * the event is stored. A twentieth of the cost of tcn_store_event(). */
TCN_MUST_USE enum tcn_rc tcn_store_event_counts(const struct tcn_store *st,
    const char *id, struct tcn_event *counts, bool *known);

/* Sets *event to one revision of an event as it was stored, or NULL. Its
 * evidence is that of all revisions. */
TCN_MUST_USE enum tcn_rc tcn_store_event_revision(const struct tcn_store *st,
    const char *id, uint32_t revision, struct tcn_arena *arena,
    struct tcn_event **event);

/*
 * Sets id to that of the latest event that fired in [from_ms, to_ms) on the
 * story or one merged into it, "" if there is none.
 */
TCN_MUST_USE enum tcn_rc tcn_store_story_fired(const struct tcn_store *st,
    uint64_t story, int64_t from_ms, int64_t to_ms,
    char id[static TCN_EVENT_ID_BYTES]);

/* Lists all revisions of an event, in order; only the first has its reason. */
TCN_MUST_USE enum tcn_rc tcn_store_event_history(const struct tcn_store *st,
    const char *id, struct tcn_arena *arena,
    struct tcn_store_event_list *events);

/*
 * Sets other to the id of an open event of the rule on the same story as this
 * one, or with more than half of the items that this one fired with; "" if
 * there is none. O(items that it fired with).
 */
TCN_MUST_USE enum tcn_rc tcn_store_open_event_beside(const struct tcn_store *st,
    const struct tcn_event *event, struct tcn_str rule,
    char other[static TCN_EVENT_ID_BYTES]);

/* Lists the first revisions of the events that fired with this item, by id. */
TCN_MUST_USE enum tcn_rc tcn_store_fired_with(const struct tcn_store *st,
    uint64_t item, struct tcn_arena *arena,
    struct tcn_store_event_list *events);

/* Lists the latest revisions of the events on a standing story, by (fired_ms,
 * id). None for story 0. */
TCN_MUST_USE enum tcn_rc tcn_store_story_events(const struct tcn_store *st,
    uint64_t story, struct tcn_arena *arena,
    struct tcn_store_event_list *events);

/* Conditions on events. A field that is NULL or negative sets none. */
struct tcn_store_event_filter {
	int64_t since_ms, until_ms; /* fired in [since, until) */
	const char *rule;
	const char *owner; /* see sql/store_desk.h; "": nobody's */
	const char *place; /* a country's code, or a city's zone, as stored */
	const char *term; /* one of its terms, as shown; ignoring ASCII case */
	int state; /* enum tcn_event_state, of the latest revision */
	int kind; /* enum tcn_event_kind; below 0: any */
	int acked; /* 0: not acknowledged; 1: acknowledged */
	enum tcn_severity severity; /* at least */
	uint32_t min_items; /* of the latest revision */
	bool newest; /* the last fired first */
	bool has_cursor; /* only those that come after (after_ms, after_id) */
	int64_t after_ms; /* when it fired */
	const char *after_id;
};

/*
 * Lists the latest revisions of the events that a filter selects, by (fired_ms,
 * id), ascending or (newest) descending. The time and id of a page's last event
 * are the cursor of the next page, whatever has fired since. O(events in the
 * period, up to the page's end).
 */
TCN_MUST_USE enum tcn_rc tcn_store_find_events(const struct tcn_store *st,
    const struct tcn_store_event_filter *filter, size_t limit,
    struct tcn_arena *arena, struct tcn_store_event_list *events);

/* The number of events of a rule that fired on a day, and when the last of them
 * did. */
struct tcn_store_fired {
	struct tcn_str rule;
	int64_t day_ms; /* the midnight, UTC, at which the day begins */
	uint64_t n;
	int64_t last_ms;
};

struct tcn_store_fired_list {
	struct tcn_store_fired *at;
	size_t n;
};

/*
 * Counts the events fired in [from_ms, to_ms) by rule and day, in this order;
 * rule NULL: of every rule. O(events in the period).
 */
TCN_MUST_USE enum tcn_rc tcn_store_fired_days(const struct tcn_store *st,
    const char *rule, int64_t from_ms, int64_t to_ms, struct tcn_arena *arena,
    struct tcn_store_fired_list *days);

/* Lists the ids of the events that fired last, newest first: candidates for a
 * mistyped id. */
TCN_MUST_USE enum tcn_rc tcn_store_event_ids(const struct tcn_store *st,
    size_t limit, struct tcn_arena *arena, struct tcn_store_str_list *ids);

/*
 * Lists the latest revisions of the events fired in [from_ms, to_ms), by
 * (fired_ms, id). INT64_MIN and INT64_MAX: no bound.
 */
TCN_MUST_USE enum tcn_rc tcn_store_events(const struct tcn_store *st,
    int64_t from_ms, int64_t to_ms, size_t limit, struct tcn_arena *arena,
    struct tcn_store_event_list *events);

/*
 * Lists the revisions of events that changed at since_ms or later, in the order
 * of changes (ties by id, then revision).
 */
TCN_MUST_USE enum tcn_rc tcn_store_revisions_since(const struct tcn_store *st,
    int64_t since_ms, size_t limit, struct tcn_arena *arena,
    struct tcn_store_event_list *events);

#endif
