/*
 * What is recommended is scored as the formula says, by a plain model that
 * looks at every item of the store; what was read, copies of it and all but the
 * best of each story stay out; and the store is the same byte for byte
 * afterwards.
 */
#include "tests/base/in_arena.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "engine/base/buf.h"
#include "engine/base/err.h"
#include "sql/store_read.h"
#include "tests/base/random.h"
#include "tests/base/temp.h"
#include "tests/tools/pipeline/piped.h"
#include "tools/base/file.h"
#include "tools/pipeline/lookup_impl.h"
#include "tools/pipeline/recommend.h"

enum {
	ITEMS = 150,
	TOPICS = 6,
	TOPIC_WORDS = 9,
	START = 1000000, /* unix seconds */
	EVERY = 900, /* seconds from one to the next */
	MODEL_TERMS = 4000,
};

static char dir[64], path[96];
static struct tcn_pipeline *pipe_;
static const char *const no_settings[] = { NULL };

/* --- the store --- */

/* Words of its topic, and one of its own; every ninth is another's text, and
 * the first tells of nothing else. */
static void
put_item(struct tcn_buf *out, unsigned i, bool vectors)
{
	unsigned of = i % 9 == 8 ? i - TOPICS : i, topic = of % TOPICS;
	uint64_t seed = of + 1;

	tcn_buf_clear(out);
	tcn_buf_printf(out,
	    "{\"id\":\"n%u\",\"ts\":%u,\"source\":\"site %u\",\"lang\":\"en\","
	    "\"title\":\"",
	    i, START + i * EVERY, i);
	for (int k = 0; k < 6; k++) {
		piped_word(out, topic * 100 + random_below(&seed, TOPIC_WORDS));
		tcn_buf_char(out, ' ');
	}
	piped_word(out, 5000 + of);
	tcn_buf_char(out, '"');
	if (vectors)
		tcn_buf_printf(out, ",\"vector\":[%d,%d,1,%d]",
		    topic % 2 ? 5 : -5, topic < 3 ? 4 : -4, (int)(i % 3));
	tcn_buf_char(out, '}');
}

static void
fill(bool vectors)
{
	struct tcn_buf line = { 0 };

	pipe_ = piped_open(path, no_settings, 0);
	for (unsigned i = 0; i < ITEMS; i++) {
		put_item(&line, i, vectors);
		piped_feed(pipe_, tcn_buf_view(&line));
	}
	tcn_buf_fini(&line);
}

static void
make_store(void)
{
	setup();
	temp_dir(dir);
	snprintf(path, sizeof path, "%s/s.db", dir);
}

static void
drop_store(void)
{
	temp_drop(dir);
	teardown();
}

/* --- the plain model --- */

struct model {
	struct tcn_store_item_row *items[ITEMS];
	struct tcn_lookup_features v[ITEMS];
	uint64_t ids[MODEL_TERMS];
	double profile[MODEL_TERMS];
	size_t n; /* terms of the profile */
	int64_t now_ms;
};

static struct model model; /* too large for the stack */

static double
length_of(const struct tcn_lookup_features *v)
{
	double sum = 0;

	for (size_t i = 0; i < v->n; i++)
		sum += (double)v->at[i].weight * v->at[i].weight;
	return sqrt(sum);
}

static double *
part_of(uint64_t id)
{
	size_t i = 0;

	while (i < model.n && model.ids[i] != id)
		i++;
	if (i == model.n) {
		ck_assert_uint_lt(model.n, MODEL_TERMS);
		model.ids[model.n] = id;
		model.profile[model.n++] = 0;
	}
	return &model.profile[i];
}

static size_t
index_of(struct tcn_str id)
{
	return (size_t)strtoul(id.at + 1, NULL, 10);
}

static void
add_to_profile(const struct tcn_recommend_asked *asked,
    const struct tcn_recommend_item *item, double sign)
{
	const struct tcn_lookup_features *v = &model.v[index_of(item->id)];
	double age = item->at_ms == TCN_UNDATED
	    ? 0
	    : (double)(model.now_ms - item->at_ms);

	for (size_t i = 0; i < v->n; i++)
		*part_of(v->at[i].id) += sign *
		    exp2(-age / (double)asked->half_life_ms) * v->at[i].weight /
		    length_of(v);
}

