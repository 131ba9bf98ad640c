/*
 * window/story/story_score.c - the features that news_score.h weighs.
 *
 * Looks at the latest items, copies too, because a form that is filled in
 * thirty times is told by its number. A *name* is a word that stands inside a
 * sentence with a capital at least twice as often as without one, in a fifth of
 * the items that are written in sentences. O(t log t) for the t words of at
 * most 64 items.
 */
#include "engine/base/real.h"
#include "window/base/sort.h"
#include "window/story/story_impl.h"

#define LOOK_AT    64 /* items */
#define NAMES_FROM 3 /* items: of fewer in sentences no name is known */

/* The items looked at, and what was counted of them. */
struct looked {
	const struct tcn_story_member *items[LOOK_AT];
	uint32_t n;
	uint32_t headlines, formed, titled, figures, labels, sentences;
	size_t words; /* of all */
	uint64_t *mentions; /* sorted; of the work */
	size_t mentions_n;
};

static void
look(const struct tcn_story_index *s, const struct tcn_story_row *row,
    struct looked *at)
{
	*at = (struct looked){ 0 };
	for (uint32_t i = row->items.n; i-- > 0 && at->n < LOOK_AT;) {
		const struct tcn_story_member *item =
		    &s->items[row->items.at[row->items.head + i].slot];
		unsigned form = item->style & TCN_STORY_STYLE_FORM;

		at->items[at->n++] = item;
		at->words += item->terms_n;
		at->headlines += (item->style & TCN_STORY_STYLE_TITLE) != 0;
		at->formed += form != TCN_HEADLINE_UNKNOWN;
		at->titled += form == TCN_HEADLINE_TITLE;
		at->figures += (item->style & TCN_STORY_STYLE_FIGURES) != 0;
		at->labels += (item->style & TCN_STORY_STYLE_LABEL) != 0;
		at->sentences += (item->style & TCN_STORY_STYLE_NAMES) != 0;
	}
}

/* What the item says of its term t, as a number: which, and how written. */
static uint64_t
mention(const struct tcn_story_member *item, uint32_t t)
{
	return (uint64_t)item->terms[t] << 2 | (item->smalls >> t & 1) << 1 |
	    (item->capitals >> t & 1);
}

static enum tcn_rc
list_mentions(const struct tcn_story_index *s, struct looked *at)
{
	if (!tcn_story_work_fit(s->work, at->words + 1))
		return TCN_NOMEM;
	at->mentions = s->work->keys;
	for (uint32_t i = 0; i < at->n; i++)
		for (uint32_t t = 0; t < at->items[i]->head_n; t++)
			at->mentions[at->mentions_n++] =
			    mention(at->items[i], t);
	tcn_sort_u64(at->mentions, at->mentions_n, s->work->spare);
	return TCN_OK;
}

/* One word of the items. */
struct word {
	uint32_t slot;
	uint32_t items, capitals, smalls;
};

/* The word whose mentions begin at i; the return value is how many they are. */
static size_t
read_word(const struct looked *at, size_t i, struct word *word)
{
	size_t from = i;

	*word = (struct word){ .slot = (uint32_t)(at->mentions[i] >> 2) };
	for (; i < at->mentions_n && at->mentions[i] >> 2 == word->slot; i++) {
		word->items++;
		word->capitals += at->mentions[i] & 1;
		word->smalls += at->mentions[i] >> 1 & 1;
	}
	return i - from;
}

static bool
is_name(const struct looked *at, const struct word *word)
{
	return word->capitals >= NAMES_FROM &&
	    word->capitals * 5 >= at->sentences &&
	    word->capitals >= 2 * word->smalls;
}

/* How much of the texts one of their shared terms holds; 0: it is not shared.
 */
static double
share_of(const struct tcn_story_content *content, uint32_t slot)
{
	for (uint32_t i = 0; i < content->terms_n; i++)
		if (content->terms[i].slot == slot)
			return content->terms[i].share;
	return 0;
}

/* How rare a word is: its idf over that of a word that no story had, so that
 * it means the same in a stream of hundred stories and of a million. */
static double
rarity_of(const struct tcn_story_index *s, uint32_t slot)
{
	const struct tcn_numbers *numbers = &s->conf.numbers;
	double all = tcn_decay_read(&s->df.clock, s->df.stories);

	return tcn_similarity_idf(numbers, &s->df, slot) /
	    tcn_real_log((all + 1) / numbers->idf_smoothing);
}

