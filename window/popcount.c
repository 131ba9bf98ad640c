#include "window/popcount.h"

#include <stdbool.h>

/* Adds up bits in pairs, nibbles and bytes (Warren, Hacker's Delight 5-1). */
static inline unsigned
portable64(uint64_t x)
{
	x -= x >> 1 & 0x5555555555555555u;
	x = (x & 0x3333333333333333u) + (x >> 2 & 0x3333333333333333u);
	x = (x + (x >> 4)) & 0x0f0f0f0f0f0f0f0fu;
	return (unsigned)(x * 0x0101010101010101u >> 56);
}

static size_t
portable_scan32(const uint32_t *words, size_t n, uint32_t query, unsigned limit,
    uint32_t *hits)
{
	size_t found = 0;

	for (size_t i = 0; i < n; i++)
		if (portable64(words[i] ^ query) <= limit)
			hits[found++] = (uint32_t)i;
	return found;
}

static size_t
portable_count64(const uint64_t *words, size_t n, uint64_t query,
    unsigned limit)
{
	size_t found = 0;

	for (size_t i = 0; i < n; i++)
		found += portable64(words[i] ^ query) <= limit;
	return found;
}

static const struct tcn_popcount portable = {
	"portable",
	portable_scan32,
	portable_count64,
};

#if defined(__x86_64__)
#include <immintrin.h>

__attribute__((target("popcnt"))) static size_t
popcnt_scan32(const uint32_t *words, size_t n, uint32_t query, unsigned limit,
    uint32_t *hits)
{
	size_t found = 0;

	for (size_t i = 0; i < n; i++)
		if ((unsigned)_mm_popcnt_u32(words[i] ^ query) <= limit)
			hits[found++] = (uint32_t)i;
	return found;
}

__attribute__((target("popcnt"))) static size_t
popcnt_count64(const uint64_t *words, size_t n, uint64_t query, unsigned limit)
{
	size_t found = 0;

	for (size_t i = 0; i < n; i++)
		found += (uint64_t)_mm_popcnt_u64(words[i] ^ query) <= limit;
	return found;
}

static const struct tcn_popcount popcnt = {
	"popcnt",
	popcnt_scan32,
	popcnt_count64,
};

/* Bits set in each byte: two look-ups of a nibble. */
__attribute__((target("avx2"))) static inline __m256i
avx2_bytes(__m256i x)
{
	const __m256i counts = _mm256_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2,
	    3, 2, 3, 3, 4, 0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4);
	const __m256i nibble = _mm256_set1_epi8(15);
	__m256i low = _mm256_and_si256(x, nibble);
	__m256i high = _mm256_and_si256(_mm256_srli_epi16(x, 4), nibble);

	return _mm256_add_epi8(_mm256_shuffle_epi8(counts, low),
	    _mm256_shuffle_epi8(counts, high));
}

/* A bit for each of eight words that is near. */
__attribute__((target("avx2"))) static inline unsigned
avx2_near32(__m256i words, __m256i query, __m256i limit)
{
	__m256i bytes = avx2_bytes(_mm256_xor_si256(words, query));
	__m256i pairs = _mm256_maddubs_epi16(bytes, _mm256_set1_epi8(1));
	__m256i sums = _mm256_madd_epi16(pairs, _mm256_set1_epi16(1));
	__m256i far = _mm256_cmpgt_epi32(sums, limit);

	return ~(unsigned)_mm256_movemask_ps(_mm256_castsi256_ps(far)) & 255;
}

__attribute__((target("avx2"))) static size_t
avx2_scan32(const uint32_t *words, size_t n, uint32_t query, unsigned limit,
    uint32_t *hits)
{
	const __m256i q = _mm256_set1_epi32((int)query);
	const __m256i most = _mm256_set1_epi32((int)limit);
	const __m256i lanes = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
	size_t found = 0;

	for (size_t i = 0; i < n; i += 8) {
		int left = n - i < 8 ? (int)(n - i) : 8;
		__m256i mask =
		    _mm256_cmpgt_epi32(_mm256_set1_epi32(left), lanes);
		__m256i x =
		    _mm256_maskload_epi32((const int *)(words + i), mask);
		unsigned near = avx2_near32(x, q, most) & ((1u << left) - 1);

		for (; near; near &= near - 1)
			hits[found++] =
			    (uint32_t)i + (uint32_t)__builtin_ctz(near);
	}
	return found;
}

