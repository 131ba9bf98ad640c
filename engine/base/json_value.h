/*
 * engine/base/json_value.h - reads a JSON object member by member.
 *
 * This serves small records (settings, state, answers); articles have their own
 * reader, engine/item/json_article.h. A value is a view of the tree, which
 * lives in the arena of tcn_json_read(). A value that is absent is a value too,
 * of kind TCN_JSON_ABSENT, so a reader looks a member up and then tests its
 * kind.
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
	struct tcn_str s; /* of a string; else empty */
	double n; /* of a number; 1 for true; else 0 */
	const struct cJSON *node; /* NULL: absent */
};

/* Reads the object that line holds; json_tree.h states the cost. TCN_INVALID:
 * err has a text and the column. */
TCN_MUST_USE enum tcn_rc tcn_json_read(struct tcn_str line,
    struct tcn_arena *arena, struct tcn_json_value *object,
    struct tcn_err *err);

/* The last member of that name; absent when there is none, or when `object`
 * is no object. O(members). */
struct tcn_json_value tcn_json_member(const struct tcn_json_value *object,
    const char *name);
struct tcn_json_value tcn_json_find(const struct tcn_json_value *object,
    struct tcn_str name);

/* Iterate over an array's elements or an object's members: the first one, and
 * the one after `value`, which must not be absent. Absent at the end. */
struct tcn_json_value tcn_json_first(const struct tcn_json_value *array);
struct tcn_json_value tcn_json_next(const struct tcn_json_value *value);

/* The name of a member returned by tcn_json_first() or _next(); empty for an
 * element of an array. */
struct tcn_str tcn_json_name(const struct tcn_json_value *value);

/*
 * These build trees, to combine several answers into one. A value that is put
 * into another may come from a tree, or be a string, number or boolean of its
 * own. It is shared with its source, which must not be changed afterwards; name
 * must outlive the arena.
 */

/* Adds a member at the end of an object, which may be absent at first. */
void tcn_json_put(struct tcn_arena *arena, struct tcn_json_value *object,
    const char *name, const struct tcn_json_value *value);

/* These add a string, a number or a boolean as a member. */
void tcn_json_put_str(struct tcn_arena *arena, struct tcn_json_value *object,
    const char *name, struct tcn_str text);
void tcn_json_put_number(struct tcn_arena *arena, struct tcn_json_value *object,
    const char *name, double n);
void tcn_json_put_bool(struct tcn_arena *arena, struct tcn_json_value *object,
    const char *name, bool is);

/* Appends an element to an array, which may be absent at first. */
void tcn_json_push(struct tcn_arena *arena, struct tcn_json_value *array,
    const struct tcn_json_value *value);

#endif
