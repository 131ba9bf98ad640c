/*
 * engine/item/json_article.h - reads a JSON object as an article.
 *
 * The fields read are id, ts or published, source, url, title, text, lang,
 * category, story, features, vector, fingerprint and content; others are
 * ignored. The rules:
 *
 * - Null and "" count as absent. Of a name given twice the last counts.
 * - `ts` is preferred to `published`.
 * - An id or a story may be a number, of which the decimal digits are taken.
 *   It must be whole and below 2^53: a larger one may already have been
 *   rounded on its way.
 * - `story`, or the field that the limits name, is the stream's own label. It
 *   is kept for scoring and decides nothing.
 * - A feature of weight 0 is left out.
 * - An article may come with several of fingerprint, vector, features and
 *   text. All are filled in; `given` names the first of them in this order,
 *   which is what the fingerprint is made of.
 * - The numbers of a vector are rounded to 32 bits, as models give them and as
 *   the store keeps them.
 * - `content` is read where it is lists of words by part of speech:
 *   engine/item/json_content_impl.h.
 *
 * An object that has none of id, ts, published, url, text, lang, features,
 * vector and fingerprint, but a uri and some field of ninjs, is read as that:
 * see engine/item/json_ninjs_impl.h.
 *
 * engine/base/json_tree.h makes the tree, and says what is JSON (RFC 8259) and
 * what parsing costs.
 */
#ifndef TCN_ENGINE_ITEM_JSON_ARTICLE_H
#define TCN_ENGINE_ITEM_JSON_ARTICLE_H

#include "engine/base/arena.h"
#include "engine/base/err.h"
#include "engine/base/json_value.h"
#include "engine/base/rc.h"
#include "engine/item/article.h"
#include "engine/item/record.h"

/*
 * Reads line, which must hold one object, and finishes the article (see
 * tcn_article_finish(); limits NULL: the defaults). The article lives in arena
 * and does not refer to line. TCN_INVALID: err->text says what is wrong and how
 * to correct it, err->column where, or 0 when no single place is wrong.
 */
TCN_MUST_USE enum tcn_rc tcn_json_article(struct tcn_str line,
    const struct tcn_article_limits *limits, struct tcn_arena *arena,
    struct tcn_article *article, struct tcn_err *err);

/* As tcn_json_article(), from an object of a tree in arena, which is part of a
 * larger record: err->column is 0. Needs object->kind to be TCN_JSON_OBJECT. */
TCN_MUST_USE enum tcn_rc
tcn_json_article_value(const struct tcn_json_value *object,
    const struct tcn_article_limits *limits, struct tcn_arena *arena,
    struct tcn_article *article, struct tcn_err *err);

#endif
