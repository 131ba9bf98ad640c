#include "tools/lab/bench/bench_pairs.h"

#include <assert.h>
#include <stdbool.h>
#include <stdio.h>

#include "engine/base/mem.h"
#include "engine/base/splitmix.h"
#include "window/near/near.h"
#include "window/near/near_plan.h"

enum {
	ITEMS = 100000,
	LOOKUPS = 2000,
	FAMILY_MIN = 2,
	FAMILY_MAX = 100,
	FLIPS_MAX = 7,
};

static const struct {
	enum tcn_near_plan_kind plan;
	const char *name;
} plans[] = {
	{ TCN_NEAR_PLAN_4X16, "4x16" },
	{ TCN_NEAR_PLAN_5X13, "5x13" },
	{ TCN_NEAR_PLAN_8X8, "8x8" },
};

uint64_t
tcn_bench_random(uint64_t *state)
{
	uint64_t number = tcn_splitmix(*state, 1);

	*state += 0x9e3779b97f4a7c15u;
	return number;
}

/* Makes one family from index at on; returns where it ends. */
static size_t
add_family(uint64_t *state, uint64_t *fingerprints, size_t at, size_t n)
{
	uint64_t centre = tcn_bench_random(state);
	size_t members = FAMILY_MIN +
	    tcn_bench_random(state) % (FAMILY_MAX - FAMILY_MIN + 1);

	for (; members && at < n; members--, at++) {
		uint64_t flips = tcn_bench_random(state) % (FLIPS_MAX + 1);

		fingerprints[at] = centre;
		for (; flips; flips--)
			fingerprints[at] ^= (uint64_t)1
			    << tcn_bench_random(state) % 64;
	}
	return at;
}

void
tcn_bench_families(uint64_t *state, uint64_t *fingerprints, size_t n)
{
	size_t at = 0;

	assert(state && (fingerprints || n == 0));
	while (at < n / 5 * 4)
		fingerprints[at++] = tcn_bench_random(state);
	while (at < n)
		at = add_family(state, fingerprints, at, n);
	for (size_t i = n; i > 1; i--) {
		size_t j = tcn_bench_random(state) % i;
		uint64_t last = fingerprints[i - 1];

		fingerprints[i - 1] = fingerprints[j];
		fingerprints[j] = last;
	}
}

/* Counts of pairs by distance, and of those that share a block. */
struct shared {
	const uint64_t *fingerprints;
	const struct tcn_near_plan *plan;
	uint64_t pairs[TCN_NEAR_RADIUS_MAX + 1];
	uint64_t seen[TCN_NEAR_RADIUS_MAX + 1];
};

static void
count_pair(struct shared *shared, uint64_t one,
    const struct tcn_near_hit *other)
{
	uint64_t differing = one ^ other->fingerprint;
	bool seen = false;

	for (unsigned i = 0; i < shared->plan->blocks_n; i++)
		seen |=
		    (differing & tcn_near_mask(shared->plan->blocks[i])) == 0;
	shared->pairs[other->distance]++;
	shared->seen[other->distance] += seen;
}

/* Each pair once, by its earlier item. */
static void
count_pairs(struct tcn_near *near, struct shared *shared)
{
	struct tcn_near_hits hits = { 0 };

	for (size_t i = 0; i < ITEMS; i++) {
		tcn_near_find(near, shared->fingerprints[i],
		    TCN_NEAR_RADIUS_MAX, (int64_t)i, INT64_MAX, &hits);
		for (size_t k = 0; k < hits.n; k++)
			count_pair(shared, shared->fingerprints[i],
			    &hits.at[k]);
	}
	tcn_near_hits_fini(&hits);
}

/* Measures the seconds of a counting look-up at each radius, and counts the
 * pairs. */
static void
measure_plan(enum tcn_near_plan_kind plan, struct shared *shared,
    double seconds[TCN_NEAR_RADIUS_MAX + 1])
{
	struct tcn_near_conf conf = { .plan = plan, .horizon_ms = ITEMS };
	const uint64_t *fingerprints = shared->fingerprints;
	struct tcn_near *near;

	near = tcn_near_new(&conf);
	for (size_t i = 0; i < ITEMS; i++) {
		struct tcn_near_item item = {
			.fingerprint = fingerprints[i],
			.seq = i,
			.ts_ms = (int64_t)i,
		};

		tcn_near_insert(near, &item);
	}
	for (unsigned r = 0; r <= TCN_NEAR_RADIUS_MAX; r++) {
		double start = tcn_bench_cpu();

		for (size_t i = 0; i < LOOKUPS; i++)
			tcn_near_items(near, fingerprints[i * 37 % ITEMS], r,
			    INT64_MIN, INT64_MAX);
		seconds[r] = (tcn_bench_cpu() - start) / LOOKUPS;
	}
	count_pairs(near, shared);
	tcn_near_free(near);
}

static void
json_plan(const char *name, const struct shared *shared,
    const double seconds[TCN_NEAR_RADIUS_MAX + 1])
{
	for (unsigned d = 0; d <= TCN_NEAR_RADIUS_MAX; d++)
		printf("{\"part\":\"index\",\"plan\":\"%s\",\"items\":%d,"
		       "\"radius\":%u,\"seconds\":%.4g,\"pairs\":%llu,"
		       "\"share_a_block\":%llu}\n",
		    name, ITEMS, d, seconds[d],
		    (unsigned long long)shared->pairs[d],
		    (unsigned long long)shared->seen[d]);
}

static void
bench_plan(size_t i, const uint64_t *fingerprints, bool json)
{
	struct shared shared = {
		.fingerprints = fingerprints,
		.plan = tcn_near_plan(plans[i].plan),
	};
	double seconds[TCN_NEAR_RADIUS_MAX + 1];

	measure_plan(plans[i].plan, &shared, seconds);
	if (json) {
		json_plan(plans[i].name, &shared, seconds);
	} else {
		printf("  %-6s", plans[i].name);
		for (unsigned d = 3; d <= TCN_NEAR_RADIUS_MAX; d++)
			printf(" %7.2f", seconds[d] * 1e6);
		for (unsigned d = 3; d <= TCN_NEAR_RADIUS_MAX; d++)
			printf("  %.3f",
			    (double)shared.seen[d] /
				(double)(shared.pairs[d] ? shared.pairs[d]
							 : 1));
		putchar('\n');
	}
}

void
tcn_bench_plans(const struct tcn_bench_args *args)
{
	uint64_t *fingerprints = tcn_mem_alloc(ITEMS * sizeof *fingerprints);
	uint64_t state = args->seed;

	tcn_bench_families(&state, fingerprints, ITEMS);
	if (!args->json)
		printf("plans at %d items: us a look-up at radius 3..7, and "
		       "which "
		       "share of the\npairs at distance 3..7 has a block in "
		       "common "
		       "(what the plan would see\nwithout probing)\n",
		    ITEMS);
	for (size_t i = 0; i < sizeof plans / sizeof *plans; i++)
		bench_plan(i, fingerprints, args->json);
	tcn_mem_free(fingerprints);
}
