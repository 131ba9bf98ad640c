/*
 * engine/base/sections.h - reads the text files of words that rooms keep beside
 * their code, one file a language: lines in sections.
 *
 *	# A remark.
 *	[heading]
 *	a line
 *	another line
 *	" one whose blanks count "
 *
 * Blanks around a line and empty lines do not count. A line that begins with #
 * or [ or has blanks around it stands in double quotes. A section has at least
 * one line. The caller gives headings and lines their meaning. Files are UTF-8
 * and are built in by embed.sh.
 *
 * Cost: O(bytes); nothing is allocated.
 */
#ifndef TCN_ENGINE_BASE_SECTIONS_H
#define TCN_ENGINE_BASE_SECTIONS_H

#include <stdbool.h>

#include "engine/base/err.h"
#include "engine/base/str.h"

/* A file that embed.sh has built in. */
struct tcn_sections_file {
	const char *name; /* "en" */
	const char *text;
};

#define TCN_SECTIONS_LINE_BYTES 1000 /* the longest line */

struct tcn_sections {
	struct tcn_str rest; /* what is still to be read */
	unsigned long line; /* number of the last line that was read */
	bool opened; /* a heading was read, */
	bool empty; /* and no line of its section yet */
};

/*
 * Sets *text to the next heading, without its brackets, or to the next line.
 * TCN_DONE: the file ends. Errors: TCN_INVALID, err says why. err's line is
 * always set, so a caller that refuses the text only has to add why; err's file
 * is left as it is. err NULL skips the checks of each line's bytes, for a file
 * that a test has already checked.
 */
TCN_MUST_USE enum tcn_rc tcn_sections_next(struct tcn_sections *sections,
    bool *is_heading, struct tcn_str *text, struct tcn_err *err);

/* Iterates over the words, separated by blanks, of all sections with one
 * heading. The text must be one that a test has checked. */
struct tcn_sections_words {
	const char *heading;
	struct tcn_sections sections;
	struct tcn_str line; /* the rest of the current line */
	bool within; /* the current section has that heading */
};

struct tcn_sections_words tcn_sections_words(const char *text,
    const char *heading);

/* Sets *word to the next word. False at the end. */
bool tcn_sections_words_next(struct tcn_sections_words *words,
    struct tcn_str *word);

/* Sets *part to the text of *rest up to the next separator or its end, and
 * moves *rest behind it. False: nothing was left. A line that ends in a
 * separator has an empty last part. */
bool tcn_sections_part(struct tcn_str *rest, char separator,
    struct tcn_str *part);

#endif
