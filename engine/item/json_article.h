/*
 * engine/item/json_article.h - a JSON object to an article.
 *
 * The fields read are id, ts or published, source, url, title, text, lang,
 * category, story, features, vector and fingerprint; others are ignored. Null
 * and "" are as good as absent. Of a name given twice the last counts. `ts`
 * goes before `published`. An id or a story may be a number: its decimal
 * digits are kept, and only whole numbers below 2^53 are taken, as larger
 * ones may already have changed on their way. `story` (or the field that
 * the limits name) is the stream's own label, kept for scoring. A feature that
 * weighs 0 is left out. What was given goes, most direct first: fingerprint,
 * vector, features, text; `given` names the first of these, and the others are
 * filled in beside it.
 *
 * An object without any of id, ts, published, url, text, lang, features,
 * vector and fingerprint that has a uri and some field of ninjs is read as
 * that: see engine/item/json_ninjs_impl.h.
 *
 * Bytes become a tree in engine/base/json_tree.h, which says what is JSON and
 * what it costs; these two alone know which library parses.
 */
#ifndef TCN_ENGINE_ITEM_JSON_ARTICLE_H
#define TCN_ENGINE_ITEM_JSON_ARTICLE_H

#include "engine/base/arena.h"
#include "engine/base/err.h"
#include "engine/base/rc.h"
#include "engine/item/article.h"
#include "engine/item/record.h"

/*
 * Reads line, which must hold one object, and finishes the article (see
 * engine/item/article.h; limits NULL: the defaults). The record lives in arena
 * and does not refer to line. TCN_INVALID: err->text says what is wrong and how
 * to mend it, and err->column where, 0 when it is not one place.
 */
TCN_MUST_USE enum tcn_rc tcn_json_article(struct tcn_str line,
    const struct tcn_article_limits *limits, struct tcn_arena *arena,
    struct tcn_article *article, struct tcn_err *err);

#endif
