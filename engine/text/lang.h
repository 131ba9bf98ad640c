/*
 * engine/text/lang.h - which language a text is in, as ISO 639-1 ("en", or "").
 *
 * What the article says comes first. Where it says nothing, the script
 * decides when only one language is written in it; else the function words
 * (stop.h) and the letters of its beginning vote, no further than until it is
 * clear; a longer text on which they do not agree goes to libexttextcat. That
 * is a thousand times dearer than a vote, so it comes last, and a table of
 * figures never; without its models it is left out.
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
 * textcat_dir: where libexttextcat keeps its models and fpdb.conf; NULL: the
 * place found by configure; "": none. Read when first needed; a place
 * without models is as good as none, but the library complains on stderr.
 */
TCN_MUST_USE enum tcn_rc tcn_lang_detector_new(const char *textcat_dir,
    struct tcn_lang_detector **langs);
void tcn_lang_detector_free(struct tcn_lang_detector *langs);

/*
 * What an article says its language is, reduced: "pt-BR" gives pt. False, and
 * "", when it says nothing, something unknown or several things ("tl/en").
 */
bool tcn_lang_from_tag(struct tcn_str field, char lang[TCN_LANG_BYTES]);

/*
 * The language of a text (plain) with this title; "" when there is no telling.
 * tokenizer and stemmer are those of the caller. Errors: TCN_NOMEM.
 */
TCN_MUST_USE enum tcn_rc tcn_lang_detect(struct tcn_lang_detector *langs,
    struct tcn_tokenizer *tokenizer, struct tcn_stemmer *stemmer,
    struct tcn_str title, struct tcn_str text, char lang[TCN_LANG_BYTES]);

#endif
