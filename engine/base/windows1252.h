/*
 * engine/base/windows1252.h - the characters that windows-1252 has where
 * Unicode has control characters.
 *
 * Nobody writes the control characters U+0080 to U+009F, but many programs
 * number characters as windows-1252 does: "&#146;" is meant as an apostrophe.
 * HTML reads them so (WHATWG HTML, section 13.2.5.80). Five numbers of the 32
 * have no character, and stay what they are.
 */
#ifndef TCN_ENGINE_BASE_WINDOWS1252_H
#define TCN_ENGINE_BASE_WINDOWS1252_H

#include <stdint.h>

static inline uint32_t
tcn_windows1252(uint32_t c)
{
	static const uint16_t meant[32] = { 0x20ac, 0x81, 0x201a, 0x0192,
		0x201e, 0x2026, 0x2020, 0x2021, 0x02c6, 0x2030, 0x0160, 0x2039,
		0x0152, 0x8d, 0x017d, 0x8f, 0x90, 0x2018, 0x2019, 0x201c,
		0x201d, 0x2022, 0x2013, 0x2014, 0x02dc, 0x2122, 0x0161, 0x203a,
		0x0153, 0x9d, 0x017e, 0x0178 };

	return c >= 0x80 && c <= 0x9f ? meant[c - 0x80] : c;
}

#endif
