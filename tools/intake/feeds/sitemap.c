#include "tools/intake/feeds/sitemap.h"

#include <libxml/parser.h>
#include <strings.h>

#include "engine/base/buf.h"
#include "engine/base/mem.h"
#include "engine/base/url.h"
#include "engine/item/record.h"
#include "engine/text/date_words.h"
#include "tools/intake/feeds/charset.h"
#include "tools/intake/feeds/feed_impl.h"

#define FIELD_BYTES ((size_t)16 * 1024) /* of a title or an address */
#define DEPTH_MAX   64
#define STEP        ((size_t)1 << 20) /* bytes that libxml2 is given at once */

enum field {
	NONE,
	LOC,
	LASTMOD,
	TITLE,
	PUBLISHED,
	NAME,
	LANGUAGE,
	IMAGE,
};

struct reader {
	struct tcn_arena *arena;
	struct tcn_sitemap *map;
	size_t max, cap;
	unsigned depth;
	bool begun, is_map;
	bool in_entry; /* url or sitemap, at depth 2 */
	struct tcn_sitemap_entry entry;
	enum field field;
	struct tcn_buf text; /* of the field */
};

/* ---- entries ---- */

/* Adds the entry if it has an address. */
static void
add_entry(struct reader *r, const struct tcn_sitemap_entry *entry)
{
	struct tcn_sitemap *map = r->map;

	if (!entry->url.n)
		return;
	if (map->n == r->max) {
		map->more++;
		return;
	}
	if (map->n == r->cap) {
		size_t cap = r->cap ? 2 * r->cap : 64;
		struct tcn_sitemap_entry *more =
		    tcn_arena_zalloc(r->arena, cap, sizeof *more);

		if (map->n)
			memcpy(more, map->entries, map->n * sizeof *more);
		map->entries = more;
		r->cap = cap;
	}
	map->entries[map->n++] = *entry;
}

static void
begin_entry(struct reader *r)
{
	r->in_entry = true;
	r->entry = (struct tcn_sitemap_entry){ .modified_ms = TCN_UNDATED,
		.published_ms = TCN_UNDATED };
}

/* Sets a field unless an earlier element of the entry has set it. */
static void
set_text(struct reader *r, struct tcn_str text, struct tcn_str *to)
{
	if (!to->n)
		tcn_arena_str(r->arena, text, to);
}

static void
set_date(struct reader *r, struct tcn_str text, int64_t *ms)
{
	if (*ms == TCN_UNDATED)
		(void)!tcn_date_words(text, r->entry.lang, ms);
}

static void
end_field(struct reader *r)
{
	struct tcn_str text = tcn_str_trim(tcn_buf_view(&r->text));

	if (!text.n)
		return;
	switch (r->field) {
	case NONE:
		break;
	case LOC:
		set_text(r, tcn_url_web(text), &r->entry.url);
		break;
	case LASTMOD:
		set_date(r, text, &r->entry.modified_ms);
		break;
	case TITLE:
		set_text(r, text, &r->entry.title);
		break;
	case PUBLISHED:
		set_date(r, text, &r->entry.published_ms);
		break;
	case NAME:
		set_text(r, text, &r->entry.source);
		break;
	case LANGUAGE:
		set_text(r, text, &r->entry.lang);
		break;
	case IMAGE:
		set_text(r, tcn_url_web(text), &r->entry.image);
		break;
	}
}

/* ---- XML ---- */

static const char *
or_empty(const xmlChar *z)
{
	return z ? (const char *)z : "";
}

/* What an element within an entry is, by its name and vocabulary; one of no
 * declared vocabulary by its prefix. */
static enum field
field_of(const char *name, const char *prefix, const char *uri)
{
	enum {
		CORE,
		NEWS,
		PICTURE
	};
	static const struct {
		const char *name;
		int vocabulary;
		enum field field;
	} all[] = {
		{ "loc", CORE, LOC },
		{ "lastmod", CORE, LASTMOD },
		{ "title", NEWS, TITLE },
		{ "publication_date", NEWS, PUBLISHED },
		{ "name", NEWS, NAME },
		{ "language", NEWS, LANGUAGE },
		{ "loc", PICTURE, IMAGE },
	};
	const bool is[] = {
		[CORE] = !*prefix || strstr(uri, "schemas/sitemap/"),
		[NEWS] = strstr(uri, "sitemap-news") ||
		    (!*uri && strcasecmp(prefix, "news") == 0),
		[PICTURE] = strstr(uri, "sitemap-image") ||
		    (!*uri && strcasecmp(prefix, "image") == 0),
	};

	for (size_t i = 0; i < sizeof all / sizeof *all; i++)
		if (strcasecmp(name, all[i].name) == 0 && is[all[i].vocabulary])
			return all[i].field;
	return NONE;
}

