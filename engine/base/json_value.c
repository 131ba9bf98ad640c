#include "engine/base/json_value.h"

#include <assert.h>
#include <cjson/cJSON.h>

#include "engine/base/json_tree.h"

static struct tcn_json_value
view(const cJSON *node)
{
	struct tcn_json_value value = { .node = node };

	if (!node)
		return value;
	if (cJSON_IsNumber(node)) {
		value.kind = TCN_JSON_NUMBER;
		value.n = node->valuedouble;
	} else if (cJSON_IsString(node)) {
		value.kind = TCN_JSON_STRING;
		value.s = tcn_str(node->valuestring);
	} else if (cJSON_IsArray(node)) {
		value.kind = TCN_JSON_ARRAY;
	} else if (cJSON_IsObject(node)) {
		value.kind = TCN_JSON_OBJECT;
	} else {
		value.kind = cJSON_IsBool(node) ? TCN_JSON_BOOL : TCN_JSON_NULL;
		value.n = cJSON_IsTrue(node);
	}
	return value;
}

enum tcn_rc
tcn_json_read(struct tcn_str line, struct tcn_arena *arena,
    struct tcn_json_value *object, struct tcn_err *err)
{
	const cJSON *root;
	enum tcn_rc rc = tcn_json_tree(line, arena, &root, err);

	if (!rc)
		*object = view(root);
	return rc;
}

struct tcn_json_value
tcn_json_member(const struct tcn_json_value *object, const char *name)
{
	assert(name);
	return tcn_json_find(object, tcn_str(name));
}

struct tcn_json_value
tcn_json_find(const struct tcn_json_value *object, struct tcn_str name)
{
	const cJSON *found = NULL;

	if (object->kind != TCN_JSON_OBJECT)
		return view(NULL);
	for (const cJSON *at = object->node->child; at; at = at->next)
		if (tcn_str_equal(tcn_str(at->string), name))
			found = at;
	return view(found);
}

struct tcn_json_value
tcn_json_first(const struct tcn_json_value *array)
{
	bool holds =
	    array->kind == TCN_JSON_ARRAY || array->kind == TCN_JSON_OBJECT;

	return view(holds ? array->node->child : NULL);
}

struct tcn_json_value
tcn_json_next(const struct tcn_json_value *value)
{
	assert(value->node);
	return view(value->node->next);
}

struct tcn_str
tcn_json_name(const struct tcn_json_value *value)
{
	return tcn_str(value->node ? value->node->string : NULL);
}

/* A node of a value that can be linked into a tree. */
static cJSON *
node_of(struct tcn_arena *arena, const struct tcn_json_value *value)
{
	static const int types[] = { [TCN_JSON_NULL] = cJSON_NULL,
		[TCN_JSON_BOOL] = cJSON_False,
		[TCN_JSON_NUMBER] = cJSON_Number,
		[TCN_JSON_STRING] = cJSON_String,
		[TCN_JSON_ARRAY] = cJSON_Array,
		[TCN_JSON_OBJECT] = cJSON_Object };
	cJSON *node = tcn_arena_zalloc(arena, 1, sizeof *node);
	struct tcn_str text;

	if (value->node) {
		*node = *value->node;
		node->next = node->prev = NULL;
		return node;
	}
	tcn_arena_str(arena, value->s, &text);
	node->type = types[value->kind];
	if (value->kind == TCN_JSON_BOOL && value->n > 0)
		node->type = cJSON_True;
	node->valuedouble = value->n;
	node->valuestring = (char *)text.at;
	return node;
}

static void
link_last(struct tcn_arena *arena, struct tcn_json_value *of,
    enum tcn_json_kind kind, const char *name,
    const struct tcn_json_value *value)
{
	cJSON *node = node_of(arena, value), *parent, *last;

	if (!of->node) {
		of->kind = kind;
		*of = view(node_of(arena, of));
	}
	parent = (cJSON *)of->node;
	node->string = (char *)name;
	/* As cJSON has it, the first knows the last; a flat tree does not. */
	last = parent->child;
	if (last && last->prev)
		last = last->prev;
	while (last && last->next)
		last = last->next;
	*(last ? &last->next : &parent->child) = node;
	parent->child->prev = node;
}

void
tcn_json_put(struct tcn_arena *arena, struct tcn_json_value *object,
    const char *name, const struct tcn_json_value *value)
{
	link_last(arena, object, TCN_JSON_OBJECT, name, value);
}

void
tcn_json_put_str(struct tcn_arena *arena, struct tcn_json_value *object,
    const char *name, struct tcn_str text)
{
	tcn_json_put(arena, object, name,
	    &(struct tcn_json_value){ .kind = TCN_JSON_STRING, .s = text });
}

void
tcn_json_put_number(struct tcn_arena *arena, struct tcn_json_value *object,
    const char *name, double n)
{
	tcn_json_put(arena, object, name,
	    &(struct tcn_json_value){ .kind = TCN_JSON_NUMBER, .n = n });
}

void
tcn_json_put_bool(struct tcn_arena *arena, struct tcn_json_value *object,
    const char *name, bool is)
{
	tcn_json_put(arena, object, name,
	    &(struct tcn_json_value){ .kind = TCN_JSON_BOOL, .n = is });
}

void
tcn_json_push(struct tcn_arena *arena, struct tcn_json_value *array,
    const struct tcn_json_value *value)
{
	link_last(arena, array, TCN_JSON_ARRAY, NULL, value);
}
