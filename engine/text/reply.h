/*
 * engine/text/reply.h - the names that a platform puts before a post.
 *
 * A reply begins with whom it answers ("@ann @bob are you safe?"), a repeat
 * with whom it repeats ("RT @ann: bridge down"). Nobody wrote these names, and
 * they say nothing of what the post is about, but a thread of thousands of
 * replies shares them.
 *
 * Nothing here allocates. Cost: O(bytes of the names).
 */
#ifndef TCN_ENGINE_TEXT_REPLY_H
#define TCN_ENGINE_TEXT_REPLY_H

#include "engine/base/str.h"

/* The text behind these names, a part of text; all of it where there are none.
 * A name is "@" and letters, digits or '_', with the host of a federated one
 * behind it ("@ann@social.example"). */
struct tcn_str tcn_reply_text(struct tcn_str text);

#endif
