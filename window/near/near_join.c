#include "window/near/near_join.h"

#include <assert.h>
#include <string.h>

#include "engine/base/mem.h"
#include "window/base/popcount.h"
#include "window/near/near_plan.h"

enum {
	DIGIT_BITS = 8,
	DIGITS = 1 << DIGIT_BITS,
	PARTS = 256, /* comparisons handed over at a time */
	HITS = 256,
};

/* A fingerprint and the item it belongs to. */
struct item {
	uint64_t fingerprint;
	uint32_t at;
};

struct join {
	const struct tcn_near_plan *plan;
	const struct tcn_popcount *popcount;
	unsigned radius;
	bool first_of_equals;
	tcn_near_pair_fn *see;
	void *ctx;
	bool stopped;
	uint64_t masks[TCN_NEAR_BLOCKS_MAX];
	int reaches[TCN_NEAR_BLOCKS_MAX];
	/* Distinct fingerprints, and where the items of each start. */
	uint64_t *distinct;
	uint32_t *firsts, *items;
	size_t n;
	/* The table now walked. */
	unsigned table;
	uint32_t *starts, *partials, *ids;
	/* Comparisons waiting: entry lefts[i] with the words of part i. */
	struct tcn_popcount_part parts[PARTS];
	uint32_t lefts[PARTS];
	size_t parts_n;
};

static void
sort_digit(const struct item *from, struct item *to, size_t n, unsigned shift)
{
	size_t next[DIGITS + 1] = { 0 };

	for (size_t i = 0; i < n; i++)
		next[(from[i].fingerprint >> shift & (DIGITS - 1)) + 1]++;
	for (size_t d = 1; d < DIGITS; d++)
		next[d] += next[d - 1];
	for (size_t i = 0; i < n; i++)
		to[next[from[i].fingerprint >> shift & (DIGITS - 1)]++] =
		    from[i];
}

/* Groups the sorted items by fingerprint. */
static void
group_equal(struct join *join, const struct item *sorted, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		join->items[i] = sorted[i].at;
		if (i && sorted[i].fingerprint == sorted[i - 1].fingerprint)
			continue;
		join->distinct[join->n] = sorted[i].fingerprint;
		join->firsts[join->n++] = (uint32_t)i;
	}
	join->firsts[join->n] = (uint32_t)n;
}

/* A stable radix sort: items of equal fingerprints stay in their order. */
static enum tcn_rc
sort_items(struct join *join, const uint64_t *fingerprints, size_t n)
{
	struct item *items = tcn_mem_alloc(n * sizeof *items);
	struct item *spare = tcn_mem_alloc(n * sizeof *spare);
	bool ok = items && spare;

	for (size_t i = 0; ok && i < n; i++)
		items[i] = (struct item){ fingerprints[i], (uint32_t)i };
	for (unsigned shift = 0; ok && shift < 64; shift += 2 * DIGIT_BITS) {
		sort_digit(items, spare, n, shift);
		sort_digit(spare, items, n, shift + DIGIT_BITS);
	}
	if (ok)
		group_equal(join, items, n);
	tcn_mem_free(items);
	tcn_mem_free(spare);
	return ok ? TCN_OK : TCN_NOMEM;
}

/* Calls see() for the pair, unless it has stopped the join. */
static void
report_pair(struct join *join, uint32_t a, uint32_t b, unsigned distance)
{
	struct tcn_near_pair pair = {
		.a = a < b ? a : b,
		.b = a < b ? b : a,
		.distance = (uint8_t)distance,
	};

	if (!join->stopped)
		join->stopped = !join->see(join->ctx, &pair);
}

/* All pairs between the items of two distinct fingerprints. */
static void
report_groups(struct join *join, uint32_t left, uint32_t right, unsigned d)
{
	uint32_t left_end = join->firsts[left + 1];
	uint32_t right_end = join->firsts[right + 1];

	if (join->first_of_equals) {
		left_end = join->firsts[left] + 1;
		right_end = join->firsts[right] + 1;
	}
	for (uint32_t i = join->firsts[left]; i < left_end; i++)
		for (uint32_t j = join->firsts[right];
		     j < right_end && !join->stopped; j++)
			report_pair(join, join->items[i], join->items[j], d);
}

/* All pairs of items with equal fingerprints. */
static void
report_equal(struct join *join)
{
	for (size_t k = 0; k < join->n && !join->stopped; k++) {
		uint32_t first = join->firsts[k], end = join->firsts[k + 1];
		uint32_t last = join->first_of_equals ? first + 1 : end;

		for (uint32_t i = first; i < last; i++)
			for (uint32_t j = i + 1; j < end && !join->stopped; j++)
				report_pair(join, join->items[i],
				    join->items[j], 0);
	}
}

/* Whether an earlier table reports a pair that differs in these bits. */
static bool
is_reported(const struct join *join, uint64_t differing)
{
	for (unsigned i = 0; i < join->table; i++)
		if (tcn_near_reaches(join->reaches[i],
			differing & join->masks[i]))
			return true;
	return false;
}

static void
take_hit(struct join *join, const struct tcn_popcount_hit *hit)
{
	const struct tcn_popcount_part *part = &join->parts[hit->part];
	uint32_t left = join->lefts[hit->part];
	uint32_t right = join->ids[part->words - join->partials + hit->at];
	uint64_t differing = join->distinct[left] ^ join->distinct[right];
	unsigned distance = tcn_popcount_u64(differing);

	if (distance <= join->radius && !is_reported(join, differing))
		report_groups(join, left, right, distance);
}

