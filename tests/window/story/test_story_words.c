/*
 * What is counted of a story's words is what their definitions say: random
 * stories against loops over all texts and all of their terms.
 */
#include "tests/base/run.h"

#include <stdio.h>
#include <string.h>

#include "engine/base/duration.h"
#include "engine/base/real.h"
#include "tests/base/random.h"
#include "tests/window/story/say.h"
#include "window/story/story_impl.h"

#define VOCABULARY 24
#define TEXTS      TCN_STORY_CONTENT_TEXTS_MAX
#define RUN        3 /* words of a phrase */

static struct tcn_story_index *s;
static uint64_t seed, seq;

static void
setup(void)
{
	struct tcn_story_conf conf;

	tcn_story_conf_default(&conf);
	conf.join = 0.02;
	/* So that it is the language that makes a term common, or not. */
	conf.numbers.topic_texts = 0.25;
	conf.numbers.lang_prior = 0;
	conf.numbers.common_items = 0.9;
	conf.numbers.common_burst = 1e9;
	s = tcn_story_index_new(&conf);
	seed = seq = 0;
}

static void
teardown(void)
{
	tcn_story_index_free(s);
}

/* A headline of a few words, the first of them frequent, in one of three
 * languages, with capitals and stop words where chance will. */
static uint64_t
hear(int64_t now_ms)
{
	static const char *const langs[] = { "en", "en", "en", "de", "fr" };
	struct tcn_placement place = { .seq = ++seq, .ts_ms = now_ms };
	struct tcn_story_step step;
	char title[200];
	struct say say_buf;
	size_t at = 0, closed_n;
	uint32_t words = 4 + random_below(&seed, 7);

	for (uint32_t i = 0; i < words; i++)
		at += (size_t)snprintf(title + at, sizeof title - at, "w%c ",
		    'a' +
			random_below(&seed,
			    1 + random_below(&seed, VOCABULARY)));
	say(&say_buf, title);
	strcpy(say_buf.doc.lang, langs[random_below(&seed, 5)]);
	say_buf.doc.style.form = TCN_HEADLINE_SENTENCE;
	say_buf.doc.style.capital = TCN_TERM_CAPITAL;
	say_buf.doc.style.small = TCN_TERM_SMALL;
	for (size_t i = 0; i < say_buf.doc.terms_n; i++)
		say_buf.terms[i].flags =
		    (uint8_t)((random_below(&seed, 3) ? 0 : TCN_TERM_STOP) |
			(random_below(&seed, 2) ? TCN_TERM_CAPITAL : 0) |
			(random_below(&seed, 6) ? 0 : TCN_TERM_SMALL));
	place.publisher = 1 + random_below(&seed, 5);
	place.text_key = say_buf.doc.text_key;
	(void)tcn_story_index_close_quiet(s, now_ms, &closed_n);
	tcn_story_index_add_item(s, &say_buf.doc, &place, now_ms, &step);
	tcn_story_index_learn(s, &say_buf.doc, now_ms);
	return step.story;
}

static const struct tcn_story_member *
member(const struct tcn_story_row *row, uint32_t back)
{
	return &s->items[row->items
			     .at[row->items.head + row->items.n - 1 - back]
			     .slot];
}

static int
term_at(const struct tcn_story_member *item, uint32_t slot)
{
	for (uint32_t t = 0; t < item->head_n; t++)
		if (item->terms[t] == slot)
			return (int)t;
	return -1;
}

/* The distinct texts, latest first. */
static uint32_t
list_texts(const struct tcn_story_row *row,
    const struct tcn_story_member *texts[TEXTS])
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < row->items.n && n < TEXTS; i++)
		if (member(row, i)->leader == member(row, i)->seq &&
		    !member(row, i)->notice)
			texts[n++] = member(row, i);
	return n;
}

/* Of the texts that hold the term: how many, and in how many it is a stop word;
 * the language in the middle. */
static uint32_t
count_term(const struct tcn_story_member *const *texts, uint32_t n,
    uint32_t slot, uint32_t *stops, uint8_t *lang)
{
	uint8_t langs[TEXTS];
	uint32_t found = 0;

	*stops = 0;
	for (uint32_t i = 0; i < n; i++) {
		int t = term_at(texts[i], slot);
		uint32_t at = found;

		if (t < 0)
			continue;
		*stops += texts[i]->stops >> t & 1;
		for (; at > 0 && langs[at - 1] > texts[i]->lang; at--)
			langs[at] = langs[at - 1];
		langs[at] = texts[i]->lang;
		found++;
	}
	*lang = found ? langs[found / 2] : 0;
	return found;
}

static bool
is_new(void)
{
	return s->clock.active_periods <= s->conf.numbers.warmup_periods &&
	    tcn_similarity_prior(&s->conf.numbers, &s->df) > 0;
}

