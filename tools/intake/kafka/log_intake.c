#include "tools/intake/kafka/log_intake.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "engine/base/mem.h"
#include "sql/store_offsets.h"
#include "tools/base/log.h"
#include "tools/base/now.h"
#include "tools/intake/kafka/dead_letters.h"
#include "tools/intake/kafka/log_ask.h"
#include "tools/intake/kafka/log_merge.h"
#include "tools/intake/kafka/log_message.h"
#include "tools/intake/kafka/log_queue.h"

enum {
	TURN_MS = 30, /* a turn of the loop reads no longer */
	TURN_ARTICLES = 4096, /* nor more */
	LOOK_MS = 200, /* between two looks at what wakes nobody */
};

struct part {
	int32_t partition;
	int64_t next, end; /* the end as it was at the start */
	bool moved; /* next is not in the store yet */
	uint64_t messages;
	struct tcn_log_queue queue;
	struct tcn_log_asked had, awaited; /* fetched to its end; not yet */
};

struct tcn_log_intake {
	struct tcn_log_intake_conf conf;
	const struct tcn_kafka_plugin *plugin;
	struct tcn_kafka *kafka;
	struct tcn_kafka_client *client;
	struct tcn_pipeline *pipe;
	const char *topic;
	struct part *parts;
	size_t n;
	struct tcn_log_queues queues;
	struct tcn_log_merge merge;
	struct tcn_log_ask *ask; /* NULL: there is one partition */
	struct tcn_log_asked *asked;
	int wake[2]; /* the client writes to the second */
	struct event *woken; /* something has come */
	struct event *more; /* something is left, when the loop is idle */
	struct event *look;
	struct tcn_log_message message;
	struct tcn_dead_letters dead;
	struct tcn_arena arena; /* of one article */
	size_t vector_length;
	struct tcn_log_intake_counts counts;
	bool ended; /* it has failed */
};

static void
fail(struct tcn_log_intake *in, enum tcn_rc rc, const struct tcn_err *err)
{
	if (in->ended)
		return;
	in->ended = true;
	in->conf.failed(in->conf.ctx, rc, err);
}

/* --- one message --- */

static enum tcn_rc
take_article(struct tcn_log_intake *in,
    const struct tcn_log_message_article *one, int64_t bound_ms,
    struct tcn_err *err)
{
	struct tcn_pipeline_outcome outcome;
	enum tcn_rc rc = one->prepared
	    ? tcn_pipeline_doc(in->pipe, &one->doc, bound_ms, &outcome, err)
	    : tcn_pipeline_article(in->pipe, &one->article, bound_ms, &outcome,
		  err);

	if (rc)
		return rc;
	in->counts.articles++;
	in->counts.known += outcome.repeat_of != 0;
	in->counts.prepared_here += one->other;
	if (!outcome.repeat_of && outcome.changes.events_n)
		in->conf.changed(in->conf.ctx, &outcome.changes);
	return TCN_OK;
}

/* The time of a message is when it came, but for one that lies ahead. */
static int64_t
bound_of(const struct tcn_kafka_message *message)
{
	int64_t now_ms = tcn_now_wall_ms();

	return message->ts_ms > 0 && message->ts_ms < now_ms ? message->ts_ms
							     : now_ms;
}

static enum tcn_rc
take_message(struct tcn_log_intake *in, const struct tcn_kafka_message *message,
    struct tcn_err *err)
{
	struct tcn_str value = { message->value, message->n };
	int64_t bound_ms = bound_of(message);
	struct tcn_log_message_article one;
	struct tcn_err why = { 0 };
	enum tcn_rc rc, taken = TCN_OK;

