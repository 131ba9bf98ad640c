/*
 * Takes the names of stories, compares them, and links what matches.
 */
#include "window/story/story_link.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/real.h"
#include "engine/base/sort.h"
#include "window/story/story_impl.h"
#include "window/story/story_link_impl.h"

#define TEXTS_MAX      48 /* the latest distinct ones that are looked at */
#define LANG_ITEMS     16 /* the latest items that tell a story's language */
#define LANG_ITEMS_MIN 3
#define RANKED_MAX     (TEXTS_MAX * TCN_SIMILARITY_WORDS_MAX / 2)
#define READ_MAX       (2 * TCN_STORY_LINK_NAMES) /* terms that are romanized */
#define LOG2_E         1.4426950408889634

/* A term that may be a name. */
struct ranked {
	uint32_t slot, texts;
	uint64_t id;
	double weight;
};

/* At each of the first items, and then when it has grown by a quarter. */
static bool
is_due(const struct tcn_story_index *s, uint32_t n)
{
	if ((double)n < s->conf.numbers.link_items)
		return false;
	return n < 8 || n % (1u << (31 - __builtin_clz(n) - 2)) == 0;
}

/* What more than half of the latest items are in, of those that are known. */
static uint8_t
main_language(const struct tcn_story_index *s, const struct tcn_story_row *row)
{
	uint8_t votes[TCN_BASELINE_LANGS] = { 0 }, best = 0;
	uint32_t known = 0, n = row->items.n;

	for (uint32_t i = n; i-- > 0 && n - i <= LANG_ITEMS;) {
		uint8_t lang = tcn_story_member_at(s, row, i)->lang;

		if (!*s->langs.at[lang].code)
			continue;
		known++;
		if (++votes[lang] > votes[best])
			best = lang;
	}
	return known >= LANG_ITEMS_MIN && votes[best] * 2u > known
	    ? best
	    : TCN_STORY_LINK_NO_LANG;
}

/* The latest distinct texts; returns how many. */
static uint32_t
find_texts(const struct tcn_story_index *s, const struct tcn_story_row *row,
    const struct tcn_story_member *texts[TEXTS_MAX])
{
	uint32_t n = 0;

	for (uint32_t i = row->items.n; i-- > 0 && n < TEXTS_MAX;) {
		const struct tcn_story_member *item =
		    tcn_story_member_at(s, row, i);

		if (item->leader == item->seq)
			texts[n++] = item;
	}
	return n;
}

/* Counts the texts' terms in the work's tally: counts[0] is how many of them
 * hold one. */
static void
count_terms(const struct tcn_story_index *s,
    const struct tcn_story_member *const *texts, uint32_t n)
{
	struct tcn_tally *tally = &s->work->tally;
	size_t room = 0;

	for (uint32_t i = 0; i < n; i++)
		room += texts[i]->terms_n;
	tcn_tally_begin(tally, room);
	for (uint32_t i = 0; i < n; i++)
		for (uint32_t t = 0; t < texts[i]->terms_n; t++)
			if (!(texts[i]->stops >> t & 1))
				tcn_tally_add(tally, texts[i]->terms[t])
				    ->counts[0]++;
}

double
tcn_story_link_weight(const struct tcn_story_index *s, uint32_t slot)
{
	double all = tcn_decay_read(&s->df.clock, s->df.stories);
	double rarity = (all + s->conf.numbers.link_prior) /
	    (tcn_df_stories(&s->df, slot) + 1);

	return rarity > 2 ? tcn_real_log(rarity) * LOG2_E - 1 : 0;
}

/* The heaviest first; ties by what the terms are, not where they stand. */
static int
by_rank(const void *left, const void *right)
{
	const struct ranked *a = left, *b = right;
	double x = a->texts * a->weight, y = b->texts * b->weight;

	if (x != y)
		return x > y ? -1 : 1;
	return (a->id > b->id) - (a->id < b->id);
}

