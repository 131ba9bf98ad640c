/*
 * tools/pipeline/lookup_rank.c - how alike the items found are, most alike
 * first.
 */
#include <math.h>
#include <stdlib.h>

#include "engine/item/fprint.h"
#include "engine/item/vector.h"
#include "tools/pipeline/lookup_impl.h"

void
tcn_lookup_weigh(struct tcn_pipeline *pipe, const struct tcn_article *article,
    struct tcn_arena *scratch, struct tcn_doc *doc,
    struct tcn_lookup_features *v)
{
	const struct tcn_story_index *stories = tcn_window_story_index(
	    tcn_detector_window(tcn_pipeline_detector(pipe)));
	double *df;

	tcn_arena_reset(scratch);
	tcn_prepare(tcn_pipeline_prepare(pipe), article, scratch, doc);
	df = tcn_arena_zalloc(scratch, doc->terms_n, sizeof *df);
	for (size_t i = 0; i < doc->terms_n; i++)
		df[i] = tcn_story_df(stories, doc->terms[i].id);
	v->n = tcn_feature_select(doc, df, tcn_story_df_docs(stories),
	    doc->suffix_is_source, v->at);
}

static void
make_features(struct tcn_pipeline *pipe, const struct tcn_article *article,
    struct tcn_arena *scratch, struct tcn_lookup_features *v)
{
	struct tcn_doc doc;

	tcn_lookup_weigh(pipe, article, scratch, &doc, v);
	tcn_feature_sort(v->at, v->n);
}

static int
by_similarity(const void *a, const void *b)
{
	const struct tcn_lookup_hit *x = a, *y = b;

	if (x->similarity < y->similarity || x->similarity > y->similarity)
		return x->similarity > y->similarity ? -1 : 1;
	return (x->item->place.seq > y->item->place.seq) -
	    (x->item->place.seq < y->item->place.seq);
}

/* How alike the article, of these features, and a hit are. */
static void
compare(struct tcn_pipeline *pipe, const struct tcn_article *article,
    const struct tcn_placement *place, struct tcn_arena *scratch,
    const struct tcn_lookup_features *asked, struct tcn_lookup_hit *found)
{
	const struct tcn_article *other = &found->item->article;
	const struct tcn_placement *there = &found->item->place;
	struct tcn_lookup_features features;

	if (article->vector_n && article->vector_n == other->vector_n) {
		found->similarity = fmax(tcn_vector_cosine(article->vector,
					     other->vector, other->vector_n),
		    0);
		return;
	}
	make_features(pipe, other, scratch, &features);
	found->estimated = (!asked->n || !features.n) &&
	    place->has_fingerprint && there->has_fingerprint;
	found->similarity = found->estimated
	    ? tcn_vector_estimate(tcn_fprint_distance(place->fingerprint,
		  there->fingerprint))
	    : tcn_feature_cosine(asked->at, asked->n, features.at, features.n);
}

void
tcn_lookup_rank(struct tcn_pipeline *pipe, const struct tcn_article *article,
    const struct tcn_placement *place, struct tcn_arena *scratch,
    struct tcn_lookup_hit *found, size_t n)
{
	struct tcn_lookup_features asked;

	make_features(pipe, article, scratch, &asked);
	for (size_t i = 0; i < n; i++)
		compare(pipe, article, place, scratch, &asked, &found[i]);
	if (n)
		qsort(found, n, sizeof *found, by_similarity);
}
