#include "tests/base/run.h"

#include <string.h>

#include "engine/item/record.h"
#include "tests/base/random.h"
#include "tools/intake/kafka/log_merge.h"

#define PARTS    4
#define MESSAGES 200
#define LATE_MS  10
#define HOLD_MS  1000

/* A partition: its messages, by the time at which they are in the log, or by
 * their keys. */
struct part {
	int64_t ts_ms[MESSAGES];
	size_t n, arrived, taken;
};

static struct tcn_log_head heads[PARTS];

static struct tcn_log_merge
merge_of(size_t n)
{
	memset(heads, 0, sizeof heads);
	return (struct tcn_log_merge){
		.heads = heads,
		.n = n,
		.lateness_ms = LATE_MS,
		.hold_ms = HOLD_MS,
		.held_ms = -1,
	};
}

/* Shows the next of what has arrived by now_ms; of none, the brokers have just
 * said that nothing is left. */
static void
show(struct tcn_log_head *head, const struct part *part, int64_t now_ms)
{
	int64_t ts_ms = part->ts_ms[part->taken];

	head->waits = part->taken < part->n && ts_ms <= now_ms;
	head->ts_ms = head->came_ms = head->key_ms = ts_ms;
	head->idle_ms = now_ms;
}

/* Reads all there is from now_ms on; the order, as partition numbers. */
static size_t
read_log(struct part *parts, int64_t now_ms, int64_t step_ms, int *order)
{
	struct tcn_log_merge merge = merge_of(PARTS);
	size_t n = 0, all = 0;

	for (size_t i = 0; i < PARTS; i++) {
		parts[i].taken = 0;
		all += parts[i].n;
	}
	while (n < all) {
		size_t i;

		for (i = 0; i < PARTS; i++)
			show(&heads[i], &parts[i], now_ms);
		i = tcn_log_merge_next(&merge, now_ms, now_ms);
		if (i == TCN_LOG_MERGE_NONE) {
			now_ms += step_ms;
			continue;
		}
		ck_assert(heads[i].waits);
		parts[i].taken++;
		order[n++] = (int)i;
	}
	return n;
}

/* Whoever follows the log as it grows reads what one reads who comes later. */
START_TEST(the_order_is_that_of_the_log)
{
	uint64_t state = (uint64_t)_i + 1;
	struct part parts[PARTS] = { 0 };
	int live[PARTS * MESSAGES], later[PARTS * MESSAGES];
	size_t n;

	for (size_t i = 0; i < PARTS; i++) {
		int64_t ts_ms = 1;

		parts[i].n = random_below(&state, MESSAGES);
		for (size_t k = 0; k < parts[i].n; k++) {
			ts_ms +=
			    (int64_t)random_below(&state, k % 17 ? 5 : 200);
			parts[i].ts_ms[k] = ts_ms;
		}
	}
	n = read_log(parts, 0, 1, live);
	ck_assert_uint_eq(read_log(parts, 1000000, 1, later), n);
	for (size_t i = 0; i < n; i++)
		ck_assert_int_eq(live[i], later[i]);
}
END_TEST

/* Messages of a log that was filled at once arrive, of one partition. */
static void
arrive(uint64_t *state, struct part *parts)
{
	struct part *part = &parts[random_below(state, PARTS)];
	size_t left = part->n - part->arrived;

	part->arrived += random_below(state, left < 9 ? (uint32_t)left + 1 : 9);
}

/* A partition of which all has arrived is idle, however early that is. */
static size_t
read_as_it_arrives(uint64_t *state, struct part *parts, int *order)
{
	struct tcn_log_merge merge = merge_of(PARTS);
	size_t n = 0, i;

	for (i = 0; i < PARTS; i++)
		parts[i].arrived = parts[i].taken = 0;
	for (;;) {
		bool all = true;

		for (i = 0; i < PARTS; i++) {
			const struct part *part = &parts[i];
			bool waits = part->taken < part->arrived;

			heads[i].waits = waits;
			heads[i].key_ms = waits ? part->ts_ms[part->taken] : 0;
			heads[i].idle_ms =
			    part->arrived == part->n ? 0 : INT64_MIN;
			all &= part->taken == part->n;
		}
		if (all)
			return n;
		i = tcn_log_merge_next(&merge, LATE_MS, 0);
		if (i == TCN_LOG_MERGE_NONE) {
			arrive(state, parts);
			continue;
		}
		parts[i].taken++;
		order[n++] = (int)i;
	}
}

/* The least by key, then by partition, then by place: without a merge. */
static size_t
sort_log(const struct part *parts, int *order)
{
	size_t taken[PARTS] = { 0 }, n = 0, all = 0;

	for (size_t i = 0; i < PARTS; i++)
		all += parts[i].n;
	for (int64_t ts_ms = 0; n < all; ts_ms++)
		for (size_t i = 0; i < PARTS; i++)
			while (taken[i] < parts[i].n &&
			    parts[i].ts_ms[taken[i]] == ts_ms) {
				taken[i]++;
				order[n++] = (int)i;
			}
	return n;
}

