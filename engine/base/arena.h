/*
 * engine/base/arena.h - memory that is given back all at once.
 *
 * For what lives as long as one article, one report or one bucket: allocate
 * freely, reset when done. Allocation is a pointer bump; reset keeps the
 * first chunk, so a steady stream of like-sized uses allocates nothing.
 * Not thread safe: one arena, one thread.
 */
#ifndef TCN_ENGINE_BASE_ARENA_H
#define TCN_ENGINE_BASE_ARENA_H

#include <stddef.h>

#include "engine/base/str.h"

struct tcn_arena_chunk;

struct tcn_arena {
	struct tcn_arena_chunk *chunks; /* newest first */
	size_t used; /* bytes used of the newest chunk */
	size_t chunk_bytes; /* size of an ordinary chunk */
};

/* Allocates nothing yet. chunk_bytes 0 takes 64 KiB. */
void tcn_arena_init(struct tcn_arena *arena, size_t chunk_bytes);

/* Gives everything back. The arena may be used again. */
void tcn_arena_fini(struct tcn_arena *arena);

/* Forgets all allocations, keeps one ordinary chunk. O(chunks). */
void tcn_arena_reset(struct tcn_arena *arena);

/* n bytes aligned to 16, uninitialised; NULL when out of memory. */
void *tcn_arena_alloc(struct tcn_arena *arena, size_t n);

/* As above for an array, zeroed; NULL as well when n * size overflows. */
void *tcn_arena_zalloc(struct tcn_arena *arena, size_t n, size_t size);

/*
 * Copies s, with a NUL behind it, into *copy (which may be s itself).
 * False when out of memory. An empty s gives an empty, non-NULL copy.
 */
bool tcn_arena_str(struct tcn_arena *arena, struct tcn_str s,
    struct tcn_str *copy);

/* Bytes the arena holds from the allocator, used or not. */
size_t tcn_arena_bytes(const struct tcn_arena *arena);

#endif
