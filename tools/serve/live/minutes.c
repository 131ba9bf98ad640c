#include "tools/serve/live/minutes.h"

#include <assert.h>
#include <event2/event.h>

#include "engine/base/mem.h"
#include "tools/base/now.h"
#include "tools/base/timeval.h"

#define MINUTE_MS 60000
#define BUCKETS   32 /* bucket i: waits below 2^i ms */

struct tcn_minutes {
	void (*now)(void *ctx, struct tcn_minutes_sample *now);
	void *ctx;
	struct event *timer;
	struct tcn_minutes_sample before; /* the counters at the last end */
	uint64_t waits[BUCKETS]; /* of this minute */
	size_t n; /* samples that are kept */
	size_t next; /* where the next one goes */
	struct tcn_minutes_sample ring[TCN_MINUTES_MAX];
};

void
tcn_minutes_waited(struct tcn_minutes *minutes, int64_t ms)
{
	size_t i = 0;

	while (i < BUCKETS - 1 && ms >= INT64_C(1) << i)
		i++;
	minutes->waits[i]++;
}

/* The upper end of the bucket in which 99 in 100 waits lie or below it. */
static uint64_t
wait_of_99(const struct tcn_minutes *minutes)
{
	uint64_t n = 0, seen = 0;
	size_t i = 0;

	for (size_t b = 0; b < BUCKETS; b++)
		n += minutes->waits[b];
	if (!n)
		return 0;
	while (i < BUCKETS && (seen += minutes->waits[i]) * 100 < n * 99)
		i++;
	return UINT64_C(1) << i;
}

void
tcn_minutes_end(struct tcn_minutes *minutes, int64_t at_ms)
{
	struct tcn_minutes_sample now = { 0 };
	struct tcn_minutes_sample *to = &minutes->ring[minutes->next];

	minutes->now(minutes->ctx, &now);
	*to = now;
	to->at_ms = at_ms;
	to->articles -= minutes->before.articles;
	to->events -= minutes->before.events;
	to->sent -= minutes->before.sent;
	for (int i = 0; i < TCN_MINUTES_REFUSED; i++)
		to->refused[i] -= minutes->before.refused[i];
	/* A receiver that is gone takes its count with it. */
	if (now.sent < minutes->before.sent)
		to->sent = 0;
	to->wait_ms = wait_of_99(minutes);
	minutes->before = now;
	for (size_t i = 0; i < BUCKETS; i++)
		minutes->waits[i] = 0;
	minutes->next = (minutes->next + 1) % TCN_MINUTES_MAX;
	if (minutes->n < TCN_MINUTES_MAX)
		minutes->n++;
}

static void
on_timer(evutil_socket_t fd, short what, void *of)
{
	(void)fd, (void)what;
	tcn_minutes_end(of, tcn_now_wall_ms());
}

struct tcn_minutes *
tcn_minutes_new(struct event_base *base,
    void (*now)(void *ctx, struct tcn_minutes_sample *now), void *ctx)
{
	struct tcn_minutes *minutes = tcn_mem_calloc(1, sizeof *minutes);
	const struct timeval every = tcn_timeval(MINUTE_MS);

	minutes->now = now;
	minutes->ctx = ctx;
	minutes->timer = event_new(base, -1, EV_PERSIST, on_timer, minutes);
	if (!minutes->timer || event_add(minutes->timer, &every) != 0)
		tcn_mem_end();
	now(ctx, &minutes->before);
	return minutes;
}

void
tcn_minutes_free(struct tcn_minutes *minutes)
{
	if (!minutes)
		return;
	if (minutes->timer)
		event_free(minutes->timer);
	tcn_mem_free(minutes);
}

static uint64_t
larger(uint64_t a, uint64_t b)
{
	return a > b ? a : b;
}

size_t
tcn_minutes_read(const struct tcn_minutes *minutes, size_t every, size_t max,
    struct tcn_minutes_sample *samples)
{
	size_t n = 0, oldest = minutes->next + TCN_MINUTES_MAX - minutes->n;
	size_t first;

	assert(every > 0);
	first = minutes->n / every < max ? 0 : minutes->n - every * max;
	for (size_t i = first; i < minutes->n; i++) {
		const struct tcn_minutes_sample *from =
		    &minutes->ring[(oldest + i) % TCN_MINUTES_MAX];
		struct tcn_minutes_sample *to;

		/* The first may be of fewer, so that the last is whole. */
		if (i == first || (minutes->n - i) % every == 0)
			samples[n++] = (struct tcn_minutes_sample){ 0 };
		to = &samples[n - 1];
		to->at_ms = from->at_ms;
		to->articles += from->articles;
		to->events += from->events;
		to->sent += from->sent;
		for (int k = 0; k < TCN_MINUTES_REFUSED; k++)
			to->refused[k] += from->refused[k];
		to->wait_ms = larger(to->wait_ms, from->wait_ms);
		to->memory_bytes = larger(to->memory_bytes, from->memory_bytes);
		to->listeners = larger(to->listeners, from->listeners);
	}
	return n;
}
