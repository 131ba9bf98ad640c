#include "engine/text/markup.h"

#include <libxml/HTMLparser.h>
#include <stdint.h>
#include <unicode/utf8.h>

#include "engine/base/ascii.h"
#include "engine/base/buf.h"

#define ROUNDS_MAX 4 /* escaping over escaping that is undone */
#define NAME_BYTES 32 /* bytes of an element's or entity's name */
#define TAGS_MAX   8000 /* more make the parser slow: they are cut out */
#define MARKS_MAX  1000 /* of attributes in one tag, for the same reason */

void
tcn_markup_init(void)
{
	xmlInitParser();
}

/* name is one of those in list, which has a space around each. */
static bool
listed(const char *list, const char *name)
{
	char key[NAME_BYTES + 2];
	size_t n = strlen(name);

	if (n + 3 > sizeof key)
		return false;
	key[0] = ' ';
	memcpy(key + 1, name, n);
	key[n + 1] = ' ';
	key[n + 2] = '\0';
	return strstr(list, key) != NULL;
}

/* libxml2 knows HTML 4; these have come since. name in small letters. */
static bool
known_element(const char *name)
{
	static const char newer[] =
	    " article aside audio canvas details dialog figcaption figure "
	    "footer header hgroup main mark nav picture section source summary "
	    "svg time track video wbr ";

	return htmlTagLookup((const xmlChar *)name) != NULL ||
	    listed(newer, name);
}

/* What stands between two tags of these is two words, and two lines. */
static bool
is_block(const char *name)
{
	static const char blocks[] =
	    " address article aside blockquote body br caption center dd "
	    "details dialog dir div dl dt fieldset figcaption figure footer "
	    "form h1 h2 h3 h4 h5 h6 head header hr html iframe legend li main "
	    "nav ol option p pre section select summary table tbody td tfoot "
	    "th thead title tr ul ";

	return listed(blocks, name);
}

static bool
is_hidden(const char *name)
{
	static const char hidden[] =
	    " script style noscript template svg canvas object iframe head ";

	return listed(hidden, name);
}

struct tag {
	char name[NAME_BYTES]; /* in small letters */
	bool closing; /* </name> */
	bool small; /* written in small letters */
	bool attributes; /* or "/>" */
};

/*
 * Behind the last '>' of s. Whether a '<' is ever closed is asked of this: a
 * search from each of a million that are not would never end.
 */
static size_t
tags_end(struct tcn_str s)
{
	const char *last = s.n ? memrchr(s.at, '>', s.n) : NULL;

	return last ? (size_t)(last - s.at) + 1 : 0;
}

/*
 * The tag that begins at s.at[i], which is '<'; false: nothing like one. end
 * is tags_end(s).
 */
static bool
tag_at(struct tcn_str s, size_t i, size_t end, struct tag *tag)
{
	size_t n = 0;

	*tag = (struct tag){ .small = true };
	if (++i < s.n && s.at[i] == '/') {
		tag->closing = true;
		i++;
	}
	if (i >= s.n || !tcn_ascii_is_letter(s.at[i]))
		return false;
	for (; i < s.n && tcn_ascii_is_alnum(s.at[i]); i++) {
		if (n + 1 == NAME_BYTES)
			return false;
		tag->small &= s.at[i] < 'A' || s.at[i] > 'Z';
		tag->name[n++] = (char)(s.at[i] | 32);
	}
	tag->name[n] = '\0';
	if (i < s.n && s.at[i] == '>')
		return true;
	while (i < s.n && strchr(" \t\r\n/", s.at[i]) && s.at[i])
		i++;
	tag->attributes =
	    i < end && (tcn_ascii_is_letter(s.at[i]) || s.at[i] == '>');
	return tag->attributes;
}

/* See the head of text.h. */
static bool
looks_like_html(struct tcn_str s)
{
	const char *end = s.at + s.n;
	const char *p = s.at;
	size_t tags = tags_end(s);
	unsigned breaks = 0;
	struct tag tag;

	for (; (p = memchr(p, '<', (size_t)(end - p))); p++) {
		if (end - p > 3 &&
		    (memcmp(p, "<!--", 4) == 0 ||
			strncasecmp(p, "<!do", 4) == 0))
			return true;
		if (!tag_at(s, (size_t)(p - s.at), tags, &tag) ||
		    !known_element(tag.name))
			continue;
		if (tag.closing || tag.small || tag.attributes)
			return true;
		breaks += listed(" p br ", tag.name);
		if (breaks == 3)
			return true;
	}
	return false;
}

