/*
 * engine/base/utf8.h - checks UTF-8, and cuts it without splitting a character.
 *
 * All input is checked once, where it enters; later code relies on valid UTF-8.
 * Stretches of ASCII are checked eight bytes at a time (about 10 GB/s); the
 * rest goes through ICU's macros, which refuse overlong forms, surrogates and
 * numbers above U+10FFFF, as the Unicode Standard demands (3.9, table 3-7).
 */
#ifndef TCN_ENGINE_BASE_UTF8_H
#define TCN_ENGINE_BASE_UTF8_H

#include <stdbool.h>
#include <stddef.h>

#include "engine/base/str.h"

/* Length in bytes of the ASCII that s begins with; s.n when it is all ASCII. */
size_t tcn_utf8_ascii_n(struct tcn_str s);

/* Length in bytes of the longest valid beginning of s; s.n when all is. */
size_t tcn_utf8_valid_n(struct tcn_str s);

static inline bool
tcn_utf8_valid(struct tcn_str s)
{
	return tcn_utf8_valid_n(s) == s.n;
}

/*
 * The longest beginning of s that takes at most n bytes and ends between two
 * characters. s must be valid UTF-8. O(1).
 */
struct tcn_str tcn_utf8_cut(struct tcn_str s, size_t n);

#endif
