/*
 * tools/tell/summary/summary_matter.h - whether a story holds two matters.
 *
 * Two matters get into one story by a word that both have: oil, a first name, a
 * company. Of each, texts share words that the other has not. So the origins of
 * the language that most of them have are put into two groups, each origin to
 * the one that it is more like, from some of the words that many hold: those
 * with the word, and those without it, as k-means with two centers does
 * (Dhillon and Modha, "Concept decompositions for large sparse text data using
 * clustering", 2001). They are two matters where
 *
 *     a + 3 b <= 0.55
 *
 * a: the mean cosine of an origin of one group and one of the other, by the
 * mean of two of the same group, in that which has less of it; b: the same of
 * the words that two share but for one, as one word that both have says
 * nothing. Pairs that share several common words, such as the growth of two
 * countries in one quarter, are told apart by names (summary_core.h): a + 3 b
 * may be up to 0.9 where each group has a name that three fifths of it hold and
 * less than a tenth of the other, and no name is held by a fifth of both. An
 * origin that holds the name of one group alone is then of that. In a story of
 * one matter, whatever sides of it are told, texts of both groups have its
 * names in common, and the two are rarely below 1. A group has four origins,
 * and a mean cosine of 0.15: what has nothing in common is no matter.
 *
 * (Of 1,388 stories of headlines 65 were parted without names, and 73 are so
 * with them; read, all eight more hold two matters, as did 35 of 36 of before.
 * What has no names of its own, such as two kinds of loan, stays together.)
 *
 * Cost: O(words), about ten times; three times 4,096 pairs of texts where a is
 * small enough.
 */
#ifndef TCN_TOOLS_TELL_SUMMARY_SUMMARY_MATTER_H
#define TCN_TOOLS_TELL_SUMMARY_SUMMARY_MATTER_H

#include "tools/tell/summary/summary_core.h"

/*
 * Marks those of texts[0 .. n), of which core was made, that are of another
 * matter than the event, copies with their origins; returns how many. The
 * event is of the matter with more origins; of that of its headline, unless
 * the other has twice as many. other is zeroed by the caller.
 */
size_t tcn_summary_matter_find(const struct tcn_summary_text *texts, size_t n,
    const struct tcn_summary_core *core, bool *other);

#endif
