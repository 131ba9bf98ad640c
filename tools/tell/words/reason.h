/*
 * tools/tell/words/reason.h - why an event fired, in the reader's language.
 *
 * What spoke for an event and against it is stored with it as English sentences
 * (sql/store_reasons.h), made by window/story/news_words.h when it fired. Here
 * each of these sentences is a message with what differs in braces; a stored
 * one is recognized by it, so that old stores speak the reader's language, too.
 */
#ifndef TCN_TOOLS_TELL_WORDS_REASON_H
#define TCN_TOOLS_TELL_WORDS_REASON_H

#include <stdbool.h>

#include "engine/base/buf.h"
#include "tools/tell/words/words.h"

/*
 * Appends the sentence in the language of words; false: it is none that is
 * known, such as one of an older version, and stands as it is. Lack of memory
 * shows in out. O(sentences), some seventy.
 */
bool tcn_reason_say(const struct tcn_words *words, struct tcn_str says,
    struct tcn_buf *out);

#endif
