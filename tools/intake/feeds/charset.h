/*
 * tools/intake/feeds/charset.h - converts a document to UTF-8 from any
 * encoding.
 *
 * A document often declares an encoding that it is not in. So the evidence of
 * the bytes comes first; the first of these that applies decides:
 *   1. a byte order mark of UTF-8, UTF-16 or UTF-32; or, in the first four
 *      bytes, the zero bytes of UTF-16 and UTF-32 without one, or "<?xm" in
 *      EBCDIC (XML 1.0, appendix F);
 *   2. bytes beyond ASCII that are valid UTF-8 are UTF-8, whatever is
 *      declared: text in another encoding is hardly ever valid UTF-8 by
 *      chance, but for a few characters of Thai or of an encoding of
 *      several bytes a character. Where only some sequences are not valid,
 *      it is UTF-8 with damage: they become U+FFFD, and `replaced` counts
 *      them. That is so when UTF-8 is what is declared or nothing is, and no
 *      more are bad than good; or when ten or more are good, and a quarter
 *      as many bad;
 *   3. the charset of the Content-Type, which outranks the document's own
 *      declaration (RFC 7303, section 3.2);
 *   4. the encoding in the XML declaration or HTML meta element;
 *   5. what ICU's detector finds (charset_impl.h);
 *   6. windows-1252, in which every byte is some character.
 * A name of 3 or 4 is passed over, and stands in `claimed`, when the bytes
 * speak against it: it names UTF-8, and 2 has ruled that out; or UTF-16, and 1
 * has; it is an encoding of several bytes a character, and over a tenth of
 * the bytes beyond ASCII are none of its characters; or it is a Latin
 * encoding, which servers add without being asked, and the bytes make long
 * words without one ASCII letter, or the detector finds another encoding by
 * far more likely.
 *
 * Names are taken as browsers take them (WHATWG Encoding Standard, section
 * 4.2): ISO-8859-1 and ASCII are windows-1252, GB2312 is GB18030, and so on.
 * Bytes that the encoding has no character for become U+FFFD, so that no
 * document is refused. ICU converts.
 */
#ifndef TCN_TOOLS_INTAKE_FEEDS_CHARSET_H
#define TCN_TOOLS_INTAKE_FEEDS_CHARSET_H

#include <stddef.h>

#include "engine/base/arena.h"
#include "engine/base/rc.h"
#include "engine/base/str.h"

struct tcn_charset_text {
	struct tcn_str utf8; /* valid, without a byte order mark */
	struct tcn_str name; /* of the encoding that it was read in */
	struct tcn_str claimed; /* the name that was passed over, or empty */
	size_t replaced; /* places where U+FFFD stands for bad bytes */
	size_t replaced_at; /* offset of the first one in utf8 */
};

/*
 * Sets *text to bytes as UTF-8: a part of bytes, or a copy in arena. named: the
 * name that came with it, or empty. O(bytes), of which the detector reads 16 KB
 * at most.
 */
void tcn_charset_utf8(struct tcn_str bytes, struct tcn_str named,
    struct tcn_arena *arena, struct tcn_charset_text *text);

#endif