	in->vector_length = tcn_pipeline_vector_length(in->pipe);
	tcn_log_message_begin(&in->message, value);
	do {
		tcn_arena_reset(&in->arena);
		rc = tcn_log_message_next(&in->message, &in->arena, &one, &why);
		if (rc == TCN_OK)
			taken = take_article(in, &one, bound_ms, &why);
		if (rc == TCN_INVALID || taken == TCN_INVALID)
			taken = tcn_dead_letters_add(&in->dead, message,
			    one.bytes, why.text, err);
		else if (taken)
			*err = why;
	} while (!taken && (rc == TCN_OK || rc == TCN_INVALID));
	return taken;
}

/* --- the stream --- */

/* One answer is kept until the partition was fetched to its end: the ends of
 * those that follow run ahead. */
static void
note_answer(struct part *part, const struct tcn_log_asked *asked)
{
	if (part->queue.fetched < part->awaited.end)
		return;
	part->had = part->awaited;
	part->awaited = *asked;
	if (part->queue.fetched >= asked->end)
		part->had = *asked;
}

/* Has every partition show what comes next. */
static enum tcn_rc
fill_heads(struct tcn_log_intake *in, struct tcn_err *err)
{
	enum tcn_rc rc = TCN_OK;

	if (in->ask)
		tcn_log_ask_answer(in->ask, in->asked);
	for (size_t i = 0; !rc && i < in->n; i++) {
		struct part *part = &in->parts[i];
		const struct tcn_log_queue *queue = &part->queue;
		struct tcn_log_head *head = &in->merge.heads[i];
		const struct tcn_kafka_message *next;

		rc = tcn_log_queue_fill(&part->queue, &in->queues, i, 0, err);
		next = rc
		    ? NULL
		    : tcn_log_queue_next(queue, &in->queues, &head->key_ms);
		note_answer(part, &in->asked[i]);
		head->waits = next != NULL;
		head->idle_ms =
		    queue->taken == queue->n ? part->had.since_ms : INT64_MIN;
		if (!next)
			continue;
		head->ts_ms = next->ts_ms;
		head->came_ms = queue->came_ms[queue->taken];
	}
	return rc;
}

/* Stores where to go on beside what was taken in, and has both committed. */
static enum tcn_rc
commit(struct tcn_log_intake *in, struct tcn_err *err)
{
	enum tcn_rc rc = TCN_OK;

	tcn_dead_letters_flush(&in->dead);
	in->counts.dead = in->dead.n;
	in->counts.undelivered = in->dead.undelivered;
	for (size_t i = 0; !rc && i < in->n; i++) {
		struct part *part = &in->parts[i];

		if (part->moved)
			rc = tcn_pipeline_put_offset(in->pipe,
			    tcn_str(in->topic), part->partition, part->next,
			    err);
		part->moved = false;
	}
	if (rc)
		return rc;
	/* A commit that fails is told by whom it belongs to. */
	in->ended |= in->conf.commit(in->conf.ctx) != TCN_OK;
	return TCN_OK;
}

/* What a person did has a transaction of its own, behind that of the articles
 * before it. */
static enum tcn_rc
take_act(struct tcn_log_intake *in, const struct tcn_kafka_message *message,
    struct tcn_err *err)
{
	const struct tcn_str value = { message->value, message->n };
	struct tcn_log_act act;
	struct tcn_err why;
	enum tcn_rc rc;

	tcn_arena_reset(&in->arena);
	rc = tcn_log_act_read(value, &in->arena, &act, &why);
	if (rc == TCN_INVALID)
		return tcn_dead_letters_add(&in->dead, message, value, why.text,
		    err);
	rc = commit(in, err);
	if (rc || in->ended)
		return rc;
	in->counts.acts++;
	in->conf.act(in->conf.ctx, &act, message->ts_ms, message->partition,
	    message->offset + 1);
	return TCN_OK;
}

static enum tcn_rc
take_next(struct tcn_log_intake *in, size_t i, struct tcn_err *err)
{
	struct part *part = &in->parts[i];
	struct tcn_kafka_message *message = tcn_log_queue_take(&part->queue);
	const struct tcn_str value = { message->value, message->n };
	enum tcn_rc rc = in->conf.act && tcn_log_act_begins(value)
	    ? take_act(in, message, err)
	    : take_message(in, message, err);

	part->next = message->offset + 1;
	part->moved = true;
	part->messages++;
	in->counts.messages++;
	in->plugin->release(message);
	return rc;
}

