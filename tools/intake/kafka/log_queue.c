#include "tools/intake/kafka/log_queue.h"

#include <string.h>

#include "engine/item/record.h"
#include "tools/base/now.h"
#include "tools/intake/kafka/log_merge.h"

/* So many messages before the first tell how far dates had come: an article
 * that is older than those before it is no rare thing, a row of such is. */
#define LOOK_BACK 16

#define LIVE_MS 300000 /* as the header has it */

int64_t
tcn_log_queue_open(struct tcn_log_queue *queue,
    const struct tcn_log_queues *queues, int64_t low, int64_t first)
{
	int64_t from = queues->dated ? first - LOOK_BACK : first;

	queue->n = queue->taken = 0;
	queue->first = first;
	queue->fetched = from < low ? low : from;
	queue->at_end = false;
	queue->watermark_ms = TCN_UNDATED;
	return queue->fetched;
}

/* The date of a message for the merge: see the header. */
static int64_t
date_of(const struct tcn_log_queues *queues,
    const struct tcn_kafka_message *message)
{
	int64_t date_ms = tcn_log_message_date(queues->message, queues->arena,
	    (struct tcn_str){ message->value, message->n }, message->ts_ms);

	return date_ms != TCN_UNDATED && message->ts_ms - date_ms < LIVE_MS &&
		message->ts_ms > 0
	    ? message->ts_ms
	    : date_ms;
}

static size_t
left(const struct tcn_log_queue *queue)
{
	return queue->n - queue->taken;
}

static void
move_to_front(struct tcn_log_queue *queue)
{
	size_t n = left(queue), from = queue->taken;

	memmove(queue->at, queue->at + from, n * sizeof *queue->at);
	memmove(queue->dates_ms, queue->dates_ms + from,
	    n * sizeof *queue->dates_ms);
	memmove(queue->came_ms, queue->came_ms + from,
	    n * sizeof *queue->came_ms);
	queue->n = n;
	queue->taken = 0;
}

/* Time goes on in a message without a date as it did in the log. */
static int64_t
key_of(const struct tcn_log_queue *queue)
{
	size_t at = queue->taken;
	int64_t ts_ms = queue->at[at].ts_ms;

	if (queue->dates_ms[at] != TCN_UNDATED || ts_ms <= 0)
		return tcn_log_merge_key(queue->dates_ms + at, left(queue),
		    queue->watermark_ms);
	if (queue->watermark_ms == TCN_UNDATED)
		return ts_ms;
	return queue->watermark_ms +
	    (ts_ms > queue->took_ts_ms ? ts_ms - queue->took_ts_ms : 0);
}

struct tcn_kafka_message *
tcn_log_queue_take(struct tcn_log_queue *queue)
{
	struct tcn_kafka_message *message = &queue->at[queue->taken];

	queue->watermark_ms = key_of(queue);
	queue->took_ts_ms = message->ts_ms;
	queue->taken++;
	return message;
}

enum tcn_rc
tcn_log_queue_fill(struct tcn_log_queue *queue,
    const struct tcn_log_queues *queues, size_t i, int wait_ms,
    struct tcn_err *err)
{
	size_t ahead = queues->dated ? TCN_LOG_MERGE_AHEAD : 0;
	char why[TCN_KAFKA_WHY_BYTES];
	int64_t end = -1, low, high, now_ms;
	int n;

	if (left(queue) > ahead)
		return TCN_OK;
	move_to_front(queue);
	n = queues->plugin->fetch(queues->client, i, wait_ms,
	    queue->at + queue->n, TCN_LOG_QUEUE_MAX - queue->n, &end, why);
	if (n < 0)
		return tcn_err_set(err, TCN_IO,
		    "topic %s, partition %zu cannot be read: %s", queues->topic,
		    i, why);
	now_ms = n ? tcn_now_monotonic_ms() : 0;
	for (int k = 0; k < n; k++) {
		const struct tcn_kafka_message *message = &queue->at[queue->n];

		queue->came_ms[queue->n] = now_ms;
		queue->dates_ms[queue->n] =
		    queues->dated ? date_of(queues, message) : TCN_UNDATED;
		queue->fetched = message->offset + 1;
		queue->n++;
	}
	/* What is compacted, or marks a transaction, is no message. */
	if (end > queue->fetched)
		queue->fetched = end;
	if (n || end >= 0)
		queue->at_end = end >= 0 ||
		    (queues->plugin->bounds(queues->client, queues->topic,
			 (int32_t)i, 0, &low, &high, why) &&
			high >= 0 && queue->fetched >= high);
	while (left(queue) && queue->at[queue->taken].offset < queue->first &&
	    (left(queue) > ahead || queue->at_end))
		queues->plugin->release(tcn_log_queue_take(queue));
	return TCN_OK;
}

const struct tcn_kafka_message *
tcn_log_queue_next(const struct tcn_log_queue *queue,
    const struct tcn_log_queues *queues, int64_t *key_ms)
{
	size_t n = left(queue);

	if (!n || (queues->dated && n <= TCN_LOG_MERGE_AHEAD && !queue->at_end))
		return NULL;
	*key_ms = key_of(queue);
	return &queue->at[queue->taken];
}

void
tcn_log_queue_drop(struct tcn_log_queue *queue,
    const struct tcn_log_queues *queues)
{
	while (queue->taken < queue->n)
		queues->plugin->release(&queue->at[queue->taken++]);
	queue->n = queue->taken = 0;
}
