#include "tests/base/schema.h"

#include <regex.h>
#include <stdio.h>
#include <string.h>

static bool
fail(struct schema_fault *fault, const cJSON *value, const char *what)
{
	snprintf(fault->text, sizeof fault->text, "%s: %s",
	    value && value->string ? value->string : "(element)", what);
	return false;
}

static bool
is_of(const cJSON *value, const char *type)
{
	if (strcmp(type, "integer") == 0)
		return cJSON_IsNumber(value) &&
		    value->valuedouble == (double)(long long)value->valuedouble;
	return (strcmp(type, "object") == 0 && cJSON_IsObject(value)) ||
	    (strcmp(type, "array") == 0 && cJSON_IsArray(value)) ||
	    (strcmp(type, "string") == 0 && cJSON_IsString(value)) ||
	    (strcmp(type, "number") == 0 && cJSON_IsNumber(value)) ||
	    (strcmp(type, "boolean") == 0 && cJSON_IsBool(value)) ||
	    (strcmp(type, "null") == 0 && cJSON_IsNull(value));
}

static bool
check_type(const cJSON *types, const cJSON *value, struct schema_fault *fault)
{
	const cJSON *type;

	if (cJSON_IsString(types))
		return is_of(value, types->valuestring) ||
		    fail(fault, value, types->valuestring);
	cJSON_ArrayForEach(type, types)
	{
		if (is_of(value, type->valuestring))
			return true;
	}
	return fail(fault, value, "none of the types");
}

static bool
check_enum(const cJSON *values, const cJSON *value, struct schema_fault *fault)
{
	const cJSON *allowed;

	cJSON_ArrayForEach(allowed, values)
	{
		if (cJSON_Compare(allowed, value, 1))
			return true;
	}
	return fail(fault, value, "none of the words");
}

static bool
check_required(const cJSON *keys, const cJSON *value,
    struct schema_fault *fault)
{
	const cJSON *key;

	cJSON_ArrayForEach(key, keys)
	{
		if (cJSON_IsObject(value) &&
		    !cJSON_GetObjectItemCaseSensitive(value, key->valuestring))
			return fail(fault, value, key->valuestring);
	}
	return true;
}

/* Every key is known, and none stands twice. */
static bool
check_properties(const cJSON *root, const cJSON *properties, const cJSON *value,
    struct schema_fault *fault)
{
	const cJSON *member;

	cJSON_ArrayForEach(member, value)
	{
		const cJSON *schema =
		    cJSON_GetObjectItemCaseSensitive(properties,
			member->string);

		if (!schema)
			return fail(fault, member, "not in the schema");
		if (cJSON_GetObjectItemCaseSensitive(value, member->string) !=
		    member)
			return fail(fault, member, "twice");
		if (!schema_holds(root, schema, member, fault))
			return false;
	}
	return true;
}

static bool
check_items(const cJSON *root, const cJSON *schema, const cJSON *value,
    struct schema_fault *fault)
{
	const cJSON *element;

	cJSON_ArrayForEach(element, value)
	{
		if (!schema_holds(root, schema, element, fault))
			return false;
	}
	return true;
}

/* "#/$defs/NAME", or "#/components/schemas/NAME" as OpenAPI has it. */
static bool
check_ref(const cJSON *root, const char *ref, const cJSON *value,
    struct schema_fault *fault)
{
	static const char open_api[] = "#/components/schemas/";
	const cJSON *defs = cJSON_GetObjectItemCaseSensitive(root, "$defs");
	const cJSON *schema = NULL;

	if (strncmp(ref, "#/$defs/", 8) == 0)
		schema = cJSON_GetObjectItemCaseSensitive(defs, ref + 8);
	else if (strncmp(ref, open_api, sizeof open_api - 1) == 0)
		schema = cJSON_GetObjectItemCaseSensitive(
		    cJSON_GetObjectItemCaseSensitive(
			cJSON_GetObjectItemCaseSensitive(root, "components"),
			"schemas"),
		    ref + sizeof open_api - 1);

