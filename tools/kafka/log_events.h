/*
 * tools/kafka/log_events.h - writes every revision of an event to a topic.
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
 * headers tocsin-event and tocsin-revision are what tells a repeat. The value
 * is the event as GET /v1/events/ID has it or, with kafka.envelope:
 * cloudevents, that as the data of a CloudEvent 1.0 in JSON (structured mode of
 * the Kafka binding), whose id is EVENT-REVISION.
 *
 * The store keeps the last TCN_STORE_TOLD_MAX rows of what is told. So as not
 * to fall that far behind, tcn_log_events_is_behind() asks for a pause while
 * the brokers take nothing. What is lost all the same is counted and logged.
 *
 * One loop, one thread.
 */
#ifndef TCN_TOOLS_KAFKA_LOG_EVENTS_H
#define TCN_TOOLS_KAFKA_LOG_EVENTS_H

#include <event2/event.h>

#include "tools/kafka/kafka.h"
#include "tools/pipeline/pipeline.h"

struct tcn_log_events_conf {
	const struct tcn_conf *conf; /* kafka.events is set */
	/* The store has failed. */
	void (*failed)(void *ctx, enum tcn_rc rc, const struct tcn_err *err);
	void *ctx;
};

struct tcn_log_events_counts {
	uint64_t sent; /* revisions that the brokers have */
	uint64_t refused; /* tries that failed; they are made again */
	uint64_t lost; /* rows that went before they could be sent */
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

/* Something was committed: sends what is new. While a transaction is open it
 * waits for its commit. */
void tcn_log_events_wake(struct tcn_log_events *events);

/* Whether so much waits to be sent that no more should be taken in. */
bool tcn_log_events_is_behind(const struct tcn_log_events *events);

const struct tcn_log_events_counts *
tcn_log_events_counts(const struct tcn_log_events *events);

#endif
