/*
 * window/base/tally.h - the distinct keys of a list, and how often each comes.
 *
 * Judging a story counts the words of some dozens of texts a few times an item:
 * some hundred keys, a third of them distinct, for one use. Sorting them first
 * took a tenth of a replay. This is a hash table for that: emptying it costs no
 * more than filling it did, and the counts stand in one array, in the order in
 * which the keys came first, so that a walk does not depend on hashes.
 * engine/base/map.h is the map for keys that stay.
 *
 * Open addressing with linear probing, at most half full; the home of a key is
 * the top of its product with the golden ratio (Knuth, TAOCP 3, 6.4), which
 * spreads small dense numbers and hashes; it is no defence against keys chosen
 * to collide. Cost: O(1) a key.
 */
#ifndef TCN_WINDOW_BASE_TALLY_H
#define TCN_WINDOW_BASE_TALLY_H

#include <assert.h>
#include <stddef.h>
#include <stdint.h>

struct tcn_tally_entry {
	uint64_t key;
	uint32_t counts[4]; /* the caller's; 0 at first */
};

/* All zero is empty, with room for nothing. */
struct tcn_tally {
	struct tcn_tally_entry *at; /* n of them */
	uint32_t n, room; /* room: as given to tcn_tally_begin() */
	uint32_t *places; /* number of an entry + 1, or 0 */
	unsigned bits; /* log2 of how many places are in use */
	size_t at_cap, places_cap;
};

void tcn_tally_fini(struct tcn_tally *tally);

/* Empties the tally and makes room for that many distinct keys, fewer than
 * 2^30. O(room). */
void tcn_tally_begin(struct tcn_tally *tally, size_t room);

/* The slot of the hash table that has the key's number, or would have it. */
static inline uint32_t *
tcn_tally_place(const struct tcn_tally *tally, uint64_t key)
{
	uint32_t mask = ((uint32_t)1 << tally->bits) - 1;
	uint32_t at =
	    (uint32_t)(key * 0x9e3779b97f4a7c15u >> (64 - tally->bits));

	while (tally->places[at] && tally->at[tally->places[at] - 1].key != key)
		at = (at + 1) & mask;
	return &tally->places[at];
}

/* The key's entry, added with counts of 0 when it is new; there must be room.
 * Valid until the next tcn_tally_begin(). */
static inline struct tcn_tally_entry *
tcn_tally_add(struct tcn_tally *tally, uint64_t key)
{
	uint32_t *place = tcn_tally_place(tally, key);

	if (!*place) {
		assert(tally->n < tally->room);
		tally->at[tally->n] = (struct tcn_tally_entry){ .key = key };
		*place = ++tally->n;
	}
	return &tally->at[*place - 1];
}

/* The key's entry, or NULL. */
static inline const struct tcn_tally_entry *
tcn_tally_find(const struct tcn_tally *tally, uint64_t key)
{
	uint32_t number = tally->n ? *tcn_tally_place(tally, key) : 0;

	return number ? &tally->at[number - 1] : NULL;
}

#endif