/* Which partition is to be read from now; what has to wait has brokers asked
 * what it waits for, whose answer wakes the loop. */
static size_t
find_next(struct tcn_log_intake *in)
{
	size_t i = tcn_log_merge_next(&in->merge, tcn_now_wall_ms(),
	    tcn_now_monotonic_ms());
	bool waits = false;

	for (size_t k = 0; i == TCN_LOG_MERGE_NONE && k < in->n; k++)
		waits |= in->merge.heads[k].waits;
	if (waits && in->ask)
		tcn_log_ask_again(in->ask);
	in->counts.stalled = in->merge.stalled;
	return i;
}

/* Reads for a turn; *more: it was not all. */
static enum tcn_rc
read_turn(struct tcn_log_intake *in, bool *more, struct tcn_err *err)
{
	int64_t until_ms = tcn_now_monotonic_ms() + TURN_MS;
	uint64_t before = in->counts.messages;
	enum tcn_rc rc = TCN_OK;
	size_t i;

	*more = false;
	while (!rc && !*more) {
		rc = fill_heads(in, err);
		i = rc ? TCN_LOG_MERGE_NONE : find_next(in);
		if (i == TCN_LOG_MERGE_NONE)
			break;
		rc = take_next(in, i, err);
		*more = in->counts.messages - before >= TURN_ARTICLES ||
		    tcn_now_monotonic_ms() >= until_ms;
	}
	return !rc && in->counts.messages > before ? commit(in, err) : rc;
}

static void
turn(struct tcn_log_intake *in)
{
	struct tcn_err err = { 0 };
	bool more = false;
	enum tcn_rc rc = TCN_OK;

	if (!in->ended && !in->conf.is_behind(in->conf.ctx))
		rc = read_turn(in, &more, &err);
	if (rc)
		fail(in, rc, &err);
	else if (more && !in->ended)
		event_active(in->more, EV_TIMEOUT, 0);
}

static void
on_woken(evutil_socket_t fd, short what, void *of)
{
	char bytes[64];

	(void)what;
	while (read(fd, bytes, sizeof bytes) > 0)
		;
	turn(of);
}

static void
on_more(evutil_socket_t fd, short what, void *of)
{
	(void)fd, (void)what;
	turn(of);
}

/* Serves the client's log, and messages that have waited long enough. */
static void
on_look(evutil_socket_t fd, short what, void *of)
{
	struct tcn_log_intake *in = of;

	(void)fd, (void)what;
	in->plugin->poll(in->client, 0);
	turn(in);
}

/* --- open --- */

static enum tcn_rc
open_events(struct tcn_log_intake *in, struct event_base *base,
    struct tcn_err *err)
{
	static const struct timeval every = { .tv_usec = LOOK_MS * 1000 };

	if (pipe2(in->wake, O_CLOEXEC | O_NONBLOCK))
		return tcn_err_set(err, TCN_IO, "no pipe: %s", strerror(errno));
	in->woken =
	    event_new(base, in->wake[0], EV_READ | EV_PERSIST, on_woken, in);
	in->more = evtimer_new(base, on_more, in);
	in->look = event_new(base, -1, EV_PERSIST, on_look, in);
	if (!in->woken || !in->more || !in->look ||
	    event_add(in->woken, NULL) || event_add(in->look, &every))
		tcn_mem_end();
	/* Requests go first. */
	event_priority_set(in->more, event_base_get_npriorities(base) - 1);
	return TCN_OK;
}

