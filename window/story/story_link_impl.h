/*
 * window/story/story_link_impl.h - the table of links, for
 * window/story/story_link*.c only.
 */
#ifndef TCN_WINDOW_STORY_STORY_LINK_IMPL_H
#define TCN_WINDOW_STORY_STORY_LINK_IMPL_H

#include "window/story/story_link.h"

#define TCN_STORY_LINK_BEGIN 5 /* letters by which names are found */

/* The key of a name in the index: its first letters, as a number. */
static inline uint64_t
tcn_story_link_key(const struct tcn_romanize_word *text)
{
	uint64_t key = 0;

	for (uint8_t i = 0; i < text->n && i < TCN_STORY_LINK_BEGIN; i++)
		key = key << 8 | (uint8_t)text->at[i];
	return key;
}

/* The key of a meaning (engine/text/lexicon.h) in the index. No key of a name
 * has the bit, as no letter has its eighth. */
static inline uint64_t
tcn_story_link_meaning_key(uint32_t meaning)
{
	return UINT64_C(1) << 63 | meaning;
}

/* The number of keys of a name, and its key i, counted from 0: the first
 * letters, then the meanings. */
static inline size_t
tcn_story_link_keys(const struct tcn_story_link_name *name)
{
	return 1u + name->meanings_n;
}

static inline uint64_t
tcn_story_link_key_at(const struct tcn_story_link_name *name, size_t i)
{
	return i ? tcn_story_link_meaning_key(name->meanings[i - 1])
		 : tcn_story_link_key(&name->text);
}

/* The row of the story, or NULL. */
struct tcn_story_link_row *tcn_story_link_find(const struct tcn_story_index *s,
    uint64_t story);

/* The row of an open story, made if there is none, with its language. */
void tcn_story_link_put(struct tcn_story_index *s, uint64_t story, uint8_t lang,
    uint32_t *slot);

/* Replaces the names of the row, also in the index. */
void tcn_story_link_set_names(struct tcn_story_index *s, uint32_t slot,
    const struct tcn_story_link_name *names, size_t n);

/* Adds a link to one row, which must have room. */
void tcn_story_link_add_one(struct tcn_story_index *s,
    struct tcn_story_link_row *row, uint64_t story, double score);

/* Links two rows, which must both have room. */
void tcn_story_link_add(struct tcn_story_index *s, uint32_t a, uint32_t b,
    double score);

#endif
