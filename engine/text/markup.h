/*
 * engine/text/markup.h - plain text out of what an article holds.
 *
 * Articles come as plain text, as HTML, or as either with its entities
 * escaped once more. Plain text may hold what looks like tags: a wire writes
 * its tickers as <SRD>, and <P> or <S> may be one. So a text counts as HTML
 * only when it holds something that plain text does not: the end of a known
 * element, one in small letters, one with attributes, a comment, or <P> and
 * <BR> again and again. libxml2's HTML parser then reads it and hands over the
 * characters; no tree is built.
 *
 * Thread safe once tcn_markup_init() has run.
 */
#ifndef TCN_ENGINE_TEXT_MARKUP_H
#define TCN_ENGINE_TEXT_MARKUP_H

#include "engine/base/arena.h"
#include "engine/base/rc.h"
#include "engine/base/str.h"

/* Once, before any thread uses this module. */
void tcn_markup_init(void);

/*
 * raw (UTF-8) without markup, its entities decoded, in *plain: raw itself when
 * there is nothing to do, else a copy in arena. In HTML, white space shrinks to
 * one space, blocks become lines, scripts and styles go. Applied to its own
 * result it changes nothing, but for input escaped more than
 * four times over. Cost: O(bytes). Errors: TCN_NOMEM.
 */
TCN_MUST_USE enum tcn_rc tcn_markup_strip(struct tcn_str raw,
    struct tcn_arena *arena, struct tcn_str *plain);

#endif
