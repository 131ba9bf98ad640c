/*
 * sql/store_editions.h - editions that were made, and a ledger of what they
 * said.
 *
 * Each row is a due time of an edition's name that was handled: an edition was
 * made, with a number and its bodies, or it was skipped. The first row of a
 * name says from when on its due times are handled. An edition that is made
 * when an event closes has that event in its key.
 *
 * The ledger records, by edition, what was said about each event: counts,
 * figures, and the lines as hashes. It is written in the transaction of the
 * edition, and never changed: the rows below n have what was said before
 * edition n.
 */
#ifndef TCN_SQL_STORE_EDITIONS_H
#define TCN_SQL_STORE_EDITIONS_H

#include "sql/store_read.h"

enum tcn_store_edition_state { /* stored: never renumbered */
	TCN_STORE_EDITION_BEGUN, /* none is due before this time */
	TCN_STORE_EDITION_MADE,
	TCN_STORE_EDITION_SKIPPED, /* it was missed, and `reason` says why */
};

struct tcn_store_edition {
	struct tcn_str name;
	int64_t due_ms;
	struct tcn_str event; /* the event at whose end it is made; or empty */
	enum tcn_store_edition_state state;
	uint64_t number; /* 0: not made */
	uint64_t cut; /* seq of the last item that it is based on */
	int64_t as_of_ms; /* stream time then */
	int64_t made_ms; /* wall clock */
	struct tcn_str settings, method, wall, reason, title;
	uint64_t events; /* events that it reports */
};

extern const struct tcn_fields tcn_store_edition_record;

struct tcn_store_edition_list {
	struct tcn_store_edition *at;
	size_t n;
};

/* Stores a row. TCN_INVALID: the due time, or the number, was stored before. */
TCN_MUST_USE enum tcn_rc tcn_store_put_edition(struct tcn_store_tx *tx,
    const struct tcn_store_edition *edition);

TCN_MUST_USE enum tcn_rc tcn_store_put_edition_body(struct tcn_store_tx *tx,
    struct tcn_str name, uint64_t number, const char *format,
    struct tcn_str bytes);

/* Sets *number to that of the next edition of this name: 1 for the first. */
TCN_MUST_USE enum tcn_rc tcn_store_next_edition(const struct tcn_store *st,
    struct tcn_str name, uint64_t *number);

/* Conditions on rows. An empty or 0 field sets none. */
struct tcn_store_edition_filter {
	struct tcn_str name;
	uint64_t number;
	bool made; /* only editions that were made */
	bool scheduled; /* only editions without an event */
	int64_t due_ms; /* due then; TCN_UNDATED: any time */
	int64_t before_ms; /* due before; TCN_UNDATED: any time */
};

/* Lists the rows that the filter selects, the latest due first, then by name
 * and event. O(rows). */
TCN_MUST_USE enum tcn_rc tcn_store_editions(const struct tcn_store *st,
    const struct tcn_store_edition_filter *filter, size_t limit,
    struct tcn_arena *arena, struct tcn_store_edition_list *editions);

/* Sets *bytes to a body of an edition; at is NULL when there is none. */
TCN_MUST_USE enum tcn_rc tcn_store_edition_body(const struct tcn_store *st,
    struct tcn_str name, uint64_t number, const char *format,
    struct tcn_arena *arena, struct tcn_str *bytes);

/* --- The ledger. --- */

/* A line of text of an edition. */
struct tcn_store_told_line {
	uint64_t hash;
	const uint64_t *terms; /* ascending, each once */
	size_t terms_n;
};

#define TCN_STORE_TOLD_TERMS_MAX 64 /* of a line */

/* The value of a figure that an edition stated. */
struct tcn_store_told_figure {
	struct tcn_str slot, unit; /* its kind: "dead" and ""; "price", "USD" */
	int64_t lo, hi; /* thousandths; 0: it was withdrawn */
	uint64_t number; /* of the edition that stated it */
};

/* What editions said about an event. */
struct tcn_store_told_event {
	struct tcn_str event;
	uint64_t number; /* of the edition */
	uint64_t cut; /* of that edition; not stored here */
	uint32_t revision;
	bool closed; /* its end was reported */
	uint32_t items, origins, publishers;
	struct tcn_str languages; /* "de en" */
	const struct tcn_store_told_line *lines;
	size_t lines_n;
	const struct tcn_store_told_figure *figures; /* by slot, then unit */
	size_t figures_n;
};

/* What the name of a story begins with, its number behind it, where a story
 * that did not fire stands in the place of an event. */
#define TCN_STORE_TOLD_STORY "story:"

/* The lines that editions of that name with a number of `from` up to below
 * `before` told of stories, in no event's name. O(lines of stories). */
TCN_MUST_USE enum tcn_rc tcn_store_told_stories(const struct tcn_store *st,
    struct tcn_str name, uint64_t from, uint64_t before,
    struct tcn_arena *arena, struct tcn_store_told_event *told);

/* Stores what an edition said about an event; of its lines only those that no
 * edition of that name has had for the event, so that each line is stored once.
 * O(lines of all). Numbers must rise. */
TCN_MUST_USE enum tcn_rc tcn_store_put_told(struct tcn_store_tx *tx,
    struct tcn_str name, const struct tcn_store_told_event *told);

/*
 * Sets *told to what the editions of that name with a number below `before`
 * said about an event: the counts of the latest, all lines, in order of their
 * hashes, and the last stated value of each figure. NULL when none did.
 * O(lines).
 */
TCN_MUST_USE enum tcn_rc tcn_store_told_of(const struct tcn_store *st,
    struct tcn_str name, struct tcn_str event, uint64_t before,
    struct tcn_arena *arena, struct tcn_store_told_event **told);

#endif
