/*
 * engine/item/word_case.h - how an article is written: capitals, figures, a
 * label.
 *
 * News is several sentences about one name; a notice is a form that is filled
 * in with another name each time, written as a title, with figures, behind a
 * label. Both can be read off the letters, without a word list. This module
 * looks at one headline, or the beginning of one text; what it finds is kept
 * with the doc (engine/item/doc.h), and window/story/score.h compares the
 * texts of a story by it.
 *
 * A word stands *inside* when it does not begin the headline or a sentence and
 * does not follow a dash, a colon or a quotation mark: there a language that
 * has capitals writes one for a name, and for little else. A hashtag or a user
 * name says nothing, as people write them as they like.
 *
 * Scripts without case (Arabic, Hebrew, ...) have neither capitals nor small
 * letters here, so all that is known of such a headline is its figures. Where
 * they are also without spaces (Chinese, Japanese), a word that the segmenter's
 * dictionary does not have takes the place of one with a capital
 * (engine/text/segmenter.h): there most are names.
 *
 * Cost: one look-up of Unicode for the first letter of a word.
 */
#ifndef TCN_ENGINE_ITEM_WORD_CASE_H
#define TCN_ENGINE_ITEM_WORD_CASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "engine/base/ascii.h"
#include "engine/base/str.h"

enum tcn_word_case {
	TCN_WORD_CASELESS, /* its first letter has no case, or it has none */
	TCN_WORD_SMALL,
	TCN_WORD_CAPITAL,
};

/* Whether a headline is written as a sentence or As a Title. */
enum tcn_word_case_form {
	TCN_HEADLINE_UNKNOWN, /* too few words that have a case */
	TCN_HEADLINE_SENTENCE,
	TCN_HEADLINE_TITLE, /* or in capitals */
};

/* Counts of one headline or text, from all zero. */
struct tcn_word_case_counts {
	uint32_t words; /* counted */
	uint32_t capitals, smalls; /* of four letters or more */
	uint32_t
	    spaceless; /* words of scripts that are written without spaces */
	bool has_figures; /* of a headline: one of the first 24 words has a
			   * digit */
	bool has_saying; /* the same: one is a verb of saying */
};

/* Words behind this many are not looked at for figures. */
#define TCN_WORD_CASE_FIGURES_WITHIN 24

/* The general forms of the inline functions below, for the words that those do
 * not decide themselves. */
enum tcn_word_case tcn_word_case_any(struct tcn_str word);
bool tcn_word_is_inside_any(struct tcn_str text, struct tcn_str word);
bool tcn_word_case_has_figure(struct tcn_str word);
bool tcn_word_case_is_long(struct tcn_str word);

/* The case of the word's first letter. */
static inline enum tcn_word_case
tcn_word_case(struct tcn_str word)
{
	unsigned char c = word.n ? (unsigned char)*word.at : 0;

	if (c >= 0x80)
		return tcn_word_case_any(word);
	return c >= 'A' && c <= 'Z' ? TCN_WORD_CAPITAL
	    : c >= 'a' && c <= 'z'  ? TCN_WORD_SMALL
				    : TCN_WORD_CASELESS;
}

/* Whether the word, a part of text, stands inside a sentence of it. O(1). Most
 * stand a blank behind another. */
static inline bool
tcn_word_is_inside(struct tcn_str text, struct tcn_str word)
{
	const char *at = word.at;

	return (at - text.at >= 2 && at[-1] == ' ' &&
		   tcn_ascii_is_alnum(at[-2])) ||
	    tcn_word_is_inside_any(text, word);
}

/* Notes whether the next word of a headline has figures; to be called before
 * the word is counted. */
static inline void
tcn_word_case_figures(struct tcn_word_case_counts *counts, struct tcn_str word)
{
	if (counts->words < TCN_WORD_CASE_FIGURES_WITHIN &&
	    !counts->has_figures)
		counts->has_figures = tcn_word_case_has_figure(word);
}

/* Counts one more word. Most are short, or begin with four letters of ASCII. */
static inline void
tcn_word_case_count(struct tcn_word_case_counts *counts, struct tcn_str word,
    enum tcn_word_case its)
{
	uint32_t four;

	counts->words++;
	if (its == TCN_WORD_CASELESS || word.n < sizeof four)
		return;
	memcpy(&four, word.at, sizeof four);
	if (four & 0x80808080 && !tcn_word_case_is_long(word))
		return;
	counts->capitals += its == TCN_WORD_CAPITAL;
	counts->smalls += its == TCN_WORD_SMALL;
}

/*
 * The form by the counts. In a title four fifths of the words of four letters
 * or more that have a case, of two such words at least, begin with a capital.
 */
enum tcn_word_case_form
tcn_word_case_form(const struct tcn_word_case_counts *counts);

/*
 * Whether the headline begins with a label: capital letters, two or more, also
 * with blanks, '.', '&' and '/' between them, glued on by a dash without a
 * blank ("US MARKETS-..."). A digit in it makes it none. O(bytes of the label).
 */
bool tcn_word_case_has_label(struct tcn_str headline);

/*
 * Whether the headline begins with such a label of two words or more that is
 * not glued on: a blank stands beside the dash ("US MARKETS SNAPSHOT - ...").
 * One word alone may be a place or a company. O(bytes of the label).
 */
bool tcn_word_case_is_filed(struct tcn_str headline);

/* Whether a colon parts the headline: one that a blank or no byte of ASCII
 * follows, but not at its end. Then mostly somebody speaks, before or behind
 * it. O(bytes). */
bool tcn_word_case_has_colon(struct tcn_str headline);

#endif
