/*
 * Bench part "soak": a day of headlines within --seconds, by HTTP and by a
 * feed, into a daemon with two rules, four receivers of which one does not
 * answer, and 200 listeners. Beside them one article a second matches a watch
 * rule: the time from its POST to the webhook is measured. What is watched is
 * whether the daemon's memory stays flat. A new store's window is so short that
 * it is full after a quarter of the run, but its baselines take weeks to fill;
 * with --db the store has those weeks, all settings are the defaults, and the
 * daemon's clock shows the time of the articles.
 */
#include <event2/buffer.h>
#include <event2/event.h>
#include <event2/http.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "engine/base/arena.h"
#include "engine/base/duration.h"
#include "engine/base/err.h"
#include "sql/store_feeds.h"
#include "tools/base/json_out.h"
#include "tools/base/now.h"
#include "tools/base/say.h"
#include "tools/lab/bench/bench_archive.h"
#include "tools/lab/bench/bench_poster.h"
#include "tools/lab/bench/bench_serve.h"
#include "tools/pipeline/backup.h"

#define ITEMS_DEFAULT   100000 /* of three days, of which one is used */
#define SECONDS_DEFAULT 3600
#define HOOKS           3 /* receivers that answer */
#define LISTENERS       200
#define POSTERS         4
#define PROBES_MAX      100000
#define PROBE_WORDS     2000
#define SAMPLES         24 /* of memory, over the run */
#define LOAD_S          0.05 /* between two looks at what is due */
#define FEED_SHARE      10 /* one article in so many comes by the feed */
#define FEED_N          50 /* entries that the feed shows */
#define WINDOW_PARTS    4 /* of the run, one is the window */

struct soak {
	const struct tcn_bench_args *args;
	struct tcn_bench_daemon daemon;
	struct event_base *base;
	unsigned port, dead_port;
	double seconds, began;

	struct tcn_source *source;
	struct tcn_arena arena; /* holds the next article */
	struct tcn_article next;
	int64_t first_ms;
	bool ended; /* no more articles */

	struct tcn_bench_poster posters[POSTERS], prober;
	struct bufferevent *listeners[LISTENERS];
	struct event *load, *probe, *sample;
	uint64_t taken, posted, by_feed, fetched, told[HOOKS], lost,
	    heard_bytes;
	struct tcn_buf feed[FEED_N]; /* titles, the latest over the oldest */

	uint64_t probes;
	double sent_at[PROBES_MAX], took[PROBES_MAX];
	size_t took_n;
	double mb[SAMPLES];
	size_t mb_n;
};

/* --- what the daemon calls: webhooks and the feed --- */

/* The number of the probe whose event a message is about, if it is about one.
 */
static bool
probe_of(struct evhttp_request *request, size_t *number)
{
	struct evbuffer *body = evhttp_request_get_input_buffer(request);
	struct evbuffer_ptr at = evbuffer_search(body, "zqp", 3, NULL);
	char digits[16] = "";

	if (at.pos < 0)
		return false;
	evbuffer_ptr_set(body, &at, 3, EVBUFFER_PTR_ADD);
	evbuffer_copyout_from(body, &at, digits, sizeof digits - 1);
	return sscanf(digits, "%zu", number) == 1;
}

static void
on_hook(struct evhttp_request *request, void *of)
{
	struct soak *s = of;
	const char *path = evhttp_request_get_uri(request);
	size_t hook = (size_t)(path[1] - '0'), i;

	if (hook < HOOKS)
		s->told[hook]++;
	if (hook == 0 && probe_of(request, &i) && i < s->probes &&
	    s->sent_at[i] > 0) {
		s->took[s->took_n++] = tcn_bench_now() - s->sent_at[i];
		s->sent_at[i] = 0; /* an update of its event is not counted */
	}
	evhttp_send_reply(request, 200, "OK", NULL);
}

static void
on_feed(struct evhttp_request *request, void *of)
{
	struct soak *s = of;
	struct evbuffer *out = evbuffer_new();

	s->fetched++;
	evbuffer_add_printf(out,
	    "<rss version=\"2.0\"><channel><title>Soak</title>");
	for (size_t i = 0; i < FEED_N; i++)
		if (s->feed[i].n)
			evbuffer_add(out, s->feed[i].at, s->feed[i].n);
	evbuffer_add_printf(out, "</channel></rss>");
	evhttp_send_reply(request, 200, "OK", out);
	evbuffer_free(out);
}

