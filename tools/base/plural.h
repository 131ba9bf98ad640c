/*
 * tools/base/plural.h - a count and its noun: "1 item", "34 items".
 */
#ifndef TCN_TOOLS_BASE_PLURAL_H
#define TCN_TOOLS_BASE_PLURAL_H

#include <stdint.h>

#include "engine/base/buf.h"
#include "engine/base/str.h"

/* Appends n and the noun, with an s unless n is 1. */
void tcn_plural(struct tcn_buf *out, uint64_t n, const char *noun);

#endif