	if (!schema)
		return fail(fault, value, ref);
	return schema_holds(root, schema, value, fault);
}

static bool
check_pattern(const char *pattern, const cJSON *value,
    struct schema_fault *fault)
{
	regex_t compiled;
	bool found;

	if (!cJSON_IsString(value))
		return true;
	if (regcomp(&compiled, pattern, REG_EXTENDED | REG_NOSUB))
		return fail(fault, value, pattern);
	found = regexec(&compiled, value->valuestring, 0, NULL, 0) == 0;
	regfree(&compiled);
	return found || fail(fault, value, pattern);
}

static bool
check_any(const cJSON *root, const cJSON *schemas, const cJSON *value,
    struct schema_fault *fault)
{
	const cJSON *schema;

	cJSON_ArrayForEach(schema, schemas)
	{
		if (schema_holds(root, schema, value, fault))
			return true;
	}
	return fail(fault, value, "none of the forms");
}

static bool
check_one(const cJSON *root, const cJSON *schemas, const cJSON *value,
    struct schema_fault *fault)
{
	const cJSON *schema;
	int n = 0;

	cJSON_ArrayForEach(schema, schemas)
	{
		n += schema_holds(root, schema, value, fault);
	}
	return n == 1 || fail(fault, value, "none or several of the forms");
}

static bool
check_keyword(const cJSON *root, const cJSON *keyword, const cJSON *value,
    struct schema_fault *fault)
{
	static const char *const notes[] = { "description", "title",
		"additionalProperties", "$schema", "$id", "$defs" };
	const char *name = keyword->string;

	for (size_t i = 0; i < sizeof notes / sizeof *notes; i++) {
		if (strcmp(name, notes[i]) == 0)
			return true;
	}
	if (strcmp(name, "type") == 0)
		return check_type(keyword, value, fault);
	if (strcmp(name, "const") == 0)
		return cJSON_Compare(keyword, value, 1) ||
		    strcmp(keyword->valuestring, value->valuestring) == 0 ||
		    fail(fault, value, "not the constant");
	if (strcmp(name, "enum") == 0)
		return check_enum(keyword, value, fault);
	if (strcmp(name, "minimum") == 0)
		return value->valuedouble >= keyword->valuedouble ||
		    fail(fault, value, "too small");
	if (strcmp(name, "maximum") == 0)
		return value->valuedouble <= keyword->valuedouble ||
		    fail(fault, value, "too large");
	if (strcmp(name, "pattern") == 0)
		return check_pattern(keyword->valuestring, value, fault);
	if (strcmp(name, "minLength") == 0)
		return !cJSON_IsString(value) ||
		    strlen(value->valuestring) >=
		    (size_t)keyword->valuedouble ||
		    fail(fault, value, "too short");
	if (strcmp(name, "minItems") == 0)
		return cJSON_GetArraySize(value) >= keyword->valueint ||
		    fail(fault, value, "too few");
	if (strcmp(name, "anyOf") == 0)
		return check_any(root, keyword, value, fault);
	if (strcmp(name, "oneOf") == 0)
		return check_one(root, keyword, value, fault);
	if (strcmp(name, "required") == 0)
		return check_required(keyword, value, fault);
	if (strcmp(name, "properties") == 0)
		return check_properties(root, keyword, value, fault);
	if (strcmp(name, "items") == 0)
		return check_items(root, keyword, value, fault);
	if (strcmp(name, "$ref") == 0)
		return check_ref(root, keyword->valuestring, value, fault);
	return fail(fault, keyword, "a keyword that is not checked");
}

bool
schema_holds(const cJSON *root, const cJSON *schema, const cJSON *value,
    struct schema_fault *fault)
{
	const cJSON *keyword;

	cJSON_ArrayForEach(keyword, schema)
	{
		if (!check_keyword(root, keyword, value, fault))
			return false;
	}
	return true;
}
