/*
 * tools/intake/feeds/feed_xml.c - reads RSS, RDF and Atom.
 *
 * One pass of libxml2's SAX2 parser, in recovery mode; the table of
 * tools/intake/feeds/feed_element_impl.h says what an element means. Only
 * children of the channel and of an item are read, so an image's title is not
 * the feed's.
 */
#include <libxml/SAX2.h>
#include <libxml/parser.h>
#include <strings.h>

#include "engine/base/buf.h"
#include "engine/base/err.h"
#include "engine/base/mem.h"
#include "tools/intake/feeds/feed_element_impl.h"
#include "tools/intake/feeds/feed_fill_impl.h"
#include "tools/intake/feeds/feed_impl.h"

#define DEPTH_MAX 256 /* libxml2 goes no deeper */

struct reader {
	struct tcn_feed_fill fill;
	xmlParserCtxtPtr ctxt;
	struct tcn_err *err;
	enum tcn_rc rc; /* the failure that ended it, or TCN_OK */
	bool begun; /* the root element has been seen */
	unsigned depth;
	unsigned parent; /* depth of the element whose children are read */
	unsigned item; /* depth of the item, 0: outside */
	unsigned feed_parent; /* the value of parent outside of items */
	unsigned origin; /* depth of an atom:source, 0: outside */
	/* The element whose text is being collected, as a field. */
	const struct tcn_feed_element *field_element;
	unsigned field_depth; /* its depth, 0: none is */
	struct tcn_buf text; /* of it, so far */
	bool guid_is_link;
	bool base64; /* the text is written in base64 */
	struct tcn_feed_scope scopes[DEPTH_MAX + 2];
};

/* An element as the parser reports it. */
struct element {
	const char *name;
	enum tcn_feed_vocabulary vocabulary;
	const xmlChar **attributes;
	int attributes_n;
};

static void
stop(struct reader *r, enum tcn_rc rc)
{
	if (!r->rc)
		r->rc = rc;
	xmlStopParser(r->ctxt);
}

/* An attribute by its local name, in the xml namespace or in none. */
static struct tcn_str
attribute(const struct element *e, const char *name, bool of_xml)
{
	for (int i = 0; i < e->attributes_n; i++) {
		const xmlChar **a = e->attributes + (ptrdiff_t)5 * i;
		bool is_xml = a[1] && strcmp((const char *)a[1], "xml") == 0;

		if (is_xml == of_xml &&
		    strcasecmp((const char *)a[0], name) == 0)
			return (struct tcn_str){ (const char *)a[3],
				(size_t)(a[4] - a[3]) };
	}
	return (struct tcn_str){ 0 };
}

static bool
is(struct tcn_str s, const char *z)
{
	return s.n == strlen(z) && strncasecmp(s.at, z, s.n) == 0;
}

static void
take(struct reader *r, enum tcn_feed_field field, int rank,
    struct tcn_str value)
{
	tcn_feed_fill(&r->fill, &r->scopes[r->depth], field, rank, value);
}

/* Makes the scope of an element of its parent's and its attributes. */
static void
enter_scope(struct reader *r, const struct element *e)
{
	struct tcn_feed_scope *scope = &r->scopes[r->depth];
	struct tcn_str base = attribute(e, "base", true);
	struct tcn_str lang = attribute(e, "lang", true);

	*scope = r->scopes[r->depth - 1];
	if (base.n)
		scope->base = tcn_feed_fill_link(&r->fill, scope, base);
	if (lang.n) {
		scope->lang = tcn_feed_fill_lang(&r->fill, lang);
		scope->lang_depth = r->depth;
	}
}

/* Begins what the elements of the feed itself stand in. */
static void
begin_channel(struct reader *r, const struct element *e)
{
	r->parent = r->feed_parent = r->fill.depth = r->depth;
	take(r, F_LANG, 2, r->scopes[r->depth].lang);
	take(r, F_LINK, 1, attribute(e, "href", false)); /* of CDF */
}