/* Of the terms that were counted, those that may be names. */
static size_t
rank(const struct tcn_story_index *s, uint32_t texts, struct ranked *list)
{
	const struct tcn_tally *tally = &s->work->tally;
	double least = s->conf.numbers.link_share * texts;
	size_t found = 0;

	for (uint32_t i = 0; i < tally->n; i++) {
		struct ranked term = {
			.slot = (uint32_t)tally->at[i].key,
			.texts = tally->at[i].counts[0],
		};

		if (term.texts < 2 || term.texts < least ||
		    s->df.rows[term.slot].word_n < 2) /* a letter, a digit */
			continue;
		term.weight = tcn_story_link_weight(s, term.slot);
		term.id = s->df.rows[term.slot].id;
		if (term.weight > 0)
			list[found++] = term;
	}
	qsort(list, found, sizeof *list, by_rank);
	return found;
}

static bool
is_same(const struct tcn_romanize_word *a, const struct tcn_romanize_word *b)
{
	return a->n == b->n && memcmp(a->at, b->at, a->n) == 0;
}

/* One name may be several terms, as languages stem differently. */
static void
add_name(const struct tcn_story_index *s, const char *lang,
    struct tcn_story_link_name *names, uint32_t *counts, size_t *n,
    const struct tcn_romanize_word *text, const struct ranked *term)
{
	size_t i = 0;

	while (i < *n && !is_same(&names[i].text, text))
		i++;
	if (i == TCN_STORY_LINK_NAMES)
		return;
	if (i == *n) {
		names[i] = (struct tcn_story_link_name){
			.text = *text,
			.weight = (float)term->weight,
		};
		counts[(*n)++] = 0;
	}
	if (s->conf.lexicon && !names[i].meanings_n)
		names[i].meanings_n = (uint8_t)tcn_lexicon_find(s->conf.lexicon,
		    lang, term->id, names[i].meanings);
	counts[i] += term->texts;
	if ((float)term->weight < names[i].weight)
		names[i].weight = (float)term->weight;
}

static void
find_names(struct tcn_story_index *s, const struct tcn_story_row *row,
    struct tcn_story_link_name *names, size_t *names_n)
{
	const char *lang = tcn_story_main_language(s, row->id);
	struct ranked list[RANKED_MAX];
	const struct tcn_story_member *at[TEXTS_MAX];
	uint32_t counts[TCN_STORY_LINK_NAMES], texts = find_texts(s, row, at);
	size_t n;

	count_terms(s, at, texts);
	*names_n = 0;
	n = rank(s, texts, list);
	for (size_t i = 0; i < n && i < READ_MAX; i++) {
		const struct tcn_df_row *term = &s->df.rows[list[i].slot];
		struct tcn_str word = { term->word, term->word_n };
		struct tcn_romanize_word text;

		tcn_romanize(&s->links.romanizer, word, &text);
		if (text.n)
			add_name(s, lang, names, counts, names_n, &text,
			    &list[i]);
	}
	for (size_t i = 0; i < *names_n; i++)
		names[i].share =
		    counts[i] < texts ? (float)counts[i] / (float)texts : 1;
}

static void
take_names(struct tcn_story_index *s, uint32_t slot,
    const struct tcn_story_row *row)
{
	struct tcn_story_link_name names[TCN_STORY_LINK_NAMES];
	size_t n;

	find_names(s, row, names, &n);
	tcn_story_link_set_names(s, slot, names, n);
}

/* A second language has come: the names of all stories are wanted. */
static void
take_all(struct tcn_story_index *s)
{
	struct tcn_story_links *links = &s->links;

	for (uint32_t i = 0; i < links->rows_n && links->untaken; i++) {
		const struct tcn_story_link_row *row = &links->rows[i];

		if (row->live && !row->taken)
			take_names(s, i, tcn_story_find(s, row->story));
	}
}

/* --- comparing --- */

static double
lesser(float a, float b)
{
	return (double)(a < b ? a : b);
}

