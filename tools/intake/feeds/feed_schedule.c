#include "tools/intake/feeds/feed_schedule.h"

#include <assert.h>
#include <xxhash.h>

#include "engine/base/duration.h"

#define DOUBLINGS_MAX 20 /* of at least 10 s: more than a day */
#define JITTER        16 /* a wait grows by up to 1/16 */

static int64_t
clamp(int64_t ms, int64_t least, int64_t most)
{
	return ms < least ? least : ms > most ? most : ms;
}

static int64_t
jitter(const struct tcn_store_feed_row *feed, int64_t ms)
{
	uint64_t hash = XXH3_64bits(feed->url.at, feed->url.n);

	return ms + (int64_t)(hash % 1024) * ms / (1024 * JITTER);
}

void
tcn_feed_schedule_first(const struct tcn_feed_schedule *schedule,
    int64_t now_ms, struct tcn_store_feed_row *feed)
{
	feed->interval_ms = schedule->least_ms;
	feed->due_ms = now_ms;
	feed->tried_ms = feed->succeeded_ms = TCN_UNDATED;
}

void
tcn_feed_schedule_success(const struct tcn_feed_schedule *schedule,
    int64_t now_ms, uint64_t fresh, int64_t requested_ms,
    struct tcn_store_feed_row *feed)
{
	int64_t wait_ms;

	assert(schedule->least_ms <= schedule->most_ms);
	feed->interval_ms =
	    clamp(fresh ? feed->interval_ms / 2 : feed->interval_ms * 3 / 2,
		schedule->least_ms, schedule->most_ms);
	wait_ms = clamp(requested_ms, feed->interval_ms,
	    schedule->most_ms > feed->interval_ms ? schedule->most_ms
						  : feed->interval_ms);
	feed->due_ms = now_ms + jitter(feed, wait_ms);
	feed->tried_ms = feed->succeeded_ms = now_ms;
	feed->failures = 0;
	feed->error = (struct tcn_str){ 0 };
}

void
tcn_feed_schedule_failure(const struct tcn_feed_schedule *schedule,
    int64_t now_ms, int64_t retry_ms, struct tcn_store_feed_row *feed)
{
	uint32_t doublings =
	    feed->failures < DOUBLINGS_MAX ? feed->failures : DOUBLINGS_MAX;
	int64_t most_ms =
	    schedule->most_ms > TCN_DAY_MS ? schedule->most_ms : TCN_DAY_MS;
	int64_t wait_ms =
	    clamp(schedule->least_ms << doublings, schedule->least_ms, most_ms);

	wait_ms = clamp(retry_ms, wait_ms, most_ms);
	feed->failures++;
	feed->due_ms = now_ms + jitter(feed, wait_ms);
	feed->tried_ms = now_ms;
}
