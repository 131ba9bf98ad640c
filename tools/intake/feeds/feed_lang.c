/*
 * tools/intake/feeds/feed_lang.c - tags of languages as they should be written.
 */
#include <ctype.h>

#include "tools/intake/feeds/feed_impl.h"

#define TAG_BYTES  64 /* longer ones are not normalized */
#define PART_BYTES 8 /* of one subtag at most (RFC 5646, section 2.1) */

/* Writes a subtag as it is recommended (RFC 5646, section 2.1.1): a region in
 * capitals, a script with a capital letter, the rest in small letters. */
static void
write_part(char *part, size_t n, bool plain)
{
	for (size_t i = 0; i < n; i++) {
		bool capital = !plain && (n == 2 || (n == 4 && i == 0));

		part[i] = (char)(capital ? toupper((unsigned char)part[i])
					 : tolower((unsigned char)part[i]));
	}
}

/* Normalizes a tag in place; false: it is none. */
static bool
normalize(char *tag, size_t n)
{
	bool plain = true; /* the first part, and those behind a single one */

	for (size_t at = 0, end; at <= n; at = end + 1) {
		for (end = at; end < n && tag[end] != '-' && tag[end] != '_';)
			if (!isalnum((unsigned char)tag[end++]))
				return false;
		if (end == at || end - at > PART_BYTES)
			return false;
		if (end < n)
			tag[end] = '-';
		plain |= end - at == 1;
		write_part(tag + at, end - at, plain);
		plain &= at > 0 || end - at == 1;
	}
	return true;
}

void
tcn_feed_lang(struct tcn_arena *arena, struct tcn_str lang, struct tcn_str *tag)
{
	char text[TAG_BYTES];

	lang = tcn_str_trim(lang);
	*tag = (struct tcn_str){ 0 };
	if (lang.n == 0)
		return;
	if (lang.n < sizeof text) {
		memcpy(text, lang.at, lang.n);
		if (normalize(text, lang.n))
			lang.at = text;
	}
	tcn_arena_str(arena, lang, tag);
}
