/*
 * tools/intake/kafka/lease_log.h - the lease of tools/intake/kafka/lease.h on
 * its topic: one of several detectors sends, the others stand by.
 *
 * It reads the topic kafka.lease, which must have one partition, writes what is
 * due, and says whether this detector leads. Who leads also tells there how
 * each of its messages ended (sql/outbox_ends.h); because that stands in the
 * same log as the claim of the next leader, the next one has read all of it
 * when it begins. The same goes for how far the topic of events was written.
 *
 * Where reading goes on, the highest epoch and what was told are the caller's
 * to store, in one transaction.
 *
 * When no broker can be reached, nobody leads once the lease has run out, and
 * messages wait.
 *
 * One loop, one thread. Looks ten times a session at least, and when woken by
 * the client.
 */
#ifndef TCN_TOOLS_INTAKE_KAFKA_LEASE_LOG_H
#define TCN_TOOLS_INTAKE_KAFKA_LEASE_LOG_H

#include <event2/event.h>

#include "tools/intake/kafka/kafka.h"
#include "tools/intake/kafka/lease_record.h"

/* What was read, to be stored. */
struct tcn_lease_log_read {
	const struct tcn_outbox_end *ends;
	size_t ends_n; /* may be 0 */
	struct tcn_lease_reach reach; /* the last one; revision 0: none came */
	int64_t next;
	uint64_t epoch;
};

struct tcn_lease_log_conf {
	const struct tcn_conf *conf;
	/* Of this detector, for people; they are copied. url may be NULL. */
	const char *host, *url;
	int64_t next; /* the offset to go on at; negative: the first */
	uint64_t epoch; /* the highest that was stored; 0: none */

	/* Whether we lead has changed. */
	void (*changed)(void *ctx, bool leads);
	enum tcn_rc (*store)(void *ctx, const struct tcn_lease_log_read *read,
	    struct tcn_err *err);
	/* Called from time to time: writes what the others are to know, by
	 * tcn_lease_log_tell(). */
	void (*look)(void *ctx);
	/* Reading cannot go on. */
	void (*failed)(void *ctx, enum tcn_rc rc, const struct tcn_err *err);
	void *ctx;
};

/* What is known of who leads. */
struct tcn_lease_status {
	bool leads; /* we do */
	uint64_t epoch;
	const char *host, *url; /* of who leads, or did last; "": not known */
	uint64_t takeovers; /* how often we began to */
	/* From the last sign of the leader before us until we led, the last
	 * time; 0: never. */
	int64_t takeover_ms;
	uint64_t bad; /* records that could not be read */
};

struct tcn_lease_log;

/* Begins to read. kafka and what conf points to must outlive it. TCN_INVALID,
 * TCN_IO: err says why. */
TCN_MUST_USE enum tcn_rc tcn_lease_log_new(struct event_base *base,
    const struct tcn_lease_log_conf *conf, struct tcn_kafka *kafka,
    struct tcn_lease_log **log, struct tcn_err *err);

/* Resigns, if we lead; nothing may be sent any more. log may be NULL. */
void tcn_lease_log_free(struct tcn_lease_log *log);

/* Whether we may send now. Ask before each time. */
bool tcn_lease_log_leads(const struct tcn_lease_log *log);

/* Tells the others how a message ended. */
void tcn_lease_log_tell(struct tcn_lease_log *log,
    const struct tcn_outbox_end *end);

/* Tells the others how far the topic of events was written. */
void tcn_lease_log_tell_reach(struct tcn_lease_log *log,
    const struct tcn_lease_reach *reach);

/* Who leads, as of what was read so far. */
struct tcn_lease_status tcn_lease_log_status(const struct tcn_lease_log *log);

#endif
