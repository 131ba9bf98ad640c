/*
 * What the story tier holds twice for speed says the same in both places, and
 * what it looks up in arrays is what a slow search of the items finds.
 */
#include "tests/base/run.h"

#include "tests/base/random.h"
#include "tests/base/sound.h"
#include "window/story/story_impl.h"

#define STEPS 6000
#define WORDS 9

static uint64_t seed;

static const struct tcn_article no_article; /* it came without a vector */

/* An item of one of a few topics, often nearly the same as another's. */
static void
make_doc(struct tcn_term *terms, uint32_t *words, struct tcn_doc *doc)
{
	uint32_t topic = random_below(&seed, 6), tale = random_below(&seed, 40);

	*doc = (struct tcn_doc){
		.article = &no_article,
		.terms = terms,
		.words = words,
	};
	for (uint32_t i = 0; i < WORDS; i++) {
		uint64_t id = topic * 1000 + tale * 20 + i + 1;

		if (random_below(&seed, 4) == 0)
			id = 100000 +
			    random_below(&seed,
				random_below(&seed, 2) ? 50 : 20000);
		terms[i] = (struct tcn_term){ .id = id, .word = { "word", 4 } };
		words[i] = i;
	}
	doc->terms_n = doc->words_n = WORDS;
	doc->title_n = doc->suffix_at = WORDS - random_below(&seed, 3);
	doc->text_key = topic + 6 * tale + 1;
	doc->publisher = random_below(&seed, 9) + 1;
}

static size_t
shared(const struct tcn_story_member *a, const struct tcn_story_member *b)
{
	size_t n = 0;

	for (size_t i = 0; i < a->head_n; i++)
		for (size_t j = 0; j < b->head_n; j++)
			n += a->terms[i] == b->terms[j];
	return n;
}

static bool
is_like(const struct tcn_story_member *a, const struct tcn_story_member *b)
{
	double same = (double)shared(a, b);

	return a->text_key == b->text_key ||
	    same / ((double)a->head_n + b->head_n - same) >= 0.6 - 1e-12;
}

/* The newest item is_leader, or belongs to the first leader it is like. */
static void
check_leader(const struct tcn_story_index *s,
    const struct tcn_story_member_list *list)
{
	const struct tcn_story_member *item, *other;
	uint64_t leader;

	item = &s->items[list->at[list->head + list->n - 1].slot];
	leader = item->seq;
	for (uint32_t i = 0; i + 1 < list->n && leader == item->seq; i++) {
		other = &s->items[list->at[list->head + i].slot];
		if (other->leader == other->seq && is_like(item, other))
			leader = other->seq;
	}
	ck_assert_uint_eq(item->leader, leader);
}

static void
check_refs(const struct tcn_story_index *s,
    const struct tcn_story_member_list *list)
{
	for (uint32_t i = 0; i < list->n; i++) {
		const struct tcn_story_member_ref *ref =
		    &list->at[list->head + i];
		const struct tcn_story_member *item = &s->items[ref->slot];

		ck_assert(item->live);
		ck_assert_int_eq(ref->ts_ms, item->ts_ms);
		ck_assert_uint_eq(ref->bits, item->bits);
		ck_assert_uint_eq(ref->head_n, item->head_n);
		ck_assert_int_eq(ref->is_leader, item->leader == item->seq);
	}
}

static void
check_vector(const struct tcn_story_index *s, uint32_t slot)
{
	const struct tcn_similarity_vec *vec = &s->rows[slot].vec;
	double most = 0;

	for (uint32_t i = 0; i < vec->n; i++) {
		const struct tcn_similarity_term *entry = &vec->at[i];
		const struct tcn_postings *list =
		    &s->df.rows[entry->term].postings;

		ck_assert_uint_lt(entry->place, list->n);
		ck_assert_uint_eq(list->at[entry->place].story, slot);
		ck_assert_uint_eq(list->at[entry->place].entry, i);
		ck_assert(list->at[entry->place].damped == entry->damped);
		ck_assert(tcn_similarity_may_have(vec, entry->term));
		ck_assert_int_eq(tcn_similarity_find(vec, entry->term), (int)i);
		if ((double)entry->damped > most)
			most = (double)entry->damped;
	}
	ck_assert(vec->most >= most);
}

static void
check_all(const struct tcn_story_index *s)
{
	for (uint32_t slot = 0; slot < s->rows_n; slot++) {
		if (!s->rows[slot].live)
			continue;
		check_refs(s, &s->rows[slot].items);
		check_vector(s, slot);
	}
}

START_TEST(arrays_agree_with_the_items)
{
	struct tcn_story_conf conf;
	struct tcn_story_stats stats;
	struct tcn_story_index *s;
	size_t closed_n, checked = 0;

	tcn_story_conf_default(&conf);
	conf.join = 0.3;
	s = tcn_story_index_new(&conf);
	seed = 11;
	for (uint64_t i = 1; i <= STEPS; i++) {
		int64_t now_ms = (int64_t)i * 20000;
		struct tcn_term terms[WORDS];
		uint32_t words[WORDS];
		struct tcn_story_step step;
		struct tcn_doc doc;
		struct tcn_placement place = { .seq = i, .ts_ms = now_ms };

		make_doc(terms, words, &doc);
		place.publisher = doc.publisher;
		place.text_key = doc.text_key;
		(void)tcn_story_index_close_quiet(s, now_ms, &closed_n);
		tcn_story_index_add_item(s, &doc, &place, now_ms, &step);
		if (!step.merged_from && !step.opened) {
			check_leader(s, &tcn_story_find(s, step.story)->items);
			checked++;
		}
		if (i % 500 == 0)
			check_all(s);
		if (i % 50 == 0)
			ck_sound(tcn_story_index_check, s);
	}
	tcn_story_index_stats(s, &stats);
	ck_assert_uint_gt(checked, STEPS / 2);
	ck_assert_uint_gt(stats.merged, 10);
	ck_assert_uint_gt(stats.closed, 10);
	tcn_story_index_free(s);
}
END_TEST

TCN_TESTS(story_arrays)
{
	tcase_add_test(tc, arrays_agree_with_the_items);
}
