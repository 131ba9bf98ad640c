#include "engine/base/arena.h"

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

/* An outsize request gets a chunk of its own, so ordinary ones stay full. */
static bool
add_chunk(struct tcn_arena *arena, size_t n)
{
	size_t size = n > arena->chunk_bytes ? n : arena->chunk_bytes;
	struct tcn_arena_chunk *chunk;

	if (size > SIZE_MAX - sizeof *chunk)
		return false;
	chunk = tcn_mem_alloc(sizeof *chunk + size);
	if (!chunk)
		return false;
	chunk->older = arena->chunks;
	chunk->size = size;
	arena->chunks = chunk;
	arena->used = 0;
	return true;
}

void *
tcn_arena_alloc(struct tcn_arena *arena, size_t n)
{
	void *p;

	if (n > SIZE_MAX - ALIGN)
		return NULL;
	n = (n + ALIGN - 1) / ALIGN * ALIGN;
	if (!arena->chunks || arena->chunks->size - arena->used < n) {
		if (!add_chunk(arena, n))
			return NULL;
	}
	p = arena->chunks->bytes + arena->used;
	arena->used += n;
	return p;
}

void *
tcn_arena_zalloc(struct tcn_arena *arena, size_t n, size_t size)
{
	void *p;

	if (size && n > SIZE_MAX / size)
		return NULL;
	p = tcn_arena_alloc(arena, n * size);
	if (p)
		memset(p, 0, n * size);
	return p;
}

bool
tcn_arena_str(struct tcn_arena *arena, struct tcn_str s, struct tcn_str *copy)
{
	char *at = tcn_arena_alloc(arena, s.n + 1);

	if (!at)
		return false;
	if (s.n)
		memcpy(at, s.at, s.n);
	at[s.n] = '\0';
	*copy = (struct tcn_str){ at, s.n };
	return true;
}

size_t
tcn_arena_bytes(const struct tcn_arena *arena)
{
	size_t sum = 0;

	for (struct tcn_arena_chunk *c = arena->chunks; c; c = c->older)
		sum += sizeof *c + c->size;
	return sum;
}
