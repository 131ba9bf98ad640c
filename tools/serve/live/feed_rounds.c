#include "tools/serve/live/feed_rounds.h"

#include <assert.h>
#include <xxhash.h>

#include "engine/base/arena.h"
#include "engine/base/buf.h"
#include "engine/base/map.h"
#include "engine/base/mem.h"
#include "tools/base/json_out.h"
#include "tools/base/now.h"
#include "tools/base/timeval.h"
#include "tools/serve/live/api_json.h"
#include "tools/serve/live/feed_looks.h"

#define PAUSE_MS   5000 /* between two rounds */
#define STEP_MS    20 /* between two steps of the fetches under way */
#define CALLS_MAX  100
#define URL_CHARS  8192
#define LINE_CHARS 1000

struct tcn_feed_rounds {
	struct event *due, *step;
	struct tcn_pipeline *pipe;
	struct tcn_poll_conf conf; /* as it was given */
	struct tcn_robots_cache *robots; /* of all rounds */
	struct tcn_feed_looks *looks;
	struct tcn_poll *poll; /* NULL: no round is under way */
	tcn_feed_rounds_failed_fn *failed;
	void *ctx;
	/* The first `served` calls wait for the round under way, the others for
	 * the next. */
	struct waiting {
		struct tcn_http_call *call;
		struct tcn_buf url; /* of a feed to be fetched; or empty */
	} calls[CALLS_MAX];
	size_t calls_n, served;
	bool all; /* the next round is to fetch all feeds */
	struct tcn_buf fetched; /* of this round, for those who wait */
	struct tcn_map unsound; /* hashes of the addresses of such feeds */
};

static void
begin_in(struct event *timer, int64_t ms)
{
	struct timeval in = tcn_timeval(ms);

	evtimer_add(timer, &in);
}

/* --- what a round does --- */

static void
on_fetched(void *of, const struct tcn_store_feed_row *feed, uint64_t fresh)
{
	struct tcn_feed_rounds *rounds = of;

	if (rounds->conf.fetched)
		rounds->conf.fetched(rounds->conf.ctx, feed, fresh);
	if (rounds->served) {
		/* Notes what came of a feed, for those who wait. */
		struct tcn_buf *out = &rounds->fetched;
		struct tcn_arena arena;

		tcn_arena_init(&arena, 0);
		tcn_json_open(out, NULL, '{');
		tcn_api_json_text(out, "url", feed->url, URL_CHARS, &arena);
		if (feed->failures)
			tcn_api_json_text(out, "error", feed->error, LINE_CHARS,
			    &arena);
		if (!feed->failures)
			tcn_json_uint(out, "new", fresh);
		tcn_json_close(out, '}');
		tcn_arena_fini(&arena);
	}
}

/* Hands on whether a document is sound when that has changed: a feed may stay
 * as it is for years. */
static void
on_read(void *of, const struct tcn_store_feed_row *feed,
    const struct tcn_err *damage)
{
	struct tcn_feed_rounds *rounds = of;
	uint64_t url = XXH3_64bits(feed->url.at, feed->url.n), *value;
	bool changed = true;

	if (!damage->text[0])
		changed = tcn_map_remove(&rounds->unsound, url);
	else
		tcn_map_put(&rounds->unsound, url, &value, &changed);
	if (changed && rounds->conf.was_read)
		rounds->conf.was_read(rounds->conf.ctx, feed, damage);
}

static void
on_changed(void *of, const struct tcn_detector_changes *changes, bool first)
{
	struct tcn_feed_rounds *rounds = of;

	if (rounds->conf.changed)
		rounds->conf.changed(rounds->conf.ctx, changes, first);
}

/* Writes the answer of the round that has ended. */
static void
write_answer(const struct tcn_feed_rounds *rounds, struct tcn_buf *out)
{
	const struct tcn_poll_counts *n = tcn_poll_counts(rounds->poll);

	tcn_json_open(out, NULL, '{');
	tcn_json_uint(out, "feeds", n->feeds);
	tcn_json_uint(out, "unchanged", n->unchanged);
	tcn_json_uint(out, "failed", n->failed);
	tcn_json_uint(out, "entries", n->entries);
	tcn_json_uint(out, "known", n->known);
	tcn_json_uint(out, "left_out", n->left_out);
	tcn_json_uint(out, "cut", n->cut);
	tcn_json_uint(out, "pages", n->pages);
	tcn_json_uint(out, "pages_none", n->pages_none);
	tcn_json_uint(out, "pages_failed", n->pages_failed);
	tcn_json_uint(out, "pages_disallowed", n->pages_disallowed);
	tcn_json_uint(out, "events", n->events);
	tcn_json_uint(out, "stale_events", n->stale_events);
	tcn_json_open(out, "fetched", '[');
	tcn_buf_str(out, tcn_buf_view(&rounds->fetched));
	tcn_json_close(out, ']');
	tcn_buf_z(out, "}\n");
}

