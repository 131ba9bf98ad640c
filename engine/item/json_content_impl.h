/*
 * engine/item/json_content_impl.h - reads the field `content` of an article,
 * its content words by part of speech, for json_article.c alone:
 *
 *	"content": {"propn": ["Quilenge"], "noun": ["quake", "coast"],
 *	            "num": ["5.8"], "verb": ["shake"]}
 *
 * The names are those of the Universal Dependencies' tag set. Words may be
 * lemmas or as they stand in the text. Other software has a field of this name
 * for the text itself: a string, or an object with none of the four lists, is
 * passed over. Cost: O(words).
 */
#ifndef TCN_ENGINE_ITEM_JSON_CONTENT_IMPL_H
#define TCN_ENGINE_ITEM_JSON_CONTENT_IMPL_H

#include "engine/base/arena.h"
#include "engine/base/err.h"
#include "engine/base/rc.h"
#include "engine/item/record.h"

struct cJSON;

/*
 * Fills in article->content_words, in arena; its strings refer to the tree.
 * TCN_INVALID: one of the four is no list, or has an element that is no string;
 * err->text says which.
 */
TCN_MUST_USE enum tcn_rc tcn_json_content_read(const struct cJSON *item,
    struct tcn_arena *arena, struct tcn_article *article, struct tcn_err *err);

#endif
