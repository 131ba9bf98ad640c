/*
 * engine/item/json_ninjs_impl.h - reads an article in IPTC's ninjs, for
 * json_article.c alone.
 *
 * ninjs (iptc.org/standards/ninjs) is the JSON in which news agencies send
 * their items. All its versions are read: 1.x has headline, body_text and
 * body_html; 2.x has arrays of headlines and bodies; 3.x has the same with
 * capitals inside the names, so names are compared without regard to case.
 * tocsin-input(5) says what becomes of each field.
 *
 * Only text is read: a picture, a video or a planning item is refused, and so
 * is what was withheld or canceled. Cost: O(fields), for each name that is
 * looked for.
 */
#ifndef TCN_ENGINE_ITEM_JSON_NINJS_IMPL_H
#define TCN_ENGINE_ITEM_JSON_NINJS_IMPL_H

#include <stdbool.h>

#include "engine/base/err.h"
#include "engine/base/rc.h"
#include "engine/item/record.h"

struct cJSON;

/* Whether the object has a uri and some field that only ninjs has. */
bool tcn_json_ninjs_is(const struct cJSON *root);

/*
 * Fills in *article from a ninjs object; strings refer to the tree.
 * TCN_INVALID: err->text says what is wrong.
 */
TCN_MUST_USE enum tcn_rc tcn_json_ninjs_read(const struct cJSON *root,
    struct tcn_article *article, struct tcn_err *err);

#endif
