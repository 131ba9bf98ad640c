/*
 * tools/serve/web/web_errors.h - sentences of errors, in the reader's language.
 */
#ifndef TCN_TOOLS_SERVE_WEB_WEB_ERRORS_H
#define TCN_TOOLS_SERVE_WEB_WEB_ERRORS_H

#include "engine/base/buf.h"
#include "tools/tell/words/words.h"

/* By number, from 0; NULL behind the last. */
const char *tcn_web_errors_at(size_t i);

/* Appends the sentence in the language of words; false: it is none that is
 * known, and nothing is appended. O(sentences), some hundred. */
bool tcn_web_errors_say(const struct tcn_words *words, struct tcn_str says,
    struct tcn_buf *out);

#endif
