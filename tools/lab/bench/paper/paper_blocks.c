#include "tools/lab/bench/paper/paper_blocks.h"

#include <assert.h>

#include "engine/base/mem.h"
#include "window/base/popcount.h"

/* Counting sort of the fingerprints by the value of one block. */
static void
file_block(struct tcn_paper_blocks *blocks, unsigned b,
    const uint64_t *fingerprints)
{
	struct tcn_near_block block = blocks->plan->blocks[b];
	size_t values = (size_t)1 << block.bits;
	uint64_t *to = blocks->filed + b * blocks->n;
	size_t *ends = tcn_mem_calloc(values + 1, sizeof *ends);

	blocks->ends[b] = ends;
	blocks->bytes += (values + 1) * sizeof *ends;
	for (size_t i = 0; i < blocks->n; i++)
		ends[tcn_near_key(block, fingerprints[i]) + 1]++;
	for (size_t v = 0; v < values; v++)
		ends[v + 1] += ends[v];
	/* ends[v] is where the place of v begins, and moves to its end. */
	for (size_t i = 0; i < blocks->n; i++)
		to[ends[tcn_near_key(block, fingerprints[i])]++] =
		    fingerprints[i];
}

void
tcn_paper_blocks_init(struct tcn_paper_blocks *blocks,
    enum tcn_near_plan_kind plan, const uint64_t *fingerprints, size_t n)
{
	assert(fingerprints && n > 0);
	*blocks = (struct tcn_paper_blocks){
		.plan = tcn_near_plan(plan),
		.n = n,
	};
	blocks->bytes = n * blocks->plan->blocks_n * sizeof *blocks->filed;
	blocks->filed = tcn_mem_alloc(blocks->bytes);
	for (unsigned b = 0; b < blocks->plan->blocks_n; b++)
		file_block(blocks, b, fingerprints);
}

void
tcn_paper_blocks_fini(struct tcn_paper_blocks *blocks)
{
	for (size_t b = 0; b < TCN_NEAR_BLOCKS_MAX; b++)
		tcn_mem_free(blocks->ends[b]);
	tcn_mem_free(blocks->filed);
	*blocks = (struct tcn_paper_blocks){ .n = 0 };
}

/* The entries of the fingerprint's place in block b. */
static const uint64_t *
place_of(const struct tcn_paper_blocks *blocks, unsigned b,
    uint64_t fingerprint, size_t *n)
{
	uint32_t value = tcn_near_key(blocks->plan->blocks[b], fingerprint);
	size_t begin = value ? blocks->ends[b][value - 1] : 0;

	*n = blocks->ends[b][value] - begin;
	return blocks->filed + b * blocks->n + begin;
}

uint64_t
tcn_paper_blocks_look(const struct tcn_paper_blocks *blocks,
    uint64_t fingerprint, unsigned radius)
{
	const struct tcn_popcount *popcount = tcn_popcount_best();
	const uint64_t *at[TCN_NEAR_BLOCKS_MAX];
	size_t n[TCN_NEAR_BLOCKS_MAX];
	uint64_t near = 0;

	for (unsigned b = 0; b < blocks->plan->blocks_n; b++) {
		at[b] = place_of(blocks, b, fingerprint, &n[b]);
		__builtin_prefetch(at[b]);
	}
	for (unsigned b = 0; b < blocks->plan->blocks_n; b++)
		near += popcount->count64(at[b], n[b], fingerprint, radius);
	return near;
}

/* Whether one of the blocks before b is equal, too. */
static bool
met_before(const struct tcn_near_plan *plan, unsigned b, uint64_t differing)
{
	bool met = false;

	for (unsigned i = 0; i < b; i++)
		met |= (differing & tcn_near_mask(plan->blocks[i])) == 0;
	return met;
}

struct tcn_paper_met
tcn_paper_blocks_meet(const struct tcn_paper_blocks *blocks,
    uint64_t fingerprint)
{
	struct tcn_paper_met met = { 0 };

	for (unsigned b = 0; b < blocks->plan->blocks_n; b++) {
		size_t n;
		const uint64_t *at = place_of(blocks, b, fingerprint, &n);

		met.entries += n;
		for (size_t i = 0; i < n; i++) {
			uint64_t differing = at[i] ^ fingerprint;
			unsigned bits = tcn_popcount_u64(differing);
			bool first;

			if (bits > 7)
				continue;
			first = !met_before(blocks->plan, b, differing);
			met.near_7++;
			met.found_7 += first;
			met.near_3 += bits <= 3;
			met.found_3 += bits <= 3 && first;
		}
	}
	return met;
}

double
tcn_paper_blocks_reckon(enum tcn_near_plan_kind kind, double n)
{
	const struct tcn_near_plan *plan = tcn_near_plan(kind);
	double met = 0;

	for (unsigned b = 0; b < plan->blocks_n; b++)
		met += n / (double)((uint64_t)1 << plan->blocks[b].bits);
	return met;
}