/* Finds out by the root element what kind of feed it is. */
static void
begin_document(struct reader *r, const struct element *e)
{
	static const struct {
		const char *name, *what;
	} others[] = {
		{ "html",
		    "an HTML page, not a feed; look in it for the feed's "
		    "address" },
		{ "opml", "a list of feeds (OPML), not a feed" },
		{ "urlset", "a sitemap, not a feed" },
		{ "sitemapindex", "an index of sitemaps, not a feed" },
	};
	struct tcn_feed *feed = r->fill.draft->feed;

	if (strcasecmp(e->name, "RDF") == 0) {
		feed->kind = TCN_FEED_RDF;
	} else if (strcasecmp(e->name, "feed") == 0) {
		feed->kind = TCN_FEED_ATOM;
		begin_channel(r, e);
	} else if (strcasecmp(e->name, "rss") == 0 ||
	    strcasecmp(e->name, "channel") == 0) {
		feed->kind = TCN_FEED_RSS;
	} else {
		for (size_t i = 0; i < sizeof others / sizeof *others; i++)
			if (strcasecmp(e->name, others[i].name) == 0) {
				tcn_err_set(r->err, TCN_INVALID,
				    "the document is %s", others[i].what);
				stop(r, TCN_INVALID);
				return;
			}
		tcn_err_set(r->err, TCN_INVALID,
		    "the document is no feed: its root element is <%.64s>",
		    e->name);
		stop(r, TCN_INVALID);
	}
}

/* The vocabulary that is meant: in an Atom feed names without a namespace are
 * Atom's. */
static int
meant_vocabulary(const struct reader *r, const struct element *e)
{
	if (e->vocabulary == V_CORE &&
	    r->fill.draft->feed->kind == TCN_FEED_ATOM)
		return V_ATOM;
	return (int)e->vocabulary;
}

static bool
is_item(const struct reader *r, const struct element *e)
{
	int vocabulary = meant_vocabulary(r, e);

	return !r->item &&
	    ((strcasecmp(e->name, "item") == 0 && vocabulary == V_CORE) ||
		(strcasecmp(e->name, "entry") == 0 && vocabulary == V_ATOM));
}

static void
begin_item(struct reader *r, const struct element *e)
{
	struct tcn_str about = attribute(e, "about", false);

	r->item = r->parent = r->depth;
	r->guid_is_link = false;
	tcn_feed_fill_item(&r->fill, r->depth, &r->scopes[r->depth]);
	take(r, F_ID, 1, about);
	take(r, F_LINK, 1, about);
	take(r, F_LINK, 2, attribute(e, "href", false)); /* of CDF */
}

static void
end_item(struct reader *r)
{
	tcn_feed_fill_item_end(&r->fill, r->guid_is_link);
	r->item = 0;
	r->parent = r->feed_parent;
	r->fill.depth = r->feed_parent;
}

/* Takes an Atom link, or an RSS link with its address in an attribute. */
static void
take_link(struct reader *r, const struct element *e)
{
	struct tcn_str href = attribute(e, "href", false);
	struct tcn_str rel = attribute(e, "rel", false);
	struct tcn_str type = attribute(e, "type", false);

	if (is(rel, "self") && !r->item)
		take(r, F_SELF, 2, href);
	else if (rel.n == 0 || is(rel, "alternate") ||
	    is(rel, "http://www.iana.org/assignments/relation/alternate"))
		take(r, F_LINK, type.n == 0 || is(type, "text/html") ? 5 : 4,
		    href);
	else if (is(rel, "related") || is(rel, "via"))
		take(r, F_LINK, 1, href);
}

/* Whether an address ends as that of a picture does. */
static bool
ends_as_image(struct tcn_str url)
{
	static const char *const ends[] = { ".jpg", ".jpeg", ".png", ".webp",
		".gif" };

	for (size_t i = 0; i < url.n; i++)
		if (url.at[i] == '?' || url.at[i] == '#')
			url.n = i;
	for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
		size_t n = strlen(ends[i]);

		if (url.n > n &&
		    strncasecmp(url.at + url.n - n, ends[i], n) == 0)
			return true;
	}
	return false;
}

/* The rank of a media:content: one that is known to be large is best, since
 * several sizes of one picture are often named; 0: it is no picture. */
