/* sql/store_rebuild.h - reads for rebuilding a detector from a store. */
#ifndef TCN_SQL_STORE_REBUILD_H
#define TCN_SQL_STORE_REBUILD_H

#include "engine/base/arena.h"
#include "sql/store.h"

/* The range of items from which the detector learns again. */
struct tcn_store_reading {
	uint64_t first; /* seq; 0: there is none */
	uint64_t items;
	int64_t since_ms;
};

/* Sets *reading to the items of the last span_ms before the greatest date of
 * any. O(those). */
TCN_MUST_USE enum tcn_rc tcn_store_read_again(const struct tcn_store *st,
    int64_t span_ms, struct tcn_store_reading *reading);

/* Receives an event at its latest revision; stories: those it took in besides
 * its own. */
typedef enum tcn_rc tcn_store_past_event_fn(void *ctx, struct tcn_event *event,
    uint64_t *stories, size_t n);

/* Passes the events that the stream has not closed, and those that fired at
 * since_ms or later and did not become part of another, by (fired_ms, id). */
TCN_MUST_USE enum tcn_rc tcn_store_each_past_event(const struct tcn_store *st,
    int64_t since_ms, struct tcn_arena *arena, tcn_store_past_event_fn *fn,
    void *ctx);

/* Closes the stored stories that are marked as open but for which is_open()
 * returns false. */
TCN_MUST_USE enum tcn_rc tcn_store_close_stories(struct tcn_store_tx *tx,
    bool (*is_open)(void *ctx, uint64_t story), void *ctx);

#endif
