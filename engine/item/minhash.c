#include "engine/item/minhash.h"

#include <assert.h>
#include <string.h>

#include "engine/base/mem.h"
#include "engine/base/splitmix.h"

#define LANES TCN_MINHASH_LANES

struct tcn_minhash {
	struct tcn_minhash_conf conf;
	uint32_t values;
	size_t functions; /* values, padded to LANES */
	const struct tcn_minhash_form *form;
	/* Below 2^32; as vectors multiply them. */
	uint64_t a[TCN_MINHASH_VALUES_MAX], b[TCN_MINHASH_VALUES_MAX];
};

_Static_assert(TCN_MINHASH_VALUES_MAX % LANES == 0,
    "the longest signature needs no padding");

static void
portable_sign(const uint64_t *a, const uint64_t *b, size_t functions,
    const uint32_t *words, size_t n, uint32_t *values)
{
	for (size_t i = 0; i < functions; i++) {
		uint64_t least = UINT64_MAX;

		for (size_t w = 0; w < n; w++) {
			uint64_t h = tcn_minhash_hash((uint32_t)a[i],
			    (uint32_t)b[i], words[w]);

			if (h < least)
				least = h;
		}
		values[i] = (uint32_t)least;
	}
}

static const struct tcn_minhash_form portable = { "portable", portable_sign };

#if defined(__x86_64__)
#include <immintrin.h>

/*
 * h of one word under four functions. What the second fold leaves is negative
 * where p is to be added.
 */
__attribute__((target("avx2"))) static inline __m256i
avx2_hash(__m256i a, __m256i b, __m256i x)
{
	const __m256i low = _mm256_set1_epi64x(UINT32_MAX);
	const __m256i p = _mm256_set1_epi64x((int64_t)TCN_MINHASH_PRIME);
	const __m256i p15 =
	    _mm256_set1_epi64x((int64_t)(15 * TCN_MINHASH_PRIME));
	const __m256i fifteen = _mm256_set1_epi64x(15);
	__m256i t = _mm256_add_epi64(_mm256_mul_epu32(a, x), b);
	__m256i high = _mm256_mul_epu32(_mm256_srli_epi64(t, 32), fifteen);

	t = _mm256_add_epi64(_mm256_and_si256(t, low), p15);
	t = _mm256_sub_epi64(t, high);
	high = _mm256_mul_epu32(_mm256_srli_epi64(t, 32), fifteen);
	t = _mm256_sub_epi64(_mm256_and_si256(t, low), high);
	return _mm256_add_epi64(t,
	    _mm256_and_si256(p, _mm256_cmpgt_epi64(_mm256_setzero_si256(), t)));
}

__attribute__((target("avx2"))) static inline __m256i
avx2_min(__m256i a, __m256i b)
{
	return _mm256_blendv_epi8(a, b, _mm256_cmpgt_epi64(a, b));
}

__attribute__((target("avx2"))) static void
avx2_sign(const uint64_t *a, const uint64_t *b, size_t functions,
    const uint32_t *words, size_t n, uint32_t *values)
{
	uint64_t out[8];

	for (size_t i = 0; i < functions; i += 8) {
		const __m256i *pa = (const __m256i *)(a + i);
		const __m256i *pb = (const __m256i *)(b + i);
		__m256i a0 = _mm256_loadu_si256(pa);
		__m256i a1 = _mm256_loadu_si256(pa + 1);
		__m256i b0 = _mm256_loadu_si256(pb);
		__m256i b1 = _mm256_loadu_si256(pb + 1);
		__m256i least0 = _mm256_set1_epi64x(INT64_MAX);
		__m256i least1 = least0;

		for (size_t w = 0; w < n; w++) {
			__m256i x = _mm256_set1_epi64x(words[w]);

			least0 = avx2_min(least0, avx2_hash(a0, b0, x));
			least1 = avx2_min(least1, avx2_hash(a1, b1, x));
		}
		_mm256_storeu_si256((__m256i *)out, least0);
		_mm256_storeu_si256((__m256i *)(out + 4), least1);
		for (size_t k = 0; k < 8; k++)
			values[i + k] = (uint32_t)out[k];
	}
}

static const struct tcn_minhash_form avx2 = { "avx2", avx2_sign };

/* The same under eight; a number that is negative is large without a sign, and
 * with p it is the least of the two. */
__attribute__((target("avx512f"))) static inline __m512i
avx512_hash(__m512i a, __m512i b, __m512i x)
{
	const __m512i low = _mm512_set1_epi64(UINT32_MAX);
	const __m512i p = _mm512_set1_epi64((int64_t)TCN_MINHASH_PRIME);
	const __m512i p15 =
	    _mm512_set1_epi64((int64_t)(15 * TCN_MINHASH_PRIME));
	const __m512i fifteen = _mm512_set1_epi64(15);
	__m512i t = _mm512_add_epi64(_mm512_mul_epu32(a, x), b);
	__m512i high = _mm512_mul_epu32(_mm512_srli_epi64(t, 32), fifteen);

	t = _mm512_add_epi64(_mm512_and_si512(t, low), p15);
	t = _mm512_sub_epi64(t, high);
	high = _mm512_mul_epu32(_mm512_srli_epi64(t, 32), fifteen);
	t = _mm512_sub_epi64(_mm512_and_si512(t, low), high);
	return _mm512_min_epu64(t, _mm512_add_epi64(t, p));
}

