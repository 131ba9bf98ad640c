#include "tools/kafka/log_worker.h"

#include "engine/base/arena.h"
#include "engine/base/buf.h"
#include "engine/base/mem.h"
#include "tools/base/log.h"
#include "tools/base/now.h"
#include "tools/base/stop.h"
#include "tools/kafka/dead_letters.h"
#include "tools/kafka/log_message.h"
#include "tools/tagger/tag_docs.h"

enum {
	BATCH = 512, /* messages */
	WAIT_MS = 100, /* for the next message, between two looks at a stop */
	REPORT_MS = 60000, /* between two lines of the log */
	TELL_MS = 5000, /* between two calls of conf->report */
	ASK_MS = 1000, /* so long a broker may take to say where a part ends */
};

/* An article of the batch, and the message that it came in. */
struct job {
	struct tcn_log_message_article one;
	size_t message;
};

/* What is under way: its messages, and how many records of them are not
 * acknowledged yet. */
struct batch {
	struct tcn_kafka_message messages[BATCH];
	size_t n;
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
	struct job *jobs;
	struct tcn_doc **docs;
	size_t jobs_n, jobs_cap, docs_cap;
	struct batch batches[2];
	unsigned now; /* the batch that is being filled */
	struct tcn_log_worker_counts counts;
	struct tcn_err failed; /* of a record that brokers refused; or "" */
	int64_t reported_ms, told_ms;
	struct tcn_log_worker_part *parts; /* of the topic of articles */
	struct tcn_kafka_place *places; /* room for as many */
	size_t parts_n;
};

static void
on_delivered(void *ctx, uint64_t opaque, const char *failed)
{
	struct worker *w = ctx;

	w->batches[opaque].waiting--;
	if (failed && !w->failed.text[0])
		tcn_err_set(&w->failed, TCN_IO,
		    "topic %s does not take records: %s",
		    w->conf->conf->kafka.prepared, failed);
}

static bool
is_among(const int32_t *partitions, size_t n, size_t i)
{
	while (n > 0)
		if ((size_t)partitions[--n] == i)
			return true;
	return false;
}

/* What is given anew is read from where the group is, which is not known here;
 * what is kept goes on. */
static void
on_rebalanced(void *ctx, const int32_t *partitions, size_t n)
{
	struct worker *w = ctx;
	struct tcn_log log;

	w->counts.rebalances++;
	w->counts.partitions = n;
	for (size_t i = 0; i < w->parts_n; i++) {
		struct tcn_log_worker_part *part = &w->parts[i];
		bool ours = is_among(partitions, n, i);

		if (!ours || !part->ours)
			part->next = part->end = -1;
		part->ours = ours;
	}
	tcn_log_begin(&log, TCN_LOG_INFO, "rebalance");
	tcn_log_count(&log, "partitions", n);
	tcn_log_end(&log);
}

/* --- one batch --- */

static enum tcn_rc
add_job(struct worker *w, const struct tcn_log_message_article *one,
    size_t message)
{
	struct job *jobs =
	    tcn_mem_grow(w->jobs, &w->jobs_cap, w->jobs_n + 1, sizeof *jobs);

	if (!jobs)
		return TCN_NOMEM;
	w->jobs = jobs;
	jobs[w->jobs_n++] = (struct job){ *one, message };
	return TCN_OK;
}

/* Reads the articles of a message. */
static enum tcn_rc
read_message(struct worker *w, size_t i, struct tcn_err *err)
{
	const struct tcn_kafka_message *message =
	    &w->batches[w->now].messages[i];
	struct tcn_str value = { message->value, message->n };
	struct tcn_log_message_article one;
	struct tcn_err why;
	enum tcn_rc rc;

	w->counts.messages++;
	if ((size_t)message->partition < w->parts_n) {
		struct tcn_log_worker_part *part =
		    &w->parts[message->partition];

		part->messages++;
		if (part->ours)
			part->next = message->offset + 1;
	}
	tcn_log_message_begin(&w->message, value);
	for (;;) {
		rc = tcn_log_message_next(&w->message, &w->arena, &one, &why);
		if (rc == TCN_OK)
			rc = add_job(w, &one, i);
		else if (rc == TCN_INVALID)
			rc = tcn_dead_letters_add(&w->dead, message, one.bytes,
			    why.text, err);
		if (rc)
			return rc == TCN_DONE ? TCN_OK : rc;
	}
}

