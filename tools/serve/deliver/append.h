/*
 * tools/serve/deliver/append.h - appends one line to a file, atomically.
 *
 * Afterwards the line is in the file as a whole and synced to disk, or the
 * file is as before: a part that a full disk cut off is truncated again. If
 * the file ends in half a line, which a crash left, a line feed is written
 * first, so that the two do not run together. The file is locked meanwhile
 * (flock), so that two writers cannot truncate each other's lines.
 *
 * The call blocks until the disk answers, without a limit: in an event loop
 * use tools/serve/deliver/file_writer.h. Ordinary files only. Thread safe.
 */
#ifndef TCN_TOOLS_SERVE_DELIVER_APPEND_H
#define TCN_TOOLS_SERVE_DELIVER_APPEND_H

#include "engine/base/err.h"
#include "engine/base/rc.h"
#include "engine/base/str.h"

/*
 * Appends line, which ends in its line feed; creates the file (mode 0640) if
 * there is none, for the folder's owner when root does. TCN_IO: err->text says
 * why.
 */
TCN_MUST_USE enum tcn_rc tcn_append(const char *path, struct tcn_str line,
    struct tcn_err *err);

#endif
