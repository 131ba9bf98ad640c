/*
 * tools/serve/client/show_impl.h - a named value on a line of its own, for
 * show_*.c.
 */
#ifndef TCN_TOOLS_SERVE_CLIENT_SHOW_IMPL_H
#define TCN_TOOLS_SERVE_CLIENT_SHOW_IMPL_H

#include "engine/base/buf.h"
#include "engine/base/str.h"

/* A line "name        value", unless value is empty. */
void tcn_show_field(struct tcn_buf *out, const char *name,
    struct tcn_str value);

#endif
