/*
 * engine/base/sort.h - sorting small arrays of 64-bit keys.
 *
 * Judging a story groups some hundred keys a few times an item, and a text's
 * content words are as many, for which qsort(3) with its call for each
 * comparison is too slow. This is a radix sort
 * from the top (McIlroy, Bostic, McIlroy: Engineering Radix Sort, Computing
 * Systems 1993), with buckets that follow the keys: they are dealt out into
 * 256 buckets by where they lie between the least and the largest of them;
 * small buckets are put in order by insertion, large ones are dealt out again.
 *
 * A bucket spans 1/256 of the range of its array, so eight rounds are the most
 * there can be: O(n) whatever the keys are, and whoever writes the texts
 * cannot slow it down.
 */
#ifndef TCN_ENGINE_BASE_SORT_H
#define TCN_ENGINE_BASE_SORT_H

#include <stddef.h>
#include <stdint.h>

/*
 * Sorts n keys, fewer than 2^32, smallest first. scratch: room for as many
 * keys, meaningless before and after. Both may be NULL when n is 0.
 */
void tcn_sort_u64(uint64_t *keys, size_t n, uint64_t *scratch);

#endif
