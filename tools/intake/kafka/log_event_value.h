/*
 * tools/intake/kafka/log_event_value.h - the value of a message of
 * kafka.events: a revision of an event as GET /v1/events/ID has it or, with
 * kafka.envelope: cloudevents, that as the data of a CloudEvent 1.0 in JSON.
 *
 * man/tocsin-event.schema.json says what is in it, and what a reader may rely
 * on within a version: a field that is there stays, under its name and of its
 * type, and those that are always there are; new ones may come.
 */
#ifndef TCN_TOOLS_INTAKE_KAFKA_LOG_EVENT_VALUE_H
#define TCN_TOOLS_INTAKE_KAFKA_LOG_EVENT_VALUE_H

#include "engine/base/arena.h"
#include "engine/base/buf.h"
#include "engine/base/rc.h"
#include "sql/store_read.h"
#include "tools/conf/conf.h"

/* The schema of the values, which ends with its version. */
#define TCN_LOG_EVENT_SCHEMA "urn:tocsin:event:1"

/* The media type of the values. */
const char *tcn_log_event_value_type(const struct tcn_conf *conf);

/* Writes the value to out, which is cleared before. data: room for the event
 * within its envelope, used again each time. The store's errors. */
TCN_MUST_USE enum tcn_rc tcn_log_event_value_write(const struct tcn_conf *conf,
    const struct tcn_store *store, const struct tcn_event *event,
    struct tcn_arena *arena, struct tcn_buf *data, struct tcn_buf *out);

#endif
