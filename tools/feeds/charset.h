/*
 * tools/feeds/charset.h - whatever encoding a document came in, as UTF-8.
 *
 * What a document says of its own encoding is often wrong. So what the bytes
 * show goes first:
 *   1. a byte order mark, or the zero bytes of "<" in UTF-16;
 *   2. bytes that are valid UTF-8 beyond ASCII are UTF-8, whatever is said:
 *      text in another encoding hardly ever is so by chance;
 *   3. the name its carrier gave (the charset of a Content-Type);
 *   4. the name it gives itself (XML declaration, HTML meta element);
 *   5. windows-1252, in which every byte is some character.
 * ISO-8859-1 and ASCII are read as windows-1252, as browsers do (WHATWG
 * Encoding Standard, section 4.2). Bytes that the encoding has no character
 * for become U+FFFD; nothing makes a document unreadable. ICU converts.
 */
#ifndef TCN_TOOLS_FEEDS_CHARSET_H
#define TCN_TOOLS_FEEDS_CHARSET_H

#include "engine/base/arena.h"
#include "engine/base/rc.h"
#include "engine/base/str.h"

/*
 * bytes as valid UTF-8 without a byte order mark, in *utf8: a part of bytes
 * or a copy in arena. named: the carrier's name for the encoding, or empty.
 * O(bytes). Errors: TCN_NOMEM.
 */
TCN_MUST_USE enum tcn_rc tcn_charset_utf8(struct tcn_str bytes,
    struct tcn_str named, struct tcn_arena *arena, struct tcn_str *utf8);

#endif
