/*
 * engine/text/textcat.h - libexttextcat, whose models are read once.
 *
 * Its models of some hundred and fifty languages take 60 million instructions
 * (13 ms) to read, and each thread that prepares articles would read them
 * again. It is asked about few texts. So all users of one folder share its
 * models behind a lock, and the last tcn_textcat_close() frees them.
 *
 * Thread safe. An answer depends on the text and the models alone.
 */
#ifndef TCN_ENGINE_TEXT_TEXTCAT_H
#define TCN_ENGINE_TEXT_TEXTCAT_H

#include <stdbool.h>

#include "engine/base/str.h"

struct tcn_textcat;

/* Opens the models in dir, reading them unless they are open; NULL: none can be
 * read there. */
struct tcn_textcat *tcn_textcat_open(const char *dir);
void tcn_textcat_close(struct tcn_textcat *textcat); /* or NULL */

/* Sets lang to the first code of two letters, and a zero behind it, among
 * libexttextcat's guesses for a text; false: there is none. */
bool tcn_textcat_ask(struct tcn_textcat *textcat, struct tcn_str text,
    char lang[3]);

#endif