static struct evhttp *
listen_for(struct soak *s)
{
	struct evhttp *http = evhttp_new(s->base);
	struct evhttp_bound_socket *dead;

	if (!http)
		return NULL;
	s->port = tcn_bench_port(evhttp_bind_socket_with_handle(http,
	    "127.0.0.1", 0));
	dead = evhttp_bind_socket_with_handle(http, "127.0.0.1", 0);
	s->dead_port = tcn_bench_port(dead);
	if (dead) /* nobody listens there any more */
		evhttp_del_accept_socket(http, dead);
	evhttp_set_gencb(http, on_hook, s);
	evhttp_set_cb(http, "/feed", on_feed, s);
	return http;
}

/* --- the daemon --- */

static enum tcn_rc
put_feed(struct tcn_store *store, const char *url)
{
	struct tcn_store_feed_row feed = {
		.url = tcn_str(url),
		.interval_ms = 10000,
		.tried_ms = TCN_UNDATED,
		.succeeded_ms = TCN_UNDATED,
	};
	struct tcn_store_tx *tx;
	enum tcn_rc rc = tcn_store_begin(store, &tx);

	if (!rc)
		rc = tcn_store_put_feed(tx, &feed);
	return rc ? rc : tcn_store_commit(store);
}

/* Makes the store, a copy of --db or a new one, with the feed in it. */
static bool
make_store(const struct soak *s, const struct tcn_bench_daemon *d)
{
	char db[sizeof d->dir + 16], url[64];
	struct tcn_store *store;
	struct tcn_err err;
	enum tcn_rc rc;

	snprintf(db, sizeof db, "%s/news.db", d->dir);
	snprintf(url, sizeof url, "http://127.0.0.1:%u/feed", s->port);
	rc = s->args->db
	    ? tcn_backup_make(s->args->db, db, false, NULL, NULL, &err)
	    : TCN_OK;
	if (rc)
		return tcn_say_rc(rc, &err) == TCN_EXIT_OK;
	rc = tcn_store_open(db, TCN_STORE_CREATE, &store, &err);
	if (!rc)
		rc = put_feed(store, url);
	tcn_store_close(store);
	return rc == TCN_OK;
}

/* A new store's window is so short that it is full after a part of the run; so
 * is the time between two fetches. */
static void
shrink_window(struct tcn_conf *conf, int64_t window_ms)
{
	conf->feeds.least_ms = 10000;
	conf->feeds.most_ms = 10000;
	conf->near.horizon_ms = window_ms;
	conf->rules.within_ms = window_ms;
	conf->rules.quiet_ms = window_ms;
}

static void
change(const struct tcn_bench_daemon *d, struct tcn_conf *conf, void *of)
{
	static char rules[96], receivers[96];
	char text[512];
	const struct soak *s = of;
	size_t n = 0;

	n = (size_t)snprintf(text, sizeof text, "receivers:\n");
	for (int i = 0; i <= HOOKS; i++)
		n += (size_t)snprintf(text + n, sizeof text - n,
		    " - {name: hook-%d, kind: webhook, "
		    "url: 'http://127.0.0.1:%u/%d', allow_private: true, cap: "
		    "0}\n",
		    i, i < HOOKS ? s->port : s->dead_port, i);
	if (!tcn_bench_daemon_file(d, "receivers", receivers, sizeof receivers,
		text) ||
	    !tcn_bench_daemon_file(d, "rules", rules, sizeof rules,
		"rules:\n - {name: breaking}\n"
		" - {name: probe, watch: true, group: 0s, max_per_hour: 0, "
		"where: {any: '/zqp[0-9]+z/'}}\n") ||
	    !make_store(s, d))
		tcn_say("bench soak: cannot write to %s", d->dir);
	conf->rules.file = rules;
	conf->deliver.receivers = receivers;
	conf->feeds.allowed.all = true;
	if (s->args->db)
		tcn_now_pace_set(s->first_ms,
		    (unsigned)(TCN_DAY_MS / 1000 / s->seconds), INT64_MAX);
	else
		shrink_window(conf,
		    (int64_t)(s->seconds * 1000 / WINDOW_PARTS));
}

/* --- articles --- */

/* Reads the next article of the first day into s->next. */
static void
advance(struct soak *s)
{
	struct tcn_err err;
	enum tcn_rc rc;

	do {
		tcn_arena_reset(&s->arena);
		rc = tcn_source_next(s->source, &s->arena, &s->next, &err);
	} while (rc == TCN_INVALID);
	if (rc == TCN_OK && s->first_ms == INT64_MIN)
		s->first_ms = s->next.ts_ms;
	s->ended = rc != TCN_OK || s->next.ts_ms >= s->first_ms + TCN_DAY_MS;
}

/* Posts the next article; without a date, it has just arrived. */
static void
post_next(struct soak *s)
{
	struct tcn_buf body = { 0 };

	tcn_json_open(&body, NULL, '{');
	tcn_json_str(&body, "id", s->next.id);
	tcn_json_str(&body, "source", s->next.source);
	tcn_json_str(&body, "url", s->next.url);
	tcn_json_str(&body, "title", s->next.title);
	tcn_json_close(&body, '}');
	tcn_bench_poster_post(&s->posters[s->posted++ % POSTERS], &body);
	tcn_buf_fini(&body);
}

