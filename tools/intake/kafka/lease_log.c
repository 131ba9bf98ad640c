#include "tools/intake/kafka/lease_log.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <openssl/rand.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "engine/base/mem.h"
#include "tools/base/log.h"
#include "tools/base/now.h"
#include "tools/base/timeval.h"

enum {
	FETCH = 128, /* records at a time */
	STORE_EVERY = 1000, /* records, when none of them says anything */
	FLUSH_MS = 1000, /* so long the last words may take */
	PLACE_BYTES = 256, /* of the name and the address of a leader */
};

struct tcn_lease_log {
	struct tcn_lease_log_conf conf;
	const struct tcn_kafka_plugin *plugin;
	struct tcn_kafka *kafka;
	struct tcn_kafka_client *reader, *writer;
	const char *topic;
	struct tcn_lease lease;
	struct tcn_lease_place place; /* ours, in these: */
	char own_host[PLACE_BYTES], own_url[PLACE_BYTES];
	char host[PLACE_BYTES], url[PLACE_BYTES]; /* the holder's */
	int wake[2]; /* the reader writes to the second */
	struct event *woken, *look;
	struct tcn_arena arena; /* of what is read at a time */
	struct tcn_outbox_end ends[FETCH];
	struct tcn_lease_log_read read; /* not stored yet */
	int64_t next, stored_next;
	uint64_t stored_epoch;
	bool led; /* as was told last */
	uint64_t takeovers, bad;
	int64_t takeover_ms, lapse_ms; /* since when nobody led */
	bool ended; /* it has failed */
};

/* --- writing --- */

static void
on_delivered(void *ctx, uint64_t opaque, const char *failed, bool unfit)
{
	const struct tcn_lease_log *of = ctx;
	struct tcn_log log;

	(void)opaque, (void)unfit;
	if (!failed)
		return;
	tcn_log_begin(&log, TCN_LOG_WARN, "lease");
	tcn_log_str(&log, "topic", tcn_str(of->topic));
	tcn_log_str(&log, "error", tcn_str(failed));
	tcn_log_end(&log);
}

static void
send_record(struct tcn_lease_log *log, struct tcn_str key,
    const struct tcn_buf *value)
{
	const struct tcn_kafka_message message = {
		.topic = log->topic,
		.ts_ms = -1,
		.key = key.at,
		.key_n = key.n,
		.value = value->at,
		.n = value->n,
	};
	char why[TCN_KAFKA_WHY_BYTES] = "out of memory";

	if (log->plugin->send(log->writer, &message, 0, why) != 0)
		on_delivered(log, 0, why, false);
}

static void
send_lease(struct tcn_lease_log *log, const struct tcn_lease_record *record)
{
	struct tcn_buf value = { 0 };

	tcn_lease_record_write(record, &log->place, &value);
	send_record(log, tcn_str(log->lease.self), &value);
	tcn_buf_fini(&value);
}

void
tcn_lease_log_tell(struct tcn_lease_log *log, const struct tcn_outbox_end *end)
{
	struct tcn_buf key = { 0 }, value = { 0 };

	tcn_buf_printf(&key, "%.*s-%" PRIu32 ".%" PRIu32 "-%.*s",
	    TCN_STR_ARG(end->event), end->revision, end->step,
	    TCN_STR_ARG(end->receiver));
	tcn_lease_record_write_end(end, &value);
	send_record(log, tcn_buf_view(&key), &value);
	tcn_buf_fini(&key);
	tcn_buf_fini(&value);
}

void
tcn_lease_log_tell_reach(struct tcn_lease_log *log,
    const struct tcn_lease_reach *reach)
{
	struct tcn_buf value = { 0 };

	tcn_lease_record_write_reach(reach, &value);
	send_record(log, tcn_str("events"), &value);
	tcn_buf_fini(&value);
}

/* --- reading --- */

static void
keep_place(char to[static PLACE_BYTES], struct tcn_str text)
{
	size_t n = text.n < PLACE_BYTES ? text.n : PLACE_BYTES - 1;

	if (n)
		memcpy(to, text.at, n);
	to[n] = '\0';
}

static void
log_bad(struct tcn_lease_log *of, int64_t offset, const struct tcn_err *err)
{
	struct tcn_log log;

	of->bad++;
	tcn_log_begin(&log, TCN_LOG_WARN, "lease");
	tcn_log_str(&log, "topic", tcn_str(of->topic));
	tcn_log_count(&log, "offset", (uint64_t)offset);
	tcn_log_str(&log, "error", tcn_str(err->text));
	tcn_log_end(&log);
}

/* Reads one record; what is to be stored goes to log->read. */
static void
read_record(struct tcn_lease_log *log, const struct tcn_kafka_message *message,
    struct tcn_err *err)
{
	const struct tcn_str value = { message->value, message->n };
	struct tcn_lease_entry entry;
	enum tcn_rc rc =
	    tcn_lease_record_parse(value, &log->arena, &entry, err);