START_TEST(a_backlog_is_in_the_order_of_dates_however_it_arrives)
{
	uint64_t state = (uint64_t)_i + 1;
	struct part parts[PARTS] = { 0 };
	int sorted[PARTS * MESSAGES], merged[PARTS * MESSAGES];
	size_t n;

	for (size_t i = 0; i < PARTS; i++) {
		int64_t watermark_ms = TCN_UNDATED, ts_ms = 100;
		struct part *part = &parts[i];

		part->n = random_below(&state, MESSAGES);
		for (size_t k = 0; k < part->n; k++) {
			ts_ms += (int64_t)random_below(&state, 20);
			part->ts_ms[k] =
			    ts_ms - (int64_t)random_below(&state, 50);
		}
		for (size_t k = 0; k < part->n; k++)
			watermark_ms = part->ts_ms[k] =
			    tcn_log_merge_key(part->ts_ms + k, part->n - k,
				watermark_ms);
	}
	n = sort_log(parts, sorted);
	for (int round = 0; round < 5; round++) {
		ck_assert_uint_eq(read_as_it_arrives(&state, parts, merged), n);
		ck_assert_mem_eq(merged, sorted, n * sizeof *sorted);
	}
}
END_TEST

/* Partition 0 has a message that came at 100, the other has none. */
static struct tcn_log_merge
one_waits(int64_t idle_ms)
{
	struct tcn_log_merge merge = merge_of(2);

	heads[0] = (struct tcn_log_head){
		.waits = true, .ts_ms = 100, .came_ms = 100, .key_ms = 7
	};
	heads[1].idle_ms = idle_ms;
	merge.took_ms = 100;
	return merge;
}

static bool
goes(struct tcn_log_merge *merge, int64_t now_ms)
{
	return tcn_log_merge_next(merge, now_ms, now_ms) == 0;
}

START_TEST(an_idle_partition_is_not_waited_for)
{
	struct tcn_log_merge merge = one_waits(100);

	ck_assert(!goes(&merge, 100 + LATE_MS - 1)); /* an equal may come */
	ck_assert(goes(&merge, 100 + LATE_MS));
	merge = one_waits(99); /* before the message came: not known */
	ck_assert(!goes(&merge, 100 + LATE_MS));
	merge = one_waits(100);
	heads[0].came_ms = 0; /* by a clock that is ahead: no longer */
	ck_assert_uint_eq(tcn_log_merge_next(&merge, -5000, LATE_MS), 0);
	merge = one_waits(INT64_MIN);
	merge.n = 1; /* alone */
	ck_assert(goes(&merge, 100));
}
END_TEST

START_TEST(a_hold_ends)
{
	struct tcn_log_merge merge = one_waits(INT64_MIN);

	ck_assert(!goes(&merge, 200));
	ck_assert(!goes(&merge, 200 + HOLD_MS - 1));
	ck_assert(!heads[1].stalled);
	ck_assert(goes(&merge, 200 + HOLD_MS));
	ck_assert(heads[1].stalled);
	ck_assert_uint_eq(merge.stalled, 1);
	ck_assert(goes(&merge, 201 + HOLD_MS)); /* the next waits no more */
	heads[1].waits = true; /* it has come */
	heads[1].key_ms = 8;
	ck_assert(goes(&merge, 202 + HOLD_MS));
	heads[1].waits = false; /* and is waited for again */
	ck_assert(!goes(&merge, 300 + HOLD_MS));
	ck_assert_uint_eq(merge.stalled, 1);
}
END_TEST

/* When all workers were away, the first that comes back holds for the rest. */
START_TEST(a_stall_is_forgotten_when_all_stood_still)
{
	struct tcn_log_merge merge = one_waits(INT64_MIN);

	ck_assert(!goes(&merge, 200));
	ck_assert(goes(&merge, 200 + HOLD_MS));
	heads[0].waits = false;
	ck_assert(!goes(&merge, 200 + 3 * HOLD_MS));
	heads[0].waits = true;
	heads[0].came_ms = 200 + 3 * HOLD_MS;
	ck_assert(!goes(&merge, 250 + 3 * HOLD_MS));
	ck_assert(!heads[1].stalled);
}
END_TEST

#define NONE TCN_UNDATED

static const struct {
	int64_t dates[6], keys[6];
} dated[] = {
	{ { 1, 2, 3, 4, 5, 6 }, { 1, 2, 3, 4, 5, 6 } },
	{ { 5, 3, 6, 7, 8, 9 }, { 5, 5, 6, 7, 8, 9 } }, /* an old one */
	{ { 1, 90, 3, 4, 5, 6 }, { 1, 4, 4, 4, 5, 6 } }, /* one far ahead */
	{ { NONE, 2, NONE, 4, 5, 6 }, { NONE, 2, 2, 4, 5, 6 } },
	{ { 1, 2, 3, 4, 5, 90 }, { 1, 2, 3, 4, 5, 90 } }, /* the last */
	{ { 1, 90, 91, 92, 93, 94 }, { 1, 90, 91, 92, 93, 94 } }, /* a gap */
};

START_TEST(keys_are_the_watermark_of_dates_that_are_borne_out)
{
	const int64_t *dates = dated[_i].dates;
	int64_t watermark_ms = TCN_UNDATED;

	for (size_t k = 0; k < 6; k++) {
		watermark_ms =
		    tcn_log_merge_key(dates + k, 6 - k, watermark_ms);
		ck_assert_int_eq(watermark_ms, dated[_i].keys[k]);
	}
}
END_TEST

TCN_TESTS(log_merge)
{
	TCN_EACH(keys_are_the_watermark_of_dates_that_are_borne_out, dated);
	tcase_add_loop_test(tc,
	    a_backlog_is_in_the_order_of_dates_however_it_arrives, 0, 100);
	tcase_add_loop_test(tc, the_order_is_that_of_the_log, 0, 200);
	tcase_add_test(tc, an_idle_partition_is_not_waited_for);
	tcase_add_test(tc, a_hold_ends);
	tcase_add_test(tc, a_stall_is_forgotten_when_all_stood_still);
}
