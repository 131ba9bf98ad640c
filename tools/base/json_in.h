/*
 * tools/base/json_in.h - members of an answer of the interface, for what shows
 * it: verbs and pages.
 *
 * A member that is absent, or of another kind than asked for, reads as empty,
 * 0, false or TCN_UNDATED: what shows an answer of another version shows less,
 * and never stops. Texts are as they were sent: whoever prints one cleans or
 * escapes it (tools/base/safe.h). Pure. Cost: O(members).
 */
#ifndef TCN_TOOLS_BASE_JSON_IN_H
#define TCN_TOOLS_BASE_JSON_IN_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/base/json_value.h"

/* A view into the tree of row. */
struct tcn_str tcn_json_in_str(const struct tcn_json_value *row,
    const char *name);
double tcn_json_in_number(const struct tcn_json_value *row, const char *name);
bool tcn_json_in_bool(const struct tcn_json_value *row, const char *name);

/* A whole number from 0 to 2^53. */
uint64_t tcn_json_in_uint(const struct tcn_json_value *row, const char *name);

/* Unix seconds as milliseconds. */
int64_t tcn_json_in_ms(const struct tcn_json_value *row, const char *name);

#endif
