/*
 * tools/feeds/charset.h - converts a document to UTF-8 from any encoding.
 *
 * A document often declares an encoding that it is not in. So the evidence of
 * the bytes comes first; the first of these that applies decides:
 *   1. a byte order mark, or the zero bytes of "<" in UTF-16;
 *   2. valid UTF-8 with bytes beyond ASCII is UTF-8, whatever is declared:
 *      text in another encoding is hardly ever valid UTF-8 by chance;
 *   3. the name that came with it (the charset of a Content-Type);
 *   4. the name in the document (XML declaration, HTML meta element);
 *   5. windows-1252, in which every byte is some character.
 * ISO-8859-1 and ASCII are read as windows-1252, as browsers do (WHATWG
 * Encoding Standard, section 4.2). Bytes that the encoding has no character
 * for become U+FFFD, so that no document is refused. ICU converts.
 */
#ifndef TCN_TOOLS_FEEDS_CHARSET_H
#define TCN_TOOLS_FEEDS_CHARSET_H

#include "engine/base/arena.h"
#include "engine/base/rc.h"
#include "engine/base/str.h"

/*
 * Sets *utf8 to bytes as valid UTF-8 without a byte order mark: a part of
 * bytes, or a copy in arena. named: the name that came with it, or empty.
 * O(bytes). Errors: TCN_NOMEM.
 */
TCN_MUST_USE enum tcn_rc tcn_charset_utf8(struct tcn_str bytes,
    struct tcn_str named, struct tcn_arena *arena, struct tcn_str *utf8);

#endif
