/*
 * engine/page/page_read.c - libxml2's events become nodes and blocks.
 */
#include <libxml/HTMLparser.h>
#include <strings.h>
#include <unicode/utf8.h>
#include <xxhash.h>

#include "engine/base/ascii.h"
#include "engine/base/mem.h"
#include "engine/base/windows1252.h"
#include "engine/page/page_impl.h"

#define OPEN_MAX   1000 /* elements that are open; with more, reading ends */
#define BLOCKS_MAX 200000
#define CELL_WORDS 12 /* a cell with more is a block, and not part of a row */
#define LED_WORDS  4
#define META_BYTES 1024

struct open {
	uint32_t node; /* that was the innermost outside of it */
	enum tcn_page_kind kind;
	bool link, hidden;
};

struct reader {
	struct tcn_page *page;
	htmlParserCtxtPtr ctxt;
	struct open open[OPEN_MAX];
	size_t depth;
	uint32_t node; /* the innermost */
	unsigned links, hidden; /* open elements of each kind */
	unsigned published_rank;

	/* The block that is being read begins here in the page's text. */
	size_t at;
	uint32_t words, in_links;
	uint32_t led; /* words of the link that it begins with */
	uint32_t signs; /* characters of scripts without spaces */
	bool in_word, space;
	struct tcn_buf title;
	bool in_title;
};

/* --- blocks --- */

static void
stop(struct reader *r)
{
	if (r->ctxt)
		xmlStopParser(r->ctxt);
}

static void
flush(struct reader *r)
{
	struct tcn_page *page = r->page;

	r->words += r->signs / 2;
	if (r->words) {
		page->blocks = tcn_mem_grow(page->blocks, &page->blocks_cap,
		    page->blocks_n + 1, sizeof *page->blocks);
		page->blocks[page->blocks_n++] = (struct tcn_page_block){
			.node = r->node,
			.at = (uint32_t)r->at,
			.n = (uint32_t)(page->text.n - r->at),
			.words = r->words,
			.links = r->in_links,
			.led = r->led >= LED_WORDS,
		};
		if (page->blocks_n == BLOCKS_MAX)
			stop(r);
	} else {
		page->text.n = r->at; /* there was no word in it */
	}
	r->at = page->text.n;
	r->words = r->in_links = r->signs = r->led = 0;
	r->in_word = r->space = false;
}

static void
begin_word(struct reader *r)
{
	if (r->in_word)
		return;
	r->in_word = true;
	r->words++;
	r->in_links += r->links > 0;
}

/* Writes the space that is due. */
static void
write_space(struct reader *r)
{
	if (r->space && r->page->text.n > r->at)
		tcn_buf_char(&r->page->text, ' ');
	r->space = false;
}

/* Characters of scripts that are written without spaces: from Thai to Khmer,
 * Han, kana. */
static bool
is_sign(UChar32 c)
{
	return (c >= 0x0e00 && c < 0x0f00) || (c >= 0x1000 && c < 0x10a0) ||
	    (c >= 0x1780 && c < 0x1800) || (c >= 0x3040 && c < 0xa000) ||
	    (c >= 0xf900 && c < 0xfb00) || c >= 0x20000;
}

/* Writes one character beyond ASCII. */
static void
write_wide(struct reader *r, UChar32 c)
{
	char bytes[U8_MAX_LENGTH];
	int n = 0;

	c = c < 0xa0 ? (UChar32)tcn_windows1252((uint32_t)c) : c;
	if (c == 0xa0 || c == 0x3000) {
		r->space = true;
		r->in_word = false;
		return;
	}
	if (c == 0xad || c == 0x200b || c == 0xfeff)
		return; /* where a word may be cut, which nobody sees */
	write_space(r);
	if (is_sign(c)) {
		r->signs++;
		r->in_links += r->links > 0 && r->signs % 2 == 0;
	} else if ((c < 0x2000 || c > 0x2bff) && (c < 0x3000 || c > 0x303f) &&
	    c != 0xab && c != 0xbb && c != 0xbf) {
		begin_word(r);
	}
	U8_APPEND_UNSAFE(bytes, n, c);
	tcn_buf_add(&r->page->text, bytes, (size_t)n);
}

