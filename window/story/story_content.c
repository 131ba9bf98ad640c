/*
 * window/story/story_content.c - what the texts of a story have in common.
 *
 * The latest distinct texts (leaders of origins) are compared, by the words of
 * their headlines. A term is
 * *shared* when a quarter of them, and at least two, hold it. A shared term
 * is *common*, and says nothing about what the story is about, when fewer
 * than half of the texts hold it, when it is a stop word of the language it
 * stands in, or when more than common_items of all items of that language hold
 * it and it is about as busy as usual.
 *
 * A text is *on topic* when it holds a shared term that is not common. Where
 * fewer than on_topic_texts_enough do, one that holds two of them in the
 * headline itself counts in full, for an address may write the same word
 * another way, and one that does not counts in part: four of eight, by a half.
 * For copies of one text draw in strays, each by one word, and would else pass
 * for an event told in several ways; but of an event that begins the only word
 * in common may be the place.
 *
 * As long as the prior lasts (similarity.h) on a stream's first day, nothing
 * tells a common word from a telling one, but this: of an event, headlines
 * share several words, each some of them, where those of many matters share
 * only the one that brought them together. A text is on topic when its
 * headline holds two shared terms that are not idle and do not stand in the
 * same texts, as the two words of "breaking news" do. A term is a stop word
 * already when it is one in some of its texts, as the language of a headline
 * is often not known.
 *
 * Notices (story_member.c) are no part of this: results, prices and receipts
 * share their words whatever happens.
 *
 * O(t) for the t words of at most 64 texts.
 */
#include <string.h>

#include "window/story/story_impl.h"

/* What is counted of a term, in the work's tally. */
enum {
	TEXTS, /* that hold it */
	STOPS, /* of them, those in whose language it is a stop word */
	LANG, /* that of the first of them */
	MIXED, /* of them, those in another language than the first */
};

static void
count_terms(const struct tcn_story_index *s,
    const struct tcn_story_content *content)
{
	struct tcn_tally *tally = &s->work->tally;
	size_t room = 0;

	for (uint32_t i = 0; i < content->texts_n; i++)
		room += content->texts[i]->head_n;
	tcn_tally_begin(tally, room);
	for (uint32_t i = 0; i < content->texts_n; i++) {
		const struct tcn_story_member *text = content->texts[i];

		for (uint32_t t = 0; t < text->head_n; t++) {
			uint32_t *counts =
			    tcn_tally_add(tally, text->terms[t])->counts;

			if (!counts[TEXTS]++)
				counts[LANG] = text->lang;
			counts[STOPS] += text->stops >> t & 1;
			counts[MIXED] += text->lang != counts[LANG];
		}
	}
}

/* Do the first n terms of the text hold it? */
static bool
holds(const struct tcn_story_member *text, uint32_t n, uint32_t slot)
{
	uint32_t t = 0;

	while (t < n && text->terms[t] != slot)
		t++;
	return t < n;
}

/* The language of the text in the middle of those that hold the term, put in
 * the order of their languages' numbers. */
static uint8_t
middle_lang(const struct tcn_story_content *content,
    const struct tcn_tally_entry *term)
{
	uint32_t before[TCN_BASELINE_LANGS] = { 0 };
	uint32_t left = term->counts[TEXTS] / 2;
	uint8_t lang = 0;

	if (!term->counts[MIXED])
		return (uint8_t)term->counts[LANG];
	for (uint32_t i = 0; i < content->texts_n; i++) {
		const struct tcn_story_member *text = content->texts[i];

		before[text->lang] +=
		    holds(text, text->head_n, (uint32_t)term->key);
	}
	while (left >= before[lang])
		left -= before[lang++];
	return lang;
}

/* Do many items of its language hold it? */
static bool
is_frequent(const struct tcn_story_index *s,
    const struct tcn_story_content *content, const struct tcn_tally_entry *term)
{
	const struct tcn_numbers *numbers = &s->conf.numbers;

	return tcn_baseline_lang_share(numbers, &s->langs,
		   middle_lang(content, term), &s->df.clock,
		   tcn_df_items(&s->df, (uint32_t)term->key)) >
	    numbers->common_items;
}

/* Files the term by its number; beyond the cap the last ones are left out. */
static void
file_term(const struct tcn_story_index *s, struct tcn_story_content *content,
    const struct tcn_story_content_term *term)
{
	uint64_t id = s->df.rows[term->slot].id;
	uint32_t at = content->terms_n;

	while (at > 0 && s->df.rows[content->terms[at - 1].slot].id > id)
		at--;
	if (at == TCN_STORY_CONTENT_TERMS_MAX)
		return;
	if (content->terms_n < TCN_STORY_CONTENT_TERMS_MAX)
		content->terms_n++;
	memmove(&content->terms[at + 1], &content->terms[at],
	    (content->terms_n - 1 - at) * sizeof *content->terms);
	content->terms[at] = *term;
	content->terms[at].bit = (uint64_t)1 << (id & 63);
}

