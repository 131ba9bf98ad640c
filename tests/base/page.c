#include "tests/base/page.h"

#include <stdio.h>
#include <string.h>
#include <unicode/uchar.h>
#include <unicode/utf8.h>

#define DEPTH_MAX 32

/* With a space on both sides of each. */
static const char elements[] =
    " html head body main article section header footer title style h1 h2 h3 "
    "p pre span b a blockquote ul ol li figure figcaption details summary div "
    "svg desc path rect circle text table thead tbody tr th td time br meta ";
static const char voids[] = " meta br ";
static const char attributes[] =
    " lang dir class href rel datetime colspan scope charset http-equiv "
    "content name "
    "viewBox role aria-labelledby id d x y cx cy r width height "
    "fill-opacity text-anchor ";

struct reader {
	const char *at, *end;
	const char *open[DEPTH_MAX]; /* names of what is open */
	size_t open_n[DEPTH_MAX];
	size_t depth;
	struct page_fault *fault;
};

static bool
fail(struct reader *reader, const char *what)
{
	size_t left = (size_t)(reader->end - reader->at);

	snprintf(reader->fault->text, sizeof reader->fault->text,
	    "%s before: %.*s", what, (int)(left < 80 ? left : 80), reader->at);
	return false;
}

static bool
is_listed(const char *list, const char *name, size_t n)
{
	char padded[40];

	if (n == 0 || n > sizeof padded - 3)
		return false;
	snprintf(padded, sizeof padded, " %.*s ", (int)n, name);
	return strstr(list, padded) != NULL;
}

static bool
begins(const struct reader *reader, const char *z)
{
	size_t n = strlen(z);

	return (size_t)(reader->end - reader->at) >= n &&
	    memcmp(reader->at, z, n) == 0;
}

static size_t
name_bytes(const struct reader *reader)
{
	const char *p = reader->at;

	while (p < reader->end && strchr(" =>\"/\n", *p) == NULL)
		p++;
	return (size_t)(p - reader->at);
}

static bool
is_entity(const struct reader *reader)
{
	return begins(reader, "&amp;") || begins(reader, "&lt;") ||
	    begins(reader, "&gt;") || begins(reader, "&quot;") ||
	    begins(reader, "&#39;");
}

/* Ours are names without a scheme or a path. */
static bool
is_good_href(const char *value, size_t n)
{
	if (n > 7 &&
	    (strncasecmp(value, "http://", 7) == 0 ||
		strncasecmp(value, "https://", 8) == 0))
		return true;
	return n > 5 && memcmp(value + n - 5, ".html", 5) == 0 &&
	    !memchr(value, ':', n) && !memchr(value, '/', n);
}

/* ="value" */
static bool
read_value(struct reader *reader, bool href)
{
	const char *value;

	if (!begins(reader, "=\""))
		return fail(reader, "attribute without a quoted value");
	value = reader->at += 2;
	for (; reader->at < reader->end && *reader->at != '"'; reader->at++) {
		if (*reader->at == '<' ||
		    (*reader->at == '&' && !is_entity(reader)))
			return fail(reader, "bare character in attribute");
	}
	if (reader->at == reader->end)
		return fail(reader, "open attribute");
	if (href && !is_good_href(value, (size_t)(reader->at - value)))
		return fail(reader, "bad link");
	reader->at++;
	return true;
}

static bool
read_attributes(struct reader *reader)
{
	while (begins(reader, " ")) {
		size_t n;
		bool href;

		reader->at++;
		n = name_bytes(reader);
		if (!is_listed(attributes, reader->at, n))
			return fail(reader, "unknown attribute");
		href = n == 4 && memcmp(reader->at, "href", 4) == 0;
		reader->at += n;
		if (!read_value(reader, href))
			return false;
	}
	if (begins(reader, "/>")) { /* of an SVG element */
		reader->depth--;
		reader->at++;
	}
	if (!begins(reader, ">"))
		return fail(reader, "odd end of tag");
	reader->at++;
	return true;
}

