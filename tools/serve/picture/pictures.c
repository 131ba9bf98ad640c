#include "tools/serve/picture/pictures.h"

#include <limits.h>
#include <stdio.h>
#include <unistd.h>

#include "engine/base/buf.h"
#include "engine/base/duration.h"
#include "engine/base/mem.h"
#include "tools/base/child.h"
#include "tools/base/log.h"
#include "tools/base/now.h"
#include "tools/base/picture_program.h"
#include "tools/base/timeval.h"
#include "tools/serve/deliver/spawn.h"
#include "tools/serve/picture/picture_cache.h"
#include "tools/serve/picture/picture_look.h"
#include "tools/serve/picture/picture_size.h"

#define STEP_MS     20 /* between two looks at the fetches */
#define FETCH_MS    10000 /* at most, as is the next */
#define IDLE_MS     5000
#define SCALE_MS    10000
#define SCALES_MAX  2 /* programs at once */
#define WAITERS_MAX 32 /* for one picture */
#define KEEP_MS     (24 * TCN_HOUR_MS) /* a picture */
#define AGAIN_MS    (10 * TCN_MINUTE_MS) /* what may go well another time */
#define REFUSED_MS  (6 * TCN_HOUR_MS) /* what will not */

enum stage {
	FREE,
	FETCHING,
	FETCHED, /* waits for a program to be done with another */
	SCALING,
};

/* A picture under way. */
struct one {
	struct tcn_pictures *of;
	enum stage stage;
	struct tcn_buf url; /* with a NUL behind it */
	struct tcn_buf body; /* as it was fetched */
	int out; /* the file that the program writes, or -1 */
	struct tcn_http_call *waiters[WAITERS_MAX];
	size_t waiters_n;
};

struct tcn_pictures {
	struct tcn_pictures_conf conf;
	char program[PATH_MAX];
	const char *command[2]; /* the program, and an end */
	bool has_program;
	struct event_base *base;
	struct event *step;
	struct tcn_fetch *fetch; /* NULL: nothing was asked for yet */
	struct tcn_spawn *spawn; /* NULL: the same */
	struct tcn_picture_cache *cache;
	struct tcn_pictures_counts counts;
	struct one at[TCN_PICTURES_MAX];
};

/* --- answers --- */

static void
reply(struct tcn_http_call *call, const struct tcn_picture *picture)
{
	if (!picture->bytes.n) {
		tcn_http_call_set_header(call, "Cache-Control",
		    "private, max-age=600");
		tcn_http_call_error(call, 404, "there is no picture: %s",
		    picture->why);
		return;
	}
	tcn_http_call_set_header(call, "Cache-Control",
	    "private, max-age=86400");
	tcn_http_call_reply(call, 200, "image/jpeg", &picture->bytes);
}

static void
come_again(struct tcn_http_call *call)
{
	tcn_http_call_set_header(call, "Retry-After", "5");
	tcn_http_call_error(call, 503,
	    "too many pictures are fetched, or the settings have changed: send "
	    "this again");
}

static void
clear(struct one *one)
{
	tcn_buf_fini(&one->url);
	tcn_buf_fini(&one->body);
	if (one->out >= 0)
		close(one->out);
	*one = (struct one){ .of = one->of, .out = -1 };
}

/* Ends the work on a picture: it is kept, and who waits gets it. */
static void
settle(struct one *one, struct tcn_picture *picture)
{
	struct tcn_pictures *p = one->of;
	struct tcn_log log;

	for (size_t i = 0; i < one->waiters_n; i++)
		reply(one->waiters[i], picture);
	if (!picture->bytes.n) {
		p->counts.failed++;
		tcn_log_begin(&log, TCN_LOG_DEBUG, "picture");
		tcn_log_str(&log, "url", tcn_str(one->url.at));
		tcn_log_str(&log, "why", tcn_str(picture->why));
		tcn_log_end(&log);
	}
	tcn_picture_cache_put(p->cache, tcn_str(one->url.at), *picture);
	clear(one);
}

static void
fail(struct one *one, const char *why, int64_t for_ms)
{
	struct tcn_picture none = { .why = why,
		.until_ms = tcn_now_monotonic_ms() + for_ms };

	settle(one, &none);
}

/* --- making it small --- */

static void scale_some(struct tcn_pictures *p);

