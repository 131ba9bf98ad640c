/*
 * Of several daemons that read one log, what a person does at the one that
 * leads goes to the log, and is done by all of them when they read it
 * (tools/intake/kafka/log_act.h). The request is held until then.
 */
#include "tools/serve/daemon/daemon_impl.h"

#include <inttypes.h>
#include <openssl/rand.h>
#include <stdio.h>
#include <string.h>
#include <sys/queue.h>

#include "engine/base/mem.h"
#include "engine/base/utf8.h"
#include "tools/base/log.h"
#include "tools/base/now.h"
#include "tools/intake/kafka/log_act.h"

#define WAIT_MS 10000 /* so long a request waits for its message */

/* A request that is held. */
struct held {
	TAILQ_ENTRY(held) link;
	uint64_t id; /* of its message */
	int64_t until_ms; /* monotonic */
	struct tcn_http_call *call;
};

struct tcn_daemon_acts {
	struct tcn_daemon *d;
	struct tcn_kafka_client *writer;
	TAILQ_HEAD(, held) held; /* the oldest first */
	uint64_t run, n; /* of which ids are made */
	struct event *timer;
};

static void
answer(struct tcn_daemon_acts *acts, struct held *held, int status,
    const char *sentence)
{
	TAILQ_REMOVE(&acts->held, held, link);
	tcn_http_call_error(held->call, status, "%s", sentence);
	tcn_mem_free(held);
}

static struct held *
find(struct tcn_daemon_acts *acts, uint64_t id)
{
	struct held *held;

	TAILQ_FOREACH (held, &acts->held, link)
		if (held->id == id)
			return held;
	return NULL;
}

/* --- to the log --- */

static void
on_delivered(void *of, uint64_t id, const char *failed, bool unfit)
{
	struct tcn_daemon_acts *acts = of;
	struct held *held = failed ? find(acts, id) : NULL;

	if (held && unfit)
		answer(acts, held, 413,
		    "the request is too long for a message of the log");
	else if (held)
		answer(acts, held, 503,
		    "the log has not taken the request: send it again");
}

/* What changes the store, and is a person's. Deliveries and links are the
 * leader's alone, and so is it to send an edition again. */
static bool
is_act(const struct tcn_http_route *route)
{
	static const char *const paths[] = { "/v1/events/{}/ack",
		"/v1/events/{}/unack", "/v1/events/{}/owner",
		"/v1/events/{}/notes", "/v1/events/{}/close",
		"/v1/events/{}/reopen", "/v1/events/{}/merge",
		"/v1/events/{}/split", "/v1/merges/{}", "/v1/merges/{}/end",
		"/v1/silences", "/v1/silences/{}", "/v1/silences/{}/end",
		"/v1/searches", "/v1/searches/{}", "/v1/editions/{}/make" };

	for (size_t i = 0; i < sizeof paths / sizeof *paths; i++)
		if (route->method != EVHTTP_REQ_GET &&
		    strcmp(route->path, paths[i]) == 0)
			return true;
	return false;
}

static bool
send_act(struct tcn_daemon_acts *acts, const struct tcn_log_act *act,
    uint64_t n)
{
	const struct tcn_kafka_plugin *plugin =
	    tcn_kafka_plugin_of(acts->d->kafka);
	struct tcn_buf value = { 0 };
	struct tcn_kafka_message message = {
		.topic = tcn_log_intake_topic(acts->d->api.log_intake),
		.ts_ms = -1,
	};
	char why[TCN_KAFKA_WHY_BYTES];
	bool sent;

	tcn_log_act_write(act, &value);
	message.value = value.at;
	message.n = value.n;
	sent = plugin->send(acts->writer, &message, n, why) == 0;
	tcn_buf_fini(&value);
	return sent;
}

static size_t
write_id(const struct tcn_daemon_acts *acts, uint64_t n, char id[static 48])
{
	return (size_t)snprintf(id, 48, "%016" PRIx64 "-%" PRIu64, acts->run,
	    n);
}

bool
tcn_daemon_say_act(struct tcn_daemon *d, struct tcn_str target,
    struct tcn_str body)
{
	static const struct timeval soon = { .tv_usec = 50000 };
	struct tcn_daemon_acts *acts = d->acts;
	char id[48];
	const struct tcn_log_act act = {
		.id = { id, write_id(acts, ++acts->n, id) },
		.method = TCN_STR("POST"),
		.target = target,
		.user = TCN_STR(""),
		.body = body,
	};

	evtimer_add(acts->timer, &soon); /* serves the writer */
	return send_act(acts, &act, acts->n);
}

/* Sends the call to the log, as number n. */
static bool
send_call(struct tcn_daemon_acts *acts, const struct tcn_http_route *route,
    const struct tcn_http_call *call, const char *target, uint64_t n)
{
	bool is_delete = route->method == EVHTTP_REQ_DELETE;
	char id[48];
	struct tcn_log_act act = {
		.method = tcn_str(is_delete ? "DELETE" : "POST"),
		.target = tcn_str(target),
		.user = tcn_str(tcn_http_call_user(call)),
		.body = tcn_http_call_body(call),
	};

	act.id = (struct tcn_str){ id, write_id(acts, n, id) };
	return send_act(acts, &act, n);
}

