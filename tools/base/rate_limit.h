/*
 * tools/base/rate_limit.h - how much each network address may do: a token
 * bucket for each (Turner, "New directions in communications", 1986).
 *
 * A bucket holds `burst` tokens at first and gains one every `each_ms`. An
 * IPv4 address has a bucket of its own, and so has each /64 of IPv6, which is
 * what one customer has.
 *
 * The table has a fixed number of places, in sets of eight. An address that is
 * not in it takes the place that was used least recently of its set, so that
 * what is forgotten first is what would soon be full again. Addresses are
 * placed by a keyed hash, so that nobody can choose addresses that share a set.
 *
 * Memory: 128 KiB. Cost: O(1).
 */
#ifndef TCN_TOOLS_BASE_RATE_LIMIT_H
#define TCN_TOOLS_BASE_RATE_LIMIT_H

#include <stdbool.h>
#include <stdint.h>

/* An address as a bucket knows it. */
struct tcn_rate_key {
	uint64_t high, low; /* low 0 for an IPv6 network */
};

struct sockaddr;

/* False: it is no address of a network, such as a Unix socket's. */
bool tcn_rate_key_of(const struct sockaddr *address, struct tcn_rate_key *key);

#define TCN_RATE_KEY_BYTES 48

/* As a person reads it, "192.0.2.1" or "2001:db8::/64"; returns to. */
const char *tcn_rate_key_text(struct tcn_rate_key key,
    char to[TCN_RATE_KEY_BYTES]);

struct tcn_rate_limit;

/* burst > 0, each_ms > 0. seed: any number that nobody else knows. */
struct tcn_rate_limit *tcn_rate_limit_new(uint32_t burst, int64_t each_ms,
    uint64_t seed);
void tcn_rate_limit_free(struct tcn_rate_limit *limit); /* may be NULL */

/* Replaces burst and each_ms; what buckets hold is cut to the new burst. */
void tcn_rate_limit_set(struct tcn_rate_limit *limit, uint32_t burst,
    int64_t each_ms);

/*
 * Takes a token of the address's bucket. Returns 0, or in how many ms there
 * will be one. now_ms never goes back.
 */
int64_t tcn_rate_limit_take(struct tcn_rate_limit *limit,
    struct tcn_rate_key key, int64_t now_ms);

/* Gives back what was taken: it turned out not to count. */
void tcn_rate_limit_give(struct tcn_rate_limit *limit, struct tcn_rate_key key);

#endif
