/*
 * sql/store_headlines.h - what the headline of an event is chosen by.
 */
#ifndef TCN_SQL_STORE_HEADLINES_H
#define TCN_SQL_STORE_HEADLINES_H

#include "sql/store_now.h"
#include "sql/store_read.h"

/* The beginning of an item. */
struct tcn_store_beginning {
	uint64_t seq;
	uint64_t origin; /* seq of the first item with its text */
	int64_t ts_ms;
	struct tcn_str source, url, lang, title;
	struct tcn_str text; /* so many characters of it */
};

struct tcn_store_beginnings {
	struct tcn_store_beginning *at;
	size_t n;
};

/*
 * The items of an event, the newest so many, that are no copies and whose seq
 * is at most until_seq, by time, then seq: of its evidence, of its story, of
 * those that it took in for their language, and of what merged into any of
 * these; of an event that a desk merged with others or split, of what it holds.
 * O(log items) for each item of the event.
 */
TCN_MUST_USE enum tcn_rc tcn_store_event_texts(const struct tcn_store *st,
    const struct tcn_event *event, uint64_t until_seq, size_t limit,
    struct tcn_arena *arena, struct tcn_store_ids *ids);

/* The beginnings of items, at most so many characters of each text; copies, and
 * those that are not stored any more, are left out. O(n log items). */
TCN_MUST_USE enum tcn_rc tcn_store_beginnings(const struct tcn_store *st,
    const struct tcn_store_ids *ids, size_t chars, struct tcn_arena *arena,
    struct tcn_store_beginnings *beginnings);

/* The headline as of one revision; empty if it has none, or there is no such
 * revision. */
TCN_MUST_USE enum tcn_rc tcn_store_event_headline(const struct tcn_store *st,
    const char *event, uint32_t revision, struct tcn_arena *arena,
    struct tcn_event_headline *headline);

#endif
