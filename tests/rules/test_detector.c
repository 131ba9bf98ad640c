#include "tests/base/run.h"

#include <string.h>

#include "engine/base/duration.h"
#include "engine/base/mem.h"
#include "rules/detector.h"
#include "rules/rule.h"
#include "tests/window/story/say.h"

#define WITHIN (240 * TCN_MINUTE_MS)
#define ITEMS  600
#define MORE   4
#define START  INT64_C(1400000000000)

struct item {
	uint64_t fingerprint;
	int64_t ts_ms;
	int group; /* of the model: which event it belongs to, -1: none */
};

static struct item items[ITEMS];

static uint64_t
next_random(uint64_t *seed)
{
	*seed += 0x9e3779b97f4a7c15u;
	uint64_t z = *seed;

	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
	z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
	return z ^ (z >> 31);
}

/* Families around a few centres, up to 4 bits off, and noise between. */
static void
make_items(uint64_t seed)
{
	uint64_t centre[6];
	int64_t ts_ms = START;

	for (int i = 0; i < 6; i++)
		centre[i] = next_random(&seed);
	for (int i = 0; i < ITEMS; i++) {
		uint64_t r = next_random(&seed);
		uint64_t fp = centre[r % 6];

		for (uint64_t k = 0; k < r / 8 % 5; k++)
			fp ^= (uint64_t)1 << (next_random(&seed) % 64);
		if (r % 11 < 4)
			fp = next_random(&seed);
		ts_ms += (int64_t)(r >> 40) % (20 * TCN_MINUTE_MS);
		items[i] = (struct item){ fp, ts_ms, -1 };
	}
}

static uint32_t min_origins; /* of the rule */

static struct tcn_detector *
make_with(enum tcn_rule_kind kind, struct tcn_lifecycle_conf lifecycle)
{
	struct tcn_detector_conf conf = {
		.rule = {
			.name = tcn_str(tcn_rule_kind_name(kind)),
			.kind = kind,
			.more_than = MORE,
			.within_ms = WITHIN,
			.radius = 7,
			.min_origins = min_origins,
		},
		.lifecycle = lifecycle,
	};
	struct tcn_detector *det;

	conf.window.similar = true;
	tcn_story_conf_default(&conf.window.story);
	conf.window.near.horizon_ms = 4 * WITHIN;
	conf.window.clock =
	    (struct tcn_clock_conf){ WITHIN, WITHIN, TCN_MINUTE_MS };
	conf.window.items_max = 100000;
	ck_assert_int_eq(tcn_detector_new(&conf, &det), TCN_OK);
	return det;
}

static struct tcn_detector *
make_detector(enum tcn_rule_kind kind)
{
	return make_with(kind,
	    (struct tcn_lifecycle_conf){
		.quiet_ms = 1000 * WITHIN,
		.update_factor = 1e6,
	    });
}

static void
step(struct tcn_detector *det, const struct item *item, uint64_t seq,
    struct tcn_placement *place, struct tcn_detector_changes *changes)
{
	struct tcn_article article = {
		.ts_ms = item->ts_ms,
		.given = TCN_GIVEN_FINGERPRINT,
		.fingerprint = item->fingerprint,
		.key = { seq * 77, seq },
	};
	struct tcn_doc doc = {
		.article = &article,
		.ts_ms = item->ts_ms,
		.publisher = seq % 3 + 1,
	};

	tcn_detector_step(det, &doc, seq, TCN_CLOCK_NO_BOUND, place, changes);
}

/* What the rule says, read off the items one by one. */
static int
model_step(int i, int *groups)
{
	int group = -1, n = 0;

	for (int k = 0; k <= i; k++) {
		if (__builtin_popcountll(items[k].fingerprint ^
			items[i].fingerprint) > 7 ||
		    items[k].ts_ms <= items[i].ts_ms - WITHIN)
			continue;
		n++;
		if (group < 0)
			group = items[k].group;
	}
	if (n <= MORE)
		return 0;
	n = group < 0;
	if (n)
		group = (*groups)++;
	for (int k = 0; k <= i; k++) {
		if (__builtin_popcountll(items[k].fingerprint ^
			items[i].fingerprint) <= 7 &&
		    items[k].ts_ms > items[i].ts_ms - WITHIN &&
		    items[k].group < 0)
			items[k].group = group;
	}
	return n;
}