static void
run_parts(struct join *join)
{
	struct tcn_popcount_cursor cursor = { 0 };
	struct tcn_popcount_hit hits[HITS];

	while (cursor.part < join->parts_n && !join->stopped) {
		size_t n = join->popcount->scan(join->parts, join->parts_n,
		    &cursor, hits, HITS);

		for (size_t i = 0; i < n; i++)
			take_hit(join, &hits[i]);
	}
	join->parts_n = 0;
}

/* Compares the entry at left with entries first .. end of the table. */
static void
compare(struct join *join, uint32_t left, uint32_t first, uint32_t end,
    unsigned limit)
{
	if (first == end)
		return;
	if (join->parts_n == PARTS)
		run_parts(join);
	join->lefts[join->parts_n] = join->ids[left];
	join->parts[join->parts_n++] = (struct tcn_popcount_part){
		.words = join->partials + first,
		.n = end - first,
		.query = join->partials[left],
		.limit = limit,
	};
}

/* The group of a key with itself and with those one bit above it. */
static void
walk_group(struct join *join, uint32_t key)
{
	uint32_t start = join->starts[key], end = join->starts[key + 1];
	unsigned bits = join->plan->blocks[join->table].bits;

	for (uint32_t i = start; i < end; i++)
		compare(join, i, i + 1, end, join->radius);
	if (join->reaches[join->table] < 1)
		return;
	for (unsigned bit = 0; bit < bits; bit++) {
		uint32_t other = key | 1u << bit;

		for (uint32_t i = start; other != key && i < end; i++)
			compare(join, i, join->starts[other],
			    join->starts[other + 1], join->radius - 1);
	}
}

/* Sorts the distinct fingerprints by one block (a counting sort). */
static void
fill_table(struct join *join)
{
	struct tcn_near_block block = join->plan->blocks[join->table];
	size_t keys = (size_t)1 << block.bits;
	uint32_t *starts = join->starts;

	memset(starts, 0, (keys + 1) * sizeof *starts);
	for (size_t i = 0; i < join->n; i++)
		starts[tcn_near_key(block, join->distinct[i]) + 1]++;
	for (size_t key = 1; key <= keys; key++)
		starts[key] += starts[key - 1];
	for (size_t i = 0; i < join->n; i++) {
		uint32_t key = tcn_near_key(block, join->distinct[i]);
		uint32_t at = starts[key]++;

		join->partials[at] = tcn_near_partial(block, join->distinct[i]);
		join->ids[at] = (uint32_t)i;
	}
	memmove(starts + 1, starts, keys * sizeof *starts);
	starts[0] = 0;
}

static void
walk_tables(struct join *join)
{
	for (unsigned i = 0; i < join->plan->blocks_n; i++) {
		uint32_t keys = (uint32_t)1 << join->plan->blocks[i].bits;

		if (join->reaches[i] < 0)
			continue;
		join->table = i;
		fill_table(join);
		for (uint32_t key = 0; key < keys && !join->stopped; key++)
			walk_group(join, key);
		run_parts(join);
	}
}

static enum tcn_rc
run_join(struct join *join, const uint64_t *fingerprints, size_t n)
{
	size_t keys = (size_t)1 << join->plan->blocks[0].bits;

	join->distinct = tcn_mem_alloc(n * sizeof *join->distinct);
	join->firsts = tcn_mem_alloc((n + 1) * sizeof *join->firsts);
	join->items = tcn_mem_alloc(n * sizeof *join->items);
	if (!join->distinct || !join->firsts || !join->items ||
	    sort_items(join, fingerprints, n))
		return TCN_NOMEM;
	join->starts = tcn_mem_alloc((keys + 1) * sizeof *join->starts);
	join->partials = tcn_mem_alloc(join->n * sizeof *join->partials);
	join->ids = tcn_mem_alloc(join->n * sizeof *join->ids);
	if (!join->starts || !join->partials || !join->ids)
		return TCN_NOMEM;
	report_equal(join);
	walk_tables(join);
	return join->stopped ? TCN_DONE : TCN_OK;
}

enum tcn_rc
tcn_near_join(const struct tcn_near_join_conf *conf,
    const uint64_t *fingerprints, size_t n, tcn_near_pair_fn *see, void *ctx)
{
	struct join join = {
		.plan = tcn_near_plan(conf->plan),
		.popcount = tcn_popcount_best(),
		.radius = conf->radius,
		.first_of_equals = conf->first_of_equals,
		.see = see,
		.ctx = ctx,
	};
	enum tcn_rc rc;

	assert(conf->radius <= TCN_NEAR_RADIUS_MAX && n < UINT32_MAX);
	for (unsigned i = 0; i < join.plan->blocks_n; i++) {
		join.masks[i] = tcn_near_mask(join.plan->blocks[i]);
		join.reaches[i] = tcn_near_reach(join.plan, i, conf->radius);
	}
	rc = run_join(&join, fingerprints, n);
	tcn_mem_free(join.distinct);
	tcn_mem_free(join.firsts);
	tcn_mem_free(join.items);
	tcn_mem_free(join.starts);
	tcn_mem_free(join.partials);
	tcn_mem_free(join.ids);
	return rc;
}