/* Where to begin: where the store says, if the brokers still have that. */
static enum tcn_rc
place_part(struct tcn_log_intake *in, struct part *part, int64_t *from,
    struct tcn_err *err)
{
	const struct tcn_store *store = tcn_pipeline_store(in->pipe);
	int64_t low, high, stored;
	enum tcn_rc rc = tcn_store_offset(store, tcn_str(in->topic),
	    part->partition, &stored);

	if (rc) {
		*err = *tcn_store_error(store);
		return rc;
	}
	rc = tcn_kafka_bounds(in->kafka, in->client, in->topic, part->partition,
	    &low, &high, err);
	if (rc)
		return rc;
	part->next = stored < 0 ? low : stored;
	part->end = high;
	if (part->next < low || part->next > high) {
		struct tcn_log log;

		part->next = low;
		if (stored < low)
			in->counts.lost += (uint64_t)(low - stored);
		tcn_log_begin(&log, TCN_LOG_ERROR, "lost");
		tcn_log_str(&log, "topic", tcn_str(in->topic));
		tcn_log_count(&log, "partition", (uint64_t)part->partition);
		tcn_log_count(&log, "from", (uint64_t)stored);
		tcn_log_count(&log, "next", (uint64_t)part->next);
		tcn_log_str(&log, "why",
		    tcn_str(stored < low
			    ? "the brokers kept messages for too short a time"
			    : "the topic was made anew"));
		tcn_log_end(&log);
	}
	part->had.since_ms = part->awaited.since_ms = INT64_MIN;
	*from = tcn_log_queue_open(&part->queue, &in->queues, low, part->next);
	return TCN_OK;
}

/* Several partitions are merged; workers write partition i of what they read of
 * i, if there are as many. */
static enum tcn_rc
open_merge(struct tcn_log_intake *in, struct tcn_err *err)
{
	const struct tcn_conf *conf = in->conf.conf;
	struct tcn_log_ask_conf ask = { in->kafka, in->topic, NULL, in->n,
		in->wake[1] };
	int n = 0;
	enum tcn_rc rc = TCN_OK;

	in->merge = (struct tcn_log_merge){
		.heads = tcn_mem_calloc(in->n, sizeof *in->merge.heads),
		.n = in->n,
		.lateness_ms = conf->kafka.lateness_ms,
		.hold_ms = conf->kafka.hold_ms,
		.took_ms = tcn_now_monotonic_ms(),
		.held_ms = -1,
	};
	in->asked = tcn_mem_calloc(in->n, sizeof *in->asked);
	if (in->n < 2)
		return TCN_OK;
	if (conf->kafka.prepared && conf->kafka.articles)
		rc = tcn_kafka_partitions(in->kafka, in->client,
		    conf->kafka.articles, &n, err);
	if (rc && rc != TCN_INVALID) /* it may be gone, or not for this user */
		return rc;
	if ((size_t)n == in->n)
		ask.articles = conf->kafka.articles;
	return tcn_log_ask_new(&ask, &in->ask, err);
}

static enum tcn_rc
open_parts(struct tcn_log_intake *in, struct tcn_err *err)
{
	struct tcn_kafka_place *places;
	char why[TCN_KAFKA_WHY_BYTES];
	int n = 0;
	enum tcn_rc rc =
	    tcn_kafka_partitions(in->kafka, in->client, in->topic, &n, err);

	if (rc)
		return rc;
	in->n = (size_t)n;
	in->queues = (struct tcn_log_queues){ in->plugin, in->client, in->topic,
		&in->message, &in->arena, n > 1 };
	in->parts = tcn_mem_calloc(in->n, sizeof *in->parts);
	places = tcn_mem_calloc(in->n, sizeof *places);
	for (int i = 0; !rc && i < n; i++) {
		in->parts[i].partition = places[i].partition = i;
		rc = place_part(in, &in->parts[i], &places[i].offset, err);
	}
	if (!rc &&
	    !in->plugin->assign(in->client, in->topic, places, in->n,
		in->wake[1], why))
		rc = tcn_err_set(err, TCN_IO, "topic %s: %s", in->topic, why);
	tcn_mem_free(places);
	return rc ? rc : open_merge(in, err);
}

