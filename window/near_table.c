#include "window/near_table.h"

#include <string.h>

#include "engine/mem.h"

enum {
	OPEN_BITS_MIN = 6,
	OPEN_BITS_MAX = 9,
	OPEN_SHARE = 64, /* entries of a table for each open group */
	RATIO = 8, /* between a run and what is merged into it */
};

static size_t
open_slots(const struct tcn_near_open *open)
{
	return ((size_t)TCN_NEAR_SLOTS << open->group_bits) + TCN_NEAR_SPARE;
}

static size_t
open_bytes(const struct tcn_near_open *open)
{
	return ((size_t)1 << open->group_bits) +
	    open_slots(open) *
	    (sizeof *open->partials + sizeof *open->refs + sizeof *open->keys);
}

static void
open_fini(struct tcn_near_open *open)
{
	tcn_free(open->counts);
	tcn_free(open->partials);
	tcn_free(open->refs);
	tcn_free(open->keys);
	*open = (struct tcn_near_open){ 0 };
}

static enum tcn_rc
open_init(struct tcn_near_open *open, unsigned group_bits)
{
	size_t n;

	*open = (struct tcn_near_open){ .group_bits = (uint8_t)group_bits };
	n = open_slots(open);
	open->counts = tcn_calloc((size_t)1 << group_bits, 1);
	open->partials = tcn_malloc(n * sizeof *open->partials);
	open->refs = tcn_malloc(n * sizeof *open->refs);
	open->keys = tcn_malloc(n * sizeof *open->keys);
	if (open->counts && open->partials && open->refs && open->keys)
		return TCN_OK;
	open_fini(open);
	return TCN_NOMEM;
}

/* Open groups for a table of n entries. */
static unsigned
open_bits(const struct tcn_near_table *table, size_t n)
{
	unsigned bits = OPEN_BITS_MIN;

	while (bits < OPEN_BITS_MAX && bits < table->block.bits &&
	    n >> bits > OPEN_SHARE)
		bits++;
	return bits;
}

enum tcn_rc
tcn_near_table_init(struct tcn_near_table *table, struct tcn_near_block block)
{
	enum tcn_rc rc;

	*table = (struct tcn_near_table){ .block = block };
	rc = open_init(&table->open, OPEN_BITS_MIN);
	if (!rc)
		table->bytes = open_bytes(&table->open);
	return rc;
}

void
tcn_near_table_fini(struct tcn_near_table *table)
{
	open_fini(&table->open);
	for (size_t i = 0; i < TCN_NEAR_RUNS; i++)
		tcn_near_run_fini(&table->runs[i]);
	*table = (struct tcn_near_table){ 0 };
}

static uint32_t
open_group(const struct tcn_near_table *table, uint32_t key)
{
	return key >> (table->block.bits - table->open.group_bits);
}

/* Where the next entry of this group goes; false: nowhere. */
static bool
open_slot(const struct tcn_near_open *open, uint32_t group, size_t *slot)
{
	if (open->counts[group] < TCN_NEAR_SLOTS)
		*slot = (size_t)group * TCN_NEAR_SLOTS + open->counts[group];
	else
		*slot = ((size_t)TCN_NEAR_SLOTS << open->group_bits) +
		    open->spare_n;
	return open->counts[group] < TCN_NEAR_SLOTS ||
	    open->spare_n < TCN_NEAR_SPARE;
}

static void
copy_slots(struct tcn_near_run *run, uint32_t at,
    const struct tcn_near_open *open, size_t from, size_t n)
{
	if (!n)
		return;
	memcpy(run->partials + at, open->partials + from,
	    n * sizeof *run->partials);
	memcpy(run->refs + at, open->refs + from, n * sizeof *run->refs);
	if (run->keys)
		memcpy(run->keys + at, open->keys + from,
		    n * sizeof *run->keys);
}

/* The open part as a run with the same groups. */
static enum tcn_rc
open_to_run(const struct tcn_near_table *table, struct tcn_near_run *run)
{
	const struct tcn_near_open *open = &table->open;
	size_t spare = (size_t)TCN_NEAR_SLOTS << open->group_bits;
	uint32_t at = 0;
	enum tcn_rc rc = tcn_near_run_init(run, open->n, table->block.bits,
	    open->group_bits);

	if (rc)
		return rc;
	for (uint32_t group = 0; group >> open->group_bits == 0; group++) {
		run->starts[group] = at;
		copy_slots(run, at, open, (size_t)group * TCN_NEAR_SLOTS,
		    open->counts[group]);
		at += open->counts[group];
		for (size_t i = 0; i < open->spare_n; i++)
			if (open->counts[group] == TCN_NEAR_SLOTS &&
			    open_group(table, open->keys[spare + i]) == group)
				copy_slots(run, at++, open, spare + i, 1);
	}
	run->starts[(size_t)1 << open->group_bits] = at;
	return TCN_OK;
}

