/*
 * tools/base/file.h - a small file, as a whole.
 */
#ifndef TCN_TOOLS_BASE_FILE_H
#define TCN_TOOLS_BASE_FILE_H

#include "engine/base/buf.h"
#include "engine/base/err.h"
#include "engine/base/rc.h"
#include "engine/base/str.h"

/*
 * Appends the bytes of path to out: at most most + 1 of them, so that the
 * reader of the bytes sees, and says, that there are too many. TCN_IO: err
 * names the file and why it cannot be read.
 */
TCN_MUST_USE enum tcn_rc tcn_file_read(const char *path, size_t most,
    struct tcn_buf *out, struct tcn_err *err);

#endif
