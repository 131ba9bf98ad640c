/*
 * Stories of vectors and the days before: how large the like of them were, when
 * they came, and what was reported of them.
 */
#include "tests/base/run.h"

#include <math.h>
#include <string.h>

#include "engine/base/duration.h"
#include "engine/base/mem.h"
#include "tests/base/sound.h"
#include "tests/base/vectors.h"
#include "tests/window/story/say.h"
#include "window/story/story.h"
#include "window/story/story_history.h"
#include "window/vector/vector_code.h"

#define LENGTH   96
#define RULE     77 /* one of its own */
#define SPREAD   0.5
#define NEWS_EVE 5 /* days: then the baselines count */

static struct tcn_story_conf conf;
static struct tcn_story_index *s;
static uint64_t seq, seed;
static int64_t now_ms;

static void
setup(void)
{
	tcn_story_conf_default(&conf);
	conf.note_changes = true;
	s = NULL;
	seq = 0;
	seed = 5;
	now_ms = 1000 * TCN_DAY_MS + TCN_HOUR_MS;
}

static void
teardown(void)
{
	tcn_story_index_free(s);
	ck_assert_uint_eq(tcn_mem_live_bytes(), 0);
}

static uint64_t
hear(const float *vector, uint64_t publisher)
{
	struct tcn_placement place = {
		.seq = ++seq, .ts_ms = now_ms, .publisher = publisher
	};
	struct tcn_story_step step;
	struct say buf;
	size_t closed_n;

	if (!s)
		s = tcn_story_index_new(&conf);
	say(&buf, "");
	buf.article.vector = vector;
	buf.article.vector_n = LENGTH;
	(void)tcn_story_index_close_quiet(s, now_ms, &closed_n);
	tcn_story_index_add_item(s, &buf.doc, &place, now_ms, &step);
	return step.story;
}

/* So many items, a minute apart, around the cloud; returns their story. */
static uint64_t
tell(uint64_t cloud, size_t items)
{
	float centre[LENGTH], vector[LENGTH];
	uint64_t story = 0;

	vectors_centre(cloud, centre, LENGTH);
	for (size_t i = 0; i < items; i++) {
		now_ms += TCN_MINUTE_MS;
		vectors_make(&seed, centre, SPREAD, vector, LENGTH);
		story = hear(vector, 1 + i % 3);
	}
	return story;
}

static struct tcn_story_verdict
ask(uint64_t story, uint64_t rule)
{
	struct tcn_story_query query = {
		.within_ms = conf.within_ms,
		.rule = rule,
		.more_than = conf.more_than,
		.unit = TCN_RULE_ITEMS,
		.min_origins = conf.min_origins,
		.least = conf.least,
	};
	struct tcn_story_verdict v;

	tcn_story_judge(s, story, now_ms, &query, &v);
	tcn_story_cache_verdict(s, story, &v);
	ck_sound(tcn_story_index_check, s);
	return v;
}

/* A story a day for a few days, so that there are days before. */
static void
pass_days(int days, uint64_t cloud, size_t items)
{
	for (int day = 0; day < days; day++) {
		int64_t day_ms = now_ms;

		tell(cloud, items);
		now_ms = day_ms + TCN_DAY_MS;
	}
}

/* What comes each day as large, at its time, is no larger than usual; what was
 * never there is. */
START_TEST(what_came_before_is_the_baseline)
{
	struct tcn_story_verdict v;

	pass_days(NEWS_EVE, 1, 30);
	v = ask(tell(1, 20), TCN_STORY_ALERTS_OWN);
	ck_assert_double_eq_tol(v.baseline, 30, 1e-9);
	ck_assert(v.score.is_known[TCN_NEWS_LIFT]);
	ck_assert_double_lt(v.score.part[TCN_NEWS_LIFT], 0);
	ck_assert_double_eq_tol(v.recurrence, NEWS_EVE / (NEWS_EVE + 1.0),
	    1e-9);
	ck_assert_double_lt(v.score.part[TCN_NEWS_RECURS], 0);
	now_ms += 5 * TCN_HOUR_MS;
	v = ask(tell(2, 20), TCN_STORY_ALERTS_OWN);
	ck_assert_double_eq(v.baseline, 0);
	ck_assert_double_gt(v.score.part[TCN_NEWS_LIFT], 0);
	ck_assert_double_eq(v.recurrence, 0);
	ck_assert(!v.score.is_known[TCN_NEWS_BURST]);
	ck_assert(!v.score.is_known[TCN_NEWS_PHRASE]);
}
END_TEST

