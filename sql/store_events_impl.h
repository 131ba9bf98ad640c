/*
 * sql/store_events_impl.h - inside sql/: reads and writes parts of an event's
 * row.
 */
#ifndef TCN_SQL_STORE_EVENTS_IMPL_H
#define TCN_SQL_STORE_EVENTS_IMPL_H

#include "sql/query.h"

/* Reads the next column of the query as an event's id; one that is too long is
 * cut. */
void tcn_store_event_id(struct tcn_query *q, char id[TCN_EVENT_ID_BYTES]);

/* Parses codes of languages, separated by blanks. Codes that are too long, or
 * too many, are left out. */
void tcn_store_event_languages(struct tcn_str text,
    struct tcn_event_languages *languages);

/* Stores an event's stories and linked events in other languages
 * (sql/store_group.h). Those stored before keep the item at which they came. */
TCN_MUST_USE enum tcn_rc tcn_store_put_languages(struct tcn_store_tx *tx,
    const struct tcn_event *event);

#endif
