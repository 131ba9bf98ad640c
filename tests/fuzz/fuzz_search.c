/*
 * tests/fuzz/fuzz_search.c - any bytes are a valid search.
 *
 * The first byte chooses the order, the rest is what a reader typed. On a
 * sound store a search always succeeds, within its limit; so do the snippets
 * of its hits, and a look at each of its words.
 */
#include <stdint.h>
#include <stdlib.h>

#include "sql/store_read.h"
#include "sql/store_search.h"
#include "tests/fuzz/must.h"
#include "tests/sql/sample.h"

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct tcn_store *st; /* made once: a search changes nothing */
	struct tcn_store_search_hits hits;
	struct tcn_store_search_snippet *snippets;
	struct tcn_store_search_word_list words;
	struct tcn_arena arena;
	struct tcn_str query;

	if (!size)
		return 0;
	if (!st)
		st = sample_store(3);
	query = (struct tcn_str){ (const char *)data + 1, size - 1 };
	tcn_arena_init(&arena, 0);
	must(!tcn_store_search(st, query,
	    data[0] % 2 ? TCN_STORE_SEARCH_BEST : TCN_STORE_SEARCH_NEWEST,
	    data[0], &arena, &hits));
	must(hits.n <= (data[0] ? data[0] : 100));
	must(!tcn_store_search_snippets(st, query, hits.at, hits.n, &arena,
	    &snippets));
	must(!tcn_store_search_words(st, query, &arena, &words));
	for (size_t i = 0; i < words.n; i++)
		must(!words.at[i].articles || !words.at[i].instead.n);
	tcn_arena_fini(&arena);
	return 0;
}
