/*
 * engine/base/compare.h - comparators for qsort() and bsearch(), ascending.
 *
 * They compare and do not subtract: a difference of two 64-bit numbers does
 * not fit the int that is returned.
 */
#ifndef TCN_ENGINE_BASE_COMPARE_H
#define TCN_ENGINE_BASE_COMPARE_H

#include <stdint.h>

/* Compare the two numbers that the arguments point to: < 0, 0 or > 0. */
int tcn_compare_u32(const void *left, const void *right);
int tcn_compare_u64(const void *left, const void *right);
int tcn_compare_double(const void *left, const void *right); /* no NaN */

/* Compares two items by time, and of one time by number. */
static inline int
tcn_compare_moment(int64_t left_ms, uint64_t left_seq, int64_t right_ms,
    uint64_t right_seq)
{
	if (left_ms != right_ms)
		return left_ms < right_ms ? -1 : 1;
	return (left_seq > right_seq) - (left_seq < right_seq);
}

#endif
