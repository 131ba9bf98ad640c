/*
 * engine/base/sections.h - reads the files of words and texts that rooms have
 * beside their code, one a language: lines in sections.
 *
 *	# A remark.
 *	[heading]
 *	a line
 *	another line
 *	" one whose blanks count "
 *
 * Blanks around a line and empty lines do not count. A line that begins with #
 * or [ or has blanks around it stands in double quotes. A section has a line at
 * least. What headings and lines mean is the caller's. Files are UTF-8 and are
 * built in by embed.sh.
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

#define TCN_SECTIONS_LINE_BYTES 1000 /* of a line at most */

struct tcn_sections {
	struct tcn_str rest; /* what is still to be read */
	unsigned long line; /* number of the last line that was read */
	bool opened; /* a heading was read */
	bool empty; /* and no line since */
};

/*
 * Sets *text to the next heading, without its brackets, or line. TCN_DONE: the
 * file ends. Errors: TCN_INVALID, err says why. err's line is set in any case,
 * so that a caller who refuses what was read has only to say why; its file is
 * left as it is. err is NULL where a test has read the file already: the bytes
 * of its lines are not looked at again.
 */
TCN_MUST_USE enum tcn_rc tcn_sections_next(struct tcn_sections *sections,
    bool *is_heading, struct tcn_str *text, struct tcn_err *err);

/* The words of the sections of one heading, a blank between two. A test has
 * read the text before. */
struct tcn_sections_words {
	const char *heading;
	struct tcn_sections sections;
	struct tcn_str line; /* what is left of it */
	bool within; /* such a section */
};

struct tcn_sections_words tcn_sections_words(const char *text,
    const char *heading);

/* False: there is no other. */
bool tcn_sections_words_next(struct tcn_sections_words *words,
    struct tcn_str *word);

/* Sets *part to what stands in *rest before the next separator, or to all of
 * it, and moves *rest behind that. False: there was nothing left; a line that
 * ends in a separator has an empty part at its end. */
bool tcn_sections_part(struct tcn_str *rest, char separator,
    struct tcn_str *part);

#endif
