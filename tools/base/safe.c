#include "tools/base/safe.h"

#include <assert.h>
#include <unicode/uchar.h>
#include <unicode/utf8.h>

#define TERMINAL_CHARS_MAX 400

#define URL_BYTES_MAX    2048
#define REPLACEMENT      0xfffd
#define REPLACED         "\xef\xbf\xbd" /* the same in UTF-8 */
#define ELLIPSIS         "\xe2\x80\xa6"
#define MD_REFERENCE_MAX 40 /* bytes of a character reference */

/* What becomes of a character. */
enum fate {
	KEEP,
	SPACE, /* a run of these is one space */
	DROP,
};

/* Whether a character is kept although it is invisible: emoji and the scripts
 * of Persian, Hindi and others are wrong without it. */
static bool
is_needed(UChar32 c)
{
	return u_hasBinaryProperty(c, UCHAR_JOIN_CONTROL) ||
	    u_hasBinaryProperty(c, UCHAR_VARIATION_SELECTOR);
}

static bool
is_plain(UChar32 c)
{
	return c > 0x20 && c < 0x7f;
}

static enum fate
char_class(UChar32 c)
{
	if (is_plain(c))
		return KEEP;
	if (c == ' ' || u_isUWhiteSpace(c) || u_charType(c) == U_CONTROL_CHAR)
		return SPACE;
	if (is_needed(c))
		return KEEP;
	/* The ignorable characters include those that change direction. */
	if (u_hasBinaryProperty(c, UCHAR_DEFAULT_IGNORABLE_CODE_POINT) ||
	    u_hasBinaryProperty(c, UCHAR_NONCHARACTER_CODE_POINT))
		return DROP;
	return KEEP;
}

/* The character of s at *at; *at moves on to the next. */
static UChar32
next_char(struct tcn_str s, size_t *at)
{
	const uint8_t *bytes = (const uint8_t *)s.at + *at;
	size_t left = s.n - *at;
	int32_t n = left > 4 ? 4 : (int32_t)left;
	int32_t i = 0;
	UChar32 c;

	U8_NEXT(bytes, i, n, c);
	*at += (size_t)i;
	return c < 0 ? REPLACEMENT : c;
}

/* The text cleaned so far. */
struct cleaned {
	char *at;
	size_t n; /* bytes */
	size_t chars;
	size_t cut; /* where it may be cut: before the last space seen */
	size_t cut_chars; /* how many characters stand before cut */
	bool space; /* a space goes before the next character */
};

/* Appends one character, given as its bytes. */
static void
put(struct cleaned *to, const char *bytes, size_t n)
{
	memcpy(to->at + to->n, bytes, n);
	to->n += n;
	to->chars++;
}

static void
put_kept(struct cleaned *to, const char *bytes, size_t n)
{
	if (to->space && to->chars) {
		to->cut = to->n;
		to->cut_chars = to->chars;
		put(to, " ", 1);
	}
	to->space = false;
	put(to, bytes, n);
}

/* Appends plain characters of s from `at` on, up to one more than chars_max
 * stand there; where the next is. */
static size_t
put_plain(struct cleaned *to, struct tcn_str s, size_t at, size_t chars_max)
{
	size_t n = 0, most = s.n - at;

	if (to->chars > chars_max)
		return at;
	if (most > chars_max + 1 - to->chars)
		most = chars_max + 1 - to->chars;
	while (n < most && is_plain((unsigned char)s.at[at + n]))
		n++;
	memcpy(to->at + to->n, s.at + at, n);
	to->n += n;
	to->chars += n;
	return at + n;
}

/* Takes the last character off, and returns it. */
static UChar32
take_back(struct cleaned *to)
{
	struct tcn_str all = { to->at, to->n };
	size_t at;

	do
		to->n--;
	while (to->n && (to->at[to->n] & 0xc0) == 0x80);
	to->chars--;
	at = to->n;
	return next_char(all, &at);
}

void
tcn_safe_text(struct tcn_arena *arena, struct tcn_str s, size_t chars_max,
    struct tcn_str *clean)
{
	/* A broken byte grows to three. One more character is cleaned to find
	 * out whether there is too much: 12 bytes hold it, its space and the
	 * ellipsis. */
	size_t room = (s.n < chars_max * 4 ? s.n * 3 : chars_max * 4) + 12;
	struct cleaned to = { .at = tcn_arena_alloc(arena, room) };

	assert(chars_max > 0 && chars_max < SIZE_MAX / 8);
	for (size_t at = 0; at < s.n && to.chars <= chars_max;) {
		size_t from = at;
		UChar32 c = next_char(s, &at);
		enum fate fate = char_class(c);

		if (fate == SPACE)
			to.space = true;
		else if (fate == KEEP && c == REPLACEMENT)
			put_kept(&to, REPLACED, sizeof REPLACED - 1);
		else if (fate == KEEP)
			put_kept(&to, s.at + from, at - from);
		if (is_plain(c))
			at = put_plain(&to, s, at, chars_max);
	}
	if (to.chars > chars_max) {
		/* Removes what is too much, and the combining marks of a
		 * removed letter. */
		bool mark = true;

		if (to.cut_chars < chars_max &&
		    to.cut_chars > chars_max / 4 * 3) {
			to.n = to.cut;
		} else {
			while (to.n && (to.chars >= chars_max || mark))
				mark = u_hasBinaryProperty(take_back(&to),
				    UCHAR_GRAPHEME_EXTEND);
		}
		if (to.n && to.at[to.n - 1] == ' ')
			to.n--;
		put(&to, ELLIPSIS, sizeof ELLIPSIS - 1);
	}
	*clean = (struct tcn_str){ to.at, to.n };
}

