/*
 * Bench part "http": a daemon over a store in a temporary folder, and many
 * connections to it. Articles are durable when they are answered, so these are
 * also the figures of the disk below /tmp. The baseline is GET /healthz over as
 * many connections, which is what HTTP alone costs.
 */
#include <assert.h>
#include <event2/buffer.h>
#include <event2/bufferevent.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/err.h"
#include "engine/base/mem.h"
#include "tools/base/open_files.h"
#include "tools/base/say.h"
#include "tools/lab/bench/bench.h"
#include "tools/lab/bench/bench_crowd.h"
#include "tools/lab/bench/bench_serve.h"
#include "tools/lab/bench/bench_webhook.h"
#include "tools/lab/demo/demo.h"
#include "tools/serve/http/conns.h"

#define ITEMS_DEFAULT 20000
#define BATCH_N       1000
#define OWN_FILES     128 /* beside those of a crowd */
#define LARGE_N       5000
#define LISTENERS     10000
#define IDLE          5000
#define LATENCIES_MAX 200000

struct bench {
	const struct tcn_bench_args *args;
	struct tcn_bench_daemon daemon;
	struct event_base *base;
	struct tcn_demo *demo;
	double most; /* articles a second, of the last load */
};

/* One round of requests over some connections. */
struct load {
	struct bench *bench;
	size_t batch_n; /* articles of a request; 0: GET /healthz */
	uint64_t left; /* requests not sent yet */
	uint64_t requests, articles, failed;
	size_t busy;
	double *took; /* seconds, one a request */
	size_t took_n;
};

struct peer {
	struct load *load;
	struct bufferevent *bev;
	double sent_at;
};

/* --- requests --- */

static void
write_articles(struct load *load, struct evbuffer *out)
{
	struct evbuffer *body = evbuffer_new();
	struct tcn_str line;

	for (size_t i = 0; i < load->batch_n; i++) {
		if (tcn_demo_next(load->bench->demo, &line) != TCN_OK)
			break;
		evbuffer_add(body, line.at, line.n);
		evbuffer_add(body, "\n", 1);
		load->articles++;
	}
	tcn_bench_post(out, body);
}

static void
ask(struct peer *peer)
{
	struct load *load = peer->load;
	struct evbuffer *out = bufferevent_get_output(peer->bev);

	if (load->left == 0) {
		if (--load->busy == 0)
			event_base_loopbreak(load->bench->base);
		return;
	}
	load->left--;
	peer->sent_at = tcn_bench_now();
	if (load->batch_n)
		write_articles(load, out);
	else
		evbuffer_add_printf(out,
		    "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n");
}

/* Takes one answer from in; false: it is not complete yet. */
static bool
take_answer(struct load *load, struct evbuffer *in)
{
	struct evbuffer_ptr end = evbuffer_search(in, "\r\n\r\n", 4, NULL);
	char head[1024];
	size_t body = 0, n;
	const char *at;

	if (end.pos < 0 || (size_t)end.pos >= sizeof head)
		return false;
	n = (size_t)evbuffer_copyout(in, head, (size_t)end.pos);
	head[n] = '\0';
	at = strcasestr(head, "content-length:");
	if (at)
		body = strtoul(at + 15, NULL, 10);
	if (evbuffer_get_length(in) < n + 4 + body)
		return false;
	evbuffer_drain(in, n + 4 + body);
	load->requests++;
	load->failed += strncmp(head, "HTTP/1.1 200", 12) != 0;
	return true;
}

static void
on_answer(struct bufferevent *bev, void *of)
{
	struct peer *peer = of;
	struct load *load = peer->load;

	while (take_answer(load, bufferevent_get_input(bev))) {
		if (load->took_n < LATENCIES_MAX)
			load->took[load->took_n++] =
			    tcn_bench_now() - peer->sent_at;
		ask(peer);
	}
}

static void
on_end(struct bufferevent *bev, short what, void *of)
{
	struct peer *peer = of;

	(void)bev;
	if (what & BEV_EVENT_CONNECTED)
		return;
	peer->load->failed++;
	if (--peer->load->busy == 0)
		event_base_loopbreak(peer->load->bench->base);
}

static struct bufferevent *
dial(struct bench *bench)
{
	return tcn_bench_dial(bench->base, &bench->daemon);
}

static double
quantile_ms(const struct load *load, double share)
{
	return tcn_bench_quantile(load->took, load->took_n, share) * 1000;
}

