#include "engine/item/feature.h"

#include <string.h>

/*
 * An unseen term is rare until so many documents say otherwise: without this
 * the first thousands of a stream would weigh by chance.
 */
#define PRIOR_DOCS 4000.0

#define IDF_ONE 64 /* a doubling of rarity */
#define IDF_MAX (4 * IDF_ONE) /* held by one document in 32, or by fewer */

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
 * documents hold, and no more than IDF_MAX, beyond which rarity is chance.
 * Between powers of two it is a straight line, which every machine computes
 * alike: of the number rarity, the fraction follows the exponent.
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
 * 90 .. 165, by the term alone. Terms of one weight make sums that balance
 * exactly, and a frequency that moves by one then tips many bits at once;
 * jitter weights hardly ever balance.
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
 * (1961), which parts the list in two and goes on with the quickselect that
 * holds the border. O(n), by luck of the ids: they are hashes.
 */
static void
quickselect(struct tcn_feature *list, size_t n, size_t keep)
{
	while (n > 1 && keep > 0 && keep < n) {
		struct tcn_feature pivot = list[(n - 1) / 2];
		size_t left = 0, right = n - 1;

		for (;; left++, right--) {
			while (before(list[left], pivot))
				left++;
			while (before(pivot, list[right]))
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
		if (before(list[i], list[best]))
			best = i;
	}
	if (n)
		swap(&list[0], &list[best]);
}

size_t
tcn_feature_select(const struct tcn_doc *doc, const double *df, double docs_n,
    bool drop_suffix, struct tcn_feature features[TCN_FEATURE_MAX])
{
	struct tcn_feature list[2 * TCN_FEATURE_MAX];
	size_t n = 0;

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
			quickselect(list, n, TCN_FEATURE_MAX);
			n = TCN_FEATURE_MAX;
		}
	}
	if (n > TCN_FEATURE_MAX) {
		quickselect(list, n, TCN_FEATURE_MAX);
		n = TCN_FEATURE_MAX;
	}
	heaviest_first(list, n);
	memcpy(features, list, n * sizeof *features);
	return n;
}