/* Reads what the program wrote; false: it is no picture of the size that was
 * asked for. */
static bool
read_scaled(const struct one *one, struct tcn_buf *jpeg)
{
	size_t n = TCN_PICTURE_SCALED_MAX + 1;
	struct tcn_picture_look look;
	char *bytes = tcn_mem_alloc(n);
	ssize_t got = pread(one->out, bytes, n, 0);

	if (got > 0 && (size_t)got < n)
		tcn_buf_add(jpeg, bytes, (size_t)got);
	tcn_mem_free(bytes);
	look = tcn_picture_look(tcn_buf_view(jpeg));
	return look.format == TCN_PICTURE_JPEG && look.width > 0 &&
	    look.height > 0 && look.width <= TCN_PICTURE_SIDE &&
	    look.height <= TCN_PICTURE_SIDE;
}

static void
on_scaled(void *ctx, int status, const char *error)
{
	struct one *one = ctx;
	struct tcn_pictures *p = one->of;
	struct tcn_picture made = { .until_ms =
					tcn_now_monotonic_ms() + KEEP_MS };

	(void)status;
	if (!error && read_scaled(one, &made.bytes)) {
		settle(one, &made);
	} else {
		tcn_buf_fini(&made.bytes);
		fail(one, "it cannot be decoded", REFUSED_MS);
	}
	scale_some(p);
}

static bool
begin_scale(struct one *one)
{
	struct tcn_pictures *p = one->of;
	const struct tcn_spawn_job job = {
		.command = p->command,
		.input = tcn_buf_view(&one->body),
		.output = one->out,
		.timeout_ms = SCALE_MS,
		.alone = true,
		.done = on_scaled,
		.ctx = one,
	};

	if (one->out < 0 || tcn_spawn_run(p->spawn, &job))
		return false;
	one->stage = SCALING;
	return true;
}

static size_t
count_stage(const struct tcn_pictures *p, enum stage stage)
{
	size_t n = 0;

	for (size_t i = 0; i < TCN_PICTURES_MAX; i++)
		n += p->at[i].stage == stage;
	return n;
}

static void
scale_some(struct tcn_pictures *p)
{
	for (size_t i = 0; i < TCN_PICTURES_MAX; i++) {
		struct one *one = &p->at[i];

		if (one->stage != FETCHED ||
		    count_stage(p, SCALING) >= SCALES_MAX)
			continue;
		one->out = tcn_child_file("picture", (struct tcn_str){ 0 });
		if (!begin_scale(one))
			fail(one, "its program cannot be started", AGAIN_MS);
	}
}

/* --- fetching --- */

static void
take_fetched(struct one *one, const struct tcn_fetch_result *fetched)
{
	struct tcn_picture_look look = tcn_picture_look(fetched->body);

	one->of->counts.fetched++;
	if (fetched->error || !fetched->body.n) {
		fail(one, "its host gave none", AGAIN_MS);
	} else if (look.format == TCN_PICTURE_NONE) {
		fail(one, "it is no JPEG, PNG, GIF or WebP", REFUSED_MS);
	} else if (!tcn_picture_may_be_decoded(&look)) {
		fail(one, "it is too small or too large", REFUSED_MS);
	} else {
		tcn_buf_str(&one->body, fetched->body);
		one->stage = FETCHED;
	}
}

static void
on_step(evutil_socket_t fd, short what, void *of)
{
	struct tcn_pictures *p = of;
	struct tcn_fetch_result fetched;
	struct timeval in = tcn_timeval(STEP_MS);
	enum tcn_rc rc;

	(void)fd, (void)what;
	while ((rc = tcn_fetch_next(p->fetch, 0, &fetched)) == TCN_OK)
		take_fetched(fetched.ctx, &fetched);
	scale_some(p);
	if (rc == TCN_LIMIT)
		evtimer_add(p->step, &in);
}

