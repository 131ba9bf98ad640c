/*
 * Stories of items that come as vectors, without words.
 */
#include "tests/base/run.h"

#include <math.h>
#include <string.h>

#include "engine/base/duration.h"
#include "engine/base/mem.h"
#include "tests/base/sound.h"
#include "tests/base/vectors.h"
#include "tests/window/story/say.h"
#include "window/story/similarity.h"
#include "window/story/story.h"
#include "window/story/story_trace.h"
#include "window/vector/vector_code.h"

#define LENGTH_MAX 300

static struct tcn_story_conf conf;
static struct tcn_story_index *s;
static uint64_t seq;
static int64_t now_ms;

static void
setup(void)
{
	tcn_story_conf_default(&conf);
	s = NULL;
	seq = 0;
	now_ms = 1000 * TCN_DAY_MS;
}

static void
teardown(void)
{
	tcn_story_index_free(s);
	ck_assert_uint_eq(tcn_mem_live_bytes(), 0);
}

/* An item from a publisher; text: seq of what it is a copy of, or 0. */
static struct tcn_story_step
hear(const char *title, const float *vector, size_t n, uint64_t publisher,
    uint64_t text)
{
	struct tcn_placement place = {
		.seq = seq + 1,
		.ts_ms = now_ms,
		.publisher = publisher,
		.text = text ? text : seq + 1,
		.duplicate_of = text,
	};
	struct tcn_story_step step;
	struct say buf;
	size_t closed_n;

	seq++;
	if (!s)
		s = tcn_story_index_new(&conf);
	say(&buf, title);
	buf.doc.text_key = *title ? buf.doc.text_key : 0;
	buf.article.vector = vector;
	buf.article.vector_n = n;
	(void)tcn_story_index_close_quiet(s, now_ms, &closed_n);
	tcn_story_index_add_item(s, &buf.doc, &place, now_ms, &step);
	return step;
}

static struct tcn_story_verdict
judge(uint64_t story)
{
	struct tcn_story_verdict v;

	tcn_story_judge(s, story, now_ms, NULL, &v);
	return v;
}

/* --- the events of a generated stream --- */

enum {
	EVENTS = 20,
	EVENT_ITEMS = 25,
	EVENT_MINUTES = 100,
	APART_MINUTES = 170, /* between two events */
};

/* Which event tells of itself at this minute; EVENTS: none, noise. */
static unsigned
event_at(unsigned minute)
{
	unsigned at = minute % APART_MINUTES;

	return at < EVENT_MINUTES && at % (EVENT_MINUTES / EVENT_ITEMS) == 0
	    ? minute / APART_MINUTES
	    : EVENTS;
}

/* In 300 dimensions, three items of noise to one of an event, ten publishers:
 * each event fires, once, and nothing else does. */
START_TEST(every_cluster_is_an_event_and_nothing_else)
{
	static float vector[LENGTH_MAX];
	float centre[LENGTH_MAX];
	uint64_t seed = 1, fired[EVENTS] = { 0 };
	size_t alerts = 0;

	for (unsigned minute = 0; minute < EVENTS * APART_MINUTES; minute++) {
		unsigned event = event_at(minute);
		struct tcn_story_step step;

		now_ms += TCN_MINUTE_MS;
		if (event < EVENTS)
			vectors_centre(event, centre, LENGTH_MAX);
		vectors_make(&seed, event < EVENTS ? centre : NULL, 0.5, vector,
		    LENGTH_MAX);
		step = hear("", vector, LENGTH_MAX, minute % 10, 0);
		if (judge(step.story).gate != TCN_STORY_GATE_NONE || step.fired)
			continue;
		alerts++;
		ck_assert_uint_lt(event, EVENTS);
		ck_assert_uint_eq(fired[event], 0);
		fired[event] = step.story;
		tcn_story_mark_fired(s, step.story, 0);
	}
	ck_assert_uint_eq(alerts, EVENTS);
	ck_sound(tcn_story_index_check, s);
}
END_TEST

/* --- the model: plain lists, and every pair compared --- */

enum {
	MODEL_STORIES = 2000,
	MODEL_ITEMS = 1500,
	MODEL_WITHIN_MIN = 60,
};

struct model_story {
	bool open;
	uint64_t id;
	uint32_t n;
	double mean_ms;
	int64_t arrived_ms;
	float sum[LENGTH_MAX];
};