static void
on_load(evutil_socket_t fd, short what, void *of)
{
	struct soak *s = of;
	double passed = (tcn_bench_now() - s->began) / s->seconds;
	int64_t due_ms = s->first_ms + (int64_t)(passed * (double)TCN_DAY_MS);

	(void)fd, (void)what;
	for (; !s->ended && s->next.ts_ms <= due_ms; advance(s))
		if (s->taken++ % FEED_SHARE) {
			post_next(s);
		} else {
			/* Puts the next article into the feed, as the newest of
			 * its entries. */
			struct tcn_buf *at = &s->feed[s->by_feed++ % FEED_N];

			at->n = 0;
			tcn_buf_z(at, "<item><guid>f");
			tcn_buf_str(at, s->next.id);
			tcn_buf_z(at, "</guid><title><![CDATA[");
			tcn_buf_str(at, s->next.title);
			tcn_buf_z(at, "]]></title></item>");
		}
	tcn_bench_after(s->load, LOAD_S);
}

static void
on_probe(evutil_socket_t fd, short what, void *of)
{
	struct soak *s = of;
	struct tcn_buf body = { 0 };
	char text[128];
	size_t i = s->probes, w = i % PROBE_WORDS;

	(void)fd, (void)what;
	if (i == PROBES_MAX)
		return;
	/* Probes of one window have no word in common, which would make them
	 * one story; each has but one new word, as real headlines seldom have
	 * more, and words are remembered. */
	snprintf(text, sizeof text,
	    "{\"title\":\"zqp%zuz a%zub c%zud e%zuf g%zuh\"}", i, w, w, w, w);
	tcn_buf_z(&body, text);
	s->sent_at[s->probes++] = tcn_bench_now();
	tcn_bench_poster_post(&s->prober, &body);
	tcn_buf_fini(&body);
	tcn_bench_after(s->probe, 1);
}

/* --- connections --- */

static void
on_heard(struct bufferevent *bev, void *of)
{
	struct soak *s = of;
	struct evbuffer *in = bufferevent_get_input(bev);

	s->heard_bytes += evbuffer_get_length(in);
	evbuffer_drain(in, evbuffer_get_length(in));
}

static void
on_closed(struct bufferevent *bev, short what, void *of)
{
	struct soak *s = of;

	(void)bev;
	if (what & BEV_EVENT_CONNECTED)
		return;
	s->lost++;
	tcn_say("bench soak: a listener's connection ended");
}

static bool
listen_to(struct soak *s, struct bufferevent **listener)
{
	*listener = tcn_bench_dial(s->base, &s->daemon);
	if (!*listener)
		return false;
	bufferevent_setcb(*listener, on_heard, NULL, on_closed, s);
	bufferevent_enable(*listener, EV_READ | EV_WRITE);
	evbuffer_add_printf(bufferevent_get_output(*listener),
	    "GET /v1/stream HTTP/1.1\r\nHost: localhost\r\n\r\n");
	return true;
}

/* --- the run --- */

static void
print_sample(const struct soak *s)
{
	double mb = s->mb[s->mb_n - 1];
	double seconds = tcn_bench_now() - s->began;

	if (s->args->json)
		printf("{\"seconds\":%.0f,\"articles\":%" PRIu64
		       ",\"messages\":%" PRIu64 ",\"resident_mb\":%.1f}\n",
		    seconds, s->taken, s->told[0], mb);
	else
		printf("%9.0f %9" PRIu64 " %9" PRIu64 " %8.1f\n", seconds,
		    s->taken, s->told[0], mb);
	fflush(stdout);
}

static void
on_sample(evutil_socket_t fd, short what, void *of)
{
	struct soak *s = of;

	(void)fd, (void)what;
	s->mb[s->mb_n++] = tcn_bench_resident_mb(&s->daemon);
	print_sample(s);
	if (s->mb_n == SAMPLES)
		event_base_loopbreak(s->base);
	else
		tcn_bench_after(s->sample, s->seconds / SAMPLES);
}

/* The sample from which on memory should be flat: a new store's window is full
 * after a quarter of the run, and SQLite's page cache within minutes. */
static const size_t full_sample = SAMPLES / WINDOW_PARTS + 1;