static void
make_model(const struct tcn_recommend_asked *asked)
{
	struct tcn_arena scratch;
	double sum = 0;

	model.n = 0;
	model.now_ms = tcn_pipeline_stream_ms(pipe_);
	tcn_arena_init(&scratch, 0);
	for (unsigned i = 0; i < ITEMS; i++) {
		struct tcn_doc doc;

		ck_assert_int_eq(tcn_store_item(tcn_pipeline_store(pipe_),
				     i + 1, &arena, &model.items[i]),
		    TCN_OK);
		tcn_lookup_weigh(pipe_, &model.items[i]->article, &scratch,
		    &doc, &model.v[i]);
	}
	tcn_arena_fini(&scratch);
	for (size_t i = 0; i < asked->read_n; i++)
		add_to_profile(asked, &asked->read[i], 1);
	for (size_t i = 0; i < asked->dislike_n; i++)
		add_to_profile(asked, &asked->dislike[i], -.5);
	for (size_t i = 0; i < model.n; i++)
		sum += model.profile[i] * model.profile[i];
	for (size_t i = 0; i < model.n; i++)
		model.profile[i] /= sqrt(sum);
}

static double
model_likeness(size_t item)
{
	const struct tcn_lookup_features *v = &model.v[item];
	double sum = 0;

	for (size_t i = 0; i < v->n; i++)
		sum += *part_of(v->at[i].id) * v->at[i].weight;
	return sum / length_of(v);
}

static double
model_score(const struct tcn_recommend_asked *asked, size_t item)
{
	double age = (double)(model.now_ms - model.items[item]->place.ts_ms);

	return model_likeness(item) *
	    exp2(-(age > 0 ? age : 0) / (double)asked->freshness_ms);
}

static double
model_cosine(size_t a, size_t b)
{
	const struct tcn_lookup_features *x = &model.v[a], *y = &model.v[b];
	double sum = 0;

	for (size_t i = 0; i < x->n; i++)
		for (size_t k = 0; k < y->n; k++)
			if (x->at[i].id == y->at[k].id)
				sum +=
				    (double)x->at[i].weight * y->at[k].weight;
	return sum / length_of(x) / length_of(y);
}

/* --- what is asked --- */

static char names[ITEMS][8];

static struct tcn_recommend_item
item(unsigned i, int64_t at_ms)
{
	snprintf(names[i], sizeof names[i], "n%u", i);
	return (struct tcn_recommend_item){ .id = tcn_str(names[i]),
		.at_ms = at_ms };
}

static struct tcn_recommend_hits
recommend(struct tcn_recommend_asked *asked)
{
	struct tcn_recommend_hits hits;

	ck_assert_int_eq(tcn_recommend(pipe_, asked, &arena, &hits), TCN_OK);
	ck_assert_uint_le(hits.n, asked->limit);
	return hits;
}

/* A reader of some items, at times of the last days. */
static void
draw_reader(uint64_t *seed, struct tcn_recommend_asked *asked)
{
	static struct tcn_recommend_item read[8], dislike[2];

	*asked = TCN_RECOMMEND_DEFAULT;
	asked->read = read;
	asked->dislike = dislike;
	asked->read_n = 1 + random_below(seed, 8);
	asked->dislike_n = random_below(seed, 3);
	asked->limit = 1 + random_below(seed, TCN_RECOMMEND_LIMIT_MAX);
	asked->copies = random_below(seed, 2);
	asked->every_item = random_below(seed, 2);
	for (size_t i = 0; i < asked->read_n; i++) {
		unsigned nth = random_below(seed, ITEMS);

		read[i] = item(nth,
		    random_below(seed, 3)
			? INT64_C(1000) * (START + nth * EVERY)
			: TCN_UNDATED);
	}
	for (size_t i = 0; i < asked->dislike_n; i++)
		dislike[i] = item(random_below(seed, ITEMS), TCN_UNDATED);
	if (random_below(seed, 4) == 0)
		asked->since_ms =
		    INT64_C(1000) * (START + EVERY * random_below(seed, ITEMS));
}

