/*
 * engine/base/map.h - a hash map from 64-bit keys to 64-bit values.
 *
 * Open addressing with linear probing in a power-of-two table, at most 3/4
 * full; removal shifts the run back, so there are no tombstones. Keys should
 * already be well mixed (hashes) or small and dense; they are multiplied by a
 * constant before use. There is deliberately no iteration: nothing may depend
 * on hash order. About 1 cache miss a look-up; 16 bytes a slot.
 */
#ifndef TCN_ENGINE_BASE_MAP_H
#define TCN_ENGINE_BASE_MAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/base/rc.h"

struct tcn_map {
	struct tcn_map_slot *slots;
	uint64_t *used; /* a bit a slot */
	size_t n; /* keys held */
	unsigned bits; /* log2 of the number of slots; 0: none yet */
};

/* All zero is an empty map: `struct tcn_map map = { 0 }` will do. */
void tcn_map_fini(struct tcn_map *map);

/* Empties it and keeps the memory. O(slots). */
void tcn_map_clear(struct tcn_map *map);

/* Makes sure that n keys fit without another allocation. */
TCN_MUST_USE enum tcn_rc tcn_map_reserve(struct tcn_map *map, size_t n);

/* Has the memory where key is looked for fetched; costs no wait. */
void tcn_map_prefetch(const struct tcn_map *map, uint64_t key);

/* Where the value of key is, or NULL. Valid until the next change. */
uint64_t *tcn_map_find(const struct tcn_map *map, uint64_t key);

/*
 * The value of key in *value, put there as 0 when key is new (*added says
 * which; may be NULL). TCN_NOMEM leaves the map as it was.
 */
TCN_MUST_USE enum tcn_rc tcn_map_put(struct tcn_map *map, uint64_t key,
    uint64_t **value, bool *added);

/* Removes key; false when it was not there. */
bool tcn_map_remove(struct tcn_map *map, uint64_t key);

/* Bytes held. */
size_t tcn_map_bytes(const struct tcn_map *map);

#endif
