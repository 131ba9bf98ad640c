/*
 * tools/base/json_split.h - the objects of a body, one after the other.
 *
 * A body is one object, an array of objects, or objects one after the other,
 * as NDJSON has them. Where each begins and ends is found by its brackets;
 * whether it is sound JSON is for engine/item/json_article.h to say.
 */
#ifndef TCN_TOOLS_BASE_JSON_SPLIT_H
#define TCN_TOOLS_BASE_JSON_SPLIT_H

#include <stdbool.h>

#include "engine/base/err.h"
#include "engine/base/rc.h"
#include "engine/base/str.h"

struct tcn_json_split {
	struct tcn_str rest;
	bool in_array, begun;
};

void tcn_json_split_init(struct tcn_json_split *split, struct tcn_str body);

/*
 * TCN_OK: the next object, in *object. TCN_DONE: that was all. TCN_INVALID:
 * what follows is no object; err says what. O(its bytes).
 */
TCN_MUST_USE enum tcn_rc tcn_json_split_next(struct tcn_json_split *split,
    struct tcn_str *object, struct tcn_err *err);

#endif