static bool
is_named(const struct tcn_recommend_item *items, size_t n, size_t nth)
{
	for (size_t i = 0; i < n; i++)
		if (index_of(items[i].id) == nth)
			return true;
	return false;
}

static bool
same_text(size_t a, size_t b)
{
	return tcn_str_equal(model.items[a]->article.title,
	    model.items[b]->article.title);
}

/* --- tests --- */

static void
check_hit(const struct tcn_recommend_asked *asked,
    const struct tcn_recommend_hit *hit)
{
	size_t nth = (size_t)hit->item->place.seq - 1;
	double most = -2;

	ck_assert(fabs(hit->likeness - model_likeness(nth)) < 1e-6);
	ck_assert(fabs(hit->score - model_score(asked, nth)) < 1e-6);
	ck_assert(hit->score > 0);
	ck_assert(!is_named(asked->read, asked->read_n, nth));
	ck_assert(!is_named(asked->dislike, asked->dislike_n, nth));
	if (asked->since_ms != TCN_UNDATED)
		ck_assert_int_ge(hit->item->place.ts_ms, asked->since_ms);
	for (size_t i = 0; i < asked->read_n; i++) {
		size_t read = index_of(asked->read[i].id);
		double like = model_cosine(nth, read);

		ck_assert(asked->copies || !same_text(nth, read));
		most = like > most ? like : most;
	}
	ck_assert(fabs(hit->nearest_likeness - most) < 1e-6);
	ck_assert(fabs(model_cosine(nth,
			   index_of(asked->read[hit->nearest].id)) -
		      most) < 1e-6);
	for (size_t i = 0; i < hit->terms_n; i++)
		ck_assert_ptr_nonnull(strstr(hit->item->article.title.at,
		    hit->terms[i].at));
}

static void
check_pair(const struct tcn_recommend_asked *asked,
    const struct tcn_recommend_hit *a, const struct tcn_recommend_hit *b)
{
	ck_assert(a->score > b->score ||
	    (a->score == b->score && a->item->place.seq < b->item->place.seq));
	ck_assert(asked->every_item || !a->item->place.story ||
	    a->item->place.story != b->item->place.story);
	ck_assert(asked->copies ||
	    !same_text((size_t)a->item->place.seq - 1,
		(size_t)b->item->place.seq - 1));
}

START_TEST(scores_are_those_of_the_formula)
{
	uint64_t seed = 7;
	size_t listed = 0;

	fill(false);
	for (int round = 0; round < 40; round++) {
		struct tcn_recommend_asked asked;
		struct tcn_recommend_hits hits;

		draw_reader(&seed, &asked);
		hits = recommend(&asked);
		make_model(&asked);
		for (size_t i = 0; i < hits.n; i++) {
			check_hit(&asked, &hits.at[i]);
			for (size_t k = i + 1; k < hits.n; k++)
				check_pair(&asked, &hits.at[i], &hits.at[k]);
		}
		listed += hits.n;
		tcn_arena_reset(&arena);
	}
	ck_assert_uint_gt(listed, 200);
	piped_finish(pipe_);
}
END_TEST

/* All of a story that is small enough are candidates: none is missed. */
START_TEST(the_best_of_what_was_scored_is_listed)
{
	struct tcn_recommend_item read[1] = { item(ITEMS - 1, TCN_UNDATED) };
	struct tcn_recommend_asked asked = TCN_RECOMMEND_DEFAULT;
	struct tcn_recommend_hits hits;
	uint64_t story;
	size_t of_story = 0;

	fill(false);
	asked.read = read;
	asked.read_n = 1;
	asked.limit = TCN_RECOMMEND_LIMIT_MAX;
	asked.copies = asked.every_item = true;
	make_model(&asked);
	story = model.items[ITEMS - 1]->place.story;
	ck_assert_uint_gt(story, 0);
	hits = recommend(&asked);
	for (size_t i = ITEMS - 10; i < ITEMS - 1; i++) {
		size_t k = 0;

		if (model.items[i]->place.story != story)
			continue;
		of_story++;
		while (k < hits.n && hits.at[k].item->place.seq != i + 1)
			k++;
		ck_assert_uint_lt(k, hits.n);
	}
	ck_assert_uint_gt(of_story, 0);
	/* One of them alone is listed when one of each story is. */
	asked.every_item = false;
	of_story = 0;
	hits = recommend(&asked);
	for (size_t i = 0; i < hits.n; i++)
		of_story += hits.at[i].item->place.story == story;
	ck_assert_uint_eq(of_story, 1);
	piped_finish(pipe_);
}
END_TEST

