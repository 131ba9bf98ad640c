/*
 * engine/text/slug_terms.h - words that an article carries beside those of its
 * text.
 *
 * The last part of an address often holds the headline as it was first
 * written ("/2014/03/plane-vanishes-over-sea.html"), and a tag is a phrase
 * without its spaces ("#PrayForBoston"). Both name the event in words the
 * headline may lack. No word list is needed: only the form is looked at.
 */
#ifndef TCN_ENGINE_TEXT_SLUG_TERMS_H
#define TCN_ENGINE_TEXT_SLUG_TERMS_H

#include "engine/base/arena.h"
#include "engine/base/rc.h"
#include "engine/base/str.h"

/*
 * The words of the address, a space between each two: of the part of its path
 * that has most of them (the later one of equals), and at least three. A word
 * is two letters or more with no digit at either end; letters may be escaped
 * ("%C3%A9"). What an address that drops letters leaves of a word of the title
 * ("qu-mica" of "Química") is none; the first 64 are held against the title,
 * which is plain text. Into *slug, in arena; empty when there are none, or url
 * is not http or https. Never the host, nor what follows '?' or '#'. O(bytes
 * of the url, and of the title for each of the 64). Errors: TCN_NOMEM.
 */
TCN_MUST_USE enum tcn_rc tcn_slug_terms_url(struct tcn_arena *arena,
    struct tcn_str url, struct tcn_str title, struct tcn_str *slug);

/*
 * The parts of a word written together: it parts before a capital that
 * follows a small letter, before the last of several capitals ("ABCNews"), at
 * '_', and between letters and digits. Into *parts, in arena, a space between
 * each two; empty when it has only one part. O(bytes). Errors: TCN_NOMEM.
 */
TCN_MUST_USE enum tcn_rc tcn_slug_terms_hashtag(struct tcn_arena *arena,
    struct tcn_str word, struct tcn_str *parts);

#endif
