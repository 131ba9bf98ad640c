/*
 * engine/base/compare.h - comparators for qsort() and bsearch(), ascending.
 *
 * They compare and do not subtract: a difference of two 64-bit numbers does
 * not fit the int that is returned.
 */
#ifndef TCN_ENGINE_BASE_COMPARE_H
#define TCN_ENGINE_BASE_COMPARE_H

/* Compare the two numbers that the arguments point to: < 0, 0 or > 0. */
int tcn_compare_u32(const void *left, const void *right);
int tcn_compare_u64(const void *left, const void *right);
int tcn_compare_double(const void *left, const void *right); /* no NaN */

#endif
