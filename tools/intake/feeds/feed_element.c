#include "tools/intake/feeds/feed_element_impl.h"

#include <stddef.h>
#include <string.h>
#include <strings.h>

/* Namespaces by the beginning of their address, and their common prefixes. */
static const struct {
	const char *uri, *prefix;
	enum tcn_feed_vocabulary vocabulary;
} vocabularies[] = {
	{ "http://www.w3.org/2005/Atom", "atom", V_ATOM },
	{ "http://purl.org/atom/", "atom10", V_ATOM },
	{ "http://www.w3.org/1999/02/22-rdf-syntax-ns", "rdf", V_RDF },
	{ "http://purl.org/rss/1.0/modules/content", "content", V_CONTENT },
	{ "http://purl.org/rss/1.0/modules/syndication", "sy", V_SY },
	{ "http://purl.org/dc/", "dc", V_DC },
	{ "http://purl.org/dc/", "dcterms", V_DC },
	{ "http://search.yahoo.com/mrss", "media", V_MEDIA },
	{ "http://www.itunes.com/", "itunes", V_ITUNES },
	{ "http://rssnamespace.org/feedburner", "feedburner", V_FEEDBURNER },
	{ "http://purl.org/rss/1.0/", "rss", V_CORE },
	{ "http://purl.org/net/rss1.1", "rss11", V_CORE },
	{ "http://my.netscape.com/", "rss09", V_CORE },
	{ "http://channel.netscape.com/", "rss09", V_CORE },
	{ "http://backend.userland.com/", "rss2", V_CORE },
	{ "http://blogs.law.harvard.edu/tech/rss", "rss2", V_CORE },
	{ "http://www.w3.org/1999/xhtml", "xhtml", V_XHTML },
};

static const struct tcn_feed_element elements[] = {
	{ "title", V_ATOM_CORE, IN_BOTH, F_TITLE, 3 },
	{ "title", V_DC, IN_BOTH, F_TITLE, 2 },
	{ "title", V_MEDIA | V_ITUNES, IN_ITEM, F_TITLE, 1 },
	{ "link", V_CORE, IN_BOTH, F_LINK, 6 },
	{ "link", V_ATOM, IN_BOTH, F_LINK, 3 }, /* in place of a href */
	{ "origLink", V_FEEDBURNER, IN_ITEM, F_LINK, 7 },
	{ "guid", V_CORE, IN_ITEM, F_ID, 2 },
	{ "id", V_ATOM, IN_ITEM, F_ID, 2 },
	{ "identifier", V_DC, IN_ITEM, F_ID, 1 },
	{ "encoded", V_CONTENT, IN_ITEM, F_TEXT, 5 },
	{ "content", V_ATOM_CORE, IN_ITEM, F_TEXT, 5 },
	{ "body", V_XHTML | V_CORE, IN_ITEM, F_TEXT, 5 },
	{ "fullitem", V_CORE, IN_ITEM, F_TEXT, 5 },
	{ "description", V_CORE, IN_ITEM, F_TEXT, 4 },
	{ "summary", V_ATOM_CORE, IN_ITEM, F_TEXT, 4 },
	{ "abstract", V_CORE, IN_ITEM, F_TEXT, 4 }, /* of CDF */
	{ "description", V_DC, IN_ITEM, F_TEXT, 3 },
	{ "abstract", V_DC, IN_ITEM, F_TEXT, 3 },
	{ "summary", V_ITUNES, IN_ITEM, F_TEXT, 2 },
	{ "description", V_MEDIA, IN_ITEM, F_TEXT, 2 },
	{ "pubDate", V_CORE, IN_ITEM, F_DATE, 5 },
	{ "published", V_ATOM_CORE, IN_ITEM, F_DATE, 5 },
	{ "issued", V_ATOM_CORE | V_DC, IN_ITEM, F_DATE, 5 },
	{ "date", V_DC, IN_ITEM, F_DATE, 4 },
	{ "created", V_ATOM_CORE | V_DC, IN_ITEM, F_DATE, 3 },
	{ "available", V_DC, IN_ITEM, F_DATE, 3 },
	{ "updated", V_ATOM_CORE, IN_ITEM, F_DATE, 2 },
	{ "modified", V_ATOM_CORE | V_DC, IN_ITEM, F_DATE, 2 },
	{ "source", V_CORE, IN_ITEM, F_SOURCE, 3 },
	{ "publisher", V_DC, IN_ITEM, F_SOURCE, 1 },
	{ "category", V_CORE, IN_ITEM, F_CATEGORY, 2 },
	{ "category", V_MEDIA, IN_ITEM, F_CATEGORY, 1 },
	{ "subject", V_DC, IN_ITEM, F_CATEGORY, 1 },
	{ "language", V_CORE | V_DC, IN_BOTH, F_LANG, 3 },
	{ "ttl", V_CORE, IN_FEED, F_TTL, 2 },
};

enum tcn_feed_vocabulary
tcn_feed_vocabulary(const char *uri, const char *prefix)
{
	for (size_t i = 0; i < sizeof vocabularies / sizeof *vocabularies;
	     i++) {
		if (uri &&
		    strncasecmp(uri, vocabularies[i].uri,
			strlen(vocabularies[i].uri)) == 0)
			return vocabularies[i].vocabulary;
		if (!uri && prefix &&
		    strcasecmp(prefix, vocabularies[i].prefix) == 0)
			return vocabularies[i].vocabulary;
	}
	return prefix ? V_OTHER : V_CORE;
}

const struct tcn_feed_element *
tcn_feed_element(const char *name, int in, int where)
{
	for (size_t i = 0; i < sizeof elements / sizeof *elements; i++)
		if ((elements[i].vocabularies & in) &&
		    (elements[i].where & where) &&
		    strcasecmp(name, elements[i].name) == 0)
			return &elements[i];
	return NULL;
}
