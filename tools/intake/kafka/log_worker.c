#include "tools/intake/kafka/log_worker.h"

#include <stdio.h>

#include "engine/base/arena.h"
#include "engine/base/buf.h"
#include "engine/base/mem.h"
#include "tools/base/log.h"
#include "tools/base/now.h"
#include "tools/base/stop.h"
#include "tools/intake/kafka/dead_letters.h"
#include "tools/intake/kafka/log_message.h"
#include "tools/intake/tagger/tag_docs.h"

enum {
	BATCH = 512, /* messages */
	WAIT_MS = 100, /* for the next message, between two looks at a stop */
	LOG_MS = 60000, /* between two lines of the log */
	REPORT_MS = 5000, /* between two calls of conf->report */
	BATCHES = 3, /* the last is of one article that is sent by itself */
	ALONE = 2,
};

/* An article of the batch, and the message that it came in. */
struct job {
	struct tcn_log_message_article one;
	size_t message;
	bool unfit; /* the brokers do not take its record */
};

/* What is under way: its messages, the articles of them, and how many of their
 * records are not acknowledged yet. Once the next batch is read, only the bytes
 * of an article are still there. */
struct batch {
	struct tcn_kafka_message messages[BATCH];
	size_t n;
	struct job *jobs;
	size_t jobs_n, jobs_cap;
	uint64_t waiting;
};

struct worker {
	const struct tcn_log_worker_conf *conf;
	const struct tcn_kafka_plugin *plugin;
	struct tcn_kafka *kafka;
	struct tcn_kafka_client *reader, *writer;
	struct tcn_prepare *prep;
	struct tcn_taggers *taggers; /* NULL: none */
	struct tcn_tagger *tagger;
	struct tcn_log_message message;
	struct tcn_dead_letters dead;
	struct tcn_doc_record *record;
	uint64_t mark;
	struct tcn_buf bytes; /* one record's */
	struct tcn_arena arena; /* of one batch's articles */
	struct tcn_doc **docs;
	size_t docs_cap;
	struct batch batches[BATCHES];
	unsigned now; /* the batch that is being filled */
	struct tcn_log_worker_counts counts;
	char unfit[TCN_KAFKA_WHY_BYTES]; /* why the last one was */
	struct tcn_err failed; /* of a record that brokers refused; or "" */
	int64_t reported_ms, logged_ms;
	int64_t heard_ms; /* of a message, or of partitions that it was given */
	struct tcn_log_parts parts; /* of the topic of articles */
	size_t prepared_n; /* partitions of the topic of records */
};

/* A record was sent with the number of its article in its batch, times BATCHES,
 * and that of the batch. */
static void
on_delivered(void *ctx, uint64_t opaque, const char *failed, bool unfit)
{
	struct worker *w = ctx;
	struct batch *batch = &w->batches[opaque % BATCHES];

	batch->waiting--;
	if (failed && unfit) {
		batch->jobs[opaque / BATCHES].unfit = true;
		snprintf(w->unfit, sizeof w->unfit, "%s", failed);
	} else if (failed && !w->failed.text[0]) {
		tcn_err_set(&w->failed, TCN_IO,
		    "topic %s does not take records: %s",
		    w->conf->conf->kafka.prepared, failed);
	}
}

static void
on_rebalanced(void *ctx, const int32_t *partitions, size_t n)
{
	struct worker *w = ctx;
	struct tcn_log log;

	w->counts.rebalances++;
	w->counts.partitions = n;
	w->heard_ms = tcn_now_monotonic_ms();
	tcn_log_parts_assign(&w->parts, partitions, n);
	tcn_log_begin(&log, TCN_LOG_INFO, "rebalance");
	tcn_log_count(&log, "partitions", n);
	tcn_log_end(&log);
}

/* --- one batch --- */

