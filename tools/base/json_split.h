/*
 * tools/base/json_split.h - splits a request's body into its JSON objects.
 *
 * A body is one object, an array of objects, or objects one after the other,
 * as NDJSON has them. Where each begins and ends is found by counting
 * brackets; engine/item/json_article.h finds out whether it is sound JSON.
 *
 * Call order: init, then next until it does not answer TCN_OK. The body stays
 * the caller's and must outlive the splitter, for objects are views of it.
 */
#ifndef TCN_TOOLS_BASE_JSON_SPLIT_H
#define TCN_TOOLS_BASE_JSON_SPLIT_H

#include <stdbool.h>

#include "engine/base/err.h"
#include "engine/base/rc.h"
#include "engine/base/str.h"

struct tcn_json_split {
	struct tcn_str rest; /* what is not read yet */
	bool in_array; /* between the brackets of an array of objects */
	bool begun; /* something was read already */
};

/* A byte order mark ahead of the body is passed over. */
void tcn_json_split_init(struct tcn_json_split *split, struct tcn_str body);

/*
 * TCN_OK: *object is the next object. TCN_DONE: there are no more.
 * TCN_INVALID: what follows is no object, and err says so. O(its bytes).
 */
TCN_MUST_USE enum tcn_rc tcn_json_split_next(struct tcn_json_split *split,
    struct tcn_str *object, struct tcn_err *err);

#endif
