/*
 * tools/intake/feeds/feed.h - reads a feed, as it was sent, into articles.
 *
 * RSS 0.9x, 1.0 (RDF) and 2.0, Atom 0.3 and 1.0, JSON Feed 1.0 and 1.1, with
 * the modules that carry news: Dublin Core, content, Media RSS, iTunes,
 * syndication. Many feeds are broken, so reading is lenient where the
 * meaning is plain: an encoding that is not the one declared
 * (tools/intake/feeds/charset.h), bare ampersands, HTML entities, prefixes that
 * are not declared, elements that are never closed, dates in many shapes. Of a
 * feed that breaks off, everything up to there is read. `damage` says why a
 * strict parser would have given up, and where: bytes that are none of the
 * encoding's, a declared encoding that it is not in, or the first error of XML.
 *
 * Nothing in a feed is trusted. Document types, with the entities they declare,
 * are cut out before the XML parser (libxml2) sees them, so that nothing is
 * expanded or fetched. Depth and number of entries are bounded; memory is a
 * small multiple of the bytes.
 *
 * The articles are filled in, but not finished: that is the next step, by
 * engine/item/article.h. Where their fields come from:
 *
 *	id        guid, atom:id, rdf:about; else the address. One that is a
 *	          path is made absolute, unless it is declared no link
 *	url       the link for reading: link, its href, a guid that is one;
 *	          else where the content is (src), a related link. Made
 *	          absolute by xml:base, the feed's address, the one it gives
 *	title     the title
 *	text      content, as sent (content:encoded, atom:content, xhtml:body,
 *	          fullitem); where there is none, or none with a word in it,
 *	          description or summary; else those of Dublin Core, iTunes
 *	          and Media RSS. HTML or plain; base64 is decoded where Atom
 *	          has it, and what is not text is left out
 *	ts        published; else updated; else none
 *	          (engine/text/date_words.h)
 *	source    whom the item names as its source; else the feed's title
 *	lang      xml:lang of the text, the title, the item, in this order;
 *	          the item's language or dc:language; xml:lang around it; the
 *	          feed's language, xml:lang, Content-Language. Written as
 *	          RFC 5646 has it: "en_us" is "en-US"
 *	category  the first one
 *
 * Names (the feed's title, source, category) are plain text.
 */
#ifndef TCN_TOOLS_INTAKE_FEEDS_FEED_H
#define TCN_TOOLS_INTAKE_FEEDS_FEED_H

#include <stdint.h>

#include "engine/base/arena.h"
#include "engine/base/err.h"
#include "engine/base/rc.h"
#include "engine/item/record.h"

enum tcn_feed_kind {
	TCN_FEED_RSS,
	TCN_FEED_RDF, /* RSS 0.90 and 1.0 */
	TCN_FEED_ATOM,
	TCN_FEED_JSON,
};

struct tcn_feed {
	enum tcn_feed_kind kind;
	struct tcn_str title;
	struct tcn_str url; /* the page it belongs to, absolute */
	struct tcn_str self; /* the address the feed gives itself, absolute */
	struct tcn_str lang;
	int64_t ttl_ms; /* interval of fetches it asks for; 0: none */
	struct tcn_article *entries; /* in the feed's order */
	size_t entries_n;
	size_t entries_more; /* left out, beyond the limit */
	size_t undated_n; /* among entries */
	size_t dates_bad_n; /* dates that could not be read */
	struct tcn_str encoding; /* that the document was read in */
	struct tcn_err damage; /* of encoding or XML; text "": none */
};

/* A document, and what the server that sent it says about it. */
struct tcn_feed_doc {
	struct tcn_str bytes;
	struct tcn_str charset; /* of the Content-Type; may be empty */
	struct tcn_str lang; /* its Content-Language; may be empty */
	struct tcn_str url; /* where it was fetched from; may be empty */
	size_t entries_max; /* 0: 10,000 */
};

/*
 * All strings live in arena or in doc. O(bytes). TCN_INVALID: it is no feed,
 * and err->text says what it is. The parser must have been set up
 * once (tcn_markup_init of engine/text/markup.h).
 */
TCN_MUST_USE enum tcn_rc tcn_feed_parse(const struct tcn_feed_doc *doc,
    struct tcn_arena *arena, struct tcn_feed *feed, struct tcn_err *err);

/* "RSS", "RSS 1.0", "Atom", "JSON Feed". */
const char *tcn_feed_kind_text(enum tcn_feed_kind kind);

#endif