static void
begin(struct one *one, struct tcn_str url, struct tcn_http_call *call)
{
	struct tcn_pictures *p = one->of;
	struct timeval at_once = { 0 };
	struct tcn_fetch_job job = { .ctx = one };

	one->stage = FETCHING;
	one->waiters[one->waiters_n++] = call;
	tcn_buf_str(&one->url, url);
	tcn_buf_z(&one->url, "");
	job.url = one->url.at;
	if (!p->fetch) {
		struct tcn_fetch_conf conf = p->conf.fetch;

		conf.timeout_ms =
		    conf.timeout_ms < FETCH_MS ? conf.timeout_ms : FETCH_MS;
		conf.idle_ms = conf.idle_ms < IDLE_MS ? conf.idle_ms : IDLE_MS;
		conf.bytes_max = TCN_PICTURE_BYTES_MAX;
		conf.redirects_max = 3;
		conf.parallel = 4;
		conf.per_host = 2;
		p->fetch = tcn_fetch_new(&conf);
		p->spawn = tcn_spawn_new(p->base);
	}
	tcn_fetch_add(p->fetch, &job);
	evtimer_add(p->step, &at_once);
}

/* --- the whole --- */

static void
find_program(struct tcn_pictures *p)
{
	p->has_program = true;
	if (p->conf.program)
		snprintf(p->program, sizeof p->program, "%s", p->conf.program);
	else
		p->has_program = tcn_picture_program(p->program);
}

struct tcn_pictures *
tcn_pictures_new(struct event_base *base, const struct tcn_pictures_conf *conf)
{
	struct tcn_pictures *p = tcn_mem_calloc(1, sizeof *p);

	p->conf = *conf;
	p->command[0] = p->program;
	p->base = base;
	p->cache = tcn_picture_cache_new(conf->cache_bytes);
	for (size_t i = 0; i < TCN_PICTURES_MAX; i++)
		p->at[i] = (struct one){ .of = p, .out = -1 };
	p->step = evtimer_new(base, on_step, p);
	if (!p->step)
		tcn_mem_end();
	find_program(p);
	return p;
}

static void
end_all(struct tcn_pictures *p)
{
	evtimer_del(p->step);
	tcn_fetch_free(p->fetch);
	tcn_spawn_free(p->spawn);
	p->fetch = NULL;
	p->spawn = NULL;
	for (size_t i = 0; i < TCN_PICTURES_MAX; i++) {
		for (size_t k = 0; k < p->at[i].waiters_n; k++)
			come_again(p->at[i].waiters[k]);
		clear(&p->at[i]);
	}
}

void
tcn_pictures_free(struct tcn_pictures *p)
{
	if (!p)
		return;
	end_all(p);
	event_free(p->step);
	tcn_picture_cache_free(p->cache);
	tcn_mem_free(p);
}

void
tcn_pictures_reconfigure(struct tcn_pictures *p,
    const struct tcn_pictures_conf *conf)
{
	end_all(p);
	p->conf = *conf;
	tcn_picture_cache_limit(p->cache, conf->on ? conf->cache_bytes : 0);
	find_program(p);
}

bool
tcn_pictures_are_shown(const struct tcn_pictures *p)
{
	return p && p->conf.on && p->has_program;
}

struct tcn_pictures_counts
tcn_pictures_counts(const struct tcn_pictures *p)
{
	struct tcn_pictures_counts counts = p->counts;
	size_t n;

	counts.kept_bytes = tcn_picture_cache_bytes(p->cache, &n);
	return counts;
}

/* The work on that address, or a place for it; NULL: there is none. */
static struct one *
find_one(struct tcn_pictures *p, struct tcn_str url)
{
	struct one *free_one = NULL;

	for (size_t i = 0; i < TCN_PICTURES_MAX; i++) {
		struct one *one = &p->at[i];

		if (one->stage == FREE)
			free_one = one;
		else if (tcn_str_equal(tcn_str(one->url.at), url))
			return one;
	}
	return free_one;
}

void
tcn_pictures_call(struct tcn_pictures *p, struct tcn_str url,
    struct tcn_http_call *call)
{
	const struct tcn_picture *kept;
	struct one *one;

	if (!tcn_pictures_are_shown(p)) {
		tcn_http_call_error(call, 404,
		    "pictures are not shown here: web.images says whether they "
		    "are");
		return;
	}
	kept = tcn_picture_cache_find(p->cache, url, tcn_now_monotonic_ms());
	if (kept) {
		reply(call, kept);
		return;
	}
	one = find_one(p, url);
	if (!one || one->waiters_n == WAITERS_MAX)
		come_again(call);
	else if (one->stage == FREE)
		begin(one, url, call);
	else
		one->waiters[one->waiters_n++] = call;
}
