/*
 * The tail of a story, beside a plain array.
 */
#include "tests/base/run.h"

#include <float.h>
#include <string.h>

#include "engine/base/mem.h"
#include "tests/base/random.h"
#include "window/base/state.h"
#include "window/story/story_tail.h"

enum {
	MAX = 400,
};

static struct tcn_slab slab;
static uint64_t seed;

static uint64_t
roll(uint64_t n)
{
	return random_below(&seed, (uint32_t)n);
}

struct model {
	struct tcn_story_tail_item at[MAX];
	size_t n;
};

static void
model_add(struct model *model, const struct tcn_story_tail_item *item)
{
	size_t i = model->n++;

	for (; i > 0 &&
	     (model->at[i - 1].ts_ms > item->ts_ms ||
		 (model->at[i - 1].ts_ms == item->ts_ms &&
		     model->at[i - 1].seq > item->seq));
	     i--)
		model->at[i] = model->at[i - 1];
	model->at[i] = *item;
}

static void
same(const struct tcn_story_tail *tail, const struct model *model)
{
	const char *why;

	ck_assert_msg(tcn_story_tail_check(tail, &why), "%s", why);
	ck_assert_uint_eq(tail->n, model->n);
	for (size_t i = 0; i < model->n; i++) {
		const struct tcn_story_tail_item *a = &tail->at[tail->head + i];

		ck_assert_uint_eq(a->seq, model->at[i].seq);
		ck_assert_int_eq(a->ts_ms, model->at[i].ts_ms);
		ck_assert_uint_eq(a->publisher, model->at[i].publisher);
		ck_assert_uint_eq(a->leader, model->at[i].leader);
		ck_assert_uint_eq(a->lang, model->at[i].lang);
		ck_assert(a->reported == model->at[i].reported);
	}
}

/* Adds some items, most of them in order, to both. */
static void
fill(struct tcn_story_tail *tail, struct model *model, uint64_t *seq, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		struct tcn_story_tail_item item = {
			.seq = ++*seq,
			.ts_ms = (int64_t)(*seq * 10 + roll(200)),
			.publisher = roll(9),
			.leader = roll(*seq),
			.lang = (uint8_t)roll(3),
			.reported = roll(2),
		};

		tcn_story_tail_add(&slab, tail, &item);
		model_add(model, &item);
		same(tail, model);
	}
}

static void
expire(struct tcn_story_tail *tail, struct model *model, int64_t before_ms)
{
	size_t gone = 0;

	tcn_story_tail_expire(tail, before_ms);
	while (gone < model->n && model->at[gone].ts_ms <= before_ms)
		gone++;
	model->n -= gone;
	memmove(model->at, model->at + gone, model->n * sizeof *model->at);
	same(tail, model);
}

START_TEST(is_a_list_in_order)
{
	static struct model model, other;
	struct tcn_story_tail tail = { 0 }, from = { 0 };
	uint64_t seq = 0;

	seed = (uint64_t)_i;
	model.n = other.n = 0;
	for (int round = 0; round < 12; round++) {
		fill(&tail, &model, &seq, roll(20));
		fill(&from, &other, &seq, roll(9));
		if (roll(2)) {
			tcn_story_tail_merge(&slab, &tail, &from);
			for (size_t i = 0; i < other.n; i++)
				model_add(&model, &other.at[i]);
			other.n = 0;
			same(&tail, &model);
			same(&from, &other);
		}
		expire(&tail, &model, (int64_t)(seq * 10 - roll(400)));
	}
	tcn_story_tail_fini(&slab, &tail);
	tcn_story_tail_fini(&slab, &from);
	tcn_slab_fini(&slab);
	ck_assert_uint_eq(tcn_mem_live_bytes(), 0);
}
END_TEST

START_TEST(is_saved_whole_and_refused_in_parts)
{
	static struct model model;
	struct tcn_story_tail tail = { 0 }, again = { 0 };
	struct tcn_buf buf = { 0 };
	struct tcn_state_in in;
	uint64_t seq = 0;

	fill(&tail, &model, &seq, 30);
	tcn_story_tail_encode(&tail, &buf);
	for (size_t n = 0; n <= buf.n; n++) {
		bool whole = n == buf.n;
		enum tcn_rc rc;

		in = (struct tcn_state_in){ (const uint8_t *)buf.at, n, false };
		rc = tcn_story_tail_decode(&slab, &again, 3, &in);
		if (whole)
			same(&again, &model);
		else if (n % 34)
			ck_assert_int_eq(rc, TCN_CORRUPT);
		tcn_story_tail_fini(&slab, &again);
	}
	in = (struct tcn_state_in){ (const uint8_t *)buf.at, buf.n, false };
	ck_assert_int_eq(tcn_story_tail_decode(&slab, &again, 1, &in),
	    TCN_CORRUPT); /* no such language */
	tcn_story_tail_fini(&slab, &again);
	tcn_story_tail_fini(&slab, &tail);
	tcn_buf_fini(&buf);
	tcn_slab_fini(&slab);
	ck_assert_uint_eq(tcn_mem_live_bytes(), 0);
}
END_TEST

TCN_TESTS(story_tail)
{
	tcase_add_loop_test(tc, is_a_list_in_order, 0, 20);
	tcase_add_test(tc, is_saved_whole_and_refused_in_parts);
}
