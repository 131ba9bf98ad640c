/*
 * tools/base/mime64.h - base64 in lines, as mail has it (RFC 2045, section
 * 6.8).
 */
#ifndef TCN_TOOLS_BASE_MIME64_H
#define TCN_TOOLS_BASE_MIME64_H

#include <stdbool.h>

#include "engine/base/buf.h"

/* Appends the bytes in lines of 76 characters, each with CR and LF. */
void tcn_mime64_pack(struct tcn_str bytes, struct tcn_buf *out);

/* Appends what was packed so, in lines of any length. False: it is no base64,
 * and part of it may have been appended. */
bool tcn_mime64_unpack(struct tcn_str packed, struct tcn_buf *out);

#endif
