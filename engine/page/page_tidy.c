/*
 * engine/page/page_tidy.c - what is never text goes before the parser sees it.
 *
 * Most bytes of a page are scripts, styles and drawings; they are passed over
 * at the speed of a search. What is left is made harmless: libxml2 compares an
 * attribute with all before it, an end tag with all elements that are open, and
 * keeps every name of a character that it does not know. So of each tag only
 * the few attributes are kept that are read later, elements nest DEPTH_MAX deep
 * at most, though their text stays, and what stands behind TAGS_MAX tags is not
 * read. Elements that only change the letters' look are left out too, and
 * elements with a name of their own ("x-card") become a div of that class,
 * which is what they are to a reader.
 */
#include <strings.h>

#include "engine/base/ascii.h"
#include "engine/page/page_impl.h"

#define NAME_BYTES  32
#define VALUE_BYTES 2048 /* of an attribute; the rest is cut */
#define DEPTH_MAX   300
#define TAGS_MAX    400000
#define NAMES_MAX   50000 /* of characters, as "&eacute;": each is looked up */
#define DATA_BYTES  ((size_t)2 << 20) /* of one script of JSON-LD */

struct attribute {
	struct tcn_str name, value;
};

struct tidy {
	struct tcn_page *page;
	struct tcn_buf *out;
	const char *at, *end;
	size_t tags, names;
	size_t depth, deeper; /* open elements; those left out for depth */
	uint64_t endless; /* kinds of raw elements known to have no end */
};

struct tag {
	char name[NAME_BYTES]; /* in small letters */
	size_t n;
	enum tcn_page_kind kind;
	struct tcn_str custom; /* the name of an element of its own */
	bool json; /* type="application/ld+json" */
	bool hidden;
};

static bool
same(struct tcn_str s, const char *z)
{
	return s.n == strlen(z) && strncasecmp(s.at, z, s.n) == 0;
}

static bool
contains(struct tcn_str s, const char *z)
{
	size_t n = strlen(z);

	for (size_t i = 0; i + n <= s.n; i++)
		if (strncasecmp(s.at + i, z, n) == 0)
			return true;
	return false;
}

/* Reads the name that the tag at p (behind '<' or "</") begins with. */
static const char *
read_name(const struct tidy *t, const char *p, struct tag *tag)
{
	const char *start = p;

	*tag = (struct tag){ 0 };
	while (p < t->end && !tcn_ascii_is_space(*p) && *p != '>' && *p != '/')
		p++;
	tag->custom = (struct tcn_str){ start, (size_t)(p - start) };
	tag->n = tag->custom.n < NAME_BYTES ? tag->custom.n : NAME_BYTES - 1;
	for (size_t i = 0; i < tag->n; i++)
		tag->name[i] = tcn_ascii_lower(start[i]);
	tag->kind = tcn_page_element(tag->name, tag->n);
	if (tag->kind == TCN_PAGE_UNKNOWN && tag->custom.n < NAME_BYTES &&
	    memchr(start, '-', tag->custom.n) &&
	    !strpbrk(tag->name, "\"'<&=`:")) {
		tag->kind = TCN_PAGE_DIV;
		memcpy(tag->name, "div", 4);
		tag->n = 3;
	} else if (tag->kind == TCN_PAGE_NAV) {
		/* Some of these the parser does not know. */
		memcpy(tag->name, "nav", 4);
		tag->n = 3;
		tag->custom.n = 0;
	} else {
		tag->custom.n = 0;
	}
	return p;
}

/* Reads one attribute; false at the tag's end, which *at is then behind. */
static bool
next_attribute(const struct tidy *t, const char **at, struct attribute *a)
{
	const char *p = *at;

	while (p < t->end && (tcn_ascii_is_space(*p) || *p == '/'))
		p++;
	if (p == t->end || *p == '>') {
		*at = p < t->end ? p + 1 : p;
		return false;
	}
	*a = (struct attribute){ .name = { p, 0 } };
	for (p++;
	     p < t->end && !tcn_ascii_is_space(*p) && !memchr("=>/", *p, 3);)
		p++;
	a->name.n = (size_t)(p - a->name.at);
	while (p < t->end && tcn_ascii_is_space(*p))
		p++;
	if (p < t->end && *p == '=') {
		for (p++; p < t->end && tcn_ascii_is_space(*p);)
			p++;
		if (p < t->end && (*p == '"' || *p == '\'')) {
			const char *close =
			    memchr(p + 1, *p, (size_t)(t->end - p - 1));

			close = close ? close : t->end;
			a->value =
			    (struct tcn_str){ p + 1, (size_t)(close - p - 1) };
			p = close < t->end ? close + 1 : close;
		} else {
			a->value.at = p;
			while (p < t->end && !tcn_ascii_is_space(*p) &&
			    *p != '>')
				p++;
			a->value.n = (size_t)(p - a->value.at);
		}
	}
	*at = p;
	return true;
}

