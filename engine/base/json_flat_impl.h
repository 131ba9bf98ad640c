/*
 * engine/base/json_flat_impl.h - a fast parser for flat JSON objects, for
 * json_tree.c alone.
 *
 * Nearly every line of input is one object of strings and numbers. Such a line
 * is copied once and parsed in the copy: the next quote and the next backslash
 * are found by memchr(), so most bytes of a string are never looked at one by
 * one; escapes are decoded in place, which only shortens; and the closing
 * quote becomes the string's NUL. The nodes are cJSON's, so that no reader of
 * the tree knows which of the two parsers made it.
 *
 * A number is read only when that is exact: at most 15 digits make an integer
 * that a double holds, powers of ten to 10^15 are doubles too, and one division
 * of two exact doubles rounds correctly (Clinger, "How to read floating point
 * numbers accurately", 1990).
 *
 * Anything else (an array, an object inside, a longer number, invalid JSON) is
 * left to cJSON, so only cJSON decides what is refused, and why.
 *
 * Cost: a third of a nanosecond a byte; cJSON takes six times that.
 */
#ifndef TCN_ENGINE_BASE_JSON_FLAT_IMPL_H
#define TCN_ENGINE_BASE_JSON_FLAT_IMPL_H

#include "engine/base/arena.h"
#include "engine/base/str.h"

struct cJSON;

/*
 * Parses json, which must be UTF-8 without NUL and have four hex digits behind
 * each \u, and both halves of each surrogate pair. Returns the tree, in arena,
 * that cJSON would make of it, but for valueint and prev, which are not set; or
 * NULL when json is not a flat object.
 */
const struct cJSON *tcn_json_flat(struct tcn_str json, struct tcn_arena *arena);

#endif
