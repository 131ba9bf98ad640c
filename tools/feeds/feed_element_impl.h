/*
 * tools/feeds/feed_element_impl.h - what the elements of feeds mean: one table.
 *
 * An element is known by its vocabulary and name. Of several that say the
 * same, the one of highest rank counts, then the first.
 */
#ifndef TCN_TOOLS_FEEDS_FEED_ELEMENT_IMPL_H
#define TCN_TOOLS_FEEDS_FEED_ELEMENT_IMPL_H

enum tcn_feed_vocabulary {
	V_OTHER = 0,
	V_CORE = 1, /* RSS of any version, or none named */
	V_ATOM = 2,
	V_DC = 4,
	V_CONTENT = 8,
	V_MEDIA = 16,
	V_ITUNES = 32,
	V_FEEDBURNER = 64,
	V_SY = 128,
	V_RDF = 256,
	V_ATOM_CORE = V_ATOM | V_CORE,
};

enum tcn_feed_field {
	F_NONE,
	F_TITLE,
	F_LINK,
	F_ID,
	F_TEXT,
	F_DATE,
	F_SOURCE,
	F_LANG,
	F_CATEGORY,
	F_SELF,
	F_TTL,
	FIELDS_N,
};

enum {
	IN_FEED = 1,
	IN_ITEM = 2,
	IN_BOTH = 3
};

struct tcn_feed_element {
	const char *name;
	int vocabularies; /* any of them */
	int where;
	enum tcn_feed_field field;
	int rank;
};

/*
 * By the element's namespace or, where nobody declared one, by the usual
 * prefix. Both may be NULL.
 */
enum tcn_feed_vocabulary tcn_feed_vocabulary(const char *uri,
    const char *prefix);

/* What an element of one of the vocabularies `in` means there, or NULL. */
const struct tcn_feed_element *tcn_feed_element(const char *name, int in,
    int where);

#endif
