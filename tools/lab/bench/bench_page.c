/*
 * Bench part "page": a daemon in which many events are open, and readers of its
 * pages. The baseline of a page is GET /healthz over the same connection, which
 * is what HTTP alone costs; that of intake with readers is intake without.
 */
#include <event2/buffer.h>
#include <event2/event.h>
#include <event2/http.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "engine/base/err.h"
#include "tools/base/say.h"
#include "tools/conf/conf.h"
#include "tools/lab/bench/bench.h"
#include "tools/lab/bench/bench_crowd.h"
#include "tools/lab/bench/bench_poster.h"

#define EVENTS_MAX 5000 /* rows of GET /v1/now, tools/serve/live/now.h */
#define ASKED      100 /* times, of each page */
#define SECONDS    15 /* at most, of one row */
#define BATCH      100 /* articles of a request */
#define BATCHES    30 /* of one round of intake */
#define ROUNDS     3

struct bench {
	const struct tcn_bench_args *args;
	struct tcn_bench_daemon daemon;
	struct event_base *base;
	struct tcn_bench_poster poster;
	struct evhttp_connection *reader;
	size_t events; /* open */
	uint64_t articles; /* posted so far */
	double healthz; /* seconds, the median */
	char event[64]; /* the address of one */
};

/* --- the daemon --- */

/* A watch rule for each event: one article that has its word fires it. */
static void
change(const struct tcn_bench_daemon *d, struct tcn_conf *conf, void *of)
{
	static const char *const severities[] = { "critical", "high", "medium",
		"low", "info" };
	static char path[96];
	const struct bench *b = of;
	FILE *file;

	snprintf(path, sizeof path, "%s/rules", d->dir);
	file = fopen(path, "w");
	if (!file)
		return;
	fputs("rules:\n", file);
	for (size_t i = 0; i < b->events; i++)
		fprintf(file,
		    " - {name: rule%zu, watch: true, severity: %s,"
		    " where: {any: word%zux}}\n",
		    i, severities[i % 5], i);
	fclose(file);
	conf->rules.file = path;
}

/* --- articles --- */

/* An article of its own, or about an event: below `events`. */
static void
add_article(struct bench *b, struct tcn_buf *body, size_t event)
{
	uint64_t n = b->articles++;

	tcn_buf_printf(body,
	    "{\"id\":\"a%" PRIu64 "\",\"source\":\"Outlet %u\",\"lang\":\"en\","
	    "\"title\":\"",
	    n, (unsigned)(n % 50));
	if (event < b->events)
		tcn_buf_printf(body, "Word%zux happens in a headline of ",
		    event);
	tcn_buf_printf(body,
	    "alpha%" PRIu64 " beta%" PRIu64 " gamma%" PRIu64 "\"}\n", n,
	    n * 7919 % 100003, n * 104729 % 1000003);
}

/* Posts a batch, and waits until it is safe on disk. */
static bool
post(struct bench *b, struct tcn_buf *body)
{
	uint64_t failed = b->poster.failed;

	tcn_bench_poster_post(&b->poster, body);
	tcn_buf_clear(body);
	while (b->poster.awaited && b->poster.failed == failed)
		event_base_loop(b->base, EVLOOP_ONCE);
	return b->poster.failed == failed;
}

static bool
fire_events(struct bench *b)
{
	struct tcn_buf body = { 0 };
	bool ok = true;

	for (size_t i = 0; ok && i < b->events; i++) {
		add_article(b, &body, i);
		if (i % BATCH == BATCH - 1 || i + 1 == b->events)
			ok = post(b, &body);
	}
	tcn_buf_fini(&body);
	return ok;
}

/* --- a reader --- */

struct answer {
	struct bench *bench;
	int status; /* 0: none yet */
	size_t bytes;
	char *into; /* of its beginning; or NULL */
	size_t into_bytes;
};

static void
on_answer(struct evhttp_request *request, void *of)
{
	struct answer *answer = of;
	struct evbuffer *body =
	    request ? evhttp_request_get_input_buffer(request) : NULL;

	answer->status =
	    request ? evhttp_request_get_response_code(request) : -1;
	answer->bytes = body ? evbuffer_get_length(body) : 0;
	if (body && answer->into) {
		ev_ssize_t n = evbuffer_copyout(body, answer->into,
		    answer->into_bytes - 1);

		answer->into[n < 0 ? 0 : n] = '\0';
	}
	event_base_loopbreak(answer->bench->base);
}

