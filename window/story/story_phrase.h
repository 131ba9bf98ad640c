/*
 * window/story/story_phrase.h - the phrase that the texts of a story share.
 *
 * A dividend notice, a rating or a market report is one template filled in
 * again and again. Its texts share a fixed phrase, while the texts about an
 * event share names. The share of a story's distinct texts with the most common
 * run of three words tells the two apart, without a list of words. (Runs of
 * words as features are the shingles of Broder, On the resemblance and
 * containment of documents, 1997; the share is the containment of one 3-shingle
 * in all texts.)
 */
#ifndef TCN_WINDOW_STORY_STORY_PHRASE_H
#define TCN_WINDOW_STORY_STORY_PHRASE_H

#include <stddef.h>
#include <stdint.h>

#include "window/base/tally.h"

/* One text of a story: its terms, by slot, and its words in reading order. */
struct tcn_story_phrase_text {
	const uint32_t *terms; /* distinct */
	const uint8_t *words; /* indexes into terms */
	size_t terms_n, words_n;
};

struct tcn_story_phrase {
	double share; /* share of the texts with the phrase, 0 to 1 */
	uint32_t terms[3]; /* when share > 0 */
};

/* Finds the most common run of three words; of equal ones the first, in reading
 * order. tally: scratch. O(w) for w words. */
void tcn_story_phrase_find(const struct tcn_story_phrase_text *texts,
    size_t texts_n, struct tcn_tally *tally, struct tcn_story_phrase *phrase);

#endif
