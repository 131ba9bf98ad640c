/*
 * window/story/story_history_index.h - which rows of the history may be like a
 * story: those with its id, and those that share one of its words.
 *
 * A compact inverted index: each row's id and words are entries of a hash table
 * with chaining, by the hash alone. So a search may return too many rows, some
 * dozen of thousands, but never too few, and the caller compares the words
 * themselves. The rows are those of window/story/story_history.h, which calls
 * this whenever one begins, changes its words or goes; the index is never
 * saved, as it follows from the rows.
 *
 * Memory: 480 KiB, for as many rows as there can be. Cost: adding O(words);
 * removing and finding walk the chains of the row's words, which are as long as
 * there are rows with them.
 */
#ifndef TCN_WINDOW_STORY_STORY_HISTORY_INDEX_H
#define TCN_WINDOW_STORY_STORY_HISTORY_INDEX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define TCN_STORY_HISTORY_WORDS 12
#define TCN_STORY_HISTORY_MAX   8192 /* rows; a power of two */

/* All zero is none; begin with _init. */
struct tcn_story_history_index {
	uint32_t *heads; /* by hash: an entry's number + 1, or 0 */
	uint32_t *next; /* by entry: likewise */
};

/* The result of a search: a bit for each place of a row. */
struct tcn_story_history_found {
	uint64_t bits[TCN_STORY_HISTORY_MAX / 64];
};

void tcn_story_history_index_init(struct tcn_story_history_index *index);
void tcn_story_history_index_fini(struct tcn_story_history_index *index);

/* Add and remove the nth key of the row at this place, n up to
 * TCN_STORY_HISTORY_WORDS; a row has at most one nth key. */
void tcn_story_history_index_add(struct tcn_story_history_index *index,
    uint32_t place, uint32_t nth, uint64_t key);
void tcn_story_history_index_remove(struct tcn_story_history_index *index,
    uint32_t place, uint32_t nth, uint64_t key);

/* Adds to found each row with the key, and some others. */
void tcn_story_history_index_find(const struct tcn_story_history_index *index,
    uint64_t key, struct tcn_story_history_found *found);

/* Sets *key to the nth key of the row at this place; false: there is none. */
typedef bool tcn_story_history_key_fn(const void *ctx, uint32_t place,
    uint32_t nth, uint64_t *key);

/*
 * For validators: the number of entries, if each stands in its chain and is a
 * key that key_of returns, else SIZE_MAX. The index is complete when the number
 * equals that of the keys. O(entries).
 */
size_t
tcn_story_history_index_check(const struct tcn_story_history_index *index,
    tcn_story_history_key_fn *key_of, const void *ctx);

size_t
tcn_story_history_index_bytes(const struct tcn_story_history_index *index);

#endif