static int
rank_content(const struct element *e)
{
	struct tcn_str width = attribute(e, "width", false);
	struct tcn_str medium = attribute(e, "medium", false);
	struct tcn_str type = attribute(e, "type", false);
	int pixels = 0;

	if (type.n ? !tcn_feed_is_image(type)
		   : !is(medium, "image") &&
		    (medium.n || !ends_as_image(attribute(e, "url", false))))
		return 0;
	for (size_t i = 0; i < width.n && i < 6; i++)
		pixels = pixels * 10 +
		    (width.at[i] >= '0' && width.at[i] <= '9'
			    ? width.at[i] - '0'
			    : 0);
	return pixels >= 600 ? 8 : pixels >= 300 ? 7 : pixels ? 5 : 6;
}

/* Takes the address of an item's picture, which is in an attribute. */
static void
take_image(struct reader *r, const struct element *e)
{
	static const struct {
		const char *name;
		int vocabularies;
		const char *from;
		bool typed; /* it is a picture if its type says so */
		int rank;
	} images[] = {
		{ "enclosure", V_CORE, "url", true, 4 },
		{ "link", V_ATOM_CORE, "href", true, 4 },
		{ "thumbnail", V_MEDIA, "url", false, 3 },
		{ "image", V_ITUNES, "href", false, 2 },
	};
	bool typed = tcn_feed_is_image(attribute(e, "type", false));
	struct tcn_str rel = attribute(e, "rel", false);

	if (e->vocabulary == V_MEDIA && strcasecmp(e->name, "content") == 0)
		take(r, F_IMAGE, rank_content(e), attribute(e, "url", false));
	for (size_t i = 0; i < sizeof images / sizeof *images; i++)
		if (((int)e->vocabulary & images[i].vocabularies) &&
		    strcasecmp(e->name, images[i].name) == 0 &&
		    (typed || !images[i].typed) &&
		    (!rel.n || is(rel, "enclosure")))
			take(r, F_IMAGE, images[i].rank,
			    attribute(e, images[i].from, false));
}

/* Whether an element only groups others, whose fields are the item's own. */
static bool
is_wrapper(const struct reader *r, const struct element *e)
{
	return r->item && e->vocabulary == V_MEDIA &&
	    (strcasecmp(e->name, "group") == 0 ||
		strcasecmp(e->name, "content") == 0);
}

/* A value of Atom 0.3 says so when it is written in base64. */
static bool
says_base64(const struct element *e)
{
	return (e->vocabulary & V_ATOM_CORE) &&
	    is(attribute(e, "mode", false), "base64");
}

/* Whether the media type of a value implies base64: any that is neither text
 * nor XML does (RFC 4287, section 4.1.3.3). */
static bool
implies_base64(const struct element *e)
{
	struct tcn_str type = attribute(e, "type", false);

	return (e->vocabulary & V_ATOM_CORE) && type.n > 5 &&
	    memchr(type.at, '/', type.n) &&
	    strncasecmp(type.at, "text/", 5) != 0 &&
	    strncasecmp(type.at + type.n - 3, "xml", 3) != 0;
}

/* Handles the elements in atom:source, the feed that an entry was copied from:
 * its title is the entry's source. */
static bool
in_origin(struct reader *r, const struct element *e)
{
	static const struct tcn_feed_element source = { "title", V_ATOM,
		IN_ITEM, F_SOURCE, 3 };

	if (!r->origin || r->depth != r->origin + 1 ||
	    strcasecmp(e->name, "title") != 0)
		return false;
	r->field_element = &source;
	r->base64 = says_base64(e) || implies_base64(e);
	return true;
}

static void
begin_field(struct reader *r, const struct element *e)
{
	r->field_element = tcn_feed_element(e->name, meant_vocabulary(r, e),
	    r->item ? IN_ITEM : IN_FEED);
	if (strcasecmp(e->name, "link") == 0 && (e->vocabulary & V_ATOM_CORE))
		take_link(r, e);
	else if (strcasecmp(e->name, "category") == 0 && r->item) {
		/* Takes a category of Atom or iTunes, which is in an
		 * attribute. */
		static const char *const names[] = { "label", "term", "text" };
		bool own = e->vocabulary & V_ATOM_CORE;

		for (size_t i = 0; i < sizeof names / sizeof *names; i++)
			take(r, F_CATEGORY, own ? 2 : 1,
			    attribute(e, names[i], false));
	}
	if (!r->field_element)
		return;
	r->base64 = says_base64(e) || implies_base64(e);
	if (r->field_element->field == F_TEXT) /* it may be elsewhere */
		take(r, F_LINK, 1, attribute(e, "src", false));
	if (r->field_element->field == F_ID)
		r->guid_is_link =
		    !is(attribute(e, "isPermaLink", false), "false");
	if (r->field_element->field == F_SOURCE &&
	    r->fill.draft->feed->kind == TCN_FEED_ATOM)
		r->field_element = NULL;
}

