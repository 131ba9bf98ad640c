/*
 * sql/outbox_impl.h - inside sql/: reading rows of the outbox, shared by
 * outbox.c and outbox_*.c.
 */
#ifndef TCN_SQL_OUTBOX_IMPL_H
#define TCN_SQL_OUTBOX_IMPL_H

#include "sql/outbox.h"
#include "sql/query_record.h"

/* Lists the messages that a query of their record finds, and ends the query. */
TCN_MUST_USE enum tcn_rc tcn_outbox_collect(struct tcn_query q,
    struct tcn_arena *arena, struct tcn_outbox_list *list);

/* Sets *ms to the time in the next row; leaves it as it is without a row. */
void tcn_outbox_read_time(struct tcn_query *q, int64_t *ms);

/* Ends a message that was just put as another detector has reported; does
 * nothing without such a report (sql/outbox_ends.h). */
TCN_MUST_USE enum tcn_rc tcn_outbox_end_as_told(struct tcn_store_tx *tx,
    const struct tcn_outbox_message *message);

#endif