static void
open_clear(struct tcn_near_open *open)
{
	memset(open->counts, 0, (size_t)1 << open->group_bits);
	open->n = open->spare_n = 0;
}

/* More open groups for a table that has grown, if there is memory. */
static void
open_resize(struct tcn_near_table *table)
{
	unsigned bits = open_bits(table,
	    tcn_near_table_large_n(table) + tcn_near_table_small_n(table));
	struct tcn_near_open open;

	if (bits == table->open.group_bits || open_init(&open, bits))
		return;
	table->bytes += open_bytes(&open) - open_bytes(&table->open);
	open_fini(&table->open);
	table->open = open;
}

/* A merged run takes the place of runs [0, level]. */
static void
replace_runs(struct tcn_near_table *table, size_t level,
    struct tcn_near_run *merged)
{
	for (size_t i = 0; i <= level; i++) {
		table->bytes -= tcn_near_run_bytes(&table->runs[i]);
		tcn_near_run_fini(&table->runs[i]);
	}
	table->runs[level] = *merged;
	table->bytes += tcn_near_run_bytes(merged);
	open_clear(&table->open);
	open_resize(table);
}

/* Merges the open part and runs [0, level] into one run at level. */
static enum tcn_rc
merge_down(struct tcn_near_table *table, size_t level,
    const uint64_t *live_pages)
{
	const struct tcn_near_run *sources[TCN_NEAR_RUNS + 1];
	struct tcn_near_run opened, merged;
	size_t n = 0;
	enum tcn_rc rc = open_to_run(table, &opened);

	if (rc)
		return rc;
	for (size_t i = level + 1; i-- > 0;)
		if (table->runs[i].starts)
			sources[n++] = &table->runs[i];
	sources[n++] = &opened;
	rc = tcn_near_run_merge(&merged, sources, n, live_pages);
	tcn_near_run_fini(&opened);
	if (!rc)
		replace_runs(table, level, &merged);
	return rc;
}

/* The smallest level whose run is not yet too large for what comes. */
static size_t
level_for(const struct tcn_near_table *table)
{
	size_t n = table->open.n, level = 0;

	for (; level + 2 < TCN_NEAR_RUNS; level++) {
		if (table->runs[level].n < RATIO * n)
			break;
		n += table->runs[level].n;
	}
	return level;
}

enum tcn_rc
tcn_near_table_reserve(struct tcn_near_table *table, uint64_t fingerprint)
{
	uint32_t key = tcn_near_key(table->block, fingerprint);
	size_t slot;

	if (open_slot(&table->open, open_group(table, key), &slot))
		return TCN_OK;
	return merge_down(table, level_for(table), NULL);
}

void
tcn_near_table_add(struct tcn_near_table *table, uint64_t fingerprint,
    uint32_t ref)
{
	uint32_t key = tcn_near_key(table->block, fingerprint);
	struct tcn_near_open *open = &table->open;
	uint32_t group = open_group(table, key);
	size_t slot;

	open_slot(open, group, &slot);
	open->partials[slot] = tcn_near_partial(table->block, fingerprint);
	open->refs[slot] = ref;
	open->keys[slot] = (uint16_t)key;
	open->n++;
	if (open->counts[group] < TCN_NEAR_SLOTS)
		open->counts[group]++;
	else
		open->spare_n++;
}

size_t
tcn_near_table_large_n(const struct tcn_near_table *table)
{
	return table->runs[TCN_NEAR_RUNS - 1].n;
}

size_t
tcn_near_table_small_n(const struct tcn_near_table *table)
{
	size_t n = table->open.n;

	for (size_t i = 0; i + 1 < TCN_NEAR_RUNS; i++)
		n += table->runs[i].n;
	return n;
}

