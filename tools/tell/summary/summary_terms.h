/*
 * tools/tell/summary/summary_terms.h - words of a sentence or text, and how
 * alike two sentences are.
 *
 * Words are stems without function words, days and outlets' suffixes
 * (engine/item/prepare.h), each once; a hashtag of several words is these, too.
 */
#ifndef TCN_TOOLS_TELL_SUMMARY_SUMMARY_TERMS_H
#define TCN_TOOLS_TELL_SUMMARY_SUMMARY_TERMS_H

#include "engine/item/prepare.h"

struct tcn_summary_terms {
	const uint64_t *at; /* ids of terms, ascending, each once */
	size_t n;
};

/* Cosine from which a line says what another says. */
#define TCN_SUMMARY_TERMS_ALIKE 0.5

/* The words of a doc. */
struct tcn_summary_terms_words {
	uint64_t *ids;
	uint32_t *terms; /* of each: index into the doc's terms */
	size_t n, title_n;
};

/* Takes the words of a doc, in arena: those of its title first, title_n of
 * them; of a doc without title all. */
void tcn_summary_terms_of(const struct tcn_doc *doc, struct tcn_arena *arena,
    struct tcn_summary_terms_words *words);

/* Reads a sentence, in arena. O(bytes). */
void tcn_summary_terms_read(struct tcn_prepare *prep, struct tcn_str sentence,
    struct tcn_str lang, struct tcn_arena *arena,
    struct tcn_summary_terms *terms);

/* Sorts words. O(n^2) of few, which a sentence has, O(n log n) of many. */
void tcn_summary_terms_sort(uint64_t *words, size_t n);

/* Words that both hold. O(words). */
size_t tcn_summary_terms_shared(struct tcn_summary_terms a,
    struct tcn_summary_terms b);

/* Words that both hold / square root of the product of their numbers; 0 where
 * one has none. O(words). */
double tcn_summary_terms_cosine(struct tcn_summary_terms a,
    struct tcn_summary_terms b);

#endif