static void
on_characters(void *of, const xmlChar *bytes, int length)
{
	struct reader *r = of;
	const char *p = (const char *)bytes, *end = p + length;

	if (r->in_title && r->title.n < META_BYTES)
		tcn_buf_add(&r->title, p, (size_t)length);
	if (r->in_title || r->hidden)
		return;
	while (p < end) {
		const char *from = p;
		bool letter = false;
		UChar32 c = 0;
		int i = 0;

		for (; p<end && * p> ' '; p++)
			letter |= tcn_ascii_is_alnum(*p);
		if (p > from) {
			write_space(r);
			if (letter)
				begin_word(r);
			tcn_buf_add(&r->page->text, from, (size_t)(p - from));
		} else if ((unsigned char)*p <= ' ') {
			r->space = true;
			r->in_word = false;
			p++;
		} else {
			U8_NEXT((const uint8_t *)p, i, (int)(end - p), c);
			p += i;
			if (c > 0)
				write_wide(r, c);
		}
	}
}

/* --- what the page says of itself --- */

static const char *
attribute(const xmlChar **attributes, const char *name)
{
	for (; attributes && attributes[0]; attributes += 2)
		if (strcasecmp((const char *)attributes[0], name) == 0)
			return attributes[1] ? (const char *)attributes[1] : "";
	return NULL;
}

static void
copy_trimmed(struct reader *r, const char *z, struct tcn_str *to)
{
	struct tcn_str s = tcn_str_trim(tcn_str(z));

	if (to->n || !s.n || s.n > META_BYTES)
		return;
	tcn_arena_str(r->page->arena, s, to);
}

/* Names of the date of publication, the surest first. */
static const char *const date_names[] = { "article:published_time",
	"datepublished", "og:article:published_time", "article.published",
	"parsely-pub-date", "sailthru.date", "dc.date.issued", "dcterms.issued",
	"dcterms.created", "dc.date", "dcterms.date", "publish-date",
	"publishdate", "publication_date", "pubdate",
	"cxenseparse:recs:publishtime", "date" };

static void
keep_date(struct reader *r, const char *name, const char *value)
{
	for (unsigned i = 0; i < sizeof date_names / sizeof *date_names; i++) {
		if (strcasecmp(name, date_names[i]) != 0 ||
		    i >= r->published_rank || !*value)
			continue;
		r->published_rank = i;
		r->page->published = (struct tcn_str){ 0 };
		copy_trimmed(r, value, &r->page->published);
	}
}

static void
read_meta(struct reader *r, const xmlChar **attributes)
{
	struct tcn_page *page = r->page;
	const struct {
		const char *name;
		struct tcn_str *to;
	} fields[] = {
		{ "og:title", &page->og_title },
		{ "og:site_name", &page->site_name },
		{ "og:url", &page->og_url },
		{ "og:image", &page->og_image },
		{ "og:image:url", &page->og_image },
		{ "twitter:image", &page->twitter_image },
		{ "og:locale", &page->lang },
		{ "content-language", &page->lang },
		{ "article:section", &page->section },
	};
	const char *name = attribute(attributes, "property");
	const char *content = attribute(attributes, "content");

	name = name ? name : attribute(attributes, "name");
	name = name ? name : attribute(attributes, "itemprop");
	name = name ? name : attribute(attributes, "http-equiv");
	if (!name || !content)
		return;
	keep_date(r, name, content);
	for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
		if (strcasecmp(name, fields[i].name) == 0)
			copy_trimmed(r, content, fields[i].to);
}

static void
read_link_rel(struct reader *r, const xmlChar **attributes)
{
	const char *rel = attribute(attributes, "rel");
	const char *href = attribute(attributes, "href");

	if (rel && href && strcasecmp(rel, "canonical") == 0)
		copy_trimmed(r, href, &r->page->canonical);
}