/* Do both mean the same? */
static bool
is_translation(const struct tcn_story_link_name *a,
    const struct tcn_story_link_name *b)
{
	for (size_t i = 0; i < a->meanings_n; i++)
		for (size_t k = 0; k < b->meanings_n; k++)
			if (a->meanings[i] == b->meanings[k])
				return true;
	return false;
}

static bool
is_pair(const struct tcn_story_link_name *a,
    const struct tcn_story_link_name *b, bool by_meaning)
{
	return by_meaning ? is_translation(a, b)
			  : tcn_romanize_alike(&a->text, &b->text);
}

/* A comparison of two stories, a being the one of the lower id, so that they
 * score the same either way. */
struct comparison {
	const struct tcn_story_link_row *a, *b;
	uint32_t used_a, used_b; /* bit i: name i has its pair */
	struct tcn_story_link_shared *shared; /* room for all; or NULL */
	size_t n;
	double score;
	double named; /* of the score: by names that no dictionary has */
};

static void
add_pair(struct comparison *c, size_t i, size_t k)
{
	const struct tcn_story_link_name *x = &c->a->names[i];
	const struct tcn_story_link_name *y = &c->b->names[k];
	double weight = lesser(x->weight, y->weight);
	double says = weight * lesser(x->share, y->share);

	c->used_a |= 1u << i;
	c->used_b |= 1u << k;
	c->score += says;
	if (!x->meanings_n && !y->meanings_n)
		c->named += says;
	if (c->shared)
		c->shared[c->n] = (struct tcn_story_link_shared){
			.a = x->text,
			.b = y->text,
			.share_a = (double)x->share,
			.share_b = (double)y->share,
			.weight = weight,
		};
	c->n++;
}

/* Pairs each name of a that has none with the first such of b. */
static void
find_pairs(struct comparison *c, bool by_meaning)
{
	for (size_t i = 0; i < c->a->names_n; i++) {
		size_t k = 0;

		if (c->used_a >> i & 1)
			continue;
		while (k < c->b->names_n &&
		    (c->used_b >> k & 1 ||
			!is_pair(&c->a->names[i], &c->b->names[k], by_meaning)))
			k++;
		if (k < c->b->names_n)
			add_pair(c, i, k);
	}
}

/* All that the names of the row say. */
static double
sum_names(const struct tcn_story_link_row *row)
{
	double sum = 0;

	for (size_t i = 0; i < row->names_n; i++)
		sum +=
		    (double)row->names[i].weight * (double)row->names[i].share;
	return sum;
}

static void
compare(struct comparison *c)
{
	find_pairs(c, false);
	find_pairs(c, true);
}

/* Do they share enough to be linked? */
static bool
is_link(const struct comparison *c, const struct tcn_numbers *numbers)
{
	double a, b;

	if ((double)c->n < numbers->link_names ||
	    c->score < numbers->link_score || c->named < numbers->link_named)
		return false;
	a = sum_names(c->a);
	b = sum_names(c->b);
	return c->score >= numbers->link_part * (a < b ? a : b);
}

double
tcn_story_link_compare(const struct tcn_story_index *s, uint64_t a, uint64_t b,
    struct tcn_story_link_shared shared[TCN_STORY_LINK_NAMES], size_t *n)
{
	const struct tcn_story_link_row *x = tcn_story_link_find(s, a);
	const struct tcn_story_link_row *y = tcn_story_link_find(s, b);
	struct comparison c = {
		.a = a < b ? x : y, .b = a < b ? y : x, .shared = shared
	};

	*n = 0;
	if (!x || !y)
		return 0;
	compare(&c);
	*n = c.n;
	if (a < b)
		return c.score;
	for (size_t i = 0; i < *n; i++) {
		struct tcn_story_link_shared was = shared[i];

		shared[i].a = was.b;
		shared[i].b = was.a;
		shared[i].share_a = was.share_b;
		shared[i].share_b = was.share_a;
	}
	return c.score;
}

/* --- linking --- */

