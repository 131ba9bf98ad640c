/*
 * sql/store_vectors.h - the vectors that stored items came with.
 *
 * They are in the table `sent`, those of copies too. Items of older programs
 * have none.
 */
#ifndef TCN_SQL_STORE_VECTORS_H
#define TCN_SQL_STORE_VECTORS_H

#include "sql/store.h"

typedef enum tcn_rc tcn_store_vector_fn(void *ctx,
    const struct tcn_placement *place, const float *vector, size_t n);

/*
 * Passes the vectors of items with ts_ms >= since_ms, by seq, in one scan, with
 * the item's placement. Both live until the callback returns. O(items since
 * then).
 */
TCN_MUST_USE enum tcn_rc tcn_store_each_vector(const struct tcn_store *st,
    int64_t since_ms, tcn_store_vector_fn *fn, void *ctx);

#endif
