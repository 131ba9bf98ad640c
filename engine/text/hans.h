/*
 * engine/text/hans.h - Chinese in traditional characters as in simplified ones.
 *
 * Mainland China writes with characters that were simplified; Taiwan and Hong
 * Kong write with traditional ones. It is one language, and one headline in
 * both is one text. ICU's transliterator does it, from Unicode's CLDR; making
 * one takes some milliseconds and 0.5 MB, so callers make it with the first
 * Chinese word. Not thread safe: one struct, one thread.
 */
#ifndef TCN_ENGINE_TEXT_HANS_H
#define TCN_ENGINE_TEXT_HANS_H

#include "engine/base/buf.h"
#include "engine/base/str.h"

struct tcn_hans;

struct tcn_hans *tcn_hans_new(void);
void tcn_hans_free(struct tcn_hans *hans); /* or NULL */

/* Replaces the content of out by a text, valid UTF-8, in simplified characters;
 * what ICU cannot write so stays as it is. Some 0.1 us a character. */
void tcn_hans_text(struct tcn_hans *hans, struct tcn_str text,
    struct tcn_buf *out);

#endif
