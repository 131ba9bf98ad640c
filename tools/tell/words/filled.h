/*
 * tools/tell/words/filled.h - finds what stands in a text for the braces of a
 * message: how a text that was written in English, by a program or long ago, is
 * said in another language.
 */
#ifndef TCN_TOOLS_TELL_WORDS_FILLED_H
#define TCN_TOOLS_TELL_WORDS_FILLED_H

#include <stdbool.h>
#include <stddef.h>

#include "tools/tell/words/words.h"

#define TCN_FILLED_MAX 4 /* braces of a message */

struct tcn_filled {
	struct tcn_words_with with[TCN_FILLED_MAX + 1]; /* for tcn_words_fill */
	size_t n;
	char names[TCN_FILLED_MAX][12];
};

/* Whether the text is the message with something in the place of each of its
 * braces: as little as will do. What was found points into text. */
bool tcn_filled_find(const char *message, struct tcn_str text,
    struct tcn_filled *filled);

#endif