static bool
holds(void *of, const struct tcn_http_route *route, struct tcn_http_call *call,
    const char *target)
{
	static const struct timeval every = { .tv_usec = 50000 };
	struct tcn_daemon_acts *acts = of;
	struct held *held;

	if (!is_act(route))
		return false;
	if (!tcn_utf8_valid(tcn_http_call_body(call))) {
		tcn_http_call_error(call, 400, "the body is no UTF-8");
		return true;
	}
	held = tcn_mem_calloc(1, sizeof *held);
	if (!send_call(acts, route, call, target, acts->n + 1)) {
		tcn_mem_free(held);
		tcn_http_call_error(call, 503,
		    "the log does not take the request: send it again");
		return true;
	}
	held->id = ++acts->n;
	held->until_ms = tcn_now_monotonic_ms() + WAIT_MS;
	held->call = call;
	TAILQ_INSERT_TAIL(&acts->held, held, link);
	evtimer_add(acts->timer, &every);
	return true;
}

/* Serves the writer while something is held. */
static void
on_timer(evutil_socket_t fd, short what, void *of)
{
	static const struct timeval every = { .tv_usec = 50000 };
	struct tcn_daemon_acts *acts = of;
	struct held *held;

	(void)fd, (void)what;
	tcn_kafka_plugin_of(acts->d->kafka)->poll(acts->writer, 0);
	while ((held = TAILQ_FIRST(&acts->held)) &&
	    held->until_ms <= tcn_now_monotonic_ms())
		answer(acts, held, 504,
		    "the log has the request, but it has not been read back "
		    "yet: it will be carried out when it is");
	if (held)
		evtimer_add(acts->timer, &every);
}

/* --- out of the log --- */

static struct held *
find_own(struct tcn_daemon_acts *acts, struct tcn_str id)
{
	uint64_t run = 0, n = 0;

	if (sscanf(id.at, "%16" SCNx64 "-%" SCNu64, &run, &n) != 2 ||
	    run != acts->run)
		return NULL;
	return find(acts, n);
}

void
tcn_daemon_do_act(void *of, const struct tcn_log_act *act,
    const struct tcn_api_act *at)
{
	struct tcn_daemon *d = of;
	struct held *held = d->acts ? find_own(d->acts, act->id) : NULL;
	bool is_delete = tcn_str_equal(act->method, tcn_str("DELETE"));
	struct tcn_buf out = { 0 };
	int status;

	if (tcn_daemon_do_edition(d, act, at))
		return;
	d->api.act = at;
	status = tcn_http_local_call_as(tcn_api_routes, &d->api,
	    is_delete ? EVHTTP_REQ_DELETE : EVHTTP_REQ_POST, act->target.at,
	    act->body, act->user.at, &out);
	d->api.act = NULL;
	if (status >= 300) {
		struct tcn_log log;

		tcn_log_begin(&log, TCN_LOG_DEBUG, "act_refused");
		tcn_log_str(&log, "target", act->target);
		tcn_log_count(&log, "status", (uint64_t)status);
		tcn_log_end(&log);
	}
	if (held) {
		TAILQ_REMOVE(&d->acts->held, held, link);
		tcn_http_call_reply(held->call, status, NULL, &out);
		tcn_mem_free(held);
	}
	tcn_buf_fini(&out);
}

/* --- open --- */

enum tcn_rc
tcn_daemon_open_acts(struct tcn_daemon *d, struct tcn_err *err)
{
	struct tcn_daemon_acts *acts = tcn_mem_calloc(1, sizeof *acts);
	const struct tcn_kafka_calls calls = { .ctx = acts,
		.delivered = on_delivered };
	enum tcn_rc rc;

	d->acts = acts;
	acts->d = d;
	TAILQ_INIT(&acts->held);
	if (RAND_bytes((unsigned char *)&acts->run, sizeof acts->run) != 1)
		return tcn_err_set(err, TCN_IO, "there is no randomness");
	acts->timer = evtimer_new(d->base, on_timer, acts);
	if (!acts->timer)
		tcn_mem_end();
	rc = tcn_kafka_client_open(d->kafka, TCN_KAFKA_USE_WRITER, &calls,
	    &acts->writer, err);
	if (!rc)
		tcn_http_set_holder(d->api.http, holds, acts);
	return rc;
}

void
tcn_daemon_close_acts(struct tcn_daemon *d)
{
	struct tcn_daemon_acts *acts = d->acts;
	struct held *held;

	if (!acts)
		return;
	tcn_http_set_holder(d->api.http, NULL, NULL);
	while ((held = TAILQ_FIRST(&acts->held)))
		answer(acts, held, 503,
		    "this detector is stopping: check whether the request was "
		    "carried out");
	tcn_kafka_client_close(d->kafka, acts->writer);
	if (acts->timer)
		event_free(acts->timer);
	tcn_mem_free(acts);
	d->acts = NULL;
}