START_TEST(what_is_unknown_is_passed_over)
{
	struct tcn_recommend_item read[] = { item(3, TCN_UNDATED),
		{ .id = tcn_str("nowhere"), .at_ms = TCN_UNDATED } };
	struct tcn_recommend_asked asked = TCN_RECOMMEND_DEFAULT;

	fill(false);
	asked.read = read;
	asked.read_n = 2;
	ck_assert_uint_gt(recommend(&asked).n, 0);
	ck_assert(read[0].found && !read[1].found);
	asked.read = &read[1];
	asked.read_n = 1;
	ck_assert_uint_eq(recommend(&asked).n, 0);
	piped_finish(pipe_);
}
END_TEST

/* Vectors that were sent are compared, not words. */
START_TEST(given_vectors_are_compared)
{
	struct tcn_recommend_item read[1] = { item(ITEMS - 2, TCN_UNDATED) };
	struct tcn_recommend_asked asked = TCN_RECOMMEND_DEFAULT;
	struct tcn_recommend_hits hits;

	fill(true);
	asked.read = read;
	asked.read_n = 1;
	asked.copies = asked.every_item = true;
	hits = recommend(&asked);
	ck_assert_uint_gt(hits.n, 0);
	for (size_t i = 0; i < hits.n; i++) {
		size_t nth = (size_t)hits.at[i].item->place.seq - 1;
		double a[4] = { 0 }, b[4] = { 0 }, ab = 0, aa = 0, bb = 0;

		make_model(&asked);
		for (int k = 0; k < 4; k++) {
			a[k] = model.items[nth]->article.vector[k];
			b[k] = model.items[ITEMS - 2]->article.vector[k];
			ab += a[k] * b[k];
			aa += a[k] * a[k];
			bb += b[k] * b[k];
		}
		ck_assert(fabs(hits.at[i].likeness - ab / sqrt(aa * bb)) <
		    1e-6);
	}
	piped_finish(pipe_);
}
END_TEST

static void
read_store(struct tcn_buf *bytes)
{
	struct tcn_err err = { 0 };

	tcn_buf_clear(bytes);
	ck_assert_msg(!tcn_file_read(path, 64 << 20, bytes, &err), "%s",
	    err.text);
}

START_TEST(nothing_is_stored)
{
	struct tcn_buf before = { 0 }, after = { 0 };
	uint64_t seed = 3;

	fill(false);
	piped_finish(pipe_);
	read_store(&before);
	pipe_ = piped_open(path, no_settings, 0);
	for (int round = 0; round < 5; round++) {
		struct tcn_recommend_asked asked;

		draw_reader(&seed, &asked);
		recommend(&asked);
	}
	tcn_pipeline_close(pipe_);
	read_store(&after);
	ck_assert_uint_eq(before.n, after.n);
	ck_assert(memcmp(before.at, after.at, before.n) == 0);
	tcn_buf_fini(&before);
	tcn_buf_fini(&after);
}
END_TEST

TCN_TESTS(recommend)
{
	tcase_add_checked_fixture(tc, make_store, drop_store);
	tcase_set_timeout(tc, 120);
	tcase_add_test(tc, scores_are_those_of_the_formula);
	tcase_add_test(tc, the_best_of_what_was_scored_is_listed);
	tcase_add_test(tc, what_is_unknown_is_passed_over);
	tcase_add_test(tc, given_vectors_are_compared);
	tcase_add_test(tc, nothing_is_stored);
}
