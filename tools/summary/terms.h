/*
 * tools/summary/terms.h - which of a story's heavy words are shown as its key
 * terms.
 *
 * Not shown are function words of the languages that the story is told in, as
 * its items say and as its titles look, single letters, bare numbers, names of
 * days, the name of one of its sources, what less than a tenth of the origins
 * hold, and a word of which another form was shown: one with the same stem, or
 * other accents. Of its forms that is shown which most of the first 400 titles
 * have. Cost: O(bytes of these).
 */
#ifndef TCN_TOOLS_SUMMARY_TERMS_H
#define TCN_TOOLS_SUMMARY_TERMS_H

#include "tools/summary/summary_core.h"

struct tcn_terms {
	const struct tcn_str *words; /* the heaviest first */
	size_t words_n;
	const struct tcn_summary_text *texts;
	size_t texts_n;
	const struct tcn_summary_core *core; /* of the texts */
	struct tcn_prepare *prep;
};

/* Sets shown[0 .. *n) in the order of words, of which there is room for all;
 * they are views into the texts and words. at[i]: the index of its word.
 * Errors: TCN_NOMEM. */
TCN_MUST_USE enum tcn_rc tcn_terms_choose(const struct tcn_terms *terms,
    struct tcn_str *shown, size_t *at, size_t *n);

#endif
