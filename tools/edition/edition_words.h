/*
 * tools/edition/edition_words.h - the words of an edition, in the language of
 * its readers.
 *
 * A table a language; a word with a count has two forms, as all languages here
 * have. Dates and times are ICU's, by language and zone, which the version of
 * ICU may change (`method` of an edition names it).
 */
#ifndef TCN_TOOLS_EDITION_EDITION_WORDS_H
#define TCN_TOOLS_EDITION_EDITION_WORDS_H

#include "engine/base/buf.h"
#include "tools/edition/edition_conf.h"

enum tcn_edition_word {
	TCN_EDITION_WORD_NEW, /* headings of sections */
	TCN_EDITION_WORD_DEVELOPING,
	TCN_EDITION_WORD_CLOSED,
	TCN_EDITION_WORD_UNCHANGED,
	TCN_EDITION_WORD_SOURCES, /* "Sources: " */
	TCN_EDITION_WORD_NEW_SOURCES, /* "New sources: " */
	TCN_EDITION_WORD_NOTHING, /* no event is told of */
	TCN_EDITION_WORD_AS_OF, /* "As of {}" */
	TCN_EDITION_WORD_FOOT, /* what an edition is made of */
	TCN_EDITION_WORD_BEFORE, /* "{} in the last edition" */
	TCN_EDITION_WORD_IN, /* "in {}": languages */
	TCN_EDITION_WORD_BEFORE_NO, /* "{} in no.", a number follows */
	TCN_EDITION_WORD_CORRECTION, /* "Correction: {}", a lower value */
	TCN_EDITION_WORD_WITHDRAWN, /* "Withdrawn: {}" */
	TCN_EDITION_WORD_OTHER, /* events without a category */

	TCN_EDITION_WORDS
};

enum tcn_edition_noun {
	TCN_EDITION_NOUN_TEXT,
	TCN_EDITION_NOUN_ORIGIN,
	TCN_EDITION_NOUN_PUBLISHER,
	TCN_EDITION_NOUN_MORE, /* "and {} more" sources */
	TCN_EDITION_NOUN_REST, /* "{} further events were left out" */
};

const char *tcn_edition_word(enum tcn_edition_language language,
    enum tcn_edition_word word);

/* Appends the word with {} replaced by text. */
void tcn_edition_word_with(enum tcn_edition_language language,
    enum tcn_edition_word word, struct tcn_str text, struct tcn_buf *out);

/* Appends a count and its noun. */
void tcn_edition_count(enum tcn_edition_language language,
    enum tcn_edition_noun noun, uint64_t n, struct tcn_buf *out);

/* "en" */
const char *tcn_edition_language_code(enum tcn_edition_language language);

/* How much of a time is written. */
enum tcn_edition_time {
	TCN_EDITION_TIME_LONG, /* "Monday, 23 November 2026 at 07:00" */
	TCN_EDITION_TIME_SHORT, /* "23 Nov 2026, 07:00" */
};

/* Appends a time by the clocks of a zone; nothing when ICU cannot. */
void tcn_edition_time(const struct tcn_edition_conf *conf, int64_t ms,
    enum tcn_edition_time length, struct tcn_buf *out);

#endif
