/*
 * tools/intake/kafka/kafka.h - loads the Kafka client and gives it its
 * settings.
 *
 * The client is a module (tools/intake/kafka/kafka_plugin.h) that is loaded
 * when a verb is told to use a log; without it, and without the settings, err
 * says what to install or to write. All options are tried before anything
 * connects, and an error of one names the line of its setting.
 *
 * Call order: open, any number of clients, close each, close. What a client
 * logs goes to the program's log.
 */
#ifndef TCN_TOOLS_INTAKE_KAFKA_KAFKA_H
#define TCN_TOOLS_INTAKE_KAFKA_KAFKA_H

#include "engine/base/buf.h"
#include "engine/base/err.h"
#include "engine/base/rc.h"
#include "tools/conf/conf.h"
#include "tools/intake/kafka/kafka_plugin.h"

/* How long a question to a broker may take. */
#define TCN_KAFKA_ASK_MS 30000

struct tcn_kafka;

/*
 * conf must outlive it. TCN_INVALID, TCN_IO: err says what is wrong, and which
 * setting says so.
 */
TCN_MUST_USE enum tcn_rc tcn_kafka_open(const struct tcn_conf *conf,
    struct tcn_kafka **kafka, struct tcn_err *err);
void tcn_kafka_close(struct tcn_kafka *kafka); /* may be NULL */

/* What a client is for, from which some of its options follow. */
enum tcn_kafka_use {
	TCN_KAFKA_USE_READER, /* of partitions that it names; its own offsets */
	TCN_KAFKA_USE_MEMBER, /* of the group; reads what it is given */
	TCN_KAFKA_USE_WRITER, /* of messages, each once and in order */
	TCN_KAFKA_USE_WATCHER, /* of records that must not be late */
	TCN_KAFKA_USE_TELLER, /* the writer of these; some may come twice */
};

/* Of calls only ctx, delivered, rebalanced and late_ms are the caller's, and
 * each may be NULL or 0, as may be calls. */
TCN_MUST_USE enum tcn_rc tcn_kafka_client_open(struct tcn_kafka *kafka,
    enum tcn_kafka_use use, const struct tcn_kafka_calls *calls,
    struct tcn_kafka_client **client, struct tcn_err *err);
void tcn_kafka_client_close(struct tcn_kafka *kafka,
    struct tcn_kafka_client *client); /* may be NULL */

/*
 * Whether a run could open it: the module, the password's file and every option
 * are tried, and nothing connects. TCN_OK also when no setting of the section
 * is given. TCN_INVALID, TCN_IO: err says what is wrong, and where.
 */
TCN_MUST_USE enum tcn_rc tcn_kafka_check(const struct tcn_conf *conf,
    struct tcn_err *err);

const struct tcn_kafka_plugin *
tcn_kafka_plugin_of(const struct tcn_kafka *kafka);

/*
 * How many partitions a topic has. TCN_INVALID: it is not there; TCN_IO: no
 * broker answers.
 */
TCN_MUST_USE enum tcn_rc tcn_kafka_partitions(struct tcn_kafka *kafka,
    struct tcn_kafka_client *client, const char *topic, int *n,
    struct tcn_err *err);

/* The first message of a partition that is kept, and the one that comes next.
 * TCN_IO: no broker says. */
TCN_MUST_USE enum tcn_rc tcn_kafka_bounds(struct tcn_kafka *kafka,
    struct tcn_kafka_client *client, const char *topic, int32_t partition,
    int64_t *low, int64_t *high, struct tcn_err *err);

/* Appends "librdkafka 2.0.2", or that there is none. For `tocsin version`. */
void tcn_kafka_text(const struct tcn_conf *conf, struct tcn_buf *out);

#endif