static void
print_row(const struct load *load, const char *what, size_t peers,
    double seconds)
{
	uint64_t n = load->batch_n ? load->articles : load->requests;
	double mb = tcn_bench_resident_mb(&load->bench->daemon);

	if (load->bench->args->json)
		printf("{\"what\":\"%s\",\"connections\":%zu,\"n\":%" PRIu64
		       ",\"failed\":%" PRIu64 ",\"per_second\":%.0f,"
		       "\"p50_ms\":%.2f,\"p99_ms\":%.2f,\"resident_mb\":%.1f}"
		       "\n",
		    what, peers, n, load->failed, (double)n / seconds,
		    quantile_ms(load, 0.5), quantile_ms(load, 0.99), mb);
	else
		printf("%-18s %6zu %9" PRIu64 " %7" PRIu64
		       " %9.0f %8.2f %8.2f %8.1f\n",
		    what, peers, n, load->failed, (double)n / seconds,
		    quantile_ms(load, 0.5), quantile_ms(load, 0.99), mb);
	fflush(stdout);
}

static bool
run_load(struct bench *bench, const char *what, size_t peers_n,
    uint64_t requests, size_t batch_n)
{
	struct load load = {
		.bench = bench, .batch_n = batch_n, .left = requests
	};
	struct peer *peers = tcn_mem_calloc(peers_n, sizeof *peers);
	double began;
	bool ok;

	load.took = tcn_mem_calloc(LATENCIES_MAX, sizeof *load.took);
	ok = true;
	for (size_t i = 0; i < peers_n; i++) {
		peers[i] = (struct peer){ .load = &load, .bev = dial(bench) };
		ok = peers[i].bev != NULL;
		if (!ok)
			break;
		bufferevent_setcb(peers[i].bev, on_answer, NULL, on_end,
		    &peers[i]);
		bufferevent_enable(peers[i].bev, EV_READ | EV_WRITE);
	}
	began = tcn_bench_now();
	load.busy = peers_n;
	for (size_t i = 0; ok && i < peers_n; i++)
		ask(&peers[i]);
	if (ok && load.busy)
		event_base_dispatch(bench->base);
	began = tcn_bench_now() - began;
	bench->most = (double)load.articles / began;
	if (ok)
		print_row(&load, what, peers_n, began);
	for (size_t i = 0; i < peers_n; i++)
		if (peers[i].bev)
			bufferevent_free(peers[i].bev);
	tcn_mem_free(peers);
	tcn_mem_free(load.took);
	return ok;
}

/* Posts items in batches of batch_n, or in one batch when they are fewer. */
static bool
run_batches(struct bench *bench, size_t peers_n, uint64_t items, size_t batch_n)
{
	char what[48];

	if (batch_n > items)
		batch_n = (size_t)items;
	snprintf(what, sizeof what, "batches of %zu", batch_n);
	return run_load(bench, what, peers_n, items / batch_n, batch_n);
}

/* --- listeners --- */

/*
 * Writes ordinary articles and sixteen about one event, which fires once they
 * are taken in.
 */
static void
write_event(struct evbuffer *out)
{
	static const char *const words[] = { "earthquake", "Quilenge", "coast",
		"tsunami", "warning", "magnitude", "Norvland", "evacuated" };
	struct evbuffer *body = evbuffer_new();
	long long now = (long long)time(NULL);

	for (int i = 0; i < 1500; i++)
		evbuffer_add_printf(body,
		    "{\"id\":\"c%d\",\"ts\":%lld,\"source\":\"Outlet %d\","
		    "\"title\":\"alpha%d beta%d gamma%d delta%d\"}\n",
		    i, now - 10000 + i * 5, i % 50, i, i, i, i);
	for (int i = 0; i < 16; i++) {
		evbuffer_add_printf(body,
		    "{\"id\":\"e%d\",\"ts\":%lld,\"source\":\"Outlet %d\","
		    "\"title\":\"",
		    i, now - 1600 + i * 100, i);
		for (int w = 0; w < 5; w++)
			evbuffer_add_printf(body, "%s ",
			    words[(i * 3 + w * (i % 3 + 1)) % 8]);
		evbuffer_add_printf(body, "own%d more%d\"}\n", i, i);
	}
	tcn_bench_post(out, body);
}

/* As many as there are descriptors for. */
static struct tcn_bench_crowd
crowd_of(const struct bench *bench, const char *until, size_t most)
{
	size_t room = tcn_open_files_raise();

	assert(room > OWN_FILES);
	return (struct tcn_bench_crowd){ .base = bench->base,
		.daemon = &bench->daemon,
		.until = until,
		.n = room > most + OWN_FILES ? most : room - OWN_FILES };
}

