/*
 * tools/pipeline/lookup_impl.h - what look-ups find is ranked in a file of its
 * own. Private to lookup*.c and recommend*.c.
 */
#ifndef TCN_TOOLS_PIPELINE_LOOKUP_IMPL_H
#define TCN_TOOLS_PIPELINE_LOOKUP_IMPL_H

#include "engine/item/feature.h"
#include "tools/pipeline/lookup.h"

/* A text as weighted terms. */
struct tcn_lookup_features {
	struct tcn_feature at[TCN_FEATURE_MAX];
	size_t n;
};

/* Fills in the article's features, heaviest first. *doc lives in scratch, which
 * is emptied before. */
void tcn_lookup_weigh(struct tcn_pipeline *pipe,
    const struct tcn_article *article, struct tcn_arena *scratch,
    struct tcn_doc *doc, struct tcn_lookup_features *features);

/* Says of n items how alike the article, which was placed so, and each of them
 * are, and puts the most alike first; of equals the oldest. */
void tcn_lookup_rank(struct tcn_pipeline *pipe,
    const struct tcn_article *article, const struct tcn_placement *place,
    struct tcn_arena *scratch, struct tcn_lookup_hit *found, size_t n);

#endif
