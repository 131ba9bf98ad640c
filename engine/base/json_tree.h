/*
 * engine/base/json_tree.h - bytes to a JSON object, inside engine/json.
 *
 * Simple lines take a short cut (engine/base/json_flat_impl.h); else cJSON does
 * the parsing. Its allocator is a bump of the caller's arena, so nothing is
 * freed one by one and what reads the tree may keep its strings. The line is
 * searched first for what cJSON lets pass or does not name: bytes that are not
 * UTF-8, NUL, half surrogates. cJSON's few liberties are kept (a raw tab in a
 * string, "1." for a number), and so are its bounds: arrays and objects nest at
 * most 1,000 deep, a number has at most 63 characters.
 *
 * Threads: a tree belongs to one. cJSON itself notes the place of the last
 * error in a variable that all threads share; nothing here reads it.
 */
#ifndef TCN_ENGINE_BASE_JSON_TREE_H
#define TCN_ENGINE_BASE_JSON_TREE_H

#include "engine/base/arena.h"
#include "engine/base/err.h"
#include "engine/base/rc.h"
#include "engine/base/str.h"

struct cJSON;

/*
 * The object that line holds in *root; it lives in arena, must never be given
 * to cJSON_Delete(), and does not refer to line. Takes up to some 40 bytes of
 * arena for a byte of a hostile line ("0,0,0,"), about 4 of an ordinary one.
 * TCN_INVALID: err holds text and column, 0 when it is not one place.
 */
TCN_MUST_USE enum tcn_rc tcn_json_tree(struct tcn_str line,
    struct tcn_arena *arena, const struct cJSON **root, struct tcn_err *err);

#endif
