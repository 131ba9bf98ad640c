/*
 * window/story/story_score.c - the features that news_score.h weighs.
 *
 * Looks at the latest items, copies too, because a form that is filled in
 * thirty times is told by its number. A *name* is a word that stands inside a
 * sentence with a capital at least twice as often as without one, in a fifth of
 * the items that are written in sentences. Where all nouns have capitals, names
 * in single items are counted only if they are rare, as names are. Where most
 * items came as vectors, nothing that needs words is known, and what was before
 * is found by the vectors (story_baseline.c). O(t) for the t words of at most
 * 64 items.
 */
#include <string.h>

#include "engine/base/real.h"
#include "window/story/story_impl.h"

#define NAMES_FROM 3 /* items: of fewer in sentences no name is known */

/* The items looked at, and what was counted of them. */
struct looked {
	const struct tcn_story_member *items[TCN_STORY_LATEST];
	uint32_t n;
	uint32_t headlines, formed, titled, figures, labels, sentences;
	uint32_t said, may_say; /* somebody speaks; it would be known */
	uint64_t first, last; /* the least and the largest seq */
	size_t words; /* of all */
	uint32_t nouns; /* in a language that writes nouns with a capital */
	uint32_t by_vector; /* placed by their vectors, without words */
};

/* German and Luxembourgish: there a capital alone makes no name. */
static bool
capitalises_nouns(const char *lang)
{
	return strcmp(lang, "de") == 0 || strcmp(lang, "lb") == 0;
}

static void
look_at_items(const struct tcn_story_index *s, const struct tcn_story_row *row,
    struct looked *at)
{
	*at = (struct looked){ 0 };
	for (uint32_t i = row->items.n; i-- > 0 && at->n < TCN_STORY_LATEST;) {
		const struct tcn_story_member *item =
		    &s->items[row->items.at[row->items.head + i].slot];
		unsigned form = item->style & TCN_STORY_STYLE_FORM;

		if (!at->n || item->seq < at->first)
			at->first = item->seq;
		if (item->seq > at->last)
			at->last = item->seq;
		at->items[at->n++] = item;
		at->words += item->terms_n;
		at->headlines += (item->style & TCN_STORY_STYLE_TITLE) != 0;
		at->formed += form != TCN_HEADLINE_UNKNOWN;
		at->titled += form == TCN_HEADLINE_TITLE;
		at->figures += (item->style & TCN_STORY_STYLE_FIGURES) != 0;
		at->labels += (item->style & TCN_STORY_STYLE_LABEL) != 0;
		at->sentences += (item->style & TCN_STORY_STYLE_NAMES) != 0;
		at->said += (item->style & TCN_STORY_STYLE_SAID) != 0;
		at->may_say +=
		    (item->style & TCN_STORY_STYLE_SAID_IS_KNOWN) != 0;
		at->by_vector += item->by_vector;
		at->nouns += capitalises_nouns(s->langs.at[item->lang].code);
	}
}

/* What is counted of a word, in the work's tally. */
enum {
	ITEMS, /* that hold it in their headline */
	CAPITALS, /* of them, those that write it so inside a sentence */
	SMALLS,
	FIRST, /* items that begin with it */
};

static void
count_words(const struct tcn_story_index *s, const struct looked *at)
{
	struct tcn_tally *tally = &s->work->tally;

	tcn_tally_begin(tally, at->words);
	for (uint32_t i = 0; i < at->n; i++) {
		const struct tcn_story_member *item = at->items[i];

		for (uint32_t t = 0; t < item->head_n; t++) {
			uint32_t *counts =
			    tcn_tally_add(tally, item->terms[t])->counts;

			counts[ITEMS]++;
			counts[CAPITALS] += item->capitals >> t & 1;
			counts[SMALLS] += item->smalls >> t & 1;
		}
		if (item->words_n)
			tcn_tally_add(tally,
			    item->terms[tcn_story_member_words(item)[0]])
			    ->counts[FIRST]++;
	}
}

