/*
 * sql/outbox_impl.h - inside sql/: reading rows of the outbox, shared by
 * outbox.c and outbox_*.c.
 */
#ifndef TCN_SQL_OUTBOX_IMPL_H
#define TCN_SQL_OUTBOX_IMPL_H

#include "sql/outbox.h"
#include "sql/query_record.h"

/* The messages that the query of the record finds, which ends. */
TCN_MUST_USE enum tcn_rc tcn_outbox_collect(struct tcn_query q,
    struct tcn_arena *arena, struct tcn_outbox_list *list);

/* The time that the next row holds; without one *ms stays as it is. */
void tcn_outbox_read_time(struct tcn_query *q, int64_t *ms);

/* Ends a message that was just put if another detector has told how; nothing
 * is done otherwise (sql/outbox_ends.h). */
TCN_MUST_USE enum tcn_rc tcn_outbox_end_as_told(struct tcn_store_tx *tx,
    const struct tcn_outbox_message *message);

#endif
