#include "tools/intake/kafka/log_events.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/arena.h"
#include "engine/base/mem.h"
#include "sql/store_read.h"
#include "sql/store_told.h"
#include "tools/base/log.h"
#include "tools/base/now.h"
#include "tools/intake/kafka/lease_record.h"
#include "tools/intake/kafka/log_event_value.h"

enum {
	POLL_MS = 20, /* while something is under way */
	AGAIN_MS = 2000, /* from a failure to the next try */
	SAVE_MS = 1000, /* between two notes of how far it came */
	LAST_MS = 5000, /* so long the end waits for the brokers */
	ROWS = 16, /* that are read at once */
	TURN_MS = 30, /* no more is sent at a time: the loop has other work */
	UNDER_WAY = 512, /* messages at most */
	BEHIND = TCN_STORE_TOLD_MAX / 2,
};

struct tcn_log_events {
	struct tcn_log_events_conf conf;
	const struct tcn_kafka_plugin *plugin;
	struct tcn_kafka *kafka;
	struct tcn_kafka_client *writer; /* NULL: another detector writes */
	bool placed; /* since it leads, it knows where to go on */
	struct tcn_lease_reach at,
	    reached; /* the row sent last; acknowledged */
	struct tcn_pipeline *pipe;
	struct event *timer;
	char *meta; /* the name under which the store has `saved` */
	uint64_t last; /* the row that was told last */
	uint64_t sent; /* rows up to it were sent, */
	uint64_t acked; /* acknowledged, */
	uint64_t saved; /* and noted as such */
	uint64_t under_way; /* messages */
	bool refused; /* one of them was: all are sent again */
	bool unfit; /* for what it, or another of its batch, is */
	uint64_t alone_to; /* rows up to it go one by one; 0: none do */
	int64_t again_ms, saved_ms; /* monotonic */
	struct tcn_arena arena;
	struct tcn_buf value, data;
	struct tcn_log_events_counts counts;
	struct tcn_err no_writer; /* why none could be opened; or no text */
	bool ended;
};

static void
fail(struct tcn_log_events *e, enum tcn_rc rc)
{
	const struct tcn_err *err = e->no_writer.text[0]
	    ? &e->no_writer
	    : tcn_store_error(tcn_pipeline_store(e->pipe));

	if (!e->ended)
		e->conf.failed(e->conf.ctx, rc, err);
	e->ended = true;
}

static void
on_delivered(void *ctx, uint64_t opaque, const char *failed, bool unfit)
{
	struct tcn_log_events *e = ctx;
	struct tcn_log log;

	(void)opaque;
	e->under_way--;
	e->counts.sent += !failed;
	if (!failed)
		return;
	e->counts.refused++;
	if (!e->refused) {
		tcn_log_begin(&log, TCN_LOG_WARN, "events_refused");
		tcn_log_str(&log, "topic", tcn_str(e->conf.conf->kafka.events));
		tcn_log_str(&log, "error", tcn_str(failed));
		tcn_log_end(&log);
	}
	e->refused = true;
	e->unfit |= unfit;
}

/* --- one revision --- */

/* False: it cannot be sent now. What can never be is known at once. */
static bool
send_event(struct tcn_log_events *e, const struct tcn_event *event)
{
	const char *type = tcn_log_event_value_type(e->conf.conf);
	uint64_t number = e->conf.leads ? e->conf.epoch(e->conf.ctx) : 0;
	char revision[16], epoch[24], why[TCN_KAFKA_WHY_BYTES];
	const struct tcn_kafka_header headers[] = {
		{ "content-type", type, strlen(type) },
		{ "tocsin-schema", TCN_LOG_EVENT_SCHEMA,
		    sizeof TCN_LOG_EVENT_SCHEMA - 1 },
		{ "tocsin-event", event->id, strlen(event->id) },
		{ "tocsin-revision", revision,
		    (size_t)snprintf(revision, sizeof revision, "%" PRIu32,
			event->revision) },
		{ "tocsin-epoch", epoch,
		    (size_t)snprintf(epoch, sizeof epoch, "%" PRIu64, number) },
	};
	const struct tcn_kafka_message message = {
		.topic = e->conf.conf->kafka.events,
		.partition = -1,
		.ts_ms = -1,
		.key = event->id,
		.key_n = strlen(event->id),
		.value = e->value.at,
		.n = e->value.n,
		.headers = headers,
		.headers_n = sizeof headers / sizeof *headers - !number,
	};
	int rc = e->plugin->send(e->writer, &message, 0, why);

	if (rc <= 0)
		e->under_way++;
	if (rc < 0)
		on_delivered(e, 0, why, rc == -2);
	return rc == 0 || rc == -2;
}