/* Of the words, by mentions and by what the texts share. */
struct words {
	double name, word; /* largest share * rarity */
	uint32_t solo; /* names in one item */
};

static void
weigh_word(const struct tcn_story_index *s, const struct looked *at,
    const struct tcn_story_content *content, const struct word *word,
    struct words *words)
{
	double share, rarity, weight;

	words->solo += word->capitals == 1 && !word->smalls;
	if (word->items < 2)
		return;
	share = share_of(content, word->slot);
	if (share <= 0)
		return;
	rarity = rarity_of(s, word->slot);
	weight = share * rarity;
	if (is_name(at, word) && weight > words->name)
		words->name = weight;
	if (rarity >= s->conf.numbers.score_rarity_min && weight > words->word)
		words->word = weight;
}

/* The share of the items that begin with the same word. */
static double
first_share(const struct tcn_story_index *s, const struct looked *at)
{
	uint64_t firsts[LOOK_AT];
	uint32_t n = 0, most = 0;

	for (uint32_t i = 0; i < at->n; i++)
		if (at->items[i]->words_n)
			firsts[n++] =
			    at->items[i]->terms
				[tcn_story_member_words(at->items[i])[0]];
	tcn_sort_u64(firsts, n, s->work->spare);
	for (uint32_t i = 0, run; i < n; i += run) {
		for (run = 1; i + run < n && firsts[i + run] == firsts[i];)
			run++;
		most = run > most ? run : most;
	}
	return (double)most / at->n;
}

/* What is usual of the publishers of these items: their titles' share. */
static double
usual_titled(const struct tcn_story_index *s, const struct looked *at,
    double share)
{
	double sum = 0;

	for (uint32_t i = 0; i < at->n; i++)
		sum += tcn_publisher_titled(&s->publishers, &s->df.clock,
		    at->items[i]->publisher, share);
	return sum / at->n;
}

/* How the headlines are written, where most have a form; share: of those, the
 * titles. */
static void
score_form(const struct tcn_story_index *s, const struct looked *at,
    const struct words *words, double share, struct tcn_news_score *score)
{
	double usual = usual_titled(s, at, share);
	bool formed = at->formed * 2 >= at->n;

	if (formed)
		tcn_news_score_set(score, TCN_NEWS_TITLED, share - usual);
	if (formed)
		tcn_news_score_set(score, TCN_NEWS_LABEL,
		    (double)at->labels / at->n);
	if (at->sentences >= NAMES_FROM) {
		tcn_news_score_set(score, TCN_NEWS_NAME, words->name);
		tcn_news_score_set(score, TCN_NEWS_SOLO,
		    (double)words->solo / at->sentences);
	} else if (formed && usual < s->conf.numbers.score_titled_usual) {
		/* Titles of a publisher who writes sentences. */
		tcn_news_score_set(score, TCN_NEWS_NAME, 0);
		tcn_news_score_set(score, TCN_NEWS_SOLO, 1);
	}
}

enum tcn_rc
tcn_story_score(const struct tcn_story_index *s,
    const struct tcn_story_row *row, const struct tcn_story_content *content,
    struct tcn_news_score *score, double *titled_share)
{
	struct looked at;
	struct words words = { 0 };
	struct word word;

	look(s, row, &at);
	*score = (struct tcn_news_score){ 0 };
	*titled_share = 0;
	if (!at.n) /* all of it has left the window: nothing is known */
		return TCN_OK;
	*titled_share = at.formed ? (double)at.titled / at.formed : 0;
	if (list_mentions(s, &at))
		return TCN_NOMEM;
	for (size_t i = 0; i < at.mentions_n;) {
		i += read_word(&at, i, &word);
		weigh_word(s, &at, content, &word, &words);
	}
	score_form(s, &at, &words, *titled_share, score);
	tcn_news_score_set(score, TCN_NEWS_WORD, words.word);
	if (at.headlines * 2 >= at.n) {
		tcn_news_score_set(score, TCN_NEWS_FIGURES,
		    (double)at.figures / at.n);
		tcn_news_score_set(score, TCN_NEWS_FIRST, first_share(s, &at));
	}
	if (content->texts_n)
		tcn_news_score_set(score, TCN_NEWS_TOPIC,
		    tcn_real_log((double)content->on_topic_texts /
			    content->texts_n +
			0.05));
	return TCN_OK;
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
