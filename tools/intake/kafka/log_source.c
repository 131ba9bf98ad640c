#include "tools/intake/kafka/log_source.h"

#include "engine/base/mem.h"
#include "tools/intake/input/source_kind.h"
#include "tools/intake/kafka/log_merge.h"
#include "tools/intake/kafka/log_message.h"
#include "tools/intake/kafka/log_queue.h"

enum {
	WAIT_MS = 100,
};

struct part {
	int32_t partition;
	int64_t first, next, end; /* offsets; the end is not read */
	struct tcn_log_queue queue;
};

struct log {
	struct tcn_source source;
	const struct tcn_kafka_plugin *plugin;
	struct tcn_kafka *kafka;
	struct tcn_kafka_client *client;
	const char *topic;
	struct part *parts;
	size_t n;
	struct tcn_log_queues queues;
	struct tcn_log_merge merge;
	struct tcn_log_message message;
	struct tcn_arena dates;
	struct tcn_kafka_message now; /* the message that is being read */
};

/* --- messages --- */

/* Shows what comes next; messages from the end on do not count. */
static enum tcn_rc
show(struct log *log, size_t i, struct tcn_err *err)
{
	struct part *part = &log->parts[i];
	struct tcn_log_head *head = &log->merge.heads[i];
	const struct tcn_kafka_message *next = NULL;
	enum tcn_rc rc = TCN_OK;

	while (!rc && !next && part->next < part->end) {
		rc = tcn_log_queue_fill(&part->queue, &log->queues, i, WAIT_MS,
		    err);
		next = rc ? NULL
			  : tcn_log_queue_next(&part->queue, &log->queues,
				&head->key_ms);
		/* The last messages may be gone: compacted. */
		if (next ? next->offset >= part->end
			 : part->queue.taken == part->queue.n &&
			    part->queue.fetched >= part->end) {
			part->next = part->end;
			tcn_log_queue_drop(&part->queue, &log->queues);
			next = NULL;
		}
	}
	head->waits = next != NULL;
	return rc;
}

/* Begins the next message. */
static enum tcn_rc
next_message(struct log *log, struct tcn_arena *arena, struct tcn_err *err)
{
	enum tcn_rc rc = TCN_OK;
	struct tcn_kafka_message *message;
	struct tcn_str value;
	struct part *part;
	size_t i;

	for (i = 0; !rc && i < log->n; i++)
		rc = show(log, i, err);
	if (rc)
		return rc;
	i = tcn_log_merge_next(&log->merge, 0, 0);
	if (i == TCN_LOG_MERGE_NONE)
		return TCN_DONE;
	part = &log->parts[i];
	message = tcn_log_queue_take(&part->queue);
	log->now = *message;
	part->next = log->now.offset + 1;
	/* Articles refer to it: they live as long as the arena. */
	tcn_arena_str(arena, (struct tcn_str){ log->now.value, log->now.n },
	    &value);
	log->plugin->release(message);
	tcn_log_message_begin(&log->message, value);
	return TCN_OK;
}

/* --- the source --- */

static enum tcn_rc
next(struct tcn_source *source, struct tcn_arena *arena,
    struct tcn_article *article, struct tcn_err *err)
{
	struct log *log = (struct log *)source;
	struct tcn_log_message_article one;
	struct tcn_err why = { .text = "" };
	enum tcn_rc rc;

	while ((rc = tcn_log_message_next(&log->message, arena, &one, &why)) ==
	    TCN_DONE) {
		rc = next_message(log, arena, err);
		if (rc)
			return rc;
	}
	if (rc == TCN_INVALID)
		return tcn_err_set(err, rc,
		    "topic %s, partition %d, offset %lld: %s", log->topic,
		    (int)log->now.partition, (long long)log->now.offset,
		    why.text);
	if (rc)
		return tcn_err_set(err, rc, "%s", why.text);
	*article = one.article;
	if (log->now.ts_ms > 0 &&
	    (article->ts_ms == TCN_UNDATED || article->ts_ms > log->now.ts_ms))
		article->ts_ms = log->now.ts_ms;
	return TCN_OK;
}

static void
at(const struct tcn_source *source, struct tcn_source_at *at)
{
	const struct log *log = (const struct log *)source;

	*at = (struct tcn_source_at){ 0 };
	for (size_t i = 0; i < log->n; i++) {
		const struct part *part = &log->parts[i];

		at->done += (uint64_t)(part->next - part->first);
		at->total += (uint64_t)(part->end - part->first);
	}
}