/* Copies text. Beyond so many names of characters an ampersand is one, since
 * the parser keeps each name that it does not know. */
static void
write_text(struct tidy *t, const char *from, size_t n)
{
	const char *p = from, *end = from + n;

	while (p < end && (p = memchr(p, '&', (size_t)(end - p)))) {
		p++;
		if (p < end && *p == '#')
			continue;
		if (t->names++ < NAMES_MAX)
			continue;
		tcn_buf_add(t->out, from, (size_t)(p - from));
		tcn_buf_z(t->out, "amp;");
		from = p;
	}
	tcn_buf_add(t->out, from, (size_t)(end - from));
}

static void
write_attribute(struct tidy *t, struct tcn_str name, struct tcn_str value)
{
	struct tcn_buf *out = t->out;
	char quote =
	    memchr(value.at ? value.at : "", '"', value.n) ? '\'' : '"';
	size_t n = value.n < VALUE_BYTES ? value.n : VALUE_BYTES;
	const char *bad = n ? memchr(value.at, quote, n) : NULL;

	/* A value without quotes may hold both kinds. */
	n = bad ? (size_t)(bad - value.at) : n;
	tcn_buf_char(out, ' ');
	tcn_buf_str(out, name);
	tcn_buf_char(out, '=');
	tcn_buf_char(out, quote);
	write_text(t, value.at ? value.at : "", n);
	tcn_buf_char(out, quote);
}

/* The attributes that are read later; a bit is set for one that was seen. */
static const char *const kept[] = { "class", "content", "datetime", "id",
	"itemprop", "itemscope", "lang", "name", "property", "rel", "role",
	"xml:lang" };

static void
take_attribute(struct tidy *t, struct tag *tag, const struct attribute *a,
    uint32_t *seen)
{
	tag->hidden |= same(a->name, "hidden") ||
	    (same(a->name, "style") &&
		(contains(a->value, "display:none") ||
		    contains(a->value, "display: none") ||
		    contains(a->value, "visibility:hidden") ||
		    contains(a->value, "visibility: hidden")));
	tag->json |= same(a->name, "type") && contains(a->value, "ld+json");
	if (same(a->name, "href") && !(*seen & 1u << 31)) {
		*seen |= 1u << 31;
		write_attribute(t, tcn_str("href"),
		    tag->kind == TCN_PAGE_LINK_REL ? a->value
						   : (struct tcn_str){ 0 });
	}
	if (tag->kind == TCN_PAGE_TIME && same(a->name, "title"))
		write_attribute(t, tcn_str("datetime"), a->value);
	for (unsigned i = 0; i < sizeof kept / sizeof *kept; i++) {
		if (*seen & 1u << i || !same(a->name, kept[i]))
			continue;
		*seen |= 1u << i;
		if (i == 0 && tag->custom.n)
			continue;
		write_attribute(t, tcn_str(kept[i]), a->value);
	}
}

/* Within so many bytes an element that is left out ends, or it was never
 * closed; as happens with those that are short. */
static size_t
reach(const struct tag *tag)
{
	if (tag->kind == TCN_PAGE_INPUT)
		return 65536;
	return tag->n == 2 ? 256 : SIZE_MAX; /* rp, rt */
}

/* The element with this end tag is over behind it; NULL: it has none. */
static const char *
find_end_tag(const struct tidy *t, const char *p, const struct tag *tag)
{
	const char *start = p;

	while ((p = memchr(p, '<', (size_t)(t->end - p)))) {
		const char *name = p + 2;

		p++;
		if ((size_t)(t->end - p) <= tag->n ||
		    (size_t)(p - start) > reach(tag))
			return NULL;
		if (*p != '/' || strncasecmp(name, tag->name, tag->n) != 0 ||
		    (name + tag->n < t->end &&
			tcn_ascii_is_alnum(name[tag->n])))
			continue;
		p = memchr(name, '>', (size_t)(t->end - name));
		return p ? p + 1 : t->end;
	}
	return NULL;
}

/* Passes over an element that is left out with its content. */
static void
pass_over(struct tidy *t, const struct tag *tag)
{
	uint64_t bit = UINT64_C(1) << ((tag->name[0] * 7 + tag->name[1]) & 63);
	const char *behind =
	    t->endless & bit ? NULL : find_end_tag(t, t->at, tag);

	if (behind && tag->json) {
		struct tcn_str data = { t->at, (size_t)(behind - t->at) };

		while (data.n && data.at[data.n - 1] != '<')
			data.n--;
		data.n -= data.n > 0;
		if (data.n && data.n <= DATA_BYTES &&
		    t->page->data_n < TCN_PAGE_DATA_MAX)
			t->page->data[t->page->data_n++] = data;
	}
	if (tag->kind == TCN_PAGE_INPUT)
		tcn_buf_z(t->out, "<input>");
	if (behind)
		t->at = behind;
	else if (tag->kind == TCN_PAGE_RAW)
		t->at = t->end; /* as in a browser */
	else
		t->endless |= bit;
}

