#include "window/keys/keys_table.h"

#include <assert.h>
#include <string.h>

#include "engine/base/mem.h"

enum {
	PREFETCH = 64, /* heads that are asked for at a time */
};

void
tcn_keys_table_fini(struct tcn_keys_table *table)
{
	tcn_keys_table_clear(table);
	tcn_mem_free(table->segments);
	*table = (struct tcn_keys_table){ 0 };
}

size_t
tcn_keys_table_bytes(const struct tcn_keys_table *table)
{
	return table->segments_cap * sizeof *table->segments +
	    table->segments_n * TCN_KEYS_SEGMENT * sizeof(uint32_t);
}

void
tcn_keys_table_clear(struct tcn_keys_table *table)
{
	for (size_t i = 0; i < table->segments_n; i++)
		tcn_mem_free(table->segments[i]);
	table->segments_n = 0;
	table->slots = 0;
	table->hand = 0;
}

/* The top bits of a product depend on all bits of the key (map.h). */
static uint32_t
hash_of(uint32_t key)
{
	return (uint32_t)(key * 0x9e3779b97f4a7c15u >> 32);
}

static uint32_t
slot_among(uint32_t slots, uint32_t key)
{
	uint32_t mask = UINT32_MAX >> __builtin_clz(slots);
	uint32_t slot = hash_of(key) & mask;

	return slot < slots ? slot : slot & mask >> 1;
}

uint32_t
tcn_keys_table_slot(const struct tcn_keys_table *table, uint32_t key)
{
	assert(table->slots);
	return slot_among(table->slots, key);
}

/* The slot that a new one takes its entries from. */
static uint32_t
slot_below(uint32_t added)
{
	return added & ~((uint32_t)1 << (31 - __builtin_clz(added)));
}

static void
prefetch_entry(const struct tcn_keys_pages *pages, uint32_t entry)
{
	if (tcn_keys_live(pages, entry))
		__builtin_prefetch(tcn_keys_entry(pages, entry));
}

/* The new slot takes its entries from the one below it; both keep the order. */
static void
split(struct tcn_keys_table *table, const struct tcn_keys_pages *pages)
{
	uint32_t added = table->slots++;
	uint32_t below = slot_below(added);
	uint32_t *stay = tcn_keys_table_head(table, below);
	uint32_t *move = tcn_keys_table_head(table, added);
	uint32_t at = *stay;

	while (tcn_keys_live(pages, at)) {
		struct tcn_keys_entry *entry = tcn_keys_entry(pages, at);
		uint32_t **link = slot_among(table->slots, entry->key) == added
		    ? &move
		    : &stay;

		**link = at;
		*link = &entry->next;
		at = entry->next;
	}
	*stay = TCN_KEYS_NIL;
	*move = TCN_KEYS_NIL;
}

void
tcn_keys_table_grow(struct tcn_keys_table *table,
    const struct tcn_keys_pages *pages, uint64_t n)
{
	/* Makes segments for n slots. */
	while (!table->segments_n || table->segments_n * TCN_KEYS_SEGMENT < n) {
		size_t bytes = TCN_KEYS_SEGMENT * sizeof(uint32_t);
		uint32_t **fit = tcn_mem_grow(table->segments,
		    &table->segments_cap, table->segments_n + 1, sizeof *fit);

		table->segments = fit;
		fit[table->segments_n] = tcn_mem_alloc(bytes);
		/* All bits set: TCN_KEYS_NIL. */
		memset(fit[table->segments_n++], 0xff, bytes);
	}
	/* The first segment is in use at once, the others slot by slot. */
	if (!table->slots)
		table->slots = TCN_KEYS_SEGMENT;
	for (uint64_t i = table->slots; i < n; i++)
		prefetch_entry(pages,
		    *tcn_keys_table_head(table, slot_below((uint32_t)i)));
	while (table->slots < n)
		split(table, pages);
}

void
tcn_keys_table_prefetch(const struct tcn_keys_table *table,
    const struct tcn_keys_pages *pages, const uint32_t *keys, size_t n)
{
	uint32_t *heads[PREFETCH];

	for (size_t from = 0; from < n; from += PREFETCH) {
		size_t m = n - from < PREFETCH ? n - from : PREFETCH;

		for (size_t i = 0; i < m; i++) {
			heads[i] = tcn_keys_table_head(table,
			    tcn_keys_table_slot(table, keys[from + i]));
			__builtin_prefetch(heads[i]);
		}
		for (size_t i = 0; i < m; i++)
			if (tcn_keys_live(pages, *heads[i]))
				__builtin_prefetch(tcn_keys_entry(pages,
				    *heads[i]));
	}
}

uint32_t
tcn_keys_table_next(const struct tcn_keys_pages *pages, uint32_t **link,
    uint32_t key)
{
	while (tcn_keys_live(pages, **link)) {
		uint32_t at = **link;
		struct tcn_keys_entry *entry = tcn_keys_entry(pages, at);

		*link = &entry->next;
		if (entry->key == key)
			return at;
	}
	**link = TCN_KEYS_NIL;
	return TCN_KEYS_NIL;
}

void
tcn_keys_table_link(struct tcn_keys_table *table,
    const struct tcn_keys_pages *pages, uint32_t name, bool newest)
{
	struct tcn_keys_entry *entry = tcn_keys_entry(pages, name);
	int64_t first_ms = tcn_keys_page(pages, name)->bucket->first_ms;
	uint32_t *link =
	    tcn_keys_table_head(table, tcn_keys_table_slot(table, entry->key));

	while (!newest && tcn_keys_live(pages, *link) &&
	    tcn_keys_page(pages, *link)->bucket->first_ms > first_ms)
		link = &tcn_keys_entry(pages, *link)->next;
	entry->next = tcn_keys_live(pages, *link) ? *link : TCN_KEYS_NIL;
	*link = name;
}

static void
sweep_slot(const struct tcn_keys_pages *pages, uint32_t *link)
{
	while (tcn_keys_live(pages, *link))
		link = &tcn_keys_entry(pages, *link)->next;
	*link = TCN_KEYS_NIL;
}

bool
tcn_keys_table_sweep(struct tcn_keys_table *table,
    const struct tcn_keys_pages *pages, uint32_t n)
{
	while (n-- && table->hand < table->slots)
		sweep_slot(pages, tcn_keys_table_head(table, table->hand++));
	if (table->hand < table->slots)
		return false;
	table->hand = 0;
	return true;
}
