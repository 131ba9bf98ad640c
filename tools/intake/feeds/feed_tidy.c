/*
 * tools/intake/feeds/feed_tidy.c - makes XML as it was sent acceptable to a
 * parser.
 */
#include <ctype.h>
#include <libxml/HTMLparser.h>
#include <stdlib.h>
#include <strings.h>
#include <unicode/utf8.h>

#include "engine/base/buf.h"
#include "engine/base/windows1252.h"
#include "tools/intake/feeds/feed_impl.h"

#define ENTITY_BYTES   32 /* of the longest name that is looked up */
#define AHEAD_MAX      4096 /* bytes that may stand ahead of the document */
#define ATTRIBUTES_MAX 256 /* of a tag: libxml2 compares each with all */

/* The part of the text that is not read yet, and where it goes. */
struct cursor {
	const char *at, *end;
	struct tcn_buf *out;
	bool in_tag;
	char quote; /* inside of an attribute's value: what ends it; or 0 */
	unsigned attributes; /* of the tag, so far */
	const char *left_out; /* what was, for safety; NULL: nothing */
	const char *left_out_at;
};

static bool
begins(const struct cursor *c, const char *z)
{
	size_t n = strlen(z);

	return (size_t)(c->end - c->at) >= n && strncasecmp(c->at, z, n) == 0;
}

/* The place behind the next z, or the end. */
static const char *
find_behind(const struct cursor *c, const char *z)
{
	const char *found =
	    memmem(c->at, (size_t)(c->end - c->at), z, strlen(z));

	return found ? found + strlen(z) : c->end;
}

/* Leaves out the text up to `to`, except for its line ends. */
static void
leave_out(struct cursor *c, const char *to)
{
	while ((c->at = memchr(c->at, '\n', (size_t)(to - c->at)))) {
		tcn_buf_char(c->out, '\n');
		c->at++;
	}
	c->at = to;
}

/* Whether the text goes on with a control character U+0080 to U+009F. */
static bool
at_c1(const struct cursor *c)
{
	return (unsigned char)*c->at == 0xc2 && c->end - c->at > 1 &&
	    (unsigned char)c->at[1] < 0xa0;
}

/* Copies one character, or what is meant by it, unless XML forbids it. */
static void
copy_char(struct cursor *c)
{
	unsigned char b = (unsigned char)*c->at;

	if (at_c1(c)) {
		char meant[U8_MAX_LENGTH];
		int n = 0;

		U8_APPEND_UNSAFE(meant, n,
		    tcn_windows1252((unsigned char)c->at[1]));
		tcn_buf_add(c->out, meant, (size_t)n);
		c->at += 2;
	} else if (b == 0xef && begins(c, "\xef\xbf\xbe"))
		c->at += 3;
	else if (b == 0xef && begins(c, "\xef\xbf\xbf"))
		c->at += 3;
	else if (b >= ' ' || b == '\t' || b == '\n' || b == '\r')
		tcn_buf_char(c->out, *c->at++);
	else
		c->at++;
}

/* Copies a CDATA section; one that is not closed is closed here. */
static void
copy_cdata(struct cursor *c)
{
	const char *to = find_behind(c, "]]>");
	bool ended = to - c->at >= 12 && memcmp(to - 3, "]]>", 3) == 0;

	while (c->at < to)
		copy_char(c);
	if (!ended)
		tcn_buf_z(c->out, "]]>");
}

/* Finds the end of a document type: its '>' outside of brackets and quotes. */
static const char *
doctype_end(const struct cursor *c)
{
	unsigned depth = 0;
	char quote = 0;

	for (const char *z = c->at; z < c->end; z++) {
		if (quote)
			quote = *z == quote ? 0 : quote;
		else if (*z == '"' || *z == '\'')
			quote = *z;
		else if (*z == '[')
			depth++;
		else if (*z == ']' && depth)
			depth--;
		else if (*z == '>' && depth == 0)
			return z + 1;
	}
	return find_behind(c, ">");
}