/* --- what is told --- */

/* *go: the next row may be sent. */
static enum tcn_rc
take_row(struct tcn_log_events *e, const struct tcn_store_told *row, bool *go)
{
	const struct tcn_store *store = tcn_pipeline_store(e->pipe);
	struct tcn_event *event = NULL;
	enum tcn_rc rc = TCN_OK;

	*go = true;
	if (row->kind == TCN_STORE_TOLD_EVENT)
		rc = tcn_store_event_revision(store, row->event,
		    (uint32_t)row->number, &e->arena, &event);
	if (rc)
		return rc;
	if (event) {
		rc = tcn_log_event_value_write(e->conf.conf, store, event,
		    &e->arena, &e->data, &e->value);
		if (!rc)
			*go = send_event(e, event);
		if (!rc && *go) {
			memcpy(e->at.event, event->id, sizeof e->at.event);
			e->at.revision = event->revision;
		}
	}
	if (!rc && *go)
		e->sent = row->seq;
	return rc;
}

/* Rows that the store let go before they were sent. */
static enum tcn_rc
find_range(struct tcn_log_events *e)
{
	uint64_t oldest;
	struct tcn_log log;
	enum tcn_rc rc = tcn_store_told_range(tcn_pipeline_store(e->pipe),
	    &oldest, &e->last);

	if (rc || oldest <= e->sent + 1)
		return rc;
	/* A store that was filled before there was a topic has lost nothing. */
	if (e->saved) {
		e->counts.lost += oldest - e->sent - 1;
		tcn_log_begin(&log, TCN_LOG_ERROR, "events_lost");
		tcn_log_count(&log, "rows", oldest - e->sent - 1);
		tcn_log_end(&log);
	}
	e->sent = e->acked = oldest - 1;
	return TCN_OK;
}

/* Notes how far the brokers came, in a transaction of its own. */
static enum tcn_rc
put_saved(struct tcn_log_events *e)
{
	struct tcn_store_tx *tx;
	struct tcn_err err;
	char text[24];
	enum tcn_rc rc;

	snprintf(text, sizeof text, "%" PRIu64, e->acked);
	rc = tcn_pipeline_begin(e->pipe, &tx, &err);
	if (!rc)
		rc = tcn_store_put_meta(tx, e->meta, tcn_str(text));
	return tcn_pipeline_end(e->pipe, rc, &err);
}

/* Notes it, or tells it to the others, now and then. */
static enum tcn_rc
save(struct tcn_log_events *e, bool now)
{
	int64_t now_ms = tcn_now_monotonic_ms();
	enum tcn_rc rc = TCN_OK;

	if (e->acked == e->saved || (!now && now_ms - e->saved_ms < SAVE_MS))
		return TCN_OK;
	if (!e->conf.leads)
		rc = put_saved(e);
	else if (e->reached.revision)
		e->conf.told(e->conf.ctx, e->reached.event,
		    e->reached.revision);
	e->saved = rc ? e->saved : e->acked;
	e->saved_ms = now_ms;
	return rc;
}

/* All that was sent is to be sent again, from what was acknowledged on. */
static void
go_back(struct tcn_log_events *e)
{
	e->sent = e->acked;
	e->refused = e->unfit = false;
	e->under_way = 0;
	e->again_ms = tcn_now_monotonic_ms() + AGAIN_MS;
}

static void
acknowledge(struct tcn_log_events *e)
{
	e->acked = e->sent;
	e->reached = e->at;
	if (e->acked >= e->alone_to)
		e->alone_to = 0;
}

/* The brokers never take this revision; those behind it do not wait for it. */
static void
pass_over(struct tcn_log_events *e)
{
	struct tcn_log log;

	e->counts.lost++;
	tcn_log_begin(&log, TCN_LOG_ERROR, "events_lost");
	tcn_log_str(&log, "event", tcn_str(e->at.event));
	tcn_log_count(&log, "revision", e->at.revision);
	tcn_log_str(&log, "note",
	    tcn_str("the topic does not take a message of this length"));
	tcn_log_end(&log);
	e->refused = e->unfit = false;
	acknowledge(e);
}

