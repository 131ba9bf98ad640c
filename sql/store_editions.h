/*
 * sql/store_editions.h - editions that were made, and what their readers were
 * told.
 *
 * A row stands for a due time of a name that was dealt with: an edition was
 * made, with a number and its bodies, or it was skipped. The first row of a
 * name says since when it is looked after. An edition that is made when an
 * event closes has that event in its key.
 *
 * The ledger says, by edition, what was told of each event: counts, figures,
 * and the lines as hashes. It is written in the transaction of the edition, and
 * never changed: what had been told before edition n is in the rows below n.
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
	struct tcn_str event; /* whose end it is made for; or empty */
	enum tcn_store_edition_state state;
	uint64_t number; /* 0: not made */
	uint64_t cut; /* seq of the last item that it knows of */
	int64_t as_of_ms; /* stream time then */
	int64_t made_ms; /* wall clock */
	struct tcn_str settings, method, wall, reason, title;
	uint64_t events; /* that it tells of */
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

/* The number that the next edition of that name has: 1 for the first. */
TCN_MUST_USE enum tcn_rc tcn_store_next_edition(const struct tcn_store *st,
    struct tcn_str name, uint64_t *number);

/* Which rows: conditions that are empty or 0 are none. */
struct tcn_store_edition_filter {
	struct tcn_str name;
	uint64_t number;
	bool made; /* those that were made only */
	bool scheduled; /* those of no event only */
	int64_t due_ms; /* due then; TCN_UNDATED: any time */
	int64_t before_ms; /* due before; TCN_UNDATED: any time */
};

/* Those rows, the latest due first, then by name and event. O(rows). */
TCN_MUST_USE enum tcn_rc tcn_store_editions(const struct tcn_store *st,
    const struct tcn_store_edition_filter *filter, size_t limit,
    struct tcn_arena *arena, struct tcn_store_edition_list *editions);

/* A body of an edition in *bytes; at is NULL when there is none. */
TCN_MUST_USE enum tcn_rc tcn_store_edition_body(const struct tcn_store *st,
    struct tcn_str name, uint64_t number, const char *format,
    struct tcn_arena *arena, struct tcn_str *bytes);

/* --- The ledger. --- */

/* A line that was told. */
struct tcn_store_told_line {
	uint64_t hash;
	const uint64_t *terms; /* in order, each once */
	size_t terms_n;
};

#define TCN_STORE_TOLD_TERMS_MAX 64 /* of a line */

/* The value of a figure that was told. */
struct tcn_store_told_figure {
	struct tcn_str slot, unit; /* its kind: "dead" and ""; "price", "USD" */
	int64_t lo, hi; /* thousandths; 0: it was withdrawn */
	uint64_t number; /* of the edition that said so */
};

/* What was told of an event. */
struct tcn_store_told_event {
	struct tcn_str event;
	uint64_t number; /* of the edition */
	uint64_t cut; /* of that edition; not stored here */
	uint32_t revision;
	bool closed; /* its end was told */
	uint32_t items, origins, publishers;
	struct tcn_str languages; /* "de en" */
	const struct tcn_store_told_line *lines;
	size_t lines_n;
	const struct tcn_store_told_figure *figures; /* by slot, then unit */
	size_t figures_n;
};

/* Stores it; of its lines those that no edition of that name has told of the
 * event, so that all of them together take what was told once. O(lines of all).
 * Numbers only rise. */
TCN_MUST_USE enum tcn_rc tcn_store_put_told(struct tcn_store_tx *tx,
    struct tcn_str name, const struct tcn_store_told_event *told);

/*
 * What the editions of that name with a number below `before` told of an event:
 * the counts of the latest, all lines, in order of their hashes, and of each
 * figure the value told last. *told is NULL when none did. O(lines).
 */
TCN_MUST_USE enum tcn_rc tcn_store_told_of(const struct tcn_store *st,
    struct tcn_str name, struct tcn_str event, uint64_t before,
    struct tcn_arena *arena, struct tcn_store_told_event **told);

#endif
