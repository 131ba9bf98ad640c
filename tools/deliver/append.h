/*
 * tools/deliver/append.h - one line more in a file that grows.
 *
 * The line is there whole and safely on disk, or not at all: what a full disk
 * cuts off is taken back, and a line that a crash has cut is ended first, so
 * that it spoils no other. The file is locked meanwhile (flock), so that two
 * writers do not take back each other's lines. It waits for the disk, however
 * long that takes. Ordinary files only. Threads may call it.
 */
#ifndef TCN_TOOLS_DELIVER_APPEND_H
#define TCN_TOOLS_DELIVER_APPEND_H

#include "engine/base/err.h"
#include "engine/base/rc.h"
#include "engine/base/str.h"

/* line with its line feed. TCN_IO: err->text says why. */
TCN_MUST_USE enum tcn_rc tcn_append(const char *path, struct tcn_str line,
    struct tcn_err *err);

#endif