static void
on_step(evutil_socket_t fd, short what, void *of)
{
	struct tcn_feed_rounds *rounds = of;
	struct tcn_err err = { 0 };
	enum tcn_rc rc = tcn_poll_step(rounds->poll, 0, &err);

	(void)fd, (void)what;
	if (rc == TCN_DONE) {
		/* Answers those who waited for the round that has ended. */
		struct tcn_buf out = { 0 };

		if (rounds->served)
			write_answer(rounds, &out);
		for (size_t i = 0; i < rounds->served; i++) {
			tcn_http_call_reply(rounds->calls[i].call, 200, NULL,
			    &out);
			tcn_buf_fini(&rounds->calls[i].url);
		}
		rounds->calls_n -= rounds->served;
		for (size_t i = 0; i < rounds->calls_n; i++)
			rounds->calls[i] = rounds->calls[rounds->served + i];
		rounds->served = 0;
		tcn_buf_fini(&out);
		tcn_buf_fini(&rounds->fetched);
		tcn_poll_close(rounds->poll);
		rounds->poll = NULL;
		begin_in(rounds->due, rounds->calls_n ? 0 : PAUSE_MS);
	} else if (rc == TCN_OK || rc == TCN_LIMIT) {
		begin_in(rounds->step, rc ? STEP_MS : 0);
	} else {
		rounds->failed(rounds->ctx, rc, &err);
	}
}

static void
on_due(evutil_socket_t fd, short what, void *of)
{
	struct tcn_feed_rounds *rounds = of;
	struct tcn_poll_conf conf = rounds->conf;
	struct tcn_str wanted[CALLS_MAX];
	struct tcn_err err = { 0 };
	enum tcn_rc rc;

	(void)fd, (void)what;
	assert(!rounds->poll);
	conf.now_ms = tcn_now_wall_ms();
	conf.robots = rounds->robots;
	conf.all = rounds->all;
	conf.fetched = on_fetched;
	conf.was_read = on_read;
	conf.changed = on_changed;
	conf.ctx = rounds;
	conf.wanted = wanted;
	conf.wanted_n = 0;
	for (size_t i = 0; i < rounds->calls_n; i++)
		if (rounds->calls[i].url.n)
			wanted[conf.wanted_n++] =
			    tcn_buf_view(&rounds->calls[i].url);
	rounds->served = rounds->calls_n;
	rounds->all = false;
	rc = tcn_poll_open(&conf, rounds->pipe, &rounds->poll, &err);
	if (rc)
		rounds->failed(rounds->ctx, rc, &err);
	else
		begin_in(rounds->step, 0);
}

/* --- from the outside --- */

struct tcn_feed_rounds *
tcn_feed_rounds_new(struct event_base *base, const struct tcn_poll_conf *conf,
    struct tcn_pipeline *pipe, tcn_feed_rounds_failed_fn *failed, void *ctx)
{
	struct tcn_feed_rounds *rounds = tcn_mem_calloc(1, sizeof *rounds);

	assert(base && conf && pipe && failed && !conf->fired);
	rounds->pipe = pipe;
	rounds->conf = *conf;
	rounds->failed = failed;
	rounds->ctx = ctx;
	rounds->due = evtimer_new(base, on_due, rounds);
	rounds->step = evtimer_new(base, on_step, rounds);
	if (!rounds->due || !rounds->step)
		tcn_mem_end();
	rounds->robots = tcn_robots_cache_new();
	rounds->looks = tcn_feed_looks_new(base);
	begin_in(rounds->due, 0);
	return rounds;
}

void
tcn_feed_rounds_free(struct tcn_feed_rounds *rounds)
{
	if (!rounds)
		return;
	for (size_t i = 0; i < rounds->calls_n; i++) {
		tcn_http_call_error(rounds->calls[i].call, 503,
		    "the daemon is about to end: send this again");
		tcn_buf_fini(&rounds->calls[i].url);
	}
	tcn_poll_close(rounds->poll);
	tcn_robots_cache_free(rounds->robots);
	tcn_feed_looks_free(rounds->looks);
	if (rounds->due)
		event_free(rounds->due);
	if (rounds->step)
		event_free(rounds->step);
	tcn_buf_fini(&rounds->fetched);
	tcn_map_fini(&rounds->unsound);
	tcn_mem_free(rounds);
}

void
tcn_feed_rounds_reconfigure(struct tcn_feed_rounds *rounds,
    const struct tcn_poll_conf *conf)
{
	rounds->conf = *conf;
	if (!rounds->poll)
		return;
	evtimer_del(rounds->step);
	tcn_poll_close(rounds->poll);
	rounds->poll = NULL;
	rounds->served = 0;
	tcn_buf_fini(&rounds->fetched);
	begin_in(rounds->due, 0);
}

/* Has the next round begin, at once if none is under way. */
static void
wait_for_round(struct tcn_feed_rounds *rounds, struct tcn_http_call *call,
    struct tcn_buf url)
{
	if (rounds->calls_n == CALLS_MAX) {
		tcn_buf_fini(&url);
		tcn_http_call_set_header(call, "Retry-After", "5");
		tcn_http_call_error(call, 429,
		    "too many requests wait for feeds: send this again");
		return;
	}
	rounds->calls[rounds->calls_n++] =
	    (struct waiting){ .call = call, .url = url };
	if (!rounds->poll)
		begin_in(rounds->due, 0);
}

void
tcn_feed_rounds_call(struct tcn_feed_rounds *rounds, bool all,
    struct tcn_http_call *call)
{
	rounds->all |= all && rounds->calls_n < CALLS_MAX;
	wait_for_round(rounds, call, (struct tcn_buf){ 0 });
}

void
tcn_feed_rounds_fetch(struct tcn_feed_rounds *rounds, struct tcn_str url,
    struct tcn_http_call *call)
{
	struct tcn_buf copy = { 0 };

	tcn_buf_str(&copy, url);
	wait_for_round(rounds, call, copy);
}

void
tcn_feed_rounds_look(struct tcn_feed_rounds *rounds, const char *url,
    struct tcn_http_call *call)
{
	tcn_feed_looks_call(rounds->looks, &rounds->conf.fetch, url, call);
}