static void
add_job(struct batch *batch, const struct tcn_log_message_article *one,
    size_t message)
{
	struct job *jobs = tcn_mem_grow(batch->jobs, &batch->jobs_cap,
	    batch->jobs_n + 1, sizeof *jobs);

	batch->jobs = jobs;
	jobs[batch->jobs_n++] = (struct job){ *one, message, false };
}

/* Reads the articles of a message. */
static enum tcn_rc
read_message(struct worker *w, struct batch *batch, size_t i,
    struct tcn_err *err)
{
	const struct tcn_kafka_message *message = &batch->messages[i];
	struct tcn_str value = { message->value, message->n };
	struct tcn_log_message_article one;
	struct tcn_err why;
	enum tcn_rc rc;

	tcn_log_message_begin(&w->message, value);
	for (;;) {
		rc = tcn_log_message_next(&w->message, &w->arena, &one, &why);
		if (rc == TCN_OK)
			add_job(batch, &one, i);
		else if (rc == TCN_INVALID)
			rc = tcn_dead_letters_add(&w->dead, message, one.bytes,
			    why.text, err);
		if (rc)
			return rc == TCN_DONE ? TCN_OK : rc;
	}
}

/* Prepares all, and has them tagged. */
static enum tcn_rc
prepare(struct worker *w, struct batch *batch)
{
	struct tcn_doc **docs = tcn_mem_grow(w->docs, &w->docs_cap,
	    batch->jobs_n + 1, sizeof *docs);

	w->docs = docs;
	for (size_t i = 0; i < batch->jobs_n; i++) {
		struct tcn_log_message_article *one = &batch->jobs[i].one;

		/* Moved, when the list of jobs grew. */
		if (one->prepared)
			one->doc.article = &one->article;
		else
			tcn_prepare(w->prep, &one->article, &w->arena,
			    &one->doc);
		docs[i] = &one->doc;
	}
	return !w->tagger
	    ? TCN_OK
	    : tcn_tag_docs(w->tagger, w->prep, docs, batch->jobs_n, &w->arena);
}

static enum tcn_rc
write_record(struct worker *w, const struct tcn_doc *doc)
{
	bool is_short =
	    w->conf->conf->kafka.records == TCN_CONF_RECORDS_SHORT &&
	    tcn_doc_record_may_be_short(doc);

	tcn_buf_clear(&w->bytes);
	return is_short
	    ? tcn_doc_record_write_short(w->record, doc, w->mark, &w->bytes)
	    : tcn_doc_record_write(w->record, doc, w->mark, &w->bytes);
}

/* Sends job i of batch b. */
static enum tcn_rc
send_record(struct worker *w, unsigned b, size_t i, struct tcn_err *err)
{
	struct batch *batch = &w->batches[b];
	const struct job *job = &batch->jobs[i];
	const struct tcn_article *article = &job->one.article;
	const uint64_t opaque = i * BATCHES + b;
	char why[TCN_KAFKA_WHY_BYTES];
	struct tcn_kafka_message record = {
		.topic = w->conf->conf->kafka.prepared,
		.partition = w->prepared_n == w->parts.n
		    ? batch->messages[job->message].partition
		    : -1,
		.ts_ms = batch->messages[job->message].ts_ms,
		.key = article->source.n ? article->source.at : NULL,
		.key_n = article->source.n,
	};
	enum tcn_rc rc;
	int sent;

	rc = write_record(w, &job->one.doc);
	if (rc == TCN_LIMIT)
		return tcn_dead_letters_add(&w->dead,
		    &batch->messages[job->message], job->one.bytes,
		    "its record would be longer than kafka.record_max", err);
	if (rc)
		return rc;
	record.value = w->bytes.at;
	record.n = w->bytes.n;
	while ((sent = w->plugin->send(w->writer, &record, opaque, why)) > 0)
		w->plugin->poll(w->writer, WAIT_MS);
	batch->waiting++;
	if (sent < 0)
		on_delivered(w, opaque, why, sent == -2);
	w->counts.records++;
	w->counts.record_bytes += w->bytes.n;
	return TCN_OK;
}

