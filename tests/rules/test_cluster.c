/*
 * Rules that count the items of one cluster. Which clusters there are is tested
 * with window/cluster; here words are equal, or have nothing in common.
 */
#include "tests/base/run.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/buf.h"
#include "engine/base/duration.h"
#include "engine/base/mem.h"
#include "rules/detector.h"
#include "tests/base/random.h"
#include "tests/base/sound.h"

enum {
	WORDS = 12,
	ITEMS = 300,
	ROWS_MAX = 4000,
};

#define WITHIN_MS (4 * TCN_HOUR_MS)
#define START_MS  INT64_C(1400000000000)

static struct tcn_detector *
make_detector(uint32_t more_than, uint32_t min_publishers)
{
	struct tcn_detector_conf conf = {
		.rule = {
			.name = TCN_STR("cluster"),
			.kind = TCN_RULE_CLUSTER,
			.more_than = more_than,
			.within_ms = WITHIN_MS,
			.min_publishers = min_publishers,
		},
		.lifecycle = { .quiet_ms = WITHIN_MS, .reopen_ms = WITHIN_MS,
		    .update_factor = 2 },
	};
	struct tcn_detector *det = NULL;

	tcn_story_conf_default(&conf.window.story);
	conf.window.near.horizon_ms = 4 * WITHIN_MS;
	conf.window.clock =
	    (struct tcn_clock_conf){ WITHIN_MS, WITHIN_MS, TCN_MINUTE_MS };
	conf.window.items_max = 100000;
	conf.window.clusters = tcn_clusters_conf_default;
	conf.window.clusters.saved = true;
	ck_assert_int_eq(tcn_detector_new(&conf, &det), TCN_OK);
	return det;
}

/* An article of the words of one family, or of two. */
static struct tcn_detector_changes
step(struct tcn_detector *det, uint64_t seq, int64_t ts_ms, uint32_t family,
    uint32_t other, struct tcn_placement *place)
{
	struct tcn_article article = {
		.ts_ms = ts_ms,
		.key = { seq * 77, seq },
	};
	uint32_t numbers[2 * WORDS];
	struct tcn_doc doc = {
		.article = &article,
		.ts_ms = ts_ms,
		.publisher = seq % 5 + 1,
		.numbers = numbers,
		.numbers_n = other ? 2 * WORDS : WORDS,
	};
	struct tcn_detector_changes changes;

	for (uint32_t i = 0; i < 2 * WORDS; i++)
		numbers[i] =
		    ((i < WORDS ? family : other) * 64 + i % WORDS + 1) *
		    2654435761u;
	tcn_detector_step(det, &doc, seq, TCN_CLOCK_NO_BOUND, place, &changes);
	return changes;
}

START_TEST(fires_at_one_more)
{
	struct tcn_detector *det = make_detector(4, 0);
	struct tcn_detector_changes changes;
	struct tcn_placement place;

	for (uint64_t seq = 1; seq <= 8; seq++) {
		changes = step(det, seq, START_MS + (int64_t)seq * 1000,
		    seq < 7 ? 1 : 2, 0, &place);
		ck_assert_uint_eq(place.cluster, seq < 7 ? 1 : 7);
		ck_assert_uint_eq(changes.events_n, seq == 5);
		if (seq != 5)
			continue;
		ck_assert_int_eq(changes.events[0].state, TCN_EVENT_OPEN);
		ck_assert_uint_eq(changes.events[0].items, 5);
		/* All have the same words. */
		ck_assert_uint_eq(changes.events[0].origins, 1);
		ck_assert_uint_eq(changes.events[0].publishers, 5);
		ck_assert_uint_eq(changes.events[0].evidence_n, 5);
		ck_assert_uint_eq(changes.events[0].story, 0);
	}
	ck_sound(tcn_detector_check, det);
	tcn_detector_free(det);
}
END_TEST

START_TEST(what_has_left_the_window_does_not_count)
{
	struct tcn_detector *det = make_detector(4, 0);
	struct tcn_placement place;

	for (uint64_t seq = 1; seq <= 20; seq++) {
		int64_t ts_ms = START_MS + (int64_t)seq * WITHIN_MS / 4;

		ck_assert_uint_eq(step(det, seq, ts_ms, 1, 0, &place).events_n,
		    0);
		ck_assert_uint_eq(place.cluster, 1);
	}
	tcn_detector_free(det);
}
END_TEST

START_TEST(publishers_count)
{
	struct tcn_detector *det = make_detector(4, 5);
	struct tcn_placement place;
	size_t fired = 0;

	for (uint64_t i = 1; i <= 30; i++) /* of one publisher */
		fired += step(det, 5 * i, START_MS + (int64_t)i, 1, 0, &place)
			     .events_n;
	ck_assert_uint_eq(fired, 0);
	for (uint64_t seq = 151; seq <= 154; seq++)
		fired += step(det, seq, START_MS + (int64_t)seq, 1, 0, &place)
			     .events_n;
	ck_assert_uint_eq(fired, 1);
	tcn_detector_free(det);
}
END_TEST

