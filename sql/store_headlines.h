/*
 * sql/store_headlines.h - reads what the choice of an event's headline needs.
 */
#ifndef TCN_SQL_STORE_HEADLINES_H
#define TCN_SQL_STORE_HEADLINES_H

#include "sql/store_now.h"
#include "sql/store_read.h"

/* The title and the beginning of the text of an item. */
struct tcn_store_beginning {
	uint64_t seq;
	uint64_t origin; /* seq of the first item with its text */
	int64_t ts_ms;
	struct tcn_str source, url, lang, title;
	struct tcn_str text; /* its first characters, as many as asked for */
};

struct tcn_store_beginnings {
	struct tcn_store_beginning *at;
	size_t n;
};

/*
 * Lists the items of an event without copies and with seq <= until_seq, at most
 * so many, the newest, by (time, seq): of its evidence, its story, the stories
 * that it took in for their language, and stories merged into any of these. For
 * an event that a desk merged or split: of its members (sql/store_members.h).
 * O(log items) for each item of the event.
 */
TCN_MUST_USE enum tcn_rc tcn_store_event_texts(const struct tcn_store *st,
    const struct tcn_event *event, uint64_t until_seq, size_t limit,
    struct tcn_arena *arena, struct tcn_store_ids *ids);

/* Reads the beginnings of items, at most so many characters of each text;
 * copies and removed items are left out. O(n log items). */
TCN_MUST_USE enum tcn_rc tcn_store_beginnings(const struct tcn_store *st,
    const struct tcn_store_ids *ids, size_t chars, struct tcn_arena *arena,
    struct tcn_store_beginnings *beginnings);

/* Sets *headline to that of one revision; empty if it has none, or there is no
 * such revision. */
TCN_MUST_USE enum tcn_rc tcn_store_event_headline(const struct tcn_store *st,
    const char *event, uint32_t revision, struct tcn_arena *arena,
    struct tcn_event_headline *headline);

#endif
