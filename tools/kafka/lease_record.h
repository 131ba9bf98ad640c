/*
 * tools/kafka/lease_record.h - the records of the topic of the lease, as bytes.
 *
 * A record is a JSON object; its "kind" says what of. "claim", "renew" and
 * "resign" are of the lease (tools/kafka/lease.h): "epoch", "by", "wrote", of a
 * claim "after", and for people "host" and "url". "end" is how a message of the
 * outbox ended, which the leader tells so that those who follow need not send
 * it: "event", "revision", "step", "receiver", "state", "at", "why", "handle".
 * What is empty is left out; members that are not known are passed over.
 */
#ifndef TCN_TOOLS_KAFKA_LEASE_RECORD_H
#define TCN_TOOLS_KAFKA_LEASE_RECORD_H

#include "engine/base/arena.h"
#include "engine/base/buf.h"
#include "engine/base/err.h"
#include "engine/base/rc.h"
#include "sql/outbox_ends.h"
#include "tools/kafka/lease.h"

/* For people: where the writer runs, and the address of its pages. */
struct tcn_lease_place {
	struct tcn_str host, url;
};

struct tcn_lease_entry {
	bool is_end; /* of a message; else it is of the lease */
	struct tcn_lease_record lease;
	struct tcn_lease_place place;
	struct tcn_outbox_end end;
};

/* Appends the record's bytes; out->failed tells of a failure. */
void tcn_lease_record_write(const struct tcn_lease_record *record,
    const struct tcn_lease_place *place, struct tcn_buf *out);
void tcn_lease_record_write_end(const struct tcn_outbox_end *end,
    struct tcn_buf *out);

/* Texts of *entry live in the arena. TCN_INVALID: value is no such record, as
 * err says; TCN_NOMEM. */
TCN_MUST_USE enum tcn_rc tcn_lease_record_parse(struct tcn_str value,
    struct tcn_arena *arena, struct tcn_lease_entry *entry,
    struct tcn_err *err);

#endif