	if (!rc && entry.what == TCN_LEASE_OF_LEASE) {
		tcn_lease_read(&log->lease, &entry.lease, message->offset,
		    tcn_now_monotonic_ms());
		if (strcmp(entry.lease.by, log->lease.holder) == 0) {
			keep_place(log->host, entry.place.host);
			keep_place(log->url, entry.place.url);
		}
		return;
	}
	tcn_lease_skip(&log->lease, message->offset);
	if (rc)
		log_bad(log, message->offset, err);
	else if (entry.what == TCN_LEASE_OF_MESSAGE)
		log->ends[log->read.ends_n++] = entry.end;
	else
		log->read.reach = entry.reach;
}

static enum tcn_rc
store(struct tcn_lease_log *log, struct tcn_err *err)
{
	struct tcn_lease_log_read *read = &log->read;
	enum tcn_rc rc;

	if (!read->ends_n && !read->reach.revision &&
	    log->lease.epoch == log->stored_epoch &&
	    log->next < log->stored_next + STORE_EVERY)
		return TCN_OK;
	read->ends = log->ends;
	read->next = log->next;
	read->epoch = log->lease.epoch;
	rc = log->conf.store(log->conf.ctx, read, err);
	log->stored_next = log->next;
	log->stored_epoch = log->lease.epoch;
	return rc;
}

/* *n: how many records came. */
static enum tcn_rc
read_some(struct tcn_lease_log *log, int *n, struct tcn_err *err)
{
	struct tcn_kafka_message messages[FETCH];
	char why[TCN_KAFKA_WHY_BYTES];
	int64_t end;

	tcn_arena_reset(&log->arena);
	log->read = (struct tcn_lease_log_read){ 0 };
	*n = log->plugin->fetch(log->reader, 0, 0, messages, FETCH, &end, why);
	if (*n < 0)
		return tcn_err_set(err, TCN_IO, "topic %s cannot be read: %s",
		    log->topic, why);
	for (int i = 0; i < *n; i++) {
		read_record(log, &messages[i], err);
		log->next = messages[i].offset + 1;
		log->plugin->release(&messages[i]);
	}
	return !*n ? TCN_OK : store(log, err);
}

/* --- who leads --- */

static void
log_change(const struct tcn_lease_log *of, bool leads)
{
	struct tcn_log log;

	tcn_log_begin(&log, leads ? TCN_LOG_INFO : TCN_LOG_WARN, "lease");
	tcn_log_str(&log, "leads", tcn_str(leads ? "yes" : "no"));
	tcn_log_count(&log, "epoch", of->lease.epoch);
	if (leads)
		tcn_log_count(&log, "after_ms", (uint64_t)of->takeover_ms);
	else
		tcn_log_str(&log, "leader", tcn_str(of->host));
	tcn_log_end(&log);
}

bool
tcn_lease_log_leads(const struct tcn_lease_log *log)
{
	return !log->ended &&
	    tcn_lease_leads(&log->lease, tcn_now_monotonic_ms());
}

