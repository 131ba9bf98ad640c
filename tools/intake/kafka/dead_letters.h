/*
 * tools/intake/kafka/dead_letters.h - passes messages that hold no article on
 * to a topic of their own, with the reason.
 *
 * What is too long for that topic, too, is cut to its first
 * TCN_DEAD_LETTERS_CUT bytes; the header tocsin-bytes says how long it was, and
 * tocsin-topic, -partition and -offset where the whole still is.
 */
#ifndef TCN_TOOLS_INTAKE_KAFKA_DEAD_LETTERS_H
#define TCN_TOOLS_INTAKE_KAFKA_DEAD_LETTERS_H

#include "engine/base/str.h"
#include "tools/intake/kafka/kafka.h"

#define TCN_DEAD_LETTERS_CUT 16384

struct tcn_dead_letters {
	struct tcn_kafka *kafka;
	const char *topic; /* NULL: they are only counted */
	struct tcn_kafka_client *writer; /* opened with the first */
	uint64_t n; /* so many there were */
	uint64_t undelivered;
	uint64_t waiting; /* to be taken by the brokers */
	bool too_long; /* the one that was waited for was, as a whole */
};

void tcn_dead_letters_init(struct tcn_dead_letters *dead,
    struct tcn_kafka *kafka, const char *topic);
void tcn_dead_letters_fini(struct tcn_dead_letters *dead);

/* Sends value, which is all or part of the message, with the reason why it
 * holds no article. TCN_INVALID, TCN_IO: no writer can be opened. */
TCN_MUST_USE enum tcn_rc tcn_dead_letters_add(struct tcn_dead_letters *dead,
    const struct tcn_kafka_message *message, struct tcn_str value,
    const char *reason, struct tcn_err *err);

/* Waits, some seconds at most, until the brokers have all messages that were
 * passed on. */
void tcn_dead_letters_flush(struct tcn_dead_letters *dead);

#endif
