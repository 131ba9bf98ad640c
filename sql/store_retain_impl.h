/*
 * sql/store_retain_impl.h - the functions that advance a pass by one row, one
 * for each kind. Private to sql/store_retain*.c.
 */
#ifndef TCN_SQL_STORE_RETAIN_IMPL_H
#define TCN_SQL_STORE_RETAIN_IMPL_H

#include "sql/query.h"
#include "sql/store_retain.h"

/* The result for one row. */
struct tcn_store_retain_one {
	bool end; /* no row was left */
	bool removed;
	size_t work; /* done for it, in small rows */
	int64_t time_ms; /* the row's */
	int64_t number; /* its seq or id; 0: it has none */
};

/* Moves the pass to the row behind pass->at..., and removes it if it may be
 * removed. */
typedef enum tcn_rc tcn_store_retain_fn(struct tcn_store_tx *tx,
    struct tcn_store_retain *pass, struct tcn_store_retain_one *one);

tcn_store_retain_fn tcn_store_retain_delivery;
tcn_store_retain_fn tcn_store_retain_event;
tcn_store_retain_fn tcn_store_retain_report;
tcn_store_retain_fn tcn_store_retain_edition;
tcn_store_retain_fn tcn_store_retain_copy;
tcn_store_retain_fn tcn_store_retain_item;
tcn_store_retain_fn tcn_store_retain_story;
tcn_store_retain_fn tcn_store_retain_key;

/* Whether an event must stay. */
bool tcn_store_retain_needs(const struct tcn_store_retain *pass,
    const char *event);

/* Reads the next column of q, an event's id. */
void tcn_store_retain_get_id(struct tcn_query *q, char id[TCN_EVENT_ID_BYTES]);

/* Runs a DELETE with one parameter, and adds the rows to *work. */
TCN_MUST_USE enum tcn_rc tcn_store_retain_delete(struct tcn_store_tx *tx,
    const char *sql, int64_t number, size_t *work);
TCN_MUST_USE enum tcn_rc tcn_store_retain_delete_id(struct tcn_store_tx *tx,
    const char *sql, const char *id, size_t *work);

/*
 * Finds the next row of a pass by two queries: `same` finds the next row of the
 * same time (?1 time, ?2 number) and `later` the first of a later time (?1
 * time, ?2 end); sets *q to the first that has a row. False: neither has, or
 * one failed: q is then ended, with *rc. There are two queries because SQLite
 * does not use a row number in a comparison of pairs.
 */
bool tcn_store_retain_next(const struct tcn_store *st,
    const struct tcn_store_retain *pass, const char *same, const char *later,
    struct tcn_query *q, enum tcn_rc *rc);

#endif
