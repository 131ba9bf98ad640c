/*
 * window/rewrite.h - whether one text rewrites another, or is the same form
 * filled in again.
 *
 * Two texts whose weighted words are alike (window/pairs/pairs.h) may be one
 * report written up twice; or notices of one form: the currency of the day, a
 * lottery, one company's dividend and another's. Of the pairs of a daily press
 * whose cosine is .6 or more, two in three are forms. Their content tells them
 * apart: a rewrite keeps figures and names.
 *
 * A pair is judged in this order:
 *
 *	length   of the shorter text to the longer, in words, at least
 *	         `lengths`; and both have least_words, or no text at all
 *	content  likeness of the content sets (engine/text/content.h) of at
 *	         least `likeness`: the resemblance of Jaccard, or the cosine
 *	form     one of these:
 *	         - both are tables: a quarter of their words have digits, and
 *	           they have fewer function words
 *	         - both have numbers or names, and share (almost) none of them:
 *	           fewer than one in ten of those of the text with fewer
 *	         - both have three numbers or more, and share fewer than two in
 *	           five
 *	         - their titles are one form (title_form.h) filled in
 *	           otherwise, and they share less than half of numbers and names
 *	         - both have three *rare* words or more, those that fewer than
 *	           one item in two hundred had, and share fewer than two in
 *	           five; of whole reports, fewer than half, or with the same
 *	           figures three in ten
 *	         - the title of the later one has rare words, none of which the
 *	           other has, and they share fewer than seven in ten of all,
 *	           without the same figures; or rare names, none of which the
 *	           other has
 *	         and of two whole reports, with texts of thirty words or more,
 *	         also one of these:
 *	         - one has fewer than three rare words: it tells nothing that is
 *	           not told every day
 *	         - of the five weightiest words of one, numbers aside, the other
 *	           has fewer than three, without the same figures
 *	         - they came twenty hours apart or more, and something speaks
 *	           for a form; or both have numbers, and share fewer than two
 *	           in three
 *	         - something speaks for a form, and they share fewer than 85 in
 *	           a hundred rare words, without the same figures
 *
 * Evidence for a form is one of these: one of them is the same form as a third
 * text, and nearly as alike: what the pair lacks to a cosine of 1 is at least
 * three quarters of what those two lack; the title of the later one has no rare
 * word that the other has; of the rare names of that title, two or more, the
 * other has at most half. They have the same figures if three numbers or more
 * are in both, four in five of those of the text with fewer, and of the rare
 * ones of the later text as many, one at least: figures are what desks do not
 * say in other words, and what forms are filled in with.
 *
 * Two dividends are alike by the words of all dividends, which are not rare;
 * they differ in the companies and sums, which are. Forms come again and again:
 * so a text that has a form beside it is believed only if the pair stands out
 * from it, and one that comes at the same hour of the next day only if there is
 * no evidence for a form. To distrust a match that is hardly nearer than one
 * known to be false is the ratio test of Lowe, Distinctive image features from
 * scale-invariant keypoints (2004).
 *
 * In two stages, a cheap one over all and a dear one over what is left, and the
 * second by the content words, this is how a project on Spanish-language news
 * of 2019 found duplicates; separating forms is our addition.
 *
 * Cost: O(content words); of an item with several partners of which one is a
 * form, twice that.
 */
#ifndef TCN_WINDOW_REWRITE_H
#define TCN_WINDOW_REWRITE_H

#include "engine/item/record.h"
#include "window/pairs/pairs.h"

enum tcn_rewrite_measure {
	TCN_REWRITE_JACCARD,
	TCN_REWRITE_COSINE,
};

struct tcn_rewrite_conf {
	double likeness; /* of the content sets, 0 to 1 */
	enum tcn_rewrite_measure measure;
	double lengths; /* 0 to 1 */
	uint32_t least_words; /* of a text */
};

enum tcn_rewrite_kind {
	TCN_REWRITE_UNLIKE, /* too short, or of different length or content */
	TCN_REWRITE_FORM,
	TCN_REWRITE_SAME, /* a rewrite */
};

/* The name of a kind: "unlike", "form", "rewrite". */
const char *tcn_rewrite_kind_name(enum tcn_rewrite_kind kind);

/* A pair of items whose cosine is high enough. */
struct tcn_rewrite_pair {
	uint64_t seq; /* of the earlier item */
	uint64_t text; /* its text, as in struct tcn_placement */
	double cosine, likeness;
	enum tcn_rewrite_kind kind;
};

/* The later item of a pair, with the ids of its rare content words, item.rare
 * of them, and of those in its title, each in ascending order; and of the rare
 * names in its title, in any order. */
struct tcn_rewrite_item {
	struct tcn_pairs_item item;
	const uint64_t *rare, *title, *names;
	uint32_t title_n, names_n;
};

/* Judges one pair; later->item.form must be the cosine of the later item to
 * another text of the same form. */
struct tcn_rewrite_pair tcn_rewrite_judge(const struct tcn_rewrite_conf *conf,
    const struct tcn_rewrite_item *later, const struct tcn_pairs_hit *hit);

/* Judges all pairs of an item, one for each hit, into `pairs`: a pair that is a
 * form is evidence about the others. Sets later->item.form. */
void tcn_rewrite_judge_all(const struct tcn_rewrite_conf *conf,
    struct tcn_rewrite_item *later, const struct tcn_pairs_hits *hits,
    struct tcn_rewrite_pair *pairs);

#endif
