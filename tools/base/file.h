/*
 * tools/base/file.h - reads a small file whole.
 */
#ifndef TCN_TOOLS_BASE_FILE_H
#define TCN_TOOLS_BASE_FILE_H

#include "engine/base/buf.h"
#include "engine/base/err.h"
#include "engine/base/rc.h"
#include "engine/base/str.h"

/*
 * Appends the bytes of path to out: at most most + 1 of them, so that the
 * caller, who knows what the file is for, can see that it is too long and say
 * so. most < SIZE_MAX. TCN_IO: err names the file and says why it cannot be
 * read. Blocks as long as reading does.
 */
TCN_MUST_USE enum tcn_rc tcn_file_read(const char *path, size_t most,
    struct tcn_buf *out, struct tcn_err *err);

#endif
