/*
 * engine/base/splitmix.h - numbers that look random and are fixed for good.
 *
 * The nth number of splitmix64 (Steele, Lea and Flood, Fast splittable
 * pseudorandom number generators, 2014, in Sebastiano Vigna's form) from a
 * seed; n counts from 1. For constants of an algorithm, such as the hash
 * functions of a signature; nothing here is secret.
 */
#ifndef TCN_ENGINE_BASE_SPLITMIX_H
#define TCN_ENGINE_BASE_SPLITMIX_H

#include <stdint.h>

static inline uint64_t
tcn_splitmix(uint64_t seed, uint64_t n)
{
	uint64_t z = seed + n * 0x9e3779b97f4a7c15u;

	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
	z = (z ^ z >> 27) * 0x94d049bb133111ebu;
	return z ^ z >> 31;
}

#endif
