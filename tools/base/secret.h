/*
 * tools/base/secret.h - reads a secret from a file that only its owner
 * may read.
 *
 * Secrets stand in files of their own, so that a configuration can be shown
 * to anyone. They are never logged and never stored.
 */
#ifndef TCN_TOOLS_BASE_SECRET_H
#define TCN_TOOLS_BASE_SECRET_H

#include "engine/base/arena.h"
#include "engine/base/err.h"
#include "engine/base/rc.h"

/*
 * Copies the one line of path, without white space at its ends, into arena.
 * TCN_IO: it cannot be read, or others may read it; TCN_INVALID: it is empty,
 * over 4 KiB or more than a line. err->text says so and names the file;
 * err->file and err->line stay as they are, for they name the setting.
 */
TCN_MUST_USE enum tcn_rc tcn_secret_read(const char *path,
    struct tcn_arena *arena, const char **secret, struct tcn_err *err);

#endif
