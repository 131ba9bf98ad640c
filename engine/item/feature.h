/*
 * engine/item/feature.h - which terms stand for a text, and how heavily.
 *
 * TF-IDF with the document frequencies of the caller: function words, and
 * terms that half of all documents hold, weigh nothing; the heaviest
 * TCN_FEATURE_MAX are kept. Frequencies move while a stream goes on, and the
 * same text an hour later must come out nearly the same. So rarity counts
 * only up to one document in 32, an unseen term starts as rare, and weights
 * follow frequencies smoothly. Of the shapes tried on a wire and on headlines,
 * this one keeps copies closest and unrelated texts no closer.
 *
 * No memory of its own. Cost: O(terms).
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
 * Fills in features and returns how many: those kept are the heaviest, of
 * equal ones those of lower id; the first is the heaviest, the others follow
 * in no order.
 * df[i] is how many of docs_n past documents held doc->terms[i]. drop_suffix
 * leaves out terms that stand only in the title's outlet suffix.
 */
size_t tcn_feature_select(const struct tcn_doc *doc, const double *df,
    double docs_n, bool drop_suffix,
    struct tcn_feature features[TCN_FEATURE_MAX]);

#endif
