#include "window/story/story_history_index.h"

#include <assert.h>

#include "engine/base/mem.h"

enum {
	HASH_BITS = 14,
	HEADS = 1 << HASH_BITS,
	ENTRIES = (TCN_STORY_HISTORY_WORDS + 1) * TCN_STORY_HISTORY_MAX,
};

/* An entry's number says which row it is of. */
static uint32_t
entry_of(uint32_t place, uint32_t nth)
{
	assert(place < TCN_STORY_HISTORY_MAX && nth <= TCN_STORY_HISTORY_WORDS);
	return nth * TCN_STORY_HISTORY_MAX + place;
}

static uint32_t *
head_of(const struct tcn_story_history_index *index, uint64_t key)
{
	return &index->heads[key * 0x9e3779b97f4a7c15u >> (64 - HASH_BITS)];
}

void
tcn_story_history_index_init(struct tcn_story_history_index *index)
{
	struct tcn_story_history_index begun = {
		.heads = tcn_mem_calloc(HEADS, sizeof *begun.heads),
		.next = tcn_mem_calloc(ENTRIES, sizeof *begun.next),
	};

	*index = begun;
}

void
tcn_story_history_index_fini(struct tcn_story_history_index *index)
{
	tcn_mem_free(index->heads);
	tcn_mem_free(index->next);
	*index = (struct tcn_story_history_index){ 0 };
}

void
tcn_story_history_index_add(struct tcn_story_history_index *index,
    uint32_t place, uint32_t nth, uint64_t key)
{
	uint32_t entry = entry_of(place, nth), *head = head_of(index, key);

	index->next[entry] = *head;
	*head = entry + 1;
}

void
tcn_story_history_index_remove(struct tcn_story_history_index *index,
    uint32_t place, uint32_t nth, uint64_t key)
{
	uint32_t entry = entry_of(place, nth), *at = head_of(index, key);

	while (*at != entry + 1) {
		assert(*at);
		at = &index->next[*at - 1];
	}
	*at = index->next[entry];
}

void
tcn_story_history_index_find(const struct tcn_story_history_index *index,
    uint64_t key, struct tcn_story_history_found *found)
{
	for (uint32_t at = *head_of(index, key); at; at = index->next[at - 1]) {
		uint32_t place = (at - 1) % TCN_STORY_HISTORY_MAX;

		found->bits[place / 64] |= (uint64_t)1 << place % 64;
	}
}

size_t
tcn_story_history_index_check(const struct tcn_story_history_index *index,
    tcn_story_history_key_fn *key_of, const void *ctx)
{
	size_t n = 0;

	for (size_t i = 0; i < HEADS && index->heads; i++)
		for (uint32_t at = index->heads[i]; at;
		     at = index->next[at - 1]) {
			uint64_t key;

			if (n++ == ENTRIES || at > ENTRIES ||
			    !key_of(ctx, (at - 1) % TCN_STORY_HISTORY_MAX,
				(at - 1) / TCN_STORY_HISTORY_MAX, &key) ||
			    head_of(index, key) != &index->heads[i])
				return SIZE_MAX;
		}
	return n;
}

size_t
tcn_story_history_index_bytes(const struct tcn_story_history_index *index)
{
	return index->heads
	    ? HEADS * sizeof *index->heads + ENTRIES * sizeof *index->next
	    : 0;
}