static struct model_story model[MODEL_STORIES];
static size_t model_n, merges;

static double
cosine(const float *a, const float *b, size_t n)
{
	int8_t x[LENGTH_MAX + 64], y[LENGTH_MAX + 64];
	double i = tcn_vector_code_make(a, n, x);
	double j = tcn_vector_code_make(b, n, y);

	return tcn_vector_code_dot(x, y, n) * i * j;
}

static double
ageing(double apart_ms, double hours)
{
	return tcn_similarity_ageing((int64_t)apart_ms, tcn_numbers_ms(hours));
}

/* The best story but `beside`, from join on; NULL: none. */
static struct model_story *
model_best(const float *unit, size_t n, const struct model_story *beside,
    double *score)
{
	struct model_story *best = NULL;

	for (size_t i = 0; i < model_n; i++) {
		struct model_story *at = &model[i];
		double like;

		if (!at->open || at == beside)
			continue;
		like = cosine(unit, at->sum, n);
		if (like < conf.vector_join)
			continue;
		like *= ageing((double)(now_ms - (int64_t)at->mean_ms),
		    conf.numbers.ageing_h);
		if (like < conf.vector_join || (best && like < *score) ||
		    (best && like == *score && at->id > best->id))
			continue;
		best = at;
		*score = like;
	}
	return best;
}

static void
model_merge(struct model_story **story, struct model_story *other, size_t n)
{
	struct model_story *a = *story, *b = other;
	double alike = cosine(a->sum, b->sum, n) *
	    ageing(fabs(a->mean_ms - b->mean_ms), conf.numbers.merge_ageing_h);

	if (alike < conf.vector_merge)
		return;
	if (b->n > a->n || (b->n == a->n && b->id < a->id)) {
		a = other;
		b = *story;
		a->arrived_ms = b->arrived_ms;
	}
	a->mean_ms += (b->mean_ms - a->mean_ms) * b->n / (a->n + b->n);
	a->n += b->n;
	for (size_t i = 0; i < n; i++)
		a->sum[i] += b->sum[i];
	b->open = false;
	merges++;
	*story = a;
}

static uint64_t
model_hear(const float *vector, size_t n)
{
	struct model_story *story, *other;
	double norm2 = 0, score, second;
	float unit[LENGTH_MAX];

	for (size_t i = 0; i < model_n; i++)
		model[i].open &= model[i].arrived_ms > now_ms - conf.within_ms;
	for (size_t i = 0; i < n; i++)
		norm2 += (double)vector[i] * (double)vector[i];
	for (size_t i = 0; i < n; i++)
		unit[i] = (float)((double)vector[i] * (1 / sqrt(norm2)));
	story = model_best(unit, n, NULL, &score);
	other = story ? model_best(unit, n, story, &second) : NULL;
	if (!story) {
		story = &model[model_n++];
		*story = (struct model_story){ .open = true, .id = seq };
	}
	story->n++;
	story->mean_ms += ((double)now_ms - story->mean_ms) / story->n;
	story->arrived_ms = now_ms;
	for (size_t i = 0; i < n; i++)
		story->sum[i] += unit[i];
	if (other)
		model_merge(&story, other, n);
	return story->id;
}

static const struct {
	size_t length;
	unsigned clouds;
	double spread;
	bool merges;
} shapes[] = { { 12, 6, 0.6, true }, { 64, 10, 1, true },
	{ 100, 4, 1.2, false }, { 3, 5, 1, false }, { 2, 3, 1, false } };

/* Clouds that touch: items join, stories merge, time passes. */
START_TEST(equals_brute_force)
{
	size_t n = shapes[_i].length, opened = 0;
	float centre[LENGTH_MAX], vector[LENGTH_MAX];
	uint64_t seed = (uint64_t)_i;

	conf.within_ms = MODEL_WITHIN_MIN * TCN_MINUTE_MS;
	model_n = merges = 0;
	for (size_t i = 0; i < MODEL_ITEMS; i++) {
		struct tcn_story_step step;

		now_ms += random_below(&seed, 2 * TCN_MINUTE_MS);
		if (i % 400 == 0)
			now_ms += conf.within_ms;
		vectors_centre(random_below(&seed, shapes[_i].clouds), centre,
		    n);
		vectors_make(&seed, centre, shapes[_i].spread, vector, n);
		step = hear("", vector, n, i % 7, 0);
		ck_assert_uint_eq(step.story, model_hear(vector, n));
		opened += step.opened != 0;
		if (i % 50 == 0)
			ck_sound(tcn_story_index_check, s);
	}
	ck_assert_uint_eq(opened, model_n);
	ck_assert_uint_gt(opened, 3);
	ck_assert(merges > 0 || !shapes[_i].merges);
}
END_TEST