/* Prepares all, and has them tagged. */
static enum tcn_rc
prepare(struct worker *w)
{
	struct tcn_doc **docs =
	    tcn_mem_grow(w->docs, &w->docs_cap, w->jobs_n + 1, sizeof *docs);
	enum tcn_rc rc = TCN_OK;

	if (!docs)
		return TCN_NOMEM;
	w->docs = docs;
	for (size_t i = 0; !rc && i < w->jobs_n; i++) {
		struct tcn_log_message_article *one = &w->jobs[i].one;

		/* Moved, when the list of jobs grew. */
		if (one->prepared)
			one->doc.article = &one->article;
		else
			rc = tcn_prepare(w->prep, &one->article, &w->arena,
			    &one->doc);
		docs[i] = &one->doc;
	}
	return rc || !w->tagger
	    ? rc
	    : tcn_tag_docs(w->tagger, w->prep, docs, w->jobs_n, &w->arena);
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

static enum tcn_rc
send_record(struct worker *w, const struct job *job, struct tcn_err *err)
{
	struct batch *batch = &w->batches[w->now];
	const struct tcn_article *article = &job->one.article;
	char why[TCN_KAFKA_WHY_BYTES];
	struct tcn_kafka_message record = {
		.topic = w->conf->conf->kafka.prepared,
		.partition = -1,
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
	while ((sent = w->plugin->send(w->writer, &record, w->now, why)) > 0)
		w->plugin->poll(w->writer, WAIT_MS);
	if (sent < 0)
		return tcn_err_set(err, TCN_IO, "topic %s: %s", record.topic,
		    why);
	batch->waiting++;
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

	w->jobs_n = 0;
	tcn_arena_reset(&w->arena);
	for (size_t i = 0; !rc && i < batch->n; i++)
		rc = read_message(w, i, err);
	if (!rc)
		rc = prepare(w);
	for (size_t i = 0; !rc && i < w->jobs_n; i++)
		rc = send_record(w, &w->jobs[i], err);
	w->counts.articles += rc ? 0 : w->jobs_n;
	tcn_dead_letters_flush(&w->dead);
	w->counts.dead = w->dead.n;
	w->counts.undelivered = w->dead.undelivered;
	return rc;
}

/* Waits until the brokers have all of a batch, tells the group and lets its
 * messages go. What a partition that went to another worker still had is done
 * again there. */
static enum tcn_rc
finish(struct worker *w, struct batch *batch, struct tcn_err *err)
{
	char why[TCN_KAFKA_WHY_BYTES];

	while (batch->waiting && !w->failed.text[0])
		w->plugin->poll(w->writer, WAIT_MS);
	for (size_t i = 0; i < batch->n; i++) {
		struct tcn_kafka_message *message = &batch->messages[i];

		/* Of messages in a row, the last says it of all. */
		if (!w->failed.text[0] &&
		    (i + 1 == batch->n ||
			message[1].partition != message->partition))
			(void)!w->plugin->done(w->reader, message->topic,
			    message->partition, message->offset + 1, why);
		w->plugin->release(message);
	}
	batch->n = 0;
	if (!w->failed.text[0])
		return TCN_OK;
	*err = w->failed;
	return TCN_IO;
}

/* --- the run --- */

static void
report(struct worker *w, bool last)
{
	int64_t now_ms = tcn_now_monotonic_ms();
	struct tcn_log log;

	if (!last && now_ms - w->reported_ms < REPORT_MS)
		return;
	w->reported_ms = now_ms;
	tcn_log_begin(&log, TCN_LOG_INFO, "prepared");
	tcn_log_count(&log, "messages", w->counts.messages);
	tcn_log_count(&log, "articles", w->counts.articles);
	tcn_log_count(&log, "bytes", w->counts.record_bytes);
	tcn_log_count(&log, "dead", w->counts.dead);
	tcn_log_count(&log, "partitions", w->counts.partitions);
	tcn_log_count(&log, "rebalances", w->counts.rebalances);
	tcn_log_end(&log);
}

/* Asks where the group is in partitions of which nothing was read yet. */
static void
find_places(struct worker *w)
{
	struct tcn_kafka_place *places = w->places;
	char why[TCN_KAFKA_WHY_BYTES];
	size_t n = 0;

	for (size_t i = 0; i < w->parts_n; i++)
		if (w->parts[i].ours && w->parts[i].next < 0)
			places[n++].partition = (int32_t)i;
	if (!n ||
	    !w->plugin->places(w->reader, w->conf->conf->kafka.articles, places,
		n, ASK_MS, why))
		return;
	for (size_t i = 0; i < n; i++)
		w->parts[places[i].partition].next = places[i].offset;
}

/* Where a partition ends: what reading it has shown or, if nothing has, what a
 * broker says when asked. False: none does. */
static bool
find_end(struct worker *w, size_t i)
{
	const char *topic = w->conf->conf->kafka.articles;
	struct tcn_log_worker_part *part = &w->parts[i];
	bool from_first = part->next == TCN_KAFKA_FROM_BEGINNING;
	char why[TCN_KAFKA_WHY_BYTES];
	int64_t low;

	if (w->plugin->bounds(w->reader, topic, (int32_t)i, 0, &low, &part->end,
		why) &&
	    part->end >= 0 && !from_first)
		return true;
	if (!w->plugin->bounds(w->reader, topic, (int32_t)i, ASK_MS, &low,
		&part->end, why)) {
		part->end = -1;
		return false;
	}
	if (from_first)
		part->next = low;
	return true;
}

static void
tell(struct worker *w, bool last)
{
	int64_t now_ms = tcn_now_monotonic_ms();
	bool answered = true;

	if (!w->conf->report || (!last && now_ms - w->told_ms < TELL_MS))
		return;
	w->told_ms = now_ms;
	find_places(w);
	for (size_t i = 0; answered && i < w->parts_n; i++)
		answered = !w->parts[i].ours || find_end(w, i);
	w->conf->report(w->conf->ctx, &w->counts, w->parts, w->parts_n);
}

static enum tcn_rc
fetch(struct worker *w, struct batch *batch, struct tcn_err *err)
{
	char why[TCN_KAFKA_WHY_BYTES];
	bool at_end;
	int n = w->plugin->fetch(w->reader, 0, WAIT_MS, batch->messages, BATCH,
	    &at_end, why);

	if (n < 0)
		return tcn_err_set(err, TCN_IO, "topic %s cannot be read: %s",
		    w->conf->conf->kafka.articles, why);
	batch->n = (size_t)n;
	return TCN_OK;
}

static enum tcn_rc
run(struct worker *w, struct tcn_err *err)
{
	int64_t heard_ms = tcn_now_monotonic_ms();
	enum tcn_rc rc = TCN_OK;

	w->reported_ms = heard_ms;
	while (!rc && !tcn_stop_requested()) {
		struct batch *batch = &w->batches[w->now];

		rc = fetch(w, batch, err);
		if (!rc && batch->n)
			rc = work(w, err);
		if (!rc)
			rc = finish(w, &w->batches[!w->now], err);
		if (batch->n)
			heard_ms = tcn_now_monotonic_ms();
		else if (w->conf->idle_ms &&
		    tcn_now_monotonic_ms() - heard_ms >= w->conf->idle_ms)
			break;
		w->now = !w->now;
		w->plugin->poll(w->writer, 0);
		report(w, false);
		tell(w, false);
	}
	for (int i = 0; i < 2; i++) {
		enum tcn_rc ended = finish(w, &w->batches[i], err);

		rc = rc ? rc : ended;
	}
	report(w, true);
	tell(w, true);
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
	enum tcn_rc rc = tcn_prepare_new(&conf->prepare, &w->prep, err);

	if (!rc)
		rc = tcn_log_message_open(&w->message, &conf->limits,
		    &conf->prepare, record_max);
	if (!rc)
		rc = tcn_doc_record_new(record_max, &w->record);
	if (!rc)
		rc = tcn_tag_docs_open(conf->tagger, &w->taggers, err);
	if (!rc && w->taggers)
		rc = tcn_tagger_new(w->taggers, &w->tagger);
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
	int n;
	enum tcn_rc rc = tcn_kafka_client_open(w->kafka, TCN_KAFKA_USE_WRITER,
	    &calls, &w->writer, err);

	if (!rc)
		rc = tcn_kafka_partitions(w->kafka, w->writer,
		    conf->kafka.prepared, &n, err);
	if (!rc)
		rc = tcn_kafka_client_open(w->kafka, TCN_KAFKA_USE_MEMBER,
		    &calls, &w->reader, err);
	if (!rc)
		rc = tcn_kafka_partitions(w->kafka, w->reader,
		    conf->kafka.articles, &n, err);
	if (!rc) {
		w->parts = tcn_mem_calloc((size_t)n, sizeof *w->parts);
		w->places = tcn_mem_calloc((size_t)n, sizeof *w->places);
		w->parts_n = w->parts && w->places ? (size_t)n : 0;
		rc = w->parts_n ? TCN_OK : TCN_NOMEM;
	}
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
	tcn_mem_free(w->parts);
	tcn_mem_free(w->places);
	tcn_mem_free(w->jobs);
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

	if (!w)
		return tcn_err_set(err, TCN_NOMEM, "out of memory");
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
	if (rc == TCN_NOMEM)
		tcn_err_set(err, rc, "out of memory");
	if (counts)
		*counts = w->counts;
	close_all(w);
	return rc;
}
