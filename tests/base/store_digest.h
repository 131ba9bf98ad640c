/*
 * tests/base/store_digest.h - whether two stores hold the same.
 */
#ifndef TCN_TESTS_BASE_STORE_DIGEST_H
#define TCN_TESTS_BASE_STORE_DIGEST_H

#include "sql/store.h"

/* Called for each table with a 64-bit hash over its rows. */
typedef void store_digest_fn(void *ctx, const char *table, uint64_t rows,
    uint64_t digest);

/*
 * A hash of each table's content, in a fixed order: equal for equal content,
 * whatever the batches, restarts and row numbers it came by. The full-text
 * index follows from the articles and is left out.
 */
TCN_MUST_USE enum tcn_rc store_digest(const struct tcn_store *st,
    store_digest_fn *fn, void *ctx);

#endif
