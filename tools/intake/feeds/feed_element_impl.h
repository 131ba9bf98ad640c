/*
 * tools/intake/feeds/feed_element_impl.h - the table of what the elements of
 * feeds mean. Private to tools/intake/feeds/feed*.c.
 *
 * An element is identified by its vocabulary (namespace) and name. Where
 * several elements give the same field, the one of highest rank counts, then
 * the first.
 */
#ifndef TCN_TOOLS_INTAKE_FEEDS_FEED_ELEMENT_IMPL_H
#define TCN_TOOLS_INTAKE_FEEDS_FEED_ELEMENT_IMPL_H

enum tcn_feed_vocabulary {
	V_OTHER = 0,
	V_CORE = 1, /* RSS of any version, or no namespace */
	V_ATOM = 2,
	V_DC = 4,
	V_CONTENT = 8,
	V_MEDIA = 16,
	V_ITUNES = 32,
	V_FEEDBURNER = 64,
	V_SY = 128,
	V_RDF = 256,
	V_XHTML = 512,
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
	F_IMAGE,
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
	int vocabularies; /* bits: any of these */
	int where; /* IN_... */
	enum tcn_feed_field field;
	int rank;
};

/*
 * The vocabulary of a namespace or, where none is declared, of the prefix that
 * is commonly used for it. Both may be NULL.
 */
enum tcn_feed_vocabulary tcn_feed_vocabulary(const char *uri,
    const char *prefix);

/* The row of an element of one of the vocabularies `in` (bits) at a place
 * `where`, or NULL. */
const struct tcn_feed_element *tcn_feed_element(const char *name, int in,
    int where);

#endif
