/*
 * tools/feeds/feed_schedule.h - when a feed is fetched again.
 *
 * A feed that brings news is fetched sooner next time, one that brings none
 * later, between two bounds; what the feed itself or its server asks for is
 * kept to, up to the upper bound. A fetch that fails is tried again after the
 * lower bound, then twice that, and so on up to a day. Each feed's times are
 * moved by a few percent that its address decides, so that feeds added
 * together do not stay together. No clock is read here.
 */
#ifndef TCN_TOOLS_FEEDS_FEED_SCHEDULE_H
#define TCN_TOOLS_FEEDS_FEED_SCHEDULE_H

#include <stdint.h>

#include "sql/store_feeds.h"

struct tcn_feed_schedule {
	int64_t least_ms, most_ms; /* bounds of the interval */
};

/* A feed as it is first noted: due at once. */
void tcn_feed_schedule_first(const struct tcn_feed_schedule *schedule,
    int64_t now_ms, struct tcn_store_feed_row *feed);

/* It was fetched, with that many new entries; requested_ms: see above, or 0. */
void tcn_feed_schedule_success(const struct tcn_feed_schedule *schedule,
    int64_t now_ms, uint64_t fresh, int64_t requested_ms,
    struct tcn_store_feed_row *feed);

/* It could not be fetched or read. retry_ms: what its server said, or 0. */
void tcn_feed_schedule_failure(const struct tcn_feed_schedule *schedule,
    int64_t now_ms, int64_t retry_ms, struct tcn_store_feed_row *feed);

#endif
