/*
 * engine/text/markup.h - takes the markup out of an article's title and text.
 *
 * Articles come as plain text, as HTML, or as either with its entities escaped
 * once more. Plain text may hold what looks like tags: a wire service writes
 * tickers as <SRD>, and <P> or <S> may be one too. So a text counts as HTML
 * only when it holds something that plain text does not: the end tag of a known
 * element, a known element in small letters or with attributes, a comment or
 * document type, or three of <P> and <BR>.
 *
 * HTML is read by libxml2's push parser, which hands over the characters; no
 * tree is built. In other text only entities are decoded. The step is repeated
 * while it changes something, at most four times, which undoes escaping over
 * escaping.
 *
 * WHAT BOUNDS IT. libxml2 is quadratic in the attributes of one tag, and slow
 * for very many tags. A text with more than 1,000 attributes in a tag or 8,000
 * tags has whatever stands between '<' and '>' cut out instead. So the cost is
 * O(bytes) for hostile input too.
 *
 * Thread safe once tcn_markup_init() has run.
 */
#ifndef TCN_ENGINE_TEXT_MARKUP_H
#define TCN_ENGINE_TEXT_MARKUP_H

#include "engine/base/arena.h"
#include "engine/base/rc.h"
#include "engine/base/str.h"

/* Must be called once, before a second thread uses this module. */
void tcn_markup_init(void);

/*
 * Sets *plain to raw, valid UTF-8, without markup and with its entities
 * decoded: raw itself when there is nothing to do, else a copy in arena. In
 * HTML, white space shrinks to one space, blocks become lines, scripts and
 * styles go. Applied to its own result it changes nothing, unless the input was
 * escaped more than four times.
 */
void tcn_markup_strip(struct tcn_str raw, struct tcn_arena *arena,
    struct tcn_str *plain);

#endif
