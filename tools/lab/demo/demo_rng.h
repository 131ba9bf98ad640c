/*
 * tools/lab/demo/demo_rng.h - deterministic random numbers for the generator.
 *
 * SplitMix64 (Steele, Lea, Flood, "Fast splittable pseudorandom number
 * generators", 2014): any 64-bit number is a good seed. So each part of the
 * stream has its own generator, by mixing its number into the seed, and does
 * not depend on how many numbers the parts before it have drawn.
 */
#ifndef TCN_TOOLS_LAB_DEMO_DEMO_RNG_H
#define TCN_TOOLS_LAB_DEMO_DEMO_RNG_H

#include <stdint.h>

struct tcn_demo_rng {
	uint64_t state;
};

static inline uint64_t
tcn_demo_mix(uint64_t x)
{
	x = (x ^ (x >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
	x = (x ^ (x >> 27)) * UINT64_C(0x94d049bb133111eb);
	return x ^ (x >> 31);
}

static inline uint64_t
tcn_demo_draw(struct tcn_demo_rng *rng)
{
	rng->state += UINT64_C(0x9e3779b97f4a7c15);
	return tcn_demo_mix(rng->state);
}

/* The seed of part number `part` of the stream that has this seed. */
static inline uint64_t
tcn_demo_subseed(uint64_t seed, uint64_t part)
{
	return tcn_demo_mix(seed ^ tcn_demo_mix(part + 1));
}

/* 0 .. n-1; 0 when n is 0. A bias of n / 2^32 does not matter here. */
static inline uint32_t
tcn_demo_below(struct tcn_demo_rng *rng, uint32_t n)
{
	return n ? (uint32_t)((tcn_demo_draw(rng) >> 32) * n >> 32) : 0;
}

/* lo .. hi, both included; lo <= hi, and fewer than 2^32 numbers. */
static inline int64_t
tcn_demo_between(struct tcn_demo_rng *rng, int64_t lo, int64_t hi)
{
	return lo + (int64_t)tcn_demo_below(rng, (uint32_t)(hi - lo + 1));
}

/* True in pct of 100 draws. */
static inline int
tcn_demo_chance(struct tcn_demo_rng *rng, uint32_t pct)
{
	return tcn_demo_below(rng, 100) < pct;
}

#endif