/* Whether s begins with prefix, in any case; prefix is in lower case. */
static bool
begins(struct tcn_str s, const char *prefix)
{
	size_t n = strlen(prefix);

	if (s.n < n)
		return false;
	for (size_t i = 0; i < n; i++) {
		if (u_tolower((unsigned char)s.at[i]) != prefix[i])
			return false;
	}
	return true;
}

static size_t
scheme_bytes(struct tcn_str url)
{
	if (begins(url, "https://"))
		return 8;
	return begins(url, "http://") ? 7 : 0;
}

bool
tcn_safe_is_link(struct tcn_str url)
{
	size_t at = scheme_bytes(url);
	bool host = true;

	if (!at || url.n == at || url.n > URL_BYTES_MAX)
		return false;
	if (strchr("/?#:@", url.at[at]) || url.at[at] == '\0')
		return false;
	while (at < url.n) {
		UChar32 c = next_char(url, &at);

		if (c == '/' || c == '?' || c == '#')
			host = false;
		/* Readers disagree whether a backslash ends the host. */
		if ((c == '\\' && host) || c == REPLACEMENT ||
		    char_class(c) != KEEP)
			return false;
	}
	return true;
}

bool
tcn_safe_is_lang(struct tcn_str s)
{
	size_t run = 0;

	if (s.n < 2 || s.n > 35)
		return false;
	for (size_t i = 0; i < s.n; i++) {
		unsigned char c = (unsigned char)s.at[i];
		bool letter = (c | 32) >= 'a' && (c | 32) <= 'z';

		if (c == '-' && run >= 2)
			run = 0;
		else if ((letter || (i > 2 && c >= '0' && c <= '9')) && run < 8)
			run++;
		else
			return false;
	}
	return run > 0;
}

static const char *
html_entity(char c)
{
	switch (c) {
	case '&':
		return "&amp;";
	case '<':
		return "&lt;";
	case '>':
		return "&gt;";
	case '"':
		return "&quot;";
	case '\'':
		return "&#39;";
	default:
		return NULL;
	}
}

void
tcn_safe_html(struct tcn_buf *out, struct tcn_str s)
{
	size_t done = 0;

	for (size_t i = 0; i < s.n; i++) {
		const char *entity = html_entity(s.at[i]);

		if (!entity)
			continue;
		tcn_buf_add(out, s.at + done, i - done);
		tcn_buf_z(out, entity);
		done = i + 1;
	}
	tcn_buf_add(out, s.at + done, s.n - done);
}

/* Whether the character at i begins a block where it begins a line. */
static bool
is_md_start(struct tcn_str s, size_t i)
{
	size_t digits = 0;

	if (strchr("#+-=:", s.at[i]))
		return i == 0;
	if (s.at[i] != '.' && s.at[i] != ')')
		return false;
	while (digits < i && s.at[digits] >= '0' && s.at[digits] <= '9')
		digits++;
	return digits == i && i > 0 && (i + 1 == s.n || s.at[i + 1] == ' ');
}

/* Whether the ampersand at i begins what is read as a character reference, of
 * which the end may follow the text. */
static bool
is_md_reference(struct tcn_str s, size_t i)
{
	size_t end = i + 1;

	while (end < s.n && end - i < MD_REFERENCE_MAX &&
	    (s.at[end] == '#' || (s.at[end] >= '0' && s.at[end] <= '9') ||
		((s.at[end] | 32) >= 'a' && (s.at[end] | 32) <= 'z')))
		end++;
	return end > i + 1 && (end == s.n || s.at[end] == ';');
}

/* Whether it is Markdown wherever it stands; an exclamation mark only at
 * the end, where a link may follow. */
static bool
is_md_mark(struct tcn_str s, size_t i)
{
	if (s.at[i] == '!')
		return i + 1 == s.n;
	return strchr("\\`*_[]{}|~$", s.at[i]) != NULL;
}

/* Whether GitHub would make a link of a bare address by this character. */
static bool
is_md_address(struct tcn_str s, size_t i)
{
	if (s.at[i] == ':')
		return i + 1 < s.n && s.at[i + 1] == '/';
	return s.at[i] == '@' ||
	    (s.at[i] == '.' && i >= 3 && (s.at[i - 1] | 32) == 'w' &&
		(s.at[i - 2] | 32) == 'w' && (s.at[i - 3] | 32) == 'w');
}

void
tcn_safe_md(struct tcn_buf *out, struct tcn_str s)
{
	for (size_t i = 0; i < s.n; i++) {
		char c = s.at[i];

		if (c == '<' || c == '>' ||
		    (c == '&' && is_md_reference(s, i))) {
			tcn_buf_z(out, html_entity(c));
			continue;
		}
		if (is_md_mark(s, i) || is_md_start(s, i) ||
		    is_md_address(s, i))
			tcn_buf_char(out, '\\');
		tcn_buf_char(out, c);
	}
}

void
tcn_safe_md_url(struct tcn_buf *out, struct tcn_str url)
{
	tcn_buf_char(out, '<');
	for (size_t i = 0; i < url.n; i++) {
		unsigned char c = (unsigned char)url.at[i];

		if (c <= ' ' || strchr("<>\\|`\"", c))
			tcn_buf_printf(out, "%%%02X", c);
		else
			tcn_buf_char(out, (char)c);
	}
	tcn_buf_char(out, '>');
}

void
tcn_safe_terminal(struct tcn_buf *out, struct tcn_str s)
{
	struct tcn_arena arena;
	struct tcn_str clean;

	tcn_arena_init(&arena, 4096);
	tcn_safe_text(&arena, s, TERMINAL_CHARS_MAX, &clean);
	tcn_buf_str(out, clean);
	tcn_arena_fini(&arena);
}
