/*
 * tools/serve/picture/picture_cache.h - the pictures that were made small, by
 * the address that each came from.
 *
 * It has a limit in bytes, of which an entry takes its picture, its address and
 * some room; beyond it the entry that was asked for longest ago goes (LRU). An
 * entry without a picture says that there is none to be had: so a host that has
 * refused one is left alone for a while. Entries end with their time. Two
 * addresses of one hash take each other's place. Times are of any one clock,
 * in milliseconds.
 */
#ifndef TCN_TOOLS_SERVE_PICTURE_PICTURE_CACHE_H
#define TCN_TOOLS_SERVE_PICTURE_PICTURE_CACHE_H

#include <stdint.h>

#include "engine/base/buf.h"
#include "engine/base/str.h"

struct tcn_picture_cache;

struct tcn_picture {
	struct tcn_buf bytes; /* a JPEG; empty: there is none, */
	const char *why; /* and that is why; a literal */
	int64_t until_ms;
};

struct tcn_picture_cache *tcn_picture_cache_new(size_t bytes_max);
void tcn_picture_cache_free(struct tcn_picture_cache *cache); /* or NULL */

/* Replaces the limit in bytes and drops the entries beyond it; 0: all. */
void tcn_picture_cache_limit(struct tcn_picture_cache *cache, size_t bytes_max);

/* The entry of an address, or NULL; valid until the next call. O(1). */
const struct tcn_picture *
tcn_picture_cache_find(struct tcn_picture_cache *cache, struct tcn_str url,
    int64_t now_ms);

/* Keeps a picture, whose bytes become the cache's, in place of another of this
 * address; one that is larger than the limit is not kept. O(1). */
void tcn_picture_cache_put(struct tcn_picture_cache *cache, struct tcn_str url,
    struct tcn_picture picture);

/* Bytes that its entries take, and how many there are. */
size_t tcn_picture_cache_bytes(const struct tcn_picture_cache *cache,
    size_t *n);

#endif
