/*
 * tools/intake/kafka/log_queue.h - the messages of one partition that are at
 * hand, with the keys by which partitions are merged
 * (tools/intake/kafka/log_merge.h).
 *
 * The date of an article that came live, less than five minutes before its
 * message, counts as the time of the message: what is live is read in the order
 * in which it came, however far behind some sources are. Without a date, a
 * message is as much younger than the one before it as it came later.
 *
 * Call order, for the queue of each partition: open; fill, shows, key and take
 * as often as wanted; drop. All calls come from the thread of the client.
 */
#ifndef TCN_TOOLS_INTAKE_KAFKA_LOG_QUEUE_H
#define TCN_TOOLS_INTAKE_KAFKA_LOG_QUEUE_H

#include "engine/base/arena.h"
#include "engine/base/err.h"
#include "engine/base/rc.h"
#include "tools/intake/kafka/kafka_plugin.h"
#include "tools/intake/kafka/log_message.h"

#define TCN_LOG_QUEUE_MAX 128

/* What the queues of a topic share; the caller's. */
struct tcn_log_queues {
	const struct tcn_kafka_plugin *plugin;
	struct tcn_kafka_client *client; /* queue i is that of partition i */
	const char *topic;
	struct tcn_log_message *message; /* between two messages */
	struct tcn_arena *arena; /* reset by fill */
	bool dated; /* keys are wanted: there are several partitions */
};

struct tcn_log_queue {
	struct tcn_kafka_message at[TCN_LOG_QUEUE_MAX];
	int64_t dates_ms[TCN_LOG_QUEUE_MAX];
	int64_t came_ms[TCN_LOG_QUEUE_MAX]; /* by the monotonic clock */
	size_t n, taken;
	int64_t first; /* those before it only tell the watermark */
	int64_t fetched; /* nothing before this offset is still to be fetched */
	bool at_end; /* so was the partition, when the last was fetched */
	int64_t watermark_ms, took_ts_ms; /* key and time of the last taken */
};

/*
 * Begins a queue whose first message is to be `first`. Returns from where the
 * partition is to be fetched: some messages earlier, not before `low`, as the
 * watermark is found in them again; what it was is not stored.
 */
int64_t tcn_log_queue_open(struct tcn_log_queue *queue,
    const struct tcn_log_queues *queues, int64_t low, int64_t first);

/* Fetches what the client has, if the queue is short of messages; waits for one
 * so long. TCN_IO: reading cannot go on. */
TCN_MUST_USE enum tcn_rc tcn_log_queue_fill(struct tcn_log_queue *queue,
    const struct tcn_log_queues *queues, size_t i, int wait_ms,
    struct tcn_err *err);

/* The next message, with *key_ms; NULL: none is at hand, or what its key
 * depends on is still to be fetched. */
const struct tcn_kafka_message *
tcn_log_queue_next(const struct tcn_log_queue *queue,
    const struct tcn_log_queues *queues, int64_t *key_ms);

/* Takes the next message, which the caller releases. */
struct tcn_kafka_message *tcn_log_queue_take(struct tcn_log_queue *queue);

/* Releases the messages that are left. */
void tcn_log_queue_drop(struct tcn_log_queue *queue,
    const struct tcn_log_queues *queues);

#endif
