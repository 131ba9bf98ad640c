#include "tools/feeds/feed_plan.h"

#include <xxhash.h>

#define DAY_MS        ((int64_t)24 * 3600 * 1000)
#define DOUBLINGS_MAX 20 /* beyond it everything is over a day */
#define SPREAD        16 /* the address moves a time by up to 1/16 */

static int64_t
between(int64_t ms, int64_t least, int64_t most)
{
	return ms < least ? least : ms > most ? most : ms;
}

static int64_t
spread(const struct tcn_feed_row *feed, int64_t ms)
{
	uint64_t hash = XXH3_64bits(feed->url.at, feed->url.n);

	return ms + (int64_t)(hash % 1024) * ms / (1024 * SPREAD);
}

void
tcn_feed_plan_first(const struct tcn_feed_plan *plan, int64_t now_ms,
    struct tcn_feed_row *feed)
{
	feed->interval_ms = plan->least_ms;
	feed->due_ms = now_ms;
	feed->tried_ms = feed->succeeded_ms = TCN_UNDATED;
}

void
tcn_feed_plan_went_well(const struct tcn_feed_plan *plan, int64_t now_ms,
    uint64_t fresh, int64_t asked_ms, struct tcn_feed_row *feed)
{
	int64_t wait_ms;

	feed->interval_ms =
	    between(fresh ? feed->interval_ms / 2 : feed->interval_ms * 3 / 2,
		plan->least_ms, plan->most_ms);
	wait_ms = between(asked_ms, feed->interval_ms,
	    plan->most_ms > feed->interval_ms ? plan->most_ms
					      : feed->interval_ms);
	feed->due_ms = now_ms + spread(feed, wait_ms);
	feed->tried_ms = feed->succeeded_ms = now_ms;
	feed->failures = 0;
	feed->error = (struct tcn_str){ 0 };
}

void
tcn_feed_plan_failed(const struct tcn_feed_plan *plan, int64_t now_ms,
    int64_t retry_ms, struct tcn_feed_row *feed)
{
	uint32_t doublings =
	    feed->failures < DOUBLINGS_MAX ? feed->failures : DOUBLINGS_MAX;
	int64_t most_ms = plan->most_ms > DAY_MS ? plan->most_ms : DAY_MS;
	int64_t wait_ms =
	    between(plan->least_ms << doublings, plan->least_ms, most_ms);

	wait_ms = between(retry_ms, wait_ms, most_ms);
	feed->failures++;
	feed->due_ms = now_ms + spread(feed, wait_ms);
	feed->tried_ms = now_ms;
}