__attribute__((target("avx2,popcnt"))) static size_t
avx2_count64(const uint64_t *words, size_t n, uint64_t query, unsigned limit)
{
	const __m256i q = _mm256_set1_epi64x((long long)query);
	const __m256i most = _mm256_set1_epi64x((long long)limit);
	__m256i far = _mm256_setzero_si256();
	uint64_t lanes[4];
	size_t i = 0;

	for (; i + 4 <= n; i += 4) {
		__m256i x = _mm256_loadu_si256((const __m256i *)(words + i));
		__m256i sums =
		    _mm256_sad_epu8(avx2_bytes(_mm256_xor_si256(x, q)),
			_mm256_setzero_si256());

		far = _mm256_sub_epi64(far, _mm256_cmpgt_epi64(sums, most));
	}
	_mm256_storeu_si256((__m256i *)lanes, far);
	return i - (lanes[0] + lanes[1] + lanes[2] + lanes[3]) +
	    popcnt_count64(words + i, n - i, query, limit);
}

static const struct tcn_popcount avx2 = { "avx2", avx2_scan32, avx2_count64 };

#define AVX512 "avx512f,avx512vl,avx512vpopcntdq"

__attribute__((target(AVX512))) static size_t
avx512_scan32(const uint32_t *words, size_t n, uint32_t query, unsigned limit,
    uint32_t *hits)
{
	const __m512i q = _mm512_set1_epi32((int)query);
	const __m512i most = _mm512_set1_epi32((int)limit);
	size_t found = 0;

	for (size_t i = 0; i < n; i += 16) {
		__mmask16 lanes = n - i < 16 ? (__mmask16)((1u << (n - i)) - 1)
					     : (__mmask16)0xffff;
		__m512i x = _mm512_maskz_loadu_epi32(lanes, words + i);
		unsigned near = _mm512_mask_cmple_epu32_mask(lanes,
		    _mm512_popcnt_epi32(_mm512_xor_si512(x, q)), most);

		for (; near; near &= near - 1)
			hits[found++] =
			    (uint32_t)i + (uint32_t)__builtin_ctz(near);
	}
	return found;
}

__attribute__((target(AVX512))) static size_t
avx512_count64(const uint64_t *words, size_t n, uint64_t query, unsigned limit)
{
	const __m512i q = _mm512_set1_epi64((long long)query);
	const __m512i most = _mm512_set1_epi64((long long)limit);
	size_t found = 0;

	for (size_t i = 0; i < n; i += 8) {
		__mmask8 lanes = n - i < 8 ? (__mmask8)((1u << (n - i)) - 1)
					   : (__mmask8)0xff;
		__m512i x = _mm512_maskz_loadu_epi64(lanes, words + i);
		unsigned near = _mm512_mask_cmple_epu64_mask(lanes,
		    _mm512_popcnt_epi64(_mm512_xor_si512(x, q)), most);

		if (near)
			found += (size_t)__builtin_popcount(near);
	}
	return found;
}

static const struct tcn_popcount avx512 = {
	"avx512",
	avx512_scan32,
	avx512_count64,
};

static bool
has_avx512(void)
{
	return __builtin_cpu_supports("avx512f") &&
	    __builtin_cpu_supports("avx512vl") &&
	    __builtin_cpu_supports("avx512vpopcntdq");
}
#endif

const struct tcn_popcount *
tcn_popcount_at(size_t i)
{
	const struct tcn_popcount *have[4] = { &portable };
	size_t n = 1;

#if defined(__x86_64__)
	__builtin_cpu_init();
	if (__builtin_cpu_supports("popcnt"))
		have[n++] = &popcnt;
	if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("popcnt"))
		have[n++] = &avx2;
	if (has_avx512())
		have[n++] = &avx512;
#endif
	return i < n ? have[i] : NULL;
}

const struct tcn_popcount *
tcn_popcount_best(void)
{
	const struct tcn_popcount *best = &portable;

	for (size_t i = 0; tcn_popcount_at(i); i++)
		best = tcn_popcount_at(i);
	return best;
}
