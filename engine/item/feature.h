/*
 * engine/item/feature.h - which terms stand for a text, and how heavily.
 *
 * Weights are TF-IDF: the logarithm of the term frequency times the inverse
 * document frequency (Sparck Jones 1972; Salton and Buckley 1988 compare the
 * variants), by the document frequencies of the caller. Function words, and
 * terms that half of all documents contain, weigh nothing; the heaviest
 * TCN_FEATURE_MAX terms are kept.
 *
 * Document frequencies move while a stream goes on, yet the same text an hour
 * later must come out nearly the same, or its copy is not found. So rarity
 * counts only up to one document in 32, a term that was never seen starts as
 * rare, and weights follow frequencies smoothly. Of the shapes tried on a wire
 * service and on headlines, this one keeps copies closest and unrelated texts
 * no closer.
 *
 * Selection is Hoare's FIND (1961), so nothing is sorted. No memory of its
 * own. Cost: O(terms) on average.
 */
#ifndef TCN_ENGINE_ITEM_FEATURE_H
#define TCN_ENGINE_ITEM_FEATURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/item/doc.h"

#define TCN_FEATURE_MAX 128

struct tcn_feature {
	uint64_t id; /* of the term */
	uint32_t weight; /* 1 .. 65535 */
};

/*
 * Fills in the `most` (1 to TCN_FEATURE_MAX) heaviest terms, of equal ones
 * those of lower id, and returns how many there are. The first is the heaviest,
 * the others follow in no order. df[i] is how many of docs_n past documents
 * held doc->terms[i]. drop_suffix leaves out terms that stand only in the
 * title's suffix.
 */
size_t tcn_feature_select_most(const struct tcn_doc *doc, const double *df,
    double docs_n, bool drop_suffix, size_t most,
    struct tcn_feature features[TCN_FEATURE_MAX]);

/* tcn_feature_select_most() with TCN_FEATURE_MAX. */
size_t tcn_feature_select(const struct tcn_doc *doc, const double *df,
    double docs_n, bool drop_suffix,
    struct tcn_feature features[TCN_FEATURE_MAX]);

/* Sorts features by id, as the comparison wants them. */
void tcn_feature_sort(struct tcn_feature *features, size_t n);

/*
 * The cosine of two vectors of features, each sorted by id: 0 .. 1, and 0 when
 * one of them has none. O(a_n + b_n).
 */
double tcn_feature_cosine(const struct tcn_feature *a, size_t a_n,
    const struct tcn_feature *b, size_t b_n);

#endif