static const uint64_t rules[] = { TCN_STORY_ALERTS_OWN, RULE };

/* A day later the like of it is old news to the rule that fired, to no other;
 * what is not like it is none. Two days later all is forgotten. */
START_TEST(what_was_reported_is_told)
{
	uint64_t rule = rules[_i], other = rules[!_i];
	uint64_t story = tell(1, 20);
	struct tcn_story_verdict v;

	tcn_story_mark_fired(s, story, rule);
	ck_assert_double_eq(ask(story, rule).reported_share, 0);
	now_ms += 20 * TCN_HOUR_MS;
	story = tell(1, 20);
	v = ask(story, rule);
	ck_assert_double_eq_tol(v.reported_share, 1, 1e-9);
	ck_assert_double_lt(v.score.part[TCN_NEWS_TOLD], -2.9);
	ck_assert_double_eq(ask(story, other).reported_share, 0);
	now_ms += 5 * TCN_HOUR_MS;
	ck_assert_double_eq(ask(tell(2, 20), rule).reported_share, 0);
	now_ms += TCN_DAY_MS;
	ck_assert_double_eq(ask(tell(1, 20), rule).reported_share, 0);
}
END_TEST

/* A rule that asks for few items fires on a story that has no row yet: what it
 * was like is remembered, and is no baseline to anybody. */
START_TEST(a_small_story_is_told_and_no_baseline)
{
	uint64_t story = tell(1, 3);
	struct tcn_story_verdict v;

	tcn_story_mark_fired(s, story, RULE);
	now_ms += 20 * TCN_HOUR_MS;
	v = ask(tell(1, 20), RULE);
	ck_assert_double_gt(v.reported_share, 0.5);
	ck_assert_double_eq(v.baseline, 0);
}
END_TEST

/* The same vectors once more, after the story has gone: reported already. */
START_TEST(vectors_that_were_reported_are_known_again)
{
	float centre[LENGTH], vectors[20][LENGTH];
	uint64_t story = 0;

	vectors_centre(1, centre, LENGTH);
	for (size_t round = 0; round < 2; round++) {
		for (size_t i = 0; i < 20; i++) {
			now_ms += TCN_MINUTE_MS;
			if (!round)
				vectors_make(&seed, centre, SPREAD, vectors[i],
				    LENGTH);
			story = hear(vectors[i], i % 3);
		}
		if (!round)
			for (size_t i = 0; i < 2; i++)
				tcn_story_mark_fired(s, story, rules[i]);
		now_ms += round ? 0 : 5 * TCN_HOUR_MS;
	}
	for (size_t i = 0; i < 2; i++)
		ck_assert_int_eq(ask(story, rules[i]).gate,
		    TCN_STORY_GATE_REPORTED);
}
END_TEST

/* The cap is one: the history has a quarter of it, three rows, and what is
 * older is held against nothing. */
START_TEST(the_past_has_a_cap)
{
	struct tcn_story_stats stats;

	conf.vectors_bytes = (size_t)4 * 3 * tcn_vector_code_bytes(LENGTH);
	for (int day = 0; day < 6; day++) {
		int64_t day_ms = now_ms;

		tell((uint64_t)day + 1, 20);
		now_ms = day_ms + TCN_DAY_MS;
	}
	ck_assert_double_eq(ask(tell(1, 20), 0).baseline, 0);
	now_ms += 5 * TCN_HOUR_MS;
	ck_assert_double_eq_tol(ask(tell(6, 20), 0).baseline, 20, 1e-9);
	tcn_story_index_stats(s, &stats);
	ck_assert_uint_gt(stats.stories, 0);
}
END_TEST

