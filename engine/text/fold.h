/*
 * engine/text/fold.h - one spelling for words that read the same.
 *
 * tcn_fold() is Unicode's compatibility case folding, NFKC_Casefold (Unicode
 * Standard 3.13; UAX #44): differences of case, width, ligatures and invisible
 * characters go.
 *
 * tcn_fold_accents() removes accents from Latin, Greek, Cyrillic, Arabic and
 * Hebrew letters, because writers in a hurry leave them out: the text is
 * decomposed (NFD), the marks are dropped and the rest is composed again (NFC).
 * The marks of other scripts are part of the spelling and stay.
 *
 * Cost: both go through ICU, about a microsecond a word that is not ASCII, so
 * callers keep results in a cache (stemmer.h). Text beyond 160 bytes is cut
 * off.
 */
#ifndef TCN_ENGINE_TEXT_FOLD_H
#define TCN_ENGINE_TEXT_FOLD_H

#include "engine/base/buf.h"
#include "engine/base/rc.h"
#include "engine/base/str.h"

/* Replaces the content of out by s, valid UTF-8, folded. */
void tcn_fold(struct tcn_str s, struct tcn_buf *out);

/* Replaces the content of out by s, folded already, without its accents. Text
 * in ASCII has none, so it need not be passed. */
void tcn_fold_accents(struct tcn_str s, struct tcn_buf *out);

#endif