/* Sends the records of what was fetched. */
static enum tcn_rc
work(struct worker *w, struct tcn_err *err)
{
	struct batch *batch = &w->batches[w->now];
	enum tcn_rc rc = TCN_OK;

	tcn_arena_reset(&w->arena);
	for (size_t i = 0; !rc && i < batch->n; i++) {
		w->counts.messages++;
		tcn_log_parts_read(&w->parts, &batch->messages[i]);
		rc = read_message(w, batch, i, err);
	}
	if (!rc)
		rc = prepare(w, batch);
	for (size_t i = 0; !rc && i < batch->jobs_n; i++)
		rc = send_record(w, w->now, i, err);
	w->counts.articles += rc ? 0 : batch->jobs_n;
	tcn_dead_letters_flush(&w->dead);
	return rc;
}

/* The brokers have refused a record, or what went in one batch with it: it is
 * sent by itself. *refused: they do so again. */
static enum tcn_rc
send_alone(struct worker *w, const struct tcn_kafka_message *message,
    struct tcn_str bytes, bool *refused, struct tcn_err *err)
{
	struct batch *alone = &w->batches[ALONE];
	enum tcn_rc rc;

	while (w->plugin->waiting(w->writer) && !w->failed.text[0])
		w->plugin->poll(w->writer, WAIT_MS);
	tcn_arena_reset(&w->arena);
	alone->jobs_n = 0;
	alone->messages[0] = *message;
	alone->messages[0].value = bytes.at;
	alone->messages[0].n = bytes.n;
	rc = read_message(w, alone, 0, err);
	if (!rc)
		rc = prepare(w, alone);
	if (!rc && alone->jobs_n)
		rc = send_record(w, ALONE, 0, err);
	while (alone->waiting && !w->failed.text[0])
		w->plugin->poll(w->writer, WAIT_MS);
	*refused = !rc && alone->jobs_n && alone->jobs[0].unfit;
	return rc;
}

/* What the brokers take by itself no more than with others holds no article for
 * them. */
static enum tcn_rc
send_refused(struct worker *w, const struct batch *batch, struct tcn_err *err)
{
	char reason[TCN_KAFKA_WHY_BYTES + 64];
	enum tcn_rc rc = TCN_OK;

	for (size_t i = 0; !rc && i < batch->jobs_n && !w->failed.text[0];
	     i++) {
		const struct job *job = &batch->jobs[i];
		const struct tcn_kafka_message *message =
		    &batch->messages[job->message];
		bool refused;

		if (!job->unfit)
			continue;
		rc = send_alone(w, message, job->one.bytes, &refused, err);
		if (rc || !refused)
			continue;
		snprintf(reason, sizeof reason,
		    "kafka.prepared does not take its record of %zu bytes: %s",
		    w->bytes.n, w->unfit);
		rc = tcn_dead_letters_add(&w->dead, message, job->one.bytes,
		    reason, err);
	}
	tcn_dead_letters_flush(&w->dead);
	return rc;
}

/* Of messages in a row, the last says it of all. */
static void
tell_done(struct worker *w, const struct batch *batch)
{
	char why[TCN_KAFKA_WHY_BYTES];

	for (size_t i = 0; i < batch->n; i++) {
		const struct tcn_kafka_message *message = &batch->messages[i];

		if (i + 1 == batch->n ||
		    message[1].partition != message->partition)
			(void)!w->plugin->done(w->reader, message->topic,
			    message->partition, message->offset + 1, why);
	}
}

/* Waits until the brokers have all of a batch, tells the group and lets its
 * messages go. What a partition that went to another worker still had is done
 * again there. */
