/*
 * tools/tell/summary/terms.h - which of a story's heavy words are shown as its
 * key terms.
 *
 * Not shown are function words of the languages that the story is told in, as
 * its items say and as its titles look, single letters, bare numbers, names of
 * days, the name of one of its sources, what less than a tenth of the origins
 * hold, and a word of which another form was shown: one with the same stem, or
 * other accents. Of its forms the one is shown that most of the first 400
 * titles have: a stream may have met the stem in a word of another meaning
 * first.
 */
#ifndef TCN_TOOLS_TELL_SUMMARY_TERMS_H
#define TCN_TOOLS_TELL_SUMMARY_TERMS_H

#include "tools/tell/summary/summary_core.h"

struct tcn_terms_story {
	const struct tcn_summary_text *texts;
	size_t n;
	/* Of the texts; NULL: no word is held by too few. */
	const struct tcn_summary_core *core;
	struct tcn_prepare *prep;
};

/* What the choice needs of a story, read once for all that is chosen. */
struct tcn_terms;

/* What story points to outlives terms. O(bytes of the first 400 titles, and of
 * all sources). */
struct tcn_terms *tcn_terms_new(const struct tcn_terms_story *story);
void tcn_terms_free(struct tcn_terms *terms); /* or NULL */

/* A heavy word. */
struct tcn_terms_word {
	struct tcn_str word;
	uint64_t id; /* of its term (engine/item/doc.h); 0: as word is read */
};

/* Sets shown[0 .. *shown_n) in the order of words[0 .. n), the heaviest first,
 * of which there is room for all; they are views into the texts and words.
 * at[i]: the index of its word. O(words). */
void tcn_terms_choose(struct tcn_terms *terms,
    const struct tcn_terms_word *words, size_t n, struct tcn_str *shown,
    size_t *at, size_t *shown_n);

#endif
