/*
 * engine/base/json_value.h - a JSON object, looked at member by member.
 *
 * For small records that are no articles. What they refer to lives in the
 * arena of tcn_json_read().
 */
#ifndef TCN_ENGINE_BASE_JSON_VALUE_H
#define TCN_ENGINE_BASE_JSON_VALUE_H

#include "engine/base/arena.h"
#include "engine/base/err.h"
#include "engine/base/rc.h"
#include "engine/base/str.h"

enum tcn_json_kind {
	TCN_JSON_ABSENT,
	TCN_JSON_NULL,
	TCN_JSON_BOOL,
	TCN_JSON_NUMBER,
	TCN_JSON_STRING,
	TCN_JSON_ARRAY,
	TCN_JSON_OBJECT,
};

struct tcn_json_value {
	enum tcn_json_kind kind;
	struct tcn_str s; /* of a string */
	double n; /* of a number */
	const struct cJSON *node; /* NULL: absent */
};

/* The object that line holds; see engine/base/json_tree.h for what it may cost.
 * TCN_INVALID: err holds text and column. */
TCN_MUST_USE enum tcn_rc tcn_json_read(struct tcn_str line,
    struct tcn_arena *arena, struct tcn_json_value *object,
    struct tcn_err *err);

/* The last member of that name; absent when there is none. O(members). */
struct tcn_json_value tcn_json_member(const struct tcn_json_value *object,
    const char *name);

/* The first element of an array or member of an object, and the one behind
 * another; absent at the end. */
struct tcn_json_value tcn_json_first(const struct tcn_json_value *array);
struct tcn_json_value tcn_json_next(const struct tcn_json_value *value);

#endif