static void
on_start(void *to, const xmlChar *name_in, const xmlChar *prefix,
    const xmlChar *uri, int spaces_n, const xmlChar **spaces, int n,
    int defaulted_n, const xmlChar **attributes)
{
	struct reader *r = to;
	const char *name = or_empty(name_in);

	(void)spaces_n, (void)spaces, (void)n, (void)defaulted_n;
	(void)attributes;
	if (++r->depth > DEPTH_MAX)
		return;
	if (r->depth == 1) {
		r->begun = true;
		r->map->is_index = strcasecmp(name, "sitemapindex") == 0;
		r->is_map = r->map->is_index || strcasecmp(name, "urlset") == 0;
	} else if (r->depth == 2 && r->is_map) {
		if (strcasecmp(name, r->map->is_index ? "sitemap" : "url") == 0)
			begin_entry(r);
	} else if (r->in_entry) {
		r->field = field_of(name, or_empty(prefix), or_empty(uri));
		tcn_buf_clear(&r->text);
	}
}

static void
on_end(void *to, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri)
{
	struct reader *r = to;

	(void)name, (void)prefix, (void)uri;
	if (r->depth-- > DEPTH_MAX)
		return;
	end_field(r);
	r->field = NONE;
	tcn_buf_clear(&r->text);
	if (r->depth == 1 && r->in_entry) {
		add_entry(r, &r->entry);
		r->in_entry = false;
	}
}

static void
on_characters(void *to, const xmlChar *bytes, int n)
{
	struct reader *r = to;

	if (r->field != NONE && r->text.n + (size_t)n <= FIELD_BYTES)
		tcn_buf_add(&r->text, bytes, (size_t)n);
}

static void
parse_xml(struct reader *r, struct tcn_str s)
{
	xmlSAXHandler sax = {
		.initialized = XML_SAX2_MAGIC,
		.startElementNs = on_start,
		.endElementNs = on_end,
		.characters = on_characters,
		.cdataBlock = on_characters,
	};
	xmlParserCtxtPtr ctxt = xmlCreatePushParserCtxt(&sax, r, NULL, 0, NULL);

	if (!ctxt)
		tcn_mem_end();
	xmlCtxtUseOptions(ctxt,
	    XML_PARSE_RECOVER | XML_PARSE_NONET | XML_PARSE_NOENT |
		XML_PARSE_NOERROR | XML_PARSE_NOWARNING);
	for (size_t at = 0; at < s.n; at += STEP)
		xmlParseChunk(ctxt, s.at + at,
		    (int)(s.n - at < STEP ? s.n - at : STEP), 0);
	xmlParseChunk(ctxt, NULL, 0, 1);
	if (ctxt->errNo == XML_ERR_NO_MEMORY)
		tcn_mem_end();
	xmlFreeParserCtxt(ctxt);
}

/* ---- text ---- */

/* One address a line; a document that begins otherwise is none. */
static void
parse_text(struct reader *r, struct tcn_str s)
{
	for (size_t at = 0, end; at < s.n; at = end + 1) {
		struct tcn_str line, url;

		for (end = at; end < s.n && s.at[end] != '\n';)
			end++;
		line = tcn_str_trim((struct tcn_str){ s.at + at, end - at });
		url = tcn_url_web(line);
		if (!line.n)
			continue;
		if (!r->is_map && !url.n)
			return;
		r->is_map = true;
		begin_entry(r);
		if (url.n <= FIELD_BYTES)
			set_text(r, url, &r->entry.url);
		add_entry(r, &r->entry);
	}
}

enum tcn_rc
tcn_sitemap_parse(struct tcn_str bytes, struct tcn_str charset,
    size_t entries_max, struct tcn_arena *arena, struct tcn_sitemap *map,
    struct tcn_err *err)
{
	struct reader r = { .arena = arena, .map = map, .max = entries_max };
	struct tcn_buf tidy = { 0 };
	struct tcn_charset_text text;
	unsigned long line;

	*map = (struct tcn_sitemap){ .is_index = false };
	tcn_charset_utf8(bytes, charset, arena, &text);
	if (tcn_feed_xml_at(text.utf8) < text.utf8.n) {
		(void)tcn_feed_tidy(text.utf8, &tidy, &line);
		if (tidy.n)
			parse_xml(&r, tcn_buf_view(&tidy));
	} else {
		parse_text(&r, text.utf8);
	}
	tcn_buf_fini(&tidy);
	tcn_buf_fini(&r.text);
	if (!r.is_map)
		return tcn_err_set(err, TCN_INVALID,
		    "the document is no sitemap: its root element must be "
		    "<urlset> or <sitemapindex>, or each line an address");
	return TCN_OK;
}
