#include "tools/intake/kafka/log_source.h"

#include "engine/base/mem.h"
#include "tools/intake/input/source_kind.h"
#include "tools/intake/kafka/log_merge.h"
#include "tools/intake/kafka/log_message.h"

enum {
	FETCH = 256,
	WAIT_MS = 100,
};

struct part {
	int32_t partition;
	int64_t first, next, end; /* offsets; the end is not read */
	struct tcn_kafka_message at[FETCH];
	size_t n, taken;
};

struct log {
	struct tcn_source source;
	const struct tcn_kafka_plugin *plugin;
	struct tcn_kafka *kafka;
	struct tcn_kafka_client *client;
	const char *topic;
	struct part *parts;
	struct tcn_log_head *heads;
	size_t n;
	struct tcn_log_message message;
	struct tcn_kafka_message now; /* the message that is being read */
};

/* --- messages --- */

static bool
is_read(const struct part *part)
{
	return part->next >= part->end;
}

static void
drop(struct log *log, struct part *part)
{
	while (part->taken < part->n)
		log->plugin->release(&part->at[part->taken++]);
	part->n = part->taken = 0;
}

static enum tcn_rc
fill(struct log *log, size_t i, struct tcn_err *err)
{
	struct part *part = &log->parts[i];
	char why[TCN_KAFKA_WHY_BYTES];
	bool at_end = false;

	while (part->taken == part->n && !is_read(part)) {
		int n = log->plugin->fetch(log->client, i, WAIT_MS, part->at,
		    FETCH, &at_end, why);

		if (n < 0)
			return tcn_err_set(err, TCN_IO,
			    "topic %s, partition %d cannot be read: %s",
			    log->topic, (int)part->partition, why);
		part->n = (size_t)n;
		part->taken = 0;
		/* The last messages of a partition may be gone: compacted. */
		if (n == 0 && at_end)
			part->next = part->end;
	}
	return TCN_OK;
}

/* Shows what comes next; messages from the end on do not count. */
static enum tcn_rc
show(struct log *log, size_t i, struct tcn_err *err)
{
	struct part *part = &log->parts[i];
	enum tcn_rc rc = fill(log, i, err);
	bool waits = !rc && part->taken < part->n;

	if (waits && part->at[part->taken].offset >= part->end) {
		part->next = part->end;
		drop(log, part);
		waits = false;
	}
	log->heads[i] = (struct tcn_log_head){
		.waits = waits,
		.at_end = is_read(part),
		.ts_ms = waits ? part->at[part->taken].ts_ms : 0,
	};
	return rc;
}

/* Begins the next message. */
static enum tcn_rc
next_message(struct log *log, struct tcn_arena *arena, struct tcn_err *err)
{
	enum tcn_rc rc = TCN_OK;
	struct tcn_str value;
	struct part *part;
	size_t i;

	for (i = 0; !rc && i < log->n; i++)
		rc = show(log, i, err);
	if (rc)
		return rc;
	i = tcn_log_merge_next(log->heads, log->n, INT64_MAX, 0);
	if (i == TCN_LOG_MERGE_NONE)
		return TCN_DONE;
	part = &log->parts[i];
	log->now = part->at[part->taken];
	part->next = log->now.offset + 1;
	/* Articles refer to it: they live as long as the arena. */
	tcn_arena_str(arena, (struct tcn_str){ log->now.value, log->now.n },
	    &value);
	log->plugin->release(&part->at[part->taken++]);
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
		drop(log, &log->parts[i]);
	tcn_kafka_client_close(log->kafka, log->client);
	tcn_log_message_close(&log->message);
	tcn_mem_free(log->parts);
	tcn_mem_free(log->heads);
	tcn_mem_free(log);
}

static const struct tcn_source_kind kind = { next, at, close_log, NULL };

/* --- open --- */

static enum tcn_rc
find_offset(struct log *log, const struct part *part, int64_t ts_ms,
    int64_t high, int64_t *offset, struct tcn_err *err)
{
	char why[TCN_KAFKA_WHY_BYTES];

	if (!log->plugin->offset_at(log->client, log->topic, part->partition,
		ts_ms, TCN_KAFKA_ASK_MS, offset, why))
		return tcn_err_set(err, TCN_IO,
		    "topic %s, partition %d: no broker says what came when: %s",
		    log->topic, (int)part->partition, why);
	if (*offset == TCN_KAFKA_FROM_END)
		*offset = high;
	return TCN_OK;
}

static enum tcn_rc
place_part(struct log *log, struct part *part,
    const struct tcn_source_conf *times, struct tcn_err *err)
{
	enum tcn_rc rc = tcn_kafka_bounds(log->kafka, log->client, log->topic,
	    part->partition, &part->first, &part->end, err);

	if (!rc && times->until_ms != INT64_MAX)
		rc = find_offset(log, part, times->until_ms, part->end,
		    &part->end, err);
	if (!rc && times->since_ms != INT64_MIN)
		rc = find_offset(log, part, times->since_ms, part->end,
		    &part->first, err);
	if (part->end < part->first)
		part->end = part->first;
	part->next = part->first;
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
	log->parts = tcn_mem_calloc((size_t)n, sizeof *log->parts);
	log->heads = tcn_mem_calloc((size_t)n, sizeof *log->heads);
	places = tcn_mem_calloc((size_t)n, sizeof *places);
	log->n = (size_t)n;
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
