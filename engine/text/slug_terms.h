/*
 * engine/text/slug_terms.h - words of an article's address and of its hashtags.
 *
 * The last part of an address, the slug, often holds the headline as it was
 * first written ("/2014/03/plane-vanishes-over-sea.html"), and a hashtag is a
 * phrase without its spaces ("#PrayForBoston"). Both name the event in words
 * that the headline may lack. They are found by their form alone, without a
 * list of words.
 */
#ifndef TCN_ENGINE_TEXT_SLUG_TERMS_H
#define TCN_ENGINE_TEXT_SLUG_TERMS_H

#include "engine/base/arena.h"
#include "engine/base/rc.h"
#include "engine/base/str.h"

/*
 * Sets *slug, in arena, to the words of the address with a space between each
 * two. They are those of the part of its path that has most words (the later
 * one of equals), if it has at least three. A word is two letters or more,
 * and no digit touches it; letters may be escaped ("%C3%A9"). Host, query and
 * fragment are never looked at. *slug is empty when there is no such part, or
 * url is not http or https.
 *
 * An address may drop the letters that are not ASCII, so that only pieces of a
 * word of the title are left ("qu-mica" of "Química"). Such pieces are left
 * out; the first 64 words are compared with the title, which is plain text.
 * O(bytes of the url, and of the title for each of the 64).
 */
void tcn_slug_terms_url(struct tcn_arena *arena, struct tcn_str url,
    struct tcn_str title, struct tcn_str *slug);

/*
 * Sets *parts, in arena, to the parts of a compound word, with a space between
 * each two. A part begins at a capital that follows a small letter, at the last
 * of several capitals before a small letter ("ABCNews"), behind '_', and where
 * letters and digits meet. *parts is empty when there is only one. O(bytes).
 */
void tcn_slug_terms_hashtag(struct tcn_arena *arena, struct tcn_str word,
    struct tcn_str *parts);

#endif
