/*
 * Whose rewrite an item is: window/window.c's part that asks and fills the ring
 * of pairs.
 */
#include <assert.h>
#include <stdlib.h>

#include "engine/base/ascii.h"
#include "engine/base/compare.h"
#include "engine/base/mem.h"
#include "engine/item/title_form.h"
#include "window/window_impl.h"

/* Titles of so few words that say something are no forms. */
#define FORM_WORDS 2

/* A word is rare that fewer than one item in so many has; and so many items
 * are taken to have come before the stream, without any. */
#define RARE       200
#define RARE_PRIOR 4000

/* A table has so many words, and of so many one has a digit in it. */
#define TABLE_WORDS   25
#define TABLE_FIGURES 4

/* Whether the article is figures rather than sentences: they are a quarter of
 * its words, and more than its function words. */
static bool
is_table(const struct tcn_doc *doc)
{
	uint64_t figures = 0, stops = 0;

	for (size_t i = 0; i < doc->terms_n; i++) {
		const struct tcn_term *term = &doc->terms[i];

		if (term->flags & TCN_TERM_STOP)
			stops += term->tf;
		else if (tcn_ascii_has_digit(term->word.at, term->word.n))
			figures += term->tf;
	}
	return doc->words_n >= TABLE_WORDS && figures > stops &&
	    figures * TABLE_FIGURES >= doc->words_n;
}

/* Whether few items had the term: fewer than one in RARE. */
static bool
is_rare(const struct tcn_window *w, const struct tcn_doc *doc, size_t i)
{
	const struct tcn_term *term = &doc->terms[i];

	return !(term->flags &
		   (TCN_TERM_STOP | TCN_TERM_SUFFIX | TCN_TERM_DATE)) &&
	    (tcn_story_df_docs(w->stories) + RARE_PRIOR) >
	    (w->df[i] + 1) * RARE;
}

/* How often a term stands in the title. */
static uint32_t
count_in_title(const struct tcn_doc *doc, uint32_t index)
{
	uint32_t n = 0;

	for (size_t i = 0; i < doc->title_n; i++)
		n += doc->words[i] == index;
	return n;
}

/* Whether a term of the title is a name: with a capital inside a sentence and
 * never without; or, as names that begin their sentences and those of titles
 * in capitals show no other way, in the text too and never without. */
static bool
is_title_name(const struct tcn_doc *doc, uint32_t index)
{
	const struct tcn_term *term = &doc->terms[index];

	return (term->flags & TCN_TERM_TITLE) &&
	    !(term->flags &
		(TCN_TERM_STOP | TCN_TERM_SUFFIX | TCN_TERM_DATE |
		    TCN_TERM_NUMBER | doc->style.small)) &&
	    ((term->flags & doc->style.capital) ||
		(doc->style.small && term->tf > count_in_title(doc, index)));
}

/* Lists the rare words of the title, and all of them, and the rare names of
 * the title. */
static void
find_rare(struct tcn_window *w, const struct tcn_doc *doc)
{
	uint64_t *all, *names;

	w->rare = tcn_mem_grow(w->rare, &w->rare_cap, 3 * doc->terms_n,
	    sizeof *w->rare);
	all = w->rare + doc->terms_n;
	names = all + doc->terms_n;
	w->pair.title = w->rare;
	w->pair.rare = all;
	w->pair.names = names;
	w->pair.item.rare = w->pair.title_n = w->pair.names_n = 0;
	for (size_t i = 0; i < doc->terms_n; i++) {
		const struct tcn_term *term = &doc->terms[i];

		if (!is_rare(w, doc, i))
			continue;
		if (is_title_name(doc, (uint32_t)i))
			names[w->pair.names_n++] = term->id;
		all[w->pair.item.rare++] = term->id;
		if (term->flags & TCN_TERM_TITLE)
			w->rare[w->pair.title_n++] = term->id;
	}
}

/* The item as it is filed. What it refers to lives in w and in doc. */
static void
make_item(struct tcn_window *w, const struct tcn_doc *doc,
    const struct tcn_placement *place)
{
	struct tcn_feature features[TCN_FEATURE_MAX];
	struct tcn_title_form form = tcn_title_form(doc);
	size_t n =
	    tcn_feature_select_most(doc, w->df, tcn_story_df_docs(w->stories),
		w->drop_suffix, w->conf.rewrite_terms, features);

	w->pair.item = (struct tcn_pairs_item){
		.seq = place->seq,
		.ts_ms = place->ts_ms,
		.publisher = place->publisher,
		.words = (uint32_t)(doc->words_n - doc->title_n),
		.is_table = is_table(doc),
		.shape = form.gaps && form.plain >= FORM_WORDS ? form.shape : 0,
		.filling = form.filling,
		.vector = tcn_pairs_vector(features, n, &w->room),
		.content = doc->content,
	};
}

/* Judges all that was found, but for texts that are its own, which are no
 * rewrites. */
