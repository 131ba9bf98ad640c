/*
 * engine/text/lang.h - which language a text is in, as ISO 639-1 ("en", or "").
 *
 * What the article itself says comes first (tcn_lang_from_tag()). Where it says
 * nothing, tcn_lang_detect() takes three steps, from the cheapest on, and stops
 * at the first that is sure:
 *
 *  1. The script, when one language is written in it, or one far more often
 *     than others (Greek, Thai, kana, Hangul ...).
 *  2. A vote of the function words (stopwords.h) and of letters that few
 *     languages have, over the first 1,500 bytes of title and text, and no
 *     further than until the result is clear. A word or letter of several
 *     languages divides its vote among them. A word that begins with a capital
 *     behind others may be a name ("Annan" is Swedish for other) and votes only
 *     where all words do. Languages in which few articles
 *     are written need more votes, because a headline of six words may hold
 *     one of their words by chance.
 *  3. For a longer text on which the votes do not agree, libexttextcat, which
 *     compares ranked character n-grams with a profile of each language
 *     (Cavnar and Trenkle 1994). It costs a thousand times as much as a vote,
 *     so a table of figures never gets there; without its models the step is
 *     left out.
 *
 * Cost: O(1,500 bytes): some microseconds for a vote, some milliseconds for
 * libexttextcat. Not thread safe: one detector, one thread.
 */
#ifndef TCN_ENGINE_TEXT_LANG_H
#define TCN_ENGINE_TEXT_LANG_H

#include <stdbool.h>

#include "engine/base/rc.h"
#include "engine/base/str.h"
#include "engine/text/stemmer.h"
#include "engine/text/tokenizer.h"

#define TCN_LANG_BYTES 8

struct tcn_lang_detector;

/*
 * textcat_dir is where libexttextcat's models and fpdb.conf are; NULL means the
 * place that configure found, "" that there are none. They are read when first
 * needed. A place without models counts as none, but the library reports it on
 * stderr.
 */
struct tcn_lang_detector *tcn_lang_detector_new(const char *textcat_dir);
void tcn_lang_detector_free(struct tcn_lang_detector *detector);

/*
 * Reduces an article's own language tag to ISO 639-1: "pt-BR" gives pt. False,
 * and "", when the tag is empty, unknown or names several languages ("tl/en").
 */
bool tcn_lang_from_tag(struct tcn_str field, char lang[TCN_LANG_BYTES]);

/*
 * Detects the language of a text without markup and its title; "" when none is
 * found. Sets *sure to whether the script or the votes decided it; else lang is
 * the best guess. tokenizer and stemmer belong to the caller, and no scan of
 * the tokenizer may be going on.
 */
void tcn_lang_detect(struct tcn_lang_detector *detector,
    struct tcn_tokenizer *tokenizer, struct tcn_stemmer *stemmer,
    struct tcn_str title, struct tcn_str text, char lang[TCN_LANG_BYTES],
    bool *sure);

#endif