static void
print_crowd(const struct bench *bench, const struct tcn_bench_crowd *crowd,
    const char *what, double seconds, double before_mb)
{
	double mb = tcn_bench_resident_mb(&bench->daemon);
	double each_kb = (mb - before_mb) * 1024 / (double)crowd->n;

	if (bench->args->json)
		printf("{\"what\":\"%s\",\"connections\":%zu,\"heard\":%zu,"
		       "\"seconds\":%.3f,\"resident_mb\":%.1f,"
		       "\"each_kb\":%.2f}\n",
		    what, crowd->n, crowd->heard, seconds, mb, each_kb);
	else
		printf("%-18s %6zu %9zu heard it in %.3f s; %.1f MB, %.2f kB "
		       "each\n",
		    what, crowd->n, crowd->heard, seconds, mb, each_kb);
	fflush(stdout);
}

static bool
run_listeners(struct bench *bench)
{
	struct tcn_bench_crowd crowd = crowd_of(bench, ": welcome", LISTENERS);
	double before_mb = tcn_bench_resident_mb(&bench->daemon),
	       began = tcn_bench_now();
	bool gathered = tcn_bench_crowd_gather(&crowd,
	    "GET /v1/stream HTTP/1.1\r\nHost: localhost\r\n\r\n");
	struct bufferevent *poster = dial(bench);

	print_crowd(bench, &crowd, "listeners", tcn_bench_now() - began,
	    before_mb);
	if (gathered && poster) {
		bufferevent_enable(poster, EV_READ | EV_WRITE);
		began = tcn_bench_now();
		write_event(bufferevent_get_output(poster));
		tcn_bench_crowd_wait(&crowd, "event: alert");
		print_crowd(bench, &crowd, "an event, told",
		    tcn_bench_now() - began, before_mb);
	}
	if (poster)
		bufferevent_free(poster);
	tcn_bench_crowd_scatter(&crowd);
	return gathered && poster;
}

static bool
run_idle(struct bench *bench)
{
	struct tcn_bench_crowd crowd = crowd_of(bench, "\"ok\"", IDLE);
	double before_mb = tcn_bench_resident_mb(&bench->daemon),
	       began = tcn_bench_now();
	bool gathered = tcn_bench_crowd_gather(&crowd,
	    "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n");

	print_crowd(bench, &crowd, "idle", tcn_bench_now() - began, before_mb);
	tcn_bench_crowd_scatter(&crowd);
	return gathered;
}

/* --- all of it --- */

static bool
run_loads(struct bench *bench)
{
	static const size_t peers[] = { 1, 16, 256 };
	uint64_t items =
	    bench->args->items ? bench->args->items : ITEMS_DEFAULT;
	bool ok = true;

	if (!bench->args->json)
		printf("%-18s %6s %9s %7s %9s %8s %8s %8s\n", "what", "conns",
		    "n", "failed", "a second", "p50 ms", "p99 ms", "RSS MB");
	for (int i = 0; ok && i < 3; i++)
		ok = run_load(bench, "healthz", peers[i], items, 0);
	for (int i = 0; ok && i < 3; i++)
		ok = run_load(bench, "one article", peers[i],
		    i ? items : (items + 3) / 4, 1);
	return ok && run_batches(bench, 1, items, BATCH_N) &&
	    run_batches(bench, 1, items, LARGE_N) &&
	    run_batches(bench, 4, items, LARGE_N) &&
	    run_batches(bench, 4, items, BATCH_N);
}

static bool
with_daemon(struct bench *bench, bool (*run)(struct bench *bench))
{
	bool ok =
	    tcn_bench_daemon_start(&bench->daemon, NULL, NULL) && run(bench);

	tcn_bench_daemon_stop(&bench->daemon);
	return ok;
}

int
tcn_bench_http(const struct tcn_bench_args *args)
{
	/*
	 * each item takes part in some seven rounds; and some seconds of load,
	 * which last as long however few items there are
	 */
	const struct tcn_bench_args more = {
		.items = 20 *
		    (args->items > ITEMS_DEFAULT ? args->items
						 : (uint64_t)ITEMS_DEFAULT),
		.seed = args->seed,
	};
	struct bench bench = { .args = args };
	struct tcn_err err = { 0 };
	enum tcn_rc rc = tcn_bench_stream(&more, 0, &bench.demo, &err);
	bool ok;

	if (rc)
		return tcn_say_rc(rc, &err);
	bench.base = event_base_new();
	ok = bench.base && with_daemon(&bench, run_loads) &&
	    tcn_bench_webhook(args, bench.base, bench.demo, 0) &&
	    tcn_bench_webhook(args, bench.base, bench.demo, bench.most / 2) &&
	    with_daemon(&bench, run_listeners) && with_daemon(&bench, run_idle);
	if (bench.base)
		event_base_free(bench.base);
	tcn_demo_free(bench.demo);
	if (!ok)
		tcn_say("bench http: the daemon cannot be run or reached here");
	return ok ? TCN_EXIT_OK : TCN_EXIT_FAILED;
}
