/*
 * sql/store_offsets.h - how far a log was read.
 *
 * Articles may come from a log of messages, in topics and partitions, each
 * message numbered in its partition. The number of the next message is stored
 * in the transaction of the articles that were read before it: so whenever a
 * run ends, its stored articles and its position agree, and no message is lost
 * or processed twice.
 */
#ifndef TCN_SQL_STORE_OFFSETS_H
#define TCN_SQL_STORE_OFFSETS_H

#include "engine/base/rc.h"
#include "engine/base/str.h"
#include "sql/store.h"

/* The name (tcn_store_put_meta) under which the highest epoch read is stored,
 * when several stores read the same log: changes to events must reach all of
 * them. */
#define TCN_STORE_OFFSETS_EPOCH "kafka.epoch"

/* Stores that all messages of the partition below next are in the store. */
TCN_MUST_USE enum tcn_rc tcn_store_put_offset(struct tcn_store_tx *tx,
    struct tcn_str topic, int32_t partition, int64_t next);

/* Sets *next to the number of the next message to read; -1: none was read. */
TCN_MUST_USE enum tcn_rc tcn_store_offset(const struct tcn_store *st,
    struct tcn_str topic, int32_t partition, int64_t *next);

#endif