static void
announce_run(const struct tcn_near_run *run, uint32_t key, int reach)
{
	uint32_t group = key >> (run->key_bits - run->group_bits);

	if (!run->n)
		return;
	__builtin_prefetch(&run->starts[group]);
	/* Lower bits: groups so near that their starts share the line. */
	for (unsigned bit = 4; reach && bit < run->group_bits; bit++)
		__builtin_prefetch(&run->starts[group ^ 1u << bit]);
}

void
tcn_near_table_announce(const struct tcn_near_table *table, uint32_t key,
    int reach)
{
	for (size_t i = 0; i < TCN_NEAR_RUNS; i++)
		announce_run(&table->runs[i], key, reach);
}

size_t
tcn_near_table_tier_n(const struct tcn_near_table *table, unsigned tier)
{
	if (tier == TCN_NEAR_TIER_SPARE)
		return table->open.spare_n;
	if (tier == TCN_NEAR_TIER_OPEN)
		return table->open.n;
	return table->runs[tier].n;
}

unsigned
tcn_near_table_tier_bits(const struct tcn_near_table *table, unsigned tier)
{
	if (tier == TCN_NEAR_TIER_SPARE)
		return 0;
	if (tier == TCN_NEAR_TIER_OPEN)
		return table->open.group_bits;
	return table->runs[tier].group_bits;
}

static inline bool
run_span(const struct tcn_near_run *run, uint32_t group,
    struct tcn_near_span *span)
{
	uint32_t start = run->starts[group];

	span->partials = run->partials + start;
	span->refs = run->refs + start;
	span->keys = run->keys ? run->keys + start : NULL;
	span->n = run->starts[group + 1] - start;
	span->key = group;
	return span->n != 0;
}

static inline bool
open_span(const struct tcn_near_open *open, size_t start, uint32_t n,
    struct tcn_near_span *span)
{
	span->partials = open->partials + start;
	span->refs = open->refs + start;
	span->keys = open->keys + start;
	span->n = n;
	span->key = 0;
	return n != 0;
}

bool
tcn_near_table_tier_span(const struct tcn_near_table *table, unsigned tier,
    uint32_t group, struct tcn_near_span *span)
{
	const struct tcn_near_open *open = &table->open;

	if (tier == TCN_NEAR_TIER_SPARE)
		return open_span(open,
		    (size_t)TCN_NEAR_SLOTS << open->group_bits, open->spare_n,
		    span);
	if (tier == TCN_NEAR_TIER_OPEN)
		return open_span(open, (size_t)group * TCN_NEAR_SLOTS,
		    open->counts[group], span);
	return run_span(&table->runs[tier], group, span);
}

size_t
tcn_near_table_spans(const struct tcn_near_table *table, uint32_t key,
    int reach, struct tcn_near_span *spans)
{
	size_t n = 0;

	for (unsigned tier = 0; tier < TCN_NEAR_TIERS; tier++) {
		unsigned bits = tcn_near_table_tier_bits(table, tier);
		uint32_t group = key >> (table->block.bits - bits);

		if (!tcn_near_table_tier_n(table, tier))
			continue;
		n += tcn_near_table_tier_span(table, tier, group, spans + n);
		for (unsigned bit = 0; reach && bit < bits; bit++)
			n += tcn_near_table_tier_span(table, tier,
			    group ^ 1u << bit, spans + n);
	}
	return n;
}

bool
tcn_near_table_settle(struct tcn_near_table *table, const uint64_t *live_pages)
{
	return merge_down(table, TCN_NEAR_RUNS - 1, live_pages) == TCN_OK;
}

static bool
each_of(const struct tcn_near_span *span, tcn_near_entry_fn *see, void *ctx)
{
	for (size_t i = 0; i < span->n; i++)
		if (!see(ctx, span->keys ? span->keys[i] : span->key,
			span->partials[i], span->refs[i]))
			return false;
	return true;
}

bool
tcn_near_table_each(const struct tcn_near_table *table, tcn_near_entry_fn *see,
    void *ctx)
{
	struct tcn_near_span span;

	for (unsigned tier = 0; tier < TCN_NEAR_TIERS; tier++) {
		unsigned bits = tcn_near_table_tier_bits(table, tier);
		size_t n = tcn_near_table_tier_n(table, tier);

		for (uint32_t group = 0; n && group >> bits == 0; group++)
			if (tcn_near_table_tier_span(table, tier, group,
				&span) &&
			    !each_of(&span, see, ctx))
				return false;
	}
	return true;
}
