/*
 * tools/base/mustache_impl.h - private to the files of mustache.
 *
 * mustache.c compiles templates into nodes; mustache_write.c walks these.
 */
#ifndef TCN_TOOLS_BASE_MUSTACHE_IMPL_H
#define TCN_TOOLS_BASE_MUSTACHE_IMPL_H

#include "tools/base/mustache.h"

#define TCN_MUSTACHE_DEPTH_MAX                                                 \
	16 /* of sections in a template, and of partials */

enum tcn_mustache_op {
	TEXT,
	VALUE,
	SECTION,
	INVERTED,
	PARTIAL,
	COUNT, /* a message of two forms, of a number */
	MESSAGE, /* with slots, which are all that is read within it */
	SLOT,
};

enum tcn_mustache_escape {
	PLAIN, /* as it is */
	HTML,
	URL, /* a whole address */
	SEGMENT, /* of its path */
	PARAMETER, /* of its query */
	SCRIPT, /* a JSON value, and parts of one that are JSON already */
	SCRIPT_RAW,
	MARKDOWN,
	MARKDOWN_URL,
};

struct tcn_mustache_node {
	enum tcn_mustache_op op;
	enum tcn_mustache_escape escape;
	struct tcn_str text; /* literal, message, or the name in the tag */
	struct tcn_str one, more; /* of a COUNT */
	const struct tcn_mustache_form *form; /* NULL: as it is */
	size_t n; /* nodes within a section; of a partial: which file */
	bool alone; /* on its line */
};

struct tcn_mustache_file {
	const char *name;
	struct tcn_str text;
	struct tcn_mustache_node *nodes;
	size_t n;
};

/* The template of that name, or NULL. */
struct tcn_mustache_file *tcn_mustache_find(const struct tcn_mustache *set,
    struct tcn_str name);

#endif
