/*
 * window/base/recent.h - 64-bit keys seen not long ago, each with a value.
 *
 * Two uses: "is this very text in the window?" (text key -> original) and "is
 * this article known?" (article key -> seq). A key is forgotten one horizon
 * after it was last seen, or earlier, least recently seen first, when the
 * table is full. Entries of 32 bytes that form one list in order of last
 * sight, and a table of their numbers to find them by (open addressing, at
 * most half full): every operation is O(1), 40 to 56 bytes a key.
 */
#ifndef TCN_WINDOW_BASE_RECENT_H
#define TCN_WINDOW_BASE_RECENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/base/rc.h"

struct tcn_recent_entry;

struct tcn_recent {
	uint32_t *places; /* 1 << bits; number of an entry, or none */
	unsigned bits; /* 0: no table yet */
	size_t n; /* keys held */
	struct tcn_recent_entry *entries;
	size_t entries_n, entries_cap;
	size_t max; /* keys held at most */
	uint32_t oldest, newest, unused; /* list ends, free list */
	uint64_t dropped; /* keys forgotten early, ever */
};

/* max: keys held at most, 1 to 2^31. Allocates nothing yet. */
void tcn_recent_init(struct tcn_recent *recent, size_t max);
void tcn_recent_fini(struct tcn_recent *recent);

/* The value of key, when it was last seen after after_ms; else NULL. */
const uint64_t *tcn_recent_find(const struct tcn_recent *recent, uint64_t key,
    int64_t after_ms);

/* Makes sure that the next put needs no memory. */
TCN_MUST_USE enum tcn_rc tcn_recent_reserve(struct tcn_recent *recent);

/*
 * Sees key at ts_ms: its value is set, its place in the order renewed.
 * TCN_NOMEM changes nothing; cannot fail after tcn_recent_reserve().
 */
TCN_MUST_USE enum tcn_rc tcn_recent_put(struct tcn_recent *recent, uint64_t key,
    uint64_t value, int64_t ts_ms);

/* Forgets what was last seen at or before before_ms. */
void tcn_recent_expire(struct tcn_recent *recent, int64_t before_ms);

/* One key with all that is known of it, for saving. */
struct tcn_recent_row {
	uint64_t key, value;
	int64_t ts_ms;
};

/* The rows in order of last sight: *cursor starts at 0. False at the end. */
bool tcn_recent_next(const struct tcn_recent *recent, uint32_t *cursor,
    struct tcn_recent_row *row);

size_t tcn_recent_bytes(const struct tcn_recent *recent);

#endif
