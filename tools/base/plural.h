/*
 * tools/base/plural.h - how many of what: "1 item", "34 items".
 */
#ifndef TCN_TOOLS_BASE_PLURAL_H
#define TCN_TOOLS_BASE_PLURAL_H

#include <stdint.h>

#include "engine/base/buf.h"
#include "engine/base/str.h"

/* Appends the number and the noun, whose plural adds an s. */
void tcn_plural(struct tcn_buf *out, uint64_t n, const char *noun);

#endif