START_TEST(similar_equals_counting_by_hand)
{
	struct tcn_detector *det = make_detector(TCN_RULE_SIMILAR);
	int groups = 0, fired = 0;

	make_items((uint64_t)_i);
	for (int i = 0; i < ITEMS; i++) {
		struct tcn_placement place;
		struct tcn_detector_changes changes;
		int opened = 0;

		step(det, &items[i], (uint64_t)i + 1, &place, &changes);
		for (size_t k = 0; k < changes.events_n; k++)
			opened += changes.events[k].revision == 1;
		ck_assert_int_eq(opened, model_step(i, &groups));
		fired += opened;
	}
	ck_assert_int_gt(fired, 3);
	tcn_detector_free(det);
}
END_TEST

/* A copy is whatever lies within 3 bits of anything in the horizon. */
START_TEST(copies_equal_comparing_by_hand)
{
	struct tcn_detector *det = make_detector(TCN_RULE_SIMILAR);
	int copies = 0;

	make_items((uint64_t)_i + 50);
	for (int i = 0; i < ITEMS; i++) {
		struct tcn_placement place;
		struct tcn_detector_changes changes;
		unsigned least = 64;

		step(det, &items[i], (uint64_t)i + 1, &place, &changes);
		for (int k = 0; k < i; k++) {
			unsigned d = (unsigned)
			    __builtin_popcountll(items[k].fingerprint ^
				items[i].fingerprint);

			if (items[k].ts_ms > items[i].ts_ms - 4 * WITHIN &&
			    d < least)
				least = d;
		}
		ck_assert_int_eq(place.duplicate_of != 0, least <= 3);
		ck_assert_int_eq(place.similar_to != 0,
		    least > 3 && least <= 7);
		if (least <= 7)
			ck_assert_uint_eq(place.distance, least);
		copies += least <= 3;
	}
	ck_assert_int_gt(copies, 20);
	tcn_detector_free(det);
}
END_TEST

static enum tcn_rc
give_row(void *ctx, const struct tcn_state_row *row)
{
	return tcn_detector_restore_row(ctx, row);
}

/* Saved and restored at any point, it goes on as if nothing had been. */
START_TEST(restored_is_live)
{
	struct tcn_detector *live = make_detector(TCN_RULE_SIMILAR);
	struct tcn_detector *again = make_detector(TCN_RULE_SIMILAR);
	static struct tcn_placement places[ITEMS];
	int cut = 100 + _i * 150, fired = 0;

	make_items(7);
	for (int i = 0; i < ITEMS; i++) {
		struct tcn_placement place;
		struct tcn_detector_changes a, b;

		step(live, &items[i], (uint64_t)i + 1, &places[i], &a);
		if (i == cut) {
			ck_assert_int_eq(tcn_detector_save(live, give_row,
					     again),
			    TCN_OK);
			tcn_detector_restore_end(again);
			for (int k = 0; k <= i; k++)
				tcn_detector_restore_item(again,
				    ((uint64_t)k + 1) * 77, &places[k]);
		}
		if (i <= cut)
			continue;
		step(again, &items[i], (uint64_t)i + 1, &place, &b);
		ck_assert_uint_eq(place.duplicate_of, places[i].duplicate_of);
		ck_assert_uint_eq(a.events_n, b.events_n);
		for (size_t k = 0; k < a.events_n; k++)
			ck_assert_str_eq(a.events[k].id, b.events[k].id);
		fired += (int)a.events_n;
	}
	ck_assert_int_gt(fired, 0);
	tcn_detector_free(live);
	tcn_detector_free(again);
}
END_TEST

