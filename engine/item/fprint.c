#include "engine/item/fprint.h"

#include <assert.h>
#include <string.h>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

#include "engine/base/splitmix.h"

#define BITS 64

/*
 * sums[b] += weight for each feature whose id has bit b. The negative half of
 * simhash's sums follows from the total, so it need not be added up.
 */
static inline __attribute__((always_inline)) void
add_up(const struct tcn_feature *features, size_t n, uint32_t sums[BITS])
{
	for (size_t i = 0; i < n; i++) {
		uint32_t low = (uint32_t)features[i].id;
		uint32_t high = (uint32_t)(features[i].id >> 32);
		uint32_t weight = features[i].weight;

		for (unsigned b = 0; b < 32; b++) {
			sums[b] += weight & -(low >> b & 1);
			sums[b + 32] += weight & -(high >> b & 1);
		}
	}
}

#if defined(__x86_64__)
/* gcc makes vector code of these loops at -O3 alone, clang at -O2 too. */
#if defined(__clang__)
#define VECTORS
#else
#define VECTORS __attribute__((optimize("O3")))
#endif

VECTORS __attribute__((target("avx2"))) static void
add_up_avx2(const struct tcn_feature *features, size_t n, uint32_t sums[BITS])
{
	add_up(features, n, sums);
}

__attribute__((target("avx512f"))) static void
add_up_avx512(const struct tcn_feature *features, size_t n, uint32_t sums[BITS])
{
	__m512i part[4] = { _mm512_setzero_si512(), _mm512_setzero_si512(),
		_mm512_setzero_si512(), _mm512_setzero_si512() };

	for (size_t i = 0; i < n; i++) {
		__m512i weight = _mm512_set1_epi32((int)features[i].weight);

		for (unsigned k = 0; k < 4; k++)
			part[k] = _mm512_mask_add_epi32(part[k],
			    (__mmask16)(features[i].id >> (16 * k)), part[k],
			    weight);
	}
	for (unsigned k = 0; k < 4; k++)
		_mm512_storeu_si512(sums + 16 * k, part[k]);
}
#endif

static void
sum_bits(const struct tcn_feature *features, size_t n, uint32_t sums[BITS])
{
	memset(sums, 0, BITS * sizeof *sums);
#if defined(__x86_64__)
	if (__builtin_cpu_supports("avx512f")) {
		add_up_avx512(features, n, sums);
		return;
	}
	if (__builtin_cpu_supports("avx2")) {
		add_up_avx2(features, n, sums);
		return;
	}
#endif
	add_up(features, n, sums);
}

/*
 * A bit is set when the weights for it outweigh those against. Few features
 * of equal weight are often even; a constant answer there would draw
 * unrelated short texts together, so the heaviest feature decides.
 */
uint64_t
tcn_fprint_simhash(const struct tcn_feature *features, size_t n)
{
	uint32_t sums[BITS];
	uint64_t total = 0, fingerprint = 0;

	assert(n > 0);
	for (size_t i = 0; i < n; i++)
		total += features[i].weight;
	sum_bits(features, n, sums);
	for (unsigned b = 0; b < BITS; b++) {
		uint64_t twice = 2 * (uint64_t)sums[b];
		uint64_t bit =
		    twice == total ? features[0].id >> b & 1 : twice > total;

		fingerprint |= bit << b;
	}
	return fingerprint;
}

unsigned
tcn_fprint_distance(uint64_t a, uint64_t b)
{
	return (unsigned)__builtin_popcountll(a ^ b);
}

/*
 * Hyperplane b has the coordinate popcount(random) - 32 in dimension i, which
 * is binomial and so close to normal, as a random direction demands; and it is
 * an integer, so nothing is rounded before the sum. The loop over the planes is
 * compiled for each kind of processor, and adds up the same everywhere: a sum
 * is of one plane.
 */
static inline __attribute__((always_inline)) void
add_planes(const float *vector, size_t n, double *restrict sums)
{
	for (size_t i = 0; i < n; i++)
		for (unsigned b = 0; b < BITS; b++) {
			uint64_t r = tcn_splitmix(0, 1 + i * BITS + b);

			sums[b] += (double)vector[i] *
			    (double)(__builtin_popcountll(r) - 32);
		}
}

/* gcc makes vector code of these loops at -O3 alone, clang at -O2 too. */
#if defined(__clang__)
#define VECTORS
#define WIDE "avx512dq,avx512vpopcntdq"
#else
#define VECTORS __attribute__((optimize("O3")))
#define WIDE    "avx512dq,avx512vpopcntdq,prefer-vector-width=512"
#endif

VECTORS static void
add_planes_any(const float *vector, size_t n, double *sums)
{
	add_planes(vector, n, sums);
}

#if defined(__x86_64__)
VECTORS __attribute__((target("popcnt"))) static void
add_planes_popcnt(const float *vector, size_t n, double *sums)
{
	add_planes(vector, n, sums);
}

VECTORS __attribute__((target(WIDE))) static void
add_planes_avx512(const float *vector, size_t n, double *sums)
{
	add_planes(vector, n, sums);
}
#endif

static void
sum_planes(const float *vector, size_t n, double *sums)
{
#if defined(__x86_64__)
	if (__builtin_cpu_supports("avx512dq") &&
	    __builtin_cpu_supports("avx512vpopcntdq")) {
		add_planes_avx512(vector, n, sums);
		return;
	}
	if (__builtin_cpu_supports("popcnt")) {
		add_planes_popcnt(vector, n, sums);
		return;
	}
#endif
	add_planes_any(vector, n, sums);
}

bool
tcn_fprint_vector(const float *vector, size_t n, uint64_t *fingerprint)
{
	double sums[BITS] = { 0 };
	bool any = false;

	assert(vector || !n);
	for (size_t i = 0; i < n; i++)
		any |= vector[i] != 0;
	sum_planes(vector, n, sums);
	*fingerprint = 0;
	for (unsigned b = 0; b < BITS; b++)
		*fingerprint |= (uint64_t)(sums[b] > 0) << b;
	return any && n > 1;
}

bool
tcn_fprint_doc(const struct tcn_doc *doc,
    const struct tcn_fprint_weights *weights, uint64_t *fingerprint)
{
	const struct tcn_article *article = doc->article;
	struct tcn_feature features[TCN_FEATURE_MAX];
	size_t n;

	if (article->given == TCN_GIVEN_FINGERPRINT) {
		*fingerprint = article->fingerprint;
		return true;
	}
	if (article->given == TCN_GIVEN_VECTOR)
		return tcn_fprint_vector(article->vector, article->vector_n,
		    fingerprint);
	n = tcn_feature_select(doc, weights->df, weights->docs_n,
	    weights->drop_suffix, features);
	if (n < (article->given == TCN_GIVEN_FEATURES
			? TCN_FPRINT_MIN_GIVEN
			: TCN_FPRINT_MIN_FEATURES))
		return false;
	for (size_t i = 0; i < n && weights->plain; i++)
		features[i].weight = 1;
	*fingerprint = tcn_fprint_simhash(features, n);
	return true;
}
