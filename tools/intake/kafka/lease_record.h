/*
 * tools/intake/kafka/lease_record.h - the records of the topic of the lease, as
 * bytes.
 *
 * A record is a JSON object; its "kind" says what of. "claim", "renew" and
 * "resign" are of the lease (tools/intake/kafka/lease.h): "epoch", "by",
 * "wrote", of a claim "after", and for people "host" and "url". "end" is how a
 * message of the outbox ended, which the leader tells so that those who follow
 * need not send it: "event", "revision", "step", "receiver", "state", "at",
 * "why", "handle". "events" is how far the topic of events was written, so that
 * who leads next goes on behind that: "event", "revision". What is empty is
 * left out; members that are not known are passed over.
 */
#ifndef TCN_TOOLS_INTAKE_KAFKA_LEASE_RECORD_H
#define TCN_TOOLS_INTAKE_KAFKA_LEASE_RECORD_H

#include "engine/base/arena.h"
#include "engine/base/buf.h"
#include "engine/base/err.h"
#include "engine/base/rc.h"
#include "engine/item/record.h"
#include "sql/outbox_ends.h"
#include "tools/intake/kafka/lease.h"

/* For people: where the writer runs, and the address of its pages. */
struct tcn_lease_place {
	struct tcn_str host, url;
};

/* All revisions up to this one, in the order in which they were told, are on
 * the topic of events. */
struct tcn_lease_reach {
	char event[TCN_EVENT_ID_BYTES];
	uint32_t revision; /* 0: nothing is known */
};

/* As it is kept in a store: "EVENT REVISION". What is no such text is read as
 * revision 0. */
void tcn_lease_reach_text(const struct tcn_lease_reach *reach,
    struct tcn_buf *out);
struct tcn_lease_reach tcn_lease_reach_read(struct tcn_str text);

enum tcn_lease_what {
	TCN_LEASE_OF_LEASE,
	TCN_LEASE_OF_MESSAGE, /* its end */
	TCN_LEASE_OF_EVENTS,
};

struct tcn_lease_entry {
	enum tcn_lease_what what;
	struct tcn_lease_record lease;
	struct tcn_lease_place place;
	struct tcn_outbox_end end;
	struct tcn_lease_reach reach;
};

/* Appends the record's bytes. */
void tcn_lease_record_write(const struct tcn_lease_record *record,
    const struct tcn_lease_place *place, struct tcn_buf *out);
void tcn_lease_record_write_end(const struct tcn_outbox_end *end,
    struct tcn_buf *out);
void tcn_lease_record_write_reach(const struct tcn_lease_reach *reach,
    struct tcn_buf *out);

/* Texts of *entry live in the arena. TCN_INVALID: value is no such record, as
 * err says. */
TCN_MUST_USE enum tcn_rc tcn_lease_record_parse(struct tcn_str value,
    struct tcn_arena *arena, struct tcn_lease_entry *entry,
    struct tcn_err *err);

#endif
