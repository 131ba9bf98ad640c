/*
 * window/base/recent.h - 64-bit keys seen not long ago, each with a value.
 *
 * It answers two questions of the window: "is this very text in it?" (text key
 * -> original) and "is this article known?" (article key -> seq). A key is
 * forgotten one horizon after it was last seen or, when the table is full, as
 * soon as it is the one not seen for longest (least recently used goes first).
 *
 * Entries of 24 bytes stand in a ring in the order of their last sight; a hash
 * table of their numbers finds them by key (open addressing with linear
 * probing, at most half full; a removal shifts what follows back, so there are
 * no tombstones: Knuth, TAOCP 3, 6.4, algorithm R). A key that is seen again
 * goes to the ring's new end, and its old entry, which the table no longer
 * names, is dead. When the ring is full and a quarter of it is dead, the live
 * entries close up; else it grows. Every operation is O(1) amortised, at 32 to
 * 64 bytes a key.
 *
 * Invariants (tcn_recent_check): the table names each live entry once and no
 * dead one; each key is found from its home without a gap; the oldest entry is
 * live.
 */
#ifndef TCN_WINDOW_BASE_RECENT_H
#define TCN_WINDOW_BASE_RECENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/base/err.h"
#include "engine/base/rc.h"
#include "engine/item/record.h"

struct tcn_recent_entry;

struct tcn_recent {
	uint32_t *places; /* 1 << bits; the number of an entry, or none */
	unsigned bits; /* 0: no table yet */
	size_t n; /* keys now */
	struct tcn_recent_entry *entries; /* a ring */
	size_t entries_cap;
	size_t oldest; /* number of the first entry */
	size_t used; /* entries from there on, dead ones too */
	size_t max; /* keys at most */
	uint64_t dropped; /* keys forgotten early, since the start */
};

/* Makes an empty table without allocating. max: keys at most, 1 to 2^31. */
void tcn_recent_init(struct tcn_recent *recent, size_t max);
void tcn_recent_fini(struct tcn_recent *recent);

/* The value of key, if it was last seen after after_ms; else NULL. */
const uint64_t *tcn_recent_find(const struct tcn_recent *recent, uint64_t key,
    int64_t after_ms);

/* The time at which key, which must be in the table, was last seen. */
int64_t tcn_recent_seen_ms(const struct tcn_recent *recent, uint64_t key);

/* Inserts or updates key: sets its value, notes that it was seen at ts_ms (the
 * latest of its times counts) and makes it the newest of the ring. */
void tcn_recent_put(struct tcn_recent *recent, uint64_t key, uint64_t value,
    int64_t ts_ms);

/*
 * Forgets the keys at the old end of the ring that were last seen at or before
 * before_ms. A key that stands behind one with a later time stays until that
 * one goes, but look-ups no longer find it.
 */
void tcn_recent_expire(struct tcn_recent *recent, int64_t before_ms);

/* A key with all that is known of it, for saving. */
struct tcn_recent_row {
	uint64_t key, value;
	int64_t ts_ms;
};

/*
 * Sets *row to the next row, in the order of last sight; *cursor is 0 before
 * the first. False at the end.
 */
bool tcn_recent_next(const struct tcn_recent *recent, uint32_t *cursor,
    struct tcn_recent_row *row);

/* Passes all rows to the sink as one row of saved state, of this kind and id 0.
 * Errors: the sink's. O(n). */
TCN_MUST_USE enum tcn_rc tcn_recent_save(const struct tcn_recent *recent,
    uint32_t kind, tcn_state_fn *sink, void *ctx);

/* Puts the rows that a saved row holds. Errors: TCN_CORRUPT (it ends in part of
 * a row). */
TCN_MUST_USE enum tcn_rc tcn_recent_restore(struct tcn_recent *recent,
    const struct tcn_state_row *state);

size_t tcn_recent_bytes(const struct tcn_recent *recent);

/*
 * Validator: TCN_CORRUPT, and in err a sentence, when an invariant is broken.
 * O(places).
 */
TCN_MUST_USE enum tcn_rc tcn_recent_check(const struct tcn_recent *recent,
    struct tcn_err *err);

#endif
