/*
 * engine/base/compare.h - comparators for qsort() and bsearch(), ascending.
 */
#ifndef TCN_ENGINE_BASE_COMPARE_H
#define TCN_ENGINE_BASE_COMPARE_H

int tcn_compare_u32(const void *left, const void *right);
int tcn_compare_u64(const void *left, const void *right);

#endif
