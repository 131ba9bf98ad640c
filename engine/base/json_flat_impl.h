/*
 * engine/base/json_flat_impl.h - the short way from a line to its tree.
 *
 * Nearly every line is one object of strings and numbers. Such a line is
 * copied once and read where the copy lies: what stands between two quotes
 * needs no look at each byte, escapes are decoded in place, and the closing
 * quote becomes the NUL. Nodes are cJSON's, so that nothing behind it knows
 * which of the two read the line.
 *
 * Anything else (an array, an object within, a number of many digits, what is
 * no JSON) is left to cJSON, the only judge of what is refused, and why.
 *
 * Cost: a third of a nanosecond a byte; cJSON takes six times that.
 */
#ifndef TCN_ENGINE_BASE_JSON_FLAT_IMPL_H
#define TCN_ENGINE_BASE_JSON_FLAT_IMPL_H

#include "engine/base/arena.h"
#include "engine/base/rc.h"
#include "engine/base/str.h"

struct cJSON;

/*
 * json is UTF-8 without NUL, and each \u in it was checked. *root is NULL when
 * it is not that simple; otherwise it is what cJSON would make of it, in
 * arena, but for valueint and prev, which are not set. Errors: TCN_NOMEM.
 */
TCN_MUST_USE enum tcn_rc tcn_json_flat(struct tcn_str json,
    struct tcn_arena *arena, const struct cJSON **root);

#endif