/* What the parser's callbacks write to. */
struct strip {
	struct tcn_buf out;
	unsigned hidden; /* depth inside elements that are not shown */
	bool space; /* white space is due before the next character */
	bool line; /* ... and it is the end of a line */
};

static void
on_characters(void *to, const xmlChar *bytes, int n)
{
	const char *p = (const char *)bytes, *end = p + n;
	struct strip *strip = to;

	if (strip->hidden)
		return;
	while (p < end) {
		const char *start = p;

		while (p < end && !tcn_ascii_is_space(*p))
			p++;
		if (p == start) {
			strip->space = true;
			p++;
			continue;
		}
		if (strip->out.n && strip->line)
			tcn_buf_char(&strip->out, '\n');
		else if (strip->out.n && strip->space)
			tcn_buf_char(&strip->out, ' ');
		strip->space = strip->line = false;
		tcn_buf_add(&strip->out, start, (size_t)(p - start));
	}
}

/* A ticker among real tags comes here as an unknown element. */
static void
on_start(void *to, const xmlChar *name, const xmlChar **attributes)
{
	struct strip *strip = to;
	const char *z = (const char *)name;

	if (is_hidden(z))
		strip->hidden++;
	else if (is_block(z))
		strip->line = true;
	else if (!known_element(z) && !attributes && !strpbrk(z, "-:")) {
		on_characters(strip, (const xmlChar *)"<", 1);
		on_characters(strip, name, (int)strlen(z));
		on_characters(strip, (const xmlChar *)">", 1);
	}
}

static void
on_end(void *to, const xmlChar *name)
{
	struct strip *strip = to;

	if (is_hidden((const char *)name))
		strip->hidden -= strip->hidden > 0;
	else if (is_block((const char *)name))
		strip->line = true;
}

/* Out goes whatever stands between '<' and '>'. For texts that are all tags. */
static void
cut_tags(struct tcn_str s, struct strip *strip)
{
	size_t tags = tags_end(s);
	size_t i = 0;

	while (i < s.n) {
		if (i < tags && s.at[i] == '<') {
			const char *end = memchr(s.at + i, '>', tags - i);

			i = (size_t)(end - s.at) + 1;
			strip->line = true;
		} else {
			on_characters(strip, (const xmlChar *)s.at + i++, 1);
		}
	}
}

static bool
parse(struct tcn_str s, struct strip *strip)
{
	htmlSAXHandler sax = {
		.startElement = on_start,
		.endElement = on_end,
		.characters = on_characters,
		.ignorableWhitespace = on_characters,
	};
	htmlParserCtxtPtr ctxt = htmlCreatePushParserCtxt(&sax, strip, NULL, 0,
	    NULL, XML_CHAR_ENCODING_UTF8);

	if (!ctxt)
		return false;
	htmlCtxtUseOptions(ctxt,
	    HTML_PARSE_RECOVER | HTML_PARSE_NOERROR | HTML_PARSE_NOWARNING |
		HTML_PARSE_NONET);
	htmlParseChunk(ctxt, s.at, (int)s.n, 0);
	htmlParseChunk(ctxt, NULL, 0, 1);
	htmlFreeParserCtxt(ctxt);
	return true;
}

static size_t
count_char(struct tcn_str s, char c)
{
	size_t n = 0;

	for (size_t i = 0; i < s.n; i++)
		n += s.at[i] == c;
	return n;
}

/*
 * A tag of s has more attributes than are ever meant. libxml2 compares each
 * with all before it. What separates them is counted, outside of quotes.
 */
static bool
has_endless_tag(struct tcn_str s)
{
	unsigned marks = 0;
	bool inside = false;
	char quote = 0;

	for (size_t i = 0; i < s.n && marks <= MARKS_MAX; i++) {
		char c = s.at[i];

		if (!inside) {
			inside = c == '<' && i + 1 < s.n &&
			    tcn_ascii_is_letter(s.at[i + 1]);
			marks = 0;
		} else if (quote) {
			quote = c == quote ? 0 : quote;
		} else if (c == '>') {
			inside = false;
		} else {
			marks += c == '=' || c == '/' || (c > 0 && c <= ' ');
			if ((c == '"' || c == '\'') && s.at[i - 1] == '=')
				quote = c;
		}
	}
	return marks > MARKS_MAX;
}

