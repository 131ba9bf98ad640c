/*
 * window/base/sort.h - sorting small arrays of 64-bit keys.
 *
 * Judging a story groups some hundred keys a few times an item, for which
 * qsort(3) with its call a comparison is too slow. Keys are dealt out into
 * 256 buckets by where they lie between the least and the largest, small
 * buckets are put in order by insertion, and large ones dealt out again (a
 * radix sort from the top: McIlroy, Bostic, McIlroy, Engineering Radix Sort,
 * 1993). A bucket spans 1/256 of its array's range, so eight rounds are the
 * most there can be: O(n) whatever the keys are, and whoever writes the texts
 * cannot slow it down.
 */
#ifndef TCN_WINDOW_BASE_SORT_H
#define TCN_WINDOW_BASE_SORT_H

#include <stddef.h>
#include <stdint.h>

/* Sorts keys, smallest first. scratch: room for as many; fewer than 2^32. */
void tcn_sort_u64(uint64_t *keys, size_t n, uint64_t *scratch);

#endif
