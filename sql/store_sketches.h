/*
 * sql/store_sketches.h - the sketches of stored texts (engine/item/sketch.h),
 * and their shingles (engine/item/shingles.h).
 *
 * They are stored with the article, that is, once for an original and all its
 * copies. Articles of older programs, and those that came while shingle.on was
 * false, have none; those of before sql/schema/055_shingles.sql have no
 * shingles.
 */
#ifndef TCN_SQL_STORE_SKETCHES_H
#define TCN_SQL_STORE_SKETCHES_H

#include "engine/base/arena.h"
#include "engine/item/shingles.h"
#include "sql/store.h"

/* Stores the sketch and shingles, not both empty, of the original with this
 * seq, which must be stored already. */
TCN_MUST_USE enum tcn_rc tcn_store_put_sketch(struct tcn_store_tx *tx,
    uint64_t seq, struct tcn_sketch sketch, struct tcn_sketch shingles);

/* Sets *sketch, in the arena, to the sketch of an item's text, for a copy that
 * of its original; n is 0 when there is none. TCN_CORRUPT: it is damaged. */
TCN_MUST_USE enum tcn_rc tcn_store_sketch(const struct tcn_store *st,
    uint64_t seq, struct tcn_arena *arena, struct tcn_sketch *sketch);

/* All values by which an item's text is compared with others. */
struct tcn_store_likeness {
	struct tcn_sketch sketch; /* as above */
	uint64_t text_key, fingerprint; /* as in struct tcn_placement */
	bool has_fingerprint;
};

/* Reads these values of n items, in the order of seqs; all 0 for an item that
 * is not stored. */
TCN_MUST_USE enum tcn_rc tcn_store_likenesses(const struct tcn_store *st,
    const uint64_t *seqs, size_t n, struct tcn_arena *arena,
    struct tcn_store_likeness *items);

/*
 * Passes the sketches and shingles of originals with ts_ms >= since_ms, by seq,
 * in one scan, with the original's placement. All live until the callback
 * returns. O(items since then).
 */
typedef enum tcn_rc tcn_store_sketch_fn(void *ctx,
    const struct tcn_placement *place, struct tcn_sketch sketch,
    struct tcn_sketch shingles);
TCN_MUST_USE enum tcn_rc tcn_store_each_sketch(const struct tcn_store *st,
    int64_t since_ms, tcn_store_sketch_fn *fn, void *ctx);

#endif
