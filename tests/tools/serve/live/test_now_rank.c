/*
 * The rank of open events: forty of them, each with the points that it gets.
 */
#include "tests/base/run.h"

#include <stdio.h>
#include <stdlib.h>

#include "tools/serve/live/now_row.h"

static const struct {
	enum tcn_severity severity;
	uint32_t texts, publishers;
	int64_t minutes;
	bool acknowledged;
	int points[TCN_NOW_PARTS], total;
} events[] = {
	{ TCN_SEVERITY_CRITICAL, 16, 16, 0, 0, { 40, 20, 16, 15, 0 }, 91 },
	{ TCN_SEVERITY_CRITICAL, 1, 92, 360, 0, { 40, 5, 20, 2, 0 }, 67 },
	{ TCN_SEVERITY_CRITICAL, 0, 1, 1440, 0, { 40, 0, 0, 0, 0 }, 40 },
	{ TCN_SEVERITY_CRITICAL, 2, 2, 5, 0, { 40, 8, 4, 15, 0 }, 67 },
	{ TCN_SEVERITY_HIGH, 16, 16, 0, 0, { 25, 20, 16, 15, 0 }, 76 },
	{ TCN_SEVERITY_HIGH, 1, 92, 360, 0, { 25, 5, 20, 2, 0 }, 52 },
	{ TCN_SEVERITY_HIGH, 0, 1, 1440, 0, { 25, 0, 0, 0, 0 }, 25 },
	{ TCN_SEVERITY_HIGH, 2, 2, 5, 0, { 25, 8, 4, 15, 0 }, 52 },
	{ TCN_SEVERITY_MEDIUM, 16, 16, 0, 0, { 14, 20, 16, 15, 0 }, 65 },
	{ TCN_SEVERITY_MEDIUM, 1, 92, 360, 0, { 14, 5, 20, 2, 0 }, 41 },
	{ TCN_SEVERITY_MEDIUM, 0, 1, 1440, 0, { 14, 0, 0, 0, 0 }, 14 },
	{ TCN_SEVERITY_MEDIUM, 2, 2, 5, 0, { 14, 8, 4, 15, 0 }, 41 },
	{ TCN_SEVERITY_LOW, 16, 16, 0, 0, { 6, 20, 16, 15, 0 }, 57 },
	{ TCN_SEVERITY_LOW, 1, 92, 360, 0, { 6, 5, 20, 2, 0 }, 33 },
	{ TCN_SEVERITY_LOW, 0, 1, 1440, 0, { 6, 0, 0, 0, 0 }, 6 },
	{ TCN_SEVERITY_LOW, 2, 2, 5, 0, { 6, 8, 4, 15, 0 }, 33 },
	{ TCN_SEVERITY_INFO, 16, 16, 0, 0, { 0, 20, 16, 15, 0 }, 51 },
	{ TCN_SEVERITY_INFO, 1, 92, 360, 0, { 0, 5, 20, 2, 0 }, 27 },
	{ TCN_SEVERITY_INFO, 0, 1, 1440, 0, { 0, 0, 0, 0, 0 }, 0 },
	{ TCN_SEVERITY_INFO, 2, 2, 5, 0, { 0, 8, 4, 15, 0 }, 27 },
	{ TCN_SEVERITY_CRITICAL, 7, 8, 29, 1, { 40, 15, 12, 13, 0 }, 80 },
	{ TCN_SEVERITY_CRITICAL, 7, 8, 30, 1, { 40, 15, 12, 13, -15 }, 65 },
	{ TCN_SEVERITY_HIGH, 7, 8, 29, 1, { 25, 15, 12, 13, -15 }, 50 },
	{ TCN_SEVERITY_HIGH, 7, 8, 30, 1, { 25, 15, 12, 13, -15 }, 50 },
	{ TCN_SEVERITY_MEDIUM, 7, 8, 29, 1, { 14, 15, 12, 13, -15 }, 39 },
	{ TCN_SEVERITY_MEDIUM, 7, 8, 30, 1, { 14, 15, 12, 13, -15 }, 39 },
	{ TCN_SEVERITY_LOW, 7, 8, 29, 1, { 6, 15, 12, 13, -15 }, 31 },
	{ TCN_SEVERITY_LOW, 7, 8, 30, 1, { 6, 15, 12, 13, -15 }, 31 },
	{ TCN_SEVERITY_INFO, 7, 8, 29, 1, { 0, 15, 12, 13, -15 }, 25 },
	{ TCN_SEVERITY_INFO, 7, 8, 30, 1, { 0, 15, 12, 13, -15 }, 25 },
	{ TCN_SEVERITY_MEDIUM, 0, 4, 120, 0, { 14, 0, 8, 8, 0 }, 30 },
	{ TCN_SEVERITY_MEDIUM, 1, 4, 120, 0, { 14, 5, 8, 8, 0 }, 35 },
	{ TCN_SEVERITY_MEDIUM, 3, 4, 120, 0, { 14, 10, 8, 8, 0 }, 40 },
	{ TCN_SEVERITY_MEDIUM, 7, 4, 120, 0, { 14, 15, 8, 8, 0 }, 45 },
	{ TCN_SEVERITY_MEDIUM, 15, 4, 120, 0, { 14, 20, 8, 8, 0 }, 50 },
	{ TCN_SEVERITY_MEDIUM, 31, 4, 120, 0, { 14, 25, 8, 8, 0 }, 55 },
	{ TCN_SEVERITY_MEDIUM, 32, 4, 120, 0, { 14, 25, 8, 8, 0 }, 55 },
	{ TCN_SEVERITY_MEDIUM, 100000, 4, 120, 0, { 14, 25, 8, 8, 0 }, 55 },
	{ TCN_SEVERITY_INFO, 0, 0, 100000, 1, { 0, 0, 0, 0, 0 }, 0 },
	{ TCN_SEVERITY_INFO, 0, 1, 480, 1, { 0, 0, 0, 1, -1 }, 0 },
};
#define EVENTS (sizeof events / sizeof *events)

