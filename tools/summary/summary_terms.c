#include "tools/summary/summary_terms.h"

#include <math.h>
#include <stdlib.h>

#include "engine/base/compare.h"

static bool
is_word(const struct tcn_term *term)
{
	return !(term->flags &
	    (TCN_TERM_STOP | TCN_TERM_SUFFIX | TCN_TERM_DATE));
}

static void
add_word(const struct tcn_term *term, uint64_t *words, size_t *n)
{
	if (is_word(term))
		words[(*n)++] = term->id;
}

enum tcn_rc
tcn_summary_terms_of(const struct tcn_doc *doc, struct tcn_arena *arena,
    uint64_t **words, size_t *n, size_t *title_n)
{
	uint64_t *at = tcn_arena_zalloc(arena, doc->terms_n + doc->slug_terms_n,
	    sizeof *at);

	*words = at;
	*n = 0;
	if (!at)
		return TCN_NOMEM;
	for (size_t i = 0; i < doc->terms_n; i++)
		if (doc->terms[i].first < doc->title_n)
			add_word(&doc->terms[i], at, n);
	*title_n = *n;
	for (size_t i = 0; i < doc->terms_n; i++)
		if (doc->terms[i].first >= doc->title_n)
			add_word(&doc->terms[i], at, n);
	for (size_t i = 0; i < doc->slug_terms_n; i++)
		if (doc->slug_terms[i] >= doc->terms_n)
			add_word(&doc->terms[doc->slug_terms[i]], at, n);
	if (!doc->title_n)
		*title_n = *n;
	return TCN_OK;
}

enum tcn_rc
tcn_summary_terms_read(struct tcn_prepare *prep, struct tcn_str sentence,
    struct tcn_str lang, struct tcn_arena *arena,
    struct tcn_summary_terms *terms)
{
	const struct tcn_article article = {
		.text = sentence, .lang = lang, .ts_ms = TCN_UNDATED
	};
	struct tcn_doc doc;
	uint64_t *words;
	size_t n, title_n;
	enum tcn_rc rc = tcn_prepare(prep, &article, arena, &doc);

	*terms = (struct tcn_summary_terms){ 0 };
	if (rc == TCN_OK)
		rc = tcn_summary_terms_of(&doc, arena, &words, &n, &title_n);
	if (rc != TCN_OK)
		return rc;
	if (n)
		qsort(words, n, sizeof *words, tcn_compare_u64);
	*terms = (struct tcn_summary_terms){ words, n };
	return TCN_OK;
}

double
tcn_summary_terms_cosine(struct tcn_summary_terms a, struct tcn_summary_terms b)
{
	size_t shared = 0;

	for (size_t i = 0, k = 0; i < a.n && k < b.n;) {
		shared += a.at[i] == b.at[k];
		if (a.at[i] <= b.at[k])
			i++;
		else
			k++;
	}
	return shared ? (double)shared / sqrt((double)a.n * (double)b.n) : 0;
}
