/*
 * tools/intake/kafka/log_merge.h - several partitions of a topic become one
 * stream, by event time.
 *
 * A partition keeps its order. Its watermark is the newest date of its
 * articles so far, so the key of a message, the watermark once it is read,
 * never falls (as Kafka Streams synchronises the partitions of a task, and
 * Flink aligns watermarks). Of the messages that come next, one of each
 * partition, the one of the least key is taken, of equals the one that came to
 * the log first. So no partition runs ahead of one that has a message.
 *
 * A partition that has none at hand is, when a message came at hand,
 *
 *	idle, if the brokers said later that nothing of it was left then: what
 *	comes there is younger in the log, so nobody waits for it, or
 *	held for, since an older article may come: of a worker that is behind
 *	the others or was killed, or of a broker that does not answer, or
 *	stalled, if nothing was taken for `hold` because of it. It is waited for
 *	again once it has a message or, as all may have stood still, once
 *	nothing at all was taken for `hold`.
 *
 * While a partition is silent a message also waits for `lateness`, in the log
 * or here, so that two readers of a live log, of whom one is faster, take what
 * is as good as simultaneous in the same order.
 *
 * A backlog is therefore read in one order whenever it is read, however its
 * messages arrive. With one partition nothing waits. Times are milliseconds:
 * ts_ms by the wall clock, those that tell of waiting by the monotonic one.
 * Cost: O(partitions) a message.
 */
#ifndef TCN_TOOLS_INTAKE_KAFKA_LOG_MERGE_H
#define TCN_TOOLS_INTAKE_KAFKA_LOG_MERGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct tcn_log_head {
	bool waits; /* a message is at hand */
	bool stalled; /* set and cleared by the merge */
	int64_t ts_ms; /* of the message: since when it is in the log */
	int64_t came_ms; /* of the message: since when it is at hand */
	int64_t key_ms; /* of the message, by its articles' dates */
	int64_t idle_ms; /* of none: the last time at which nothing was left
			  * to come; INT64_MIN: something is, or who knows */
};

struct tcn_log_merge {
	struct tcn_log_head *heads; /* the caller's */
	size_t n;
	int64_t lateness_ms, hold_ms;
	int64_t took_ms; /* when the last message was taken, or the start */
	int64_t held_ms; /* since when there is a hold; negative: there is
			  * none */
	uint64_t stalled; /* how often a partition was waited for in vain */
};

#define TCN_LOG_MERGE_NONE SIZE_MAX

/* Which partition is to be read from now, which the caller then does, or
 * NONE. */
size_t tcn_log_merge_next(struct tcn_log_merge *merge, int64_t wall_ms,
    int64_t now_ms);

/* Messages behind the next one that its key depends on. */
#define TCN_LOG_MERGE_AHEAD 2

/*
 * The key of the first of n messages of a partition, n > 0, by their dates.
 * watermark_ms is the key of the one before, or TCN_UNDATED. A message without
 * a date has that key, too. A date that lies ahead of both that follow it
 * counts as the newer of these, so that one wrong date does not hold its
 * partition back.
 */
int64_t tcn_log_merge_key(const int64_t *dates_ms, size_t n,
    int64_t watermark_ms);

#endif
