/*
 * tools/base/json_out.h - writes JSON piece by piece into a buffer.
 *
 * Commas are put by looking at the last byte written: a value that follows an
 * opening bracket gets none. So a buffer holds nothing but the JSON written
 * here. key is NULL for an element of an array and for the outermost value.
 * Strings must be valid UTF-8 (as tools/base/safe.h leaves them). Times are
 * unix seconds, or null where there is no date.
 *
 * Functions append to out.
 */
#ifndef TCN_TOOLS_BASE_JSON_OUT_H
#define TCN_TOOLS_BASE_JSON_OUT_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/base/buf.h"
#include "engine/base/str.h"

/* bracket: '{' or '['; and to close it, '}' or ']'. */
void tcn_json_open(struct tcn_buf *out, const char *key, char bracket);
void tcn_json_close(struct tcn_buf *out, char bracket);
void tcn_json_str(struct tcn_buf *out, const char *key, struct tcn_str s);
/* A value that is JSON already, such as one that was stored. */
void tcn_json_raw(struct tcn_buf *out, const char *key, struct tcn_str json);
void tcn_json_uint(struct tcn_buf *out, const char *key, uint64_t n);
void tcn_json_bool(struct tcn_buf *out, const char *key, bool value);

/*
 * A number rounded to so many digits behind the point (1 to 9), without
 * needless zeros: 0.5, 1.0. Ties go by the number's exact value.
 */
#define TCN_JSON_ROUNDED_BYTES 330
const char *tcn_json_round(double n, int digits,
    char out[static TCN_JSON_ROUNDED_BYTES]);
void tcn_json_rounded(struct tcn_buf *out, const char *key, double n,
    int digits);

/* Writes null. */
void tcn_json_null(struct tcn_buf *out, const char *key);

/* Milliseconds as seconds, exact to the last digit. */
void tcn_json_seconds(struct tcn_buf *out, const char *key, int64_t ms);

/* Appends JSON as one line to out: only its line feeds are left out, which are
 * layout, as those inside a string are escaped. */
void tcn_json_one_line(struct tcn_buf *out, struct tcn_str json);

/* Does the same with what line holds, and empties it. */
void tcn_json_line(struct tcn_buf *out, struct tcn_buf *line);

/* A point in time in unix milliseconds, written as tcn_json_seconds() does, or
 * null when tcn_when_known() does not hold for it. */
void tcn_json_time(struct tcn_buf *out, const char *key, int64_t ms);

#endif
