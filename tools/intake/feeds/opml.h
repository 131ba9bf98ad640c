/*
 * tools/intake/feeds/opml.h - reads and writes lists of feeds, as feed readers
 * exchange them (OPML 1.0, 2.0).
 *
 * Reading is as lenient as for feeds, by the same tidying
 * (tools/intake/feeds/feed.h): nothing in a list is trusted or expanded. An
 * outline with an xmlUrl is a feed; the titles of the outlines around it are
 * its folder.
 */
#ifndef TCN_TOOLS_INTAKE_FEEDS_OPML_H
#define TCN_TOOLS_INTAKE_FEEDS_OPML_H

#include "engine/base/arena.h"
#include "engine/base/buf.h"
#include "engine/base/err.h"
#include "engine/base/rc.h"
#include "engine/base/str.h"

struct tcn_opml_feed {
	struct tcn_str url; /* never empty */
	struct tcn_str title, site, folder; /* may be empty */
	unsigned long line; /* of the list, where its outline stands */
};

struct tcn_opml {
	struct tcn_opml_feed *feeds; /* in the list's order */
	size_t n;
	/* Where the list is broken first: what stands behind may be missing; 0:
	 * it is whole. */
	unsigned long broken_line;
};

/* Reads a list; its strings live in arena. TCN_INVALID: it is no list of feeds,
 * and err says what it is. */
TCN_MUST_USE enum tcn_rc tcn_opml_parse(struct tcn_str bytes,
    struct tcn_arena *arena, struct tcn_opml *opml, struct tcn_err *err);

/* Appends the list as OPML 2.0; feeds of one folder stand together, in the
 * order of the list. */
void tcn_opml_write(const struct tcn_opml *opml, struct tcn_buf *out);

#endif
