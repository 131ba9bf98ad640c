#include "tools/intake/feeds/discover.h"

#include <ctype.h>
#include <libxml/HTMLparser.h>
#include <libxml/uri.h>
#include <strings.h>

#include "engine/base/mem.h"
#include "tools/intake/feeds/charset.h"

#define FEEDS_MAX 32
#define MARKS_MAX 1000 /* between the attributes of one tag */
/* A page names its feeds within so many bytes; the rest is not read. */
#define PAGE_BYTES ((size_t)512 * 1024)

struct reader {
	struct tcn_arena *arena;
	struct tcn_str base; /* ends in NUL; may be empty */
	struct tcn_discover_feeds *feeds;
};

static const char *
attribute(const xmlChar **attributes, const char *name)
{
	for (; attributes && attributes[0]; attributes += 2)
		if (strcasecmp((const char *)attributes[0], name) == 0)
			return attributes[1] ? (const char *)attributes[1] : "";
	return "";
}

/* Whether word is one of words, which white space separates. */
static bool
has_word(const char *words, const char *word)
{
	size_t n = strlen(word);

	for (; *words; words += strcspn(words, " \t\r\n")) {
		words += strspn(words, " \t\r\n");
		if (strncasecmp(words, word, n) == 0 &&
		    strchr(" \t\r\n", words[n]))
			return true;
	}
	return false;
}

static bool
is_feed_type(const char *type)
{
	static const char *const types[] = { "application/rss+xml",
		"application/atom+xml", "application/feed+json",
		"application/rdf+xml", "application/xml", "text/xml" };
	size_t n = strcspn(type, "; ");

	for (size_t i = 0; i < sizeof types / sizeof *types; i++)
		if (strlen(types[i]) == n &&
		    strncasecmp(type, types[i], n) == 0)
			return true;
	return false;
}

static struct tcn_str
resolved(struct reader *r, const char *href)
{
	struct tcn_str url = { 0 };
	xmlChar *full = xmlBuildURI((const xmlChar *)href,
	    (const xmlChar *)(r->base.n ? r->base.at : NULL));

	tcn_arena_str(r->arena,
	    tcn_str_trim(tcn_str(full ? (const char *)full : href)), &url);
	xmlFree(full);
	return url;
}

static void
add(struct reader *r, const char *href, const char *title)
{
	struct tcn_discover_feed *feed = &r->feeds->at[r->feeds->n];

	feed->url = resolved(r, href);
	for (size_t i = 0; i < r->feeds->n; i++)
		if (tcn_str_equal(r->feeds->at[i].url, feed->url))
			return;
	tcn_arena_str(r->arena, tcn_str_trim(tcn_str(title)), &feed->title);
	r->feeds->n++;
}

static void
on_start(void *to, const xmlChar *name, const xmlChar **attributes)
{
	struct reader *r = to;
	const char *href = attribute(attributes, "href");

	if (strcmp((const char *)name, "base") == 0 && *href)
		r->base = resolved(r, href);
	if (strcmp((const char *)name, "link") == 0 && *href &&
	    r->feeds->n < FEEDS_MAX &&
	    has_word(attribute(attributes, "rel"), "alternate") &&
	    is_feed_type(attribute(attributes, "type")))
		add(r, href, attribute(attributes, "title"));
}

/*
 * The page up to a tag with more attributes than anybody writes: libxml2
 * compares each with all before it. What may separate attributes is counted.
 */
static struct tcn_str
ahead_of_endless_tag(struct tcn_str page)
{
	size_t tag = 0;
	unsigned marks = 0;
	bool inside = false;
	char quote = 0;

	for (size_t i = 0; i + 1 < page.n; i++) {
		char c = page.at[i];

		if (quote) {
			quote = c == quote ? 0 : quote;
		} else if (!inside) {
			inside =
			    c == '<' && isalpha((unsigned char)page.at[i + 1]);
			tag = i;
			marks = 0;
		} else if (c == '>') {
			inside = false;
		} else if (c == '=' || c == '/') {
			if (++marks > MARKS_MAX)
				return (struct tcn_str){ page.at, tag };
		} else if ((c == '"' || c == '\'') && page.at[i - 1] == '=') {
			quote = c;
		}
	}
	return page;
}

void
tcn_discover(struct tcn_str page, struct tcn_str charset,
    struct tcn_str page_url, struct tcn_arena *arena,
    struct tcn_discover_feeds *feeds)
{
	htmlSAXHandler sax = { .startElement = on_start };
	struct reader r = { .arena = arena, .feeds = feeds };
	htmlParserCtxtPtr ctxt;
	struct tcn_charset_text text;

	*feeds = (struct tcn_discover_feeds){
		.at = tcn_arena_zalloc(arena, FEEDS_MAX, sizeof *feeds->at),
	};
	if (page.n > PAGE_BYTES)
		page.n = PAGE_BYTES;
	tcn_charset_utf8(page, charset, arena, &text);
	tcn_arena_str(arena, page_url, &r.base);
	text.utf8 = ahead_of_endless_tag(text.utf8);
	ctxt = htmlCreatePushParserCtxt(&sax, &r, NULL, 0, NULL,
	    XML_CHAR_ENCODING_UTF8);
	if (!ctxt)
		tcn_mem_end();
	htmlCtxtUseOptions(ctxt,
	    HTML_PARSE_RECOVER | HTML_PARSE_NOERROR | HTML_PARSE_NOWARNING |
		HTML_PARSE_NONET);
	htmlParseChunk(ctxt, text.utf8.at, (int)text.utf8.n, 0);
	htmlParseChunk(ctxt, NULL, 0, 1);
	htmlFreeParserCtxt(ctxt);
}
