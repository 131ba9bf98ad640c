/*
 * tools/base/hex.h - bytes as hexadecimal digits, two for each, in small
 * letters.
 */
#ifndef TCN_TOOLS_BASE_HEX_H
#define TCN_TOOLS_BASE_HEX_H

#include <stdbool.h>
#include <stddef.h>

#include "engine/base/ascii.h"
#include "engine/base/str.h"

/* Writes n bytes as 2 * n digits and a NUL. */
static inline void
tcn_hex_write(const unsigned char *bytes, size_t n, char *to)
{
	static const char digits[] = "0123456789abcdef";

	for (size_t i = 0; i < n; i++) {
		*to++ = digits[bytes[i] >> 4];
		*to++ = digits[bytes[i] & 15];
	}
	*to = '\0';
}

/* Reads n bytes. False: the text is not 2 * n digits; capitals are none. */
static inline bool
tcn_hex_read(struct tcn_str text, unsigned char *bytes, size_t n)
{
	if (text.n != 2 * n)
		return false;
	for (size_t i = 0; i < n; i++) {
		char a = text.at[2 * i], b = text.at[2 * i + 1];
		int high = tcn_ascii_hex(a), low = tcn_ascii_hex(b);

		if (high < 0 || low < 0 || tcn_ascii_lower(a) != a ||
		    tcn_ascii_lower(b) != b)
			return false;
		bytes[i] = (unsigned char)(high << 4 | low);
	}
	return true;
}

#endif
