/*
 * engine/base/map.h - a hash map from 64-bit keys to 64-bit values.
 *
 * Open addressing with linear probing: a key stands in its home slot, or in
 * the first slot behind it that was free, so a look-up walks from the home
 * slot until it meets the key or a free slot. The table has a power of two of
 * slots and is at most 3/4 full, so a free slot is always near: by Knuth's
 * analysis (The Art of Computer Programming 3, 6.4) a look-up at that load
 * examines 2.5 slots on average when it succeeds and 8.5 when it does not,
 * which here are neighbours in memory.
 *
 * The home slot is the top bits of the key times 2^64 divided by the golden
 * ratio (multiplicative or Fibonacci hashing, the same section). Keys should
 * already be well mixed (hashes) or small and dense: that product spreads
 * both, but it is no defence against keys chosen to collide.
 *
 * Removal closes its gap (algorithm R there): each following key whose home
 * slot lies before the gap moves into it. So there are no tombstones, and the
 * table does not degrade however often keys come and go.
 *
 * There is deliberately no iteration, because nothing may depend on the order
 * of hashes.
 *
 * Cost: about one cache miss a look-up; 16 bytes and a bit a slot. Growth
 * doubles the table and rebuilds it, O(slots). Not thread safe, but look-ups
 * may run beside each other.
 */
#ifndef TCN_ENGINE_BASE_MAP_H
#define TCN_ENGINE_BASE_MAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/base/err.h"
#include "engine/base/rc.h"

struct tcn_map {
	struct tcn_map_slot *slots;
	uint64_t *used; /* a bit for each slot, set where a key stands */
	size_t n; /* keys in the map */
	unsigned bits; /* log2 of the number of slots; 0: none yet */
};

/* Frees the map's memory and leaves it empty. All zero is an empty map; there
 * is no init: `struct tcn_map map = { 0 }`. */
void tcn_map_fini(struct tcn_map *map);

/* Empties the map and keeps its memory. O(slots). */
void tcn_map_clear(struct tcn_map *map);

/* Makes room so that n keys in all fit without another allocation. */
void tcn_map_reserve(struct tcn_map *map, size_t n);

/* Prefetches the memory of key's home slot, without waiting for it. */
void tcn_map_prefetch(const struct tcn_map *map, uint64_t key);

/* The place of key's value, or NULL when key is not in the map. The place is
 * valid until the next put, reserve or remove. */
uint64_t *tcn_map_find(const struct tcn_map *map, uint64_t key);

/* Sets *value to the place of key's value, and adds the key with the value 0
 * when it is new; *added says whether it was new (added may be NULL). */
void tcn_map_put(struct tcn_map *map, uint64_t key, uint64_t **value,
    bool *added);

/* Adds one to key's value, 0 at first. So map->n counts the distinct keys, and
 * each value the occurrences of its key. */
void tcn_map_count(struct tcn_map *map, uint64_t key);

/* Removes key; false when it was not there. */
bool tcn_map_remove(struct tcn_map *map, uint64_t key);

/* Bytes allocated. */
size_t tcn_map_bytes(const struct tcn_map *map);

/*
 * Validator for tests: TCN_CORRUPT, and in err a sentence, when an invariant
 * is broken: n keys are in use and leave a quarter of the slots free, and a
 * look-up of each key ends at its own slot, hence no key stands twice and no
 * free slot hides one. O(slots).
 */
TCN_MUST_USE enum tcn_rc tcn_map_check(const struct tcn_map *map,
    struct tcn_err *err);

#endif
