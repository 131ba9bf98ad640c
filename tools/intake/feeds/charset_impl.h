/*
 * tools/intake/feeds/charset_impl.h - finds out by its bytes which encoding a
 * document is in. Private to tools/intake/feeds/charset*.c.
 *
 * ICU's detector compares frequencies: of pairs of bytes in the encodings of
 * Chinese, Japanese and Korean, of three letters in a row in those of one byte
 * a character. Two samples are shown to it, taken outside of tags: all words,
 * and the words with a byte beyond ASCII. The second has nothing in it that
 * speaks for English; the first tells the Latin languages apart better. What
 * it finds in both is added up.
 *
 * Letters that are all beyond ASCII make long runs of such bytes, Latin ones
 * with accents do not. That tells whether a Latin encoding may be the answer,
 * which the detector by itself gets wrong in short texts. Single letters tell
 * the Latin encodings apart where it does not know the language, as those of
 * the Baltic.
 */
#ifndef TCN_TOOLS_INTAKE_FEEDS_CHARSET_IMPL_H
#define TCN_TOOLS_INTAKE_FEEDS_CHARSET_IMPL_H

#include "engine/base/rc.h"
#include "engine/base/str.h"

/*
 * Sets *name to the encoding that the bytes speak for. With claimed, the name
 * of an encoding that they may be in, to NULL unless they speak against it;
 * NULL otherwise means that there is nothing to go by. bytes are not valid
 * UTF-8, or have an escape sequence.
 */
void tcn_charset_detect(struct tcn_str bytes, const char *claimed,
    const char **name);

#endif
