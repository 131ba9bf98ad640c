#include "engine/base/arena.h"

#include <assert.h>
#include <stdint.h>
#include <string.h>

#include "engine/base/mem.h"

#define ALIGN 16

struct tcn_arena_chunk {
	struct tcn_arena_chunk *older;
	size_t size; /* of bytes[] */
	_Alignas(ALIGN) unsigned char bytes[];
};

void
tcn_arena_init(struct tcn_arena *arena, size_t chunk_bytes)
{
	assert(arena);
	*arena = (struct tcn_arena){
		.chunk_bytes = chunk_bytes ? chunk_bytes : 64 * 1024,
	};
}

void
tcn_arena_fini(struct tcn_arena *arena)
{
	while (arena->chunks) {
		struct tcn_arena_chunk *older = arena->chunks->older;

		tcn_mem_free(arena->chunks);
		arena->chunks = older;
	}
	arena->used = 0;
}

void
tcn_arena_reset(struct tcn_arena *arena)
{
	struct tcn_arena_chunk *keep = NULL;

	while (arena->chunks) {
		struct tcn_arena_chunk *chunk = arena->chunks;

		arena->chunks = chunk->older;
		if (!keep && chunk->size == arena->chunk_bytes) {
			keep = chunk;
			keep->older = NULL;
		} else {
			tcn_mem_free(chunk);
		}
	}
	arena->chunks = keep;
	arena->used = 0;
}

/*
 * Adds a chunk that has room for n bytes. One for an outsize request is not
 * ordinary, so that a reset frees it.
 */
static void
add_chunk(struct tcn_arena *arena, size_t n)
{
	size_t size = n > arena->chunk_bytes ? n : arena->chunk_bytes;
	struct tcn_arena_chunk *chunk;

	if (size > SIZE_MAX - sizeof *chunk)
		tcn_mem_end();
	chunk = tcn_mem_alloc(sizeof *chunk + size);
	chunk->older = arena->chunks;
	chunk->size = size;
	arena->chunks = chunk;
	arena->used = 0;
}

void *
tcn_arena_alloc(struct tcn_arena *arena, size_t n)
{
	void *p;

	assert(arena->chunk_bytes > 0); /* tcn_arena_init() was called */
	if (n > SIZE_MAX - ALIGN)
		tcn_mem_end();
	n = (n + ALIGN - 1) / ALIGN * ALIGN;
	if (!arena->chunks || arena->chunks->size - arena->used < n)
		add_chunk(arena, n);
	p = arena->chunks->bytes + arena->used;
	arena->used += n;
	assert(arena->used <= arena->chunks->size);
	return p;
}

void *
tcn_arena_zalloc(struct tcn_arena *arena, size_t n, size_t size)
{
	void *p;

	if (size && n > SIZE_MAX / size)
		tcn_mem_end();
	p = tcn_arena_alloc(arena, n * size);
	memset(p, 0, n * size);
	return p;
}

void
tcn_arena_str(struct tcn_arena *arena, struct tcn_str s, struct tcn_str *copy)
{
	char *at = tcn_arena_alloc(arena, s.n + 1);

	assert(s.at || !s.n);
	if (s.n)
		memcpy(at, s.at, s.n);
	at[s.n] = '\0';
	*copy = (struct tcn_str){ at, s.n };
}

size_t
tcn_arena_bytes(const struct tcn_arena *arena)
{
	size_t sum = 0;

	for (struct tcn_arena_chunk *c = arena->chunks; c; c = c->older)
		sum += sizeof *c + c->size;
	return sum;
}

enum tcn_rc
tcn_arena_check(const struct tcn_arena *arena, struct tcn_err *err)
{
	size_t room = arena->chunks ? arena->chunks->size : 0;

	if (!arena->chunk_bytes)
		return tcn_err_set(err, TCN_CORRUPT,
		    "the arena was never initialised");
	if (arena->used > room)
		return tcn_err_set(err, TCN_CORRUPT,
		    "%zu bytes are given out of a chunk of %zu", arena->used,
		    room);
	if (arena->used % ALIGN)
		return tcn_err_set(err, TCN_CORRUPT,
		    "the next allocation would not be aligned to %d", ALIGN);
	for (struct tcn_arena_chunk *c = arena->chunks; c; c = c->older) {
		if ((uintptr_t)c->bytes % ALIGN)
			return tcn_err_set(err, TCN_CORRUPT,
			    "a chunk is not aligned to %d", ALIGN);
		if (c->size < arena->chunk_bytes)
			return tcn_err_set(err, TCN_CORRUPT,
			    "a chunk has %zu bytes, an ordinary one %zu",
			    c->size, arena->chunk_bytes);
	}
	return TCN_OK;
}
