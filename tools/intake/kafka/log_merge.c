#include "tools/intake/kafka/log_merge.h"

#include <assert.h>

#include "engine/item/record.h"

static bool
is_before(const struct tcn_log_head *a, const struct tcn_log_head *b)
{
	return a->key_ms != b->key_ms ? a->key_ms < b->key_ms
				      : a->ts_ms < b->ts_ms;
}

/* The message of the least key; partitions that have one are not stalled. */
static size_t
find_oldest(struct tcn_log_merge *merge, bool *silent)
{
	struct tcn_log_head *heads = merge->heads;
	size_t oldest = TCN_LOG_MERGE_NONE;

	*silent = false;
	for (size_t i = 0; i < merge->n; i++) {
		*silent |= !heads[i].waits;
		if (!heads[i].waits)
			continue;
		heads[i].stalled = false;
		if (oldest == TCN_LOG_MERGE_NONE ||
		    is_before(&heads[i], &heads[oldest]))
			oldest = i;
	}
	return oldest;
}

static bool
is_held_for(const struct tcn_log_head *head, int64_t came_ms)
{
	return !head->waits && !head->stalled && head->idle_ms < came_ms;
}

/* Whether the message that came then waits for a partition still. */
static bool
is_held(struct tcn_log_merge *merge, int64_t came_ms, int64_t now_ms)
{
	bool held = false;

	for (size_t i = 0; !held && i < merge->n; i++)
		held = is_held_for(&merge->heads[i], came_ms);
	if (!held)
		return false;
	if (merge->held_ms < 0)
		merge->held_ms = now_ms;
	if (now_ms - merge->held_ms < merge->hold_ms)
		return true;
	for (size_t i = 0; i < merge->n; i++) {
		struct tcn_log_head *head = &merge->heads[i];

		if (is_held_for(head, came_ms)) {
			head->stalled = true;
			merge->stalled++;
		}
	}
	return false;
}

size_t
tcn_log_merge_next(struct tcn_log_merge *merge, int64_t wall_ms, int64_t now_ms)
{
	const struct tcn_log_head *head;
	bool silent;
	size_t oldest;

	if (merge->held_ms < 0 && now_ms - merge->took_ms >= merge->hold_ms)
		for (size_t i = 0; i < merge->n; i++)
			merge->heads[i].stalled = false;
	oldest = find_oldest(merge, &silent);
	if (oldest == TCN_LOG_MERGE_NONE) {
		merge->held_ms = -1;
		return oldest;
	}
	head = &merge->heads[oldest];
	if (is_held(merge, head->came_ms, now_ms))
		return TCN_LOG_MERGE_NONE;
	if (silent && now_ms - head->came_ms < merge->lateness_ms &&
	    wall_ms - head->ts_ms < merge->lateness_ms)
		return TCN_LOG_MERGE_NONE;
	merge->took_ms = now_ms;
	merge->held_ms = -1;
	return oldest;
}

int64_t
tcn_log_merge_key(const int64_t *dates_ms, size_t n, int64_t watermark_ms)
{
	int64_t date_ms = dates_ms[0], newer;

	assert(n > 0);
	if (n > TCN_LOG_MERGE_AHEAD && dates_ms[1] != TCN_UNDATED &&
	    dates_ms[2] != TCN_UNDATED) {
		newer = dates_ms[1] > dates_ms[2] ? dates_ms[1] : dates_ms[2];
		date_ms = newer < date_ms ? newer : date_ms;
	}
	/* TCN_UNDATED is less than all. */
	return date_ms > watermark_ms ? date_ms : watermark_ms;
}