static enum tcn_rc
finish(struct worker *w, struct batch *batch, struct tcn_err *err)
{
	enum tcn_rc rc;

	while (batch->waiting && !w->failed.text[0])
		w->plugin->poll(w->writer, WAIT_MS);
	rc = send_refused(w, batch, err);
	if (!rc && w->failed.text[0]) {
		*err = w->failed;
		rc = TCN_IO;
	}
	if (!rc)
		tell_done(w, batch);
	for (size_t i = 0; i < batch->n; i++)
		w->plugin->release(&batch->messages[i]);
	batch->n = batch->jobs_n = 0;
	w->counts.dead = w->dead.n;
	w->counts.undelivered = w->dead.undelivered;
	return rc;
}

/* --- the run --- */

static void
log_counts(struct worker *w, bool last)
{
	int64_t now_ms = tcn_now_monotonic_ms();
	struct tcn_log log;

	if (!last && now_ms - w->logged_ms < LOG_MS)
		return;
	w->logged_ms = now_ms;
	tcn_log_begin(&log, TCN_LOG_INFO, "prepared");
	tcn_log_count(&log, "messages", w->counts.messages);
	tcn_log_count(&log, "articles", w->counts.articles);
	tcn_log_count(&log, "bytes", w->counts.record_bytes);
	tcn_log_count(&log, "dead", w->counts.dead);
	tcn_log_count(&log, "partitions", w->counts.partitions);
	tcn_log_count(&log, "rebalances", w->counts.rebalances);
	tcn_log_end(&log);
}

static void
report(struct worker *w, bool last)
{
	int64_t now_ms = tcn_now_monotonic_ms();

	if (!w->conf->report || (!last && now_ms - w->reported_ms < REPORT_MS))
		return;
	w->reported_ms = now_ms;
	tcn_log_parts_ask(&w->parts);
	w->conf->report(w->conf->ctx, &w->counts, w->parts.at, w->parts.n);
}

static enum tcn_rc
fetch(struct worker *w, struct batch *batch, struct tcn_err *err)
{
	char why[TCN_KAFKA_WHY_BYTES];
	int64_t end;
	int n = w->plugin->fetch(w->reader, 0, WAIT_MS, batch->messages, BATCH,
	    &end, why);

	if (n < 0)
		return tcn_err_set(err, TCN_IO, "topic %s cannot be read: %s",
		    w->conf->conf->kafka.articles, why);
	batch->n = (size_t)n;
	return TCN_OK;
}

/* Not before there are partitions: a group gives none for some seconds. */
static bool
is_idle(const struct worker *w)
{
	return w->conf->idle_ms && w->counts.rebalances &&
	    tcn_now_monotonic_ms() - w->heard_ms >= w->conf->idle_ms;
}

static enum tcn_rc
run(struct worker *w, struct tcn_err *err)
{
	enum tcn_rc rc = TCN_OK;

	w->logged_ms = tcn_now_monotonic_ms();
	while (!rc && !tcn_stop_requested()) {
		struct batch *batch = &w->batches[w->now];

		rc = fetch(w, batch, err);
		if (!rc && batch->n)
			rc = work(w, err);
		if (!rc)
			rc = finish(w, &w->batches[!w->now], err);
		if (batch->n)
			w->heard_ms = tcn_now_monotonic_ms();
		else if (is_idle(w))
			break;
		/* Nothing is behind: detectors hear soon how far this is. */
		if (!rc && batch->n < BATCH)
			rc = finish(w, batch, err);
		w->now = !w->now;
		w->plugin->poll(w->writer, 0);
		log_counts(w, false);
		report(w, false);
	}
	for (int i = 0; i < 2; i++) {
		enum tcn_rc ended = finish(w, &w->batches[i], err);

		rc = rc ? rc : ended;
	}
	log_counts(w, true);
	report(w, true);
	return rc;
}

static enum tcn_rc
check(const struct tcn_conf *conf, struct tcn_err *err)
{
	if (conf->kafka.articles && conf->kafka.prepared)
		return TCN_OK;
	return tcn_err_set(err, TCN_INVALID,
	    "kafka.articles must name the topic to read, and kafka.prepared "
	    "the one to write");
}

