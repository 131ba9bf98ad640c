#include "tests/base/run.h"

#include "tests/base/random.h"
#include "tools/intake/kafka/log_merge.h"

#define PARTS    4
#define MESSAGES 200
#define LATE_MS  10

/* A partition: its messages, by the time at which they are there. */
struct part {
	int64_t ts_ms[MESSAGES];
	size_t n, taken;
};

static struct tcn_log_head
head_of(const struct part *part, int64_t now_ms)
{
	bool waits =
	    part->taken < part->n && part->ts_ms[part->taken] <= now_ms;

	return (struct tcn_log_head){
		.waits = waits,
		.at_end = true,
		.ts_ms = waits ? part->ts_ms[part->taken] : 0,
	};
}

/* Reads all there is from now_ms on; the order, as partition numbers. */
static size_t
read_log(struct part *parts, int64_t now_ms, int64_t step_ms, int *order)
{
	struct tcn_log_head heads[PARTS];
	size_t n = 0, all = 0;

	for (size_t i = 0; i < PARTS; i++) {
		parts[i].taken = 0;
		all += parts[i].n;
	}
	while (n < all) {
		size_t i;

		for (i = 0; i < PARTS; i++)
			heads[i] = head_of(&parts[i], now_ms);
		i = tcn_log_merge_next(heads, PARTS, now_ms, LATE_MS);
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

START_TEST(nothing_is_taken_before_a_partition_that_was_not_read)
{
	const struct tcn_log_head heads[] = { { true, false, 5 },
		{ false, false, 0 } };
	const struct tcn_log_head ended[] = { { true, false, 5 },
		{ false, true, 0 } };

	ck_assert(tcn_log_merge_next(heads, 2, 1000, LATE_MS) ==
	    TCN_LOG_MERGE_NONE);
	ck_assert(tcn_log_merge_next(ended, 2, 14, LATE_MS) ==
	    TCN_LOG_MERGE_NONE);
	ck_assert_uint_eq(tcn_log_merge_next(ended, 2, 15, LATE_MS), 0);
	ck_assert_uint_eq(tcn_log_merge_next(heads, 1, 0, LATE_MS), 0);
}
END_TEST

TCN_TESTS(log_merge)
{
	tcase_add_loop_test(tc, the_order_is_that_of_the_log, 0, 200);
	tcase_add_test(tc,
	    nothing_is_taken_before_a_partition_that_was_not_read);
}