static bool
ask(struct bench *b, const char *target, bool packed, struct answer *answer)
{
	struct evhttp_request *request;

	answer->bench = b;
	answer->status = 0;
	request = evhttp_request_new(on_answer, answer);
	if (!request)
		return false;
	evhttp_add_header(evhttp_request_get_output_headers(request), "Host",
	    "localhost");
	if (packed)
		evhttp_add_header(evhttp_request_get_output_headers(request),
		    "Accept-Encoding", "gzip");
	if (evhttp_make_request(b->reader, request, EVHTTP_REQ_GET, target) !=
	    0)
		return false;
	while (!answer->status)
		event_base_dispatch(b->base);
	return answer->status == 200;
}

/* --- pages --- */

struct page {
	const char *what, *target;
	bool packed;
	bool anew; /* one of its events changes before each time */
};

static void
print_page(const struct bench *b, const struct page *page, size_t bytes,
    double *took, size_t n)
{
	double p50 = tcn_bench_quantile(took, n, 0.5);
	double p95 = tcn_bench_quantile(took, n, 0.95);

	if (b->args->json)
		printf("{\"events\":%zu,\"what\":\"%s\",\"bytes\":%zu,"
		       "\"p50_ms\":%.2f,\"p95_ms\":%.2f,\"of_healthz\":%.1f}\n",
		    b->events, page->what, bytes, p50 * 1000, p95 * 1000,
		    p50 / b->healthz);
	else
		printf("%6zu  %-22s %9zu %8.2f %8.2f %8.1f\n", b->events,
		    page->what, bytes, p50 * 1000, p95 * 1000,
		    p50 / b->healthz);
	fflush(stdout);
}

static bool
run_page(struct bench *b, const struct page *page)
{
	struct answer answer = { 0 };
	struct tcn_buf body = { 0 };
	double took[ASKED], began = tcn_bench_now();
	size_t n = 0;
	bool ok = true;

	while (ok && n < ASKED &&
	    (n < 10 || tcn_bench_now() - began < SECONDS)) {
		double from;

		if (page->anew) {
			add_article(b, &body, n % b->events);
			ok = post(b, &body);
		}
		from = tcn_bench_now();
		ok = ok && ask(b, page->target, page->packed, &answer);
		took[n++] = tcn_bench_now() - from;
	}
	tcn_buf_fini(&body);
	if (ok && b->healthz == 0)
		b->healthz = tcn_bench_quantile(took, n, 0.5);
	if (ok)
		print_page(b, page, answer.bytes, took, n);
	else
		tcn_say("bench: GET %s was answered with %d", page->target,
		    answer.status);
	return ok;
}

/* The page of an event that is open. */
static bool
find_event(struct bench *b)
{
	char begin[256];
	struct answer answer = { .into = begin, .into_bytes = sizeof begin };
	const char *at;

	if (!ask(b, "/v1/events?order=newest&limit=1", false, &answer))
		return false;
	at = strstr(begin, "{\"event\":\"");
	if (at)
		snprintf(b->event, sizeof b->event, "/e/%.*s",
		    (int)strcspn(at + 10, "\""), at + 10);
	return at != NULL;
}

static bool
run_pages(struct bench *b)
{
	const struct page pages[] = {
		{ "/healthz", "/healthz", false, false },
		{ "/", "/", false, false },
		{ "/, packed", "/", true, false },
		{ "/, after a change", "/", false, true },
		{ "/, changed and packed", "/", true, true },
		{ "/v1/now", "/v1/now", false, false },
		{ "/reports", "/reports", false, false },
		{ "an event", b->event, false, false },
		{ "/search, rare word", "/search?q=word7x", false, false },
		{ "/search, frequent", "/search?q=headline", false, false },
		{ "/stream", "/stream", false, false },
	};
	bool ok = true;

	if (!b->args->json)
		printf("%6s  %-22s %9s %8s %8s %8s\n", "events", "page",
		    "bytes", "p50 ms", "p95 ms", "x health");
	for (size_t i = 0; ok && i < sizeof pages / sizeof *pages; i++)
		ok = run_page(b, &pages[i]);
	return ok;
}

/* --- intake beside readers --- */

/* What a round of intake costs. */
struct intake {
	double rate; /* articles a second */
	double cpu; /* the daemon's processor seconds an article */
	double each_kb; /* its memory for each page that is open */
};