/* --- what becomes of words --- */

/* A vector beside words does not decide, but counts: one without words finds
 * the story, and its words are the story's. */
START_TEST(words_decide_where_there_are_some)
{
	const float north[3] = { 1, 0, 0.1F }, south[3] = { -1, 0.1F, 0 };
	uint64_t story =
	    hear("earthquake off chile coast", north, 3, 1, 0).story;

	ck_assert_uint_eq(hear("earthquake shakes chile coast", south, 3, 2, 0)
			      .story,
	    story);
	ck_assert_uint_eq(hear("chile earthquake coast", NULL, 0, 3, 0).story,
	    story);
	now_ms += TCN_MINUTE_MS;
	story = hear("bank raises interest rates", north, 3, 4, 0).story;
	ck_assert_uint_eq(hear("", north, 3, 5, 0).story, story);
	ck_assert_uint_eq(hear("three words only", north, 3, 6, 0).story,
	    story);
	ck_assert_uint_ne(hear("here are four others", north, 3, 7, 0).story,
	    story);
	ck_sound(tcn_story_index_check, s);
}
END_TEST

/* Vectors of another length, of one number, and none: each begins a story, and
 * nothing is found by them. */
START_TEST(what_cannot_be_compared_is_alone)
{
	const float v[4] = { 1, 2, 3, 4 };
	uint64_t story = hear("", v, 3, 1, 0).story;
	const size_t lengths[] = { 4, 2, 1, 0 };

	for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++)
		for (int twice = 0; twice < 2; twice++)
			ck_assert_uint_eq(hear("", v, lengths[i], 1, 0).opened,
			    seq);
	ck_assert_uint_eq(hear("", v, 3, 2, 0).story, story);
	now_ms += conf.within_ms;
	ck_assert_uint_eq(hear("", v, 2, 1, 0).opened, seq);
	ck_assert_uint_eq(hear("", v, 2, 1, 0).story, seq - 1);
	ck_sound(tcn_story_index_check, s);
}
END_TEST

/* Opposite vectors cancel each other: the sum points nowhere, which is no
 * damage. */
START_TEST(a_sum_may_be_nothing)
{
	const float v[2] = { 1, 0 }, w[2] = { -1, 0 };
	uint64_t story = hear("earthquake off chile coast", v, 2, 1, 0).story;

	ck_assert_uint_eq(hear("earthquake off chile coast", w, 2, 1, 0).story,
	    story);
	ck_sound(tcn_story_index_check, s);
	ck_assert_uint_ne(hear("", v, 2, 1, 0).story, story);
}
END_TEST

/* --- is it news? --- */

/* So many items of one direction; copies: of the first `texts`, in turn. */
static uint64_t
tell(size_t items, size_t texts, uint64_t publishers)
{
	static float vector[LENGTH_MAX];
	float centre[LENGTH_MAX];
	uint64_t seed = 3, first = seq + 1, story = 0;

	vectors_centre(1, centre, LENGTH_MAX);
	for (size_t i = 0; i < items; i++) {
		now_ms += TCN_MINUTE_MS;
		vectors_make(&seed, centre, 0.4, vector, LENGTH_MAX);
		story = hear("", vector, LENGTH_MAX, 1 + i % publishers,
		    i < texts ? 0 : first + i % texts)
			    .story;
	}
	return story;
}

static const struct {
	size_t items, texts;
	uint64_t publishers;
	enum tcn_story_gate gate;
} stories[] = {
	{ 11, 11, 9, TCN_STORY_GATE_COUNT },
	{ 15, 15, 9, TCN_STORY_GATE_NONE }, /* early */
	{ 15, 8, 9, TCN_STORY_GATE_COUNT },
	{ 16, 16, 9, TCN_STORY_GATE_NONE },
	{ 16, 16, 1, TCN_STORY_GATE_NONE },
	{ 16, 9, 1, TCN_STORY_GATE_NONE },
	{ 16, 8, 1, TCN_STORY_GATE_SCORE },
	{ 16, 5, 2, TCN_STORY_GATE_NONE },
	{ 16, 2, 9, TCN_STORY_GATE_ORIGINS },
	{ 40, 1, 9, TCN_STORY_GATE_ORIGINS },
};

