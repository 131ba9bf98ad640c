#include "engine/item/word_case.h"

#include <unicode/uchar.h>
#include <unicode/utf8.h>

#include "engine/base/ascii.h"

#define LONG_WORD 4 /* letters: shorter ones are small in titles, too */

static int32_t
first_char(struct tcn_str word)
{
	const uint8_t *bytes = (const uint8_t *)word.at;
	int32_t i = 0, n = word.n < 8 ? (int32_t)word.n : 8, c;

	if (!n)
		return -1;
	if (bytes[0] < 0x80)
		return bytes[0];
	U8_NEXT(bytes, i, n, c);
	return c;
}

enum tcn_word_case
tcn_word_case_any(struct tcn_str word)
{
	int32_t c = first_char(word);

	if (c < 0)
		return TCN_WORD_CASELESS;
	return u_isupper(c) || u_istitle(c) ? TCN_WORD_CAPITAL
	    : u_toupper(c) != c             ? TCN_WORD_SMALL
					    : TCN_WORD_CASELESS;
}

/* The character that ends at `end`, or -1 at the beginning. */
static int32_t
char_before(struct tcn_str text, const char *end)
{
	int32_t n = (int32_t)(end - text.at < 8 ? end - text.at : 8);
	const uint8_t *bytes = (const uint8_t *)(end - n);
	int32_t i = n, c;

	if (!n)
		return -1;
	if (bytes[n - 1] < 0x80)
		return bytes[n - 1];
	U8_PREV(bytes, 0, i, c);
	return c;
}

static bool
is_dash(int32_t c)
{
	return c == '-' || (c >= 0x2010 && c <= 0x2015);
}

/* Behind these, and a blank, a sentence begins. */
static bool
begins_sentence(int32_t c)
{
	return c < 0 || c == '.' || c == '!' || c == '?' || c == ':' ||
	    c == ';' || c == '*' || c == '|' || c == '\n' || c == '\r' ||
	    c == 0x2026 || is_dash(c);
}

/* A word right behind these is quoted, marked or the second of a compound. */
static bool
sets_apart(int32_t c)
{
	return c == '"' || c == '\'' || c == '(' || c == '#' || c == '@' ||
	    c == 0xa1 || c == 0xab || c == 0xbb || c == 0xbf ||
	    (c >= 0x2018 && c <= 0x201f) || c == 0x2039 || c == 0x203a ||
	    is_dash(c);
}

bool
tcn_word_is_inside_any(struct tcn_str text, struct tcn_str word)
{
	const char *at = word.at;
	int32_t c = char_before(text, at);

	if (sets_apart(c))
		return false;
	while (at > text.at && (at[-1] == ' ' || at[-1] == '\t'))
		at--;
	return !begins_sentence(char_before(text, at));
}

bool
tcn_word_case_has_figure(struct tcn_str word)
{
	for (size_t i = 0; i < word.n; i++)
		if (tcn_ascii_is_digit(word.at[i]))
			return true;
	return first_char(word) >= 0x80 && u_isdigit(first_char(word));
}

bool
tcn_word_case_is_long(struct tcn_str word)
{
	size_t letters = 0;

	for (size_t i = 0; i < word.n && letters < LONG_WORD; i++)
		letters += ((unsigned char)word.at[i] & 0xc0) != 0x80;
	return letters == LONG_WORD;
}

enum tcn_word_case_form
tcn_word_case_form(const struct tcn_word_case_counts *counts)
{
	uint32_t n = counts->capitals + counts->smalls;

	if (n < 2)
		return TCN_HEADLINE_UNKNOWN;
	return counts->capitals * 5 >= n * 4 ? TCN_HEADLINE_TITLE
					     : TCN_HEADLINE_SENTENCE;
}

/* Capital letters before the first dash of a headline. */
struct label {
	size_t letters, words; /* words: that begin with one */
	char before, behind; /* the dash */
};

/* False: other characters stand there, or nothing behind the dash. */
static bool
find_label(struct tcn_str headline, struct label *label)
{
	size_t i = 0;

	*label = (struct label){ 0 };
	for (; i < headline.n && headline.at[i] != '-'; i++) {
		char c = headline.at[i];

		if (c >= 'A' && c <= 'Z') {
			label->letters++;
			label->words += i == 0 || headline.at[i - 1] == ' ';
		} else if (c != ' ' && c != '.' && c != '&' && c != '/') {
			return false;
		}
	}
	if (!label->letters || i + 1 >= headline.n)
		return false;
	label->before = headline.at[i - 1];
	label->behind = headline.at[i + 1];
	return true;
}

bool
tcn_word_case_has_label(struct tcn_str headline)
{
	struct label label;

	return find_label(headline, &label) && label.letters >= 2 &&
	    label.before != ' ' && label.behind != ' ' && label.behind != '-';
}

bool
tcn_word_case_is_filed(struct tcn_str headline)
{
	struct label label;

	return find_label(headline, &label) && label.words >= 2 &&
	    (label.before == ' ' || label.behind == ' ');
}

/* The full-width colon of Chinese and Japanese is EF BC 9A in UTF-8. */
bool
tcn_word_case_has_colon(struct tcn_str headline)
{
	const char *end = headline.at + headline.n, *at = headline.at;

	while (at < end && (at = memchr(at, ':', (size_t)(end - at)))) {
		if (++at < end && (*at == ' ' || (unsigned char)*at >= 0x80))
			return true;
	}
	for (at = headline.at; end - at > 3;) {
		at = memchr(at, 0xef, (size_t)(end - at - 3));
		if (!at)
			return false;
		if (memcmp(at++, "\xef\xbc\x9a", 3) == 0)
			return true;
	}
	return false;
}
