#include "tools/tell/summary/summary_memo.h"

#include <string.h>
#include <xxhash.h>

#include "engine/base/map.h"
#include "engine/base/mem.h"

/* What stands under a hash. */
struct entry {
	struct tcn_str key;
	const void *result;
};

struct generation {
	struct tcn_map entries; /* hash of a key -> its index in `at` */
	struct entry *at;
	size_t n, cap;
	struct tcn_arena arena;
};

struct tcn_summary_memo {
	struct generation young, old;
	size_t bytes; /* of a generation */
	struct {
		char *at;
		size_t n, cap;
	} key; /* the last one that was written */
	uint64_t hash; /* of it */
};

static void
generation_fini(struct generation *generation)
{
	tcn_map_fini(&generation->entries);
	tcn_mem_free(generation->at);
	tcn_arena_fini(&generation->arena);
}

static void
generation_init(struct generation *generation)
{
	*generation = (struct generation){ .n = 0 };
	tcn_arena_init(&generation->arena, 0);
}

struct tcn_summary_memo *
tcn_summary_memo_new(size_t bytes)
{
	struct tcn_summary_memo *memo = tcn_mem_calloc(1, sizeof *memo);

	memo->bytes = bytes;
	generation_init(&memo->young);
	generation_init(&memo->old);
	return memo;
}

void
tcn_summary_memo_free(struct tcn_summary_memo *memo)
{
	if (!memo)
		return;
	generation_fini(&memo->young);
	generation_fini(&memo->old);
	tcn_mem_free(memo->key.at);
	tcn_mem_free(memo);
}

void
tcn_summary_memo_next_generation(struct tcn_summary_memo *memo)
{
	if (tcn_arena_bytes(&memo->young.arena) < memo->bytes)
		return;
	generation_fini(&memo->old);
	memo->old = memo->young;
	generation_init(&memo->young);
}

/* Writes the key, each part behind its length, so that no two are alike. */
static void
write_key(struct tcn_summary_memo *memo, const struct tcn_summary_memo_key *key)
{
	size_t heads[2 + TCN_SUMMARY_MEMO_PARTS], n = sizeof heads;
	char *to;

	heads[0] = (unsigned char)key->kind;
	heads[1] = (size_t)key->number;
	for (size_t i = 0; i < TCN_SUMMARY_MEMO_PARTS; i++)
		n += heads[2 + i] = key->parts[i].n;
	memo->key.at = tcn_mem_grow(memo->key.at, &memo->key.cap, n, 1);
	memo->key.n = n;
	memcpy(memo->key.at, heads, sizeof heads);
	to = memo->key.at + sizeof heads;
	for (size_t i = 0; i < TCN_SUMMARY_MEMO_PARTS; i++) {
		if (key->parts[i].n)
			memcpy(to, key->parts[i].at, key->parts[i].n);
		to += key->parts[i].n;
	}
	memo->hash = XXH3_64bits(memo->key.at, memo->key.n);
}

static struct tcn_str
written(const struct tcn_summary_memo *memo)
{
	return (struct tcn_str){ memo->key.at, memo->key.n };
}

static const void *
find_in(const struct tcn_summary_memo *memo, const struct generation *in)
{
	const uint64_t *at = tcn_map_find(&in->entries, memo->hash);

	return at && tcn_str_equal(in->at[*at].key, written(memo))
	    ? in->at[*at].result
	    : NULL;
}

const void *
tcn_summary_memo_find(struct tcn_summary_memo *memo,
    const struct tcn_summary_memo_key *key)
{
	const void *result;

	if (!memo)
		return NULL;
	write_key(memo, key);
	result = find_in(memo, &memo->young);
	return result ? result : find_in(memo, &memo->old);
}

struct tcn_arena *
tcn_summary_memo_arena(struct tcn_summary_memo *memo)
{
	return &memo->young.arena;
}

void
tcn_summary_memo_put(struct tcn_summary_memo *memo,
    const struct tcn_summary_memo_key *key, const void *result)
{
	struct generation *young = &memo->young;
	uint64_t *slot;
	struct entry entry = { .result = result };

	write_key(memo, key);
	tcn_arena_str(&young->arena, written(memo), &entry.key);
	young->at = tcn_mem_grow(young->at, &young->cap, young->n + 1,
	    sizeof *young->at);
	young->at[young->n] = entry;
	tcn_map_put(&young->entries, memo->hash, &slot, NULL);
	*slot = young->n++;
}