static void
print_end(struct soak *s)
{
	double p50 = tcn_bench_quantile(s->took, s->took_n, 0.5) * 1000;
	double p99 = tcn_bench_quantile(s->took, s->took_n, 0.99) * 1000;
	double grown = s->mb[SAMPLES - 1] / s->mb[full_sample];
	uint64_t answered = s->prober.answered;
	uint64_t failed = s->prober.failed + s->lost;

	for (int i = 0; i < POSTERS; i++) {
		answered += s->posters[i].answered;
		failed += s->posters[i].failed;
	}
	if (s->args->json)
		printf("{\"posts\":%" PRIu64 ",\"answered\":%" PRIu64
		       ",\"probes\":%" PRIu64
		       ",\"told\":%zu,\"failed\":%" PRIu64
		       ",\"fetches\":%" PRIu64 ",\"heard_bytes\":%" PRIu64
		       ",\"p50_ms\":%.1f,\"p99_ms\":%.1f,\"of_full\":%.3f}\n",
		    s->posted + s->probes, answered, s->probes, s->took_n,
		    failed, s->fetched, s->heard_bytes, p50, p99, grown);
	else
		printf("%" PRIu64 " posts, %" PRIu64 " answered; %" PRIu64 " "
		       "probes, %zu delivered: p50 %.1f ms, p99 %.1f ms; "
		       "%" PRIu64 " answers or connections failed; %" PRIu64 " "
		       "fetches of the feed; %" PRIu64 " bytes heard; memory "
		       "%.3f of that a third into the run\n",
		    s->posted + s->probes, answered, s->probes, s->took_n, p50,
		    p99, failed, s->fetched, s->heard_bytes, grown);
}

static bool
run(struct soak *s)
{
	struct tcn_bench_poster poster = { .base = s->base,
		.daemon = &s->daemon };
	bool ok = true;

	s->prober = poster;
	for (int i = 0; i < POSTERS; i++)
		s->posters[i] = poster;
	for (int i = 0; ok && i < LISTENERS; i++)
		ok = listen_to(s, &s->listeners[i]);

	s->load = evtimer_new(s->base, on_load, s);
	s->probe = evtimer_new(s->base, on_probe, s);
	s->sample = evtimer_new(s->base, on_sample, s);
	ok = ok && s->load && s->probe && s->sample;
	if (!ok)
		return false;
	if (!s->args->json)
		printf("%9s %9s %9s %8s\n", "seconds", "articles", "messages",
		    "RSS MB");
	s->began = tcn_bench_now();
	tcn_bench_after(s->load, 0);
	tcn_bench_after(s->probe, 1);
	tcn_bench_after(s->sample, s->seconds / SAMPLES);
	event_base_dispatch(s->base);
	print_end(s);
	return true;
}

static void
hang_up(struct soak *s)
{
	struct event *timers[] = { s->load, s->probe, s->sample };

	for (size_t i = 0; i < sizeof timers / sizeof *timers; i++)
		if (timers[i])
			event_free(timers[i]);
	for (int i = 0; i < POSTERS; i++)
		tcn_bench_poster_fini(&s->posters[i]);
	tcn_bench_poster_fini(&s->prober);
	for (int i = 0; i < LISTENERS; i++)
		if (s->listeners[i])
			bufferevent_free(s->listeners[i]);
	for (int i = 0; i < FEED_N; i++)
		tcn_buf_fini(&s->feed[i]);
}

static bool
soak(struct soak *s)
{
	struct evhttp *http;
	bool ok;

	s->base = event_base_new();
	if (!s->base)
		return false;
	http = listen_for(s);
	ok = http && s->port && s->dead_port &&
	    tcn_bench_daemon_start(&s->daemon, change, s) && run(s);
	hang_up(s);
	tcn_bench_daemon_stop(&s->daemon);
	if (http)
		evhttp_free(http);
	event_base_free(s->base);
	if (!ok)
		tcn_say("bench soak: the daemon cannot be run or reached here");
	return ok;
}

int
tcn_bench_soak(const struct tcn_bench_args *args)
{
	static struct soak s;
	struct tcn_bench_archive archive = { 0 };
	struct tcn_err err = { 0 };
	enum tcn_rc rc =
	    tcn_bench_archive_make(args, ITEMS_DEFAULT, &archive, &err);
	bool ok = false;

	s = (struct soak){ .args = args, .first_ms = INT64_MIN };
	s.seconds = args->seconds ? (double)args->seconds : SECONDS_DEFAULT;
	tcn_arena_init(&s.arena, 0);
	if (!rc)
		rc = tcn_bench_archive_open(&archive, &s.source, &err);
	if (!rc) {
		advance(&s);
		ok = soak(&s);
	}
	tcn_source_close(s.source);
	tcn_arena_fini(&s.arena);
	tcn_bench_archive_drop(&archive);
	if (rc)
		return tcn_say_rc(rc, &err);
	return ok ? TCN_EXIT_OK : TCN_EXIT_FAILED;
}