static void
read_time(struct reader *r, const xmlChar **attributes)
{
	const char *when = attribute(attributes, "datetime");
	const char *prop = attribute(attributes, "itemprop");

	if (when && !*when)
		return;
	if (!when)
		when = attribute(attributes, "content");
	if (!when)
		return;
	if (prop)
		keep_date(r, prop, when);
	copy_trimmed(r, when, &r->page->time);
}

/* --- nodes --- */

/* The names by which an element can be known: class, id and role. */
static void
join_names(const xmlChar **attributes, char names[META_BYTES])
{
	static const char *const from[] = { "class", "id", "role" };
	size_t n = 0;

	for (size_t i = 0; i < sizeof from / sizeof *from; i++) {
		const char *value = attribute(attributes, from[i]);

		for (; value && *value && n + 2 < META_BYTES; value++)
			names[n++] = *value;
		if (n + 1 < META_BYTES)
			names[n++] = ' ';
	}
	names[n] = '\0';
}

/* Of the first name, since others say which one of its like it is. */
static uint32_t
hash_names(enum tcn_page_kind kind, const char *names)
{
	size_t n = strcspn(names, " ");

	return (uint32_t)XXH3_64bits_withSeed(names, n, kind);
}

static bool
is_body(const xmlChar **attributes)
{
	const char *prop = attribute(attributes, "itemprop");

	prop = prop ? prop : attribute(attributes, "property");
	return prop && strcasestr(prop, "articleBody");
}

static void
open_node(struct reader *r, enum tcn_page_kind kind, const xmlChar **attributes)
{
	struct tcn_page *page = r->page;
	struct tcn_page_node *node;
	char names[META_BYTES];
	uint32_t index = (uint32_t)page->nodes_n;

	flush(r);
	page->nodes = tcn_mem_grow(page->nodes, &page->nodes_cap,
	    page->nodes_n + 1, sizeof *page->nodes);
	join_names(attributes, names);
	page->nodes[page->nodes_n++] = (struct tcn_page_node){
		.parent = index ? r->node : 0,
		.first = (uint32_t)page->blocks_n,
		.kind = kind,
		.names = hash_names(kind, names),
		.body = attributes && is_body(attributes),
		.doubt = attribute(attributes, "hidden")
		    ? TCN_PAGE_SURE
		    : tcn_page_class_doubt(kind, names),
	};
	node = &page->nodes[index];
	node->has_main =
	    node->body || kind == TCN_PAGE_MAIN || strstr(names, " main ");
	if (index)
		page->nodes[r->node].kids++;
	r->node = index;
}

/* Ends a node: what is known of its inside belongs to its parent, too. */
static void
close_node(struct reader *r)
{
	struct tcn_page_node *node = &r->page->nodes[r->node];
	struct tcn_page_node *parent = &r->page->nodes[node->parent];

	flush(r);
	node->end = (uint32_t)r->page->blocks_n;
	if (parent == node)
		return;
	parent->has_main |= node->has_main;
	parent->inputs += node->inputs;
}

/* Whether a class marks the element as text for screen readers only. */
static bool
is_for_screen_readers(const xmlChar **attributes)
{
	const char *names = attribute(attributes, "class");

	return names &&
	    (strstr(names, "sr-only") || strstr(names, "visually-hidden") ||
		strstr(names, "visuallyhidden") ||
		strstr(names, "screen-reader"));
}

static void
read_inline(struct reader *r, enum tcn_page_kind kind, struct open *open,
    const xmlChar **attributes)
{
	open->link = kind == TCN_PAGE_LINK && attribute(attributes, "href");
	open->hidden = attribute(attributes, "hidden") != NULL;
	r->links += open->link;
	if (kind == TCN_PAGE_TITLE)
		r->in_title = !r->title.n;
	else if (kind == TCN_PAGE_META)
		read_meta(r, attributes);
	else if (kind == TCN_PAGE_LINK_REL)
		read_link_rel(r, attributes);
	else if (kind == TCN_PAGE_TIME)
		read_time(r, attributes);
	else if (kind == TCN_PAGE_INPUT && r->page->nodes_n)
		r->page->nodes[r->node].inputs++;
	else if (kind == TCN_PAGE_CELL)
		r->space = true;
	if (kind == TCN_PAGE_CELL && r->words + r->signs / 2 > CELL_WORDS)
		flush(r);
	if (kind == TCN_PAGE_CELL)
		r->in_word = false;
	if (kind == TCN_PAGE_BR)
		flush(r);
}