static void
judge_found(struct tcn_window *w, const struct tcn_placement *place)
{
	struct tcn_pairs_hits *hits = &w->pair_hits;
	size_t kept = 0;

	for (size_t i = 0; i < hits->n; i++)
		if (hits->at[i].item.text != place->text)
			hits->at[kept++] = hits->at[i];
	hits->n = kept;
	w->rewrites = tcn_mem_grow(w->rewrites, &w->rewrites_cap, kept,
	    sizeof *w->rewrites);
	tcn_rewrite_judge_all(&w->conf.rewrite, &w->pair, hits, w->rewrites);
	w->rewrites_n = kept;
}

/* Takes the pair if it says more than the one before, or as much and is more
 * alike. Of equals the earlier item stays. */
static void
take_better(struct tcn_rewrite_pair *best, const struct tcn_rewrite_pair *pair)
{
	if (pair->kind == TCN_REWRITE_UNLIKE || pair->kind < best->kind)
		return;
	if (pair->kind == best->kind &&
	    (pair->cosine < best->cosine ||
		(pair->cosine <= best->cosine &&
		    pair->likeness <= best->likeness)))
		return;
	*best = *pair;
}

static uint16_t
thousandths(double value)
{
	return (uint16_t)(value * 1000 + 0.5);
}

/* The times in which partners of the item lie: from_ms < t <= to_ms. */
static void
limit_span(struct tcn_window *w, int64_t ts_ms, int64_t *from_ms,
    int64_t *to_ms)
{
	int64_t begin_ms, end_ms;

	*to_ms = INT64_MAX;
	if (!w->day)
		return;
	tcn_zone_day_find(w->day, ts_ms, &begin_ms, &end_ms);
	if (*from_ms < begin_ms - 1)
		*from_ms = begin_ms - 1;
	*to_ms = end_ms - 1;
}

/* Finds those whose vectors, as they came with the articles, are alike. */
static void
find_by_given(struct tcn_window *w, const struct tcn_article *article,
    int64_t from_ms, int64_t to_ms)
{
	struct tcn_pairs_stats stats;

	w->pair_hits.n = 0;
	tcn_pairs_stats(w->pairs, &stats);
	if (!article->vector_n || !stats.items)
		return;
	tcn_window_near_vectors(w, article->vector, article->vector_n,
	    (size_t)stats.items, w->conf.pairs.cosine, from_ms,
	    &w->near_vectors);
	for (size_t i = 0; i < w->near_vectors.n; i++) {
		const struct tcn_vector_ring_hit *near = &w->near_vectors.at[i];

		if (near->ts_ms <= to_ms)
			tcn_pairs_add_hit(w->pairs, near->seq, near->cosine,
			    &w->pair_hits);
	}
}

/* Finds the pairs of the item that is placed, in w->pair_hits. */
static void
find_pairs(struct tcn_window *w, const struct tcn_doc *doc, int64_t from_ms)
{
	const struct tcn_pairs_item *item = &w->pair.item;
	int64_t to_ms;

	limit_span(w, item->ts_ms, &from_ms, &to_ms);
	if (w->conf.rewrite_given)
		find_by_given(w, doc->article, from_ms, to_ms);
	else
		tcn_pairs_find(w->pairs, &item->vector, from_ms, to_ms,
		    &w->pair_hits);
}

void
tcn_window_find_rewrite(struct tcn_window *w, const struct tcn_doc *doc,
    int64_t after_ms, struct tcn_placement *place)
{
	struct tcn_rewrite_pair best = { .kind = TCN_REWRITE_UNLIKE };

	w->rewrites_n = 0;
	w->pair.item.seq = 0;
	if (!w->pairs || place->duplicate_of || place->version_of)
		return;
	make_item(w, doc, place);
	find_rare(w, doc);
	find_pairs(w, doc, after_ms);
	if (!w->pair_hits.n)
		return;
	if (w->pair.title_n)
		qsort(w->rare, w->pair.title_n, sizeof *w->rare,
		    tcn_compare_u64);
	if (w->pair.item.rare)
		qsort(w->rare + doc->terms_n, w->pair.item.rare,
		    sizeof *w->rare, tcn_compare_u64);
	judge_found(w, place);
	for (size_t i = 0; i < w->rewrites_n; i++)
		take_better(&best, &w->rewrites[i]);
	if (best.kind == TCN_REWRITE_UNLIKE)
		return;
	place->cosine = thousandths(best.cosine);
	place->likeness = thousandths(best.likeness);
	if (best.kind == TCN_REWRITE_FORM) {
		place->form_of = best.seq;
		return;
	}
	place->rewrite_of = best.seq;
	if (w->conf.rewrite_origin && !place->excerpt_of)
		place->text = best.text;
}

void
tcn_window_index_pair_item(struct tcn_window *w,
    const struct tcn_placement *place)
{
	if (!w->pairs || !w->pair.item.seq)
		return;
	assert(w->pair.item.seq == place->seq);
	w->pair.item.text = place->text;
	tcn_pairs_insert(w->pairs, &w->pair.item);
}

const struct tcn_rewrite_pair *
tcn_window_rewrites(const struct tcn_window *w, size_t *n)
{
	*n = w->rewrites_n;
	return w->rewrites;
}

struct tcn_pairs *
tcn_window_pairs(struct tcn_window *w)
{
	return w->pairs;
}
