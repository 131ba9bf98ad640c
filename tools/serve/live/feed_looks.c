#include "tools/serve/live/feed_looks.h"

#include "engine/base/buf.h"
#include "engine/base/mem.h"
#include "tools/base/json_out.h"
#include "tools/base/now.h"
#include "tools/base/timeval.h"
#include "tools/intake/feeds/look.h"
#include "tools/serve/live/api_json.h"

#define STEP_MS    20
#define URL_CHARS  8192
#define LINE_CHARS 1000

struct one {
	struct tcn_look *look; /* NULL: this place is free */
	struct tcn_http_call *call;
	struct event *step;
};

struct tcn_feed_looks {
	struct one at[TCN_FEED_LOOKS_MAX];
};

/* --- the answer --- */

static const char *
robots_word(enum tcn_robots_answer answer)
{
	switch (answer) {
	case TCN_ROBOTS_ALLOWED:
		return "allowed";
	case TCN_ROBOTS_DISALLOWED:
		return "disallowed";
	default:
		return "unknown";
	}
}

static void
add_candidate(const struct tcn_look_candidate *c, struct tcn_arena *arena,
    struct tcn_buf *out)
{
	const struct {
		const char *key;
		struct tcn_str value;
		size_t chars;
	} texts[] = {
		{ "url", c->url, URL_CHARS },
		{ "title", c->title, LINE_CHARS },
		{ "site", c->site, URL_CHARS },
		{ "error", c->error, LINE_CHARS },
	};

	tcn_json_open(out, NULL, '{');
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
		tcn_api_json_text(out, texts[i].key, texts[i].value,
		    texts[i].chars, arena);
	tcn_json_str(out, "robots", tcn_str(robots_word(c->robots)));
	tcn_json_uint(out, "entries", c->entries);
	tcn_json_open(out, "titles", '[');
	for (size_t i = 0; i < c->titles_n; i++)
		tcn_api_json_text(out, NULL, c->titles[i], LINE_CHARS, arena);
	tcn_json_close(out, ']');
	tcn_json_close(out, '}');
}

static void
answer(struct one *one)
{
	const struct tcn_look_result *result = tcn_look_result(one->look);
	struct tcn_arena arena;
	struct tcn_buf out = { 0 };

	tcn_arena_init(&arena, 0);
	tcn_json_open(&out, NULL, '{');
	tcn_json_open(&out, "candidates", '[');
	for (size_t i = 0; i < result->n; i++)
		add_candidate(&result->at[i], &arena, &out);
	tcn_json_close(&out, ']');
	tcn_api_json_text(&out, "error", result->error, LINE_CHARS, &arena);
	tcn_buf_z(&out, "}\n");
	tcn_http_call_reply(one->call, 200, NULL, &out);
	tcn_buf_fini(&out);
	tcn_arena_fini(&arena);
	tcn_look_close(one->look);
	one->look = NULL;
}

/* --- the loop --- */

static void
step_in(struct one *one, int64_t ms)
{
	struct timeval in = tcn_timeval(ms);

	evtimer_add(one->step, &in);
}

static void
on_step(evutil_socket_t fd, short what, void *of)
{
	struct one *one = of;
	enum tcn_rc rc = tcn_look_step(one->look, 0);

	(void)fd, (void)what;
	if (rc == TCN_DONE)
		answer(one);
	else
		step_in(one, rc ? STEP_MS : 0);
}

struct tcn_feed_looks *
tcn_feed_looks_new(struct event_base *base)
{
	struct tcn_feed_looks *looks = tcn_mem_calloc(1, sizeof *looks);

	for (size_t i = 0; i < TCN_FEED_LOOKS_MAX; i++) {
		looks->at[i].step = evtimer_new(base, on_step, &looks->at[i]);
		if (!looks->at[i].step)
			tcn_mem_end();
	}
	return looks;
}

void
tcn_feed_looks_free(struct tcn_feed_looks *looks)
{
	if (!looks)
		return;
	for (size_t i = 0; i < TCN_FEED_LOOKS_MAX; i++) {
		struct one *one = &looks->at[i];

		if (one->look)
			tcn_http_call_error(one->call, 503,
			    "the daemon is about to end: send this again");
		tcn_look_close(one->look);
		if (one->step)
			event_free(one->step);
	}
	tcn_mem_free(looks);
}

void
tcn_feed_looks_call(struct tcn_feed_looks *looks,
    const struct tcn_fetch_conf *conf, const char *url,
    struct tcn_http_call *call)
{
	struct one *one = looks->at;

	while (one < looks->at + TCN_FEED_LOOKS_MAX && one->look)
		one++;
	if (one == looks->at + TCN_FEED_LOOKS_MAX) {
		tcn_http_call_set_header(call, "Retry-After", "5");
		tcn_http_call_error(call, 429,
		    "too many addresses are looked at: send this again");
		return;
	}
	one->look = tcn_look_open(conf, url, tcn_now_wall_ms());
	one->call = call;
	step_in(one, 0);
}
