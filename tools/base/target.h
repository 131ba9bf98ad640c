/*
 * tools/base/target.h - makes the target of a request: a path and its query.
 *
 * What stands in a target is escaped byte by byte: all but the unreserved
 * characters becomes %XX (RFC 3986, section 2.3). Pure; functions append.
 */
#ifndef TCN_TOOLS_BASE_TARGET_H
#define TCN_TOOLS_BASE_TARGET_H

#include "engine/base/buf.h"
#include "engine/base/str.h"

/* Appends text with all but the unreserved characters as %XX. */
void tcn_target_escape(struct tcn_buf *out, struct tcn_str text);

/* Appends one segment of a path. A segment of dots alone, which would mean a
 * folder, and an empty one are replaced by names that nothing has. */
void tcn_target_segment(struct tcn_buf *out, struct tcn_str text);

/* "?name=value", or "&name=value" behind the first; nothing when value.at is
 * NULL. name is not escaped. */
void tcn_target_param(struct tcn_buf *out, const char *name,
    struct tcn_str value);

#endif