static bool
is_xml_char(unsigned long n)
{
	return n == '\t' || n == '\n' || n == '\r' ||
	    (n >= 0x20 && n < 0xd800) || (n >= 0xe000 && n < 0xfffe) ||
	    (n >= 0x10000 && n < 0x110000);
}

/* Reads "&#39;" or "&#x27;" at `at` into *n; the place behind it, or NULL. */
static const char *
read_number(const struct cursor *c, const char *at, unsigned long *n)
{
	const char *semicolon, *z = at + 2;
	size_t left = (size_t)(c->end - at);
	int base = 10;
	char *end;

	if (left < 4 || at[0] != '&' || at[1] != '#')
		return NULL;
	semicolon = memchr(at, ';', left < ENTITY_BYTES ? left : ENTITY_BYTES);
	if (*z == 'x' || *z == 'X') {
		base = 16;
		z++;
	}
	if (!semicolon || !isxdigit((unsigned char)*z))
		return NULL;
	*n = strtoul(z, &end, base);
	return end == semicolon ? semicolon + 1 : NULL;
}

/*
 * Copies a character reference; two of surrogates as the character they are in
 * UTF-16. Leaves out one that names no character of XML. False: it is none.
 */
static bool
copy_number(struct cursor *c)
{
	unsigned long n, low;
	const char *to = read_number(c, c->at, &n), *behind;

	if (!to)
		return false;
	behind = n >= 0xd800 && n < 0xdc00 ? read_number(c, to, &low) : NULL;
	if (behind && low >= 0xdc00 && low < 0xe000) {
		n = 0x10000 + ((n - 0xd800) << 10) + (low - 0xdc00);
		to = behind;
	}
	if (is_xml_char(n))
		tcn_buf_printf(c->out, "&#%lu;",
		    n < 0x100 ? (unsigned long)tcn_windows1252((uint32_t)n)
			      : n);
	c->at = to;
	return true;
}

static bool
is_of_xml(const char *name)
{
	return strcmp(name, "amp") == 0 || strcmp(name, "lt") == 0 ||
	    strcmp(name, "gt") == 0 || strcmp(name, "quot") == 0 ||
	    strcmp(name, "apos") == 0;
}

static bool
copy_entity(struct cursor *c, const char *semicolon)
{
	const htmlEntityDesc *entity;
	char name[ENTITY_BYTES] = { 0 };
	size_t n = (size_t)(semicolon - c->at) - 1;

	for (size_t i = 0; i < n; i++)
		if (!isalnum((unsigned char)c->at[1 + i]))
			return false;
	memcpy(name, c->at + 1, n);
	entity = htmlEntityLookup((const xmlChar *)name);
	if (is_of_xml(name))
		tcn_buf_printf(c->out, "&%s;", name);
	else if (entity)
		tcn_buf_printf(c->out, "&#%u;", entity->value);
	else
		return false;
	c->at = semicolon + 1;
	return true;
}

static void
copy_ampersand(struct cursor *c)
{
	size_t left = (size_t)(c->end - c->at);
	const char *semicolon =
	    memchr(c->at, ';', left < ENTITY_BYTES ? left : ENTITY_BYTES);

	if (semicolon && semicolon > c->at + 1 &&
	    (c->at[1] == '#' ? copy_number(c) : copy_entity(c, semicolon)))
		return;
	tcn_buf_z(c->out, "&amp;");
	c->at++;
}

/* Notes what is left out for safety; the first time counts. */
static void
note(struct cursor *c, const char *what)
{
	if (c->left_out)
		return;
	c->left_out = what;
	c->left_out_at = c->at;
}

/* Leaves out the document type; nothing that it declares is expanded. */
static void
leave_out_doctype(struct cursor *c)
{
	const char *end = doctype_end(c);

	if (memmem(c->at, (size_t)(end - c->at), "<!ENTITY", 8))
		note(c, "the entities it declares are not expanded");
	leave_out(c, end);
}

