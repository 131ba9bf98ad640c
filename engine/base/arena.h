/*
 * engine/base/arena.h - memory that is given back all at once.
 *
 * An arena serves what lives as long as one article, one report or one time
 * bucket: the caller allocates freely and resets the arena when done, so no
 * owner has to be tracked for each string. It is a list of chunks, of which
 * the newest is being filled: allocation moves an offset, and asks the
 * allocator only when the chunk is full. A request larger than a chunk gets
 * one of its own size. A reset keeps one ordinary chunk, so that a steady
 * stream of uses of like size allocates nothing.
 *
 * Call order: init; alloc and reset in any order; fini. What was allocated is
 * owned by the arena and valid until the next reset or fini.
 *
 * Cost: a few instructions an allocation. Up to 15 bytes are lost to alignment
 * an allocation, and the rest of a chunk when the next request does not fit.
 * Not thread safe: one arena, one thread.
 */
#ifndef TCN_ENGINE_BASE_ARENA_H
#define TCN_ENGINE_BASE_ARENA_H

#include <stddef.h>

#include "engine/base/err.h"
#include "engine/base/rc.h"
#include "engine/base/str.h"

struct tcn_arena_chunk;

struct tcn_arena {
	struct tcn_arena_chunk *chunks; /* newest first; NULL: none yet */
	size_t used; /* bytes given out of the newest chunk */
	size_t chunk_bytes; /* size of an ordinary chunk, > 0 */
};

/* Prepares an empty arena without allocating. chunk_bytes 0 means 64 KiB. */
void tcn_arena_init(struct tcn_arena *arena, size_t chunk_bytes);

/* Frees everything. The arena may be used again without another init. */
void tcn_arena_fini(struct tcn_arena *arena);

/* Ends all allocations and keeps one ordinary chunk. O(chunks). */
void tcn_arena_reset(struct tcn_arena *arena);

/* n bytes, aligned to 16 and uninitialised. */
void *tcn_arena_alloc(struct tcn_arena *arena, size_t n);

/* An array of n elements, zeroed. */
void *tcn_arena_zalloc(struct tcn_arena *arena, size_t n, size_t size);

/*
 * Copies s, with a NUL behind it, into *copy (which may be s itself). An empty
 * s gives an empty, non-NULL copy.
 */
void tcn_arena_str(struct tcn_arena *arena, struct tcn_str s,
    struct tcn_str *copy);

/* Bytes the arena holds from the allocator, used or not. O(chunks). */
size_t tcn_arena_bytes(const struct tcn_arena *arena);

/*
 * Validator for tests: TCN_CORRUPT, and in err a sentence, when an invariant
 * is broken: no more is given out than the newest chunk holds, offsets are
 * aligned, and no chunk is smaller than an ordinary one. O(chunks).
 */
TCN_MUST_USE enum tcn_rc tcn_arena_check(const struct tcn_arena *arena,
    struct tcn_err *err);

#endif
