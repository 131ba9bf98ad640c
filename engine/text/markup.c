#include "engine/text/markup.h"

#include <assert.h>
#include <libxml/HTMLparser.h>
#include <stdint.h>
#include <unicode/utf8.h>

#include "engine/base/ascii.h"
#include "engine/base/buf.h"
#include "engine/base/mem.h"
#include "engine/base/utf8.h"
#include "engine/base/windows1252.h"

#define ROUNDS_MAX 4 /* levels of escaping that are undone */
#define NAME_BYTES 32 /* of an element's or entity's name, with the NUL */
#define TAGS_MAX   8000 /* with more the parser is slow: tags are cut out */
#define MARKS_MAX  1000 /* between attributes of one tag, for the same reason */

void
tcn_markup_init(void)
{
	xmlInitParser();
}

/* Whether name is in list, in which a space stands around each name. */
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

/* libxml2 knows HTML 4; the list is what came later, or never was standard.
 * name in small letters. */
static bool
known_element(const char *name)
{
	static const char newer[] =
	    " article aside audio bdi blink canvas command details dialog "
	    "figcaption figure footer header hgroup keygen main mark marquee "
	    "math "
	    "nav nobr picture rp rt ruby section source summary svg time track "
	    "video wbr ";

	return htmlTagLookup((const xmlChar *)name) != NULL ||
	    listed(newer, name);
}

/* Text before and behind a tag of these is two words, on two lines. */
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

/* Elements whose content is not shown. That of an object or iframe is: it
 * stands in for what cannot be shown, or is text behind one never closed. */
static bool
is_hidden(const char *name)
{
	static const char hidden[] =
	    " script style noscript template svg canvas head ";

	return listed(hidden, name);
}

struct tag {
	char name[NAME_BYTES]; /* in small letters */
	bool closing; /* </name> */
	bool small; /* written in small letters */
	bool attributes; /* it has some, or ends in "/>" */
};

/*
 * The index behind the last '>' of s. A '<' before it is closed, one behind it
 * is not; a search for each of a million that are not would never end.
 */
static size_t
tags_end(struct tcn_str s)
{
	const char *last = s.n ? memrchr(s.at, '>', s.n) : NULL;

	return last ? (size_t)(last - s.at) + 1 : 0;
}

/*
 * Reads the tag that begins at s.at[i], which is '<'; false: it is none. end is
 * tags_end(s).
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

/* The rule is in markup.h. */
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

/* The state of the parser's callbacks, and what they write. */
struct strip {
	struct tcn_buf out;
	unsigned hidden; /* depth inside elements that are not shown */
	unsigned math; /* depth inside formulas, with elements of their own */
	bool space; /* a space is due before the next character ... */
	bool line; /* ... or the end of a line */
};

/* Writes part of a text, with the characters that are meant by numbers of
 * control characters. */
static void
write_text(struct tcn_buf *out, const char *p, const char *end)
{
	const char *c2;

	while ((c2 = memchr(p, 0xc2, (size_t)(end - p)))) {
		char meant[U8_MAX_LENGTH];
		int n = 0;
		uint32_t c = c2 + 1 < end ? (unsigned char)c2[1] : 0;

		tcn_buf_add(out, p, (size_t)(c2 - p));
		U8_APPEND_UNSAFE(meant, n, tcn_windows1252(c));
		if (c >= 0x80 && c < 0xa0)
			tcn_buf_add(out, meant, (size_t)n);
		else
			tcn_buf_add(out, c2, c ? 2 : 1);
		p = c2 + (c ? 2 : 1);
	}
	tcn_buf_add(out, p, (size_t)(end - p));
}

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
		write_text(&strip->out, start, p);
	}
}

/* An unknown element without attributes is a ticker, and written out again. */
static void
on_start(void *to, const xmlChar *name, const xmlChar **attributes)
{
	struct strip *strip = to;
	const char *z = (const char *)name;

	if (is_hidden(z))
		strip->hidden++;
	else if (is_block(z))
		strip->line = true;
	else if (strcmp(z, "math") == 0)
		strip->math++;
	else if (!known_element(z) && !attributes && !strip->math &&
	    !strpbrk(z, "-:")) {
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
	else if (strcmp((const char *)name, "math") == 0)
		strip->math -= strip->math > 0;
	else if (is_block((const char *)name))
		strip->line = true;
}

/* Cuts out whatever stands between '<' and '>', for texts that the parser would
 * take too long for. */
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

/* The character of "#8217;" or "#x2019;" at p; *next is where it ends. 0: it is
 * none. */
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
	return (UChar32)tcn_windows1252((uint32_t)c);
}

/* The character of a name as "amp;" at p; 0: it is none. */
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

/* Bytes of the "<p>", "<br>" or, in an open paragraph, "</p>" at p; 0: none of
 * these is there. */
