/*
 * engine/base/json_tree.h - parses a line that must hold one JSON object.
 *
 * Most lines are flat objects, which json_flat.c parses; cJSON does the rest.
 * cJSON then allocates from the caller's arena, so nothing is freed node by
 * node, and strings of the tree live as long as the arena. The line is checked
 * first for what cJSON accepts or reports badly: bytes that are not UTF-8, NUL,
 * half surrogate pairs. Where cJSON is more liberal than RFC 8259 (a raw tab in
 * a string, "1." for a number), so is this. Its bounds hold too: arrays and
 * objects nest at most 1,000 deep, a number has at most 63 characters.
 *
 * A tree belongs to one thread; different threads may parse at once. cJSON
 * notes the place of its last error in a variable that all threads share, and
 * nothing here reads it. Cost: O(bytes).
 */
#ifndef TCN_ENGINE_BASE_JSON_TREE_H
#define TCN_ENGINE_BASE_JSON_TREE_H

#include "engine/base/arena.h"
#include "engine/base/err.h"
#include "engine/base/rc.h"
#include "engine/base/str.h"

struct cJSON;

/*
 * Sets *root to the object that line holds. It lives in arena, must never be
 * given to cJSON_Delete(), and does not refer to line. It takes about 4 bytes
 * of arena for a byte of an ordinary line, and about 40 at the worst
 * ("0,0,0,"). TCN_INVALID: err has a text, and the column in bytes from 1, or 0
 * when no single place is wrong.
 */
TCN_MUST_USE enum tcn_rc tcn_json_tree(struct tcn_str line,
    struct tcn_arena *arena, const struct cJSON **root, struct tcn_err *err);

#endif
