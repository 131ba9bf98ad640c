#include "engine/base/map.h"

#include <assert.h>
#include <string.h>

#include "engine/base/mem.h"

struct tcn_map_slot {
	uint64_t key;
	uint64_t value;
};

static size_t
slots_n(const struct tcn_map *map)
{
	return map->bits ? (size_t)1 << map->bits : 0;
}

/* The most keys that a table of 2^bits slots may take. */
static size_t
keys_max(unsigned bits)
{
	return ((size_t)1 << bits) / 4 * 3;
}

/* The home slot of key. The high bits of the product are the mixed ones. */
static size_t
home(const struct tcn_map *map, uint64_t key)
{
	return (size_t)((key * 0x9e3779b97f4a7c15u) >> (64 - map->bits));
}

static bool
is_used(const struct tcn_map *map, size_t i)
{
	return map->used[i / 64] >> (i % 64) & 1;
}

static void
set_used(struct tcn_map *map, size_t i, bool on)
{
	if (on)
		map->used[i / 64] |= (uint64_t)1 << (i % 64);
	else
		map->used[i / 64] &= ~((uint64_t)1 << (i % 64));
}

/* The slot of key, or the free slot where it would go; there is one, as a
 * quarter of the slots is free. */
static size_t
locate(const struct tcn_map *map, uint64_t key)
{
	size_t mask = slots_n(map) - 1;
	size_t i = home(map, key);

	while (is_used(map, i) && map->slots[i].key != key)
		i = (i + 1) & mask;
	return i;
}

void
tcn_map_fini(struct tcn_map *map)
{
	tcn_mem_free(map->slots);
	tcn_mem_free(map->used);
	*map = (struct tcn_map){ 0 };
}

void
tcn_map_clear(struct tcn_map *map)
{
	if (map->bits)
		memset(map->used, 0, (slots_n(map) + 63) / 64 * 8);
	map->n = 0;
}

/* Moves all keys into a new table of 2^bits slots. */
static void
rebuild(struct tcn_map *map, unsigned bits)
{
	size_t n = (size_t)1 << bits;
	struct tcn_map next = { .bits = bits, .n = map->n };

	next.slots = tcn_mem_alloc(n * sizeof *next.slots);
	next.used = tcn_mem_calloc((n + 63) / 64, sizeof *next.used);
	for (size_t i = 0; i < slots_n(map); i++) {
		size_t to;

		if (!is_used(map, i))
			continue;
		to = locate(&next, map->slots[i].key);
		next.slots[to] = map->slots[i];
		set_used(&next, to, true);
	}
	tcn_map_fini(map);
	*map = next;
}

void
tcn_map_reserve(struct tcn_map *map, size_t n)
{
	unsigned bits = map->bits ? map->bits : 4;

	assert(n < SIZE_MAX / 4);
	while (keys_max(bits) < n)
		bits++;
	if (bits != map->bits)
		rebuild(map, bits);
}

void
tcn_map_prefetch(const struct tcn_map *map, uint64_t key)
{
	if (map->bits)
		__builtin_prefetch(&map->slots[home(map, key)]);
}

uint64_t *
tcn_map_find(const struct tcn_map *map, uint64_t key)
{
	size_t mask = slots_n(map) - 1, i;

	if (!map->n)
		return NULL;
	for (i = home(map, key); is_used(map, i); i = (i + 1) & mask)
		if (map->slots[i].key == key)
			return &map->slots[i].value;
	return NULL;
}

void
tcn_map_put(struct tcn_map *map, uint64_t key, uint64_t **value, bool *added)
{
	size_t i;

	assert(value);
	if (!map->bits || map->n == keys_max(map->bits))
		tcn_map_reserve(map, map->n + 1);
	i = locate(map, key);
	if (added)
		*added = !is_used(map, i);
	if (!is_used(map, i)) {
		map->slots[i] = (struct tcn_map_slot){ .key = key };
		set_used(map, i, true);
		map->n++;
	}
	*value = &map->slots[i].value;
}

void
tcn_map_count(struct tcn_map *map, uint64_t key)
{
	uint64_t *times;

	tcn_map_put(map, key, &times, NULL);
	++*times;
}

/*
 * Knuth's algorithm R: going on from the gap, each key whose home slot does
 * not lie between the gap and itself moves into the gap, which is then where
 * that key was; the first free slot ends the walk.
 */
bool
tcn_map_remove(struct tcn_map *map, uint64_t key)
{
	size_t mask = slots_n(map) - 1;
	size_t gap, i;

	if (!tcn_map_find(map, key))
		return false;
	gap = i = locate(map, key);
	for (;;) {
		size_t want;

		i = (i + 1) & mask;
		if (!is_used(map, i))
			break;
		want = home(map, map->slots[i].key);
		if (((i - want) & mask) < ((i - gap) & mask))
			continue;
		map->slots[gap] = map->slots[i];
		gap = i;
	}
	set_used(map, gap, false);
	map->n--;
	return true;
}

size_t
tcn_map_bytes(const struct tcn_map *map)
{
	return slots_n(map) * sizeof *map->slots + (slots_n(map) + 63) / 64 * 8;
}

enum tcn_rc
tcn_map_check(const struct tcn_map *map, struct tcn_err *err)
{
	size_t n = 0;

	if (map->bits && map->n > keys_max(map->bits))
		return tcn_err_set(err, TCN_CORRUPT,
		    "%zu keys are too many for %zu slots", map->n,
		    slots_n(map));
	for (size_t i = 0; i < slots_n(map); i++)
		n += is_used(map, i);
	if (n != map->n)
		return tcn_err_set(err, TCN_CORRUPT,
		    "%zu slots are in use for %zu keys", n, map->n);
	for (size_t i = 0; i < slots_n(map); i++)
		if (is_used(map, i) && locate(map, map->slots[i].key) != i)
			return tcn_err_set(err, TCN_CORRUPT,
			    "the key in slot %zu is not found there", i);
	return TCN_OK;
}