static bool
close_tag(struct reader *reader)
{
	size_t n;

	reader->at += 2;
	n = name_bytes(reader);
	if (!reader->depth || reader->open_n[reader->depth - 1] != n ||
	    memcmp(reader->open[reader->depth - 1], reader->at, n) != 0)
		return fail(reader, "closes what is not open");
	reader->depth--;
	reader->at += n;
	return read_attributes(reader);
}

static bool
open_tag(struct reader *reader)
{
	const char *name = ++reader->at;
	size_t n = name_bytes(reader);

	if (!is_listed(elements, name, n))
		return fail(reader, "unknown element");
	if (!is_listed(voids, name, n)) {
		if (reader->depth == DEPTH_MAX)
			return fail(reader, "too deep");
		reader->open[reader->depth] = name;
		reader->open_n[reader->depth++] = n;
	}
	reader->at += n;
	if (!read_attributes(reader))
		return false;
	if (n == 5 && memcmp(name, "style", 5) == 0) {
		const char *end = strstr(reader->at, "</style>");

		if (!end)
			return fail(reader, "open style");
		reader->at = end;
	}
	return true;
}

bool
page_is_html(struct tcn_str page, struct page_fault *fault)
{
	static const char doctype[] = "<!DOCTYPE html>\n";
	struct reader reader = { page.at, page.at + page.n, .fault = fault };

	if (!begins(&reader, doctype))
		return fail(&reader, "no doctype");
	reader.at += sizeof doctype - 1;
	while (reader.at < reader.end) {
		bool good = true;

		if (begins(&reader, "</"))
			good = close_tag(&reader);
		else if (*reader.at == '<')
			good = open_tag(&reader);
		else if (*reader.at == '>' ||
		    (*reader.at == '&' && !is_entity(&reader)))
			good = fail(&reader, "bare character");
		else
			reader.at++;
		if (!good)
			return false;
	}
	return reader.depth == 0 || fail(&reader, "left open");
}

/* A link's destination is bracketed and may hold what text may not. */
static const char *
skip_destination(const char *at, const char *end)
{
	const char *close = memchr(at, '>', (size_t)(end - at));

	return close ? close + 1 : end;
}

/* Whether an ampersand begins a character reference of any name. */
static bool
is_reference(const struct reader *reader)
{
	size_t n = strspn(reader->at + 1,
	    "#0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz");

	return n && reader->at[n + 1] == ';';
}

bool
page_is_md(struct tcn_str page, struct page_fault *fault)
{
	struct reader reader = { page.at, page.at + page.n, .fault = fault };

	for (; reader.at < reader.end; reader.at++) {
		bool line = reader.at == page.at || reader.at[-1] == '\n';

		if (*reader.at == '\\')
			reader.at++;
		else if (begins(&reader, "](<"))
			reader.at = skip_destination(reader.at, reader.end);
		else if (*reader.at == '<' || *reader.at == '`' ||
		    *reader.at == '~' || *reader.at == '$' ||
		    (*reader.at == '>' && !line) ||
		    (*reader.at == '&' && !is_entity(&reader) &&
			is_reference(&reader)))
			return fail(&reader, "bare character");
	}
	return true;
}

bool
page_is_text(struct tcn_str page, struct page_fault *fault)
{
	struct reader reader = { page.at, page.at + page.n, .fault = fault };
	const uint8_t *bytes = (const uint8_t *)page.at;
	int32_t i = 0, n = (int32_t)page.n;

	while (i < n) {
		UChar32 c;

		reader.at = page.at + i;
		U8_NEXT(bytes, i, n, c);
		if (c < 0)
			return fail(&reader, "not UTF-8");
		if (c != '\n' && u_charType(c) == U_CONTROL_CHAR)
			return fail(&reader, "control character");
		if (u_hasBinaryProperty(c, UCHAR_BIDI_CONTROL))
			return fail(&reader, "direction character");
	}
	return true;
}
