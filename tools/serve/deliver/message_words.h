/*
 * tools/serve/deliver/message_words.h - what a message says of its own, in the
 * language of its receiver (tcn_message_content.words).
 *
 * What is quoted, such as headlines, stays as it was published. JSON has
 * English words in all languages: it is for programs.
 */
#ifndef TCN_TOOLS_SERVE_DELIVER_MESSAGE_WORDS_H
#define TCN_TOOLS_SERVE_DELIVER_MESSAGE_WORDS_H

#include "tools/serve/deliver/message.h"
#include "tools/tell/words/words.h"

/* "New", "Update", "Again" (reopened), "Closed" or "Merged" (closed as part of
 * another event); "New, closed since" for the end of one that the receiver has
 * not heard of; "Unacknowledged" for an escalation; "Digest", "Test". */
const char *tcn_message_label(const struct tcn_message_content *message);

/* Appends "New (critical):". */
void tcn_message_head(const struct tcn_message_content *message,
    struct tcn_buf *out);

/* Appends "16 items, 12 distinct texts, 14 publishers". */
void tcn_message_counts(const struct tcn_message_content *message,
    struct tcn_buf *out);

/*
 * Appends how likely it was news when it fired, what weighed most for and
 * against that, or both: "87 % likely news: all texts have the same subject;
 * against: only 3 different texts". Nothing where the event was not judged.
 */
void tcn_message_likely(const struct tcn_message_content *message,
    struct tcn_buf *out);
void tcn_message_reasons(const struct tcn_message_content *message,
    struct tcn_buf *out);
void tcn_message_sure(const struct tcn_message_content *message,
    struct tcn_buf *out);

#endif
