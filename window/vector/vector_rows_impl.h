/*
 * window/vector/vector_rows_impl.h - what the files of the rows share. Private.
 */
#ifndef TCN_WINDOW_VECTOR_VECTOR_ROWS_IMPL_H
#define TCN_WINDOW_VECTOR_VECTOR_ROWS_IMPL_H

#include <math.h>

#include "engine/base/mem.h"
#include "window/vector/vector_code.h"
#include "window/vector/vector_rows.h"

/* Bytes of a row, head and tail. */
static inline size_t
tcn_vector_rows_each(const struct tcn_vector_rows *rows)
{
	return rows->head_bytes + rows->tail_bytes;
}

static inline int8_t *
tcn_vector_rows_head(const struct tcn_vector_rows *rows, size_t row)
{
	return rows->heads + row * rows->head_bytes;
}

static inline int8_t *
tcn_vector_rows_tail(const struct tcn_vector_rows *rows, size_t row)
{
	return rows->tails + row * rows->tail_bytes;
}

static inline int32_t
tcn_vector_rows_dot(const int8_t *a, const int8_t *b, size_t bytes)
{
	int32_t sum = 0;

	if (bytes)
		tcn_vector_code_dots(a, b, bytes, 1, &sum);
	return sum;
}

/* Makes the array fit n entries. */
static inline void
tcn_vector_rows_fit(void *array, size_t n, size_t each)
{
	void **at = array;

	*at = tcn_mem_realloc(*at, n * each + 1);
}

/* The tail's share of the length. */
static inline float
tcn_vector_rows_rest(const int8_t *tail, size_t bytes, double inverse)
{
	return (float)(sqrt((double)tcn_vector_rows_dot(tail, tail, bytes)) *
	    inverse);
}

#endif