static bool
is_name(const struct looked *at, const uint32_t *counts)
{
	return counts[CAPITALS] >= NAMES_FROM &&
	    counts[CAPITALS] * 5 >= at->sentences &&
	    counts[CAPITALS] >= 2 * counts[SMALLS];
}

/* Of the words, by how they are written and by what the texts share. */
struct words {
	double name, word; /* largest share * rarity */
	uint32_t solo; /* names in one item */
	uint32_t first; /* the most items that begin with the same word */
};

/* How rare a word is: its idf over that of a word that no story had, so that
 * it means the same in a stream of hundred stories and of a million; what is
 * left of the prior says that it is in the middle. */
static double
rarity_of(const struct tcn_story_index *s,
    const struct tcn_story_content_term *term)
{
	const struct tcn_numbers *numbers = &s->conf.numbers;
	double prior = tcn_similarity_prior(numbers, &s->df);
	double rarity =
	    tcn_similarity_idf(numbers, &s->df, term->slot, term->stop) /
	    tcn_similarity_idf_most(numbers, &s->df);

	if (prior > 0 && !term->stop)
		rarity += prior * (numbers->prior_rarity - rarity);
	return rarity;
}

static void
weigh_shared(const struct tcn_story_index *s, const struct looked *at,
    const struct tcn_story_content *content, struct words *words)
{
	const struct tcn_numbers *numbers = &s->conf.numbers;

	for (uint32_t i = 0; i < content->terms_n; i++) {
		const struct tcn_story_content_term *term = &content->terms[i];
		const struct tcn_tally_entry *word =
		    tcn_tally_find(&s->work->tally, term->slot);
		double rarity, weight;

		if (!word || word->counts[ITEMS] < 2)
			continue;
		rarity = rarity_of(s, term);
		weight = term->share * rarity;
		if (is_name(at, word->counts) && weight > words->name)
			words->name = weight;
		if (rarity >= numbers->score_rarity_min && weight > words->word)
			words->word = weight;
	}
}

static void
weigh_words(const struct tcn_story_index *s, const struct looked *at,
    const struct tcn_story_content *content, struct words *words)
{
	const struct tcn_tally *tally = &s->work->tally;
	const struct tcn_numbers *numbers = &s->conf.numbers;
	double least =
	    numbers->noun_rarity * tcn_similarity_idf_most(numbers, &s->df);
	bool nouns = at->nouns * 2 > at->n;

	for (uint32_t i = 0; i < tally->n; i++) {
		const uint32_t *counts = tally->at[i].counts;

		words->solo += counts[CAPITALS] == 1 && !counts[SMALLS] &&
		    (!nouns ||
			tcn_similarity_idf(numbers, &s->df,
			    (uint32_t)tally->at[i].key, false) >= least);
		if (counts[FIRST] > words->first)
			words->first = counts[FIRST];
	}
	weigh_shared(s, at, content, words);
}

/* What is usual of the publishers of these items: their titles' share. */
static double
usual_titled(const struct tcn_story_index *s, const struct looked *at,
    double share)
{
	double sum = 0, usual = 0;

	/* A wire's items are of one publisher, which is looked up once. */
	for (uint32_t i = 0; i < at->n; i++) {
		uint64_t publisher = at->items[i]->publisher;

		if (!i || publisher != at->items[i - 1]->publisher)
			usual = tcn_publisher_titled(&s->publishers,
			    &s->df.clock, publisher, share);
		sum += usual;
	}
	return sum / at->n;
}

/* How the headlines are written, where most have a form. */
static void
score_form(const struct tcn_story_index *s, const struct looked *at,
    const struct words *words, struct tcn_story_titled *titled,
    struct tcn_news_score *score)
{
	titled->usual = usual_titled(s, at, titled->share);
	titled->is_known = at->formed * 2 >= at->n;
	if (titled->is_known)
		tcn_news_score_set(score, TCN_NEWS_LABEL,
		    (double)at->labels / at->n);
	if (at->sentences >= NAMES_FROM) {
		tcn_news_score_set(score, TCN_NEWS_NAME, words->name);
		tcn_news_score_set(score, TCN_NEWS_SOLO,
		    (double)words->solo / at->sentences);
	} else if (titled->is_known &&
	    titled->usual < s->conf.numbers.score_titled_usual) {
		/* Titles of a publisher who writes sentences. */
		tcn_news_score_set(score, TCN_NEWS_NAME, 0);
		tcn_news_score_set(score, TCN_NEWS_SOLO, 1);
	}
}