/* It went quiet while what it counted is still in the window. */
START_TEST(what_was_told_comes_back_or_stays_quiet)
{
	struct tcn_lifecycle_conf lifecycle = {
		.quiet_ms = 60 * TCN_MINUTE_MS,
		.reopen_ms = _i ? 60 * TCN_MINUTE_MS : 0,
		.update_factor = 100,
	};
	struct tcn_detector *det = make_with(TCN_RULE_SIMILAR, lifecycle);
	static const struct {
		int minute;
		uint64_t fingerprint;
	} stream[] = { { 0, 1 }, { 1, 1 }, { 2, 1 }, { 3, 1 }, { 4, 1 },
		{ 70, ~UINT64_C(1) }, { 71, 1 } };
	struct tcn_placement place;
	struct tcn_detector_changes changes;

	for (size_t i = 0; i < sizeof stream / sizeof *stream; i++) {
		struct item item = { stream[i].fingerprint,
			START + stream[i].minute * TCN_MINUTE_MS, -1 };

		step(det, &item, i + 1, &place, &changes);
		ck_assert_uint_eq(changes.events_n,
		    i == 4 || i == 5 || (i == 6 && _i));
	}
	if (_i)
		ck_assert_int_eq(changes.events[0].state, TCN_EVENT_REOPENED);
	tcn_detector_free(det);
}
END_TEST

START_TEST(old_news_joins_no_story)
{
	struct tcn_detector *det = make_detector(TCN_RULE_STORY);
	struct tcn_placement place;
	struct tcn_detector_changes changes;

	make_items(3);
	for (int i = 0; i < 50; i++)
		step(det, &items[i], (uint64_t)i + 1, &place, &changes);
	ck_assert_uint_ne(place.story, 0);
	items[50].ts_ms = items[49].ts_ms - 2 * WITHIN;
	step(det, &items[50], 51, &place, &changes);
	ck_assert_uint_eq(place.story, 0);
	ck_assert_int_eq(place.ts_ms, items[50].ts_ms);
	tcn_detector_free(det);
}
END_TEST

/* Copies of one text are held, however many. Up to 63 items their story
 * is judged at each, from then on when about a 32nd part has come. */
START_TEST(a_large_story_that_is_held_is_judged_now_and_then)
{
	struct tcn_detector *det;
	uint32_t judged = 0, last = MORE;

	min_origins = 2;
	det = make_detector(TCN_RULE_STORY);
	min_origins = 0;

	for (uint32_t n = 1; n <= 1000; n++) {
		struct tcn_article article = { .ts_ms = START + n * 1000,
			.key = { n * 77, n } };
		struct tcn_placement place;
		struct tcn_detector_changes changes;
		struct say said;

		say(&said, "market closes mixed in quiet trading");
		said.doc.article = &article;
		said.doc.ts_ms = article.ts_ms;
		tcn_detector_step(det, &said.doc, n, TCN_CLOCK_NO_BOUND, &place,
		    &changes);
		ck_assert_uint_eq(changes.story_items, n);
		ck_assert_uint_eq(changes.events_n, 0);
		if (n < 64)
			ck_assert_uint_eq(changes.rulings_n, n > MORE);
		if (!changes.rulings_n)
			continue;
		ck_assert_uint_le(n - last, n < 64 ? 1 : n / 32);
		last = n;
		judged += n >= 64;
	}
	ck_assert_uint_ge(judged, 4 * 32 - 8);
	ck_assert_uint_le(judged, 4 * 32);
	tcn_detector_free(det);
}
END_TEST

TCN_SUITE(detector)
{
	Suite *s = suite_create("detector");
	TCase *tc = tcase_create("detector");

	tcase_add_loop_test(tc, similar_equals_counting_by_hand, 0, 8);
	tcase_add_loop_test(tc, copies_equal_comparing_by_hand, 0, 4);
	tcase_add_loop_test(tc, restored_is_live, 0, 3);
	tcase_add_loop_test(tc, what_was_told_comes_back_or_stays_quiet, 0, 2);
	tcase_add_test(tc, old_news_joins_no_story);
	tcase_add_test(tc, a_large_story_that_is_held_is_judged_now_and_then);
	suite_add_tcase(s, tc);
	return s;
}
