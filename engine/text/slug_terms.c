#include "engine/text/slug_terms.h"

#include <assert.h>
#include <stdint.h>
#include <string.h>
#include <strings.h>
#include <unicode/uchar.h>
#include <unicode/utf8.h>

#include "engine/base/ascii.h"
#include "engine/base/url.h"
#include "engine/base/utf8.h"

#define WORDS_MIN    3 /* of a slug; fewer may be a section or a name */
#define PART_BYTES   8 /* that so many words of two letters take at least */
#define SUFFIX_BYTES 5 /* of a file name, as in ".shtml" */
#define PIECES_MAX   64 /* words that are compared with the title */

/* What a byte is to a word: any beyond ASCII is taken for one of a letter. */
enum {
	LETTER = 1,
	DIGIT = 2,
};

static const unsigned char kinds[256] = {
	['0' ... '9'] = DIGIT,
	['A' ... 'Z'] = LETTER,
	['a' ... 'z'] = LETTER,
	[0x80 ... 0xff] = LETTER,
};

/* The bytes of s that stand before a c. */
static size_t
up_to(struct tcn_str s, char c)
{
	const char *end = s.n ? memchr(s.at, c, s.n) : NULL;

	return end ? (size_t)(end - s.at) : s.n;
}

/* The path of url, without query and fragment. */
static struct tcn_str
path_of(struct tcn_str url)
{
	struct tcn_str host = tcn_url_host(url), path = { 0 };
	const char *end;

	if (!host.n)
		return path;
	end = url.at + url.n;
	path.at = host.at + host.n;
	while (path.at < end && *path.at != '/')
		path.at++;
	path.n = (size_t)(end - path.at);
	path.n = up_to(path, '?');
	path.n = up_to(path, '#');
	return path;
}

/* Cuts off ".html" and the like. */
static struct tcn_str
without_suffix(struct tcn_str part)
{
	for (size_t n = 1; n <= SUFFIX_BYTES + 1 && n < part.n; n++)
		if (part.at[part.n - n] == '.')
			return (struct tcn_str){ part.at, part.n - n };
	return part;
}

/* Decodes escapes ("%41") into `to`, which has room for part.n bytes. */
static size_t
unescape(struct tcn_str part, char *to)
{
	size_t n = 0;

	if (!memchr(part.at, '%', part.n)) {
		memcpy(to, part.at, part.n);
		return part.n;
	}
	for (size_t i = 0; i < part.n; i++) {
		int high = -1, low = -1;

		if (part.at[i] == '%' && i + 2 < part.n) {
			high = tcn_ascii_hex(part.at[i + 1]);
			low = tcn_ascii_hex(part.at[i + 2]);
		}
		if (high >= 0 && low >= 0) {
			to[n++] = (char)(high << 4 | low);
			i += 2;
		} else {
			to[n++] = part.at[i];
		}
	}
	return n;
}

/* Reduces at[0..*n) to its words, in place; how many there are. */
static size_t
keep_words(char *at, size_t *n)
{
	size_t words = 0, kept = 0;

	for (size_t i = 0; i < *n;) {
		size_t from = i;
		unsigned is, all = 0;

		for (; i < *n && (is = kinds[(unsigned char)at[i]]); i++)
			all |= is;
		if (i - from > 1 && all == LETTER) {
			if (words++)
				at[kept++] = ' ';
			memmove(at + kept, at + from, i - from);
			kept += i - from;
		}
		i += i == from;
	}
	*n = kept;
	return words;
}

/* Cuts the next part, up to a slash, off the path. */
static struct tcn_str
next_part(struct tcn_str *path)
{
	struct tcn_str part = { path->at, up_to(*path, '/') };

	path->at += part.n + (part.n < path->n);
	path->n -= part.n + (part.n < path->n);
	return part;
}

/*
 * Whether the title has this word with a character beyond ASCII right before
 * or behind it: then the word is a piece of one of the title's. (That character
 * may be a curly quote; the word is then a whole one, but one of the title's
 * all the same.)
 */
