#include "engine/item/feature.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/*
 * Documents that are taken to have come before the stream and to hold none of
 * its terms: without them the weights of the first thousands of documents
 * would be chance.
 */
#define PRIOR_DOCS 4000.0

#define IDF_ONE 64 /* the weight of a doubling of rarity */
#define IDF_MAX (4 * IDF_ONE) /* in one document of 32, or in fewer */

/* Whether a comes before b. Equal weights are ordered by id, so that the order
 * in which terms are read does not matter. */
static bool
heavier(struct tcn_feature a, struct tcn_feature b)
{
	return a.weight != b.weight ? a.weight > b.weight : a.id < b.id;
}

/* 2 + log2(tf), rounded down: 2, 3, 4 ... for 1, 2..3, 4..7 ... occurrences. */
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
 * log2(rarity) - 1, where rarity is documents per document that holds the
 * term: nothing for what half of all documents hold, and no more than IDF_MAX,
 * beyond which rarity is chance. Between powers of two the logarithm is taken
 * for a straight line, read off the double's exponent and fraction, so that
 * every machine computes the same.
 */
static uint32_t
idf_weight(double df, double docs_n)
{
	double rarity = (docs_n + PRIOR_DOCS) / (df + 1);
	double fraction;
	uint64_t bits;
	int doublings;

	if (!(rarity > 2))
		return 0;
	if (rarity >= 32)
		return IDF_MAX;
	memcpy(&bits, &rarity, sizeof bits);
	doublings = (int)(bits >> 52) - 1023;
	bits = (bits & (((uint64_t)1 << 52) - 1)) | (uint64_t)1023 << 52;
	memcpy(&fraction, &bits, sizeof fraction);
	return (uint32_t)((fraction - 1 + doublings - 1) * IDF_ONE);
}

/*
 * A factor of 90 .. 165 that depends on the term alone. Terms of equal weights
 * make sums that balance exactly, so that a frequency that moves by one tips
 * many bits of a fingerprint at once; weights spread by this hardly ever
 * balance.
 */
static uint32_t
jitter(uint64_t id)
{
	return 90 + (uint32_t)(id * 0x9e3779b97f4a7c15u >> 58) * 76 / 64;
}

static uint32_t
weight_of(const struct tcn_term *term, double df, double docs_n)
{
	if (term->given_weight > 0) {
		double given = (double)term->given_weight * 256;

		return given < 1 ? 1 : given > 65535 ? 65535 : (uint32_t)given;
	}
	if (term->flags & TCN_TERM_STOP)
		return 0;
	return tf_weight(term->tf) * idf_weight(df, docs_n) * jitter(term->id) /
	    128;
}

static void
swap(struct tcn_feature *a, struct tcn_feature *b)
{
	struct tcn_feature was = *a;

	*a = *b;
	*b = was;
}

/*
 * Brings the `keep` heaviest of n to the front, in no order: Hoare's FIND
 * (1961) partitions the list around a pivot and goes on with the side that
 * holds the border between kept and dropped. O(n) on average; ids are hashes,
 * so nobody can order a text against it.
 */
static void
quickselect(struct tcn_feature *list, size_t n, size_t keep)
{
	while (n > 1 && keep > 0 && keep < n) {
		struct tcn_feature pivot = list[(n - 1) / 2];
		size_t left = 0, right = n - 1;

		for (;; left++, right--) {
			while (heavier(list[left], pivot))
				left++;
			while (heavier(pivot, list[right]))
				right--;
			if (left >= right)
				break;
			swap(&list[left], &list[right]);
		}
		right++; /* all before it are at least as heavy as the rest */
		if (keep < right) {
			n = right;
		} else {
			list += right;
			keep -= right;
			n -= right;
		}
	}
}

static void
heaviest_first(struct tcn_feature *list, size_t n)
{
	size_t best = 0;

	for (size_t i = 1; i < n; i++) {
		if (heavier(list[i], list[best]))
			best = i;
	}
	if (n)
		swap(&list[0], &list[best]);
}

size_t
tcn_feature_select_most(const struct tcn_doc *doc, const double *df,
    double docs_n, bool drop_suffix, size_t most,
    struct tcn_feature features[TCN_FEATURE_MAX])
{
	struct tcn_feature list[2 * TCN_FEATURE_MAX];
	size_t n = 0;

	assert(df || !doc->terms_n);
	assert(docs_n >= 0);
	assert(most > 0 && most <= TCN_FEATURE_MAX);
	for (size_t i = 0; i < doc->terms_n; i++) {
		const struct tcn_term *term = &doc->terms[i];
		uint32_t weight;

		if (drop_suffix && (term->flags & TCN_TERM_SUFFIX))
			continue;
		weight = weight_of(term, df[i], docs_n);
		if (!weight)
			continue;
		list[n++] = (struct tcn_feature){ term->id, weight };
		if (n == 2 * TCN_FEATURE_MAX) {
			quickselect(list, n, most);
			n = most;
		}
	}
	if (n > most) {
		quickselect(list, n, most);
		n = most;
	}
	heaviest_first(list, n);
	memcpy(features, list, n * sizeof *features);
	return n;
}

static int
by_id(const void *a, const void *b)
{
	const struct tcn_feature *x = a, *y = b;

	return (x->id > y->id) - (x->id < y->id);
}

void
tcn_feature_sort(struct tcn_feature *features, size_t n)
{
	if (n)
		qsort(features, n, sizeof *features, by_id);
}

static double
dot_product(const struct tcn_feature *a, size_t a_n,
    const struct tcn_feature *b, size_t b_n)
{
	double sum = 0;

	for (size_t i = 0, k = 0; i < a_n && k < b_n;) {
		uint64_t x = a[i].id, y = b[k].id;

		if (x == y)
			sum += (double)a[i].weight * b[k].weight;
		i += x <= y;
		k += y <= x;
	}
	return sum;
}

double
tcn_feature_cosine(const struct tcn_feature *a, size_t a_n,
    const struct tcn_feature *b, size_t b_n)
{
	double norms =
	    sqrt(dot_product(a, a_n, a, a_n) * dot_product(b, b_n, b, b_n));
	double cosine = norms > 0 ? dot_product(a, a_n, b, b_n) / norms : 0;

	return cosine < 1 ? cosine : 1;
}

size_t
tcn_feature_select(const struct tcn_doc *doc, const double *df, double docs_n,
    bool drop_suffix, struct tcn_feature features[TCN_FEATURE_MAX])
{
	return tcn_feature_select_most(doc, df, docs_n, drop_suffix,
	    TCN_FEATURE_MAX, features);
}
