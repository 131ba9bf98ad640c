#include "tools/intake/feeds/robots_cache.h"

#include <xxhash.h>

#include "engine/base/duration.h"
#include "engine/base/map.h"
#include "engine/base/mem.h"
#include "engine/base/url.h"
#include "tools/intake/feeds/robots.h"

enum {
	SITES_MAX = 10000,
	RULES_BYTES = 32 << 20,
	CHUNK_BYTES = 512, /* most files are short */
};

#define KEEP_MS  TCN_DAY_MS
#define RETRY_MS (10 * TCN_MINUTE_MS)

struct site {
	uint64_t key; /* of its root */
	int64_t at_ms; /* when it was asked or read */
	bool pending;
	bool unreadable; /* nothing is allowed */
	struct tcn_arena arena; /* its address and rules */
	struct tcn_robots robots;
};

struct tcn_robots_cache {
	struct site *sites; /* in no order */
	size_t n, cap;
	struct tcn_map places; /* key -> index */
	size_t bytes; /* of rules */
};

struct tcn_robots_cache *
tcn_robots_cache_new(void)
{
	return tcn_mem_calloc(1, sizeof(struct tcn_robots_cache));
}

void
tcn_robots_cache_free(struct tcn_robots_cache *cache)
{
	if (!cache)
		return;
	for (size_t i = 0; i < cache->n; i++)
		tcn_arena_fini(&cache->sites[i].arena);
	tcn_map_fini(&cache->places);
	tcn_mem_free(cache->sites);
	tcn_mem_free(cache);
}

size_t
tcn_robots_cache_sites(const struct tcn_robots_cache *cache)
{
	return cache->n;
}

static uint64_t
key_of(struct tcn_str url)
{
	struct tcn_str root = tcn_robots_root(url);

	return XXH3_64bits(root.n ? root.at : "", root.n);
}

static struct site *
find(const struct tcn_robots_cache *cache, uint64_t key)
{
	const uint64_t *at = tcn_map_find(&cache->places, key);

	return at ? &cache->sites[*at] : NULL;
}

/* The last one takes the place of the one that goes. */
static void
forget(struct tcn_robots_cache *cache, struct site *site)
{
	struct site *last = &cache->sites[--cache->n];

	cache->bytes -= tcn_arena_bytes(&site->arena);
	tcn_arena_fini(&site->arena);
	tcn_map_remove(&cache->places, site->key);
	if (site == last)
		return;
	*site = *last;
	*tcn_map_find(&cache->places, site->key) =
	    (uint64_t)(site - cache->sites);
}

/* Makes room by forgetting what was read the longest ago, but for keep. */
static void
make_room(struct tcn_robots_cache *cache, uint64_t keep)
{
	while (cache->n > SITES_MAX || cache->bytes > RULES_BYTES) {
		struct site *oldest = NULL;

		for (size_t i = 0; i < cache->n; i++) {
			struct site *site = &cache->sites[i];

			if (!site->pending && site->key != keep &&
			    (!oldest || site->at_ms < oldest->at_ms))
				oldest = site;
		}
		if (!oldest)
			return;
		forget(cache, oldest);
	}
}

static bool
is_stale(const struct site *site, int64_t now_ms)
{
	int64_t age_ms = now_ms - site->at_ms;

	return age_ms < 0 || age_ms > (site->unreadable ? RETRY_MS : KEEP_MS);
}

enum tcn_robots_answer
tcn_robots_cache_ask(struct tcn_robots_cache *cache, struct tcn_str url,
    int64_t now_ms)
{
	struct site *site = find(cache, key_of(url));
	struct tcn_arena scratch;
	bool allowed;

	if (site && site->pending)
		return TCN_ROBOTS_PENDING;
	if (!site || is_stale(site, now_ms))
		return TCN_ROBOTS_UNKNOWN;
	if (site->unreadable)
		return TCN_ROBOTS_UNREADABLE;
	tcn_arena_init(&scratch, 0);
	allowed = tcn_robots_allows(&site->robots, url, &scratch);
	tcn_arena_fini(&scratch);
	return allowed ? TCN_ROBOTS_ALLOWED : TCN_ROBOTS_DISALLOWED;
}

/* The site of that key, anew, and pending. */
static struct site *
renew(struct tcn_robots_cache *cache, uint64_t key)
{
	struct site *site = find(cache, key), *sites;
	uint64_t *at;

	if (site)
		forget(cache, site);
	sites = tcn_mem_grow(cache->sites, &cache->cap, cache->n + 1,
	    sizeof *sites);
	cache->sites = sites;
	tcn_map_put(&cache->places, key, &at, NULL);
	*at = cache->n;
	site = &sites[cache->n++];
	*site = (struct site){ .key = key, .pending = true };
	tcn_arena_init(&site->arena, CHUNK_BYTES);
	return site;
}

void
tcn_robots_cache_begin(struct tcn_robots_cache *cache, struct tcn_str url,
    int64_t now_ms, const char **robots_url)
{
	struct site *site;

	site = renew(cache, key_of(url));
	site->at_ms = now_ms;
	*robots_url = tcn_robots_address(url, "/robots.txt", &site->arena);
	cache->bytes += tcn_arena_bytes(&site->arena);
}

/* Keeps the rules alone, in no more memory than they need. */
static void
read_rules(struct site *site, struct tcn_str bytes, struct tcn_str agent)
{
	struct tcn_arena scratch;
	struct tcn_robots read;
	struct tcn_robots_rule *rules = NULL;

	tcn_arena_init(&scratch, 0);
	tcn_robots_parse(bytes, agent, &scratch, &read);
	rules = tcn_arena_zalloc(&site->arena, read.rules_n, sizeof *rules);
	for (size_t i = 0; i < read.rules_n; i++) {
		rules[i] = read.rules[i];
		tcn_arena_str(&site->arena, read.rules[i].path, &rules[i].path);
	}
	site->robots = (struct tcn_robots){
		.rules = rules, .rules_n = read.rules_n, .steps = read.steps
	};
	tcn_arena_fini(&scratch);
}

void
tcn_robots_cache_put(struct tcn_robots_cache *cache, struct tcn_str url,
    const struct tcn_fetch_result *fetched, struct tcn_str agent,
    int64_t now_ms)
{
	struct site *site;

	site = renew(cache, key_of(url));
	site->at_ms = now_ms;
	site->pending = false;
	site->unreadable =
	    fetched->error && fetched->failure != TCN_FETCH_FAILURE_REFUSED;
	if (!fetched->error)
		read_rules(site, fetched->body, agent);
	cache->bytes += tcn_arena_bytes(&site->arena);
	make_room(cache, key_of(url));
}

void
tcn_robots_cache_abandon(struct tcn_robots_cache *cache)
{
	for (size_t i = cache->n; i-- > 0;)
		if (cache->sites[i].pending)
			forget(cache, &cache->sites[i]);
}