/* --- the history by itself, against a look at all rows --- */

enum {
	CLOUDS = 9,
	ROWS = 400,
	NUMBERS = 33
};

static struct tcn_story_history history;

static struct tcn_story_history_vector
make_code(int8_t *code)
{
	float centre[NUMBERS], vector[NUMBERS];

	vectors_centre(random_below(&seed, CLOUDS), centre, NUMBERS);
	vectors_make(&seed, centre, 0.7, vector, NUMBERS);
	return (struct tcn_story_history_vector){
		.code = code,
		.n = NUMBERS,
		.inverse = tcn_vector_code_make(vector, NUMBERS, code),
	};
}

static double
model_like(const struct tcn_story_history_query *q,
    const struct tcn_story_history_row *row)
{
	double cosine;

	if (!row->vector.code)
		return 0;
	cosine = tcn_vector_code_dot(q->vector.code, row->vector.code, 64) *
	    q->vector.inverse * row->vector.inverse;
	return fmin(fmax((cosine - 0.3) / 0.3, 0), 1);
}

static bool
is_odd(const void *ctx, uint64_t number,
    const struct tcn_story_history_row *row)
{
	(void)ctx;
	(void)row;
	return number % 2;
}

/* Rows with vectors and without, some of which go at the cap. */
START_TEST(answers_are_those_of_a_slow_look)
{
	const size_t cap = 100 * 64;
	int8_t code[64];
	double most = 0;

	for (uint32_t i = 0; i < ROWS; i++) {
		struct tcn_story_history_words none = { 0 };
		struct tcn_story_history_vector vector = make_code(code);
		uint64_t number;

		tcn_story_history_add(&history, i % 50, (int32_t)i / 10,
		    i / 10 % 4, &number);
		tcn_story_history_set(&history, number,
		    8 + random_below(&seed, 60), &none);
		if (i % 3)
			tcn_story_history_set_vector(&history, number, &vector,
			    cap);
		ck_assert_uint_le(history.vectors_bytes, cap);
		ck_sound(tcn_story_history_check, &history);
	}
	for (uint32_t i = 0; i < 300; i++) {
		struct tcn_story_history_words none = { 0 };
		struct tcn_story_history_query q = {
			.story = random_below(&seed, 60),
			.words = &none,
			.vector = make_code(code),
			.vector_min = 0.3,
			.vector_same = 0.6,
			.items = 20,
			.last = (int32_t)random_below(&seed, 42),
		};
		double baseline = 0, nearest = 0;

		for (uint64_t k = history.first; k < history.next; k++) {
			const struct tcn_story_history_row *row =
			    tcn_story_history_get(&history, k);
			double like = model_like(&q, row);

			if (row->period >= 9 && k % 2 && row->story != q.story)
				nearest = fmax(nearest, like);
			if (row->story == q.story)
				like = 1;
			if (row->period <= q.last)
				baseline = fmax(baseline, like * row->items);
		}
		ck_assert_double_eq_tol(
		    tcn_story_history_ask(tcn_numbers_default(), &history, &q)
			.baseline,
		    baseline, 1e-9);
		ck_assert_double_eq_tol(tcn_story_history_nearest(&history, &q,
					    9, is_odd, NULL),
		    nearest, 1e-9);
		most = fmax(most, nearest);
	}
	ck_assert_double_gt(most, 0.5);
	tcn_story_history_fini(&history);
}
END_TEST

TCN_TESTS(story_vector_past)
{
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, what_came_before_is_the_baseline);
	TCN_EACH(what_was_reported_is_told, rules);
	tcase_add_test(tc, a_small_story_is_told_and_no_baseline);
	tcase_add_test(tc, vectors_that_were_reported_are_known_again);
	tcase_add_test(tc, the_past_has_a_cap);
	tcase_add_test(tc, answers_are_those_of_a_slow_look);
}
