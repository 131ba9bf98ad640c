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
 * fewer than on_topic_texts_enough do, it must hold two of them,
 * in the headline itself, for an address may write the same word another way:
 * copies of one text draw in strays, each by one word, and would else pass for
 * an event told in several ways.
 *
 * Notices (story_member.c) are no part of this: results, prices and receipts
 * share their words whatever happens.
 *
 * O(t log t) for the t words of at most 64 texts.
 */
#include <string.h>

#include "window/base/sort.h"
#include "window/story/story_impl.h"

/* A notice tells nothing. */
static void
find_texts(const struct tcn_story_index *s, const struct tcn_story_row *row,
    struct tcn_story_content *content)
{
	for (uint32_t i = row->items.n;
	     i-- > 0 && content->texts_n < TCN_STORY_CONTENT_TEXTS_MAX;) {
		const struct tcn_story_member *item =
		    &s->items[row->items.at[row->items.head + i].slot];

		if (item->leader == item->seq && !item->notice)
			content->texts[content->texts_n++] = item;
	}
}

/*
 * What a text holds, as a number: the term's slot, the text's language, and
 * whether the term is a stop word there.
 */
static uint64_t
holding(const struct tcn_story_member *text, uint32_t t)
{
	return (uint64_t)text->terms[t] << 16 | (uint64_t)text->lang << 8 |
	    (text->stops >> t & 1);
}

static uint32_t
slot_of(uint64_t holding)
{
	return (uint32_t)(holding >> 16);
}

static uint8_t
lang_of(uint64_t holding)
{
	return (uint8_t)(holding >> 8);
}

/* What the texts hold, that of one term side by side. */
static enum tcn_rc
list_holdings(const struct tcn_story_index *s,
    const struct tcn_story_content *content, size_t *n)
{
	size_t need = 1;

	*n = 0;
	for (uint32_t i = 0; i < content->texts_n; i++)
		need += content->texts[i]->head_n;
	if (!tcn_story_work_fit(s->work, need))
		return TCN_NOMEM;
	for (uint32_t i = 0; i < content->texts_n; i++)
		for (uint32_t t = 0; t < content->texts[i]->head_n; t++)
			s->work->keys[(*n)++] = holding(content->texts[i], t);
	tcn_sort_u64(s->work->keys, *n, s->work->spare);
	return TCN_OK;
}

/* Is the term of these n holdings, mostly, a stop word? */
static bool
is_stop(const uint64_t *at, size_t n)
{
	size_t stops = 0;

	for (size_t i = 0; i < n; i++)
		stops += at[i] & 1;
	return stops * 2 >= n;
}

/* Do many items hold it? The middle holding tells its language. */
static bool
is_frequent(const struct tcn_story_index *s, const uint64_t *at, size_t n)
{
	const struct tcn_numbers *numbers = &s->conf.numbers;

	return tcn_baseline_lang_share(numbers, &s->langs, lang_of(at[n / 2]),
		   &s->df.clock,
		   tcn_df_items(&s->df, slot_of(*at))) > numbers->common_items;
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
}

static void
find_terms(const struct tcn_story_index *s, size_t n,
    struct tcn_story_content *content)
{
	const struct tcn_numbers *numbers = &s->conf.numbers;
	double volume_ratio = tcn_baseline_volume_ratio(&s->clock);

	for (size_t i = 0, run; i < n; i += run) {
		const uint64_t *at = &s->work->keys[i];
		struct tcn_story_content_term term = { .slot = slot_of(*at) };
		bool stop, frequent;

		for (run = 1; i + run < n && slot_of(at[run]) == term.slot;)
			run++;
		term.share = (double)run / content->texts_n;
		if ((double)run < numbers->shared_texts_min ||
		    term.share < numbers->shared_texts)
			continue;
		term.burst_ratio = tcn_baseline_burst_ratio(&s->clock,
				       &s->df.rows[term.slot].rate) /
		    volume_ratio;
		stop = is_stop(at, run);
		frequent = is_frequent(s, at, run);
		term.common = term.share < numbers->topic_texts || stop ||
		    (frequent && term.burst_ratio < numbers->common_burst);
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
		uint32_t t = 0;

		if (content->terms[i].common)
			continue;
		while (t < n && item->terms[t] != content->terms[i].slot)
			t++;
		need -= t < n;
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
	    figures->has_described = figures->has_score = false;
	figures->counts_n = 0;
	return figures;
}

static enum tcn_rc
find_content(const struct tcn_story_index *s, const struct tcn_story_row *row,
    struct tcn_story_content *content)
{
	const struct tcn_numbers *numbers = &s->conf.numbers;
	size_t n;

	content->texts_n = content->terms_n = content->on_topic_texts = 0;
	content->need = 1;
	find_texts(s, row, content);
	if (list_holdings(s, content, &n))
		return TCN_NOMEM;
	find_terms(s, n, content);
	content->on_topic_texts = count_on_topic(content, content->need);
	if (content->on_topic_texts < numbers->on_topic_texts_enough ||
	    s->clock.active_periods <= numbers->warmup_periods)
		content->on_topic_texts =
		    count_on_topic(content, ++content->need);
	return TCN_OK;
}

enum tcn_rc
tcn_story_content_find(const struct tcn_story_index *s,
    const struct tcn_story_row *row, const struct tcn_story_content **out)
{
	struct tcn_story_figures *figures = tcn_story_figures(s, row);
	struct tcn_story_content *content = &figures->content;

	*out = content;
	if (!figures->has_content && find_content(s, row, content))
		return TCN_NOMEM;
	figures->has_content = true;
	return TCN_OK;
}
