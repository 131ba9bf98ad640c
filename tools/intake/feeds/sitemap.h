/*
 * tools/intake/feeds/sitemap.h - reads a sitemap: the addresses that a site
 * lists for search engines.
 *
 * The protocol is that of sitemaps.org: a list of pages (urlset), a list of
 * such lists (sitemapindex), or one address a line of text. Of a news sitemap
 * (Google's extension) title, publication date, publication and language are
 * read, so that a headline needs no fetch.
 *
 * Nothing in a sitemap is trusted, and reading is lenient, both by the same
 * steps as for feeds (tools/intake/feeds/feed.h): any encoding; document types,
 * with the entities they declare, are cut out before libxml2 sees them; what
 * breaks off is read up to there. Elements of other vocabularies (images,
 * videos) are passed over. O(bytes).
 */
#ifndef TCN_TOOLS_INTAKE_FEEDS_SITEMAP_H
#define TCN_TOOLS_INTAKE_FEEDS_SITEMAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/base/arena.h"
#include "engine/base/err.h"
#include "engine/base/rc.h"
#include "engine/base/str.h"

struct tcn_sitemap_entry {
	struct tcn_str url; /* http or https (tcn_url_web) */
	int64_t modified_ms; /* lastmod, or TCN_UNDATED */
	struct tcn_str image; /* the first, of an image sitemap; or empty */
	/* Of a news sitemap; empty, or TCN_UNDATED. */
	struct tcn_str title, source, lang;
	int64_t published_ms;
};

struct tcn_sitemap {
	bool is_index; /* its entries are sitemaps */
	struct tcn_sitemap_entry *entries; /* in the document's order */
	size_t n;
	size_t more; /* left out, beyond the limit */
};

/*
 * Reads at most entries_max entries of a document; charset: the encoding its
 * server named, or empty. All strings live in arena. TCN_INVALID: it is no
 * sitemap, and err says what it is.
 */
TCN_MUST_USE enum tcn_rc tcn_sitemap_parse(struct tcn_str bytes,
    struct tcn_str charset, size_t entries_max, struct tcn_arena *arena,
    struct tcn_sitemap *map, struct tcn_err *err);

#endif
