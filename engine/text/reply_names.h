/*
 * engine/text/reply_names.h - the names that a post answers to.
 *
 * A platform puts the names of those who are answered before what is written:
 * "@ada @bob@town.example Yes, indeed". They say who speaks with whom, and
 * nothing of the matter: a long thread of answers shares them, and they are
 * rare everywhere else, so that they would make one story of it.
 */
#ifndef TCN_ENGINE_TEXT_REPLY_NAMES_H
#define TCN_ENGINE_TEXT_REPLY_NAMES_H

#include "engine/base/str.h"

/*
 * The post behind the names at its beginning: each is '@', letters, digits and
 * "_.-@" of ASCII, and a blank. All of the post when nothing else stands in
 * it. O(bytes of the names).
 */
struct tcn_str tcn_reply_names_skip(struct tcn_str post);

#endif
