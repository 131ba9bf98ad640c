#include "window/base/popcount.h"

#include <stdbool.h>

enum {
	PARTS_AHEAD = 12,
	LINES_AHEAD = 4, /* of a part; the processor follows a long one */
	LINE_WORDS = 16,
};

/* A short part lies on the lines of its first and last word: no branch. */
static inline void
ask_for(const struct tcn_popcount_part *part)
{
	__builtin_prefetch(part->words);
	__builtin_prefetch(part->words + part->n - 1);
	for (uint32_t at = 2 * LINE_WORDS;
	     at < LINES_AHEAD * LINE_WORDS && at < part->n; at += LINE_WORDS)
		__builtin_prefetch(part->words + at - LINE_WORDS);
}

/* Which of the words at, at + 1, ... (left of them) are near: a bit each. */
typedef unsigned near_fn(const struct tcn_popcount_part *part, size_t at,
    size_t left);

/*
 * The scan, around a near_fn that looks at `step` words at a time. Always
 * inlined into a function for one processor, so that near is inlined too.
 */
static inline __attribute__((always_inline)) size_t
scan(const struct tcn_popcount_part *parts, size_t n,
    struct tcn_popcount_cursor *cursor, struct tcn_popcount_hit *hits,
    size_t room, size_t step, near_fn *near)
{
	size_t found = 0, i = cursor->part, at = cursor->at;

	for (size_t first = 0; i + at == 0 && first < PARTS_AHEAD; first++)
		if (first < n)
			ask_for(&parts[first]);
	for (; i < n; i++, at = 0) {
		const struct tcn_popcount_part *part = &parts[i];

		if (i + PARTS_AHEAD < n)
			ask_for(&parts[i + PARTS_AHEAD]);
		for (; at < part->n; at += step) {
			unsigned bits;

			if (room - found < step)
				goto out;
			bits = near(part, at, part->n - at);
			for (; bits; bits &= bits - 1)
				hits[found++] = (struct tcn_popcount_hit){
					(uint32_t)i,
					(uint32_t)at +
					    (uint32_t)__builtin_ctz(bits),
				};
		}
	}
out:
	*cursor = (struct tcn_popcount_cursor){ i, at };
	return found;
}

static inline unsigned
portable_near(const struct tcn_popcount_part *part, size_t at, size_t left)
{
	(void)left;
	return tcn_popcount_u64(part->words[at] ^ part->query) <= part->limit;
}

static size_t
portable_scan(const struct tcn_popcount_part *parts, size_t n,
    struct tcn_popcount_cursor *cursor, struct tcn_popcount_hit *hits,
    size_t room)
{
	return scan(parts, n, cursor, hits, room, 1, portable_near);
}

static size_t
portable_count64(const uint64_t *words, size_t n, uint64_t query,
    unsigned limit)
{
	size_t found = 0;

	for (size_t i = 0; i < n; i++)
		found += tcn_popcount_u64(words[i] ^ query) <= limit;
	return found;
}

static const struct tcn_popcount portable = {
	"portable",
	portable_scan,
	portable_count64,
};

#if defined(__x86_64__)
#include <immintrin.h>

__attribute__((target("popcnt"))) static inline unsigned
popcnt_near(const struct tcn_popcount_part *part, size_t at, size_t left)
{
	(void)left;
	return (uint32_t)_mm_popcnt_u32(part->words[at] ^ part->query) <=
	    part->limit;
}

__attribute__((target("popcnt"))) static size_t
popcnt_scan(const struct tcn_popcount_part *parts, size_t n,
    struct tcn_popcount_cursor *cursor, struct tcn_popcount_hit *hits,
    size_t room)
{
	return scan(parts, n, cursor, hits, room, 1, popcnt_near);
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
	popcnt_scan,
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

__attribute__((target("avx2"))) static inline unsigned
avx2_near(const struct tcn_popcount_part *part, size_t at, size_t left)
{
	const __m256i lanes = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
	int n = left < 8 ? (int)left : 8;
	__m256i mask = _mm256_cmpgt_epi32(_mm256_set1_epi32(n), lanes);
	__m256i x =
	    _mm256_maskload_epi32((const int *)(part->words + at), mask);
	__m256i bytes = avx2_bytes(_mm256_xor_si256(x,
	    _mm256_set1_epi32((int)part->query)));
	__m256i pairs = _mm256_maddubs_epi16(bytes, _mm256_set1_epi8(1));
	__m256i sums = _mm256_madd_epi16(pairs, _mm256_set1_epi16(1));
	__m256i far =
	    _mm256_cmpgt_epi32(sums, _mm256_set1_epi32((int)part->limit));

	return ~(unsigned)_mm256_movemask_ps(_mm256_castsi256_ps(far)) &
	    ((1u << n) - 1);
}

__attribute__((target("avx2"))) static size_t
avx2_scan(const struct tcn_popcount_part *parts, size_t n,
    struct tcn_popcount_cursor *cursor, struct tcn_popcount_hit *hits,
    size_t room)
{
	return scan(parts, n, cursor, hits, room, 8, avx2_near);
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

static const struct tcn_popcount avx2 = { "avx2", avx2_scan, avx2_count64 };

#define AVX512 "avx512f,avx512vl,avx512vpopcntdq"

__attribute__((target(AVX512))) static inline unsigned
avx512_near(const struct tcn_popcount_part *part, size_t at, size_t left)
{
	unsigned bits = left < 16 ? (1u << left) - 1 : 0xffff;
	__mmask16 lanes = (__mmask16)bits;
	__m512i x = _mm512_maskz_loadu_epi32(lanes, part->words + at);

	x = _mm512_xor_si512(x, _mm512_set1_epi32((int)part->query));
	return _mm512_mask_cmple_epu32_mask(lanes, _mm512_popcnt_epi32(x),
	    _mm512_set1_epi32((int)part->limit));
}

__attribute__((target(AVX512))) static size_t
avx512_scan(const struct tcn_popcount_part *parts, size_t n,
    struct tcn_popcount_cursor *cursor, struct tcn_popcount_hit *hits,
    size_t room)
{
	return scan(parts, n, cursor, hits, room, 16, avx512_near);
}

__attribute__((target(AVX512))) static size_t
avx512_count64(const uint64_t *words, size_t n, uint64_t query, unsigned limit)
{
	const __m512i q = _mm512_set1_epi64((long long)query);
	const __m512i most = _mm512_set1_epi64((long long)limit);
	size_t found = 0;

	for (size_t i = 0; i < n; i += 8) {
		unsigned bits = n - i < 8 ? (1u << (n - i)) - 1 : 0xff;
		__mmask8 lanes = (__mmask8)bits;
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
	avx512_scan,
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