static enum tcn_rc
strip_markup(struct tcn_str *s, struct tcn_arena *arena)
{
	struct strip strip = { 0 };
	enum tcn_rc rc = TCN_NOMEM;

	if (count_char(*s, '<') > TAGS_MAX || has_endless_tag(*s) ||
	    s->n > INT32_MAX / 2)
		cut_tags(*s, &strip);
	else if (!parse(*s, &strip))
		goto out;
	if (!strip.out.failed &&
	    tcn_arena_str(arena, tcn_buf_view(&strip.out), s))
		rc = TCN_OK;
out:
	tcn_buf_fini(&strip.out);
	return rc;
}

/* "#8217;" or "#x2019;" at p; where it ends in *next. 0: not one. */
static UChar32
numeric_entity(const char *p, const char *end, const char **next)
{
	int base = 10;
	UChar32 c = 0;

	p++;
	if (p < end && (*p | 32) == 'x') {
		base = 16;
		p++;
	}
	for (; p < end && tcn_ascii_is_alnum(*p) && c < 0x110000; p++) {
		int digit = tcn_ascii_hex(*p);

		if (digit < 0 || digit >= base)
			return 0;
		c = c * base + digit;
	}
	if (p == end || *p != ';' || c < ' ' || !U_IS_UNICODE_CHAR(c))
		return 0;
	*next = p + 1;
	return c;
}

static UChar32
named_entity(const char *p, const char *end, const char **next)
{
	const htmlEntityDesc *entity;
	char name[NAME_BYTES];
	size_t n = 0;

	while (p < end && tcn_ascii_is_alnum(*p) && n + 1 < NAME_BYTES)
		name[n++] = *p++;
	name[n] = '\0';
	if (!n || p == end || *p != ';')
		return 0;
	*next = p + 1;
	if (strcmp(name, "apos") == 0)
		return '\'';
	entity = htmlEntityLookup((const xmlChar *)name);
	return entity ? (UChar32)entity->value : 0;
}

/* The character that the '&' at p begins to name, or 0. */
static UChar32
entity_at(const char *p, const char *end, const char **next)
{
	if (++p == end)
		return 0;
	if (*p == '#')
		return numeric_entity(p, end, next);
	return named_entity(p, end, next);
}

/* From p on, with entities decoded; none is shorter than what it names. */
static size_t
decode(const char *p, const char *end, char *to)
{
	const char *next;
	size_t n = 0;

	while (p < end) {
		UChar32 c = *p == '&' ? entity_at(p, end, &next) : 0;

		if (c) {
			U8_APPEND_UNSAFE(to, n, c);
			p = next;
		} else {
			to[n++] = *p++;
		}
	}
	return n;
}

/* A copy of *s without entities; *s is left alone when it has none. */
static enum tcn_rc
decode_entities(struct tcn_str *s, struct tcn_arena *arena)
{
	const char *end = s->at + s->n;
	const char *p = s->at;
	const char *next;
	char *copy;
	size_t n;

	while ((p = memchr(p, '&', (size_t)(end - p))) &&
	    !entity_at(p, end, &next))
		p++;
	if (!p)
		return TCN_OK;
	copy = tcn_arena_alloc(arena, s->n + 1);
	if (!copy)
		return TCN_NOMEM;
	n = (size_t)(p - s->at);
	memcpy(copy, s->at, n);
	n += decode(p, end, copy + n);
	copy[n] = '\0';
	*s = (struct tcn_str){ copy, n };
	return TCN_OK;
}

enum tcn_rc
tcn_markup_strip(struct tcn_str raw, struct tcn_arena *arena,
    struct tcn_str *plain)
{
	enum tcn_rc rc = TCN_OK;

	*plain = raw;
	for (int round = 0; round < ROUNDS_MAX && rc == TCN_OK; round++) {
		const char *before = plain->at;

		if (plain->n && looks_like_html(*plain))
			rc = strip_markup(plain, arena);
		else if (plain->n)
			rc = decode_entities(plain, arena);
		if (plain->at == before)
			break;
	}
	return rc;
}
