#include "window/vector/vector_code.h"

#include <assert.h>
#include <math.h>
#include <string.h>

double
tcn_vector_code_make(const float *vector, size_t n, int8_t *code)
{
	double most = 0;

	assert(n && n <= TCN_VECTOR_CODE_MAX);
	for (size_t i = 0; i < n; i++)
		most = fmax(most, fabs((double)vector[i]));
	assert(most > 0);
	for (size_t i = 0; i < n; i++)
		code[i] =
		    (int8_t)floor((double)vector[i] / most * INT8_MAX + 0.5);
	memset(code + n, 0, tcn_vector_code_bytes(n) - n);
	return 1 / sqrt((double)tcn_vector_code_dot(code, code, n));
}

int32_t
tcn_vector_code_dot(const int8_t *a, const int8_t *b, size_t bytes)
{
	int32_t sum = 0;

	for (size_t i = 0; i < bytes; i++)
		sum += a[i] * b[i];
	return sum;
}

/* The loop that is compiled for each kind of processor. */
static inline __attribute__((always_inline)) void
add_up(const int8_t *restrict code, const int8_t *restrict codes, size_t bytes,
    size_t n, int32_t *restrict dots)
{
	for (size_t k = 0; k < n; k++, codes += bytes) {
		int32_t sum = 0;

		for (size_t i = 0; i < bytes; i++)
			sum += (int16_t)code[i] * (int16_t)codes[i];
		dots[k] = sum;
	}
}

/*
 * The same where the processor multiplies bytes with a sign by bytes without
 * one and adds up four of the products at once: codes are moved up by 128, so
 * that they have no sign, and what that adds is taken off again. The sum stays
 * below 2^31 even of the longest (vector_code.h).
 */
static inline __attribute__((always_inline)) void
add_up_moved(const int8_t *restrict code, const int8_t *restrict codes,
    size_t bytes, size_t n, int32_t *restrict dots)
{
	int32_t moved = 0;

	for (size_t i = 0; i < bytes; i++)
		moved += code[i] * 128;
	for (size_t k = 0; k < n; k++, codes += bytes) {
		int32_t sum = 0;

		for (size_t i = 0; i < bytes; i++)
			sum += (uint8_t)(codes[i] ^ -128) * code[i];
		dots[k] = sum - moved;
	}
}

/* gcc makes vector code of these loops at -O3 alone, clang at -O2 too. */
#if defined(__clang__)
#define VECTORS
#define WIDE  "avx512bw"
#define BYTES "avx512bw,avx512vnni"
#else
#define VECTORS __attribute__((optimize("O3")))
#define WIDE    "avx512bw,prefer-vector-width=512"
#define BYTES   "avx512bw,avx512vnni,prefer-vector-width=512"
#endif

VECTORS static void
dots_any(const int8_t *code, const int8_t *codes, size_t bytes, size_t n,
    int32_t *dots)
{
	add_up(code, codes, bytes, n, dots);
}

#if defined(__x86_64__)
VECTORS __attribute__((target("avx2"))) static void
dots_avx2(const int8_t *code, const int8_t *codes, size_t bytes, size_t n,
    int32_t *dots)
{
	add_up(code, codes, bytes, n, dots);
}

VECTORS __attribute__((target(WIDE))) static void
dots_avx512(const int8_t *code, const int8_t *codes, size_t bytes, size_t n,
    int32_t *dots)
{
	add_up(code, codes, bytes, n, dots);
}

VECTORS __attribute__((target(BYTES))) static void
dots_vnni(const int8_t *code, const int8_t *codes, size_t bytes, size_t n,
    int32_t *dots)
{
	add_up_moved(code, codes, bytes, n, dots);
}
#endif

void
tcn_vector_code_dots(const int8_t *code, const int8_t *codes, size_t bytes,
    size_t n, int32_t *dots)
{
	assert(bytes % TCN_VECTOR_CODE_LINE == 0);
#if defined(__x86_64__)
	if (__builtin_cpu_supports("avx512vnni") &&
	    __builtin_cpu_supports("avx512bw")) {
		dots_vnni(code, codes, bytes, n, dots);
		return;
	}
	if (__builtin_cpu_supports("avx512bw")) {
		dots_avx512(code, codes, bytes, n, dots);
		return;
	}
	if (__builtin_cpu_supports("avx2")) {
		dots_avx2(code, codes, bytes, n, dots);
		return;
	}
#endif
	dots_any(code, codes, bytes, n, dots);
}
