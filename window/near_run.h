/*
 * window/near_run.h - entries of one table, sorted by key, never changed.
 *
 * A run keeps partials and references in two arrays, grouped by the highest
 * group_bits of the key, with an array that says where each group starts. A
 * probe reads one start, then only the partials of its group: 16 to a cache
 * line, next to each other, and the reference only of what passes.
 *
 * A small run has fewer groups than the block has keys, so that a group is
 * worth a cache line and the starts do not outweigh the entries; it keeps the
 * keys as well. A large run has a group a key and needs no keys.
 *
 * Runs are merged group by group: each source is read from front to back and
 * the result is written from front to back, so merging costs little more than
 * copying. Entries whose page is gone are left out on the way.
 */
#ifndef TCN_WINDOW_NEAR_RUN_H
#define TCN_WINDOW_NEAR_RUN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/rc.h"

enum {
	TCN_NEAR_PLACE_BITS = 8, /* of a reference: place in its page */
};

struct tcn_near_run {
	uint32_t *starts; /* of each group, and the end of the last */
	uint32_t *partials;
	uint32_t *refs;
	uint16_t *keys; /* NULL when a group is a key */
	uint32_t n;
	uint8_t group_bits;
	uint8_t key_bits;
};

/* A bit a page number: is the page there? */
static inline bool
tcn_near_is_live(const uint64_t *live_pages, uint32_t ref)
{
	uint32_t page = ref >> TCN_NEAR_PLACE_BITS;

	return live_pages[page / 64] >> (page % 64) & 1;
}

/* All arrays for up to n entries; starts zeroed. All or nothing. */
TCN_MUST_USE enum tcn_rc tcn_near_run_init(struct tcn_near_run *run, size_t n,
    unsigned key_bits, unsigned group_bits);
void tcn_near_run_fini(struct tcn_near_run *run);
size_t tcn_near_run_bytes(const struct tcn_near_run *run);

/* How many groups suit a run of n entries, as bits. */
unsigned tcn_near_run_bits(size_t n, unsigned key_bits);

/*
 * One run of the entries of several, oldest first; without the dead when
 * live_pages is given. The sources stay as they are.
 */
TCN_MUST_USE enum tcn_rc tcn_near_run_merge(struct tcn_near_run *merged,
    const struct tcn_near_run *const *sources, size_t sources_n,
    const uint64_t *live_pages);

#endif