static struct tcn_now_facts
facts_of(size_t i)
{
	return (struct tcn_now_facts){
		.severity = events[i].severity,
		.texts = events[i].texts,
		.publishers = events[i].publishers,
		.minutes = events[i].minutes,
		.acknowledged = events[i].acknowledged,
	};
}

START_TEST(forty_events_get_their_points)
{
	ck_assert_uint_eq(EVENTS, 40);
	for (size_t i = 0; i < EVENTS; i++) {
		const struct tcn_now_facts facts = facts_of(i);
		struct tcn_now_rank rank = tcn_now_rank(&facts);
		int sum = 0;

		for (int part = 0; part < TCN_NOW_PARTS; part++) {
			ck_assert_msg(rank.points[part] ==
				events[i].points[part],
			    "event %zu, part %d: %d", i, part,
			    rank.points[part]);
			sum += rank.points[part];
		}
		ck_assert_int_eq(rank.total, events[i].total);
		ck_assert_int_eq(rank.total, sum);
		ck_assert(rank.total >= 0 && rank.total <= 100);
	}
}
END_TEST

/* The figures that the design works out by hand. */
START_TEST(as_worked_out_by_hand)
{
	static const struct {
		struct tcn_now_facts facts;
		int total;
	} worked[] = {
		{ { TCN_SEVERITY_CRITICAL, 16, 16, 0, false }, 91 },
		{ { TCN_SEVERITY_CRITICAL, 1, 92, 360, false }, 67 },
		{ { TCN_SEVERITY_CRITICAL, 1, 92, 360, true }, 52 },
		{ { TCN_SEVERITY_HIGH, 16, 16, 0, false }, 76 },
		{ { TCN_SEVERITY_INFO, 40, 40, 0, false }, 60 },
		{ { TCN_SEVERITY_CRITICAL, 62, 49, 4, false }, 100 },
		{ { TCN_SEVERITY_CRITICAL, 2, 2, -3, false }, 67 },
	};

	for (size_t i = 0; i < sizeof worked / sizeof *worked; i++)
		ck_assert_msg(tcn_now_rank(&worked[i].facts).total ==
			worked[i].total,
		    "%zu: %d", i, tcn_now_rank(&worked[i].facts).total);
}
END_TEST

START_TEST(what_is_printed_is_the_sum)
{
	const struct tcn_now_facts facts = { TCN_SEVERITY_HIGH, 1, 1, 130,
		true };
	struct tcn_now_rank rank = tcn_now_rank(&facts);
	struct tcn_buf out = { 0 };

	tcn_now_rank_json(&out, &facts, &rank);
	ck_assert_str_eq(out.at,
	    "\"rank\":22,\"parts\":[\n"
	    "{\"name\":\"severity\",\"points\":25,\"says\":\"high\"},\n"
	    "{\"name\":\"growth\",\"points\":5,"
	    "\"says\":\"1 new text in 30 min\"},\n"
	    "{\"name\":\"publishers\",\"points\":0,"
	    "\"says\":\"1 publisher\"},\n"
	    "{\"name\":\"novelty\",\"points\":7,\"says\":\"2 h old\"},\n"
	    "{\"name\":\"desk\",\"points\":-15,\"says\":\"acknowledged\"}]");
	tcn_buf_fini(&out);
}
END_TEST

static int
compare(const void *a, const void *b)
{
	return tcn_now_row_compare(a, b);
}

/* However they stood before, they come to stand in one order. */
START_TEST(the_order_is_total)
{
	struct tcn_now_row rows[2][EVENTS];

	for (int turn = 0; turn < 2; turn++) {
		for (size_t i = 0; i < EVENTS; i++) {
			size_t of = turn ? (i * 17 + 5) % EVENTS : i;
			const struct tcn_now_facts facts = facts_of(of);

			rows[turn][i] = (struct tcn_now_row){
				.rank = tcn_now_rank(&facts),
				.fired_ms = (int64_t)(of % 3),
			};
			snprintf(rows[turn][i].event, TCN_EVENT_ID_BYTES,
			    "e%zu", of);
		}
		qsort(rows[turn], EVENTS, sizeof **rows, compare);
	}
	for (size_t i = 0; i < EVENTS; i++)
		ck_assert_str_eq(rows[0][i].event, rows[1][i].event);
	for (size_t i = 1; i < EVENTS; i++)
		ck_assert_int_ge(rows[0][i - 1].rank.total,
		    rows[0][i].rank.total);
}
END_TEST

TCN_TESTS(now_rank)
{
	tcase_add_test(tc, forty_events_get_their_points);
	tcase_add_test(tc, as_worked_out_by_hand);
	tcase_add_test(tc, what_is_printed_is_the_sum);
	tcase_add_test(tc, the_order_is_total);
}
