/*
 * sql/store_orders_impl.h - inside sql/: the events that orders connect
 * (sql/store_members.h).
 */
#ifndef TCN_SQL_STORE_ORDERS_IMPL_H
#define TCN_SQL_STORE_ORDERS_IMPL_H

#include "sql/store_members.h"

/* Appends the event and all events that are part of it, in that order, to
 * whole. */
TCN_MUST_USE enum tcn_rc tcn_store_whole_of(const struct tcn_store *st,
    const char *event, struct tcn_arena *arena,
    struct tcn_store_str_list *whole);

/* Sets *root to the stream's event that this one was split from, perhaps in
 * several steps; to itself if it was not split. */
TCN_MUST_USE enum tcn_rc tcn_store_split_root(const struct tcn_store *st,
    const char *event, char root[static TCN_EVENT_ID_BYTES]);

/* Whether the list has this id. */
bool tcn_store_has_id(const struct tcn_store_str_list *ids, struct tcn_str id);

#endif