static void
turn(struct tcn_lease_log *log)
{
	struct tcn_err err = { 0 };
	struct tcn_lease_record record;
	enum tcn_rc rc = TCN_OK;
	int n = FETCH;
	bool leads;

	while (!log->ended && !rc && n == FETCH)
		rc = read_some(log, &n, &err);
	if (rc) {
		if (!log->ended)
			log->conf.failed(log->conf.ctx, rc, &err);
		log->ended = true;
	}
	if (log->ended)
		return;
	if (!log->led && log->lease.heard_ms > log->lapse_ms)
		log->lapse_ms = log->lease.heard_ms;
	if (tcn_lease_due(&log->lease, tcn_now_monotonic_ms(), &record))
		send_lease(log, &record);
	leads = tcn_lease_log_leads(log);
	if (leads == log->led)
		return;
	log->led = leads;
	if (leads) {
		log->takeovers++;
		log->takeover_ms = tcn_now_monotonic_ms() - log->lapse_ms;
	} else {
		log->lapse_ms = tcn_now_monotonic_ms();
	}
	log_change(log, leads);
	log->conf.changed(log->conf.ctx, leads);
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

/* Serves the clients' logs, too. */
static void
on_look(evutil_socket_t fd, short what, void *of)
{
	struct tcn_lease_log *log = of;

	(void)fd, (void)what;
	log->plugin->poll(log->reader, 0);
	log->plugin->poll(log->writer, 0);
	turn(log);
	log->conf.look(log->conf.ctx);
}

/* --- open --- */

static enum tcn_rc
open_events(struct tcn_lease_log *log, struct event_base *base,
    struct tcn_err *err)
{
	struct timeval every =
	    tcn_timeval(log->conf.conf->kafka.session_ms / 20);

	if (pipe2(log->wake, O_CLOEXEC | O_NONBLOCK))
		return tcn_err_set(err, TCN_IO, "no pipe: %s", strerror(errno));
	log->woken =
	    event_new(base, log->wake[0], EV_READ | EV_PERSIST, on_woken, log);
	log->look = event_new(base, -1, EV_PERSIST, on_look, log);
	if (!log->woken || !log->look || event_add(log->woken, NULL) != 0 ||
	    event_add(log->look, &every) != 0)
		tcn_mem_end();
	return TCN_OK;
}

static enum tcn_rc
check_topic(struct tcn_lease_log *log, struct tcn_err *err)
{
	int n = 0;
	enum tcn_rc rc =
	    tcn_kafka_partitions(log->kafka, log->reader, log->topic, &n, err);

	if (rc || n == 1)
		return rc;
	return tcn_err_set(err, TCN_INVALID,
	    "topic %s of kafka.lease has %d partitions: it must have one",
	    log->topic, n);
}

/* Reads on from where the store says, as far as the brokers have that. */
static enum tcn_rc
begin(struct tcn_lease_log *log, struct tcn_err *err)
{
	struct tcn_kafka_place place = { .offset = log->conf.next };
	char why[TCN_KAFKA_WHY_BYTES], self[TCN_LEASE_ID_BYTES];
	int64_t low = 0, high = 0;
	uint64_t random;

	if (!log->plugin->bounds(log->reader, log->topic, 0, TCN_KAFKA_ASK_MS,
		&low, &high, why))
		return tcn_err_set(err, TCN_IO, "topic %s: %s", log->topic,
		    why);
	if (place.offset < low || place.offset > high)
		place.offset = low;
	if (RAND_bytes((unsigned char *)&random, sizeof random) != 1)
		return tcn_err_set(err, TCN_IO, "there is no randomness");
	snprintf(self, sizeof self, "%.40s-%016" PRIx64, log->own_host, random);
	tcn_lease_init(&log->lease, self, log->conf.conf->kafka.session_ms,
	    log->conf.epoch, place.offset, high == 0, tcn_now_monotonic_ms());
	log->lapse_ms = tcn_now_monotonic_ms();
	log->next = log->stored_next = place.offset;
	log->stored_epoch = log->conf.epoch;
	if (!log->plugin->assign(log->reader, log->topic, &place, 1,
		log->wake[1], why))
		return tcn_err_set(err, TCN_IO, "topic %s: %s", log->topic,
		    why);
	return TCN_OK;
}

enum tcn_rc
tcn_lease_log_new(struct event_base *base,
    const struct tcn_lease_log_conf *conf, struct tcn_kafka *kafka,
    struct tcn_lease_log **out, struct tcn_err *err)
{
	struct tcn_lease_log *log = tcn_mem_calloc(1, sizeof *log);
	const struct tcn_kafka_calls calls = { .ctx = log,
		.delivered = on_delivered };
	enum tcn_rc rc;

	*out = NULL;
	log->conf = *conf;
	log->kafka = kafka;
	log->plugin = tcn_kafka_plugin_of(kafka);
	log->topic = conf->conf->kafka.lease;
	keep_place(log->own_host, tcn_str(conf->host));
	keep_place(log->own_url, tcn_str(conf->url ? conf->url : ""));
	log->place.host = tcn_str(log->own_host);
	log->place.url = tcn_str(log->own_url);
	log->wake[0] = log->wake[1] = -1;
	tcn_arena_init(&log->arena, 0);
	rc = open_events(log, base, err);
	if (!rc)
		rc = tcn_kafka_client_open(kafka, TCN_KAFKA_USE_WATCHER, &calls,
		    &log->reader, err);
	if (!rc)
		rc = tcn_kafka_client_open(kafka, TCN_KAFKA_USE_TELLER, &calls,
		    &log->writer, err);
	if (!rc)
		rc = check_topic(log, err);
	if (!rc)
		rc = begin(log, err);
	if (rc)
		tcn_lease_log_free(log);
	else
		*out = log;
	return rc;
}

void
tcn_lease_log_free(struct tcn_lease_log *log)
{
	if (!log)
		return;
	if (log->writer) {
		/* The last words: what is not taken soon is not waited for. */
		int64_t until_ms = tcn_now_monotonic_ms() + FLUSH_MS;
		struct tcn_lease_record record;

		if (*log->lease.self && !log->ended &&
		    tcn_lease_resign(&log->lease, tcn_now_monotonic_ms(),
			&record))
			send_lease(log, &record);
		while (log->plugin->waiting(log->writer) > 0 &&
		    tcn_now_monotonic_ms() < until_ms)
			log->plugin->poll(log->writer, 50);
	}
	tcn_kafka_client_close(log->kafka, log->reader);
	tcn_kafka_client_close(log->kafka, log->writer);
	if (log->woken)
		event_free(log->woken);
	if (log->look)
		event_free(log->look);
	if (log->wake[0] >= 0) {
		close(log->wake[0]);
		close(log->wake[1]);
	}
	tcn_arena_fini(&log->arena);
	tcn_mem_free(log);
}

struct tcn_lease_status
tcn_lease_log_status(const struct tcn_lease_log *log)
{
	return (struct tcn_lease_status){
		.leads = tcn_lease_log_leads(log),
		.epoch = log->lease.epoch,
		.host = log->host,
		.url = log->url,
		.takeovers = log->takeovers,
		.takeover_ms = log->takeover_ms,
		.bad = log->bad,
	};
}
