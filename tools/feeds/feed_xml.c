/*
 * tools/feeds/feed_xml.c - reads RSS, RDF and Atom.
 *
 * One pass of libxml2's SAX2 parser, in recovery mode; the table of
 * tools/feeds/feed_element_impl.h says what an element means. Only children of
 * the channel and of an item are read, so an image's title is not the feed's.
 */
#include <libxml/parser.h>
#include <strings.h>

#include "engine/base/buf.h"
#include "engine/base/duration.h"
#include "engine/base/err.h"
#include "tools/feeds/feed_element_impl.h"
#include "tools/feeds/feed_impl.h"

#define DEPTH_MAX   256 /* libxml2 goes no deeper */
#define TTL_MAX_MIN 527040 /* a year */

/* Attributes that hold for an element and everything in it. */
struct scope {
	struct tcn_str base, lang; /* xml:base, xml:lang */
};

struct reader {
	struct tcn_feed_draft *draft;
	xmlParserCtxtPtr ctxt;
	struct tcn_err *err;
	enum tcn_rc rc; /* the failure that ended it, or TCN_OK */
	bool begun; /* the root element has been seen */
	unsigned depth;
	unsigned parent; /* depth of the element whose children are read */
	unsigned item; /* depth of the item, 0: outside */
	unsigned feed_parent; /* the value of parent outside of items */
	unsigned origin; /* depth of an atom:source, 0: outside */
	struct tcn_article *entry; /* NULL: outside, or over the limit */
	struct tcn_article spare; /* takes the fields when entry is NULL */
	int feed_ranks[FIELDS_N], entry_ranks[FIELDS_N];
	/* The element whose text is being collected, as a field. */
	const struct tcn_feed_element *field_element;
	unsigned field_depth; /* its depth, 0: none is */
	struct tcn_buf text; /* of it, so far */
	bool guid_is_link;
	bool base64; /* the text is written in base64 */
	struct scope scopes[DEPTH_MAX + 2];
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

/* The value trimmed and copied to the arena. */
static struct tcn_str
copy_trimmed(struct reader *r, struct tcn_str s)
{
	struct tcn_str copy = { 0 };

	s = tcn_str_trim(s);
	if (s.n && !tcn_arena_str(r->draft->arena, s, &copy))
		stop(r, TCN_NOMEM);
	return copy;
}

static struct tcn_str
resolve_link(struct reader *r, struct tcn_str link)
{
	struct tcn_str url = { 0 };

	if (tcn_feed_resolve(r->draft, r->scopes[r->depth].base,
		copy_trimmed(r, link), &url))
		stop(r, TCN_NOMEM);
	return url;
}

/* Whether a value of that rank is the best for the field so far; if so, it is
 * recorded as such. */
static bool
outranks(struct reader *r, enum tcn_feed_field field, int rank)
{
	int *ranks = r->item ? r->entry_ranks : r->feed_ranks;

	if (rank <= ranks[field])
		return false;
	ranks[field] = rank;
	return true;
}

static void
take_date(struct reader *r, struct tcn_str value, int rank)
{
	int64_t ms;

	if (!tcn_feed_date(value, &ms))
		r->draft->feed->dates_bad_n++;
	else if (outranks(r, F_DATE, rank))
		r->entry->ts_ms = ms;
}

static void
take_ttl(struct reader *r, struct tcn_str value)
{
	int64_t minutes = 0;

	for (size_t i = 0; i < value.n && minutes <= TTL_MAX_MIN; i++) {
		if (value.at[i] < '0' || value.at[i] > '9')
			return;
		minutes = minutes * 10 + (value.at[i] - '0');
	}
	r->draft->feed->ttl_ms =
	    (minutes < TTL_MAX_MIN ? minutes : TTL_MAX_MIN) * TCN_MINUTE_MS;
}

static void
take_for_feed(struct reader *r, enum tcn_feed_field field, struct tcn_str value)
{
	struct tcn_feed *feed = r->draft->feed;

	if (field == F_TITLE)
		feed->title = copy_trimmed(r, value);
	else if (field == F_LINK)
		feed->url = resolve_link(r, value);
	else if (field == F_SELF)
		feed->self = resolve_link(r, value);
	else if (field == F_LANG)
		feed->lang = copy_trimmed(r, value);
	else if (field == F_TTL)
		take_ttl(r, value);
}

static void
take_for_entry(struct reader *r, enum tcn_feed_field field,
    struct tcn_str value)
{
	struct tcn_article *entry = r->entry;

