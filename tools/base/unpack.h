/*
 * tools/base/unpack.h - gzip and zlib in memory, to a limit.
 *
 * For bodies that come whole; files are read by tools/input/input_file.h. A
 * small body may unpack to a thousand times its size, so the limit is on what
 * comes out, and is never exceeded by more than 16 KiB while it works.
 */
#ifndef TCN_TOOLS_BASE_UNPACK_H
#define TCN_TOOLS_BASE_UNPACK_H

#include "engine/base/buf.h"
#include "engine/base/rc.h"
#include "engine/base/str.h"

/*
 * Appends what packed holds, one member or several in a row. TCN_INVALID: it
 * is not sound to its end; TCN_LIMIT: more than most bytes; TCN_NOMEM.
 */
TCN_MUST_USE enum tcn_rc tcn_unpack(struct tcn_str packed, size_t most,
    struct tcn_buf *out);

#endif