static void
close_log(struct tcn_source *source)
{
	struct log *log = (struct log *)source;

	for (size_t i = 0; log->parts && i < log->n; i++)
		tcn_log_queue_drop(&log->parts[i].queue, &log->queues);
	tcn_kafka_client_close(log->kafka, log->client);
	tcn_log_message_close(&log->message);
	tcn_arena_fini(&log->dates);
	tcn_mem_free(log->parts);
	tcn_mem_free(log->merge.heads);
	tcn_mem_free(log);
}

static const struct tcn_source_kind kind = { next, at, close_log, NULL };

/* --- open --- */

static enum tcn_rc
find_offset(struct log *log, const struct part *part, int64_t ts_ms,
    int64_t *offset, struct tcn_err *err)
{
	struct tcn_kafka_place at = { .partition = part->partition };
	char why[TCN_KAFKA_WHY_BYTES];

	if (!log->plugin->offsets_at(log->client, log->topic, ts_ms, &at, 1,
		TCN_KAFKA_ASK_MS, why))
		return tcn_err_set(err, TCN_IO,
		    "topic %s, partition %d: no broker says which offset "
		    "belongs to a time: %s",
		    log->topic, (int)part->partition, why);
	*offset = at.offset == TCN_KAFKA_FROM_END ? part->end : at.offset;
	return TCN_OK;
}

static enum tcn_rc
place_part(struct log *log, struct part *part,
    const struct tcn_source_conf *times, struct tcn_err *err)
{
	enum tcn_rc rc = tcn_kafka_bounds(log->kafka, log->client, log->topic,
	    part->partition, &part->first, &part->end, err);

	if (!rc && times->until_ms != INT64_MAX)
		rc = find_offset(log, part, times->until_ms, &part->end, err);
	if (!rc && times->since_ms != INT64_MIN)
		rc = find_offset(log, part, times->since_ms, &part->first, err);
	if (part->end < part->first)
		part->end = part->first;
	part->next = part->first;
	log->merge.heads[part->partition].idle_ms = INT64_MAX;
	/* It is read from its first on: nothing tells of those before. */
	(void)tcn_log_queue_open(&part->queue, &log->queues, part->first,
	    part->first);
	return rc;
}

static enum tcn_rc
open_parts(struct log *log, const struct tcn_source_conf *times,
    struct tcn_err *err)
{
	char why[TCN_KAFKA_WHY_BYTES];
	struct tcn_kafka_place *places;
	int n;
	enum tcn_rc rc =
	    tcn_kafka_partitions(log->kafka, log->client, log->topic, &n, err);

	if (rc)
		return rc;
	log->n = (size_t)n;
	log->queues = (struct tcn_log_queues){ log->plugin, log->client,
		log->topic, &log->message, &log->dates, n > 1 };
	log->merge = (struct tcn_log_merge){
		.heads = tcn_mem_calloc(log->n, sizeof *log->merge.heads),
		.n = log->n,
		.held_ms = -1,
	};
	log->parts = tcn_mem_calloc(log->n, sizeof *log->parts);
	places = tcn_mem_calloc(log->n, sizeof *places);
	for (int i = 0; !rc && i < n; i++) {
		log->parts[i].partition = i;
		rc = place_part(log, &log->parts[i], times, err);
		places[i] = (struct tcn_kafka_place){ i, log->parts[i].first };
	}
	if (!rc &&
	    !log->plugin->assign(log->client, log->topic, places, log->n, -1,
		why))
		rc = tcn_err_set(err, TCN_IO, "topic %s: %s", log->topic, why);
	tcn_mem_free(places);
	return rc;
}

enum tcn_rc
tcn_log_source_open(const struct tcn_log_source_conf *conf,
    struct tcn_kafka *kafka, struct tcn_source **source, struct tcn_err *err)
{
	/* No mark is like it: all is prepared by who reads this. */
	static const struct tcn_prepare_conf none = { .words_max = SIZE_MAX };
	struct log *log = tcn_mem_calloc(1, sizeof *log);
	struct tcn_article_limits limits = conf->source->limits;
	enum tcn_rc rc;

	*source = NULL;
	log->source.kind = &kind;
	log->source.vector_length = &log->source.own_length;
	log->kafka = kafka;
	log->plugin = tcn_kafka_plugin_of(kafka);
	log->topic = conf->topic;
	tcn_arena_init(&log->dates, 0);
	limits.vector_length = log->source.vector_length;
	tcn_log_message_open(&log->message, &limits, &none,
	    (size_t)conf->conf->kafka.record_max_bytes);
	rc = tcn_kafka_client_open(kafka, TCN_KAFKA_USE_READER, NULL,
	    &log->client, err);
	if (!rc)
		rc = open_parts(log, conf->source, err);
	if (rc)
		close_log(&log->source);
	else
		*source = &log->source;
	return rc;
}