static void
begin_child(struct reader *r, const struct element *e)
{
	r->field_element = NULL;
	r->base64 = false;
	if (r->item && r->depth == r->parent + 1)
		take_image(r, e);
	if (is_item(r, e))
		begin_item(r, e);
	else if (!r->item && strcasecmp(e->name, "channel") == 0)
		begin_channel(r, e);
	else if (r->depth != r->parent + 1)
		(void)in_origin(r, e);
	else if (is_wrapper(r, e))
		r->parent = r->depth;
	else if (r->item && meant_vocabulary(r, e) == V_ATOM &&
	    strcasecmp(e->name, "source") == 0)
		r->origin = r->depth;
	else
		begin_field(r, e);
	if (!r->field_element)
		return;
	r->field_depth = r->depth;
	tcn_buf_clear(&r->text);
}

/* Whether an id is the path of an address: it begins as one, or has a slash,
 * no scheme, and an xml:base to be relative to. */
static bool
is_path(struct tcn_str id, const struct tcn_feed_scope *scope)
{
	if (id.n < 2 || !memchr(id.at, '/', id.n))
		return false;
	return *id.at == '/' || *id.at == '.' ||
	    (scope->base.n && !memchr(id.at, ':', id.n) &&
		!memchr(id.at, ' ', id.n));
}

/* The id; one that is the path of an address is made absolute. */
static struct tcn_str
whole_id(struct reader *r, struct tcn_str id)
{
	const struct tcn_feed_scope *scope = &r->scopes[r->depth];

	id = tcn_str_trim(id);
	return r->guid_is_link && is_path(id, scope)
	    ? tcn_feed_fill_link(&r->fill, scope, id)
	    : id;
}

static void
end_field(struct reader *r)
{
	struct tcn_str text = tcn_buf_view(&r->text);

	/* The collected text of the field that ends here. */
	if (r->base64)
		tcn_feed_base64(r->fill.draft, text, &text);

	if (r->field_element->field == F_ID)
		text = whole_id(r, text);
	take(r, r->field_element->field, r->field_element->rank, text);
	r->field_depth = 0;
}

/* Adds a tag to the text of a field whose markup was not escaped. */
static void
write_tag(struct reader *r, const char *name, bool closing)
{
	if (r->field_element->field == F_TEXT ||
	    r->field_element->field == F_TITLE)
		tcn_buf_printf(&r->text, closing ? "</%s>" : "<%s>", name);
}

/* Records the first damage. */
static void
note_damage(struct reader *r, int line, int column, const char *text, int n)
{
	struct tcn_err *damage = &r->fill.draft->feed->damage;

	if (damage->text[0])
		return;
	tcn_err_at(damage, NULL, (unsigned long)line, (unsigned long)column);
	tcn_err_set(damage, TCN_INVALID, "%.*s", n, text);
}

static void
note_too_deep(struct reader *r)
{
	static const char text[] =
	    "elements nested more than 256 deep, which are not read";

	note_damage(r, xmlSAX2GetLineNumber(r->ctxt),
	    xmlSAX2GetColumnNumber(r->ctxt), text, (int)sizeof text - 1);
}

static void
on_start(void *to, const xmlChar *name, const xmlChar *prefix,
    const xmlChar *uri, int spaces_n, const xmlChar **spaces, int attributes_n,
    int defaulted_n, const xmlChar **attributes)
{
	struct reader *r = to;
	struct element e = {
		.name = (const char *)name,
		.attributes = attributes,
		.attributes_n = attributes_n,
	};

	(void)spaces_n, (void)spaces, (void)defaulted_n;
	if (r->rc)
		return;
	if (++r->depth > DEPTH_MAX) {
		note_too_deep(r);
		return;
	}
	e.vocabulary =
	    tcn_feed_vocabulary((const char *)uri, (const char *)prefix);
	enter_scope(r, &e);
	if (r->depth == 1) {
		r->begun = true;
		begin_document(r, &e);
		take(r, F_LANG, 2, r->scopes[1].lang);
	}
	if (r->rc)
		return;
	if (r->field_depth) {
		if (r->depth == r->field_depth + 1 &&
		    tcn_str_trim(tcn_buf_view(&r->text)).n == 0)
			r->scopes[r->field_depth] = r->scopes[r->depth];
		write_tag(r, e.name, false);
	} else {
		begin_child(r, &e);
	}
}

