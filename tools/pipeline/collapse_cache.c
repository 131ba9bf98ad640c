#include "tools/pipeline/collapse_cache.h"

#include <assert.h>
#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "engine/base/map.h"
#include "engine/base/mem.h"

/* Entries are linked by their indexes, the most recently used first; that of
 * number `cap` is the list's head, which is no entry. */
struct entry {
	uint64_t key[2];
	uint16_t *places; /* NULL: free */
	uint32_t n;
	uint32_t newer, older;
};

struct tcn_collapse_cache {
	struct tcn_map map; /* first half of a key -> index */
	struct tcn_collapse_cache_counts counts;
	size_t cap;
	struct entry entries[]; /* cap, and the head */
};

struct tcn_collapse_cache *
tcn_collapse_cache_new(size_t entries)
{
	struct tcn_collapse_cache *made;

	assert(entries > 0 && entries < UINT32_MAX);
	made = tcn_mem_calloc(1,
	    sizeof *made + (entries + 1) * sizeof *made->entries);
	made->cap = entries;
	made->entries[entries].newer = (uint32_t)entries;
	made->entries[entries].older = (uint32_t)entries;
	return made;
}

void
tcn_collapse_cache_free(struct tcn_collapse_cache *cache)
{
	if (!cache)
		return;
	for (size_t i = 0; i < cache->counts.entries; i++)
		tcn_mem_free(cache->entries[i].places);
	tcn_map_fini(&cache->map);
	tcn_mem_free(cache);
}

void
tcn_collapse_cache_key(const uint64_t *seqs, size_t n, double t, int measure,
    uint64_t generation, uint64_t key[2])
{
	uint64_t rest[2] = { 0, generation * 2 + (uint64_t)measure };
	XXH128_hash_t hash;

	assert(n > 0 && (measure == 0 || measure == 1));
	memcpy(rest, &t, sizeof t);
	hash = XXH3_128bits(rest, sizeof rest);
	hash = XXH3_128bits_withSeed(seqs, n * sizeof *seqs,
	    hash.low64 ^ hash.high64);
	key[0] = hash.low64;
	key[1] = hash.high64;
}

static void
unlink_entry(struct tcn_collapse_cache *cache, uint32_t i)
{
	struct entry *entry = &cache->entries[i];

	cache->entries[entry->newer].older = entry->older;
	cache->entries[entry->older].newer = entry->newer;
}

static void
link_newest(struct tcn_collapse_cache *cache, uint32_t i)
{
	uint32_t head = (uint32_t)cache->cap;
	uint32_t older = cache->entries[head].older;

	cache->entries[i].newer = head;
	cache->entries[i].older = older;
	cache->entries[older].newer = i;
	cache->entries[head].older = i;
}

const uint16_t *
tcn_collapse_cache_find(struct tcn_collapse_cache *cache, const uint64_t key[2],
    size_t n)
{
	const uint64_t *at = tcn_map_find(&cache->map, key[0]);
	const struct entry *entry = at ? &cache->entries[*at] : NULL;

	if (!entry || entry->key[1] != key[1] || entry->n != n) {
		cache->counts.misses++;
		return NULL;
	}
	cache->counts.hits++;
	unlink_entry(cache, (uint32_t)*at);
	link_newest(cache, (uint32_t)*at);
	return entry->places;
}

/* The index of an entry for the key, whose places are the caller's to set: its
 * own, an unused one, or the least recently used. */
static void
take_entry(struct tcn_collapse_cache *cache, const uint64_t key[2],
    uint32_t *index)
{
	uint64_t *at;
	bool added;

	/* One more than the cap for a moment, before the oldest goes. */
	tcn_map_put(&cache->map, key[0], &at, &added);
	if (!added) {
		*index = (uint32_t)*at;
		unlink_entry(cache, *index);
	} else if (cache->counts.entries < cache->cap) {
		*index = (uint32_t)cache->counts.entries++;
		*at = *index;
	} else {
		*index = cache->entries[cache->cap].newer;
		*at = *index;
		unlink_entry(cache, *index);
		tcn_map_remove(&cache->map, cache->entries[*index].key[0]);
	}
	link_newest(cache, *index);
}

void
tcn_collapse_cache_put(struct tcn_collapse_cache *cache, const uint64_t key[2],
    const uint16_t *places, size_t n)
{
	uint16_t *copy = tcn_mem_alloc(n * sizeof *copy);
	struct entry *entry;
	uint32_t index;

	assert(n > 0 && n <= UINT32_MAX);
	take_entry(cache, key, &index);
	memcpy(copy, places, n * sizeof *copy);
	entry = &cache->entries[index];
	tcn_mem_free(entry->places);
	entry->key[0] = key[0];
	entry->key[1] = key[1];
	entry->places = copy;
	entry->n = (uint32_t)n;
}

struct tcn_collapse_cache_counts
tcn_collapse_cache_counts(const struct tcn_collapse_cache *cache)
{
	return cache->counts;
}

enum tcn_rc
tcn_collapse_cache_check(const struct tcn_collapse_cache *cache,
    struct tcn_err *err)
{
	uint32_t head = (uint32_t)cache->cap;
	size_t n = 0;

	if (cache->map.n != cache->counts.entries ||
	    cache->counts.entries > cache->cap)
		return tcn_err_set(err, TCN_CORRUPT,
		    "the map has another number of entries");
	for (uint32_t i = cache->entries[head].older; i != head;
	     i = cache->entries[i].older, n++) {
		const struct entry *entry = &cache->entries[i];
		const uint64_t *at = tcn_map_find(&cache->map, entry->key[0]);

		if (n > cache->counts.entries || !at || *at != i ||
		    !entry->places || cache->entries[entry->older].newer != i)
			return tcn_err_set(err, TCN_CORRUPT,
			    "entry %u is not where the map says", i);
	}
	if (n != cache->counts.entries)
		return tcn_err_set(err, TCN_CORRUPT,
		    "the list has another number of entries");
	return tcn_map_check(&cache->map, err);
}
