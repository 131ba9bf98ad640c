/*
 * window/base/slab.h - small arrays that grow, shrink and die by the million.
 *
 * A slab cuts blocks from chunks of 256 KiB. Blocks come in sizes of 16 bytes
 * times a power of two, and half as much again, so that less than a third of a
 * block above 32 bytes is unused. A freed block goes into the free list of its
 * size and is handed out again first (segregated free lists; the name is of
 * Bonwick, The Slab Allocator, USENIX 1994). Blocks have no header: the caller
 * that frees one passes the size that it asked for. Blocks above half a chunk
 * come from the allocator one by one.
 *
 * Chunks are given back only by tcn_slab_fini(), so the memory held is the
 * most that was ever needed. Cost: O(1) each call. Not thread safe.
 */
#ifndef TCN_WINDOW_BASE_SLAB_H
#define TCN_WINDOW_BASE_SLAB_H

#include <stddef.h>
#include <stdint.h>

#include "engine/base/err.h"
#include "engine/base/rc.h"

#define TCN_SLAB_CHUNK_BYTES ((size_t)256 << 10)
#define TCN_SLAB_SIZES       26 /* 16 bytes to half a chunk */

struct tcn_slab {
	void *chunks; /* each begins with a link to the next */
	char *at; /* where the newest chunk is cut next */
	size_t left; /* bytes left of it */
	void *free[TCN_SLAB_SIZES]; /* free blocks, linked, by size */
	size_t bytes; /* allocated from the system, large blocks too */
};

/*
 * All zero is an empty slab. fini() gives the chunks back, and with them every
 * block but the large ones, which must have been freed.
 */
void tcn_slab_fini(struct tcn_slab *slab);

/* The size of the block that a request of n bytes gets. */
size_t tcn_slab_size(size_t n);

/* A block of at least n bytes, uninitialised. */
void *tcn_slab_alloc(struct tcn_slab *slab, size_t n);

/* Frees a block that was asked for with n bytes. NULL is allowed. */
void tcn_slab_free(struct tcn_slab *slab, void *block, size_t n);

/*
 * Makes room for `need` elements of `size` bytes in an array at `at`, of which
 * `used` are in use and *cap fit: returns `at`, or a larger block to which the
 * used elements were moved, with *cap raised. NULL with *cap 0 is an array that
 * has no block yet.
 */
void *tcn_slab_fit(struct tcn_slab *slab, void *at, size_t used, uint32_t *cap,
    size_t need, size_t size);

/*
 * Validator: TCN_CORRUPT, and in err a sentence, when chunks, the rest of the
 * newest one and the free blocks disagree. O(free blocks x chunks); for tests.
 */
TCN_MUST_USE enum tcn_rc tcn_slab_check(const struct tcn_slab *slab,
    struct tcn_err *err);

#endif
