#include "engine/base/sort.h"

#include <assert.h>
#include <string.h>

enum {
	BUCKETS = 256,
	FEW = 24, /* keys for which insertion is faster */
};

/* How many bits to drop of (key - least) for a number below 256. */
static unsigned
find_shift(const uint64_t *keys, size_t n, uint64_t *least)
{
	uint64_t most = keys[0];
	unsigned bits;

	*least = keys[0];
	for (size_t i = 1; i < n; i++) {
		*least = keys[i] < *least ? keys[i] : *least;
		most = keys[i] > most ? keys[i] : most;
	}
	bits = 64 - (unsigned)__builtin_clzll((most - *least) | 1);
	return bits > 8 ? bits - 8 : 0;
}

/* Puts the keys in the order of their buckets; ends[b]: where bucket b ends. */
static void
distribute(uint64_t *keys, size_t n, uint64_t *scratch, uint64_t least,
    unsigned shift, uint32_t ends[BUCKETS])
{
	uint32_t before = 0;

	memset(ends, 0, BUCKETS * sizeof *ends);
	for (size_t i = 0; i < n; i++)
		ends[(keys[i] - least) >> shift]++;
	for (size_t b = 0; b < BUCKETS; b++) {
		uint32_t in_bucket = ends[b];

		ends[b] = before;
		before += in_bucket;
	}
	for (size_t i = 0; i < n; i++)
		scratch[ends[(keys[i] - least) >> shift]++] = keys[i];
	memcpy(keys, scratch, n * sizeof *keys);
}

void
tcn_sort_u64(uint64_t *keys, size_t n, uint64_t *scratch)
{
	uint32_t ends[BUCKETS], from = 0;
	uint64_t least;
	unsigned shift;

	assert(n <= UINT32_MAX);
	if (n <= FEW) {
		for (size_t i = 1; i < n; i++) {
			uint64_t key = keys[i];
			size_t j = i;

			for (; j > 0 && keys[j - 1] > key; j--)
				keys[j] = keys[j - 1];
			keys[j] = key;
		}
		return;
	}
	shift = find_shift(keys, n, &least);
	distribute(keys, n, scratch, least, shift, ends);
	for (size_t b = 0; b < BUCKETS && shift; b++) {
		if (ends[b] - from > 1)
			tcn_sort_u64(keys + from, ends[b] - from, scratch);
		from = ends[b];
	}
}
