/*
 * tools/client/show_impl.h - members of the interface's JSON, for what shows
 * them: show_event.c and show_row.c. A member that is absent or of another
 * kind is empty, 0 or TCN_UNDATED.
 */
#ifndef TCN_TOOLS_CLIENT_SHOW_IMPL_H
#define TCN_TOOLS_CLIENT_SHOW_IMPL_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/base/buf.h"
#include "engine/base/json_value.h"

struct tcn_str tcn_show_str(const struct tcn_json_value *row, const char *name);
double tcn_show_number(const struct tcn_json_value *row, const char *name);
bool tcn_show_bool(const struct tcn_json_value *row, const char *name);

/* A whole number from 0 to 2^53. */
uint64_t tcn_show_uint(const struct tcn_json_value *row, const char *name);

/* Unix seconds as milliseconds. */
int64_t tcn_show_ms(const struct tcn_json_value *row, const char *name);

/* A line "name        value", unless value is empty. */
void tcn_show_field(struct tcn_buf *out, const char *name,
    struct tcn_str value);

#endif
