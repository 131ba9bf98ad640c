/*
 * tools/intake/kafka/log_parts.h - the partitions of a topic that a member of a
 * group has, and how much of each is left.
 *
 * What is left must be known of a partition of which nothing was read, too: of
 * one that was given just now, and of one that was read to its end by another.
 * So where nothing was read since, a broker is asked where the group is.
 *
 * Plain state on the thread of the client.
 */
#ifndef TCN_TOOLS_INTAKE_KAFKA_LOG_PARTS_H
#define TCN_TOOLS_INTAKE_KAFKA_LOG_PARTS_H

#include "tools/intake/kafka/kafka.h"

/* A partition, by its number. */
struct tcn_log_part {
	bool ours; /* this member has it now, whether or not it read of it */
	/* Of one that is ours, each negative while no broker has said: */
	int64_t next; /* the message that is to be read next */
	int64_t end; /* the one that will be written next */
	uint64_t messages; /* read since the start */
};

struct tcn_log_parts {
	const struct tcn_kafka_plugin *plugin;
	struct tcn_kafka_client *client; /* the member */
	const char *topic;
	struct tcn_log_part *at;
	struct tcn_kafka_place *places; /* room for as many */
	size_t n;
};

/* Of a topic with n partitions, none of them ours. topic and client, which may
 * be set later, must outlive it. */
void tcn_log_parts_init(struct tcn_log_parts *parts,
    const struct tcn_kafka_plugin *plugin, struct tcn_kafka_client *client,
    const char *topic, size_t n);
void tcn_log_parts_fini(struct tcn_log_parts *parts);

/* Sets the partitions that this member has now, and no others: for
 * tcn_kafka_calls.rebalanced. */
void tcn_log_parts_assign(struct tcn_log_parts *parts,
    const int32_t *partitions, size_t n);

/* A message was read. */
void tcn_log_parts_read(struct tcn_log_parts *parts,
    const struct tcn_kafka_message *message);

/* Fills in what is not known of those that are ours. Cost: nothing where
 * messages come; else a question or two, of a second at most each, to a broker,
 * and the first that is not answered is the last. */
void tcn_log_parts_ask(struct tcn_log_parts *parts);

#endif
