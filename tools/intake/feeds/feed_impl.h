/*
 * tools/intake/feeds/feed_impl.h - what the parts of tools/intake/feeds/feed.h
 * share. Private to tools/intake/feeds/feed*.c and opml.c.
 */
#ifndef TCN_TOOLS_INTAKE_FEEDS_FEED_IMPL_H
#define TCN_TOOLS_INTAKE_FEEDS_FEED_IMPL_H

#include "engine/base/buf.h"
#include "engine/base/err.h"
#include "tools/intake/feeds/feed.h"

/* A feed while it is being read. */
struct tcn_feed_draft {
	struct tcn_feed *feed;
	struct tcn_arena *arena;
	struct tcn_str url; /* where it was fetched from */
	size_t entries_max, entries_cap;
};

/* Adds an entry to fill in, all zero and undated. NULL when the limit is
 * reached (the entry is counted in entries_more). */
struct tcn_article *tcn_feed_add(struct tcn_feed_draft *draft);

/*
 * Sets *url to link as an absolute address: relative to base, which may itself
 * be relative to where the feed was fetched from. A link that cannot be
 * resolved stays as it is.
 */
void tcn_feed_resolve(const struct tcn_feed_draft *draft, struct tcn_str base,
    struct tcn_str link, struct tcn_str *url);

/* Sets *tag to a copy of lang as RFC 5646 writes it: "en_us" is "en-US". What
 * is no tag stays as it is. */
void tcn_feed_lang(struct tcn_arena *arena, struct tcn_str lang,
    struct tcn_str *tag);

/*
 * Sets *plain to what a text in base64 says, in the draft's arena; to nothing
 * when that is not UTF-8 text; to the text itself when it is not base64, or a
 * word that only looks like it.
 */
void tcn_feed_base64(const struct tcn_feed_draft *draft, struct tcn_str text,
    struct tcn_str *plain);

/*
 * Appends to out the XML in s in a form that a parser accepts: without document
 * type, comments and processing instructions; bare ampersands escaped, HTML
 * entities as character numbers, every '<' that begins no tag escaped, and
 * characters that XML forbids left out; those that windows-1252 has in place of
 * control characters put in place of these. The number of lines stays the same,
 * so that errors name the right one. s is valid UTF-8. O(bytes).
 *
 * The result says what was left out: entities that the document declares,
 * attributes beyond 256 of a tag, for safety, or text ahead of the document;
 * *line is where. NULL: nothing.
 */
const char *tcn_feed_tidy(struct tcn_str s, struct tcn_buf *out,
    unsigned long *line);

/*
 * Where the XML in s begins; s.n: there is none. Behind white space and marks,
 * and behind what programs print ahead of a feed: warnings of PHP, a stray
 * byte.
 */
size_t tcn_feed_xml_at(struct tcn_str s);

/* Reads RSS, RDF or Atom that tcn_feed_tidy has written. Errors: TCN_INVALID
 * (no feed). */
TCN_MUST_USE enum tcn_rc tcn_feed_xml(struct tcn_feed_draft *draft,
    struct tcn_str s, struct tcn_err *err);

/*
 * Where the JSON object in s begins that a feed may be; s.n: there is none.
 * Behind white space and what is set ahead of JSON so that no script can run
 * it, or a function's name so that one can.
 */
size_t tcn_feed_json_at(struct tcn_str s);

/* Reads JSON Feed; s is valid UTF-8. Errors: TCN_INVALID (no feed, no sound
 * JSON). */
TCN_MUST_USE enum tcn_rc tcn_feed_json(struct tcn_feed_draft *draft,
    struct tcn_str s, struct tcn_err *err);

/* Whether a media type is that of a picture of pixels. */
bool tcn_feed_is_image(struct tcn_str type);

/* Reads a date in a language, or in the feed's when lang is empty. What is no
 * date is counted, and leaves *ms as it was. */
void tcn_feed_date(struct tcn_feed_draft *draft, struct tcn_str text,
    struct tcn_str lang, int64_t *ms);

#endif