/* Some of the articles change events that the readers hear of. */
static bool
take_in(struct bench *b, struct intake *intake)
{
	struct tcn_buf body = { 0 };
	double began = tcn_bench_now(), cpu = tcn_bench_daemon_cpu(&b->daemon);
	double n = BATCHES * BATCH;
	bool ok = true;

	for (size_t i = 0; ok && i < BATCHES; i++) {
		for (size_t k = 0; k < BATCH; k++)
			add_article(b, &body,
			    k % 50 ? b->events : i * 2 + k / 50);
		ok = post(b, &body);
	}
	intake->rate = n / (tcn_bench_now() - began);
	intake->cpu = (tcn_bench_daemon_cpu(&b->daemon) - cpu) / n;
	tcn_buf_fini(&body);
	return ok;
}

/* One round with so many pages open. */
static bool
run_readers(struct bench *b, size_t n, struct intake *intake)
{
	struct tcn_bench_crowd crowd = { .base = b->base,
		.daemon = &b->daemon,
		.until = "event: hello",
		.n = n };
	double mb = tcn_bench_resident_mb(&b->daemon);
	bool ok = !n ||
	    tcn_bench_crowd_gather(&crowd,
		"GET /v1/stream?page=now HTTP/1.1\r\nHost: localhost\r\n\r\n");

	tcn_bench_crowd_ignore(&crowd);
	ok = ok && take_in(b, intake);
	if (n)
		intake->each_kb =
		    (tcn_bench_resident_mb(&b->daemon) - mb) * 1000 / (double)n;
	tcn_bench_crowd_scatter(&crowd);
	event_base_loop(b->base, EVLOOP_NONBLOCK);
	return ok;
}

static void
print_readers(const struct bench *b, size_t n, const struct intake *now,
    const struct intake *none)
{
	if (b->args->json)
		printf("{\"events\":%zu,\"open\":%zu,\"per_second\":%.0f,"
		       "\"of_none\":%.3f,\"processor_of_none\":%.3f,"
		       "\"each_kb\":%.1f}\n",
		    b->events, n, now->rate, now->rate / none->rate,
		    now->cpu / none->cpu, now->each_kb);
	else
		printf("%6zu  %6zu %12.0f %9.3f %9.3f %9.1f\n", b->events, n,
		    now->rate, now->rate / none->rate, now->cpu / none->cpu,
		    now->each_kb);
	fflush(stdout);
}

/* The best of some rounds of each, in turns, so that what else the machine does
 * meets all alike. */
static bool
run_intake(struct bench *b)
{
	static const size_t readers[] = { 0, 100, 1000 };
	struct intake best[3] = { 0 };
	bool ok = true;

	for (int round = 0; ok && round < ROUNDS; round++)
		for (size_t i = 0; ok && i < 3; i++) {
			struct intake now = { 0 };

			ok = run_readers(b, readers[i], &now);
			if (!round)
				best[i] = now;
			if (now.rate > best[i].rate)
				best[i].rate = now.rate;
			if (now.cpu < best[i].cpu)
				best[i].cpu = now.cpu;
		}
	if (ok && !b->args->json)
		printf("%6s  %6s %12s %9s %9s %9s\n", "events", "open",
		    "articles/s", "of none", "processor", "kB each");
	for (size_t i = 0; ok && i < 3; i++)
		print_readers(b, readers[i], &best[i], &best[0]);
	return ok;
}

/* --- all of it --- */

static bool
run(struct bench *b)
{
	bool ok;

	b->poster =
	    (struct tcn_bench_poster){ .base = b->base, .daemon = &b->daemon };
	b->reader = evhttp_connection_base_new(b->base, NULL, "127.0.0.1",
	    (unsigned short)b->daemon.port);
	ok = b->reader && fire_events(b) && find_event(b) && run_pages(b) &&
	    run_intake(b);
	if (b->reader)
		evhttp_connection_free(b->reader);
	tcn_bench_poster_fini(&b->poster);
	return ok;
}

static bool
run_with(const struct tcn_bench_args *args, struct event_base *base, size_t n)
{
	struct bench b = { .args = args, .base = base, .events = n };
	bool ok = tcn_bench_daemon_start(&b.daemon, change, &b) && run(&b);

	tcn_bench_daemon_stop(&b.daemon);
	return ok;
}

int
tcn_bench_page(const struct tcn_bench_args *args)
{
	struct event_base *base;
	bool ok;

	if (args->items > EVENTS_MAX) {
		tcn_say("bench page: --items is at most %d", EVENTS_MAX);
		return TCN_EXIT_USAGE;
	}
	base = event_base_new();
	ok = base &&
	    (args->items
		    ? run_with(args, base, (size_t)args->items)
		    : run_with(args, base, 500) && run_with(args, base, 2476));
	if (base)
		event_base_free(base);
	if (!ok)
		tcn_say("bench page: the daemon cannot be run or reached here");
	return ok ? TCN_EXIT_OK : TCN_EXIT_FAILED;
}
