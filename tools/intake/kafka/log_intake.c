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
#include "tools/intake/kafka/log_merge.h"
#include "tools/intake/kafka/log_message.h"

enum {
	FETCH = 128, /* messages of one partition at hand */
	TURN_MS = 30, /* a turn of the loop reads no longer */
	TURN_ARTICLES = 4096, /* nor more */
	LOOK_MS = 200, /* between two looks at what wakes nobody */
};

struct part {
	int32_t partition;
	int64_t next, end; /* the end as it was at the start */
	bool moved; /* next is not in the store yet */
	bool at_end;
	uint64_t messages;
	struct tcn_kafka_message at[FETCH];
	size_t n, taken; /* fetched; of these used */
};

struct tcn_log_intake {
	struct tcn_log_intake_conf conf;
	const struct tcn_kafka_plugin *plugin;
	struct tcn_kafka *kafka;
	struct tcn_kafka_client *client;
	struct tcn_pipeline *pipe;
	const char *topic;
	struct part *parts;
	struct tcn_log_head *heads;
	size_t n;
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

static enum tcn_rc
fetch_part(struct tcn_log_intake *in, size_t i, struct tcn_err *err)
{
	struct part *part = &in->parts[i];
	char why[TCN_KAFKA_WHY_BYTES];
	bool at_end = part->at_end;
	int n =
	    in->plugin->fetch(in->client, i, 0, part->at, FETCH, &at_end, why);

	if (n < 0)
		return tcn_err_set(err, TCN_IO,
		    "topic %s, partition %d cannot be read: %s", in->topic,
		    (int)part->partition, why);
	part->at_end = at_end; /* behind what was fetched */
	part->n = (size_t)n;
	part->taken = 0;
	return TCN_OK;
}

/* Has every partition show what comes next. */
static enum tcn_rc
fill_heads(struct tcn_log_intake *in, struct tcn_err *err)
{
	enum tcn_rc rc = TCN_OK;

	for (size_t i = 0; !rc && i < in->n; i++) {
		struct part *part = &in->parts[i];

		if (part->taken == part->n)
			rc = fetch_part(in, i, err);
		in->heads[i].waits = part->taken < part->n;
		in->heads[i].at_end = part->at_end;
		if (in->heads[i].waits)
			in->heads[i].ts_ms = part->at[part->taken].ts_ms;
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
	struct tcn_kafka_message *message = &part->at[part->taken++];
	const struct tcn_str value = { message->value, message->n };
	enum tcn_rc rc = in->conf.act && tcn_log_act_is(value)
	    ? take_act(in, message, err)
	    : take_message(in, message, err);

	part->next = message->offset + 1;
	part->moved = true;
	part->messages++;
	in->counts.messages++;
	in->plugin->release(message);
	return rc;
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
		i = rc ? TCN_LOG_MERGE_NONE
		       : tcn_log_merge_next(in->heads, in->n, tcn_now_wall_ms(),
			     in->conf.conf->kafka.lateness_ms);
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

static void
log_lost(struct tcn_log_intake *in, const struct part *part, int64_t from,
    const char *why)
{
	struct tcn_log log;

	tcn_log_begin(&log, TCN_LOG_ERROR, "lost");
	tcn_log_str(&log, "topic", tcn_str(in->topic));
	tcn_log_count(&log, "partition", (uint64_t)part->partition);
	tcn_log_count(&log, "from", (uint64_t)from);
	tcn_log_count(&log, "next", (uint64_t)part->next);
	tcn_log_str(&log, "why", tcn_str(why));
	tcn_log_end(&log);
}

/* Where to begin: where the store says, if the brokers still have that. */
static enum tcn_rc
place_part(struct tcn_log_intake *in, struct part *part, struct tcn_err *err)
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
	part->at_end = part->next == high;
	if (part->next >= low && part->next <= high)
		return TCN_OK;
	part->next = low;
	if (stored < low)
		in->counts.lost += (uint64_t)(low - stored);
	log_lost(in, part, stored,
	    stored < low ? "the brokers kept messages for too short a time"
			 : "the topic was made anew");
	return TCN_OK;
}

static enum tcn_rc
open_parts(struct tcn_log_intake *in, struct tcn_err *err)
{
	struct tcn_kafka_place *places = NULL;
	char why[TCN_KAFKA_WHY_BYTES];
	int n = 0;
	enum tcn_rc rc =
	    tcn_kafka_partitions(in->kafka, in->client, in->topic, &n, err);

	if (rc)
		return rc;
	in->parts = tcn_mem_calloc((size_t)n, sizeof *in->parts);
	in->heads = tcn_mem_calloc((size_t)n, sizeof *in->heads);
	places = tcn_mem_calloc((size_t)n, sizeof *places);
	for (int i = 0; !rc && i < n; i++) {
		in->parts[i].partition = i;
		rc = place_part(in, &in->parts[i], err);
		places[i] = (struct tcn_kafka_place){ i, in->parts[i].next };
	}
	in->n = (size_t)n;
	if (!rc &&
	    !in->plugin->assign(in->client, in->topic, places, in->n,
		in->wake[1], why))
		rc = tcn_err_set(err, TCN_IO, "topic %s: %s", in->topic, why);
	tcn_mem_free(places);
	return rc;
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
		while (in->parts[i].taken < in->parts[i].n)
			in->plugin
			    ->release(&in->parts[i].at[in->parts[i].taken++]);
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
	tcn_mem_free(in->heads);
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
	};
	int64_t low;

	if (!in->plugin->bounds(in->client, in->topic, part->partition, 0, &low,
		&place.end, why) ||
	    place.end < 0)
		place.end = part->end; /* nothing was fetched of it yet */
	return place;
}
