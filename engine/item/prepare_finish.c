/*
 * What becomes of a doc once its words were read.
 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "engine/base/compare.h"
#include "engine/item/page_key.h"
#include "engine/item/prepare_impl.h"
#include "engine/item/publisher.h"

void
tcn_prepare_copy(struct tcn_prepare *prep, struct tcn_arena *arena,
    struct tcn_doc *doc)
{
	size_t words_bytes = prep->words_n * sizeof *prep->words;
	size_t terms_bytes = prep->terms_n * sizeof *prep->terms;
	uint32_t *words = tcn_arena_alloc(arena, words_bytes);
	struct tcn_term *terms = tcn_arena_alloc(arena, terms_bytes);
	size_t numbers_bytes = prep->numbers_n * sizeof *prep->numbers;
	uint32_t *slug_terms = tcn_arena_alloc(arena, sizeof prep->slug_terms);
	uint32_t *numbers = tcn_arena_alloc(arena, numbers_bytes);

	if (words_bytes)
		memcpy(words, prep->words, words_bytes);
	if (terms_bytes)
		memcpy(terms, prep->terms, terms_bytes);
	doc->words = words;
	doc->words_n = prep->words_n;
	memcpy(slug_terms, prep->slug_terms,
	    prep->slug_terms_n * sizeof *slug_terms);
	doc->terms = terms;
	memcpy(numbers, prep->numbers, numbers_bytes);
	doc->numbers = numbers;
	doc->numbers_n = prep->numbers_n;
	doc->title_numbers_n = prep->title_numbers_n;
	doc->slug_terms = slug_terms;
	doc->slug_terms_n = prep->slug_terms_n;
	doc->has_letters = prep->has_letters;
}

void
tcn_prepare_set_keys(struct tcn_prepare *prep, struct tcn_doc *doc)
{
	uint64_t *folds = prep->folds;
	size_t n = prep->words_n;

	assert(doc->suffix_at <= doc->title_n && doc->title_n <= n);
	if (!n)
		return;
	if (doc->article->given == TCN_GIVEN_FEATURES) /* a set, not a text */
		qsort(folds, n, sizeof *folds, tcn_compare_u64);
	doc->text_key = XXH3_64bits(folds, n * sizeof *folds);
	memmove(folds + doc->suffix_at, folds + doc->title_n,
	    (n - doc->title_n) * sizeof *folds);
	n -= doc->title_n - doc->suffix_at;
	doc->text_key_no_suffix = n ? XXH3_64bits(folds, n * sizeof *folds) : 0;
	if (doc->suffix_is_source && n) /* a name alone is what it says */
		doc->text_key = doc->text_key_no_suffix;
}

void
tcn_prepare_sender(struct tcn_arena *arena, struct tcn_doc *doc)
{
	const struct tcn_article *article = doc->article;

	tcn_publisher_id(arena, article->url, article->source, &doc->publisher);
	tcn_page_key(arena, article->source, article->url, &doc->page);
}