static void
find_terms(const struct tcn_story_index *s, struct tcn_story_content *content)
{
	const struct tcn_numbers *numbers = &s->conf.numbers;
	const struct tcn_tally *tally = &s->work->tally;
	double volume_ratio = tcn_baseline_volume_ratio(&s->clock);
	double share_least =
	    content->is_new ? numbers->prior_shared : numbers->shared_texts;
	double texts_least =
	    numbers->shared_texts_min + (content->is_new ? 1 : 0);

	for (uint32_t i = 0; i < tally->n; i++) {
		const struct tcn_tally_entry *at = &tally->at[i];
		uint32_t texts = at->counts[TEXTS];
		struct tcn_story_content_term term = {
			.slot = (uint32_t)at->key,
			.share = (double)texts / content->texts_n,
		};

		if ((double)texts < texts_least || term.share < share_least)
			continue;
		term.burst_ratio = tcn_baseline_burst_ratio(&s->clock,
				       &s->df.rows[term.slot].rate) /
		    volume_ratio;
		term.stop = at->counts[STOPS] * 2 >= texts ||
		    (content->is_new && at->counts[STOPS]);
		term.idle = term.stop ||
		    (term.burst_ratio < numbers->common_burst &&
			is_frequent(s, content, at));
		term.common = term.idle || term.share < numbers->topic_texts;
		file_term(s, content, &term);
	}
}

/* How many of its terms the headline itself holds: the first. */
static uint32_t
title_terms(const struct tcn_story_member *item)
{
	const uint8_t *words = tcn_story_member_words(item);
	uint32_t n = 0;

	for (uint32_t i = 0; i < item->words_n; i++)
		n = words[i] >= n ? words[i] + 1u : n;
	return n;
}

/* Does the item hold `need` terms that are shared and not common? */
static bool
is_on_topic(const struct tcn_story_content *content,
    const struct tcn_story_member *item, uint32_t need)
{
	uint32_t n = need > 1 ? title_terms(item) : item->head_n;

	for (uint32_t i = 0; i < content->terms_n && need; i++) {
		const struct tcn_story_content_term *term = &content->terms[i];

		need -= !term->common && term->bit & item->bits &&
		    holds(item, n, term->slot);
	}
	return need == 0;
}

static uint32_t
count_on_topic(const struct tcn_story_content *content, uint32_t need)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < content->texts_n; i++)
		n += is_on_topic(content, content->texts[i], need);
	return n;
}

/* The texts whose headline holds the term: bit i stands for text i. */
static uint64_t
texts_with(const struct tcn_story_content *content,
    const struct tcn_story_content_term *term)
{
	uint64_t with = 0;

	for (uint32_t i = 0; i < content->texts_n; i++) {
		const struct tcn_story_member *text = content->texts[i];

		with |= (uint64_t)(term->bit & text->bits &&
			    holds(text, title_terms(text), term->slot))
		    << i;
	}
	return with;
}

/* How many texts are related: they hold two shared terms that are not idle and
 * do not stand in the same texts. */
static uint32_t
count_related(const struct tcn_story_content *content)
{
	uint64_t one[TCN_STORY_CONTENT_TEXTS_MAX] = { 0 }, related = 0;

	for (uint32_t i = 0; i < content->terms_n; i++) {
		uint64_t with = content->terms[i].idle
		    ? 0
		    : texts_with(content, &content->terms[i]);

		for (uint64_t left = with; left; left &= left - 1) {
			uint32_t text = (uint32_t)__builtin_ctzll(left);

			if (!one[text])
				one[text] = with;
			else if (one[text] != with)
				related |= (uint64_t)1 << text;
		}
	}
	return (uint32_t)__builtin_popcountll(related);
}

struct tcn_story_figures *
tcn_story_figures(const struct tcn_story_index *s,
    const struct tcn_story_row *row)
{
	struct tcn_story_figures *figures = &s->work->figures;

	if (figures->story == row->id && figures->changes == s->changes)
		return figures;
	figures->story = row->id;
	figures->changes = s->changes;
	figures->has_content = figures->has_phrase = figures->has_burst =
	    figures->has_described = figures->has_score = figures->has_season =
		false;
	figures->counts_n = 0;
	return figures;
}

/* How many texts are on topic: where few are by one term, those that are by
 * two, and a part of the others. On the first day all must be by two. */
static uint32_t
count_topic_texts(const struct tcn_numbers *numbers,
    const struct tcn_story_content *content, bool first_day)
{
	uint32_t one = count_on_topic(content, 1), two;
	double part = first_day ? 0 : one / numbers->on_topic_texts_enough;

	if (part >= 1)
		return one;
	two = count_on_topic(content, 2);
	return two + (uint32_t)(part * (one - two));
}

static void
find_content(const struct tcn_story_index *s, const struct tcn_story_row *row,
    struct tcn_story_content *content)
{
	const struct tcn_numbers *numbers = &s->conf.numbers;
	bool first_day = s->clock.active_periods <= numbers->warmup_periods;

	content->texts_n = content->notices_n = content->terms_n =
	    content->on_topic_texts = 0;
	content->is_new =
	    first_day && tcn_similarity_prior(numbers, &s->df) > 0;
	/* A notice tells nothing. */
	for (uint32_t i = row->items.n;
	     i-- > 0 && content->texts_n < TCN_STORY_CONTENT_TEXTS_MAX;) {
		const struct tcn_story_member_ref *ref =
		    &row->items.at[row->items.head + i];

		if (!ref->is_leader)
			continue;
		if (s->items[ref->slot].notice)
			content->notices_n++;
		else
			content->texts[content->texts_n++] =
			    &s->items[ref->slot];
	}
	count_terms(s, content);
	find_terms(s, content);
	content->on_topic_texts = content->is_new
	    ? count_related(content)
	    : count_topic_texts(numbers, content, first_day);
}

const struct tcn_story_content *
tcn_story_content_find(const struct tcn_story_index *s,
    const struct tcn_story_row *row)
{
	struct tcn_story_figures *figures = tcn_story_figures(s, row);
	struct tcn_story_content *content = &figures->content;

	if (!figures->has_content)
		find_content(s, row, content);
	figures->has_content = true;
	return content;
}
