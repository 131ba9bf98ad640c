/*
 * tools/serve/live/minutes.h - what a daemon did and held in each of its last
 * minutes, for charts of an hour, a day and a week.
 *
 * Once a minute the counters are read and what they grew by is kept, in a ring
 * of 10,080 samples: in memory only, so it begins anew with the daemon. Who
 * wants more has /metrics and a program that collects it. How long senders
 * waited for their answer is counted in buckets that double, so that a
 * percentile costs nothing and is right within a factor of two.
 *
 * One loop, one thread. Memory: 1 MiB.
 */
#ifndef TCN_TOOLS_SERVE_LIVE_MINUTES_H
#define TCN_TOOLS_SERVE_LIVE_MINUTES_H

#include <stddef.h>
#include <stdint.h>

#include "engine/base/rc.h"

#define TCN_MINUTES_MAX (7 * 24 * 60)

/* Why something was not taken, or counted for less. */
enum tcn_minutes_refused {
	TCN_MINUTES_UNREADABLE,
	TCN_MINUTES_KNOWN, /* it had come before */
	TCN_MINUTES_PUT_OFF, /* a request, as too many waited */
	TCN_MINUTES_ADDRESS, /* which was no link */
	TCN_MINUTES_LATE, /* too old to count with what is new */
	TCN_MINUTES_FUTURE, /* dated ahead of the stream */
	TCN_MINUTES_REFUSED
};

struct tcn_minutes_sample {
	int64_t at_ms; /* its end, by the wall clock */
	uint64_t articles, events, sent; /* in this minute */
	uint64_t refused[TCN_MINUTES_REFUSED]; /* the same */
	uint64_t wait_ms; /* of 99 in 100 answers, at most; 0: there was none */
	uint64_t memory_bytes, listeners; /* at its end */
};

struct event_base;
struct tcn_minutes;

/* now: fills in the counters since the start, and what is held; at_ms and
 * wait_ms are not its business. */
struct tcn_minutes *tcn_minutes_new(struct event_base *base,
    void (*now)(void *ctx, struct tcn_minutes_sample *now), void *ctx);
void tcn_minutes_free(struct tcn_minutes *minutes); /* may be NULL */

/* Counts a sender that waited ms milliseconds for its answer. */
void tcn_minutes_waited(struct tcn_minutes *minutes, int64_t ms);

/* Ends a minute, at that time; the timer does so. For tests. */
void tcn_minutes_end(struct tcn_minutes *minutes, int64_t at_ms);

/*
 * Sums up `every` > 0 minutes each, the oldest first, so that the last one ends
 * with the last minute: counts are added, of the rest the largest counts.
 * Returns how many samples it wrote, the last ones, at most max.
 */
size_t tcn_minutes_read(const struct tcn_minutes *minutes, size_t every,
    size_t max, struct tcn_minutes_sample *samples);

#endif
