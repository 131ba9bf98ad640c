/*
 * tools/intake/kafka/log_events.h - writes every revision of an event to a
 * topic.
 *
 * What is told stands in the store, in one order, written in the transaction of
 * what it tells of (sql/store_told.h); this follows it, as an outbox, behind
 * each commit. So nothing is told that a crash undoes, and nothing that was
 * committed is left out: how far the brokers have acknowledged it is stored,
 * and after a crash it goes on from there. A revision may then be sent again,
 * the same to the byte.
 *
 * A message has the event's id as its key, so that a compacted topic keeps the
 * last revision of each event, and those of one event keep their order. Its
 * headers tocsin-event and tocsin-revision are what tells a repeat;
 * tocsin-schema names the schema of the value, and so its version. The value
 * is the event as GET /v1/events/ID has it or, with kafka.envelope:
 * cloudevents, that as the data of a CloudEvent 1.0 in JSON (structured mode of
 * the Kafka binding), whose id is EVENT-REVISION.
 *
 * OF SEVERAL DETECTORS that come to the same revisions in the same order, with
 * conf.leads, who leads writes; the header tocsin-epoch has its number. It
 * tells the others how far it came, conf.told; they keep that in the store as
 * TCN_LOG_EVENTS_REACHED, and who leads next goes on behind it. What was
 * written since is written again.
 *
 * Who no longer leads drops what it had under way, and so does its kernel when
 * the net is away (tcn_kafka_calls.late_ms). What its client had given to the
 * kernel's hands in the very moment in which the process was frozen can still
 * come late: a reader passes over what has a lower epoch than it has seen. (A
 * transactional id would have the broker refuse it; librdkafka 2.0.2 ends the
 * program, by an assertion of its own, when a commit takes long.)
 *
 * A revision that the topic does not take, as it is too long, is logged,
 * counted as lost and passed over; the brokers refuse a batch as a whole, so
 * those of it are sent one by one first.
 *
 * The store keeps the last TCN_STORE_TOLD_MAX rows of what is told. So as not
 * to fall that far behind, tcn_log_events_is_behind() asks for a pause while
 * the brokers take nothing. What is lost all the same is counted and logged.
 *
 * One loop, one thread.
 */
#ifndef TCN_TOOLS_INTAKE_KAFKA_LOG_EVENTS_H
#define TCN_TOOLS_INTAKE_KAFKA_LOG_EVENTS_H

#include <event2/event.h>

#include "tools/intake/kafka/kafka.h"
#include "tools/pipeline/pipeline.h"

/* The name in the store (tcn_store_put_meta) of how far the leader came:
 * "EVENT REVISION". */
#define TCN_LOG_EVENTS_REACHED "kafka.events"

struct tcn_log_events_conf {
	const struct tcn_conf *conf; /* kafka.events is set */
	/* Whether this detector is the one that writes; NULL: there is no
	 * other. */
	bool (*leads)(void *ctx);
	uint64_t (*epoch)(void *ctx); /* with leads: in which one it does */
	/* With leads: the topic has this revision, and all before it. */
	void (*told)(void *ctx, const char *event, uint32_t revision);
	/* The store has failed. */
	void (*failed)(void *ctx, enum tcn_rc rc, const struct tcn_err *err);
	void *ctx;
};

struct tcn_log_events_counts {
	uint64_t sent; /* revisions that the brokers have */
	uint64_t refused; /* tries that failed; they are made again */
	/* Rows that went before they could be sent, and revisions that are too
	 * long for the topic. */
	uint64_t lost;
	uint64_t behind; /* rows that are told and not acknowledged */
};

struct tcn_log_events;

/* kafka, the pipeline and conf->conf must outlive it. TCN_INVALID, TCN_IO: err
 * says why; the store's errors. */
TCN_MUST_USE enum tcn_rc tcn_log_events_new(struct event_base *base,
    const struct tcn_log_events_conf *conf, struct tcn_kafka *kafka,
    struct tcn_pipeline *pipe, struct tcn_log_events **events,
    struct tcn_err *err);
/* If the store is sound, sends what is left, for some seconds at most. events
 * may be NULL. */
void tcn_log_events_free(struct tcn_log_events *events, bool sound);

/* Sends the revisions that are new, after a commit. While a transaction is open
 * it waits for its commit. */
void tcn_log_events_wake(struct tcn_log_events *events);

/* Whether so much waits to be sent that no more should be taken in. */
bool tcn_log_events_is_behind(const struct tcn_log_events *events);

const struct tcn_log_events_counts *
tcn_log_events_counts(const struct tcn_log_events *events);

#endif