static enum tcn_rc
open_parts(struct worker *w, struct tcn_err *err)
{
	const struct tcn_log_worker_conf *conf = w->conf;
	size_t record_max = (size_t)conf->conf->kafka.record_max_bytes;
	enum tcn_rc rc;

	w->prep = tcn_prepare_new(&conf->prepare);
	tcn_log_message_open(&w->message, &conf->limits, &conf->prepare,
	    record_max);
	w->record = tcn_doc_record_new(record_max);
	rc = tcn_tag_docs_open(conf->tagger, &w->taggers, err);
	if (!rc && w->taggers)
		w->tagger = tcn_tagger_new(w->taggers);
	return rc;
}

static enum tcn_rc
open_clients(struct worker *w, struct tcn_err *err)
{
	const struct tcn_conf *conf = w->conf->conf;
	const struct tcn_kafka_calls calls = {
		.ctx = w, .delivered = on_delivered, .rebalanced = on_rebalanced
	};
	char why[TCN_KAFKA_WHY_BYTES];
	int n = 0;
	enum tcn_rc rc = tcn_kafka_client_open(w->kafka, TCN_KAFKA_USE_WRITER,
	    &calls, &w->writer, err);

	if (!rc)
		rc = tcn_kafka_partitions(w->kafka, w->writer,
		    conf->kafka.prepared, &n, err);
	w->prepared_n = (size_t)n;
	if (!rc)
		rc = tcn_kafka_client_open(w->kafka, TCN_KAFKA_USE_MEMBER,
		    &calls, &w->reader, err);
	if (!rc)
		rc = tcn_kafka_partitions(w->kafka, w->reader,
		    conf->kafka.articles, &n, err);
	if (!rc)
		tcn_log_parts_init(&w->parts, w->plugin, w->reader,
		    conf->kafka.articles, (size_t)n);
	if (!rc && !w->plugin->subscribe(w->reader, conf->kafka.articles, why))
		rc = tcn_err_set(err, TCN_IO, "topic %s: %s",
		    conf->kafka.articles, why);
	return rc;
}

static void
close_all(struct worker *w)
{
	tcn_kafka_client_close(w->kafka, w->reader);
	tcn_kafka_client_close(w->kafka, w->writer);
	tcn_dead_letters_fini(&w->dead);
	tcn_tagger_free(w->tagger);
	tcn_taggers_close(w->taggers);
	tcn_doc_record_free(w->record);
	tcn_log_message_close(&w->message);
	tcn_prepare_free(w->prep);
	tcn_buf_fini(&w->bytes);
	tcn_arena_fini(&w->arena);
	tcn_log_parts_fini(&w->parts);
	for (size_t i = 0; i < BATCHES; i++)
		tcn_mem_free(w->batches[i].jobs);
	tcn_mem_free(w->docs);
	tcn_mem_free(w);
}

enum tcn_rc
tcn_log_worker_run(const struct tcn_log_worker_conf *conf,
    struct tcn_kafka *kafka, struct tcn_log_worker_counts *counts,
    struct tcn_err *err)
{
	struct worker *w = tcn_mem_calloc(1, sizeof *w);
	enum tcn_rc rc = check(conf->conf, err);

	w->conf = conf;
	w->kafka = kafka;
	w->plugin = tcn_kafka_plugin_of(kafka);
	w->mark = tcn_doc_record_mark(&conf->prepare);
	tcn_arena_init(&w->arena, 0);
	tcn_dead_letters_init(&w->dead, kafka, conf->conf->kafka.dead);
	if (!rc)
		rc = open_parts(w, err);
	if (!rc)
		rc = open_clients(w, err);
	if (!rc)
		rc = run(w, err);
	if (counts)
		*counts = w->counts;
	close_all(w);
	return rc;
}