static void
on_start(void *of, const xmlChar *name, const xmlChar **attributes)
{
	struct reader *r = of;
	const char *z = (const char *)name;
	enum tcn_page_kind kind = tcn_page_element(z, strlen(z));
	struct open *open;

	if (r->depth == OPEN_MAX) {
		stop(r);
		return;
	}
	if (strcmp(z, "input") == 0)
		kind = TCN_PAGE_INPUT;
	if (kind == TCN_PAGE_INLINE && is_body(attributes))
		kind = TCN_PAGE_DIV;
	if (kind == TCN_PAGE_HTML && attributes) {
		const char *lang = attribute(attributes, "lang");

		lang = lang ? lang : attribute(attributes, "xml:lang");
		if (lang)
			copy_trimmed(r, lang, &r->page->lang);
	}
	open = &r->open[r->depth++];
	*open = (struct open){ .node = r->node, .kind = kind };
	if (kind >= TCN_PAGE_HTML) {
		open_node(r, kind, attributes);
		r->page->nodes[r->node].h1 = strcmp(z, "h1") == 0;
	} else {
		read_inline(r, kind, open, attributes);
	}
	open->hidden |= is_for_screen_readers(attributes);
	r->hidden += open->hidden;
}

static void
on_end(void *of, const xmlChar *name)
{
	struct reader *r = of;
	const struct open *open;

	(void)name;
	if (r->depth == 0)
		return;
	open = &r->open[--r->depth];
	if (open->link && r->in_links == r->words)
		r->led = r->in_links;
	r->links -= open->link;
	r->hidden -= open->hidden;
	r->in_title &= open->kind != TCN_PAGE_TITLE;
	if (open->kind >= TCN_PAGE_HTML)
		close_node(r);
	r->node = open->node;
}

/* --- the whole --- */

static void
parse(struct reader *r, struct tcn_str html)
{
	htmlSAXHandler sax = {
		.startElement = on_start,
		.endElement = on_end,
		.characters = on_characters,
		.ignorableWhitespace = on_characters,
	};

	r->ctxt = tcn_mem_must(htmlCreatePushParserCtxt(&sax, r, NULL, 0, NULL,
	    XML_CHAR_ENCODING_UTF8));
	htmlCtxtUseOptions(r->ctxt,
	    HTML_PARSE_RECOVER | HTML_PARSE_NOERROR | HTML_PARSE_NOWARNING |
		HTML_PARSE_NONET);
	htmlParseChunk(r->ctxt, html.at, (int)html.n, 0);
	htmlParseChunk(r->ctxt, NULL, 0, 1);
	htmlFreeParserCtxt(r->ctxt);
	r->ctxt = NULL;
}

void
tcn_page_read(struct tcn_str html, struct tcn_page *page)
{
	struct reader *r = tcn_mem_calloc(1, sizeof *r);

	r->page = page;
	r->published_rank = UINT32_MAX;
	open_node(r, TCN_PAGE_HTML, NULL); /* around whatever comes */
	if (html.n)
		parse(r, html);
	/* Ends what is open where reading was stopped. */
	while (r->depth)
		on_end(r, NULL);
	close_node(r);
	copy_trimmed(r, r->title.at ? r->title.at : "", &r->page->title);
	tcn_buf_fini(&r->title);
	tcn_mem_free(r);
}

void
tcn_page_fini(struct tcn_page *page)
{
	tcn_buf_fini(&page->text);
	tcn_mem_free(page->nodes);
	tcn_mem_free(page->blocks);
}
