#include "engine/text/title_suffix.h"

#include <assert.h>
#include <unicode/uchar.h>
#include <unicode/utf8.h>
#include <xxhash.h>

#include "engine/base/ascii.h"

#define WORDS_MAX 5 /* of a name */
#define NAME_MAX  80 /* bytes of a name that are compared */

static const struct tcn_str separators[] = {
	TCN_STR(" - "),
	TCN_STR(" | "),
	TCN_STR(" \xe2\x80\x93 "), /* en dash */
	TCN_STR(" \xe2\x80\x94 "), /* em dash */
	TCN_STR(" :: "),
	TCN_STR(" -- "),
	TCN_STR(" \xc2\xb7 "), /* middle dot */
	TCN_STR(" \xe2\x80\xa2 "), /* bullet */
	TCN_STR(" \xc2\xbb "), /* closing angle quote */
	TCN_STR(" \xe2\x80\xba "),
	TCN_STR(" ~ "),
};

static size_t
count_words(struct tcn_str s)
{
	size_t n = 0;

	for (size_t i = 0; i < s.n; i++)
		n += s.at[i] != ' ' && (i == 0 || s.at[i - 1] == ' ');
	return n;
}

/* Whether c may stand behind the space that a separator begins with. Most
 * spaces are ruled out by this alone. */
static bool
may_separate(char c)
{
	return c == '-' || c == '|' || c == ':' || c == '~' || c == '\xe2' ||
	    c == '\xc2';
}

/* The length of the separator that begins at s.at[i]; 0: none does. */
static size_t
separator_at(struct tcn_str s, size_t i)
{
	if (i + 1 == s.n || !may_separate(s.at[i + 1]))
		return 0;
	for (size_t k = 0; k < sizeof separators / sizeof *separators; k++) {
		struct tcn_str sep = separators[k];

		if (sep.n <= s.n - i && memcmp(s.at + i, sep.at, sep.n) == 0)
			return sep.n;
	}
	return 0;
}

bool
tcn_title_suffix_find(struct tcn_str title, size_t *at, struct tcn_str *name)
{
	assert(at && name);
	for (size_t i = title.n; i-- > 1;) {
		size_t n = title.at[i] == ' ' ? separator_at(title, i) : 0;
		struct tcn_str rest;
		size_t words;

		if (!n)
			continue;
		rest = (struct tcn_str){ title.at + i + n, title.n - i - n };
		rest = tcn_str_trim(rest);
		words = count_words(rest);
		if (!words || words > WORDS_MAX)
			return false;
		*at = i;
		*name = rest;
		return true;
	}
	return false;
}

/* c folded; 0 when it is neither a letter nor a digit. ASCII needs no ICU. */
static UChar32
folded(UChar32 c)
{
	if (c >= 0x80)
		return u_isalnum(c) ? u_foldCase(c, U_FOLD_CASE_DEFAULT) : 0;
	return tcn_ascii_is_alnum((char)c) ? tcn_ascii_lower((char)c) : 0;
}

/* The letters and digits of s, folded, for comparison. */
static struct tcn_str
squeeze(struct tcn_str s, char out[NAME_MAX + 8])
{
	int32_t n = s.n < NAME_MAX ? (int32_t)s.n : NAME_MAX;
	const uint8_t *bytes = (const uint8_t *)s.at;
	size_t done = 0;

	for (int32_t i = 0; i < n && done + U8_MAX_LENGTH <= NAME_MAX;) {
		UChar32 c;

		U8_NEXT(bytes, i, n, c);
		c = folded(c);
		if (c)
			U8_APPEND_UNSAFE(out, done, c);
	}
	return (struct tcn_str){ out, done };
}

uint64_t
tcn_title_suffix_hash(struct tcn_str name)
{
	char folded[NAME_MAX + 8];
	struct tcn_str letters = squeeze(name, folded);

	return letters.n ? XXH3_64bits(letters.at, letters.n) : 0;
}

static bool
begins(struct tcn_str s, struct tcn_str with)
{
	return with.n && with.n <= s.n && memcmp(s.at, with.at, with.n) == 0;
}

/* Whether one contains the other; one of two or three letters ("AP", "BBC")
 * only counts at the beginning. */
static bool
names_match(struct tcn_str name, struct tcn_str known)
{
	struct tcn_str less = name.n < known.n ? name : known;
	struct tcn_str more = name.n < known.n ? known : name;

	if (less.n < 2)
		return false;
	return begins(more, less) ||
	    (less.n >= 4 && memmem(more.at, more.n, less.at, less.n));
}

/* The label of a host that names the site: the longest but the last ("bbc" of
 * bbc.co.uk). */
static struct tcn_str
site_of(struct tcn_str host)
{
	struct tcn_str best = { host.at, 0 };
	size_t from = 0;

	for (size_t i = 0; i <= host.n; i++) {
		if (i < host.n && host.at[i] != '.')
			continue;
		if (i < host.n && i - from > best.n)
			best = (struct tcn_str){ host.at + from, i - from };
		from = i + 1;
	}
	return best;
}

/* Whether it is written as names are: every word of more than three letters
 * begins with a capital. */
static bool
looks_like_name(struct tcn_str name)
{
	const uint8_t *bytes = (const uint8_t *)name.at;
	bool capital = false;

	if (count_words(name) > 4)
		return false;
	for (int32_t i = 0, start = 1; i < (int32_t)name.n;) {
		int32_t at = i;
		UChar32 c;

		U8_NEXT(bytes, i, (int32_t)name.n, c);
		if (c < 0 || u_isdigit(c))
			return false;
		if (start && u_isupper(c))
			capital = true;
		if (start && u_islower(c)) {
			const char *end =
			    memchr(name.at + at, ' ', name.n - (size_t)at);

			/* "of", "the", "and" may stand in a name. */
			if (!end || end - (name.at + at) > 3)
				return false;
		}
		start = c == ' ';
	}
	return capital;
}

bool
tcn_title_suffix_is_source(struct tcn_str name, struct tcn_str source,
    struct tcn_str host, struct tcn_str rest)
{
	char a[NAME_MAX + 8], b[NAME_MAX + 8];
	struct tcn_str left = squeeze(name, a);

	if (!source.n && !host.n)
		return looks_like_name(name) && count_words(rest) >= 4;
	if (names_match(left, squeeze(source, b)))
		return true;
	return names_match(left, squeeze(site_of(host), b));
}