/* An element that ends without an end tag, or closes its like. */
static bool
ends_by_itself(enum tcn_page_kind kind)
{
	return kind == TCN_PAGE_P || kind == TCN_PAGE_LI ||
	    kind == TCN_PAGE_ROW || kind == TCN_PAGE_CELL ||
	    kind == TCN_PAGE_BR || kind == TCN_PAGE_META ||
	    kind == TCN_PAGE_LINK_REL || kind == TCN_PAGE_HTML ||
	    kind == TCN_PAGE_BODY || kind == TCN_PAGE_LINK;
}

/* Whether the tag stays, as for depth and number. */
static bool
count_tag(struct tidy *t, enum tcn_page_kind kind, bool closing)
{
	t->tags++;
	if (ends_by_itself(kind))
		return true;
	if (closing && t->deeper) {
		t->deeper--;
		return false;
	}
	if (closing) {
		t->depth -= t->depth > 0;
		return true;
	}
	if (t->depth == DEPTH_MAX) {
		t->deeper++;
		return false;
	}
	t->depth++;
	return true;
}

static void
start_tag(struct tidy *t)
{
	struct attribute a;
	struct tag tag;
	uint32_t seen = 0;
	const char *p = read_name(t, t->at + 1, &tag);
	size_t n = t->out->n;
	bool keep =
	    tag.kind >= TCN_PAGE_INLINE && count_tag(t, tag.kind, false);

	tcn_buf_char(t->out, '<');
	tcn_buf_add(t->out, tag.name, tag.n);
	if (tag.custom.n)
		write_attribute(t, tcn_str("class"), tag.custom);
	while (next_attribute(t, &p, &a))
		take_attribute(t, &tag, &a, &seen);
	if (tag.hidden)
		tcn_buf_z(t->out, " hidden=\"\"");
	tcn_buf_char(t->out, '>');
	if (!keep)
		t->out->n = n;
	t->at = p;
	if (tag.kind == TCN_PAGE_VOID && strcmp(tag.name, "input") == 0)
		tcn_buf_z(t->out, "<input>");
	if (tag.kind == TCN_PAGE_RAW || tag.kind == TCN_PAGE_SKIP ||
	    tag.kind == TCN_PAGE_INPUT)
		pass_over(t, &tag);
}

static void
end_tag(struct tidy *t)
{
	struct tag tag;
	const char *p = read_name(t, t->at + 2, &tag);

	p = memchr(p, '>', (size_t)(t->end - p));
	t->at = p ? p + 1 : t->end;
	if (tag.kind < TCN_PAGE_INLINE || !count_tag(t, tag.kind, true))
		return;
	tcn_buf_z(t->out, "</");
	tcn_buf_add(t->out, tag.name, tag.n);
	tcn_buf_char(t->out, '>');
}

/* A comment, document type or instruction: all that begins "<!" or "<?". */
static void
pass_declaration(struct tidy *t)
{
	const char *p = t->at + 2;
	size_t n = (size_t)(t->end - p);

	if (n >= 2 && memcmp(p, "--", 2) == 0) {
		const char *close = memmem(p, n, "-->", 3);

		if (n >= 3 && p[2] == '>')
			close = p; /* "<!-->" */
		t->at = close ? close + 3 : t->end;
		return;
	}
	p = memchr(p, '>', n);
	t->at = p ? p + 1 : t->end;
}

void
tcn_page_tidy(struct tcn_str html, struct tcn_page *page, struct tcn_buf *out)
{
	struct tidy t = {
		.page = page, .out = out, .at = html.at, .end = html.at + html.n
	};

	while (t.at < t.end) {
		const char *p = memchr(t.at, '<', (size_t)(t.end - t.at));
		char next;

		p = p ? p : t.end;
		write_text(&t, t.at, (size_t)(p - t.at));
		t.at = p;
		if (p == t.end || t.tags > TAGS_MAX)
			break;
		next = p + 1 < t.end ? p[1] : ' ';
		if (next == '!' || next == '?')
			pass_declaration(&t);
		else if (tcn_ascii_is_letter(next))
			start_tag(&t);
		else if (next == '/' && p + 2 < t.end &&
		    tcn_ascii_is_letter(p[2]))
			end_tag(&t);
		else {
			if (next != '<')
				tcn_buf_z(out, "&lt;");
			t.at++;
		}
	}
}