static void
less_than(struct cursor *c)
{
	unsigned char next = c->at + 1 < c->end ? (unsigned char)c->at[1] : 0;

	if (begins(c, "<![CDATA["))
		copy_cdata(c);
	else if (begins(c, "<!--"))
		leave_out(c, find_behind(c, "-->"));
	else if (begins(c, "<!DOCTYPE"))
		leave_out_doctype(c);
	else if (begins(c, "<?"))
		leave_out(c, find_behind(c, ">"));
	else if (isalpha(next) || next == '/' || next == '_' || next >= 0x80) {
		tcn_buf_char(c->out, *c->at++);
		c->in_tag = true;
		c->quote = 0;
		c->attributes = 0;
	} else {
		tcn_buf_z(c->out, "&lt;");
		c->at++;
	}
}

/* Leaves out what a tag has beyond the attributes that are read. */
static void
leave_out_attributes(struct cursor *c)
{
	const char *to = c->at;
	char quote = 0;

	for (; to < c->end && (quote || (*to != '>' && *to != '<')); to++) {
		if (quote)
			quote = *to == quote ? 0 : quote;
		else if (*to == '"' || *to == '\'')
			quote = *to;
	}
	note(c, "a tag has over 256 attributes, and the rest is not read");
	if (to < c->end && to > c->at && to[-1] == '/')
		to--;
	leave_out(c, to);
}

/* Copies a character, and follows the attributes of the tag it stands in. */
static void
copy_in_tag(struct cursor *c)
{
	char b = *c->at;

	if (c->quote) {
		c->quote = b == c->quote ? 0 : c->quote;
		if (!c->quote && ++c->attributes == ATTRIBUTES_MAX) {
			tcn_buf_char(c->out, *c->at++);
			leave_out_attributes(c);
			return;
		}
	} else if (b == '"' || b == '\'') {
		c->quote = b;
	} else if (b == '>') {
		c->in_tag = false;
	}
	copy_char(c);
}

static bool
begins_at(struct tcn_str s, size_t at, const char *z)
{
	size_t n = strlen(z);

	return s.n - at >= n && strncasecmp(s.at + at, z, n) == 0;
}

/* Whether s has at `at` what a feed begins with. */
static bool
feed_at(struct tcn_str s, size_t at)
{
	return begins_at(s, at, "<?xml") || begins_at(s, at, "<rss") ||
	    begins_at(s, at, "<feed") || begins_at(s, at, "<rdf:RDF");
}

/* The bytes of white space and byte order marks that s begins with. */
static size_t
blank_n(struct tcn_str s)
{
	size_t n = 0;

	while (n < s.n &&
	    ((unsigned char)s.at[n] <= ' ' || begins_at(s, n, "\xef\xbb\xbf")))
		n += (unsigned char)s.at[n] <= ' ' ? 1 : 3;
	return n;
}

size_t
tcn_feed_xml_at(struct tcn_str s)
{
	size_t end = s.n < AHEAD_MAX ? s.n : AHEAD_MAX, first = blank_n(s);
	bool printed; /* ahead of the document, by what made it */

	if (first == s.n)
		return s.n;
	printed = s.at[first] != '<' || begins_at(s, first, "<br") ||
	    begins_at(s, first, "<b>");
	for (size_t i = first; printed && i < end; i++)
		if (s.at[i] == '<' && feed_at(s, i))
			return i;
	return s.at[first] == '<' ? first : s.n;
}

const char *
tcn_feed_tidy(struct tcn_str s, struct tcn_buf *out, unsigned long *line)
{
	struct cursor c = { .at = s.at, .end = s.at + s.n, .out = out };

	if (blank_n(s) < tcn_feed_xml_at(s))
		note(&c, "text ahead of the document, which is not read");
	if (s.n)
		leave_out(&c, s.at + tcn_feed_xml_at(s));
	while (c.at < c.end) {
		if (*c.at == '<')
			less_than(&c);
		else if (*c.at == '&')
			copy_ampersand(&c);
		else if (c.in_tag)
			copy_in_tag(&c);
		else
			copy_char(&c);
	}
	*line = 1;
	for (const char *z = s.at; c.left_out && z < c.left_out_at; z++)
		*line += *z == '\n';
	return c.left_out;
}
