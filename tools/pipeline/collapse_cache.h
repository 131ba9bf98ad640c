/*
 * tools/pipeline/collapse_cache.h - remembers how the last result sets were
 * collapsed (tools/pipeline/collapse.h).
 *
 * Who pages through results or looks at a search again gets the same list, and
 * texts never change once they are stored: only removing items makes an answer
 * stale, so a count of removals (the generation) is part of the key.
 *
 * The key is the XXH3-128 of the item numbers in order, the threshold, the
 * measure and the generation. At the cap the least recently used entry goes.
 *
 * Cost: hashing 8 bytes an item and one look-up; memory: 2 bytes an item and
 * about 100 an entry. Not thread safe.
 */
#ifndef TCN_TOOLS_PIPELINE_COLLAPSE_CACHE_H
#define TCN_TOOLS_PIPELINE_COLLAPSE_CACHE_H

#include <stddef.h>
#include <stdint.h>

#include "engine/base/err.h"
#include "engine/base/rc.h"

#define TCN_COLLAPSE_CACHE_ENTRIES 4096 /* of a daemon's */

struct tcn_collapse_cache;

struct tcn_collapse_cache_counts {
	uint64_t hits, misses;
	size_t entries;
};

/* entries > 0: the cap. */
struct tcn_collapse_cache *tcn_collapse_cache_new(size_t entries);
void tcn_collapse_cache_free(struct tcn_collapse_cache *cache); /* or NULL */

/* The key of n > 0 seqs, asked with a threshold, a measure and a generation. */
void tcn_collapse_cache_key(const uint64_t *seqs, size_t n, double t,
    int measure, uint64_t generation, uint64_t key[2]);

/* The n places stored under the key, until the next put; NULL: none. Counts a
 * hit or a miss. */
const uint16_t *tcn_collapse_cache_find(struct tcn_collapse_cache *cache,
    const uint64_t key[2], size_t n);

/* Stores n > 0 places, in place of what the key has. */
void tcn_collapse_cache_put(struct tcn_collapse_cache *cache,
    const uint64_t key[2], const uint16_t *places, size_t n);

struct tcn_collapse_cache_counts
tcn_collapse_cache_counts(const struct tcn_collapse_cache *cache);

/* Validator for tests: TCN_CORRUPT, and in err a sentence, when map and list
 * contradict each other. O(entries). */
TCN_MUST_USE enum tcn_rc
tcn_collapse_cache_check(const struct tcn_collapse_cache *cache,
    struct tcn_err *err);

#endif