static const char *
topic_of(const struct tcn_conf *conf)
{
	return conf->kafka.prepared ? conf->kafka.prepared
				    : conf->kafka.articles;
}

enum tcn_rc
tcn_log_intake_new(struct event_base *base,
    const struct tcn_log_intake_conf *conf, struct tcn_kafka *kafka,
    struct tcn_pipeline *pipe, struct tcn_log_intake **out, struct tcn_err *err)
{
	struct tcn_log_intake *in = tcn_mem_calloc(1, sizeof *in);
	struct tcn_article_limits limits = conf->limits;
	enum tcn_rc rc = TCN_OK;

	*out = NULL;
	in->conf = *conf;
	in->kafka = kafka;
	in->plugin = tcn_kafka_plugin_of(kafka);
	in->pipe = pipe;
	in->wake[0] = in->wake[1] = -1;
	in->topic = topic_of(conf->conf);
	tcn_arena_init(&in->arena, 0);
	tcn_dead_letters_init(&in->dead, kafka, conf->conf->kafka.dead);
	limits.vector_length = &in->vector_length;
	tcn_log_message_open(&in->message, &limits, &conf->prepare,
	    (size_t)conf->conf->kafka.record_max_bytes);
	if (!in->topic)
		rc = tcn_err_set(err, TCN_INVALID,
		    "kafka.prepared or kafka.articles must name the topic to "
		    "read");
	if (!rc)
		rc = open_events(in, base, err);
	if (!rc)
		rc = tcn_kafka_client_open(kafka, TCN_KAFKA_USE_READER, NULL,
		    &in->client, err);
	if (!rc)
		rc = open_parts(in, err);
	if (rc)
		tcn_log_intake_free(in);
	else
		*out = in;
	return rc;
}

void
tcn_log_intake_free(struct tcn_log_intake *in)
{
	if (!in)
		return;
	for (size_t i = 0; in->parts && i < in->n; i++)
		tcn_log_queue_drop(&in->parts[i].queue, &in->queues);
	tcn_log_ask_free(in->ask);
	tcn_dead_letters_fini(&in->dead);
	tcn_kafka_client_close(in->kafka, in->client);
	if (in->woken)
		event_free(in->woken);
	if (in->more)
		event_free(in->more);
	if (in->look)
		event_free(in->look);
	if (in->wake[0] >= 0) {
		close(in->wake[0]);
		close(in->wake[1]);
	}
	tcn_log_message_close(&in->message);
	tcn_arena_fini(&in->arena);
	tcn_mem_free(in->parts);
	tcn_mem_free(in->merge.heads);
	tcn_mem_free(in->asked);
	tcn_mem_free(in);
}

/* --- what is told of it --- */

const struct tcn_log_intake_counts *
tcn_log_intake_counts(const struct tcn_log_intake *in)
{
	return &in->counts;
}

const char *
tcn_log_intake_topic(const struct tcn_log_intake *in)
{
	return in->topic;
}

size_t
tcn_log_intake_partitions(const struct tcn_log_intake *in)
{
	return in->n;
}

struct tcn_log_place
tcn_log_intake_place(const struct tcn_log_intake *in, size_t i)
{
	const struct part *part = &in->parts[i];
	char why[TCN_KAFKA_WHY_BYTES];
	struct tcn_log_place place = {
		.partition = part->partition,
		.next = part->next,
		.messages = part->messages,
		.watermark_ms = part->queue.watermark_ms,
		.held = part->queue.n - part->queue.taken,
		.stalled = in->merge.heads[i].stalled,
	};
	int64_t low;

	if (!in->plugin->bounds(in->client, in->topic, part->partition, 0, &low,
		&place.end, why) ||
	    place.end < 0)
		place.end = part->end; /* nothing was fetched of it yet */
	return place;
}
