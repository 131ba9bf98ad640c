/*
 * engine/item/json_ninjs_impl.h - an article in IPTC's ninjs, inside
 * engine/json.
 *
 * ninjs (iptc.org/standards/ninjs) is how agencies send news as JSON. All its
 * versions are read: 1.x has headline, body_text and body_html, 2.x arrays of
 * headlines and bodies, 3.x the same with capitals within the names; names are
 * compared without regard to case. What becomes of each field is told in
 * tocsin-input(5).
 *
 * Only text is news here: a picture, a video or a planning item is refused,
 * and so is what was withheld or canceled.
 */
#ifndef TCN_ENGINE_ITEM_JSON_NINJS_IMPL_H
#define TCN_ENGINE_ITEM_JSON_NINJS_IMPL_H

#include <stdbool.h>

#include "engine/base/err.h"
#include "engine/base/rc.h"
#include "engine/item/record.h"

struct cJSON;

/* Has the object a uri, and some field that only ninjs has? */
bool tcn_json_ninjs_is(const struct cJSON *root);

/*
 * Fills in what the object says of an article; strings are the tree's.
 * TCN_INVALID: err->text says what is wrong.
 */
TCN_MUST_USE enum tcn_rc tcn_json_ninjs_read(const struct cJSON *root,
    struct tcn_article *article, struct tcn_err *err);

#endif
