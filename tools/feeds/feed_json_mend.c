/*
 * tools/feeds/feed_json_mend.c - rewrites JSON that is not sound as JSON that
 * is, as far as its meaning is plain.
 *
 * One pass over the document writes what it reads, with what is missing. Where
 * nothing is plain any more, or the document ends, the text is cut behind the
 * last whole value that lies at most two levels deep, an item of a feed, and
 * what is open there is closed.
 */
#include <assert.h>
#include <string.h>

#include "engine/base/ascii.h"
#include "tools/feeds/feed_impl.h"

#define AHEAD_MAX   100 /* bytes ahead of a document */
#define LEVELS_MAX  500
#define KEPT_LEVELS 2 /* a value further in is kept with its item */
#define NUMBER_MAX  60 /* characters; cJSON takes 63 */

/* What may stand at the next place. */
enum want {
	KEY,
	COLON,
	VALUE,
	NEXT /* a comma, or the end of an array or object */
};

struct mend {
	const char *begin, *at, *end;
	struct tcn_buf *out;
	struct {
		char close; /* ']' or '}' */
		bool any; /* it holds something */
	} levels[LEVELS_MAX];
	size_t depth;
	enum want want;
	size_t kept_n, kept_depth; /* where the text may be cut */
	const char *what; /* the first thing mended */
	const char *what_at;
};

static void
note(struct mend *m, const char *what)
{
	if (m->what)
		return;
	m->what = what;
	m->what_at = m->at;
}

static bool
has_two(const struct mend *m, const char *z)
{
	return m->end - m->at >= 2 && memcmp(m->at, z, 2) == 0;
}

static bool
is_space(char c)
{
	return (unsigned char)c <= ' ';
}

static void
skip_comment(struct mend *m)
{
	bool line = m->at[1] == '/';

	note(m, "a comment");
	m->at += 2;
	while (m->at < m->end && !(line ? *m->at == '\n' : has_two(m, "*/")))
		m->at++;
	if (m->at < m->end)
		m->at += line ? 1 : 2;
}

/* Skips white space, comments and byte order marks. */
static void
skip(struct mend *m)
{
	static const char mark[] = "\xef\xbb\xbf";

	while (m->at < m->end) {
		if (is_space(*m->at)) {
			m->at++;
		} else if (has_two(m, "//") || has_two(m, "/*")) {
			skip_comment(m);
		} else if (m->end - m->at >= 3 && memcmp(m->at, mark, 3) == 0) {
			note(m, "a byte order mark");
			m->at += 3;
		} else {
			return;
		}
	}
}

/* A whole value or key has been written. */
static void
close_value(struct mend *m)
{
	m->want = NEXT;
	if (m->depth > KEPT_LEVELS)
		return;
	m->kept_n = m->out->n;
	m->kept_depth = m->depth;
}

/* Writes the comma ahead of an element that is not the first. */
static void
begin_element(struct mend *m)
{
	if (m->levels[m->depth - 1].any)
		tcn_buf_char(m->out, ',');
	m->levels[m->depth - 1].any = true;
}

static bool
is_of_word(char c)
{
	return tcn_ascii_is_letter(c) || (c >= '0' && c <= '9') ||
	    (c && strchr("+-._$", c));
}

static const char *
skip_space(const struct mend *m, const char *at)
{
	while (at < m->end && is_space(*at))
		at++;
	return at;
}

/* Whether a member of an object, or its end, follows. */
static bool
member_follows(const struct mend *m, const char *at)
{
	at = skip_space(m, at);
	if (at == m->end || strchr("\"}/", *at))
		return true;
	while (at < m->end && is_of_word(*at))
		at++;
	at = skip_space(m, at);
	return at == m->end || *at == ':';
}

/* Whether a quote ends its string: it does when what may stand behind a string
 * there follows. */
