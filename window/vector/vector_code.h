/*
 * window/vector/vector_code.h - vectors rounded to bytes, and their cosines.
 *
 * A *code* is a vector scaled so that its largest number is 127, each number
 * rounded to the nearest whole one (scalar quantization: Gersho and Gray,
 * Vector Quantization and Signal Compression, 1992). The cosine does not depend
 * on the scale. That of two codes is computed exactly, from sums of whole
 * numbers, so that it is the same on any processor, whatever the order of the
 * sum; of vectors of some hundred numbers it lies within about 0.003 of that of
 * the vectors themselves.
 *
 * A byte a number is a quarter of a float, and a scan of many codes costs
 * mostly the reading of memory. The scan is a plain loop that the compiler
 * turns into vector code for what the processor has.
 *
 * Codes are padded with zeros to a multiple of 64 bytes, a cache line, which
 * changes no sum. At most TCN_VECTOR_CODE_MAX numbers, so that no sum overflows
 * 32 bits.
 */
#ifndef TCN_WINDOW_VECTOR_VECTOR_CODE_H
#define TCN_WINDOW_VECTOR_VECTOR_CODE_H

#include <stddef.h>
#include <stdint.h>

#define TCN_VECTOR_CODE_MAX  65536 /* numbers */
#define TCN_VECTOR_CODE_LINE 64

/* Bytes of a code of n numbers. */
static inline size_t
tcn_vector_code_bytes(size_t n)
{
	return (n + TCN_VECTOR_CODE_LINE - 1) & ~(size_t)63;
}

/*
 * Makes the code of n finite numbers, not all 0. Returns one over the length of
 * the code, the factor from dot products to cosines.
 */
double tcn_vector_code_make(const float *vector, size_t n, int8_t *code);

/* Computes the dot products of a code with each of n adjacent codes; bytes is
 * the size of each. */
void tcn_vector_code_dots(const int8_t *code, const int8_t *codes, size_t bytes,
    size_t n, int32_t *dots);

/*
 * One dot product by a plain loop, which must agree: for tests. The cosine is
 * dot * inverse * inverse, in this order, with the query's inverse first.
 */
int32_t tcn_vector_code_dot(const int8_t *a, const int8_t *b, size_t bytes);

#endif
