/*
 * tools/base/unpack.h - unpacks gzip and zlib in memory, up to a limit.
 *
 * For the bodies of requests; files are read by
 * tools/intake/input/input_file.h. A small body may unpack to a thousand times
 * its size, so the limit is on the unpacked bytes, and never more than 16 KiB
 * beyond it are held.
 */
#ifndef TCN_TOOLS_BASE_UNPACK_H
#define TCN_TOOLS_BASE_UNPACK_H

#include "engine/base/buf.h"
#include "engine/base/rc.h"
#include "engine/base/str.h"

/*
 * Appends the unpacked bytes of one member or several in a row. TCN_INVALID:
 * packed is damaged or cut short; TCN_LIMIT: it unpacks to more than most
 * bytes. out is empty at the call.
 */
TCN_MUST_USE enum tcn_rc tcn_unpack(struct tcn_str packed, size_t most,
    struct tcn_buf *out);

#endif
