/*
 * tools/base/path.h - the paths that a file names.
 *
 * A relative path in a file means a file beside that file, wherever the program
 * was started: a configuration can then be moved with all that it names. A
 * relative path on the command line is relative to the working directory, as
 * everywhere.
 */
#ifndef TCN_TOOLS_BASE_PATH_H
#define TCN_TOOLS_BASE_PATH_H

#include "engine/base/arena.h"
#include "engine/base/buf.h"
#include "engine/base/str.h"

/*
 * Sets *out, in arena, to the path as the program opens it: beside `file`, by
 * its name alone (symbolic links are not followed), if it is relative. Empty
 * stays empty.
 */
void tcn_path_beside(const char *file, struct tcn_str path,
    struct tcn_arena *arena, struct tcn_str *out);

/* Appends the path, made absolute by the working directory. Where the working
 * directory cannot be found out, the path stays relative. */
void tcn_path_absolute(const char *path, struct tcn_buf *out);

#endif
