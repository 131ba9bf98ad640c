/*
 * tools/intake/kafka/log_merge.h - several partitions of a topic become one
 * stream.
 *
 * A partition keeps its order; of the messages that come next, one of each
 * partition, the oldest is taken, and of equals that of the first partition. A
 * partition of which none has been fetched yet may have an older one. So a
 * message is taken only when every other partition
 *
 *	has one waiting, or
 *	is at its end, and the message is `lateness` old by the wall clock: what
 *	comes there later is younger, or later than was allowed for.
 *
 * A backlog is therefore read in one order whenever it is read; at the end of
 * the log a message waits for `lateness` while some partition is silent. With
 * one partition nothing waits. Cost: O(partitions) a message.
 */
#ifndef TCN_TOOLS_INTAKE_KAFKA_LOG_MERGE_H
#define TCN_TOOLS_INTAKE_KAFKA_LOG_MERGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct tcn_log_head {
	bool waits; /* a message is at hand, of time ts_ms */
	bool at_end; /* none is, and the partition had no more when asked */
	int64_t ts_ms;
};

#define TCN_LOG_MERGE_NONE SIZE_MAX

/* Which of n partitions is to be read from now, or NONE. */
size_t tcn_log_merge_next(const struct tcn_log_head *heads, size_t n,
    int64_t now_ms, int64_t lateness_ms);

#endif