static bool
ends_string(const struct mend *m, const char *quote)
{
	bool in_object = m->levels[m->depth - 1].close == '}';
	const char *next = skip_space(m, quote + 1);

	if (next == m->end)
		return true;
	if (m->want == COLON)
		return *next == ':';
	if (*next == '/')
		return next + 1 == m->end || strchr("/*", next[1]);
	if (*next == ',')
		return !in_object || member_follows(m, next + 1);
	return *next == ']' || *next == '}';
}

/* Copies an escape sequence; of one that JSON does not have, the character. */
static void
copy_escape(struct mend *m)
{
	char c = m->at[1];

	if (c && strchr("\"\\/bfnrt", c)) {
		tcn_buf_add(m->out, m->at, 2);
		m->at += 2;
		return;
	}
	for (int i = 2; c == 'u' && i < 6; i++)
		if (m->end - m->at <= i || tcn_ascii_hex(m->at[i]) < 0)
			c = 0;
	if (c == 'u') {
		tcn_buf_add(m->out, m->at, 6);
		m->at += 6;
		return;
	}
	note(m, "an escape sequence that JSON does not have");
	m->at++; /* the character is copied as any other */
}

/* Copies a string with its quotes; false: it has no end. */
static bool
copy_string(struct mend *m)
{
	tcn_buf_char(m->out, *m->at++);
	while (m->at < m->end) {
		if (*m->at == '"' && ends_string(m, m->at)) {
			tcn_buf_char(m->out, *m->at++);
			return true;
		}
		if (*m->at == '"') {
			note(m, "a quote without its backslash");
			tcn_buf_z(m->out, "\\\"");
			m->at++;
		} else if (*m->at == '\\' && m->end - m->at >= 2) {
			copy_escape(m);
		} else if (*m->at == '\\') {
			m->at++;
		} else {
			tcn_buf_char(m->out, *m->at++);
		}
	}
	return false;
}

static struct tcn_str
read_word(struct mend *m)
{
	const char *from = m->at;

	while (m->at < m->end && is_of_word(*m->at))
		m->at++;
	return (struct tcn_str){ from, (size_t)(m->at - from) };
}

/* How many digits word has from at on. */
static size_t
digits_at(struct tcn_str word, size_t at)
{
	size_t n = 0;

	while (at + n < word.n && word.at[at + n] >= '0' &&
	    word.at[at + n] <= '9')
		n++;
	return n;
}

/* Whether a word is a number (RFC 8259, section 6; leading zeros may pass). */
static bool
is_number(struct tcn_str word)
{
	size_t at = word.at[0] == '-', n = digits_at(word, at);
	bool good = n > 0 && word.n <= NUMBER_MAX;

	at += n;
	if (at < word.n && word.at[at] == '.') {
		n = digits_at(word, ++at);
		good &= n > 0;
		at += n;
	}
	if (at < word.n && (word.at[at] == 'e' || word.at[at] == 'E')) {
		at++;
		at += at < word.n && (word.at[at] == '-' || word.at[at] == '+');
		n = digits_at(word, at);
		good &= n > 0;
		at += n;
	}
	return good && at == word.n;
}

/* Copies a number, true, false or null; any other word becomes null. False:
 * there is no word. */
static bool
copy_word(struct mend *m)
{
	struct tcn_str word = read_word(m);

	if (word.n == 0)
		return false;
	if (is_number(word) || tcn_str_equal(word, tcn_str("true")) ||
	    tcn_str_equal(word, tcn_str("false")) ||
	    tcn_str_equal(word, tcn_str("null"))) {
		tcn_buf_str(m->out, word);
		return true;
	}
	m->at = word.at;
	note(m, "a word that is no value");
	m->at = word.at + word.n;
	tcn_buf_z(m->out, "null");
	return true;
}

static bool
open_level(struct mend *m)
{
	bool object = *m->at == '{';

	if (m->depth == LEVELS_MAX)
		return false;
	tcn_buf_char(m->out, *m->at++);
	m->levels[m->depth].close = object ? '}' : ']';
	m->levels[m->depth].any = false;
	m->depth++;
	m->want = object ? KEY : VALUE;
	return true;
}