/* Has the row a link to a story of the language? */
static bool
has_language(const struct tcn_story_index *s,
    const struct tcn_story_link_row *row, uint8_t lang)
{
	for (size_t i = 0; i < row->links_n; i++) {
		const struct tcn_story_link_row *other =
		    tcn_story_link_find(s, row->links[i].story);

		if (other && other->lang == lang)
			return true;
	}
	return row->lang == lang;
}

static bool
may_link(const struct tcn_story_index *s, const struct tcn_story_link_row *a,
    const struct tcn_story_link_row *b)
{
	return a->lang != TCN_STORY_LINK_NO_LANG &&
	    b->lang != TCN_STORY_LINK_NO_LANG && a->lang != b->lang &&
	    a->links_n < TCN_STORY_LINKS_MAX &&
	    b->links_n < TCN_STORY_LINKS_MAX && !has_language(s, a, b->lang) &&
	    !has_language(s, b, a->lang);
}

/* Appends the rows in other languages that stand under the key to work->keys.
 */
static void
list_rows(struct tcn_story_index *s, uint32_t slot, uint64_t key, size_t *n)
{
	const struct tcn_story_links *links = &s->links;
	const uint64_t *first = tcn_map_find(&links->by_name, key);
	uint32_t at = first ? (uint32_t)*first : 0;

	for (; at; at = links->entries[at - 1].next) {
		uint32_t other = links->entries[at - 1].row;

		if (other == slot ||
		    links->rows[other].lang == links->rows[slot].lang)
			continue;
		tcn_story_work_fit(s->work, *n + 1);
		s->work->keys[(*n)++] = other;
	}
}

/* The best story that may be linked with this one, or NULL. */
static struct tcn_story_link_row *
find_best(struct tcn_story_index *s, uint32_t slot, size_t n, double *best)
{
	const struct tcn_numbers *numbers = &s->conf.numbers;
	const struct tcn_story_link_row *row = &s->links.rows[slot];
	const uint64_t *keys = s->work->keys;
	struct tcn_story_link_row *found = NULL;

	*best = 0;
	for (size_t i = 0, end; i < n; i = end) {
		struct tcn_story_link_row *other = &s->links.rows[keys[i]];
		bool first = row->story < other->story;
		struct comparison c = { .a = first ? row : other,
			.b = first ? other : row };

		for (end = i; end < n && keys[end] == keys[i]; end++)
			continue;
		if ((double)(end - i) < numbers->link_names ||
		    !may_link(s, row, other))
			continue;
		compare(&c);
		if (!is_link(&c, numbers) || c.score < *best ||
		    (c.score == *best && found && found->story < other->story))
			continue;
		found = other;
		*best = c.score;
	}
	return found;
}

/* Links the story with the best of each language. */
static void
find_links(struct tcn_story_index *s, uint32_t slot)
{
	struct tcn_story_link_row *other;
	double score;
	size_t n;
	const struct tcn_story_link_row *row = &s->links.rows[slot];

	/* The slots of rows that have names which begin like names of this one,
	 * or words that mean the same, as often as they do, in work->keys. */
	n = 0;
	for (size_t i = 0; i < row->names_n; i++)
		for (size_t k = 0; k < tcn_story_link_keys(&row->names[i]); k++)
			list_rows(s, slot,
			    tcn_story_link_key_at(&row->names[i], k), &n);
	tcn_sort_u64(s->work->keys, n, s->work->spare);
	while ((other = find_best(s, slot, n, &score)))
		tcn_story_link_add(s, slot, (uint32_t)(other - s->links.rows),
		    score);
}

void
tcn_story_link_note(struct tcn_story_index *s, const struct tcn_story_row *row)
{
	struct tcn_story_links *links = &s->links;
	uint32_t slot, others;
	uint8_t lang;

	if (!is_due(s, row->items.n))
		return;
	lang = main_language(s, row);
	tcn_story_link_put(s, row->id, lang, &slot);
	if (lang == TCN_STORY_LINK_NO_LANG)
		return;
	others = links->with_lang - links->by_lang[lang];
	if (!others)
		return;
	take_names(s, slot, row);
	take_all(s);
	find_links(s, slot);
}
