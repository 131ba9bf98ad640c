#include "engine/feature.h"

#include <math.h>

#define COMMON_SHARE 0.1 /* terms in more documents than this weigh nothing */
#define COMMON_DOCS  200.0 /* ... once there are this many */

/* Heavier first; equal weights by id, so that order of reading is no matter. */
static bool
before(struct tcn_feature a, struct tcn_feature b)
{
	return a.weight != b.weight ? a.weight > b.weight : a.id < b.id;
}

/* 2, 3, 4 ... for 1, 2..3, 4..7 ... occurrences. */
static uint32_t
tf_steps(uint32_t tf)
{
	uint32_t steps = 2;

	while (tf > 1 && steps < 8) {
		tf >>= 1;
		steps++;
	}
	return steps;
}

/* Rarity in steps of a factor of four; 0: too common to say anything. */
static uint32_t
idf_steps(double df, double docs_n)
{
	double rarity = (docs_n + 8) / (df + 1);

	if (docs_n >= COMMON_DOCS && df > docs_n * COMMON_SHARE)
		return 0;
	if (!(rarity > 16))
		return 2;
	if (rarity > 1048576)
		return 10;
	return (uint32_t)(ilogb(rarity) / 2);
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
	return tf_steps(term->tf) * idf_steps(df, docs_n);
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