static bool
is_stop(uint32_t stops, uint32_t held)
{
	return is_new() ? stops > 0 : stops * 2 >= held;
}

static bool
is_common(uint32_t slot, double share, uint32_t held, uint32_t stops,
    uint8_t lang)
{
	double burst =
	    tcn_baseline_burst_ratio(&s->clock, &s->df.rows[slot].rate) /
	    tcn_baseline_volume_ratio(&s->clock);
	double frequent = tcn_baseline_lang_share(&s->conf.numbers, &s->langs,
	    lang, &s->df.clock, tcn_df_items(&s->df, slot));

	return share < s->conf.numbers.topic_texts || is_stop(stops, held) ||
	    (frequent > s->conf.numbers.common_items &&
		burst < s->conf.numbers.common_burst);
}

/* Checks each term of the dictionary against the content. */
static void
check_content(const struct tcn_story_content *content,
    const struct tcn_story_member *const *texts, uint32_t n)
{
	uint32_t found = 0;

	ck_assert_uint_eq(content->texts_n, n);
	for (uint32_t slot = 0; slot < s->df.n; slot++) {
		uint32_t stops, i = 0;
		uint8_t lang;
		uint32_t held = count_term(texts, n, slot, &stops, &lang);
		double share = (double)held / n;

		while (i < content->terms_n && content->terms[i].slot != slot)
			i++;
		ck_assert_int_eq(i < content->terms_n,
		    is_new() ? held >= 3 && share >= 0.16
			     : held >= 2 && share >= 0.25);
		if (i == content->terms_n)
			continue;
		ck_assert_double_eq(content->terms[i].share, share);
		ck_assert_int_eq(content->terms[i].common,
		    is_common(slot, share, held, stops, lang));
		ck_assert_int_eq(content->terms[i].stop, is_stop(stops, held));
		found++;
	}
	ck_assert_uint_eq(found, content->terms_n);
}

/* Two terms that stand in the same texts count as one. */
static bool
stand_together(const struct tcn_story_member *const *texts, uint32_t n,
    uint32_t slot, uint32_t other)
{
	for (uint32_t i = 0; i < n; i++)
		if ((term_at(texts[i], slot) >= 0) !=
		    (term_at(texts[i], other) >= 0))
			return false;
	return true;
}

static bool
is_related(const struct tcn_story_content *content,
    const struct tcn_story_member *const *texts, uint32_t n, uint32_t i)
{
	for (uint32_t a = 0; a < content->terms_n; a++)
		for (uint32_t b = 0; b < a; b++)
			if (!content->terms[a].idle &&
			    !content->terms[b].idle &&
			    term_at(texts[i], content->terms[a].slot) >= 0 &&
			    term_at(texts[i], content->terms[b].slot) >= 0 &&
			    !stand_together(texts, n, content->terms[a].slot,
				content->terms[b].slot))
				return true;
	return false;
}

static void
check_related(const struct tcn_story_content *content,
    const struct tcn_story_member *const *texts, uint32_t n)
{
	uint32_t related = 0;

	for (uint32_t i = 0; i < n; i++)
		related += is_related(content, texts, n, i);
	ck_assert_uint_eq(content->on_topic_texts, related);
}

static void
check_on_topic(const struct tcn_story_content *content,
    const struct tcn_story_member *const *texts, uint32_t n)
{
	const struct tcn_numbers *numbers = &s->conf.numbers;
	uint32_t one = 0, two = 0;
	double part = 1; /* of a text that is on topic by one term */

	ck_assert_int_eq(content->is_new, is_new());
	if (is_new()) {
		check_related(content, texts, n);
		return;
	}
	for (uint32_t i = 0; i < n; i++) {
		uint32_t held = 0;

		for (uint32_t t = 0; t < content->terms_n; t++)
			held += !content->terms[t].common &&
			    term_at(texts[i], content->terms[t].slot) >= 0;
		one += held >= 1;
		two += held >= 2;
	}
	if (one < numbers->on_topic_texts_enough)
		part = one / numbers->on_topic_texts_enough;
	if (s->clock.active_periods <= numbers->warmup_periods)
		part = 0;
	ck_assert_uint_eq(content->on_topic_texts,
	    two + (uint32_t)(part * (one - two)));
}

static bool
has_run(const struct tcn_story_member *text, const uint32_t run[RUN])
{
	const uint8_t *words = tcn_story_member_words(text);

	for (uint32_t at = 0; at + RUN <= text->words_n; at++) {
		uint32_t same = 0;

		while (same < RUN && text->terms[words[at + same]] == run[same])
			same++;
		if (same == RUN)
			return true;
	}
	return false;
}

