/*
 * tests/base/random.h - numbers that look random and are the same each time.
 *
 * Knuth's linear congruential generator for MMIX (The Art of Computer
 * Programming 2, 3.3.4). Its low bits repeat soon, so callers take the high
 * ones. The seed is the caller's, so that each test has a sequence of its own.
 */
#ifndef TCN_TESTS_BASE_RANDOM_H
#define TCN_TESTS_BASE_RANDOM_H

#include <stdint.h>

/* The next 64 bits, which are the new seed as well. */
static inline uint64_t
random_next(uint64_t *seed)
{
	return *seed = *seed * 6364136223846793005u + 1442695040888963407u;
}

/* The next number of 0 .. n - 1; n > 0. */
static inline uint32_t
random_below(uint64_t *seed, uint32_t n)
{
	return (uint32_t)(random_next(seed) >> 33) % n;
}

#endif
