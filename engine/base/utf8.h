/*
 * engine/base/utf8.h - is it UTF-8, and cutting it without breaking a
 * character.
 *
 * Everything that comes from outside is checked once, where it enters; all
 * later code may rely on it. Runs of ASCII are checked eight bytes at a time
 * (about 10 GB/s); the rest goes through ICU's macros, which refuse overlong
 * forms, surrogates and numbers above U+10FFFF.
 */
#ifndef TCN_ENGINE_BASE_UTF8_H
#define TCN_ENGINE_BASE_UTF8_H

#include <stdbool.h>
#include <stddef.h>

#include "engine/base/str.h"

/* Length of the ASCII run that s begins with. */
size_t tcn_utf8_ascii_n(struct tcn_str s);

/* Length of the longest beginning of s that is valid; s.n when all is. */
size_t tcn_utf8_valid_n(struct tcn_str s);

static inline bool
tcn_utf8_valid(struct tcn_str s)
{
	return tcn_utf8_valid_n(s) == s.n;
}

/*
 * The longest beginning of s, valid UTF-8, that takes at most n bytes and
 * ends between two characters.
 */
struct tcn_str tcn_utf8_cut(struct tcn_str s, size_t n);

#endif