/* The first of the runs of three words that most texts hold. */
static double
find_phrase(const struct tcn_story_member *const *texts, uint32_t n,
    uint32_t best[RUN])
{
	uint32_t most = 0;

	for (uint32_t i = 0; i < n; i++) {
		const uint8_t *words = tcn_story_member_words(texts[i]);

		for (uint32_t at = 0; at + RUN <= texts[i]->words_n; at++) {
			uint32_t run[RUN], held = 0;

			for (uint32_t k = 0; k < RUN; k++)
				run[k] = texts[i]->terms[words[at + k]];
			for (uint32_t k = 0; k < n; k++)
				held += has_run(texts[k], run);
			if (held > most)
				memcpy(best, run, sizeof run);
			most = held > most ? held : most;
		}
	}
	return n ? (double)most / n : 0;
}

static void
check_phrase(const struct tcn_story_verdict *v,
    const struct tcn_story_member *const *texts, uint32_t n)
{
	uint32_t run[RUN];
	double share = find_phrase(texts, n, run);

	ck_assert_double_eq(v->phrase_share, share);
	for (uint32_t k = 0; k < RUN && share > 0; k++) {
		ck_assert_ptr_eq(v->phrase[k].at, s->df.rows[run[k]].word);
	}
}

/* What the score looks at. */
struct score_model {
	double name, word;
	uint32_t solo, first;
};

static void
weigh_word(const struct tcn_story_content *content, uint32_t slot,
    uint32_t items, uint32_t capitals, uint32_t smalls, uint32_t looked,
    struct score_model *model)
{
	const struct tcn_numbers *numbers = &s->conf.numbers;
	double prior = tcn_similarity_prior(numbers, &s->df);
	double most = tcn_similarity_idf_most(numbers, &s->df);

	model->solo += capitals == 1 && !smalls;
	for (uint32_t i = 0; i < content->terms_n && items >= 2; i++) {
		bool stop = content->terms[i].stop;
		double rarity =
		    tcn_similarity_idf(numbers, &s->df, slot, stop) / most;
		double weight;

		if (content->terms[i].slot != slot)
			continue;
		if (!stop)
			rarity += prior * (numbers->prior_rarity - rarity);
		weight = content->terms[i].share * rarity;
		if (capitals >= 3 && capitals * 5 >= looked &&
		    capitals >= 2 * smalls && weight > model->name)
			model->name = weight;
		if (rarity >= numbers->score_rarity_min && weight > model->word)
			model->word = weight;
	}
}

static void
check_score(const struct tcn_news_score *score, const struct tcn_story_row *row,
    const struct tcn_story_content *content)
{
	struct score_model model = { 0 };
	uint32_t looked = row->items.n < TEXTS ? row->items.n : TEXTS;

	for (uint32_t slot = 0; slot < s->df.n; slot++) {
		uint32_t items = 0, capitals = 0, smalls = 0, first = 0;

		for (uint32_t i = 0; i < looked; i++) {
			const struct tcn_story_member *item = member(row, i);
			int t = term_at(item, slot);

			if (t < 0)
				continue;
			items++;
			capitals += item->capitals >> t & 1;
			smalls += item->smalls >> t & 1;
			first += tcn_story_member_words(item)[0] == t;
		}
		weigh_word(content, slot, items, capitals, smalls, looked,
		    &model);
		model.first = first > model.first ? first : model.first;
	}
	if (looked < 3)
		return;
	ck_assert_double_eq(score->x[TCN_NEWS_NAME], model.name);
	ck_assert_double_eq(score->x[TCN_NEWS_WORD], model.word);
	ck_assert_double_eq(score->x[TCN_NEWS_SOLO],
	    (double)model.solo / looked);
	ck_assert_double_eq(score->x[TCN_NEWS_FIRST],
	    (double)model.first / looked);
}

START_TEST(words_are_counted_as_the_definitions_say)
{
	uint32_t most = 0;

	for (int i = 0; i < 400; i++) {
		int64_t now_ms = 1000 * TCN_DAY_MS + i * TCN_MINUTE_MS;
		uint64_t story = hear(now_ms);
		const struct tcn_story_row *row = tcn_story_find(s, story);
		const struct tcn_story_member *texts[TEXTS];
		const struct tcn_story_content *content;
		struct tcn_story_verdict v = { 0 };
		uint32_t n = list_texts(row, texts);

		tcn_story_measure(s, story, now_ms, NULL, &v);
		content = tcn_story_content_find(s, row);
		check_content(content, texts, n);
		check_on_topic(content, texts, n);
		check_phrase(&v, texts, n);
		check_score(&v.score, row, content);
		most = n > most ? n : most;
	}
	ck_assert_uint_eq(most, TEXTS);
}
END_TEST

TCN_TESTS(story_words)
{
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, words_are_counted_as_the_definitions_say);
}
