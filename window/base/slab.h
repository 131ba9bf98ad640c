/*
 * window/base/slab.h - small arrays that grow, shrink and die by the million.
 *
 * Blocks come in sizes of 16 bytes times a power of two, or half as much
 * again, cut from large chunks; a freed block waits in the list of its size.
 * Nothing is given back to the allocator before the end, so the memory held is
 * the most that was ever needed. O(1) each; no header on a block: whoever frees
 * it knows its size. Blocks above half a chunk come from the allocator one by
 * one.
 */
#ifndef TCN_WINDOW_BASE_SLAB_H
#define TCN_WINDOW_BASE_SLAB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define TCN_SLAB_CHUNK_BYTES ((size_t)256 << 10)
#define TCN_SLAB_SIZES       26 /* 16 bytes to half a chunk */

struct tcn_slab {
	void *chunks; /* each begins with a link to the next */
	char *at; /* where the newest chunk is cut next */
	size_t left; /* bytes left of it */
	void *free[TCN_SLAB_SIZES];
	size_t bytes; /* held from the allocator */
};

/* All zero is an empty slab. */
void tcn_slab_fini(struct tcn_slab *slab);

/* The size of the block that n bytes come in. */
size_t tcn_slab_size(size_t n);

/* A block of at least n bytes, uninitialised; NULL when out of memory. */
void *tcn_slab_alloc(struct tcn_slab *slab, size_t n);

/* Frees a block that was asked for with n bytes. NULL is allowed. */
void tcn_slab_free(struct tcn_slab *slab, void *block, size_t n);

/*
 * Room for need elements of size bytes: returns at, or the next
 * larger block with the used elements moved there and *cap raised; NULL
 * (nothing changed) when out of memory.
 */
void *tcn_slab_fit(struct tcn_slab *slab, void *at, size_t used, uint32_t *cap,
    size_t need, size_t size);

#endif
