#include "tools/tell/summary/summary_terms.h"

#include <math.h>
#include <stdlib.h>

#include "engine/base/compare.h"
#include "engine/text/slug_terms.h"

#define FEW 32 /* words that are sorted by insertion */

/* Words of a doc as they are taken. */
struct taking {
	const struct tcn_doc *doc;
	struct tcn_arena *arena;
	uint64_t *words;
	size_t n;
};

static bool
is_word(const struct tcn_term *term)
{
	return !(term->flags &
	    (TCN_TERM_STOP | TCN_TERM_SUFFIX | TCN_TERM_DATE));
}

/* A hashtag of several words is these words, and not itself as well. */
static void
take_word(struct taking *taking, const struct tcn_term *term)
{
	struct tcn_str parts = { 0 };

	if (!is_word(term))
		return;
	if (taking->doc->slug_terms_n)
		tcn_slug_terms_hashtag(taking->arena, term->word, &parts);
	if (!parts.n)
		taking->words[taking->n++] = term->id;
}

/* Takes the words of the title, or those that the text has beside them. */
static void
take_words(struct taking *taking, bool title)
{
	const struct tcn_doc *doc = taking->doc;

	for (size_t i = 0; i < doc->terms_n; i++)
		if ((doc->terms[i].first < doc->title_n) == title)
			take_word(taking, &doc->terms[i]);
}

void
tcn_summary_terms_of(const struct tcn_doc *doc, struct tcn_arena *arena,
    uint64_t **words, size_t *n, size_t *title_n)
{
	struct taking taking = { doc, arena, NULL, 0 };

	taking.words = tcn_arena_zalloc(arena, doc->terms_n + doc->slug_terms_n,
	    sizeof *taking.words);
	*words = taking.words;
	*n = *title_n = 0;
	take_words(&taking, true);
	*title_n = taking.n;
	take_words(&taking, false);
	for (size_t i = 0; i < doc->slug_terms_n; i++)
		if (doc->slug_terms[i] >= doc->terms_n &&
		    is_word(&doc->terms[doc->slug_terms[i]]))
			taking.words[taking.n++] =
			    doc->terms[doc->slug_terms[i]].id;
	*n = taking.n;
	if (!doc->title_n)
		*title_n = *n;
}

void
tcn_summary_terms_sort(uint64_t *words, size_t n)
{
	if (n > FEW) {
		qsort(words, n, sizeof *words, tcn_compare_u64);
		return;
	}
	for (size_t i = 1; i < n; i++) {
		uint64_t word = words[i];
		size_t at = i;

		for (; at && words[at - 1] > word; at--)
			words[at] = words[at - 1];
		words[at] = word;
	}
}

void
tcn_summary_terms_take(const struct tcn_doc *doc, struct tcn_arena *arena,
    struct tcn_summary_terms *terms)
{
	uint64_t *words;
	size_t n, title_n;

	tcn_summary_terms_of(doc, arena, &words, &n, &title_n);
	*terms = (struct tcn_summary_terms){ 0 };
	tcn_summary_terms_sort(words, n);
	*terms = (struct tcn_summary_terms){ words, n };
}

void
tcn_summary_terms_read(struct tcn_prepare *prep, struct tcn_str sentence,
    struct tcn_str lang, struct tcn_arena *arena,
    struct tcn_summary_terms *terms)
{
	const struct tcn_article article = { .text = sentence,
		.lang = lang,
		.ts_ms = TCN_UNDATED,
		.plain = true };
	struct tcn_doc doc;

	tcn_prepare_terms(prep, &article, arena, &doc);
	*terms = (struct tcn_summary_terms){ 0 };
	tcn_summary_terms_take(&doc, arena, terms);
}

size_t
tcn_summary_terms_shared(struct tcn_summary_terms a, struct tcn_summary_terms b)
{
	size_t i = 0, k = 0, shared = 0;

	while (i < a.n && k < b.n) {
		bool same = a.at[i] == b.at[k];
		bool less = a.at[i] < b.at[k];

		shared += same;
		i += same || less;
		k += same || !less;
	}
	return shared;
}

double
tcn_summary_terms_cosine(struct tcn_summary_terms a, struct tcn_summary_terms b)
{
	size_t shared = tcn_summary_terms_shared(a, b);

	return shared ? (double)shared / sqrt((double)a.n * (double)b.n) : 0;
}
