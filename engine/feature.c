#include "engine/feature.h"

#include <math.h>

/*
 * An unseen term is rare until so many documents say otherwise: without this
 * the first thousands of a stream would weigh by chance.
 */
#define PRIOR_DOCS 4000.0

#define IDF_ONE 64 /* a doubling of rarity */
#define IDF_TOP (4 * IDF_ONE) /* held by one document in 32, or by fewer */

/* Heavier first; equal weights by id, so that order of reading is no matter. */
static bool
before(struct tcn_feature a, struct tcn_feature b)
{
	return a.weight != b.weight ? a.weight > b.weight : a.id < b.id;
}

/* 2, 3, 4 ... for 1, 2..3, 4..7 ... occurrences. */
static uint32_t
tf_weight(uint32_t tf)
{
	uint32_t weight = 2;

	while (tf > 1 && weight < 9) {
		tf >>= 1;
		weight++;
	}
	return weight;
}

/*
 * log2 of how rare the term is, less one: nothing for what half of all
 * documents hold, and no more than IDF_TOP, beyond which rarity is chance.
 * Between powers of two it is a straight line, which every machine computes
 * alike.
 */
static uint32_t
idf_weight(double df, double docs_n)
{
	double rarity = (docs_n + PRIOR_DOCS) / (df + 1);
	int doublings;
	double steps;

	if (!(rarity > 2))
		return 0;
	steps = 2 * frexp(rarity, &doublings) - 1;
	steps = (steps + doublings - 2) * IDF_ONE;
	return steps < IDF_TOP ? (uint32_t)steps : IDF_TOP;
}

/*
 * 90 .. 165, by the term alone. Terms of one weight make sums that balance
 * exactly, and a frequency that moves by one then tips many bits at once;
 * spread weights hardly ever balance.
 */
static uint32_t
spread(uint64_t id)
{
	return 90 + (uint32_t)(id * 0x9e3779b97f4a7c15u >> 58) * 76 / 64;
}

static uint32_t
weight_of(const struct tcn_term *term, double df, double docs_n)
{
	if (term->given > 0) {
		double given = (double)term->given * 256;

		return given < 1 ? 1 : given > 65535 ? 65535 : (uint32_t)given;
	}
	if (term->flags & TCN_TERM_STOP)
		return 0;
	return tf_weight(term->tf) * idf_weight(df, docs_n) * spread(term->id) /
	    128;
}

/* The lightest kept feature is at the root: restores that from there down. */
static void
sift(struct tcn_feature *heap, size_t n, size_t at)
{
	struct tcn_feature moving = heap[at];

	for (;;) {
		size_t child = 2 * at + 1;

		if (child + 1 < n && before(heap[child], heap[child + 1]))
			child++;
		if (child >= n || before(heap[child], moving))
			break;
		heap[at] = heap[child];
		at = child;
	}
	heap[at] = moving;
}

static size_t
keep(struct tcn_feature *heap, size_t n, struct tcn_feature feature)
{
	size_t at = n;

	if (n == TCN_FEATURE_MAX) {
		if (before(feature, heap[0])) {
			heap[0] = feature;
			sift(heap, n, 0);
		}
		return n;
	}
	while (at > 0 && before(heap[(at - 1) / 2], feature)) {
		heap[at] = heap[(at - 1) / 2];
		at = (at - 1) / 2;
	}
	heap[at] = feature;
	return n + 1;
}

/* A heap with the lightest first, emptied from the back: heaviest first. */
static void
sort(struct tcn_feature *heap, size_t n)
{
	while (n > 1) {
		struct tcn_feature lightest = heap[0];

		heap[0] = heap[--n];
		sift(heap, n, 0);
		heap[n] = lightest;
	}
}

size_t
tcn_feature_select(const struct tcn_doc *doc, const double *df, double docs_n,
    bool drop_suffix, struct tcn_feature features[TCN_FEATURE_MAX])
{
	size_t n = 0;

	for (size_t i = 0; i < doc->terms_n; i++) {
		const struct tcn_term *term = &doc->terms[i];
		uint32_t weight;

		if (drop_suffix && (term->flags & TCN_TERM_SUFFIX))
			continue;
		weight = weight_of(term, df[i], docs_n);
		if (weight)
			n = keep(features, n,
			    (struct tcn_feature){ term->id, weight });
	}
	sort(features, n);
	return n;
}