/* A bridge makes two clusters one, and their events. */
START_TEST(clusters_that_meet_are_one_event)
{
	struct tcn_detector *det = make_detector(2, 0);
	struct tcn_detector_changes changes;
	struct tcn_placement place;
	char first[TCN_EVENT_ID_BYTES] = "", second[TCN_EVENT_ID_BYTES] = "";

	for (uint64_t seq = 1; seq <= 6; seq++) {
		changes = step(det, seq, START_MS + (int64_t)seq, 1 + seq % 2,
		    0, &place);
		for (size_t i = 0; i < changes.events_n; i++)
			strcpy(*first ? second : first, changes.events[i].id);
	}
	ck_assert_str_ne(second, "");
	changes = step(det, 7, START_MS + 7, 1, 2, &place);
	ck_assert_uint_eq(place.cluster, 1);
	ck_assert_uint_eq(changes.clusters_merged_n, 1);
	ck_assert_uint_eq(changes.clusters_merged[0], 2);
	ck_assert_uint_ge(changes.events_n, 1);
	ck_assert_str_eq(changes.events[0].id, second);
	ck_assert_int_eq(changes.events[0].state, TCN_EVENT_CLOSED);
	ck_assert_str_eq(changes.events[0].merged_into, first);
	ck_sound(tcn_detector_check, det);
	tcn_detector_free(det);
}
END_TEST

/* --- restart --- */

static struct saved {
	uint32_t kind;
	uint64_t id;
	struct tcn_buf bytes;
} rows[ROWS_MAX];
static size_t rows_n;

static enum tcn_rc
keep(void *ctx, const struct tcn_state_row *row)
{
	(void)ctx;
	if (!row->bytes)
		return TCN_OK;
	ck_assert_uint_lt(rows_n, ROWS_MAX);
	rows[rows_n] = (struct saved){ .kind = row->kind, .id = row->id };
	tcn_buf_add(&rows[rows_n++].bytes, row->bytes, row->n);
	return TCN_OK;
}

static int
by_kind(const void *left, const void *right)
{
	const struct saved *a = left, *b = right;

	if (a->kind != b->kind)
		return a->kind < b->kind ? -1 : 1;
	return (a->id > b->id) - (a->id < b->id);
}

static struct tcn_detector *
restart(struct tcn_detector *det, const struct tcn_placement *places, size_t n)
{
	rows_n = 0;
	ck_assert_int_eq(tcn_detector_save(det, keep, NULL), TCN_OK);
	tcn_detector_free(det);
	det = make_detector(3, 0);
	qsort(rows, rows_n, sizeof *rows, by_kind);
	for (size_t i = 0; i < rows_n; i++) {
		const struct tcn_state_row row = { rows[i].kind, rows[i].id,
			rows[i].bytes.at, rows[i].bytes.n };

		ck_assert_int_eq(tcn_detector_restore_row(det, &row), TCN_OK);
		tcn_buf_fini(&rows[i].bytes);
	}
	tcn_detector_restore_end(det);
	for (size_t i = 0; i < n; i++)
		tcn_detector_restore_item(det, 77 * (i + 1), &places[i]);
	ck_sound(tcn_detector_check, det);
	return det;
}

/* What a stream brings, restarted before item `cut`. */
static void
run(size_t cut, struct tcn_buf *log)
{
	static struct tcn_placement places[ITEMS];
	struct tcn_detector *det = make_detector(3, 0);
	int64_t ts_ms = START_MS;
	uint64_t seed = 4;

	for (size_t i = 0; i < ITEMS; i++) {
		uint32_t family = 1 + random_below(&seed, 12);
		uint32_t other =
		    random_below(&seed, 15) ? 0 : 1 + random_below(&seed, 12);
		struct tcn_detector_changes changes;

		if (i == cut)
			det = restart(det, places, i);
		ts_ms += random_below(&seed, 10 * 60 * 1000);
		changes = step(det, i + 1, ts_ms, family, other, &places[i]);
		tcn_buf_printf(log, "%ju:", (uintmax_t)places[i].cluster);
		for (size_t k = 0; k < changes.events_n; k++)
			tcn_buf_printf(log, " %s %d %u", changes.events[k].id,
			    (int)changes.events[k].state,
			    changes.events[k].items);
	}
	tcn_detector_free(det);
}

START_TEST(the_same_after_any_cut)
{
	struct tcn_buf whole = { 0 };
	size_t cut = (size_t)_i * 23;
	struct tcn_buf log = { 0 };

	run(ITEMS, &whole);
	run(cut, &log);
	ck_assert_uint_eq(log.n, whole.n);
	ck_assert_mem_eq(log.at, whole.at, whole.n);
	tcn_buf_fini(&log);
	tcn_buf_fini(&whole);
}
END_TEST

TCN_TESTS(cluster)
{
	tcase_add_test(tc, fires_at_one_more);
	tcase_add_test(tc, what_has_left_the_window_does_not_count);
	tcase_add_test(tc, publishers_count);
	tcase_add_test(tc, clusters_that_meet_are_one_event);
	tcase_add_loop_test(tc, the_same_after_any_cut, 1, 13);
}