	if (field == F_TITLE)
		entry->title = copy_trimmed(r, value);
	else if (field == F_LINK)
		entry->url = resolve_link(r, value);
	else if (field == F_ID)
		entry->id = copy_trimmed(r, value);
	else if (field == F_TEXT)
		entry->text = copy_trimmed(r, value);
	else if (field == F_SOURCE)
		entry->source = copy_trimmed(r, value);
	else if (field == F_LANG)
		entry->lang = copy_trimmed(r, value);
	else if (field == F_CATEGORY)
		entry->category = copy_trimmed(r, value);
}

static void
take(struct reader *r, enum tcn_feed_field field, int rank,
    struct tcn_str value)
{
	value = tcn_str_trim(value);
	if (value.n == 0)
		return;
	if (field == F_DATE)
		take_date(r, value, rank);
	else if (!outranks(r, field, rank))
		return;
	else if (r->item)
		take_for_entry(r, field, value);
	else
		take_for_feed(r, field, value);
}

/* Makes the scope of an element of its parent's and its attributes. */
static void
enter_scope(struct reader *r, const struct element *e)
{
	struct scope *scope = &r->scopes[r->depth];
	struct tcn_str base = attribute(e, "base", true);
	struct tcn_str lang = attribute(e, "lang", true);

	*scope = r->scopes[r->depth - 1];
	if (base.n)
		scope->base = resolve_link(r, base);
	if (lang.n)
		scope->lang = copy_trimmed(r, lang);
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
	struct tcn_feed *feed = r->draft->feed;

	if (strcasecmp(e->name, "RDF") == 0) {
		feed->kind = TCN_FEED_RDF;
	} else if (strcasecmp(e->name, "feed") == 0) {
		feed->kind = TCN_FEED_ATOM;
		r->parent = r->feed_parent = r->depth;
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
	if (e->vocabulary == V_CORE && r->draft->feed->kind == TCN_FEED_ATOM)
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

	r->entry = tcn_feed_add(r->draft, &r->rc);
	if (r->rc)
		stop(r, r->rc);
	r->spare = (struct tcn_article){ .ts_ms = TCN_UNDATED };
	if (!r->entry)
		r->entry = &r->spare;
	memset(r->entry_ranks, 0, sizeof r->entry_ranks);
	r->item = r->parent = r->depth;
	r->guid_is_link = false;
	take(r, F_LANG, 1, r->scopes[r->depth].lang);
	take(r, F_ID, 1, about);
	take(r, F_LINK, 1, about);
}

static void
end_item(struct reader *r)
{
	struct tcn_article *entry = r->entry;

	if (entry->url.n == 0 && r->guid_is_link && entry->id.n > 4 &&
	    strncasecmp(entry->id.at, "http", 4) == 0)
		entry->url = entry->id;
	r->item = 0;
	r->entry = NULL;
	r->parent = r->feed_parent;
}

/* Takes an Atom link, or an RSS link with its address in an attribute. */
static void
take_link(struct reader *r, const struct element *e)
{
	struct tcn_str href = attribute(e, "href", false);
	struct tcn_str rel = attribute(e, "rel", false);
	struct tcn_str type = attribute(e, "type", false);

	if (href.n == 0)
		return;
	if (is(rel, "self") && !r->item)
		take(r, F_SELF, 2, href);
	else if (rel.n == 0 || is(rel, "alternate"))
		take(r, F_LINK, type.n == 0 || is(type, "text/html") ? 3 : 2,
		    href);
}

/* Takes a category of Atom, which is in an attribute. */
static void
take_term(struct reader *r, const struct element *e)
{
	struct tcn_str label = attribute(e, "label", false);
	bool own = r->draft->feed->kind == TCN_FEED_ATOM;

	take(r, F_CATEGORY, own ? 2 : 1,
	    label.n ? label : attribute(e, "term", false));
}

/* Whether an element only groups others, whose fields are the item's own. */
static bool
is_wrapper(const struct reader *r, const struct element *e)
{
	return r->item && e->vocabulary == V_MEDIA &&
	    (strcasecmp(e->name, "group") == 0 ||
		strcasecmp(e->name, "content") == 0);
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
	return true;
}

/*
 * Whether Atom content is written in base64: 0.3 has an attribute for it, in
 * 1.0 any media type that is neither text nor XML implies it (RFC 4287, section
 * 4.1.3.3).
 */
static bool
is_base64(const struct element *e)
{
	struct tcn_str type = attribute(e, "type", false);

	if (type.n == 0)
		type = tcn_str("text");
	if (is(attribute(e, "mode", false), "base64"))
		return true;
	return (e->vocabulary & V_ATOM_CORE) && memchr(type.at, '/', type.n) &&
	    strncasecmp(type.at, "text/", 5) != 0 && type.n > 5 &&
	    strncasecmp(type.at + type.n - 3, "xml", 3) != 0;
}

static void
begin_field(struct reader *r, const struct element *e)
{
	r->field_element = tcn_feed_element(e->name, meant_vocabulary(r, e),
	    r->item ? IN_ITEM : IN_FEED);
	if (strcasecmp(e->name, "link") == 0 && (e->vocabulary & V_ATOM_CORE))
		take_link(r, e);
	else if (strcasecmp(e->name, "category") == 0 && r->item)
		take_term(r, e);
	if (!r->field_element)
		return;
	r->base64 = is_base64(e);
	if (r->field_element->field == F_ID)
		r->guid_is_link =
		    !is(attribute(e, "isPermaLink", false), "false");
	if (r->field_element->field == F_SOURCE &&
	    r->draft->feed->kind == TCN_FEED_ATOM)
		r->field_element = NULL;
}

static void
begin_child(struct reader *r, const struct element *e)
{
	r->field_element = NULL;
	r->base64 = false;
	if (is_item(r, e))
		begin_item(r, e);
	else if (!r->item && strcasecmp(e->name, "channel") == 0)
		r->parent = r->feed_parent = r->depth;
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

/* The collected text of the field that ends here. */
static struct tcn_str
field_text(struct reader *r)
{
	struct tcn_str text = tcn_buf_view(&r->text);

	return r->base64 ? tcn_feed_base64(&r->text) : text;
}

static void
end_field(struct reader *r)
{
	take(r, r->field_element->field, r->field_element->rank, field_text(r));
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
	if (r->rc || ++r->depth > DEPTH_MAX)
		return;
	e.vocabulary =
	    tcn_feed_vocabulary((const char *)uri, (const char *)prefix);
	enter_scope(r, &e);
	if (r->depth == 1) {
		r->begun = true;
		begin_document(r, &e);
		take(r, F_LANG, 1, r->scopes[1].lang);
	}
	if (r->rc)
		return;
	if (r->field_depth)
		write_tag(r, e.name, false);
	else
		begin_child(r, &e);
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
	if (r->text.failed) {
		stop(r, TCN_NOMEM);
	} else if (r->field_depth && r->depth > r->field_depth) {
		write_tag(r, (const char *)name, true);
	} else if (r->field_depth) {
		end_field(r);
	} else if (r->item == r->depth) {
		end_item(r);
	} else if (r->parent == r->depth) {
		r->parent--;
	}
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

/* Records the first error that is fatal to a strict parser as the damage. */
static void
on_error(void *to, xmlErrorPtr error)
{
	struct reader *r = to;
	struct tcn_err *damage = &r->draft->feed->damage;
	int n = (int)strcspn(error->message, "\n");

	if (damage->text[0] || error->level != XML_ERR_FATAL)
		return;
	tcn_err_at(damage, NULL, (unsigned long)error->line,
	    (unsigned long)error->int2);
	tcn_err_set(damage, TCN_INVALID, "%.*s", n, error->message);
}

static bool
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
		return false;
	/* Without NOENT "&amp;" in an attribute would stay an entity. */
	xmlCtxtUseOptions(r->ctxt,
	    XML_PARSE_RECOVER | XML_PARSE_NONET | XML_PARSE_NOENT);
	return true;
}

enum tcn_rc
tcn_feed_xml(struct tcn_feed_draft *draft, struct tcn_str s,
    struct tcn_err *err)
{
	struct reader *r = tcn_arena_zalloc(draft->arena, 1, sizeof *r);
	size_t step = (size_t)1 << 20;

	if (!r)
		return TCN_NOMEM;
	r->draft = draft;
	r->err = err;
	if (!open_parser(r))
		return TCN_NOMEM;
	for (size_t at = 0; at < s.n && !r->rc; at += step)
		xmlParseChunk(r->ctxt, s.at + at,
		    (int)(s.n - at < step ? s.n - at : step), 0);
	if (!r->rc)
		xmlParseChunk(r->ctxt, NULL, 0, 1);
	if (!r->rc && r->field_depth) /* the document breaks off here */
		end_field(r);
	if (!r->rc && r->ctxt->errNo == XML_ERR_NO_MEMORY)
		r->rc = TCN_NOMEM;
	xmlFreeParserCtxt(r->ctxt);
	tcn_buf_fini(&r->text);
	if (!r->rc && !r->begun)
		return tcn_err_set(err, TCN_INVALID,
		    "the document is no feed: it has no element");
	return r->rc;
}