/* Closes the array or object; false: the mark is the other's. */
static bool
close_level(struct mend *m)
{
	if (m->depth == 0 || m->levels[m->depth - 1].close != *m->at)
		return false;
	tcn_buf_char(m->out, *m->at++);
	m->depth--;
	close_value(m);
	return true;
}

static bool
step_key(struct mend *m)
{
	struct tcn_str word;

	if (*m->at == '}')
		return close_level(m);
	begin_element(m);
	m->want = COLON;
	if (*m->at == '"')
		return copy_string(m);
	note(m, "a name without quotes");
	word = read_word(m);
	tcn_buf_char(m->out, '"');
	tcn_buf_str(m->out, word);
	tcn_buf_char(m->out, '"');
	return word.n > 0;
}

static bool
step_value(struct mend *m)
{
	bool in_array = m->depth && m->levels[m->depth - 1].close == ']';

	if (*m->at == ']')
		return close_level(m);
	if (in_array)
		begin_element(m);
	if (*m->at == '{' || *m->at == '[')
		return open_level(m);
	if (*m->at == '"' ? !copy_string(m) : !copy_word(m))
		return false;
	close_value(m);
	return true;
}

static bool
step_next(struct mend *m)
{
	const char *comma = m->at;
	bool object = m->levels[m->depth - 1].close == '}';

	if (*m->at == ']' || *m->at == '}')
		return close_level(m);
	m->want = object ? KEY : VALUE;
	if (*m->at != ',') {
		note(m, "a comma is missing");
		return true;
	}
	while (m->at < m->end && *m->at == ',') {
		m->at++;
		skip(m);
	}
	if (m->at < m->end && (*m->at == ']' || *m->at == '}')) {
		const char *at = m->at;

		m->at = comma;
		note(m, "a comma behind the last of a list");
		m->at = at;
	}
	return true;
}

/* Takes the next mark; false: it cannot stand there. */
static bool
step(struct mend *m)
{
	switch (m->want) {
	case KEY:
		return step_key(m);
	case COLON:
		m->want = VALUE;
		if (*m->at != ':')
			return false;
		tcn_buf_char(m->out, *m->at++);
		return true;
	case VALUE:
		return step_value(m);
	case NEXT:
		return step_next(m);
	}
	return false;
}

/* Cuts the text where it is whole, and closes what is open there. */
static void
cut(struct mend *m, const char *what)
{
	note(m, what);
	m->out->n = m->kept_n;
	while (m->kept_depth > 0)
		tcn_buf_char(m->out, m->levels[--m->kept_depth].close);
}

const char *
tcn_feed_json_mend(struct tcn_str s, struct tcn_buf *out, size_t *at)
{
	struct mend m = { .begin = s.at,
		.at = s.at,
		.end = s.at + s.n,
		.out = out,
		.want = VALUE };
	bool sound = true;

	assert(out->n == 0);
	skip(&m);
	if (m.at == m.end || *m.at != '{')
		return NULL;
	do {
		sound = step(&m);
		skip(&m);
	} while (sound && m.depth && m.at < m.end);
	if (!m.kept_n || out->failed)
		return NULL;
	if (m.depth && m.at < m.end)
		cut(&m, "nothing that JSON may have there; read up to there");
	else if (m.depth)
		cut(&m, "the document breaks off");
	else if (m.at < m.end)
		note(&m, "text behind the document, which is not read");
	*at = m.what ? (size_t)(m.what_at - m.begin) : 0;
	return m.what;
}

size_t
tcn_feed_json_at(struct tcn_str s)
{
	size_t at = 0, end;

	while (at < s.n &&
	    (is_space(s.at[at]) || strchr("\xef\xbb\xbf", s.at[at])))
		at++;
	end = s.n - at < AHEAD_MAX ? s.n : at + AHEAD_MAX;
	for (; at < end && s.at[at] != '<'; at++)
		if (s.at[at] == '{' || s.at[at] == '"')
			return s.at[at] == '{' ? at : s.n;
	return s.n;
}
