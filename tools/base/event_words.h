/*
 * tools/base/event_words.h - the words for an event's state and its changes.
 *
 * One home for them: pages, messages, the interface and the terminal say the
 * same. Pure.
 */
#ifndef TCN_TOOLS_BASE_EVENT_WORDS_H
#define TCN_TOOLS_BASE_EVENT_WORDS_H

#include "engine/base/buf.h"
#include "engine/base/str.h"
#include "engine/item/record.h"

/* "open", "updated", "closed", "reopened"; "unknown" for any other value. */
const char *tcn_event_words_state(enum tcn_event_state state);

/* Appends what changed with a revision: "grew, a language joined". why: bits
 * TCN_WHY_*; none appends nothing. */
void tcn_event_words_why(unsigned why, struct tcn_buf *out);

#endif
