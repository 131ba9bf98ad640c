/*
 * tests/fuzz/fuzz_search.c - any bytes are a valid search.
 *
 * The first byte chooses the order, the rest is what a reader typed. On a
 * sound store a search always succeeds, within its limit.
 */
#include <stdint.h>
#include <stdlib.h>

#include "sql/store_read.h"
#include "tests/fuzz/must.h"
#include "tests/sql/sample.h"

/* Made once: a search changes nothing. */
static struct tcn_store *
sample_store(void)
{
	static struct tcn_store *st;

	if (st)
		return st;
	must(!tcn_store_open(":memory:", TCN_STORE_CREATE, &st, NULL));
	for (unsigned b = 0; b < 3; b++)
		must(!sample_batch(st, b));
	return st;
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct tcn_store_search_hits hits;
	struct tcn_arena arena;
	struct tcn_str query;

	if (!size)
		return 0;
	query = (struct tcn_str){ (const char *)data + 1, size - 1 };
	tcn_arena_init(&arena, 0);
	must(!tcn_store_search(sample_store(), query,
	    data[0] % 2 ? TCN_STORE_SEARCH_BEST : TCN_STORE_SEARCH_NEWEST,
	    data[0], &arena, &hits));
	must(hits.n <= (data[0] ? data[0] : 100));
	for (size_t i = 0; i < hits.n; i++)
		must(hits.at[i].seq > 0);
	tcn_arena_fini(&arena);
	return 0;
}
