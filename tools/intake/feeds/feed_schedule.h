/*
 * tools/intake/feeds/feed_schedule.h - decides when a feed is fetched again.
 *
 * Adaptive polling: the interval is halved after a fetch with new entries and
 * grows by half after one without, between two bounds. An interval that the
 * feed or its server asks for is respected, up to the upper bound. After
 * failures the wait backs off exponentially: the lower bound, then twice that,
 * and so on up to a day. Jitter of up to 1/16, which the feed's address
 * determines, spreads feeds that were added together. No clock is read here.
 */
#ifndef TCN_TOOLS_INTAKE_FEEDS_FEED_SCHEDULE_H
#define TCN_TOOLS_INTAKE_FEEDS_FEED_SCHEDULE_H

#include <stdint.h>

#include "sql/store_feeds.h"

struct tcn_feed_schedule {
	int64_t least_ms, most_ms; /* bounds of the interval */
};

/* Initializes the times of a new feed, which is due at once. */
void tcn_feed_schedule_first(const struct tcn_feed_schedule *schedule,
    int64_t now_ms, struct tcn_store_feed_row *feed);

/* Sets when the feed is due after a fetch with so many fresh entries.
 * requested_ms: the interval that was asked for, or 0. */
void tcn_feed_schedule_success(const struct tcn_feed_schedule *schedule,
    int64_t now_ms, uint64_t fresh, int64_t requested_ms,
    struct tcn_store_feed_row *feed);

/* Sets when it is due after a fetch that failed. retry_ms: the wait that its
 * server asked for, or 0. */
void tcn_feed_schedule_failure(const struct tcn_feed_schedule *schedule,
    int64_t now_ms, int64_t retry_ms, struct tcn_store_feed_row *feed);

#endif
