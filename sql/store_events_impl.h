/*
 * sql/store_events_impl.h - inside sql/: parts of an event's row.
 */
#ifndef TCN_SQL_STORE_EVENTS_IMPL_H
#define TCN_SQL_STORE_EVENTS_IMPL_H

#include "sql/query.h"

/* The column that comes next, as an id; what is too long is cut. */
void tcn_store_event_id(struct tcn_query *q, char id[TCN_EVENT_ID_BYTES]);

/* Codes with blanks between. What is too long for a code, or one too many, is
 * left out. */
void tcn_store_event_languages(struct tcn_str text,
    struct tcn_event_languages *languages);

/* Codes of countries and a time zone, as sql/schema/053_places.sql has them. */
void tcn_store_event_places(struct tcn_str text,
    struct tcn_event_places *places);

/* Stores what an event says of other languages (sql/store_group.h). What was
 * known before stays known from the item at which it came. */
TCN_MUST_USE enum tcn_rc tcn_store_put_languages(struct tcn_store_tx *tx,
    const struct tcn_event *event);

#endif