/*
 * The share of the story in all items that came since its first. More than the
 * upper bound says no more: a stream of few matters is not all news.
 */
static double
stream_share(const struct tcn_numbers *numbers, const struct looked *at)
{
	double share = (double)at->n / (double)(at->last - at->first + 1);

	return share < numbers->score_stream_least ? numbers->score_stream_least
	    : share > numbers->score_stream_most   ? numbers->score_stream_most
						   : share;
}

/* What the headlines say beside names, where most items have one. */
static void
score_headlines(const struct looked *at, const struct words *words,
    struct tcn_news_score *score)
{
	if (at->headlines * 2 < at->n)
		return;
	tcn_news_score_set(score, TCN_NEWS_FIGURES,
	    (double)at->figures / at->n);
	tcn_news_score_set(score, TCN_NEWS_FIRST, (double)words->first / at->n);
	if (at->may_say * 2 >= at->n)
		tcn_news_score_set(score, TCN_NEWS_SAID,
		    (double)at->said / at->n);
}

/*
 * The share of the texts, notices too, that hold what the story is about. Where
 * no term stands in half of them, it is the largest share of one that could
 * tell what it is about; not in a new stream, where no term tells that.
 */
static double
topic_share(const struct tcn_story_content *content)
{
	uint32_t all = content->texts_n + content->notices_n;
	double share = 0;

	if (content->is_new)
		return (double)content->on_topic_texts / all;
	for (uint32_t i = 0; i < content->terms_n; i++) {
		const struct tcn_story_content_term *term = &content->terms[i];

		if (!term->common) {
			share =
			    (double)content->on_topic_texts / content->texts_n;
			break;
		}
		if (!term->idle && term->share > share)
			share = term->share;
	}
	return share * content->texts_n / all;
}

void
tcn_story_score(const struct tcn_story_index *s,
    const struct tcn_story_row *row, const struct tcn_story_content *content,
    struct tcn_news_score *score, struct tcn_story_titled *titled)
{
	struct looked at;
	struct words words = { 0 };

	look_at_items(s, row, &at);
	*score = (struct tcn_news_score){ 0 };
	*titled = (struct tcn_story_titled){ 0 };
	if (!at.n) /* all of it has left the window: nothing is known */
		return;
	titled->share = at.formed ? (double)at.titled / at.formed : 0;
	if (at.by_vector * 2 > at.n) {
		tcn_news_score_set(score, TCN_NEWS_WORDLESS,
		    (double)at.by_vector / at.n);
		return;
	}
	count_words(s, &at);
	weigh_words(s, &at, content, &words);
	score_form(s, &at, &words, titled, score);
	tcn_news_score_set(score, TCN_NEWS_WORD, words.word);
	score_headlines(&at, &words, score);
	if (s->clock.active_periods > s->conf.numbers.warmup_periods)
		tcn_news_score_set(score, TCN_NEWS_STREAM,
		    tcn_real_log(stream_share(&s->conf.numbers, &at)));
	if (content->texts_n || (content->is_new && content->notices_n))
		tcn_news_score_set(score, TCN_NEWS_TOPIC,
		    tcn_real_log(topic_share(content) + 0.05));
}

void
tcn_story_budget_count(struct tcn_story_index *s, struct tcn_story_row *row,
    double z)
{
	row->budget_step = tcn_news_budget_count(&s->budget, &s->df.clock,
	    row->budget_step, z);
}

void
tcn_story_budget_merge(struct tcn_story_index *s, struct tcn_story_row *to,
    const struct tcn_story_row *from)
{
	tcn_news_budget_merge(&s->budget, &s->df.clock, &to->budget_step,
	    from->budget_step);
}