static void
on_end(void *to, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri)
{
	struct reader *r = to;

	(void)prefix, (void)uri;
	if (r->rc)
		return;
	if (r->depth > DEPTH_MAX) {
		r->depth--;
		return;
	}
	if (r->field_depth && r->depth > r->field_depth)
		write_tag(r, (const char *)name, true);
	else if (r->field_depth)
		end_field(r);
	else if (r->item == r->depth)
		end_item(r);
	else if (r->parent == r->depth)
		r->parent--;
	if (r->origin == r->depth)
		r->origin = 0;
	r->depth--;
}

/*
 * Adds characters to the text of a field. Where they stand next to markup that
 * was not escaped, they are escaped, so that the whole reads as HTML; otherwise
 * they are taken as they are.
 */
static void
on_characters(void *to, const xmlChar *bytes, int n)
{
	struct reader *r = to;

	if (!r->field_depth)
		return;
	if (r->depth == r->field_depth) {
		tcn_buf_add(&r->text, bytes, (size_t)n);
		return;
	}
	for (int i = 0; i < n; i++) {
		if (bytes[i] == '<')
			tcn_buf_z(&r->text, "&lt;");
		else if (bytes[i] == '&')
			tcn_buf_z(&r->text, "&amp;");
		else
			tcn_buf_char(&r->text, (char)bytes[i]);
	}
}

/* Records an error that is fatal to a strict parser. */
static void
on_error(void *to, xmlErrorPtr error)
{
	const char *text = error->message ? error->message : "";

	if (error->level != XML_ERR_FATAL)
		return;
	if (strstr(text, "Huge input"))
		text = "a name, text or attribute of over 10 MB; the rest is "
		       "not read";
	note_damage(to, error->line, error->int2, text,
	    (int)strcspn(text, "\n"));
}

static void
open_parser(struct reader *r)
{
	xmlSAXHandler sax = {
		.initialized = XML_SAX2_MAGIC,
		.startElementNs = on_start,
		.endElementNs = on_end,
		.characters = on_characters,
		.ignorableWhitespace = on_characters,
		.cdataBlock = on_characters,
		.serror = (xmlStructuredErrorFunc)on_error,
	};

	r->ctxt = xmlCreatePushParserCtxt(&sax, r, NULL, 0, NULL);
	if (!r->ctxt)
		tcn_mem_end();
	/* Without NOENT "&amp;" in an attribute would stay an entity. */
	xmlCtxtUseOptions(r->ctxt,
	    XML_PARSE_RECOVER | XML_PARSE_NONET | XML_PARSE_NOENT);
}

enum tcn_rc
tcn_feed_xml(struct tcn_feed_draft *draft, struct tcn_str s,
    struct tcn_err *err)
{
	struct reader *r = tcn_arena_zalloc(draft->arena, 1, sizeof *r);
	size_t step = (size_t)1 << 20;

	r->fill.draft = draft;
	r->err = err;
	open_parser(r);
	for (size_t at = 0; at < s.n && !r->rc; at += step)
		xmlParseChunk(r->ctxt, s.at + at,
		    (int)(s.n - at < step ? s.n - at : step), 0);
	if (!r->rc)
		xmlParseChunk(r->ctxt, NULL, 0, 1);
	if (!r->rc && r->field_depth) /* the document breaks off here */
		end_field(r);
	if (!r->rc && r->item)
		end_item(r);
	if (!r->rc && r->ctxt->errNo == XML_ERR_NO_MEMORY)
		tcn_mem_end();
	xmlFreeParserCtxt(r->ctxt);
	tcn_buf_fini(&r->text);
	if (!r->rc && !r->begun)
		return tcn_err_set(err, TCN_INVALID,
		    "the document is no feed: it has no element");
	return r->rc;
}