/* Brokers refuse a batch for one message of it: each is sent by itself then. */
static void
part_batch(struct tcn_log_events *e)
{
	e->alone_to = e->sent;
	go_back(e);
	e->again_ms = 0;
}

/* What the brokers have said since. */
static void
look(struct tcn_log_events *e, int wait_ms)
{
	e->plugin->poll(e->writer, wait_ms);
	if (e->under_way)
		return;
	if (e->unfit && e->alone_to)
		pass_over(e);
	else if (e->unfit)
		part_batch(e);
	else if (e->refused)
		go_back(e);
	else
		acknowledge(e);
}

/* --- of several detectors: who leads writes --- */

/* Goes on behind what the topic has. A revision that this store does not have
 * yet is waited for: e->placed stays false. */
static enum tcn_rc
place(struct tcn_log_events *e)
{
	const struct tcn_store *store = tcn_pipeline_store(e->pipe);
	struct tcn_event *event = NULL;
	struct tcn_lease_reach reach;
	struct tcn_str text;
	uint64_t seq = 0;
	enum tcn_rc rc;

	tcn_arena_reset(&e->arena);
	rc =
	    tcn_store_get_meta(store, TCN_LOG_EVENTS_REACHED, &e->arena, &text);
	reach = tcn_lease_reach_read(text);
	if (!rc && reach.revision)
		rc = tcn_store_told_find(store, reach.event, reach.revision,
		    &seq);
	if (!rc && reach.revision && !seq)
		rc = tcn_store_event_revision(store, reach.event,
		    reach.revision, &e->arena, &event);
	if (rc || (reach.revision && !seq && !event))
		return rc;
	e->sent = e->acked = e->saved = seq;
	e->reached = e->at = reach;
	e->placed = true;
	return TCN_OK;
}

static enum tcn_rc
open_writer(struct tcn_log_events *e, struct tcn_err *err)
{
	const struct tcn_kafka_calls calls = {
		.ctx = e,
		.delivered = on_delivered,
		.late_ms = e->conf.leads
		    ? (unsigned)e->conf.conf->kafka.session_ms / 5
		    : 0,
	};

	return tcn_kafka_client_open(e->kafka, TCN_KAFKA_USE_WRITER, &calls,
	    &e->writer, err);
}

/* *may: this detector writes now. */
static enum tcn_rc
lead(struct tcn_log_events *e, bool *may)
{
	*may = e->conf.leads(e->conf.ctx);
	if (!*may) {
		tcn_kafka_client_close(e->kafka, e->writer);
		e->writer = NULL;
		go_back(e);
		e->again_ms = 0;
		e->placed = false;
		e->counts.behind = 0;
		return TCN_OK;
	}
	/* The settings were tried at the start: no thread is to be had, or a
	 * certificate went. */
	if (!e->writer && open_writer(e, &e->no_writer))
		return TCN_IO;
	if (!e->placed) {
		enum tcn_rc rc = place(e);

		*may = !rc && e->placed;
		return rc;
	}
	return TCN_OK;
}

/* --- all of it --- */

static enum tcn_rc
work(struct tcn_log_events *e)
{
	int64_t now_ms = tcn_now_monotonic_ms();
	bool more = true;
	enum tcn_rc rc = TCN_OK;

	if (e->conf.leads)
		rc = lead(e, &more);
	if (!rc && more)
		look(e, 0);
	/* What is written and not committed is not to be told. */
	if (rc || !more || tcn_pipeline_is_writing(e->pipe))
		return rc;
	rc = find_range(e);
	/* Of several detectors it may lead for a short time only: each batch is
	 * acknowledged, and told of, before the next. */
	more = now_ms >= e->again_ms &&
	    ((!e->conf.leads && !e->alone_to) || !e->under_way);
	while (!rc && more && !e->refused && e->sent < e->last &&
	    tcn_now_monotonic_ms() < now_ms + TURN_MS) {
		struct tcn_store_told_list list;
		bool go = true;

		tcn_arena_reset(&e->arena);
		rc = tcn_store_told_after(tcn_pipeline_store(e->pipe), e->sent,
		    e->alone_to ? 1 : ROWS, &e->arena, &list);
		for (size_t i = 0; !rc && go && i < list.n; i++)
			rc = take_row(e, &list.at[i], &go);
		more = !rc && go && list.n == ROWS && e->under_way < UNDER_WAY;
	}
	if (!rc)
		rc = save(e, false);
	e->counts.behind = e->last - e->acked;
	return rc;
}