/* Nothing that needs words is known, for it or against it; of the first day,
 * nothing of the days before. */
START_TEST(size_texts_and_publishers_decide)
{
	const enum tcn_news_feature known[] = { TCN_NEWS_TEXTS,
		TCN_NEWS_PUBLISHERS, TCN_NEWS_WORDLESS, TCN_NEWS_TOLD };
	uint64_t story =
	    tell(stories[_i].items, stories[_i].texts, stories[_i].publishers);
	struct tcn_story_verdict v = judge(story);

	ck_assert_int_eq(v.gate, stories[_i].gate);
	tcn_story_measure(s, story, now_ms, NULL, &v);
	ck_assert_uint_eq(v.origins, stories[_i].texts);
	for (unsigned i = 0; i < TCN_NEWS_FEATURES; i++) {
		bool is_known = false;

		for (size_t k = 0; k < sizeof known / sizeof *known; k++)
			is_known |= i == known[k];
		ck_assert_int_eq(v.score.is_known[i], is_known);
	}
	ck_assert_int_eq(v.kind, TCN_EVENT_NEWS);
}
END_TEST

/* --- bounds --- */

/* The quietest story that holds a vector closes; others stay. */
START_TEST(memory_of_vectors_is_bounded)
{
	struct tcn_story_stats stats;
	float vector[LENGTH_MAX];
	uint64_t seed = 4, words;

	conf.vectors_bytes = 100000;
	words = hear("bank raises interest rates", NULL, 0, 1, 0).story;
	for (int i = 0; i < 200; i++) {
		vectors_make(&seed, NULL, 1, vector, LENGTH_MAX);
		hear("", vector, LENGTH_MAX, 1, 0);
	}
	tcn_story_index_stats(s, &stats);
	ck_assert_uint_gt(stats.closed_early, 100);
	ck_assert_uint_gt(stats.stories, 40);
	ck_assert(tcn_story_is_open(s, words));
	ck_assert(!tcn_story_is_open(s, 2));
	ck_assert(tcn_story_is_open(s, seq));
	ck_sound(tcn_story_index_check, s);
}
END_TEST

/* The trace says the cosine, and which words there were too few of. */
START_TEST(a_trace_names_the_cosine)
{
	const float a[3] = { 1, 0, 0 }, b[3] = { 1, 0.5F, 0 };
	static struct tcn_story_trace trace;
	uint64_t story = hear("", a, 3, 1, 0).story;

	tcn_story_index_trace(s, &trace);
	now_ms += TCN_HOUR_MS;
	ck_assert_uint_eq(hear("quake", b, 3, 1, 0).story, story);
	ck_assert(trace.by_vector);
	ck_assert_uint_eq(trace.words_n, 1);
	ck_assert_uint_eq(trace.stories_n, 1);
	ck_assert_double_eq_tol(trace.stories[0].cosine, 1 / sqrt(1.25), 0.01);
	ck_assert(trace.stories[0].score ==
	    trace.stories[0].cosine * trace.stories[0].ageing);
	ck_assert_double_eq(trace.join, conf.vector_join);
	hear("quake off chile coast", b, 3, 1, 0);
	ck_assert(!trace.by_vector);
	ck_assert_double_lt(trace.join, conf.join); /* the prior lasts */
}
END_TEST

TCN_TESTS(story_vector)
{
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, every_cluster_is_an_event_and_nothing_else);
	TCN_EACH(equals_brute_force, shapes);
	tcase_add_test(tc, words_decide_where_there_are_some);
	tcase_add_test(tc, what_cannot_be_compared_is_alone);
	tcase_add_test(tc, a_sum_may_be_nothing);
	TCN_EACH(size_texts_and_publishers_decide, stories);
	tcase_add_test(tc, memory_of_vectors_is_bounded);
	tcase_add_test(tc, a_trace_names_the_cosine);
}
