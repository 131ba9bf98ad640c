/*
 * tools/intake/kafka/log_ask.h - asks the brokers what is still to come of each
 * partition that is merged with others (tools/intake/kafka/log_merge.h).
 *
 * A thread with a client of its own asks, as an answer may take long; the
 * caller only reads the last one. They are asked in turn how far articles go,
 * how far workers are with them, and how far the records go. So once workers
 * are as far as articles went at an earlier question, the records of all that
 * was in the log then are in the answer, however many articles have come
 * since.
 *
 * Call order: new; again and answer as often as wanted, from one thread; free,
 * which waits for a question that is under way, some seconds at most.
 */
#ifndef TCN_TOOLS_INTAKE_KAFKA_LOG_ASK_H
#define TCN_TOOLS_INTAKE_KAFKA_LOG_ASK_H

#include "tools/intake/kafka/kafka.h"

struct tcn_log_ask;

struct tcn_log_ask_conf {
	struct tcn_kafka *kafka;
	const char *topic; /* that is merged */
	const char *articles; /* of which workers write its records, partition
			       * i of partition i; NULL: no such */
	size_t partitions;
	int fd; /* gets a byte with each answer */
};

/* conf is copied. TCN_INVALID, TCN_IO: there is no such client. */
TCN_MUST_USE enum tcn_rc tcn_log_ask_new(const struct tcn_log_ask_conf *conf,
    struct tcn_log_ask **ask, struct tcn_err *err);
void tcn_log_ask_free(struct tcn_log_ask *ask); /* may be NULL */

/* Has the brokers be asked anew, soon after the last time. */
void tcn_log_ask_again(struct tcn_log_ask *ask);

/* To have fetched all before end is to have all that was in the log at
 * since_ms, by the monotonic clock; INT64_MIN: nothing is known yet. */
struct tcn_log_asked {
	int64_t since_ms, end;
};

/* The last answer, for each partition. */
void tcn_log_ask_answer(struct tcn_log_ask *ask, struct tcn_log_asked *asked);

#endif
