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
	struct tcn_summary_terms_words *words;
};

static bool
is_word(const struct tcn_term *term)
{
	return !(term->flags &
	    (TCN_TERM_STOP | TCN_TERM_SUFFIX | TCN_TERM_DATE));
}

static void
add_word(struct taking *taking, uint32_t at)
{
	struct tcn_summary_terms_words *words = taking->words;

	words->ids[words->n] = taking->doc->terms[at].id;
	words->terms[words->n++] = at;
}

/* A hashtag of several words is these words, and not itself as well. */
static void
take_word(struct taking *taking, uint32_t at)
{
	const struct tcn_term *term = &taking->doc->terms[at];
	struct tcn_str parts = { 0 };

	if (!is_word(term))
		return;
	if (taking->doc->slug_terms_n)
		tcn_slug_terms_hashtag(taking->arena, term->word, &parts);
	if (!parts.n)
		add_word(taking, at);
}

/* Takes the words of the title, or those that the text has beside them. */
static void
take_words(struct taking *taking, bool title)
{
	const struct tcn_doc *doc = taking->doc;

	for (uint32_t i = 0; i < doc->terms_n; i++)
		if ((doc->terms[i].first < doc->title_n) == title)
			take_word(taking, i);
}

void
tcn_summary_terms_of(const struct tcn_doc *doc, struct tcn_arena *arena,
    struct tcn_summary_terms_words *words)
{
	struct taking taking = { doc, arena, words };
	size_t most = doc->terms_n + doc->slug_terms_n;

	*words = (struct tcn_summary_terms_words){
		.ids = tcn_arena_alloc(arena, most * sizeof *words->ids),
		.terms = tcn_arena_alloc(arena, most * sizeof *words->terms),
	};
	take_words(&taking, true);
	words->title_n = words->n;
	take_words(&taking, false);
	for (size_t i = 0; i < doc->slug_terms_n; i++)
		if (doc->slug_terms[i] >= doc->terms_n &&
		    is_word(&doc->terms[doc->slug_terms[i]]))
			add_word(&taking, doc->slug_terms[i]);
	if (!doc->title_n)
		words->title_n = words->n;
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
tcn_summary_terms_read(struct tcn_prepare *prep, struct tcn_str sentence,
    struct tcn_str lang, struct tcn_arena *arena,
    struct tcn_summary_terms *terms)
{
	const struct tcn_article article = { .text = sentence,
		.lang = lang,
		.ts_ms = TCN_UNDATED,
		.plain = true };
	struct tcn_summary_terms_words words;
	struct tcn_doc doc;

	tcn_prepare_terms(prep, &article, arena, &doc);
	tcn_summary_terms_of(&doc, arena, &words);
	tcn_summary_terms_sort(words.ids, words.n);
	*terms = (struct tcn_summary_terms){ words.ids, words.n };
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
