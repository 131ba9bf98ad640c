/*
 * engine/text/romanize_han.h - Chinese characters in pinyin. Private to
 * romanize.
 *
 * ICU's transliterator of Chinese characters takes 850 million instructions to
 * build, as it indexes some forty thousand characters as rules of the general
 * kind. But its rules are a text in ICU's data, nearly all of the form
 * "[characters]→syllable;", and the few others name one character before
 * another. This reads that text into a table, at a thousandth of the cost, and
 * finds the same. The table always fits the version of ICU in use; where that
 * writes rules of another form, it is empty and the caller must ask ICU.
 */
#ifndef TCN_ENGINE_TEXT_ROMANIZE_HAN_H
#define TCN_ENGINE_TEXT_ROMANIZE_HAN_H

#include <stdbool.h>
#include <stddef.h>

#include "engine/base/str.h"

struct tcn_romanize_han; /* 60 KiB */

struct tcn_romanize_han *tcn_romanize_han_new(void);
void tcn_romanize_han_free(struct tcn_romanize_han *han); /* or NULL */

#define TCN_ROMANIZE_HAN_BYTES 256 /* room for a word of so many / 3 bytes */

/*
 * Writes a word of Chinese characters and kana, valid UTF-8, with a syllable of
 * small ASCII letters in the place of each character, and sets *n to its bytes
 * and *kana to whether there are kana in it. False, with nothing written: the
 * word is longer, has other characters, or the table is empty.
 */
bool tcn_romanize_han_word(const struct tcn_romanize_han *han,
    struct tcn_str word, char out[TCN_ROMANIZE_HAN_BYTES], size_t *n,
    bool *kana);

#endif
