/*
 * tests/base/schema.h - checks a JSON value against a JSON Schema.
 *
 * It knows what our own schemas use of the 2020-12 vocabulary: type, const,
 * enum, minimum, maximum, pattern, minLength, minItems, anyOf, oneOf, required,
 * properties, additionalProperties (false), items, $ref into $defs. An unknown
 * keyword is a failure, so that a schema cannot say more than is checked.
 */
#ifndef TCN_TESTS_BASE_SCHEMA_H
#define TCN_TESTS_BASE_SCHEMA_H

#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stddef.h>

struct schema_fault {
	char text[256]; /* which key, and what is wrong with it */
};

bool schema_holds(const cJSON *root, const cJSON *schema, const cJSON *value,
    struct schema_fault *fault);

#endif
