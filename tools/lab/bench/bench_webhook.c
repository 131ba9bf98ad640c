#include "tools/lab/bench/bench_webhook.h"

#include <event2/buffer.h>
#include <event2/event.h>
#include <event2/http.h>
#include <stdio.h>
#include <string.h>

#include "engine/base/str.h"
#include "tools/base/say.h"
#include "tools/lab/bench/bench_serve.h"
#include "tools/lab/demo/demo.h"

#define PROBES  200
#define BATCH_N 50
#define LOADERS 4
#define PAUSE_S 0.025 /* between two probes */
#define LATE_S  10 /* a call that has not come by then counts as lost */

struct probe_run {
	struct event_base *base;
	struct tcn_demo *demo;
	struct tcn_bench_daemon daemon;
	unsigned port; /* where the webhook listens */
	struct bufferevent *poster, *loaders[LOADERS];
	struct event *next, *load;
	double began, loaded; /* articles that were handed in besides */
	double a_second;
	double sent_at, took[PROBES];
	size_t sent_n, took_n;
	bool waits; /* for the last probe */
};

/* --- the webhook --- */

static void
on_hook(struct evhttp_request *request, void *of)
{
	struct probe_run *t = of;

	if (t->waits && t->took_n < PROBES)
		t->took[t->took_n++] = tcn_bench_now() - t->sent_at;
	t->waits = false;
	evhttp_send_reply(request, 200, "OK", NULL);
	tcn_bench_after(t->next, PAUSE_S);
}

static struct evhttp *
listen_for(struct probe_run *t)
{
	struct evhttp *http = evhttp_new(t->base);

	if (!http)
		return NULL;
	t->port = tcn_bench_port(evhttp_bind_socket_with_handle(http,
	    "127.0.0.1", 0));
	if (!t->port) {
		evhttp_free(http);
		return NULL;
	}
	evhttp_set_gencb(http, on_hook, t);
	return http;
}

static void
change(const struct tcn_bench_daemon *d, struct tcn_conf *conf, void *of)
{
	static char rules[96], receivers[96];
	const struct probe_run *t = of;
	char text[256];

	snprintf(text, sizeof text,
	    "receivers:\n - {name: hook, kind: webhook, "
	    "url: 'http://127.0.0.1:%u/', allow_private: true, cap: 0}\n",
	    t->port);
	if (!tcn_bench_daemon_file(d, "receivers", receivers, sizeof receivers,
		text) ||
	    !tcn_bench_daemon_file(d, "rules", rules, sizeof rules,
		"rules:\n - {name: probe, watch: true, group: 0s, "
		"max_per_hour: 0, where: {any: '/zqp[0-9]+z/'}}\n"))
		tcn_say("bench http: cannot write to %s", d->dir);
	conf->rules.file = rules;
	conf->deliver.receivers = receivers;
}

/* --- articles --- */

/* Sends the next probe; or ends. Each has words of its own alone: with one in
 * common they would be one story, which is told once. */
static void
on_next(evutil_socket_t fd, short what, void *of)
{
	struct probe_run *t = of;
	struct evbuffer *body;
	size_t i = t->sent_n++;

	(void)fd, (void)what;
	if (i == PROBES) {
		event_base_loopbreak(t->base);
		return;
	}
	body = evbuffer_new();
	evbuffer_add_printf(body,
	    "{\"title\":\"zqp%zuz qa%zua qb%zub qc%zuc qd%zud qe%zue\"}", i, i,
	    i, i, i, i);
	t->waits = true;
	t->sent_at = tcn_bench_now();
	tcn_bench_post(bufferevent_get_output(t->poster), body);
	tcn_bench_after(t->next, LATE_S);
}

/*
 * Sends as many articles as are due by now, dated by their arrival, on one
 * connection.
 */