static bool
is_piece(struct tcn_str word, struct tcn_str title)
{
	char before = ' ', after;

	for (size_t i = 0; i + word.n <= title.n; before = title.at[i++]) {
		after = i + word.n < title.n ? title.at[i + word.n] : ' ';
		if (((unsigned char)before | (unsigned char)after) < 0x80)
			continue; /* nearly always */
		if (!tcn_ascii_is_letter(before) &&
		    !tcn_ascii_is_letter(after) &&
		    strncasecmp(word.at, title.at + i, word.n) == 0)
			return true;
	}
	return false;
}

/* Removes the words of at[0..n) that are pieces, in place; the new length. */
static size_t
drop_pieces(char *at, size_t n, struct tcn_str title)
{
	size_t kept = 0, words_n = 0;

	for (size_t i = 0; i < n; words_n++) {
		struct tcn_str word = { at + i, 0 };

		while (i + word.n < n && word.at[word.n] != ' ')
			word.n++;
		i += word.n + 1;
		if (words_n < PIECES_MAX && is_piece(word, title))
			continue;
		if (kept)
			at[kept++] = ' ';
		memmove(at + kept, word.at, word.n);
		kept += word.n;
	}
	return kept;
}

void
tcn_slug_terms_url(struct tcn_arena *arena, struct tcn_str url,
    struct tcn_str title, struct tcn_str *slug)
{
	struct tcn_str path = path_of(url);
	char *best, *room;
	size_t most = WORDS_MIN - 1;

	assert(arena && slug);
	*slug = (struct tcn_str){ 0 };
	if (!path.n)
		return;
	best = tcn_arena_alloc(arena, path.n * 2);
	room = best + path.n;
	while (path.n) {
		struct tcn_str part = without_suffix(next_part(&path));
		size_t n, words;

		if (part.n < PART_BYTES)
			continue;
		n = unescape(part, room);
		words = keep_words(room, &n);
		if (words < WORDS_MIN || words < most ||
		    !tcn_utf8_valid((struct tcn_str){ room, n }))
			continue;
		most = words;
		memcpy(best, room, n);
		*slug = (struct tcn_str){ best, n };
	}
	if (slug->n && tcn_utf8_ascii_n(title) < title.n)
		slug->n = drop_pieces(best, slug->n, title);
}

/* Whether a part begins at b, which stands behind a and before c (0: none). */
static bool
parts_between(UChar32 a, UChar32 b, UChar32 c)
{
	if (u_isdigit(a) != u_isdigit(b))
		return true;
	return u_isupper(b) && (!u_isupper(a) || u_islower(c));
}

/* Whether a word is of letters of ASCII, small behind the first: one part, as
 * nearly all words are. */
static bool
is_single(struct tcn_str word)
{
	size_t i = word.n && tcn_ascii_is_letter(*word.at);

	while (i && i < word.n && word.at[i] >= 'a' && word.at[i] <= 'z')
		i++;
	return i == word.n;
}

void
tcn_slug_terms_hashtag(struct tcn_arena *arena, struct tcn_str word,
    struct tcn_str *parts)
{
	const uint8_t *bytes = (const uint8_t *)word.at;
	UChar32 before = 0, c = 0, after = 0;
	size_t i = 0, n = 0, breaks = 0;
	char *at;

	*parts = (struct tcn_str){ 0 };
	if (is_single(word))
		return;
	at = tcn_arena_alloc(arena, word.n * 2);
	while (i < word.n) {
		size_t from = i, next;

		U8_NEXT(bytes, i, word.n, c);
		next = i;
		after = 0;
		if (next < word.n)
			U8_NEXT(bytes, next, word.n, after);
		if (c == '_' || (n && parts_between(before, c, after))) {
			at[n++] = ' ';
			breaks++;
		}
		if (c != '_') {
			memcpy(at + n, word.at + from, i - from);
			n += i - from;
		}
		before = c;
	}
	assert(n <= word.n * 2);
	if (breaks)
		*parts = (struct tcn_str){ at, n };
}