/* Something is to be sent, or under way. */
static bool
is_busy(const struct tcn_log_events *e)
{
	if (e->conf.leads && !e->conf.leads(e->conf.ctx))
		return false;
	return e->sent < e->last || e->under_way ||
	    (e->conf.leads && !e->placed);
}

static void
after(struct tcn_log_events *e, int64_t ms)
{
	const struct timeval in = { .tv_sec = ms / 1000,
		.tv_usec = ms % 1000 * 1000 };

	evtimer_add(e->timer, &in);
}

void
tcn_log_events_wake(struct tcn_log_events *e)
{
	enum tcn_rc rc;

	if (!e || e->ended)
		return;
	rc = work(e);
	if (rc)
		fail(e, rc);
	else if (is_busy(e) || e->acked != e->saved ||
	    tcn_pipeline_is_writing(e->pipe))
		after(e, POLL_MS);
}

static void
on_timer(evutil_socket_t fd, short what, void *of)
{
	(void)fd, (void)what;
	tcn_log_events_wake(of);
}

/* --- open --- */

static enum tcn_rc
restore(struct tcn_log_events *e, struct tcn_err *err)
{
	static const char name[] = "log_events:";
	const struct tcn_store *store = tcn_pipeline_store(e->pipe);
	const char *topic = e->conf.conf->kafka.events;
	struct tcn_str text;
	enum tcn_rc rc;

	e->meta = tcn_mem_alloc(sizeof name + strlen(topic));
	snprintf(e->meta, sizeof name + strlen(topic), "%s%s", name, topic);
	rc = tcn_store_get_meta(store, e->meta, &e->arena, &text);
	if (rc) {
		*err = *tcn_store_error(store);
		return rc;
	}
	e->saved = text.at ? strtoull(text.at, NULL, 10) : 0;
	e->sent = e->acked = e->saved;
	return TCN_OK;
}

enum tcn_rc
tcn_log_events_new(struct event_base *base,
    const struct tcn_log_events_conf *conf, struct tcn_kafka *kafka,
    struct tcn_pipeline *pipe, struct tcn_log_events **out, struct tcn_err *err)
{
	struct tcn_log_events *e = tcn_mem_calloc(1, sizeof *e);
	int n;
	enum tcn_rc rc;

	*out = NULL;
	e->conf = *conf;
	e->kafka = kafka;
	e->plugin = tcn_kafka_plugin_of(kafka);
	e->pipe = pipe;
	tcn_arena_init(&e->arena, 0);
	e->timer = evtimer_new(base, on_timer, e);
	if (!e->timer)
		tcn_mem_end();
	rc = restore(e, err);
	if (!rc)
		rc = open_writer(e, err);
	if (!rc)
		rc = tcn_kafka_partitions(kafka, e->writer,
		    conf->conf->kafka.events, &n, err);
	if (rc) {
		tcn_log_events_free(e, false);
		return rc;
	}
	if (conf->leads) {
		tcn_kafka_client_close(kafka, e->writer);
		e->writer = NULL;
	}
	*out = e;
	after(e, 0);
	return TCN_OK;
}

void
tcn_log_events_free(struct tcn_log_events *e, bool sound)
{
	if (!e)
		return;
	if (sound && !e->ended && e->meta &&
	    (e->writer || (e->conf.leads && e->conf.leads(e->conf.ctx)))) {
		/* Sends what is left, if the brokers are there. */
		int64_t until_ms = tcn_now_monotonic_ms() + LAST_MS;
		enum tcn_rc rc = work(e);

		while (!rc && is_busy(e) && !e->refused &&
		    tcn_now_monotonic_ms() < until_ms) {
			if (e->writer)
				e->plugin->poll(e->writer, POLL_MS);
			rc = work(e);
		}
		if (!rc && (!e->conf.leads || e->placed))
			(void)!save(e, true);
	}
	tcn_kafka_client_close(e->kafka, e->writer);
	if (e->timer)
		event_free(e->timer);
	tcn_mem_free(e->meta);
	tcn_arena_fini(&e->arena);
	tcn_buf_fini(&e->value);
	tcn_buf_fini(&e->data);
	tcn_mem_free(e);
}

bool
tcn_log_events_is_behind(const struct tcn_log_events *e)
{
	return e && e->counts.behind > BEHIND;
}

const struct tcn_log_events_counts *
tcn_log_events_counts(const struct tcn_log_events *e)
{
	return &e->counts;
}
