#include "window/near_table.h"

#include <string.h>

#include "engine/mem.h"

enum {
	GROUP_BITS_MAX = 10,
};

enum tcn_rc
tcn_near_table_init(struct tcn_near_table *table, struct tcn_near_block block)
{
	unsigned bits = block.bits;

	*table = (struct tcn_near_table){ .block = block };
	table->group_bits = bits < GROUP_BITS_MAX ? bits : GROUP_BITS_MAX;
	table->groups =
	    tcn_calloc((size_t)1 << table->group_bits, sizeof *table->groups);
	if (!table->groups)
		return TCN_NOMEM;
	table->bytes = sizeof *table->groups << table->group_bits;
	return TCN_OK;
}

void
tcn_near_table_fini(struct tcn_near_table *table)
{
	for (size_t i = 0; table->groups && i >> table->group_bits == 0; i++)
		tcn_free(table->groups[i].at);
	tcn_free(table->groups);
	*table = (struct tcn_near_table){ 0 };
}

static struct tcn_near_group *
group_of(const struct tcn_near_table *table, uint32_t key)
{
	return &table->groups[key >> (table->block.bits - table->group_bits)];
}

enum tcn_rc
tcn_near_table_reserve(struct tcn_near_table *table, uint64_t fingerprint)
{
	struct tcn_near_group *group =
	    group_of(table, tcn_near_key(table->block, fingerprint));
	size_t before = group->cap;
	struct tcn_near_entry *fit =
	    tcn_mem_fit(group->at, &group->cap, group->n + 1, sizeof *fit);

	if (!fit)
		return TCN_NOMEM;
	group->at = fit;
	table->bytes += (group->cap - before) * sizeof *fit;
	return TCN_OK;
}

void
tcn_near_table_add(struct tcn_near_table *table, uint64_t fingerprint,
    uint32_t ref)
{
	uint32_t key = tcn_near_key(table->block, fingerprint);
	struct tcn_near_group *group = group_of(table, key);

	group->at[group->n++] = (struct tcn_near_entry){
		.partial = tcn_near_partial(table->block, fingerprint),
		.ref = ref,
		.key = (uint16_t)key,
	};
	table->n++;
}

static bool
probe_group(const struct tcn_near_group *group, struct tcn_near_query *query,
    uint32_t key, uint32_t partial, tcn_near_entry_fn *see, void *ctx)
{
	query->candidates += group->n;
	for (size_t i = 0; i < group->n; i++) {
		const struct tcn_near_entry *entry = &group->at[i];
		uint32_t d = entry->key ^ key;
		int apart = __builtin_popcount(entry->partial ^ partial);

		if (query->reach ? (d & (d - 1)) != 0 : d != 0)
			continue;
		if (apart + (d != 0) <= (int)query->radius && !see(ctx, entry))
			return false;
	}
	return true;
}

bool
tcn_near_table_probe(const struct tcn_near_table *table,
    struct tcn_near_query *query, tcn_near_entry_fn *see, void *ctx)
{
	uint32_t key = tcn_near_key(table->block, query->fingerprint);
	uint32_t partial = tcn_near_partial(table->block, query->fingerprint);
	unsigned below = table->block.bits - table->group_bits;

	if (!probe_group(group_of(table, key), query, key, partial, see, ctx))
		return false;
	if (!query->reach)
		return true;
	for (unsigned bit = below; bit < table->block.bits; bit++)
		if (!probe_group(group_of(table, key ^ (uint32_t)1 << bit),
			query, key, partial, see, ctx))
			return false;
	return true;
}

bool
tcn_near_table_each(const struct tcn_near_table *table, tcn_near_entry_fn *see,
    void *ctx)
{
	for (size_t i = 0; i >> table->group_bits == 0; i++)
		for (size_t j = 0; j < table->groups[i].n; j++)
			if (!see(ctx, &table->groups[i].at[j]))
				return false;
	return true;
}

static void
purge_group(struct tcn_near_group *group, tcn_near_live_fn *live,
    const void *ctx)
{
	size_t n = 0;

	for (size_t i = 0; i < group->n; i++)
		if (live(ctx, group->at[i].ref))
			group->at[n++] = group->at[i];
	group->n = n;
}

bool
tcn_near_table_purge(struct tcn_near_table *table, tcn_near_live_fn *live,
    const void *ctx)
{
	table->n = 0;
	for (size_t i = 0; i >> table->group_bits == 0; i++) {
		struct tcn_near_group *group = &table->groups[i];
		struct tcn_near_entry *fit;

		purge_group(group, live, ctx);
		table->n += group->n;
		if (group->n > group->cap / 2)
			continue;
		fit = group->n
		    ? tcn_realloc(group->at, group->n * sizeof *group->at)
		    : NULL;
		if (group->n && !fit)
			continue;
		if (!group->n)
			tcn_free(group->at);
		table->bytes -= (group->cap - group->n) * sizeof *group->at;
		group->at = fit;
		group->cap = group->n;
	}
	return true;
}
