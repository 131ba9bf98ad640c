#include "tools/serve/picture/picture_cache.h"

#include <sys/queue.h>
#include <xxhash.h>

#include "engine/base/map.h"
#include "engine/base/mem.h"

#define SLOT_BYTES 32 /* of the map, which is at least half full or small */

struct entry {
	TAILQ_ENTRY(entry) link;
	uint64_t hash;
	struct tcn_buf url;
	struct tcn_picture picture;
};

struct tcn_picture_cache {
	size_t bytes_max, bytes;
	struct tcn_map by_hash; /* the entry's address */
	TAILQ_HEAD(entries, entry) entries; /* asked for last: first */
};

static uint64_t
hash_of(struct tcn_str url)
{
	return XXH3_64bits(url.at, url.n);
}

static size_t
bytes_of(const struct entry *e)
{
	return sizeof *e + SLOT_BYTES + e->url.n + e->picture.bytes.n;
}

struct tcn_picture_cache *
tcn_picture_cache_new(size_t bytes_max)
{
	struct tcn_picture_cache *cache = tcn_mem_calloc(1, sizeof *cache);

	cache->bytes_max = bytes_max;
	TAILQ_INIT(&cache->entries);
	return cache;
}

static void
drop(struct tcn_picture_cache *cache, struct entry *e)
{
	cache->bytes -= bytes_of(e);
	tcn_map_remove(&cache->by_hash, e->hash);
	TAILQ_REMOVE(&cache->entries, e, link);
	tcn_buf_fini(&e->url);
	tcn_buf_fini(&e->picture.bytes);
	tcn_mem_free(e);
}

void
tcn_picture_cache_limit(struct tcn_picture_cache *cache, size_t bytes_max)
{
	cache->bytes_max = bytes_max;
	while (cache->bytes > bytes_max)
		drop(cache, TAILQ_LAST(&cache->entries, entries));
}

void
tcn_picture_cache_free(struct tcn_picture_cache *cache)
{
	if (!cache)
		return;
	tcn_picture_cache_limit(cache, 0);
	tcn_map_fini(&cache->by_hash);
	tcn_mem_free(cache);
}

static struct entry *
entry_of(const struct tcn_picture_cache *cache, uint64_t hash)
{
	const uint64_t *at = tcn_map_find(&cache->by_hash, hash);

	return at ? (struct entry *)(uintptr_t)*at : NULL;
}

const struct tcn_picture *
tcn_picture_cache_find(struct tcn_picture_cache *cache, struct tcn_str url,
    int64_t now_ms)
{
	struct entry *e = entry_of(cache, hash_of(url));

	if (!e || !tcn_str_equal(tcn_buf_view(&e->url), url))
		return NULL;
	if (e->picture.until_ms <= now_ms) {
		drop(cache, e);
		return NULL;
	}
	TAILQ_REMOVE(&cache->entries, e, link);
	TAILQ_INSERT_HEAD(&cache->entries, e, link);
	return &e->picture;
}

void
tcn_picture_cache_put(struct tcn_picture_cache *cache, struct tcn_str url,
    struct tcn_picture picture)
{
	struct entry *e = entry_of(cache, hash_of(url));
	uint64_t *at;

	if (e)
		drop(cache, e);
	e = tcn_mem_calloc(1, sizeof *e);
	e->hash = hash_of(url);
	e->picture = picture;
	tcn_buf_str(&e->url, url);
	tcn_map_put(&cache->by_hash, e->hash, &at, NULL);
	*at = (uintptr_t)e;
	TAILQ_INSERT_HEAD(&cache->entries, e, link);
	cache->bytes += bytes_of(e);
	tcn_picture_cache_limit(cache, cache->bytes_max);
}

size_t
tcn_picture_cache_bytes(const struct tcn_picture_cache *cache, size_t *n)
{
	*n = cache->by_hash.n;
	return cache->bytes;
}
