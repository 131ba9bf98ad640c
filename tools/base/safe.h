/*
 * tools/base/safe.h - makes text from outside fit to be shown.
 *
 * Two steps. tcn_safe_text cleans once, whatever the format: what comes out
 * is valid UTF-8 of one line, without control characters and without the
 * invisible ones that reorder or hide text (Unicode Technical Report 36, "bidi
 * spoofing"). Then each writer escapes what it puts out, at the moment it
 * puts it out: tcn_safe_html for HTML text and attributes, tcn_safe_md for
 * Markdown, tcn_buf_json for JSON.
 *
 * Nothing becomes a link unless tcn_safe_is_link allows it.
 */
#ifndef TCN_TOOLS_BASE_SAFE_H
#define TCN_TOOLS_BASE_SAFE_H

#include "engine/base/arena.h"
#include "engine/base/buf.h"
#include "engine/base/str.h"

/*
 * Cleans s into arena: broken UTF-8 becomes U+FFFD, every run of white space
 * and control characters one space, invisible formatting goes (joiners and
 * variation selectors, which scripts need, stay), both ends are trimmed. At
 * most chars_max characters, the last of them "..." as one character when more
 * was there; the cut falls between words where that costs little. Cost: O(what
 * is kept).
 */
void tcn_safe_text(struct tcn_arena *arena, struct tcn_str s, size_t chars_max,
    struct tcn_str *clean);

/* s cleaned as above, up to 400 characters, for a line on a terminal. */
void tcn_safe_terminal(struct tcn_buf *out, struct tcn_str s);

/*
 * Whether url may become a link: http or https, a host, at most 2,048 bytes,
 * and nothing in it that tcn_safe_text would change.
 */
bool tcn_safe_is_link(struct tcn_str url);

/* Whether s looks like a language tag: "en", "pt-BR", "zh-Hans". */
bool tcn_safe_is_lang(struct tcn_str s);

/* s as HTML text or as the inside of a quoted attribute. */
void tcn_safe_html(struct tcn_buf *out, struct tcn_str s);

/*
 * s as Markdown (CommonMark and GitHub's tables) that reads as s, wherever
 * on a line it stands: no markup, no HTML, no list, no table cell, no link.
 */
void tcn_safe_md(struct tcn_buf *out, struct tcn_str s);

/* A link's url as a Markdown destination: <https://...>. */
void tcn_safe_md_url(struct tcn_buf *out, struct tcn_str url);

#endif