__attribute__((target("avx512f"))) static void
avx512_sign(const uint64_t *a, const uint64_t *b, size_t functions,
    const uint32_t *words, size_t n, uint32_t *values)
{
	for (size_t i = 0; i < functions; i += 16) {
		__m512i a0 = _mm512_loadu_si512(a + i);
		__m512i a1 = _mm512_loadu_si512(a + i + 8);
		__m512i b0 = _mm512_loadu_si512(b + i);
		__m512i b1 = _mm512_loadu_si512(b + i + 8);
		__m512i least0 = _mm512_set1_epi64(-1);
		__m512i least1 = least0;

		for (size_t w = 0; w < n; w++) {
			__m512i x = _mm512_set1_epi64(words[w]);

			least0 =
			    _mm512_min_epu64(least0, avx512_hash(a0, b0, x));
			least1 =
			    _mm512_min_epu64(least1, avx512_hash(a1, b1, x));
		}
		_mm256_storeu_si256((__m256i *)(values + i),
		    _mm512_cvtepi64_epi32(least0));
		_mm256_storeu_si256((__m256i *)(values + i + 8),
		    _mm512_cvtepi64_epi32(least1));
	}
}

static const struct tcn_minhash_form avx512 = { "avx512", avx512_sign };
#endif

const struct tcn_minhash_form *
tcn_minhash_form_at(size_t i)
{
	const struct tcn_minhash_form *have[3] = { &portable };
	size_t n = 1;

#if defined(__x86_64__)
	__builtin_cpu_init();
	if (__builtin_cpu_supports("avx2"))
		have[n++] = &avx2;
	if (__builtin_cpu_supports("avx512f"))
		have[n++] = &avx512;
#endif
	return i < n ? have[i] : NULL;
}

void
tcn_minhash_set_form(struct tcn_minhash *minhash,
    const struct tcn_minhash_form *form)
{
	minhash->form = form;
}

struct tcn_minhash *
tcn_minhash_new(const struct tcn_minhash_conf *conf)
{
	struct tcn_minhash *minhash = tcn_mem_calloc(1, sizeof *minhash);
	uint64_t draw = 0;

	assert(conf->bands && conf->rows);
	assert(conf->rows <= TCN_MINHASH_VALUES_MAX / conf->bands);
	minhash->conf = *conf;
	minhash->values = conf->bands * conf->rows;
	minhash->functions = (minhash->values + LANES - 1) / LANES * LANES;
	for (uint32_t i = 0; i < minhash->values; i++) {
		uint64_t r = tcn_splitmix(conf->seed, ++draw);

		minhash->a[i] = 1 + r % UINT32_MAX;
		minhash->b[i] = (uint32_t)tcn_splitmix(conf->seed, ++draw);
	}
	for (size_t i = 0; tcn_minhash_form_at(i); i++)
		minhash->form = tcn_minhash_form_at(i);
	return minhash;
}

void
tcn_minhash_free(struct tcn_minhash *minhash)
{
	tcn_mem_free(minhash);
}

uint32_t
tcn_minhash_values(const struct tcn_minhash *minhash)
{
	return minhash->values;
}

void
tcn_minhash_sign(const struct tcn_minhash *minhash, const uint32_t *words,
    size_t n, uint32_t *values)
{
	uint32_t padded[TCN_MINHASH_VALUES_MAX];

	assert(n);
	minhash->form->sign(minhash->a, minhash->b, minhash->functions, words,
	    n, padded);
	memcpy(values, padded, minhash->values * sizeof *values);
}

void
tcn_minhash_bands(const struct tcn_minhash *minhash, const uint32_t *values,
    uint32_t *bands)
{
	for (uint32_t i = 0; i < minhash->conf.bands; i++) {
		bands[i] = 0;
		for (uint32_t row = 0; row < minhash->conf.rows; row++)
			bands[i] ^= *values++;
	}
}

bool
tcn_minhash_has_words(const uint32_t *words, size_t n, size_t least)
{
	size_t distinct = 0;

	for (size_t i = 0; i < n && distinct < least; i++) {
		bool seen = false;

		for (size_t k = 0; k < i && !seen; k++)
			seen = words[k] == words[i];
		distinct += !seen;
	}
	return distinct >= least;
}

double
tcn_minhash_likeness(enum tcn_minhash_estimate estimate, uint32_t equal,
    uint32_t values)
{
	uint32_t of =
	    estimate == TCN_MINHASH_SETS ? 2 * values - equal : values;

	assert(values && equal <= values);
	return (double)equal / of;
}