static size_t
plain_tag(const char *p, const char *end, bool *open)
{
	static const struct tcn_str tags[] = { TCN_STR("</p>"), TCN_STR("<p>"),
		TCN_STR("<br>"), TCN_STR("<br/>"), TCN_STR("<br />") };

	for (size_t i = *open ? 0 : 1; i < sizeof tags / sizeof *tags; i++)
		if ((size_t)(end - p) >= tags[i].n &&
		    memcmp(p, tags[i].at, tags[i].n) == 0) {
			*open = i == 1 || (*open && i > 1);
			return tags[i].n;
		}
	return 0;
}

/*
 * Whether c stands for itself, and the parser would pass it on. It passes over
 * control characters, a byte order mark and what is no character, of which the
 * last two begin with 0xef.
 */
static bool
is_plain(char c)
{
	return c == '\t' || c == '\n' || c == '\r' ||
	    (!tcn_ascii_is_blank(c) && c != '<' && c != '&' && c != '\xef') ||
	    c == ' ';
}

/*
 * Strips a text, valid UTF-8, that has no other tags than those of paragraphs
 * and breaks, as most that have any: the parser would say the same, and takes
 * ten times as long. False: there is something else in it, and what was written
 * is void.
 */
static bool
strip_plain(struct tcn_str s, struct strip *strip)
{
	const char *p = s.at, *end = p + s.n, *next;
	bool open = false;

	for (; p < end; p = next) {
		char meant[U8_MAX_LENGTH];
		UChar32 c;
		int n = 0;

		for (next = p; next < end && is_plain(*next); next++)
			continue;
		if (next > p) {
			on_characters(strip, (const xmlChar *)p,
			    (int)(next - p));
		} else if (*p == '&' && (c = entity_at(p, end, &next))) {
			U8_APPEND_UNSAFE(meant, n, c);
			on_characters(strip, (const xmlChar *)meant, n);
		} else {
			next = p + plain_tag(p, end, &open);
			strip->line = true;
		}
		if (next == p)
			return false;
	}
	return true;
}

static void
parse(struct tcn_str s, struct strip *strip)
{
	htmlSAXHandler sax = {
		.startElement = on_start,
		.endElement = on_end,
		.characters = on_characters,
		.ignorableWhitespace = on_characters,
	};
	htmlParserCtxtPtr ctxt = tcn_mem_must(htmlCreatePushParserCtxt(&sax,
	    strip, NULL, 0, NULL, XML_CHAR_ENCODING_UTF8));

	htmlCtxtUseOptions(ctxt,
	    HTML_PARSE_RECOVER | HTML_PARSE_NOERROR | HTML_PARSE_NOWARNING |
		HTML_PARSE_NONET);
	htmlParseChunk(ctxt, s.at, (int)s.n, 0);
	htmlParseChunk(ctxt, NULL, 0, 1);
	htmlFreeParserCtxt(ctxt);
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
 * Whether a tag of s has far more attributes than anybody writes: libxml2
 * compares each with all before it. What may separate attributes is counted,
 * outside of quotes.
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

static void
strip_markup(struct tcn_str *s, struct tcn_arena *arena)
{
	struct strip strip = { 0 };

	if (count_char(*s, '<') > TAGS_MAX || has_endless_tag(*s) ||
	    s->n > INT32_MAX / 2)
		cut_tags(*s, &strip);
	else if (!tcn_utf8_valid(*s) || !strip_plain(*s, &strip)) {
		tcn_buf_clear(&strip.out);
		strip = (struct strip){ .out = strip.out };
		parse(*s, &strip);
	}
	tcn_arena_str(arena, tcn_buf_view(&strip.out), s);
	tcn_buf_fini(&strip.out);
}

/* Copies from p on with entities decoded; the length. No entity is shorter than
 * the character it names, so `to` needs no more room than the source. */
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

/* Replaces *s by a copy without entities; leaves it alone when it has none. */
static void
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
		return;
	copy = tcn_arena_alloc(arena, s->n + 1);
	n = (size_t)(p - s->at);
	memcpy(copy, s->at, n);
	n += decode(p, end, copy + n);
	assert(n <= s->n);
	copy[n] = '\0';
	*s = (struct tcn_str){ copy, n };
}

void
tcn_markup_strip(struct tcn_str raw, struct tcn_arena *arena,
    struct tcn_str *plain)
{
	assert(arena && plain);
	*plain = raw;
	for (int round = 0; round < ROUNDS_MAX; round++) {
		const char *before = plain->at;

		if (plain->n && looks_like_html(*plain))
			strip_markup(plain, arena);
		else if (plain->n)
			decode_entities(plain, arena);
		if (plain->at == before)
			break;
	}
}
