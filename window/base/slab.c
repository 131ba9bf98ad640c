#include "window/base/slab.h"

#include <assert.h>
#include <string.h>

#include "engine/base/mem.h"

#define UNIT 16

struct link {
	struct link *next;
};

/* The sizes of the classes: 16, 32, 48, 64, 96, 128, 192 ... */
static size_t
size_of(unsigned class)
{
	size_t power = (size_t)UNIT << (class + 1) / 2;

	return class == 0 || class % 2 ? power : power + power / 2;
}

/*
 * The class of n bytes: the power of two that n fits in, or the half step below
 * it where that is enough.
 */
static unsigned
class_of(size_t n)
{
	unsigned log;

	if (n <= UNIT)
		return 0;
	log = 64 - (unsigned)__builtin_clzll((n - 1) / UNIT);
	return size_of(2 * log - 2) >= n ? 2 * log - 2 : 2 * log - 1;
}

size_t
tcn_slab_size(size_t n)
{
	return size_of(class_of(n));
}

void
tcn_slab_fini(struct tcn_slab *slab)
{
	struct link *chunk = slab->chunks;

	while (chunk) {
		struct link *next = chunk->next;

		tcn_mem_free(chunk);
		chunk = next;
	}
	*slab = (struct tcn_slab){ 0 };
}

/* Cuts what is left of the chunk into free blocks, so that nothing is lost. */
static void
hand_out_rest(struct tcn_slab *slab)
{
	for (unsigned class = TCN_SLAB_SIZES; class -- > 0;) {
		size_t n = size_of(class);

		while (slab->left >= n) {
			struct link *block = (struct link *)(void *)slab->at;

			block->next = slab->free[class];
			slab->free[class] = block;
			slab->at += n;
			slab->left -= n;
		}
	}
}

void *
tcn_slab_alloc(struct tcn_slab *slab, size_t n)
{
	unsigned class = class_of(n);
	size_t bytes = size_of(class);
	struct link *block;

	if (class >= TCN_SLAB_SIZES) {
		block = tcn_mem_alloc(bytes);
		slab->bytes += bytes;
		return block;
	}
	block = slab->free[class];
	if (block) {
		slab->free[class] = block->next;
		return block;
	}
	if (slab->left < bytes) {
		struct link *chunk;

		hand_out_rest(slab);
		chunk = tcn_mem_alloc(TCN_SLAB_CHUNK_BYTES + UNIT);
		chunk->next = slab->chunks;
		slab->chunks = chunk;
		slab->at = (char *)chunk + UNIT;
		slab->left = TCN_SLAB_CHUNK_BYTES;
		slab->bytes += TCN_SLAB_CHUNK_BYTES + UNIT;
	}
	block = (struct link *)(void *)slab->at;
	slab->at += bytes;
	slab->left -= bytes;
	return block;
}

void
tcn_slab_free(struct tcn_slab *slab, void *block, size_t n)
{
	unsigned class = class_of(n);
	struct link *freed = block;

	if (!block)
		return;
	assert((uintptr_t)block % UNIT == 0);
	if (class >= TCN_SLAB_SIZES) {
		slab->bytes -= size_of(class);
		tcn_mem_free(block);
		return;
	}
	freed->next = slab->free[class];
	slab->free[class] = freed;
}

void *
tcn_slab_fit(struct tcn_slab *slab, void *at, size_t used, uint32_t *cap,
    size_t need, size_t size)
{
	size_t fit = tcn_slab_size(need * size) / size;
	void *moved;

	assert(used <= *cap && used <= need);
	if (need <= *cap)
		return at;
	moved = tcn_slab_alloc(slab, fit * size);
	if (used)
		memcpy(moved, at, used * size);
	tcn_slab_free(slab, at, *cap * size);
	*cap = (uint32_t)fit;
	return moved;
}

static bool
is_in_a_chunk(const struct tcn_slab *slab, const char *block, size_t n)
{
	for (const struct link *c = slab->chunks; c; c = c->next) {
		const char *from = (const char *)c + UNIT;

		if (block >= from && block + n <= from + TCN_SLAB_CHUNK_BYTES)
			return true;
	}
	return false;
}

/* The bytes of the free blocks of a class; SIZE_MAX when one is not sound. */
static size_t
free_bytes(const struct tcn_slab *slab, unsigned class, size_t most)
{
	size_t n = size_of(class), sum = 0;

	for (const struct link *at = slab->free[class]; at; at = at->next) {
		sum += n;
		if (sum > most || (uintptr_t)at % UNIT ||
		    !is_in_a_chunk(slab, (const char *)at, n))
			return SIZE_MAX;
	}
	return sum;
}

enum tcn_rc
tcn_slab_check(const struct tcn_slab *slab, struct tcn_err *err)
{
	size_t chunks = 0, room, used = slab->left;

	for (const struct link *c = slab->chunks; c; c = c->next)
		chunks++;
	room = chunks * TCN_SLAB_CHUNK_BYTES;
	if (slab->bytes < room + chunks * UNIT)
		return tcn_err_set(err, TCN_CORRUPT,
		    "a slab counts %zu bytes, but has %zu chunks", slab->bytes,
		    chunks);
	if (slab->left && !is_in_a_chunk(slab, slab->at, slab->left))
		return tcn_err_set(err, TCN_CORRUPT,
		    "a slab is to be cut outside of its chunks");
	for (unsigned class = 0; class < TCN_SLAB_SIZES; class ++) {
		size_t bytes = free_bytes(slab, class, room - used);

		if (bytes == SIZE_MAX)
			return tcn_err_set(err, TCN_CORRUPT,
			    "free blocks of %zu bytes overlap, or lie outside "
			    "of the slab",
			    size_of(class));
		used += bytes;
	}
	return TCN_OK;
}
