/*
 * sql/store_offsets.h - how far a log was read.
 *
 * Articles may come from a log of messages, in topics and partitions, each
 * message numbered in its partition. The number that is to be read next is
 * stored in the transaction of the articles that were read before it: so
 * whenever a run ends, what it has stored and where it goes on agree, and no
 * message is lost or taken twice.
 */
#ifndef TCN_SQL_STORE_OFFSETS_H
#define TCN_SQL_STORE_OFFSETS_H

#include "engine/base/rc.h"
#include "engine/base/str.h"
#include "sql/store.h"

/* The name (tcn_store_put_meta) of the highest epoch that was read, of a store
 * that is one of several of the same log: what changes events must come to all
 * of them. */
#define TCN_STORE_OFFSETS_EPOCH "kafka.epoch"

/* Notes that all messages below next are in the store. */
TCN_MUST_USE enum tcn_rc tcn_store_put_offset(struct tcn_store_tx *tx,
    struct tcn_str topic, int32_t partition, int64_t next);

/* *next: the message to be read next; -1: none was read. */
TCN_MUST_USE enum tcn_rc tcn_store_offset(const struct tcn_store *st,
    struct tcn_str topic, int32_t partition, int64_t *next);

#endif
