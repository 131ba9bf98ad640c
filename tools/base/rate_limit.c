#include "tools/base/rate_limit.h"

#include <arpa/inet.h>
#include <assert.h>
#include <netinet/in.h>
#include <stdio.h>
#include <xxhash.h>

#include "engine/base/mem.h"

#define WAYS 8
#define SETS 512

/* Spent: how long the bucket needs until it is full, as of at_ms. */
struct bucket {
	struct tcn_rate_key key;
	int64_t at_ms; /* of the last call; 0: the place is free */
	int64_t spent_ms;
};

struct tcn_rate_limit {
	uint32_t burst;
	int64_t each_ms;
	uint64_t seed;
	struct bucket buckets[SETS][WAYS];
};

static uint64_t
big_endian(const unsigned char *at)
{
	uint64_t n = 0;

	for (int i = 0; i < 8; i++)
		n = n << 8 | at[i];
	return n;
}

static struct tcn_rate_key
key_of_v4(uint32_t address)
{
	return (struct tcn_rate_key){ 0, UINT64_C(0xffff00000000) | address };
}

bool
tcn_rate_key_of(const struct sockaddr *address, struct tcn_rate_key *key)
{
	const struct sockaddr_in6 *v6 = (const void *)address;
	const struct sockaddr_in *v4 = (const void *)address;

	*key = (struct tcn_rate_key){ 0 };
	if (address->sa_family == AF_INET) {
		*key = key_of_v4(ntohl(v4->sin_addr.s_addr));
		return true;
	}
	if (address->sa_family != AF_INET6)
		return false;
	if (IN6_IS_ADDR_V4MAPPED(&v6->sin6_addr))
		key->low = big_endian(v6->sin6_addr.s6_addr + 8);
	else
		key->high = big_endian(v6->sin6_addr.s6_addr);
	return true;
}

const char *
tcn_rate_key_text(struct tcn_rate_key key, char to[TCN_RATE_KEY_BYTES])
{
	uint32_t v4 = (uint32_t)key.low;
	size_t n = 0;

	if (key.low) {
		snprintf(to, TCN_RATE_KEY_BYTES, "%u.%u.%u.%u", v4 >> 24,
		    v4 >> 16 & 255, v4 >> 8 & 255, v4 & 255);
		return to;
	}
	for (int shift = 48; shift >= 0; shift -= 16)
		n += (size_t)snprintf(to + n, TCN_RATE_KEY_BYTES - n,
		    "%x:", (unsigned)(key.high >> shift & 0xffff));
	snprintf(to + n, TCN_RATE_KEY_BYTES - n, ":/64");
	return to;
}

struct tcn_rate_limit *
tcn_rate_limit_new(uint32_t burst, int64_t each_ms, uint64_t seed)
{
	struct tcn_rate_limit *limit = tcn_mem_calloc(1, sizeof *limit);

	limit->seed = seed;
	tcn_rate_limit_set(limit, burst, each_ms);
	return limit;
}

void
tcn_rate_limit_free(struct tcn_rate_limit *limit)
{
	tcn_mem_free(limit);
}

void
tcn_rate_limit_set(struct tcn_rate_limit *limit, uint32_t burst,
    int64_t each_ms)
{
	assert(burst > 0 && each_ms > 0);
	limit->burst = burst;
	limit->each_ms = each_ms;
	for (size_t i = 0; i < SETS; i++)
		for (size_t k = 0; k < WAYS; k++)
			if (limit->buckets[i][k].spent_ms >
			    (int64_t)burst * each_ms)
				limit->buckets[i][k].spent_ms =
				    (int64_t)burst * each_ms;
}

/* The address's bucket, or the place of the one used least recently. */
static struct bucket *
find(struct tcn_rate_limit *limit, struct tcn_rate_key key)
{
	uint64_t hash = XXH3_64bits_withSeed(&key, sizeof key, limit->seed);
	struct bucket *set = limit->buckets[hash % SETS], *oldest = set;

	for (size_t k = 0; k < WAYS; k++) {
		if (set[k].at_ms && set[k].key.high == key.high &&
		    set[k].key.low == key.low)
			return &set[k];
		if (set[k].at_ms < oldest->at_ms)
			oldest = &set[k];
	}
	*oldest = (struct bucket){ .key = key };
	return oldest;
}

int64_t
tcn_rate_limit_take(struct tcn_rate_limit *limit, struct tcn_rate_key key,
    int64_t now_ms)
{
	struct bucket *bucket = find(limit, key);
	int64_t most_ms = (int64_t)limit->burst * limit->each_ms;

	if (now_ms < 1)
		now_ms = 1; /* 0 is a free place */
	if (bucket->at_ms && now_ms > bucket->at_ms)
		bucket->spent_ms -= now_ms - bucket->at_ms;
	if (bucket->spent_ms < 0)
		bucket->spent_ms = 0;
	bucket->at_ms = now_ms;
	if (bucket->spent_ms + limit->each_ms > most_ms)
		return bucket->spent_ms + limit->each_ms - most_ms;
	bucket->spent_ms += limit->each_ms;
	return 0;
}

void
tcn_rate_limit_give(struct tcn_rate_limit *limit, struct tcn_rate_key key)
{
	struct bucket *bucket = find(limit, key);

	bucket->spent_ms -= limit->each_ms;
	if (bucket->spent_ms < 0)
		bucket->spent_ms = 0;
}