static void
on_load(evutil_socket_t fd, short what, void *of)
{
	struct probe_run *t = of;
	double due = (tcn_bench_now() - t->began) * t->a_second;
	static size_t turn;
	struct tcn_str line;

	(void)fd, (void)what;
	while (t->loaded + BATCH_N <= due) {
		struct bufferevent *bev = t->loaders[turn++ % LOADERS];
		struct evbuffer *body = evbuffer_new();

		for (int i = 0; i < BATCH_N; i++) {
			const char *ts;

			if (tcn_demo_next(t->demo, &line) != TCN_OK)
				break;
			ts = memmem(line.at, line.n, "\"ts\"", 4);
			evbuffer_add(body, line.at,
			    ts ? (size_t)(ts - line.at) : line.n);
			if (ts)
				evbuffer_add_printf(body, "\"at\"%.*s",
				    (int)(line.n - 4 - (size_t)(ts - line.at)),
				    ts + 4);
			evbuffer_add(body, "\n", 1);
		}
		tcn_bench_post(bufferevent_get_output(bev), body);
		t->loaded += BATCH_N;
	}
	tcn_bench_after(t->load, 0.002);
}

static void
on_answer(struct bufferevent *bev, void *of)
{
	struct evbuffer *in = bufferevent_get_input(bev);

	(void)of;
	evbuffer_drain(in, evbuffer_get_length(in));
}

static struct bufferevent *
dial(struct probe_run *t)
{
	struct bufferevent *bev = tcn_bench_dial(t->base, &t->daemon);

	if (bev) {
		bufferevent_setcb(bev, on_answer, NULL, NULL, t);
		bufferevent_enable(bev, EV_READ | EV_WRITE);
	}
	return bev;
}

static bool
run(struct probe_run *t)
{
	bool ok = (t->poster = dial(t)) != NULL;

	for (int i = 0; i < LOADERS; i++)
		ok = ok && (t->loaders[i] = dial(t)) != NULL;
	t->next = evtimer_new(t->base, on_next, t);
	t->load = evtimer_new(t->base, on_load, t);
	ok = ok && t->next && t->load;
	t->began = tcn_bench_now();
	if (ok && t->a_second > 0)
		tcn_bench_after(t->load, 0);
	if (ok) {
		tcn_bench_after(t->next, 1);
		event_base_dispatch(t->base);
	}
	return ok;
}

bool
tcn_bench_webhook(const struct tcn_bench_args *args, struct event_base *base,
    struct tcn_demo *demo, double a_second)
{
	struct probe_run t = {
		.base = base, .demo = demo, .a_second = a_second
	};
	struct evhttp *http = listen_for(&t);
	bool ok =
	    http && tcn_bench_daemon_start(&t.daemon, change, &t) && run(&t);

	if (ok) {
		double p50 = tcn_bench_quantile(t.took, t.took_n, 0.5) * 1000;
		double p99 = tcn_bench_quantile(t.took, t.took_n, 0.99) * 1000;
		double rate = t.loaded / (tcn_bench_now() - t.began);
		size_t lost = PROBES - t.took_n;

		if (args->json)
			printf("{\"what\":\"to "
			       "webhook\",\"n\":%zu,\"failed\":%zu,\"beside_"
			       "per_second\":%.0f,\"p50_ms\":%.2f,\"p99_ms\":%."
			       "2f}\n",
			    t.took_n, lost, rate, p50, p99);
		else
			printf("%-18s %6d %9zu %7zu %9.0f %8.2f %8.2f\n",
			    "to webhook", 1, t.took_n, lost, rate, p50, p99);
		fflush(stdout);
	}
	if (t.next)
		event_free(t.next);
	if (t.load)
		event_free(t.load);
	if (t.poster)
		bufferevent_free(t.poster);
	for (int i = 0; i < LOADERS; i++)
		if (t.loaders[i])
			bufferevent_free(t.loaders[i]);
	tcn_bench_daemon_stop(&t.daemon);
	if (http)
		evhttp_free(http);
	return ok;
}
